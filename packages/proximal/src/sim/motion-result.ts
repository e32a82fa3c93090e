// What the last free motion of a robot computed, for its derivatives: they then need not repeat it.
import type { Keep } from './derivatives/record.ts';
import type { TreeMotion } from './tree-motion.ts';

/** The results of a correction of momentum and energy: see `TreeInvariants`. */
interface CorrectionResult {
  readonly rigid: Float64Array;
  readonly rigidBefore: Float64Array;
  readonly scale: number;
  readonly isScaled: boolean;
  readonly fraction: number;
  readonly conserved: number;
}

/** A free motion of one substep without locked coordinates: see the fields of `TreeMotion`. */
export interface MotionResult {
  readonly time: number;
  readonly startQ: Float64Array;
  readonly startV: Float64Array;
  readonly middleQ: Float64Array;
  readonly middleV: Float64Array;
  readonly acceleration: Float64Array;
  readonly times: Float64Array;
  readonly endQ: Float64Array;
  readonly endV: Float64Array;
  readonly isResolved: boolean;
  readonly corrections: readonly CorrectionResult[];
}

/** The result of the last motion; null if it had several substeps or locked coordinates. @param keep copies arrays that the next motion overwrites */
export function resultOf(motion: TreeMotion, keep: Keep): MotionResult | null {
  const { singleTime: time, isResolved, trees } = motion;
  if (time === null) return null;
  return {
    time,
    startQ: keep(motion.startQ),
    startV: keep(motion.startV),
    middleQ: keep(motion.middleQ),
    middleV: keep(motion.middleV),
    acceleration: keep(motion.acceleration),
    times: keep(motion.times),
    endQ: keep(motion.endQ),
    endV: keep(motion.endV),
    isResolved,
    corrections: trees.map(({ rigid, rigidBefore, scale, isScaled, fraction, conserved }) => ({
      rigid: keep(rigid),
      rigidBefore: keep(rigidBefore),
      scale,
      isScaled,
      fraction,
      conserved,
    })),
  };
}

/** Whether a result is of a motion from q and v for this time. Without locked coordinates, these determine a motion. */
export function isResultFrom(result: MotionResult, q: Float64Array, v: Float64Array, time: number): boolean {
  return result.time === time && areEqual(result.startQ, q) && areEqual(result.startV, v);
}

/** Sets the fields of the motion as they were after it. */
export function restoreResult(motion: TreeMotion, result: MotionResult): void {
  motion.startQ.set(result.startQ);
  motion.startV.set(result.startV);
  motion.middleQ.set(result.middleQ);
  motion.middleV.set(result.middleV);
  motion.acceleration.set(result.acceleration);
  motion.times.set(result.times);
  motion.endQ.set(result.endQ);
  motion.endV.set(result.endV);
  motion.singleTime = result.time;
  motion.locked = null;
  motion.isResolved = result.isResolved;
  for (let k = 0; k < motion.trees.length; k++) {
    const tree = motion.trees[k];
    const { rigid, rigidBefore, scale, isScaled, fraction, conserved } = result.corrections[k];
    tree.rigid.set(rigid);
    tree.rigidBefore.set(rigidBefore);
    tree.scale = scale;
    tree.isScaled = isScaled;
    tree.fraction = fraction;
    tree.conserved = conserved;
  }
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
