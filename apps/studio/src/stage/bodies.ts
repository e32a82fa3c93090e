// The two bodies on the stage: drawn, dragged with the pointer, moved and rotated with handles.
import { effect, signal } from '@preact/signals';
import type { Shape } from 'proximal';
import { Assembly, type Geometry } from 'proximal/scene';
import { type Box3, BufferGeometry, DoubleSide, Group, Line, LineBasicMaterial, Mesh, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { anglesOf, type Body, shapeOf, space } from '../model/body.ts';
import { type BodyName, changeBody, content, history } from '../model/document.ts';
import { axisColors, palette } from '../model/palette.ts';
import { BodyMaterial } from './body-material.ts';
import { clear } from './marks.ts';
import type { Stage } from './stage.ts';
import { surfaceOf } from './surface.ts';

/** The body that the handles and keys move, and their mode. */
export const chosen = signal<BodyName>('b');
export const handle = signal<'translate' | 'rotate'>('translate');

/** The drawn extent of a half-space, in meters. */
const halfspaceExtent = 8;

/** Both bodies of a pair are seen where they overlap. */
const pairOpacity = 0.86;
/** Bodies that are less opaque cast no shadow. */
const leastOpaque = 0.5;

/** A geometry as a drawable object. @param isMarked whether a pattern shows how it spins */
export function drawnShape(shape: Geometry, color: string, opacity = 1, isMarked = false): Mesh | Line {
  const surface = surfaceOf(shape, halfspaceExtent / 2);
  if (surface.hasAttribute('normal') || shape instanceof Assembly) {
    const mesh = new Mesh(surface, drawnMaterial(shape, surface, color, opacity, isMarked));
    mesh.castShadow = opacity >= leastOpaque;
    mesh.receiveShadow = true;
    return mesh;
  }
  // No component of the direction is zero, so that the two support points of a segment along any axis are its ends.
  const ends = [1, -1].map((sign) => new Vector3(...shape.support([sign * 1e-3, sign * 1e-3, sign])));
  return new Line(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial({ color }));
}

/** The kinds whose edges show how they spin. */
const polytopes = ['convex', 'triangle'];

function drawnMaterial(
  shape: Geometry,
  surface: BufferGeometry,
  color: string,
  opacity: number,
  isMarked: boolean,
): BodyMaterial {
  const material = new BodyMaterial(color, opacity);
  surface.computeBoundingBox();
  const { min, max } = surface.boundingBox as Box3;
  const extents = [0, 1, 2].map((axis) => Math.max(-min.getComponent(axis), max.getComponent(axis)));
  // Flat and open surfaces are seen from both sides.
  if (shape instanceof Assembly || !shape.isBounded || max.clone().sub(min).toArray().includes(0)) {
    material.side = DoubleSide;
    return material;
  }
  const { kind } = shape;
  if (!isMarked || polytopes.includes(kind)) return material;
  return material.mark(kind === 'box' ? 'targets' : 'octants', extents);
}

class DrawnBody {
  readonly group = new Group();
  private shape: Shape | null = null;

  constructor(readonly name: BodyName) {
    this.group.name = name;
  }

  update(body: Body, pose = space.poseOf(body)): void {
    const shape = shapeOf(space, body);
    if (shape !== this.shape) {
      clear(this.group);
      this.group.add(drawnShape(shape, palette[this.name], pairOpacity, true));
      this.shape = shape;
    }
    const [x, y, z, qx, qy, qz, qw] = pose;
    this.group.position.set(x, y, z);
    this.group.quaternion.set(qx, qy, qz, qw);
  }
}

/** Both bodies, drawn. */
export class Bodies {
  readonly group = new Group();
  readonly drawn: Readonly<Record<BodyName, DrawnBody>> = { a: new DrawnBody('a'), b: new DrawnBody('b') };

  constructor(protected readonly stage: Stage) {
    this.group.add(this.drawn.a.group, this.drawn.b.group);
    stage.content.add(this.group);
  }

  /** Draws both at their poses, or B at `poseB`. */
  update(poseB?: Float64Array): void {
    const { a, b } = content.value;
    this.drawn.a.update(a);
    this.drawn.b.update(b, poseB);
    this.stage.draw();
  }

  dispose(): void {
    clear(this.group);
    this.stage.content.remove(this.group);
  }
}

/** Both bodies, with dragging and handles. */
export class MovableBodies extends Bodies {
  private readonly handles: TransformControls;
  private readonly stopChoice: () => void;
  /** The body that is being dragged, the grabbed point, the position of the body when it was grabbed, and the id of the pointer. */
  private grip: { name: BodyName; from: Vector3; start: Vector3; pointer: number } | null = null;

  constructor(stage: Stage) {
    super(stage);
    const { canvas } = stage;
    this.handles = new TransformControls(stage.camera, canvas);
    this.handles.setSize(0.7);
    this.handles.setColors(...axisColors);
    this.handles.addEventListener('change', () => stage.draw());
    this.handles.addEventListener('objectChange', this.follow);
    this.handles.addEventListener('dragging-changed', ({ value }) => {
      stage.controls.enabled = value !== true;
      if (value !== true) history.endDrag();
    });
    stage.scene.add(this.handles.getHelper());
    this.stopChoice = effect(() => {
      this.handles.attach(this.drawn[chosen.value].group);
      this.handles.setMode(handle.value);
    });
    // Added after the handles' own listener, which has then decided whether a handle is under the pointer.
    canvas.addEventListener('pointerdown', this.grab);
    canvas.addEventListener('pointermove', this.pull);
    canvas.addEventListener('pointerup', this.release);
    canvas.addEventListener('pointercancel', this.release);
  }

  override dispose(): void {
    const { canvas, scene } = this.stage;
    canvas.removeEventListener('pointerdown', this.grab);
    canvas.removeEventListener('pointermove', this.pull);
    canvas.removeEventListener('pointerup', this.release);
    canvas.removeEventListener('pointercancel', this.release);
    this.stopChoice();
    this.handles.detach();
    scene.remove(this.handles.getHelper());
    this.handles.dispose();
    super.dispose();
  }

  /** Moves the body to the pose of the handles. */
  private readonly follow = (): void => {
    const { group } = this.drawn[chosen.value];
    const part =
      this.handles.mode === 'rotate'
        ? { angles: anglesOf(group.quaternion.toArray()).map(round) }
        : { position: group.position.toArray().map(round) };
    changeBody(space, chosen.value, part, true);
  };

  private readonly grab = (event: PointerEvent): void => {
    if (event.button !== 0 || this.handles.dragging || this.handles.axis !== null) return;
    const found = this.stage.hit(
      event,
      Object.values(this.drawn).map(({ group }) => group),
    );
    if (!found) return;
    const name = found.object.parent?.name as BodyName;
    chosen.value = name;
    this.grip = { name, from: found.point, start: this.drawn[name].group.position.clone(), pointer: event.pointerId };
    this.stage.controls.enabled = false;
    this.handles.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
  };

  private readonly pull = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer) return;
    const { name, from, start } = this.grip;
    if (event.shiftKey) this.rotate(name, event);
    else {
      const moved = start.clone().add(this.stage.follow(event, from)).sub(from);
      changeBody(space, name, { position: moved.toArray().map(round) }, true);
    }
  };

  /** Rotates the body about the camera's axes by the pointer's movement. */
  private rotate(name: BodyName, event: PointerEvent): void {
    const { group } = this.drawn[name];
    const { camera } = this.stage;
    const rotated = group.clone(false);
    rotated.rotateOnWorldAxis(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion), event.movementX / 100);
    rotated.rotateOnWorldAxis(new Vector3(1, 0, 0).applyQuaternion(camera.quaternion), event.movementY / 100);
    changeBody(space, name, { angles: anglesOf(rotated.quaternion.toArray()).map(round) }, true);
  }

  private readonly release = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer) return;
    this.grip = null;
    this.stage.controls.enabled = true;
    this.handles.enabled = true;
    history.endDrag();
  };
}

/** Rounds to 10⁻⁴ m or degrees. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
