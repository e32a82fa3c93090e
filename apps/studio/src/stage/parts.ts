// The parts of a decomposition, moved apart, each in a color of its own or colored by the distances of its points from the solid.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshStandardMaterial } from 'three';
import type { FoundErrors, FoundParts } from '../decomposition/protocol.ts';
import type { PlainMesh } from '../decomposition/samples.ts';
import { palette } from '../model/palette.ts';
import type { StageContent } from './canvas.tsx';
import { sphereAroundObject } from './framing.ts';
import { clear } from './marks.ts';
import type { Stage } from './stage.ts';

export interface PartsAppearance {
  readonly mesh: PlainMesh;
  readonly found: FoundParts | null;
  /** Null until they are computed; until then, parts to be colored by their errors are gray. */
  readonly errors: FoundErrors['errors'] | null;
  /** A part is moved outward by this times its distance from the mean of the parts' centers. */
  readonly explosion: number;
  readonly color: 'parts' | 'error';
  /** The distance that is red, the end of the color scale, in meters. */
  readonly scale: number;
}

/** The color of the mesh, and of parts whose errors are not yet known. */
const plain = new Color(palette.still);

/** The color of a part: hues differ by the golden angle. */
export function partColor(index: number): Color {
  return new Color().setHSL((0.58 + 0.381966 * index) % 1, 0.55, 0.55 - 0.06 * (index % 3));
}

/** From blue (0) through green and yellow to red (1). */
export function errorColor(fraction: number): Color {
  const at = Math.max(0, Math.min(1, fraction));
  return new Color().setHSL(0.6 * (1 - at), 0.75, 0.5);
}

export function partsContent(stage: Stage, wanted: () => PartsAppearance): StageContent {
  const group = new Group();
  stage.content.add(group);
  let [drawn, framed]: [PartsAppearance | null, PlainMesh | null] = [null, null];
  return {
    update() {
      const next = wanted();
      if (drawn === null || differs(drawn, next)) draw(group, next);
      moveApart(group, next);
      drawn = next;
      if (framed !== next.mesh) {
        framed = next.mesh;
        frame(stage, next);
      }
      stage.draw();
    },
    frame: () => frame(stage, wanted()),
    labels: () => [],
    dispose() {
      clear(group);
      stage.content.remove(group);
    },
  };
}

/** Whether the drawn triangles or colors differ from the wanted ones. */
function differs(drawn: PartsAppearance, wanted: PartsAppearance): boolean {
  const isRecolored = wanted.color === 'error' && drawn.errors !== wanted.errors;
  return isRecolored || drawn.found !== wanted.found || drawn.mesh !== wanted.mesh || drawn.color !== wanted.color;
}

function frame(stage: Stage, { mesh, explosion }: PartsAppearance): void {
  const sphere = sphereAroundMesh(mesh);
  stage.lookAt({ ...sphere, radius: (1.35 + 0.5 * explosion) * sphere.radius });
  stage.setGround(sphere.bottom);
}

/** A bounding sphere of the mesh. The drawn parts are not used, since they may still belong to the previous mesh. */
function sphereAroundMesh({ vertices }: PlainMesh): ReturnType<typeof sphereAroundObject> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(vertices), 3));
  return sphereAroundObject(new Mesh(geometry));
}

function draw(group: Group, { mesh, found, errors, color, scale }: PartsAppearance): void {
  clear(group);
  if (!found) {
    const positions = new Float32Array(3 * mesh.triangles.length);
    mesh.triangles.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++) positions[3 * k + axis] = mesh.vertices[3 * vertex + axis];
    });
    group.add(drawnCorners(positions, plain, null));
    return;
  }
  found.parts.forEach(({ corners }, k) => {
    const colors = color === 'error' && errors ? Array.from(errors[k], (error) => errorColor(error / scale)) : null;
    group.add(drawnCorners(corners, color === 'error' ? plain : partColor(k), colors));
  });
}

function drawnCorners(positions: Float32Array, color: Color, colors: readonly Color[] | null): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (colors) {
    const flat = Float32Array.from(colors.flatMap(({ r, g, b }) => [r, g, b]));
    geometry.setAttribute('color', new BufferAttribute(flat, 3));
  }
  geometry.computeVertexNormals();
  const material = new MeshStandardMaterial({ roughness: 0.7, side: DoubleSide, vertexColors: colors !== null });
  if (!colors) material.color = color;
  return new Mesh(geometry, material);
}

function moveApart(group: Group, { found, explosion }: PartsAppearance): void {
  if (!found) return;
  const centers = found.parts.map(({ center }) => center);
  const middle = [0, 1, 2].map((axis) => centers.reduce((sum, center) => sum + center[axis], 0) / centers.length);
  group.children.forEach((part, k) => {
    const [x, y, z] = [0, 1, 2].map((axis) => explosion * (centers[k][axis] - middle[axis]));
    part.position.set(x, y, z);
  });
}
