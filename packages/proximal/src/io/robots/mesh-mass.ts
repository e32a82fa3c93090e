// Volume, center of mass and inertia of triangle meshes, by the methods of MuJoCo's <mesh inertia="…">.

import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Convex } from '../../shapes/convex.ts';

/** Triangles of a mesh: corners by number, counter-clockwise seen from outside. */
export interface MeshSurface {
  readonly vertices: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** The surface of a hull: its faces as fans. */
export function surfaceOf(hull: Convex): MeshSurface {
  const vertices = Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k)).flat();
  const triangles = Array.from({ length: hull.faceCount }, (_, k) => {
    const corners = hull.face(k);
    return corners.slice(2).flatMap((corner, i) => [corners[0], corners[i + 1], corner]);
  }).flat();
  return { vertices, triangles };
}

/** Mass properties at unit density, per volume or, for a shell, per area. */
export interface MeshMass {
  /** The volume; for a shell, the area. */
  readonly amount: number;
  readonly center: Vec3;
  /** About the center, nine numbers by rows. */
  readonly inertia: readonly number[];
}

/**
 * `'exact'`: signed tetrahedra between an apex and each triangle, correct for every closed mesh. `'legacy'`, MuJoCo's default:
 * the same with all volumes positive, correct for meshes that are star-shaped about their center. `'shell'`: the mass is on the
 * triangles.
 */
export type MeshInertia = 'exact' | 'legacy' | 'shell';

type Corners = readonly [Vec3, Vec3, Vec3];

export function meshMass(mesh: MeshSurface, kind: MeshInertia): MeshMass {
  const faces = cornersOf(mesh);
  const apex = weightedMean(faces, ([a, b, c]) => ({
    weight: areaOf(a, b, c),
    point: scale(add(add(a, b), c), 1 / 3),
  }));
  // First about the center of the surface, which gives the center of mass, then about the center of mass.
  const center = weightedMean(faces, (face) => partOf(face, apex.point, kind)).point;
  const covariance = new Float64Array(9);
  let amount = 0;
  for (const face of faces) {
    const corners = face.map((corner) => subtract(corner, center));
    const { weight } = partOf(face, center, kind);
    amount += weight;
    // ∫ x xᵀ = w/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ) with s = a + b + c for a tetrahedron with its apex at 0; w/12 for a triangle.
    const share = weight / (kind === 'shell' ? 12 : 20);
    for (const x of [...corners, add(add(corners[0], corners[1]), corners[2])])
      for (let k = 0; k < 9; k++) covariance[k] += share * x[Math.floor(k / 3)] * x[k % 3];
  }
  const trace = covariance[0] + covariance[4] + covariance[8];
  return { amount, center, inertia: Array.from(covariance, (value, k) => (k % 4 === 0 ? trace : 0) - value) };
}

function cornersOf({ vertices, triangles }: MeshSurface): Corners[] {
  const at = (corner: number): Vec3 => [vertices[3 * corner], vertices[3 * corner + 1], vertices[3 * corner + 2]];
  return Array.from({ length: triangles.length / 3 }, (_, k) => [
    at(triangles[3 * k]),
    at(triangles[3 * k + 1]),
    at(triangles[3 * k + 2]),
  ]);
}

function areaOf(a: Vec3, b: Vec3, c: Vec3): number {
  return length(cross(subtract(b, a), subtract(c, a))) / 2;
}

/** The volume of the tetrahedron of a face and the apex, or the area of the face. As in MuJoCo, `point` is the tetrahedron's center in both cases. */
function partOf([a, b, c]: Corners, apex: Vec3, kind: MeshInertia): { weight: number; point: Vec3 } {
  const point = scale(add(add(add(a, b), c), apex), 0.25);
  if (kind === 'shell') return { weight: areaOf(a, b, c), point };
  const volume = dot(subtract(a, apex), cross(subtract(b, apex), subtract(c, apex))) / 6;
  return { weight: kind === 'legacy' ? Math.abs(volume) : volume, point };
}

function weightedMean(
  faces: readonly Corners[],
  part: (face: Corners) => { weight: number; point: Vec3 },
): { weight: number; point: Vec3 } {
  let [weight, sum]: [number, Vec3] = [0, [0, 0, 0]];
  for (const face of faces) {
    const each = part(face);
    weight += each.weight;
    sum = add(sum, scale(each.point, each.weight));
  }
  return { weight, point: weight === 0 ? sum : scale(sum, 1 / weight) };
}
