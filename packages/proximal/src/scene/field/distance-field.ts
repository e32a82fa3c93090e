// A certified distance field: bounds of the distance at every point, from the distances at the corners of a grid.
//
// The distance d is 1-Lipschitz: |d(x) − d(c)| ≤ |x − c|. So each corner c of the cell around x, with the stored value v, gives a lower bound
// v − |x − c| and an upper bound v + |x − c|. The best of the eight are used, and `error` covers the error of v.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { type PoseLike, readPose } from '../../math/pose.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import { type Bounds, checkShape, type Shape } from '../../shapes/shape.ts';
import { coverOf, FieldClearance } from './clearance.ts';
import { Grid, type GridData, side } from './grid.ts';
import { type FieldNumbers, Sampler } from './sampler.ts';
import { readField, writeField } from './snapshot.ts';

/** Bounds of the signed distance of a point, in meters: the distance is proven to be between them. */
export interface DistanceBounds {
  readonly lower: number;
  readonly upper: number;
}

/** The distance of a point, interpolated between the corners of its cell, and its bounds. */
export interface FieldSample extends DistanceBounds {
  /**
   * The trilinear interpolation of the distances at the corners, in meters: a continuous function of the point. Outside of the grid: the value at the
   * grid's nearest point, plus the distance from it. It approximates the distance and is usually, but not always, between the bounds.
   */
  readonly distance: number;
  /** The derivative of `distance` with respect to the point. Its length is near 1 away from edges and medial surfaces. */
  readonly gradient: Vec3;
}

/** A cell of a distance field. Its bounds hold at all of its points. */
export interface FieldCell extends Bounds, DistanceBounds {}

/** All data of a field. */
export interface FieldData extends FieldNumbers {
  readonly grid: GridData;
  readonly notices: readonly string[];
  /** A hash of the body, as two 32-bit integers; zeros for a body without a hash. */
  readonly fingerprint: readonly [number, number];
}

/**
 * Bounds of the signed distance from a body at every point, in the body's frame, from a sparse grid of distances. Made by `distanceField`.
 * @example
 * ```ts
 * const field = distanceField(mug, { resolution: 0.002 });
 * const { lower, upper } = field.bounds([0.1, 0, 0.05]); // meters
 * const free = field.status(gripper, { position: [0.2, 0, 0.1] }) === 'separated';
 * ```
 */
export class DistanceField {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'DistanceField';

  /** @internal */
  readonly data: FieldData;
  /** @internal */
  readonly sampler: Sampler;
  /** @internal */
  readonly clearance: FieldClearance;

  /** @internal */
  constructor(data: FieldData) {
    this.data = data;
    this.sampler = new Sampler(new Grid(data.grid), data);
    this.clearance = new FieldClearance(this.sampler);
  }

  /** Makes a field from the bytes of `snapshot`. The bytes are checked; invalid bytes throw an error. */
  static restore(bytes: Uint8Array): DistanceField {
    return new DistanceField(readField('DistanceField.restore', bytes));
  }

  /**
   * The field as bytes, with a version, a length and a checksum. The body is not included. Equal bodies and options give equal bytes on every
   * machine and target.
   */
  snapshot(): Uint8Array {
    return writeField(this.data);
  }

  /** The side of the cells near the surface, in meters. */
  get resolution(): number {
    return this.data.resolution;
  }

  /** Whether distances are negative inside the body: true unless it is an open mesh. */
  get isSigned(): boolean {
    return this.data.isSigned;
  }

  /** A bound of the error of every stored distance, in meters. All bounds include it. */
  get error(): number {
    return this.data.error;
  }

  /** The memory of the field, in bytes. */
  get bytes(): number {
    return this.sampler.grid.bytes;
  }

  /** The largest magnitude of a coordinate of the body's box, in meters. @internal */
  get largestCoordinate(): number {
    return Math.max(...this.data.box.map(Math.abs));
  }

  /** Notices about the body, such as open edges of a mesh. */
  get notices(): readonly string[] {
    return this.data.notices;
  }

  /** The box of the grid, in the body's frame. Bounds hold outside of it, too, but are wider there. */
  get box(): Bounds {
    const { origin, resolution, grid } = this.data;
    const end = (axis: number): number => origin[axis] + side * grid.counts[axis] * resolution;
    return { min: [...origin], max: [end(0), end(1), end(2)] };
  }

  /**
   * Bounds of the signed distance at any point, in meters.
   * @param point in the body's frame
   */
  bounds(point: VectorLike): DistanceBounds {
    const [x, y, z] = readVector('DistanceField.bounds', 'point', point);
    const { sampler } = this;
    sampler.bound(x, y, z);
    return { lower: sampler.lower, upper: sampler.upper };
  }

