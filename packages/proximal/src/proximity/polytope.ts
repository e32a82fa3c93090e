// EPA's polytope on its way out of the kernel's memory, and what it proves.
import type { Engine } from '../engine/engine.ts';
import {
  CORNER_STRIDE,
  CORNERS,
  FACE_CORNER_INT,
  FACE_LIVES,
  FACE_STATE_INT,
  FACE_STRIDE,
  FACES,
  FACES_USED_INT,
  HAS_POLYTOPE_INT,
  VERTEX_DIRECTION,
  VERTICES_USED_INT,
} from '../engine/layout.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Polytope } from './result.ts';

/** The polytope of the query in workspace `w`; null if it has needed none. */
export function readPolytope({ f64, i32 }: Engine, polytope: number, w: number): Polytope | null {
  if (i32[2 * w + HAS_POLYTOPE_INT] === 0) return null;
  const directions = new Float64Array(3 * i32[2 * polytope + VERTICES_USED_INT]);
  for (let k = 0; 3 * k < directions.length; k++) {
    const at = polytope + CORNERS + k * CORNER_STRIDE + VERTEX_DIRECTION;
    directions.set(f64.subarray(at, at + 3), 3 * k);
  }
  const triangles: number[] = [];
  for (let k = 0; k < i32[2 * polytope + FACES_USED_INT]; k++) {
    const face = 2 * (polytope + FACES + k * FACE_STRIDE);
    if (i32[face + FACE_STATE_INT] !== FACE_LIVES) continue;
    for (let n = 0; n < 3; n++) {
      triangles.push((i32[face + FACE_CORNER_INT + n] - polytope - CORNERS) / CORNER_STRIDE);
    }
  }
  return { directions, triangles: Uint32Array.from(triangles) };
}

/**
 * The radius of a ball around the origin inside the hull of the corners, or 0 if the surface does not prove any. The surface is
 * closed if the way back along every edge is another triangle's edge; if the origin is on the inner side of every triangle, then
 * each of them takes its part of the directions, and together they take all of them.
 */
export function innerBall({ triangles }: Polytope, corners: readonly Vec3[]): number {
  const edges = new Set<number>();
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    edges.add(corners.length * triangles[k] + triangles[next]);
  }
  if (triangles.length === 0 || edges.size !== triangles.length) return 0;
  for (const edge of edges) {
    const from = Math.floor(edge / corners.length);
    if (!edges.has(corners.length * (edge - corners.length * from) + from)) return 0;
  }
  let radius = Infinity;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [corners[triangles[k]], corners[triangles[k + 1]], corners[triangles[k + 2]]];
    radius = Math.min(radius, distanceToPlane(a, b, c));
  }
  return Math.max(0, radius);
}

/** From the two shorter edges, and orthogonal to the longest: that is the lever arm of an error in a sliver's normal. */
function distanceToPlane(a: Vec3, b: Vec3, c: Vec3): number {
  const edges = [subtract(b, a), subtract(c, b), subtract(a, c)];
  const longest = edges.map(length).reduce((most, size, k, all) => (size > all[most] ? k : most), 0);
  const around = cross(edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
  const lever = edges[longest];
  const normal = subtract(around, scale(lever, dot(around, lever) / dot(lever, lever)));
  const size = length(normal);
  if (!(size > 0)) return Infinity;
  return Math.min(dot(normal, a), dot(normal, b), dot(normal, c)) / size;
}
