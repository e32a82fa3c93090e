// Numbers of a table from the walks of one case on one terrain.
import { quantile } from '../harness/timer.ts';
import { movedReference, reference, type WalkCase, type WalkResult, windowTime } from './walk.ts';

export interface Row {
  readonly terrain: string;
  readonly walk: WalkCase;
  readonly walks: number;
  /** The times of the falls, in seconds. */
  readonly falls: readonly number[];
  /** The mean velocity after `steadyFrom` of the walks that last longer than this; null if there are none. */
  readonly velocity: number | null;
  /** The median over the walks of the RMS difference from the velocity of the reference from the same start, in m/s. */
  readonly deviation: number;
  /** The median over the walks of this difference divided by the difference of the moved reference from the same start. */
  readonly ratio: number;
  /** The share of the steps in which a contact slides. */
  readonly sliding: number;
  /** Means of ε_c over these steps, over the others and over all, and the largest, in J. */
  readonly slidingComplementarity: number;
  readonly stickingComplementarity: number;
  readonly complementarity: number;
  readonly largestComplementarity: number;
  /** Means over the windows. Time in µs. */
  readonly iterations: number;
  readonly time: number;
  /** The share of the steps in which the solver did not converge. */
  readonly unsolved: number;
}

/** The command is constant from 1 s on; half a second later its transient has passed. */
export const steadyFrom = 1.5;
/** Velocities are compared as means over half a period of the gait. */
export const halfPeriod = Math.round(0.16 / windowTime);

export function rowOf(terrain: string, walk: WalkCase, all: readonly WalkResult[]): Row {
  const onTerrain = all.filter((each) => each.terrain === terrain);
  const walksOfCase = onTerrain.filter((each) => each.walk.name === walk.name);
  const sum = (of: (result: WalkResult) => number): number => walksOfCase.reduce((total, each) => total + of(each), 0);
  const [steps, sliding] = [sum((each) => each.steps), sum((each) => each.sliding)];
  const windows = sum(({ recording }) => recording.time.length);
  const velocities = walksOfCase.flatMap(({ recording }) => {
    const steady = recording.velocity.slice(Math.round(steadyFrom / windowTime));
    return steady.length > 0 ? [mean(steady)] : [];
  });
  const deviations = walksOfCase.map((each) => {
    const others = onTerrain.filter(({ seed }) => seed === each.seed);
    const from = others.find(({ walk }) => walk.name === reference.name);
    const moved = others.find(({ walk }) => walk.name === movedReference.name);
    const difference = from ? deviation(each, from) : 0;
    return { difference, ratio: from && moved ? difference / deviation(moved, from) : Number.NaN };
  });
  const slidingSum = sum((each) => each.slidingComplementarity);
  const stickingSum = sum((each) => each.stickingComplementarity);
  return {
    ...{ terrain, walk, walks: walksOfCase.length },
    falls: walksOfCase.flatMap(({ fellAt }) => (fellAt === null ? [] : [fellAt])),
    velocity: velocities.length > 0 ? mean(velocities) : null,
    deviation: quantile(
      deviations.map(({ difference }) => difference),
      0.5,
    ),
    ratio: quantile(
      deviations.map(({ ratio }) => ratio),
      0.5,
    ),
    sliding: sliding / steps,
    slidingComplementarity: slidingSum / Math.max(1, sliding),
    stickingComplementarity: stickingSum / Math.max(1, steps - sliding),
    complementarity: (slidingSum + stickingSum) / steps,
    largestComplementarity: Math.max(...walksOfCase.map((each) => each.largestComplementarity)),
    iterations: sum(({ recording }) => total(recording.iterations)) / windows,
    time: sum(({ recording }) => total(recording.time)) / windows,
    unsolved: sum((each) => each.unsolved) / steps,
  };
}

/** The RMS difference of the smoothed velocities of two walks, up to the end of the shorter one. */
export function deviation(a: WalkResult, b: WalkResult): number {
  const [x, y] = [smoothed(a.recording.velocity), smoothed(b.recording.velocity)];
  const count = Math.min(x.length, y.length);
  let squares = 0;
  for (let k = 0; k < count; k++) squares += (x[k] - y[k]) ** 2;
  return Math.sqrt(squares / Math.max(1, count));
}

/** Means over half a period of the gait. */
export function smoothed(velocity: readonly number[]): number[] {
  const count = Math.max(0, velocity.length - halfPeriod + 1);
  return Array.from({ length: count }, (_, k) => mean(velocity.slice(k, k + halfPeriod)));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return total(values) / values.length;
}
