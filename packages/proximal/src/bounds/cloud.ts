// A cloud in local coordinates: relative to the center of its axis-aligned box, scaled by a power of two to a largest half extent from
// one to two, unless that is zero. Results then depend on the cloud's position and size only by rounding, and no square of the extent
// under- or overflows.
import { outOfRange, wrongType } from '../check/argument.ts';
import { powerOfTwo } from '../math/power-of-two.ts';
import type { Vec3 } from '../math/vec3.ts';

export interface LocalCloud {
  /** x y z of each point: (point − origin) / unit. */
  readonly xyz: Float64Array;
  readonly origin: Vec3;
  /** A power of two, in meters. */
  readonly unit: number;
  /**
   * A bound on the rounding error of the input coordinates, and of the local ones, in units. A flat cloud far from the origin is flat only to
   * within this error.
   */
  readonly resolution: number;
}

const pointsRemedy = 'give a Float64Array of at least one point: finite flat numbers x y z x y z …';

/** The local coordinates of `points`. Throws unless `points` is a Float64Array of at least one triple x y z, and all its numbers are finite. */
export function localCloud(where: string, points: Float64Array): LocalCloud {
  if (!(points instanceof Float64Array) || points.length === 0 || points.length % 3 !== 0) {
    throw wrongType(where, 'points', points, pointsRemedy);
  }
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  let largest = 0;
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    if (!Number.isFinite(x)) throw outOfRange(where, `points[${k}]`, x, pointsRemedy);
    const axis = k % 3;
    low[axis] = Math.min(low[axis], x);
    high[axis] = Math.max(high[axis], x);
    largest = Math.max(largest, Math.abs(x));
  }
  // `middle` halves before it adds: the sum of two huge coordinates would overflow.
  const origin: Vec3 = [middle(low[0], high[0]), middle(low[1], high[1]), middle(low[2], high[2])];
  const halfExtent = Math.max(...origin.map((x, axis) => Math.max(high[axis] - x, x - low[axis])));
  const unit = powerOfTwo(halfExtent === 0 ? 1 : halfExtent);
  const xyz = new Float64Array(points.length);
  for (let k = 0; k < points.length; k++) xyz[k] = (points[k] - origin[k % 3]) / unit;
  return { xyz, origin, unit, resolution: Math.max(1, largest / unit) * 2 ** -52 };
}

/** The midpoint; exact if low = high, also for subnormal numbers. */
function middle(low: number, high: number): number {
  return low === high ? low + 0 : low / 2 + high / 2;
}

/** A local point in the coordinates of the input. */
export function toInput(cloud: LocalCloud, local: Vec3): Vec3 {
  const { origin, unit } = cloud;
  return [origin[0] + unit * local[0], origin[1] + unit * local[1], origin[2] + unit * local[2]];
}
