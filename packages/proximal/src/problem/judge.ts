// What the answers of all queries have in common.
import type { Answer, AnswerCertificate } from './space.ts';

interface Found {
  readonly lower: number;
  readonly upper: number;
  readonly status: string;
  readonly termination: string;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
  readonly normal: readonly number[];
  readonly iterations: number;
  readonly supportCalls: number;
  readonly local?: boolean;
}

/** The fields of a result that a report shows. */
export function pick(found: Found, value: number): Omit<Answer, 'algorithm' | 'certificate'> {
  const { lower, upper, status, termination, pointA, pointB, normal, iterations, supportCalls, local } = found;
  const points = { pointA: [...pointA], pointB: [...pointB], normal: [...normal] };
  const known = { value, lower, upper, status, termination, ...points, iterations, supportCalls };
  return local === undefined ? known : { ...known, local };
}

/** A Boolean answer has no certificate of its own: it must agree with the proven bounds on the distance. */
export function judgeCollision(
  meets: boolean,
  distance: AnswerCertificate & { readonly allowance: number },
  options: Readonly<Record<string, unknown>>,
): Omit<Answer, 'algorithm'> {
  const margin = typeof options['margin'] === 'number' ? options['margin'] : 0;
  const { lower, upper, allowance } = distance;
  const isAllowed = meets ? lower <= margin + allowance : upper > margin - allowance;
  return { value: meets, certificate: { valid: distance.valid && isAllowed, lower, upper } };
}
