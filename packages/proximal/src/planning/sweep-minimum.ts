// The least distances of pairs along a straight motion, and their derivatives with respect to its two ends.
//
// Let d(q) be the signed distance of a pair and q(t) = (1 − t) from + t to. The least distance along the motion is D(from, to) = min d(q(t)) over
// 0 ≤ t ≤ 1, attained at t*. By the envelope theorem the change of t* has no effect to first order:
//   ∂D/∂from = (1 − t*) ∇d(q(t*)),   ∂D/∂to = t* ∇d(q(t*)).
// Where parallel features pass each other, the nearest points jump, and the slope ⟨∇d, to − from⟩ changes from s₋ < 0 to s₊ > 0 at t*. There
// D is the least z with z ≥ d₋ and z ≥ d₊, the distances continued from both sides. The multipliers λ and 1 − λ of these constraints satisfy
// λ s₋ + (1 − λ) s₊ = 0, and ∇d stands for λ ∇d₋ + (1 − λ) ∇d₊.
//
// The time t* is found in two steps. First the motion is divided until the bounds of sweep.ts prove for every pair that no distance is below the
// least distance found minus a tolerance, or the intervals are very short; the bounds use the gap along the normal in the middle of each
// interval. Then a root of the slope is located, starting at the time of the least distance found.
import type { Checker } from './checker.ts';
import { addGradient, type SweepClearance } from './clearance.ts';
import { roundingOf } from './motion-search.ts';
import type { SolidPair } from './pairs.ts';

/** The least distance of a pair along a motion. */
export interface PairMinimum {
  /** For a mesh or height field, the pair of the part that comes nearest. */
  readonly pair: SolidPair;
  /** From 0 to 1. */
  readonly time: number;
  readonly distance: number;
  /** A lower bound of the distance along the whole motion, proven where it is positive. */
  readonly lower: number;
  /** ∇d at this time, or λ ∇d₋ + (1 − λ) ∇d₊ where the nearest points jump: nv numbers. */
  readonly gradient: Float64Array;
}

/** The first length of the bracket of the time, and the length below which it is not divided further, as fractions of the motion. */
const firstBracket = 1e-3;
const lastBracket = 1e-13;
/** The largest number of evaluations of the slope in the search for its root. */
const maxSlopes = 100;
/** Intervals shorter than this fraction of the motion are not divided: bounds may then be looser than the tolerance. */
const leastInterval = 1e-6;

/** The tolerance of `sweepClearance` in meters. */
const defaultTolerance = 1e-4;

/** The least distance of all pairs along the straight motion from `start` with `checker.search.velocity` for a unit of time. */
export function sweepClearanceOf(checker: Checker, start: Float64Array): SweepClearance {
  const { nv, joints } = checker.model;
  const [found] = new SweepMinimum(checker, true, defaultTolerance).find(start, Infinity);
  const [gradientFrom, gradientTo] = [new Float64Array(nv), new Float64Array(nv)];
  if (!found) return { distance: Infinity, lower: Infinity, time: 0, a: '', b: '', gradientFrom, gradientTo };
  const { pair, time, distance, lower, gradient } = found;
  for (const { mimic, nq, v } of joints) {
    if (mimic || nq !== 1) continue;
    gradientFrom[v] = (1 - time) * gradient[v];
    gradientTo[v] = time * gradient[v];
  }
  return { distance, lower, time, a: pair.a.name, b: pair.b.name, gradientFrom, gradientTo };
}

/** The distance at a time of the motion, and its derivative with respect to time and configuration. */
class Slope {
  time = 0;
  distance = 0;
  value = 0;
  readonly gradient: Float64Array;

  constructor(nv: number) {
    this.gradient = new Float64Array(nv);
  }
}

interface Interval {
  readonly from: number;
  readonly to: number;
  /** The pairs whose distance may be less than the least distance found so far. */
  readonly pairs: readonly SolidPair[];
}

/** Searches motions of one cell. */
export class SweepMinimum {
  /** For each slot (a pair, or all pairs with `joinsPairs`) the least distance that was found, its time and pair, and a lower bound. */
  private readonly least: Float64Array;
  private readonly times: Float64Array;
  private readonly lower: Float64Array;
  private readonly nearest: (SolidPair | null)[];
  private readonly velocity: Float64Array;
  private start = new Float64Array(0);
  private maxDistance = 0;

  /**
   * @param joinsPairs whether to find only the least distance of all pairs, instead of the least distance of each pair
   * @param tolerance of the least distance in meters, before its time is refined
   */
  constructor(
    private readonly checker: Checker,
    private readonly joinsPairs: boolean,
    private readonly tolerance: number,
  ) {
    const count = joinsPairs ? 1 : checker.pairs.length;
    this.least = new Float64Array(count);
    this.times = new Float64Array(count);
    this.lower = new Float64Array(count);
    this.nearest = Array.from({ length: count }, () => null);
    this.velocity = checker.search.velocity;
  }

  /** The least distances, up to `maxDistance`, along the straight motion from `start` with `checker.search.velocity` for a unit of time. */
  find(start: Float64Array, maxDistance: number): PairMinimum[] {
    const { least, lower, nearest, checker, velocity } = this;
    this.start = start as Float64Array<ArrayBuffer>;
    this.maxDistance = maxDistance;
    least.fill(Infinity);
    lower.fill(Infinity);
    nearest.fill(null);
    checker.search.isCurved = false;
    checker.sweep.begin(velocity);
    for (let open: Interval[] = [{ from: 0, to: 1, pairs: checker.pairs }]; open.length > 0; )
      open = open.flatMap((interval) => this.divide(interval));
    const rounding = roundingOf(checker.model, checker.size, start, velocity, null);
    return nearest.flatMap((pair, slot) =>
      pair && least[slot] <= maxDistance ? [this.refine(pair, this.times[slot], lower[slot] - rounding)] : [],
    );
  }

