// The outer integral over the azimuth φ of the meridians (see meridian.ts): adaptive, by splitting ranges of angles until
// the estimated error is small enough.
import { cos, sin } from '../math/elementary.ts';
import type { MomentSums } from './mass.ts';
import type { MeridianIntegrator } from './meridian.ts';
import { boole, integralCount, sumsOfMeridian } from './path-integrals.ts';

/** A range of angles to be integrated over. */
interface Request {
  readonly from: number;
  readonly to: number;
  /** The angle omitted before the range, in radians; its integral is estimated from the first meridian. */
  readonly before: number;
  /** The angle omitted after the range, in radians; its integral is estimated from the last meridian. */
  readonly after: number;
  /** The meridians that are already integrated: every other one of the nine, or none. */
  readonly knownMeridians: readonly Meridian[];
}

interface Meridian {
  /** Its contribution to the ten moments per radian. */
  readonly sums: MomentSums;
  readonly error: number;
  /** Angles at which the integrand may jump. */
  readonly jumps: readonly number[];
}

/** A range of angles with nine equidistant meridians. */
interface Range extends Request {
  readonly meridians: readonly Meridian[];
  /** The moments, from the rule on the two halves, and the estimates for the omitted angles. */
  readonly sums: MomentSums;
  /** The magnitudes of the moments' differences from the rule on every other meridian. */
  readonly changes: MomentSums;
  /** The fraction of `changes` that estimates the error. */
  readonly errorFraction: number;
  /** The integrated errors of the meridians themselves. */
  readonly inner: number;
}

/** The integral over all meridians. */
export interface AzimuthIntegral {
  readonly sums: MomentSums;
  /** Estimated error of the volume and the moments, relative to the volume and the radius of gyration. */
  readonly error: number;
  /** Whether too few calls are left to refine further. */
  readonly exhausted: boolean;
}

/** The circle is first divided into four quarters, because edges of common bodies lie along axes. */
const quarters = 4;
const quarter = (2 * Math.PI) / quarters;
/** The distance of the outermost meridians from the ends of a quarter and from a jump, in radians: the integrand may jump there. */
const inset = 1e-8;

/** Halving with a sixth-order rule leaves about 1/64 of the change as error; a safer 1/16 is assumed. */
const innerGain = 16;

/** The ten moments over all meridians, relative to the origin of the integrator's support. */
export class AzimuthIntegrator {
  private ranges: readonly Range[];
  private meridians = 9 * quarters;

  constructor(private readonly integrator: MeridianIntegrator) {
    const requests = Array.from({ length: quarters }, (_, k) => ({
      from: k * quarter + inset,
      to: (k + 1) * quarter - inset,
      before: inset,
      after: inset,
      knownMeridians: [],
    }));
    this.ranges = computeRanges(integrator, requests);
  }

  /** Refines until the estimated relative error of the outer integral is at most `target`, or no calls are left. */
  refine(target: number): AzimuthIntegral {
    for (;;) {
      const { ranges, integrator } = this;
      const sums = new Float64Array(10);
      for (const range of ranges) for (let k = 0; k < 10; k++) sums[k] += range.sums[k];
      const scales = scalesOf(sums);
      const errors = ranges.map((range) => errorOf(range, scales));
      const total = errors.reduce((sum, error) => sum + error, 0);
      const inner = ranges.reduce((sum, range) => sum + range.inner, 0) / scales[0];
      // Splits the ranges with the largest errors: as many as needed so that the other errors add up to half of the target, or as the remaining calls
      // allow.
      const affordable = Math.floor((integrator.remaining * this.meridians) / (18 * integrator.calls));
      if (total <= target || affordable === 0) return { sums, error: total + inner, exhausted: affordable === 0 };
      const order = [...ranges.keys()].sort((a, b) => errors[b] - errors[a]);
      let remainingError = total;
      let count = 0;
      while (count < Math.min(order.length, affordable) && remainingError > target / 2)
        remainingError -= errors[order[count++]];
      const parts = order.slice(0, count).flatMap((index) => split(ranges[index]));
      this.meridians += parts.reduce((sum, { knownMeridians }) => sum + (knownMeridians.length > 0 ? 4 : 9), 0);
      this.ranges = [...order.slice(count).map((index) => ranges[index]), ...computeRanges(integrator, parts)];
    }
  }
}

/** The size of each moment: V, V g and V g², with the mean radius of gyration g along an axis. */
function scalesOf(sums: MomentSums): MomentSums {
  const volume = Math.abs(sums[0]);
  const square = Math.abs(sums[4] + sums[7] + sums[9]) / 3;
  const first = Math.sqrt(volume * square);
  return Float64Array.of(volume, first, first, first, square, square, square, square, square, square);
}

