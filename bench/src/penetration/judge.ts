// How good the answers to a set are.
import { inverse, transformPoint, type Vec3 } from 'proximal/math';
import type { Problem } from '../problems/problem-set.ts';
import type { DepthAnswer } from './contender.ts';
import type { DepthSet } from './sets.ts';

export interface Quality {
  /** Of the depth, in meters. */
  readonly meanError: number;
  readonly worstError: number;
  /** Answers deeper than the least depth by more than a micrometer: along another direction, or not yet at the end. */
  readonly deeper: number;
  /** Answers whose translation leaves an overlap of more than ten micrometers, or none at all. */
  readonly tooShort: number;
}

const micrometer = 1e-6;

export function judge(set: Pick<DepthSet, 'shapes' | 'problems'>, answers: readonly DepthAnswer[]): Quality {
  let [sum, worst, deeper, tooShort] = [0, 0, 0, 0];
  set.problems.forEach((problem, k) => {
    const { depth, normal } = answers[k];
    // No answer is as far off as zero would be.
    const error = Math.abs((Number.isFinite(depth) ? depth : 0) + problem.signedDistance);
    sum += error;
    worst = Math.max(worst, error);
    if (depth + problem.signedDistance > micrometer) deeper++;
    // Not a number is too short as well.
    if (!(depth >= needed(set, problem, normal) - 10 * micrometer)) tooShort++;
  });
  return { meanError: sum / answers.length, worstError: worst, deeper, tooShort };
}

/** How far B has to go along a direction until a plane across it is between the shapes. */
function needed({ shapes }: Pick<DepthSet, 'shapes'>, { a, b, poseA, poseB }: Problem, normal: Vec3): number {
  // Libraries have been seen to return such.
  if (!normal.every(Number.isFinite)) return Number.NaN;
  const reach = (shape: number, pose: Float64Array, sign: number): number => {
    const along = transformPoint(inverse({ rotation: pose.subarray(3) }), [
      sign * normal[0],
      sign * normal[1],
      sign * normal[2],
    ]);
    const [x, y, z] = transformPoint(pose, shapes[shape].support(along));
    return sign * (x * normal[0] + y * normal[1] + z * normal[2]);
  };
  return reach(a, poseA, 1) + reach(b, poseB, -1);
}
