import type { Target } from 'proximal';
import type { Fuzzer } from './fuzzer.ts';

/** The largest number of checks for shrinking one case. */
const budget = 1500;

/**
 * A simpler case that still shows the failure or the note `kind`: takes the first simplification that keeps it, until none does or the
 * budget is spent.
 */
export function shrink<Case extends object>(
  fuzzer: Fuzzer<Case>,
  item: Case,
  kind: string,
  targets: readonly Target[],
): Case {
  const shows = (candidate: Case): boolean => {
    try {
      const { failures, notes } = fuzzer.check(candidate, targets);
      return [...failures, ...notes].some((failure) => failure.kind === kind);
    } catch {
      // The simplified case is not valid.
      return false;
    }
  };
  let best = item;
  let checks = 0;
  for (let isProgress = true; isProgress; ) {
    isProgress = false;
    for (const candidate of fuzzer.simplify(best)) {
      if (++checks > budget) return best;
      if (!shows(candidate)) continue;
      best = candidate;
      isProgress = true;
      break;
    }
  }
  return best;
}