  private slotOf({ index }: SolidPair): number {
    return this.joinsPairs ? 0 : index;
  }

  /** The halves of an interval, with the pairs whose distance in it may be less than the least distance found so far. */
  private divide({ from, to, pairs }: Interval): Interval[] {
    const { checker, lower, tolerance } = this;
    const time = (from + to) / 2;
    this.placeAt(time);
    checker.sweep.center(this.velocity, null, (to - from) / 2);
    const open = pairs.filter((pair) => {
      const bound = this.examine(pair, time);
      const slot = this.slotOf(pair);
      if (bound < this.limitOf(slot) - tolerance && to - from > leastInterval) return true;
      lower[slot] = Math.min(lower[slot], bound);
      return false;
    });
    return open.length > 0
      ? [
          { from, to: time, pairs: open },
          { from: time, to, pairs: open },
        ]
      : [];
  }

  private placeAt(time: number): void {
    const { search, stance } = this.checker;
    search.configurationAt(this.start, time);
    stance.take(search.q);
  }

  /** The distance above which a slot ignores pairs. */
  private limitOf(slot: number): number {
    return Math.min(this.maxDistance, this.least[slot]);
  }

  /** Measures a pair in the middle of the interval. Returns a lower bound of its distance during the interval. */
  private examine(pair: SolidPair, time: number): number {
    const { tests, sweep } = this.checker;
    const limit = this.limitOf(this.slotOf(pair));
    const shift = sweep.shift(pair);
    tests.byBounds(pair);
    // Parts of a height field reach beyond the box around it, downward: the box bounds distances, but not depths.
    if (tests.gap[0] - shift > (pair.hasParts ? Math.max(0, limit) : limit)) return tests.gap[0] - shift;
    if (!pair.hasParts) return this.measure(pair, time);
    // Parts that are not near are farther away than the limit during the whole interval.
    const near = tests.partsNear(pair, Math.max(0, limit) + shift);
    let bound = Math.max(0, limit);
    for (let k = 0; k < near.count; k++) bound = Math.min(bound, this.measure(pair.partPair(near.slots[k]), time));
    return bound;
  }

  private measure(pair: SolidPair, time: number): number {
    const { tests, stance, sweep } = this.checker;
    const slot = this.slotOf(pair);
    const result = pair.pair.signedDistance(stance.poseOf(pair.a), stance.poseOf(pair.b));
    if (result.distance < this.least[slot]) {
      this.least[slot] = result.distance;
      this.times[slot] = time;
      this.nearest[slot] = pair;
    }
    tests.useNormal(result, pair.b);
    sweep.bound(pair, this.limitOf(slot) - this.tolerance);
    return sweep.least[0];
  }

  /** The distance and its slope at a time. */
  private slopeAt(pair: SolidPair, time: number): Slope {
    const { checker, velocity } = this;
    const { stance, model } = checker;
    const slope = new Slope(model.nv);
    this.placeAt(time);
    const [poseA, poseB] = [stance.poseOf(pair.a), stance.poseOf(pair.b)];
    const exact = pair.exactPair.distance(poseA, poseB);
    const { distance, pointA, pointB, normal } = exact.distance > 0 ? exact : pair.pair.signedDistance(poseA, poseB);
    slope.time = time;
    slope.distance = distance;
    addGradient(checker, pair.a.joint, pointA, normal, -1, slope.gradient);
    addGradient(checker, pair.b.joint, pointB, normal, 1, slope.gradient);
    for (let k = 0; k < velocity.length; k++) slope.value += slope.gradient[k] * velocity[k];
    return slope;
  }

  /** Searches a minimum of the distance downhill from a time. */
  private refine(pair: SolidPair, time: number, bound: number): PairMinimum {
    let near = this.slopeAt(pair, time);
    const direction = near.value > 0 ? -1 : 1;
    const end = direction < 0 ? 0 : 1;
    let far = near;
    // The slope changes its sign between `near` and `far`, or the motion ends there.
    for (let size = firstBracket; far.value * direction < 0 && far.time !== end; size *= 2) {
      near = far;
      far = this.slopeAt(pair, Math.max(0, Math.min(1, far.time + direction * size)));
    }
    const [gradient, minimum] = far.value * direction < 0 ? [far.gradient, far] : this.root(pair, near, far);
    return { pair, time: minimum.time, distance: minimum.distance, lower: Math.min(bound, minimum.distance), gradient };
  }

  /** The zero of the slope between two times, and the gradient there. */
  private root(pair: SolidPair, first: Slope, second: Slope): [Float64Array, Slope] {
    let [a, b] = [first, second];
    for (let k = 0; k < maxSlopes && Math.abs(a.time - b.time) > lastBracket && a.value !== 0 && b.value !== 0; k++) {
      // Alternate between the root of the chord, which converges fast where the slope is smooth, and the middle.
      const fraction = k % 2 === 0 ? a.value / (a.value - b.value) : 0.5;
      const next = this.slopeAt(pair, a.time + fraction * (b.time - a.time));
      if (Math.min(Math.abs(next.time - a.time), Math.abs(next.time - b.time)) < lastBracket) break;
      if (next.value * a.value > 0) a = next;
      else b = next;
    }
    const best = a.distance <= b.distance ? a : b;
    if (a.value === 0 || a === b) return [a.gradient, a];
    const weight = b.value / (b.value - a.value);
    return [a.gradient.map((x, k) => weight * x + (1 - weight) * b.gradient[k]), best];
  }
}
