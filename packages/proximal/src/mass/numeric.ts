import { checkInteger, checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type AzimuthIntegral, AzimuthIntegrator } from './azimuth.ts';
import { type MassProperties, massFromMoments, momentsFromSums, pointMass, transformMoments } from './mass.ts';
import { type BatchSupport, MeridianIntegrator } from './meridian.ts';
import { fromBodyPoint, type RoundFrame, roundFrame, toBodyDirection } from './round-frame.ts';

export type { BatchSupport } from './meridian.ts';

export interface NumericMassOptions {
  /** The relative error to reach: 1e-6 unless given. */
  readonly tolerance?: number;
  /** The approximate number of support points at which to stop, regardless of the error: 20 million unless given. */
  readonly callLimit?: number;
}

/** The stated error is the estimated error times this factor. */
const errorFactor = 4;
/** The tolerance for pieces of a meridian, relative to the tolerance of the result. */
const innerFactor = 0.005;
/** Only a target of the estimates above this, relative to the tolerance, is lowered further. */
const smallestTarget = 1e-3;

/**
 * The mass of a bounded convex body, such as a sum or a smooth hull, from its support points.
 *
 * A linear map first makes the body about equally long in all directions, so that no digits are lost for thin bodies. Then the moments
 * are integrated along the meridians of two different axes. The two results come from different directions, so their difference estimates the error
 * independently of the changes by the last refinements. A flat body has the volume 0.
 */
export function numericMass(support: BatchSupport, options?: NumericMassOptions): MassProperties {
  const where = 'numericMass';
  if (typeof support !== 'function') throw wrongType(where, 'support', support, 'give a function (directions, out)');
  checkOptions(where, 'options', options, ['tolerance', 'callLimit']);
  const remedy = 'give a relative error of at least 1e-12';
  const tolerance = checkNumber(where, 'options.tolerance', options?.tolerance ?? 1e-6, remedy, 1e-12);
  const callLimit = checkInteger(where, 'options.callLimit', options?.callLimit ?? 2e7, 1, 1e9);
  const frame = roundFrame(support);
  if (frame.flat) return pointMass(frame.center);

  const axes = [2, 0].map((axis) => new AxisIntegrator(support, frame, axis, innerFactor * tolerance, callLimit / 2));
  // The first target is half of what the tolerance allows; it is lowered while the stated error is above the tolerance.
  for (let target = tolerance / (2 * errorFactor); ; target /= 8) {
    const [first, second] = axes.map((axis) => axis.refine(target));
    const error = errorFactor * Math.max(first.error, second.error, difference(first.sums, second.sums));
    if (error > tolerance && target > tolerance * smallestTarget && !(first.exhausted && second.exhausted)) continue;
    const sums = first.sums.map((x, k) => (x + second.sums[k]) / 2);
    const moments = momentsFromSums(sums, [0, 0, 0], error);
    return massFromMoments(transformMoments(moments, frame.linear, frame.center));
  }
}

/** The ten moments in the frame of equal extents, with the meridians around one of its axes. */
class AxisIntegrator {
  private readonly azimuth: AzimuthIntegrator;
  /** The permutation of the frame's coordinates: two perpendicular to the axis, then the axis. */
  private readonly order: readonly number[];

  constructor(support: BatchSupport, frame: RoundFrame, axis: number, tolerance: number, callLimit: number) {
    const order = [(axis + 1) % 3, (axis + 2) % 3, axis];
    const direction: Vec3 = [0, 0, 0];
    const permuted: BatchSupport = (directions, out) => {
      for (let k = 0; k < directions.length; k += 3) {
        direction[order[0]] = directions[k];
        direction[order[1]] = directions[k + 1];
        direction[order[2]] = directions[k + 2];
        toBodyDirection(frame, direction[0], direction[1], direction[2], out, k);
      }
      support(out, out);
      for (let k = 0; k < out.length; k += 3) {
        fromBodyPoint(frame, out, k);
        const [x, y, z] = [out[k + order[0]], out[k + order[1]], out[k + order[2]]];
        out[k] = x;
        out[k + 1] = y;
        out[k + 2] = z;
      }
    };
    this.order = order;
    this.azimuth = new AzimuthIntegrator(new MeridianIntegrator(permuted, tolerance, callLimit));
  }

  refine(target: number): AzimuthIntegral {
    const { order } = this;
    const { sums, error, exhausted } = this.azimuth.refine(target);
    const unpermuted = new Float64Array(10);
    unpermuted[0] = sums[0];
    for (let c = 0; c < 3; c++) {
      unpermuted[1 + order[c]] = sums[1 + c];
      for (let d = c; d < 3; d++) unpermuted[secondAt(order[c], order[d])] = sums[secondAt(c, d)];
    }
    return { sums: unpermuted, error, exhausted };
  }
}

/** The index of the second moment cd in the ten moments. */
function secondAt(c: number, d: number): number {
  const [low, high] = [Math.min(c, d), Math.max(c, d)];
  return 4 + (low === 0 ? high : low + high + 1);
}

/** The difference of two results, relative to the volume and the radius of gyration. */
function difference(a: Float64Array, b: Float64Array): number {
  const volume = a[0];
  const square = (a[4] + a[7] + a[9]) / 3;
  const first = Math.sqrt(volume * square);
  let largest = 0;
  for (let k = 0; k < 10; k++) {
    const scale = k === 0 ? volume : k < 4 ? first : square;
    largest = Math.max(largest, Math.abs(a[k] - b[k]) / scale);
  }
  return largest;
}
