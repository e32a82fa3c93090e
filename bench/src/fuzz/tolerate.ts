import type { Failure } from './fuzzer.ts';

/**
 * Kinds of findings that are not wrong answers: with a valid certificate, the result reports that it could not decide ('unknown') or that its
 * bounds did not meet ('wide'); or a Boolean query by an algorithm other than the default stalled and conservatively returned true, or a
 * quadratic program was left at its limit (both 'undecided'). No other finding is tolerated.
 */
export const tolerable: readonly string[] = ['unknown', 'wide', 'undecided'];

/** Such cases are rare, about one in 100,000. A run fails if they are more than one in this many cases and more than `alwaysAllowed`. */
const oneIn = 10_000;
/** This many such cases are allowed in a run of any length. */
const alwaysAllowed = 2;

/** Whether `--tolerate` covers everything that was found in a case. */
export function isTolerable(found: readonly Failure[], kinds: readonly string[]): boolean {
  return found.length > 0 && found.every(({ kind }) => kinds.includes(kind));
}

/** How many tolerable cases a run may have. */
export function toleratedOf(cases: number): number {
  return Math.max(alwaysAllowed, Math.floor(cases / oneIn));
}

/** The rule in words, applied to a run. */
export function describeTolerance(kinds: readonly string[], cases: number, tolerated: number): string {
  const allowed = toleratedOf(cases);
  const verdict = tolerated > allowed ? 'too many' : 'tolerated';
  return `${tolerated} failed with nothing but ${kinds.join(' or ')}: ${verdict} (--tolerate: one in ${oneIn}, at least ${alwaysAllowed}; here ${allowed}).`;
}
