import { wrongType } from '../check/argument.ts';
import { copyOf, hasProof } from '../query/result.ts';
import { type GrowthResult, isGrowthResult } from './growth-result.ts';
import type { PenetrationResult } from './penetration-result.ts';
import type { DistanceResult } from './result.ts';

/** The result of any query of a pair of shapes that has a proof. */
export type AnyResult = DistanceResult | PenetrationResult | GrowthResult;

/** Throws unless the value is the result of a query. */
export function checkResult(where: string, result: AnyResult): void {
  if (isGrowthResult(result) || hasFourDirections(result)) return;
  const queries = 'distance(), signedDistance(), penetration() or growthDistance()';
  const remedy = `give a result of ${queries}, which have a proof; a result of rayBoundary() has none`;
  throw wrongType(where, 'result', result, remedy);
}

/** Throws unless the value is the result of a distance query; results of growth and penetration queries are rejected, too. */
export function checkDistanceResult(where: string, argument: string, result: DistanceResult): void {
  if (!hasFourDirections(result) || typeof result.distance !== 'number')
    throw wrongType(where, argument, result, 'give a result of signedDistance() for the same shapes and poses');
}

/** Whether a value has the fields of a distance or depth, whose proof has up to four directions. */
function hasFourDirections(result: DistanceResult | PenetrationResult): boolean {
  return hasProof(result, 3, ['pointA', 'pointB', 'normal', 'localA', 'localB']);
}

/**
 * A deep copy of a result, for example of `pair.result`, which the pair's next query overwrites.
 * @example
 * ```ts
 * const before = copyResult(pair.distance(poseA, poseB));
 * ```
 */
export function copyResult<Result extends AnyResult>(result: Result): Result {
  checkResult('copyResult', result);
  return copyOf(result);
}
