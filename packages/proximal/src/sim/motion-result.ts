// What the last free motion of a robot computed, so that its derivatives need not repeat the motion.
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
  readonly vectors: Float64Array;
  readonly isResolved: boolean;
  readonly corrections: readonly CorrectionResult[];
}

/** The result of the last motion; null if it had several substeps or locked coordinates. @param keep copies arrays that the next motion overwrites */
export function resultOf({ singleTime, isResolved, trees, vectors }: TreeMotion, keep: Keep): MotionResult | null {
  if (singleTime === null) return null;
  return {
    time: singleTime,
    vectors: keep(vectors),
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
  return result.time === time && isAt(result.vectors, 0, q) && isAt(result.vectors, q.length, v);
}

/** Sets the fields of the motion as they were after it. */
export function restoreResult(motion: TreeMotion, result: MotionResult): void {
  motion.vectors.set(result.vectors);
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

/** Whether these numbers are at index `from` of `all`. */
function isAt(all: Float64Array, from: number, numbers: Float64Array): boolean {
  for (let k = 0; k < numbers.length; k++) if (all[from + k] !== numbers[k]) return false;
  return true;
}
