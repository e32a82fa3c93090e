// Which answers are wrong. The right ones are our own, if their certificates are valid; if not, ours are wrong.
import type { Contender } from './entrant.ts';
import type { PlaneProblem, PlaneSet } from './sets.ts';

/** An error counts beyond this part of the smaller polygon, for libraries with 64-bit and with 32-bit numbers. */
export const tolerances = { double: 1e-6, single: 1e-5 };

export interface Wrong {
  readonly problem: number;
  readonly expected: number;
  readonly found: number;
}

export async function wrongAnswers(set: PlaneSet, { level, isOwn, isSingle, answers }: Contender): Promise<Wrong[]> {
  const found = await answers();
  return set.problems.flatMap((problem, k) => {
    const limit = tolerances[isSingle ? 'single' : 'double'] * sizeOf(set, problem);
    const { distance: expected, isProven } = problem;
    const isAsOurs = level === 2 ? isNear(found[k], expected, limit) : isSign(set, found[k], expected);
    const isRight = isProven ? isAsOurs : !isOwn || level === 1;
    return isRight ? [] : [{ problem: k, expected, found: found[k] }];
  });
}

/** Overlaps may come as negative numbers: how deep they are was not asked. */
function isNear(found: number, expected: number, limit: number): boolean {
  return Math.abs(Math.max(0, found) - expected) <= limit;
}

/** Touching is a matter of rounding: there both answers pass. */
function isSign({ situation }: PlaneSet, found: number, expected: number): boolean {
  return situation === 'touching' ? found === 0 || found === 1 : found === (expected > 0 ? 0 : 1);
}

function sizeOf({ polygons }: PlaneSet, { a, b }: PlaneProblem): number {
  return Math.min(polygons[a].boundingRadius, polygons[b].boundingRadius);
}
