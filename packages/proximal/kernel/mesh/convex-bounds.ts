// Lower bounds of the distance between a convex shape B and parts of a mesh A, in A's frame.
//
// Let q be the point of B's box nearest to a point p of a part, and d the unit vector from p to q. All of B is beyond the plane
// through q with the normal d, so the distance is at least d · (q − x) for the point x of the part that is farthest along d. For a rounded
// shape B, the box is of its core, and the swept radius is subtracted, as is a bound on the rounding error.
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import { supportsOf } from '../port/queries.ts';
import * as ConvexBounds from './blocks/convex-bounds.ts';
import * as Mesh from './blocks/mesh.ts';
import * as TrianglePoint from './blocks/triangle-point.ts';
import { nearestOnTriangle } from './triangle-point.ts';

/** Writes the bounds of shape B, at its pose in A's frame. `scratch` is memory for 36 numbers. */
export function boundConvex(w: i32, mesh: i32, out: i32, scratch: i32): void {
  const shape: i32 = Query.recordB(w);
  const radius: f64 = ShapeBlock.radius(shape);
  for (let k: i32 = 0; k < 18; k += 1) st(scratch + k, 0.0);
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    st(scratch + 4 * axis, -1.0);
    st(scratch + 9 + 4 * axis, 1.0);
  }
  supportsOf(shape, scratch, 6, scratch + 18);
  const points: i32 = scratch + 18;
  const root: i32 = mesh + Mesh.nodesAt(mesh);
  let extent: f64 = 0.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const low: f64 = ld(points + 4 * axis);
    const high: f64 = ld(points + 9 + 4 * axis);
    st(scratch + axis, 0.5 * (low + high));
    ConvexBounds.setHalf(out, axis, Math.max(0.0, 0.5 * (high - low) - radius));
    extent += Math.abs(low) + Math.abs(high) + Math.abs(Query.translation(w, axis));
    extent += Math.max(Math.abs(ld(root + axis)), Math.abs(ld(root + 3 + axis)));
  }
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const row: i32 = w + Query.ROTATION + 3 * axis;
    const rotated: f64 = ld(row) * ld(scratch) + ld(row + 1) * ld(scratch + 1) + ld(row + 2) * ld(scratch + 2);
    ConvexBounds.setCenter(out, axis, rotated + Query.translation(w, axis));
  }
  ConvexBounds.setRadius(out, radius);
  ConvexBounds.setError(out, 32.0 * EPSILON * extent);
}

/**
 * A lower bound on the distance of shape B from the triangle at `triangle`, nine numbers: with p in the middle of the triangle, and if that bound is
 * not above `best`, with the point p of the triangle that is nearest to q. The result is the larger of the bounds. The last vector
 * from p to q becomes the initial direction (`guess`) of the query in the workspace.
 */
export function triangleBound(w: i32, bounds: i32, triangle: i32, best: f64): f64 {
  const px: f64 = (ld(triangle) + ld(triangle + 3) + ld(triangle + 6)) * (1.0 / 3.0);
  const py: f64 = (ld(triangle + 1) + ld(triangle + 4) + ld(triangle + 7)) * (1.0 / 3.0);
  const pz: f64 = (ld(triangle + 2) + ld(triangle + 5) + ld(triangle + 8)) * (1.0 / 3.0);
  const bound: f64 = boundFrom(w, bounds, triangle, px, py, pz);
  if (bound > best) return bound;
  const point: i32 = bounds + ConvexBounds.POINT;
  nearestOnTriangle(triangle, px + Query.guess(w, 0), py + Query.guess(w, 1), pz + Query.guess(w, 2), point);
  const nearer: f64 = boundFrom(
    w,
    bounds,
    triangle,
    TrianglePoint.nearest(point, 0),
    TrianglePoint.nearest(point, 1),
    TrianglePoint.nearest(point, 2),
  );
  return Math.max(bound, nearer);
}

/** The bound with the point p of a triangle. The vector from p to q becomes the initial direction (`guess`) of the query. */
function boundFrom(w: i32, bounds: i32, triangle: i32, px: f64, py: f64, pz: f64): f64 {
  const x: f64 = ConvexBounds.center(bounds, 0) - px;
  const y: f64 = ConvexBounds.center(bounds, 1) - py;
  const z: f64 = ConvexBounds.center(bounds, 2) - pz;
  const r: i32 = w + Query.ROTATION;
  const u: f64 = beyond(ld(r) * x + ld(r + 3) * y + ld(r + 6) * z, ConvexBounds.half(bounds, 0));
  const v: f64 = beyond(ld(r + 1) * x + ld(r + 4) * y + ld(r + 7) * z, ConvexBounds.half(bounds, 1));
  const t: f64 = beyond(ld(r + 2) * x + ld(r + 5) * y + ld(r + 8) * z, ConvexBounds.half(bounds, 2));
  const dx: f64 = ld(r) * u + ld(r + 1) * v + ld(r + 2) * t;
  const dy: f64 = ld(r + 3) * u + ld(r + 4) * v + ld(r + 5) * t;
  const dz: f64 = ld(r + 6) * u + ld(r + 7) * v + ld(r + 8) * t;
  Query.setGuess(w, 0, dx);
  Query.setGuess(w, 1, dy);
  Query.setGuess(w, 2, dz);
  const length: f64 = Math.sqrt(u * u + v * v + t * t);
  if (!(length > 0.0)) return -ConvexBounds.radius(bounds);
  const first: f64 = dx * (ld(triangle) - px) + dy * (ld(triangle + 1) - py) + dz * (ld(triangle + 2) - pz);
  const second: f64 = dx * (ld(triangle + 3) - px) + dy * (ld(triangle + 4) - py) + dz * (ld(triangle + 5) - pz);
  const third: f64 = dx * (ld(triangle + 6) - px) + dy * (ld(triangle + 7) - py) + dz * (ld(triangle + 8) - pz);
  const farthest: f64 = Math.max(first, Math.max(second, third));
  return length - farthest / length - ConvexBounds.radius(bounds) - ConvexBounds.error(bounds);
}

/** The signed distance of a coordinate from the interval from −half to half; 0 inside. */
// @inline
function beyond(x: f64, half: f64): f64 {
  return x > half ? x - half : x < -half ? x + half : 0.0;
}
