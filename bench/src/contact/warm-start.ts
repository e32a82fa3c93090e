// Warm starts along a trajectory, whose contacts appear and disappear.
import type { ContactSolution, ContactWarmStart } from 'proximal/contact';

/**
 * The warm start of a solve from the last solution: the whole solution if the contacts are the same in the same order, and otherwise ADMM's ρ and the impulses
 * of the contacts that persist. Undefined if none persists.
 * @param last the keys of the contacts of the last solution
 * @param now the keys of the contacts of the next problem
 */
export function warmStartFrom(
  solution: ContactSolution,
  last: readonly string[],
  now: readonly string[],
): ContactWarmStart | undefined {
  if (last.length === now.length && last.every((key, k) => key === now[k])) return solution;
  const impulses = new Float64Array(3 * now.length);
  let isEmpty = true;
  for (const [k, key] of now.entries()) {
    const before = last.indexOf(key);
    if (before < 0) continue;
    isEmpty = false;
    impulses.set(solution.impulses.subarray(3 * before, 3 * before + 3), 3 * k);
  }
  return isEmpty ? undefined : { impulses, rho: solution.rho };
}
