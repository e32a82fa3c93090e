import { cross, dot, length, subtract, type Vec3 } from '../math/vec3.ts';
import type { Triangulation } from './triangulate.ts';

/** An edge is sharp if the normals of its triangles differ by more than 30°: the cosine of this angle. */
const sharpCosine = 0.866;

/** Separate triangles with normals: nine numbers each. */
export interface Shading {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/**
 * The normal at each corner of a triangle is the mean, weighted by area, of the normals of the triangles around the vertex. Triangles at
 * a sharp angle to this one are left out.
 */
export function shade({ vertices, triangles }: Triangulation): Shading {
  const at = (vertex: number): Vec3 => [vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]];
  const count = triangles.length / 3;
  /** Normals of the triangles, as long as twice the area. */
  const areaNormals = Array.from({ length: count }, (_, k) => {
    const [a, b, c] = triangles.subarray(3 * k, 3 * k + 3);
    return cross(subtract(at(b), at(a)), subtract(at(c), at(a)));
  });
  const trianglesAt: number[][] = Array.from({ length: vertices.length / 3 }, () => []);
  triangles.forEach((vertex, k) => void trianglesAt[vertex].push(Math.floor(k / 3)));
  const positions = new Float32Array(9 * count);
  const normals = new Float32Array(9 * count);
  triangles.forEach((vertex, k) => {
    const own = areaNormals[Math.floor(k / 3)];
    const sum: Vec3 = [0, 0, 0];
    for (const other of trianglesAt[vertex]) {
      const normal = areaNormals[other];
      if (dot(own, normal) < sharpCosine * length(own) * length(normal)) continue;
      for (let axis = 0; axis < 3; axis++) sum[axis] += normal[axis];
    }
    const size = length(sum) || 1;
    positions.set(at(vertex), 3 * k);
    normals.set([sum[0] / size, sum[1] / size, sum[2] / size], 3 * k);
  });
  return { positions, normals };
}
