// A robot drawn at given poses of its shapes. Figures of one robot share their surfaces.
import { Group, type Material, Mesh, type MeshStandardMaterial, type Object3D } from 'three';
import { palette } from '../model/palette.ts';
import type { RobotView } from '../planning/protocol.ts';
import { drawnGeometry } from './geometry.ts';

export interface FigureLook {
  readonly color: string;
  readonly opacity: number;
}

export class RobotFigure {
  readonly group = new Group();
  private readonly parts: readonly Group[];

  /** @param prototype another figure of the same robot */
  constructor(
    private readonly view: RobotView,
    look: FigureLook,
    prototype?: RobotFigure,
  ) {
    this.parts = prototype
      ? prototype.parts.map((part) => part.clone())
      : view.shapes.map(({ shape }) => drawnGeometry(shape, look.color, 1, 2));
    for (const part of this.parts) {
      eachMesh(part, (mesh) => {
        if (prototype) mesh.material = (mesh.material as Material).clone();
      });
      this.group.add(part);
    }
    this.setLook(look);
  }

  /** Links in `inContact` are red. */
  setLook({ color, opacity }: FigureLook, inContact: readonly string[] = []): void {
    this.parts.forEach((part, k) => {
      const isTouching = inContact.includes(this.view.shapes[k].link);
      setColor(part, isTouching ? palette.contact : color);
      setOpacity(part, isTouching ? Math.max(opacity, 0.75) : opacity);
    });
  }

  /** Moves the shapes to poses of seven numbers each. @param at the index of the first pose's first number */
  pose(poses: Float32Array, at = 0): void {
    this.parts.forEach((part, k) => {
      part.position.fromArray(poses, at + 7 * k);
      part.quaternion.fromArray(poses, at + 7 * k + 3);
    });
  }
}

/** Transparent objects are behind opaque ones at the same place. */
export function setOpacity(object: Object3D, opacity: number): void {
  eachMesh(object, ({ material }) => {
    const each = material as MeshStandardMaterial;
    const isTransparent = opacity < 1;
    // A change of transparency compiles another shader.
    if (each.transparent !== isTransparent) each.needsUpdate = true;
    each.transparent = isTransparent;
    each.opacity = opacity;
    each.depthWrite = opacity > 0.5;
    each.polygonOffset = isTransparent;
    each.polygonOffsetFactor = 1;
    each.polygonOffsetUnits = 4;
  });
}

export function setColor(object: Object3D, color: string): void {
  eachMesh(object, ({ material }) => {
    (material as MeshStandardMaterial).color.set(color);
  });
}

export function eachMesh(object: Object3D, use: (mesh: Mesh) => void): void {
  object.traverse((each) => {
    if (each instanceof Mesh) use(each);
  });
}
