// Convex shapes as polytopes, within a tolerance: the hull of support points, refined by support points along the normals of its faces.
import { convexHull, type Hull } from '../hull/hull.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { type Shape, supportBatch } from './shape.ts';

/** The largest number of rounds. Each round about halves the angles between neighboring faces of a curved surface. */
const maxRounds = 32;
/** A relative tolerance refers to the smallest half extent, or to this fraction of the largest if that is larger. */
const minRelativeExtent = 0.02;

/**
 * A polytope inside a bounded shape, with all corners on its surface. No point of the shape is farther than `tolerance`, in
 * meters, beyond the plane of a face, unless `maxRounds` rounds do not suffice. Polytopes are exact.
 */
export function tessellate(shape: Shape, tolerance: number): PolytopeFaces {
  const exact = exactPolytope(shape);
  if (exact) return exact;
  let hull = convexHull(supportBatch(shape, cubeDirections()));
  for (let round = 0; round < maxRounds; round++) {
    const points = pointsBeyond(shape, hull, tolerance);
    if (points.length === 0) break;
    hull = convexHull(joined(hull.vertices, points));
  }
  return hull;
}

/** The shape itself as a polytope; null if it is curved, or too large a sum. */
export function exactPolytope(shape: Shape): PolytopeFaces | null {
  return shape.radius === 0 ? shape.corePolytope() : null;
}

/** A tolerance in meters: a fraction of the shape's smallest half extent. */
export function relativeTolerance(shape: Shape, fraction: number): number {
  const { halfExtents } = shape.orientedBoundingBox();
  return fraction * Math.max(Math.min(...halfExtents), minRelativeExtent * Math.max(...halfExtents));
}

/** Support points more than `tolerance` beyond the faces. */
function pointsBeyond(shape: Shape, hull: Hull, tolerance: number): Float64Array {
  const planes = hull.dimension === 2 ? joined(hull.planes, planesOfEdges(hull)) : hull.planes;
  const count = planes.length / 4;
  const normals = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) normals.set(planes.subarray(4 * k, 4 * k + 3), 3 * k);
  const points = supportBatch(shape, normals);
  let found = 0;
  for (let k = 0; k < count; k++) {
    const point = points.subarray(3 * k, 3 * k + 3);
    const height = point[0] * normals[3 * k] + point[1] * normals[3 * k + 1] + point[2] * normals[3 * k + 2];
    if (height - planes[4 * k + 3] > tolerance) points.set(point, 3 * found++);
  }
  return points.subarray(0, 3 * found);
}

/** The planes through the edges of a flat polygon, perpendicular to it. */
function planesOfEdges({ vertices, faceStart, loop, planes }: Hull): Float64Array {
  const at = (k: number): Vec3 => [vertices[3 * loop[k]], vertices[3 * loop[k] + 1], vertices[3 * loop[k] + 2]];
  const count = faceStart[1];
  const out = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    const corner = at(k);
    const outward = cross(subtract(at((k + 1) % count), corner), [planes[0], planes[1], planes[2]]);
    const normal = scale(outward, 1 / length(outward));
    out.set([...normal, dot(normal, corner)], 4 * k);
  }
  return out;
}

/** The directions from the center of a cube to its faces, edges and corners. */
function cubeDirections(): Float64Array {
  const steps = [-1, 0, 1];
  const all = steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => [x, y, z])));
  return Float64Array.from(all.filter((direction) => direction.some((x) => x !== 0)).flat());
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const out = new Float64Array(first.length + second.length);
  out.set(first);
  out.set(second, first.length);
  return out;
}
