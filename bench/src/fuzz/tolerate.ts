import type { Failure } from './fuzzer.ts';

/**
 * Kinds that an honest answer may show: it says itself that it could not decide ('unknown') or that its bounds did not meet
 * ('wide'), and its certificate is valid; or it is the cautious true of a Boolean query, by an algorithm that is not the default,
 * whose search stalled ('undecided'). Everything else is a wrong answer, which nothing excuses.
 */
export const tolerable: readonly string[] = ['unknown', 'wide', 'undecided'];

/** Such cases are rare, about one in 100,000. More often than this, something has become worse: the run fails after all. */
const oneIn = 10_000;
/** So many are chance in a run of any length. */
const always = 2;

/** Whether `--tolerate` covers everything that was found in a case. */
export function isTolerable(found: readonly Failure[], kinds: readonly string[]): boolean {
  return found.length > 0 && found.every(({ kind }) => kinds.includes(kind));
}

/** How many tolerable cases a run may have. */
export function toleratedOf(cases: number): number {
  return Math.max(always, Math.floor(cases / oneIn));
}

/** The rule in words, with how it applies to a run. */
export function describeTolerance(kinds: readonly string[], cases: number, tolerated: number): string {
  const most = toleratedOf(cases);
  const verdict = tolerated > most ? 'too many' : 'tolerated';
  return `${tolerated} failed with nothing but ${kinds.join(' or ')}: ${verdict} (--tolerate: one in ${oneIn}, at least ${always}; here ${most}).`;
}