  /** The interpolated distance at any point, its gradient, and the bounds. */
  at(point: VectorLike): FieldSample {
    const [x, y, z] = readVector('DistanceField.at', 'point', point);
    const { sampler } = this;
    sampler.bound(x, y, z);
    sampler.interpolate(x, y, z);
    const { lower, upper, value, gradient } = sampler;
    return { distance: value, gradient: [gradient[0], gradient[1], gradient[2]], lower, upper };
  }

  /** The cell that contains a point of the grid, with bounds that hold in all of it; null outside of the grid. */
  cellAt(point: VectorLike): FieldCell | null {
    const position = readVector('DistanceField.cellAt', 'point', point);
    const { origin, resolution, error, isSigned } = this.data;
    const { grid } = this.sampler;
    const [x, y, z] = position.map((value, axis) => (value - origin[axis]) / resolution);
    const [nx, ny, nz] = grid.data.counts;
    if (!(x >= 0 && y >= 0 && z >= 0 && x <= side * nx && y <= side * ny && z <= side * nz)) return null;
    grid.locate(x, y, z, false);
    const { values, size } = grid;
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    // Every point is within a diagonal of each corner, and within half a diagonal of one of them.
    const diagonal = Math.sqrt(3) * size;
    const lower = Math.max(least - diagonal / 2, greatest - diagonal) * resolution - error;
    const upper = Math.min(greatest + diagonal / 2, least + diagonal) * resolution + error;
    const corner = (end: number): Vec3 =>
      [grid.x, grid.y, grid.z].map((start, axis) => origin[axis] + (start + end) * resolution) as Vec3;
    return { min: corner(0), max: corner(size), lower: isSigned ? lower : Math.max(0, lower), upper };
  }

  /**
   * Bounds at many points: `lower` and `upper` of each.
   * @param points x y z of each, in the body's frame
   * @param out receives two numbers for each point. Default: a new array
   */
  boundsBatch(points: Float64Array, out?: Float64Array): Float64Array {
    const where = 'DistanceField.boundsBatch';
    const count = checkPoints(where, points);
    const to = checkOut(where, out, 2 * count);
    const { sampler } = this;
    for (let k = 0; k < count; k++) {
      sampler.bound(points[3 * k], points[3 * k + 1], points[3 * k + 2]);
      to[2 * k] = sampler.lower;
      to[2 * k + 1] = sampler.upper;
    }
    return to;
  }

  /**
   * Interpolated distances at many points: the distance and the three numbers of the gradient of each.
   * @param points x y z of each, in the body's frame
   * @param out receives four numbers for each point. Default: a new array
   */
  atBatch(points: Float64Array, out?: Float64Array): Float64Array {
    const where = 'DistanceField.atBatch';
    const count = checkPoints(where, points);
    const to = checkOut(where, out, 4 * count);
    const { sampler } = this;
    for (let k = 0; k < count; k++) {
      sampler.interpolate(points[3 * k], points[3 * k + 1], points[3 * k + 2]);
      to[4 * k] = sampler.value;
      to.set(sampler.gradient, 4 * k + 1);
    }
    return to;
  }

  /**
   * Whether a convex shape is proven to be separated from the body by more than `margin`, or to come within it. `'unknown'` means that the field is
   * too coarse to decide, or that the shape is unbounded: use an exact query. The inside of a closed mesh counts as solid.
   * @param pose of the shape in the body's frame
   * @param options `margin` in meters, default 0
   */
  status(
    shape: Shape,
    pose: PoseLike,
    options?: { readonly margin?: number },
  ): 'separated' | 'overlapping' | 'unknown' {
    const where = 'DistanceField.status';
    checkShape(where, 'shape', shape);
    checkOptions(where, 'options', options, ['margin']);
    const margin = options?.margin ?? 0;
    checkNumber(where, 'options.margin', margin, 'give a length in meters, finite and not negative', 0);
    const numbers = new Float64Array(7);
    readPose(where, 'pose', pose, numbers, 0);
    const cover = shape.isBounded ? coverOf(shape) : null;
    if (!cover) return 'unknown';
    if (this.clearance.isFree(cover, numbers, margin, false)) return 'separated';
    return this.clearance.isWithin(cover, numbers, margin, false) ? 'overlapping' : 'unknown';
  }
}

/** The number of points in an array of finite coordinates. */
function checkPoints(where: string, points: Float64Array): number {
  const remedy = 'give a Float64Array with three finite numbers for each point';
  if (!(points instanceof Float64Array) || points.length % 3 !== 0) throw wrongType(where, 'points', points, remedy);
  for (let k = 0; k < points.length; k++)
    if (!Number.isFinite(points[k])) throw outOfRange(where, `points[${k}]`, points[k], remedy);
  return points.length / 3;
}

function checkOut(where: string, out: Float64Array | undefined, size: number): Float64Array {
  if (out === undefined) return new Float64Array(size);
  if (!(out instanceof Float64Array) || out.length !== size)
    throw wrongType(where, 'out', out, `give a Float64Array of length ${size}, or leave it out`);
  return out;
}
