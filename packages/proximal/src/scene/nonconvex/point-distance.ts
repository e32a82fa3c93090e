// The signed distance of points from a triangle mesh.
import { outOfRange, wrongType } from '../../check/argument.ts';
import { MeshPoint } from '../../engine/layout.ts';
import { meshKernel } from '../../engine/mesh.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { activeEngine } from '../../engine/target.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** The number of points per kernel call. */
const chunk = 1024;

/** The distance of a point from a mesh, in body coordinates. */
export interface PointDistance {
  /** The signed distance, in meters: negative inside a closed mesh, never negative for an open mesh. NaN for coordinates beyond 10⁷⁰. */
  readonly distance: number;
  /** Bounds of the exact signed distance, in meters; they differ by rounding. For points within rounding of the surface they include 0. */
  readonly lower: number;
  readonly upper: number;
  /** The nearest point of the mesh. */
  readonly point: Vec3;
  /**
   * The unit vector along which the signed distance grows fastest: away from the nearest point, or toward it inside. For a point
   * within rounding of the surface it is the outward normal of the nearest triangle; of an open mesh, the normal by the order of the
   * corners.
   */
  readonly gradient: Vec3;
  /** The index of the nearest triangle: of several at the same distance, the lowest. −1 for coordinates beyond 10⁷⁰. */
  readonly triangle: number;
  /**
   * Whether the mesh winds around the point. Undefined for a mesh that is not closed (see `TriangleMesh.isClosed`) and for coordinates beyond 10⁷⁰.
   */
  readonly inside: boolean | undefined;
}

/** The results of `TriangleMesh.signedDistanceBatch`: one typed array per field, one row per point. See `PointDistance` for the fields. */
export interface PointDistanceBatch {
  readonly count: number;
  readonly distance: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Three numbers per row. */
  readonly point: Float64Array;
  /** Three numbers per row. */
  readonly gradient: Float64Array;
  readonly triangle: Int32Array;
  /** 1 inside, 0 outside, −1 if the mesh is not closed or the coordinates are beyond 10⁷⁰. */
  readonly inside: Int8Array;
}

/**
 * Arrays for the results of `count` points, to be reused.
 * @example
 * ```ts
 * const out = createPointDistanceBatch(1000);
 * ```
 */
export function createPointDistanceBatch(count: number): PointDistanceBatch {
  if (!Number.isInteger(count) || count < 0)
    throw outOfRange('createPointDistanceBatch', 'count', count, 'give a whole number of points');
  return {
    count,
    distance: new Float64Array(count),
    lower: new Float64Array(count),
    upper: new Float64Array(count),
    point: new Float64Array(3 * count),
    gradient: new Float64Array(3 * count),
    triangle: new Int32Array(count),
    inside: new Int8Array(count),
  };
}

/** Rejects anything but result arrays for this many points. */
export function checkPointBatch(where: string, batch: PointDistanceBatch, count: number): void {
  if (typeof batch === 'object' && batch !== null && batch.count === count) {
    const { distance, lower, upper, point, gradient, triangle, inside } = batch;
    const fits = (field: ArrayLike<number> | undefined, each: number): boolean => field?.length === each * count;
    const hasNumbers = fits(distance, 1) && fits(lower, 1) && fits(upper, 1) && fits(triangle, 1) && fits(inside, 1);
    if (hasNumbers && fits(point, 3) && fits(gradient, 3)) return;
  }
  throw wrongType(where, 'out', batch, `give createPointDistanceBatch(${count}), or leave it out`);
}

/** The properties of a mesh that the kernel's search needs. */
export interface MeshRecord {
  readonly record: ShapeRecord;
  readonly isClosed: boolean;
  /** 1 or −1 if the triangles of a closed mesh face outward or inward, otherwise 0. */
  readonly orientation: number;
}

/** Fills a batch: `points` has three numbers for each row. */
export function pointDistances(mesh: MeshRecord, points: Float64Array, out: PointDistanceBatch): void {
  const { record, isClosed } = mesh;
  const records = [record];
  const facing = mesh.orientation < 0 ? -1 : 1;
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    for (let from = 0; from < out.count; from += chunk) {
      const count = Math.min(chunk, out.count - from);
      const [address] = engine.memory.placeAll(frame, records);
      const rows = engine.memory.placeTable(frame, MeshPoint.SIZE * count);
      const { f64, i32 } = engine;
      for (let k = 0; k < count; k++) {
        const row = rows + MeshPoint.SIZE * k;
        for (let axis = 0; axis < 3; axis++) MeshPoint.setPosition(f64, row, axis, points[3 * (from + k) + axis]);
      }
      meshKernel(engine).meshPoints(address, rows, count, isClosed ? 1 : 0, facing, frame.input);
      for (let k = 0; k < count; k++) copyRow(f64, i32, rows + MeshPoint.SIZE * k, isClosed, out, from + k);
    }
  } finally {
    engine.leave();
  }
}

function copyRow(
  f64: Float64Array,
  i32: Int32Array,
  row: number,
  isClosed: boolean,
  out: PointDistanceBatch,
  k: number,
): void {
  const distance = MeshPoint.distance(f64, row);
  const error = MeshPoint.error(f64, row);
  const size = Math.abs(distance);
  out.distance[k] = distance;
  // Within rounding of the surface of a closed mesh, the sign is uncertain.
  const isNear = isClosed && size <= error;
  const isInRange = error < Infinity;
  if (!isInRange) out.lower[k] = isClosed ? -Infinity : 0;
  else out.lower[k] = isNear ? -size - error : lowerBound(distance, error, isClosed);
  out.upper[k] = isInRange ? (isNear ? size : distance) + error : Infinity;
  for (let axis = 0; axis < 3; axis++) {
    out.point[3 * k + axis] = MeshPoint.nearest(f64, row, axis);
    out.gradient[3 * k + axis] = MeshPoint.gradient(f64, row, axis);
  }
  out.triangle[k] = MeshPoint.triangle(i32, row);
  out.inside[k] = isClosed && isInRange ? (MeshPoint.winding(i32, row) !== 0 ? 1 : 0) : -1;
}

/** The distance from an open mesh is not negative. */
function lowerBound(distance: number, error: number, isClosed: boolean): number {
  return isClosed ? distance - error : Math.max(0, distance - error);
}

/** Row 0 of a batch as an object. */
export function pointDistanceOf(batch: PointDistanceBatch): PointDistance {
  const { distance, lower, upper, point, gradient, triangle, inside } = batch;
  return {
    distance: distance[0],
    lower: lower[0],
    upper: upper[0],
    point: [point[0], point[1], point[2]],
    gradient: [gradient[0], gradient[1], gradient[2]],
    triangle: triangle[0],
    inside: inside[0] < 0 ? undefined : inside[0] === 1,
  };
}