function errorOf(range: Range, scales: MomentSums): number {
  let error = 0;
  for (let k = 0; k < 10; k++) error = Math.max(error, range.changes[k] / scales[k]);
  return range.errorFraction * error;
}

/** Splits a range where a jump is expected, or else in the middle. */
function split(range: Range): Request[] {
  const { from, to, before, after, meridians } = range;
  const jump = expectedJump(range);
  if (jump !== null) {
    return [
      { from, to: jump - inset, before, after: inset, knownMeridians: [] },
      { from: jump + inset, to, before: inset, after, knownMeridians: [] },
    ];
  }
  const middle = from + (to - from) / 2;
  return [
    { from, to: middle, before, after: 0, knownMeridians: meridians.slice(0, 5) },
    { from: middle, to, before: 0, after, knownMeridians: meridians.slice(4) },
  ];
}

/**
 * The predicted jump that is closest to the meridian that predicts it; null if none is within a quarter of the
 * range of it and away from the range's ends.
 */
function expectedJump({ from, to, meridians }: Range): number | null {
  const fromEnds = Math.max(0.01 * (to - from), 100 * inset);
  let nearestJump: number | null = null;
  let closest = (to - from) / 4;
  meridians.forEach(({ jumps }, k) => {
    const angle = from + (k / 8) * (to - from);
    for (const jump of jumps) {
      if (jump > from + fromEnds && jump < to - fromEnds && Math.abs(jump - angle) < closest) {
        nearestJump = jump;
        closest = Math.abs(jump - angle);
      }
    }
  });
  return nearestJump;
}

/** Integrates along all missing meridians in one batch. */
function computeRanges(integrator: MeridianIntegrator, requests: readonly Request[]): Range[] {
  const nodes = requests.map(({ knownMeridians }) =>
    knownMeridians.length > 0 ? [1, 3, 5, 7] : [0, 1, 2, 3, 4, 5, 6, 7, 8],
  );
  const angles = Float64Array.from(
    requests.flatMap(({ from, to }, k) => nodes[k].map((node) => from + (node / 8) * (to - from))),
  );
  const integrals = new Float64Array(integralCount * angles.length);
  const errors = new Float64Array(angles.length);
  const jumps = integrator.integrate(angles, integrals, errors);
  let done = 0;
  return requests.map((request, k) => {
    const meridians: Meridian[] = [];
    request.knownMeridians.forEach((meridian, j) => {
      meridians[2 * j] = meridian;
    });
    for (const node of nodes[k]) {
      const sums = new Float64Array(10);
      sumsOfMeridian(integrals, integralCount * done, cos(angles[done]), sin(angles[done]), sums, 0);
      meridians[node] = { sums, error: errors[done], jumps: jumps[done] };
      done++;
    }
    return makeRange(request, meridians);
  });
}

/** Simpson's rule on five nodes, in units of 1/12. */
const simpson: readonly number[] = [1, 4, 2, 4, 1];

/**
 * The ratio of error to change. For a smooth integrand, halving changes the sixth-order rule (Boole's) far less than the
 * fourth-order one (Simpson's), and leaves about 1/64 of the change as error; the result is at least 1/16. At a jump both rules
 * change equally, and the error is as large as the change.
 */
function errorFractionOf(change: number, changeOfSimpson: number): number {
  return Math.min(1, Math.max(1 / 16, (4 * change) / changeOfSimpson));
}

function makeRange(request: Request, meridians: readonly Meridian[]): Range {
  const { from, to, before, after } = request;
  const width = to - from;
  const sums = new Float64Array(10);
  const changes = new Float64Array(10);
  let changeOfSimpson = Number.MIN_VALUE;
  for (let c = 0; c < 10; c++) {
    let coarse = 0;
    let fine = 0;
    let change = 0;
    for (let k = 0; k < 5; k++) {
      coarse += (width / 90) * boole[k] * meridians[2 * k].sums[c];
      fine += (width / 180) * boole[k] * (meridians[k].sums[c] + meridians[4 + k].sums[c]);
      change +=
        (width / 24) * simpson[k] * (meridians[k].sums[c] + meridians[4 + k].sums[c] - 2 * meridians[2 * k].sums[c]);
    }
    changeOfSimpson = Math.max(changeOfSimpson, Math.abs(change));
    sums[c] = fine + before * meridians[0].sums[c] + after * meridians[8].sums[c];
    changes[c] = Math.abs(fine - coarse);
  }
  const errorFraction = errorFractionOf(Math.max(...changes), changeOfSimpson);
  const inner = (width * Math.max(...meridians.map(({ error }) => error))) / innerGain;
  return { ...request, meridians, sums, changes, errorFraction, inner };
}
