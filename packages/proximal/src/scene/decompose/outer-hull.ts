// A convex part with few vertices that contains another one: the intersection of the half-spaces of a simplified hull, moved outward until they
// contain the part. A flat part is contained in a polygon of its plane.
import { convexHull } from '../../hull/convex-hull.ts';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { HullPart } from './part.ts';

/** The part itself if it has at most `maxVertices` vertices, otherwise a part with at most `maxVertices` vertices that contains it. */
export function outerPart(part: HullPart, maxVertices: number): HullPart {
  if (part.vertices.length <= 3 * maxVertices) return part;
  if (part.volume === 0) return outerPolygon(part, maxVertices);
  // A hull with n vertices has at most 2n − 4 faces, and a polytope with f faces has at most 2f − 4 vertices.
  for (let inner = Math.floor((maxVertices + 12) / 4); inner >= 4; inner--) {
    const { planes } = convexHull(part.vertices, { maxVertices: inner });
    const outer = intersection(part, planes);
    if (outer && outer.vertices.length <= 3 * maxVertices) return outer;
  }
  return boxAround(part);
}

/** The intersection of the half-spaces with these normals that contain the part and touch it; null if it is unbounded or flat. */
function intersection(part: HullPart, planes: Float64Array): HullPart | null {
  const { vertices } = part;
  const count = vertices.length / 3;
  const center = [0, 1, 2].map((axis) => vertices.reduce((sum, x, k) => (k % 3 === axis ? sum + x : sum), 0) / count);
  const heightAt = (normal: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>): number =>
    normal[0] * x + normal[1] * y + normal[2] * z;
  // The vertices of the intersection are the faces of the dual hull, whose points are the normals divided by the planes' distances from the center.
  const dual = new Float64Array((3 * planes.length) / 4);
  for (let plane = 0; plane < planes.length / 4; plane++) {
    const normal = planes.subarray(4 * plane, 4 * plane + 3);
    let offset = -Infinity;
    for (let k = 0; k < vertices.length; k += 3)
      offset = Math.max(offset, heightAt(normal, vertices.subarray(k, k + 3)));
    const height = offset - heightAt(normal, center);
    if (!(height > 0)) return null;
    for (let axis = 0; axis < 3; axis++) dual[3 * plane + axis] = normal[axis] / height;
  }
  const hull = convexHull(dual);
  if (hull.dimension < 3) return null;
  const corners: number[] = [];
  for (let at = 0; at < hull.planes.length; at += 4) {
    const offset = hull.planes[at + 3];
    if (!(offset > 0)) return null;
    for (let axis = 0; axis < 3; axis++) corners.push(center[axis] + hull.planes[at + axis] / offset);
  }
  return new HullPart(Float64Array.from(corners));
}

/** The lines through the sides of a simplified polygon, moved outward until they touch the polygon, intersected in order. */
function outerPolygon({ vertices }: HullPart, maxVertices: number): HullPart {
  const { vertices: inner, planes, loop, faceStart } = convexHull(vertices, { maxVertices });
  const face: Vec3 = [planes[0], planes[1], planes[2]];
  const corners = Array.from(
    loop.subarray(0, faceStart[1]),
    (k): Vec3 => [...inner.subarray(3 * k, 3 * k + 3)] as Vec3,
  );
  const lines = corners.map((corner, k) => {
    const normal = cross(subtract(corners[(k + 1) % corners.length], corner), face);
    let offset = -Infinity;
    for (let at = 0; at < vertices.length; at += 3)
      offset = Math.max(offset, dot(normal, [vertices[at], vertices[at + 1], vertices[at + 2]]));
    return { normal, offset };
  });
  // The point p with a·p = α, b·p = β and f·p = φ is (α b × f + β f × a + φ a × b)/(f·(a × b)).
  const points = lines.map((line, k) => {
    const next = lines[(k + 1) % lines.length];
    const both = cross(line.normal, next.normal);
    const terms = [
      scale(cross(next.normal, face), line.offset),
      scale(cross(face, line.normal), next.offset),
      scale(both, planes[3]),
    ];
    return scale(terms.reduce(add), 1 / dot(face, both));
  });
  return new HullPart(Float64Array.from(points.flat()));
}

function boxAround({ box }: HullPart): HullPart {
  const corners = Array.from({ length: 8 }, (_, k) => [box[k & 1 ? 3 : 0], box[k & 2 ? 4 : 1], box[k & 4 ? 5 : 2]]);
  return new HullPart(Float64Array.from(corners.flat()));
}
