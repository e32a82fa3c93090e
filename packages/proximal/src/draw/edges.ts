import { cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Triangulation } from './triangulate.ts';

/** Triangles whose normals differ by less than one degree are one face: the cosine of this angle. */
const coplanarCosine = 0.99985;

/**
 * The edges between two triangles that are not in one plane, and the edges of one or of more than two triangles, as segments: six numbers each, in
 * body coordinates.
 */
export function edgesOf({ vertices, triangles }: Triangulation): Float64Array {
  const at = (vertex: number): Vec3 => [vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]];
  const count = vertices.length / 3;
  /** The normals of the triangles at each edge, by its two vertices. */
  const normals = new Map<number, Vec3[]>();
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    const areaNormal = cross(subtract(at(b), at(a)), subtract(at(c), at(a)));
    const size = length(areaNormal);
    const normal = scale(areaNormal, size > 0 ? 1 / size : 0);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = Math.min(p, q) * count + Math.max(p, q);
      const atEdge = normals.get(key);
      if (atEdge) atEdge.push(normal);
      else normals.set(key, [normal]);
    }
  }
  const segments: number[] = [];
  for (const [key, edgeNormals] of normals) {
    if (edgeNormals.length === 2 && dot(edgeNormals[0], edgeNormals[1]) > coplanarCosine) continue;
    segments.push(...at(Math.floor(key / count)), ...at(key % count));
  }
  return Float64Array.from(segments);
}
