// Which answers are wrong. The placement knows the signed distance, since our own answer to it brings its proof: certify
// checks that with code that shares nothing with the kernel's iterations.
import { certify } from 'proximal';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import type { Own, OwnQuery } from './own.ts';
import type { PeerAnswer } from './peer-process.ts';

/** An error counts beyond this part of the smaller body's bounding radius. */
const tolerance = 1e-6;

export interface Wrong {
  readonly problem: number;
  readonly what: 'sign' | 'distance' | 'points' | 'certificate';
  readonly expected: number;
  readonly found: number;
  /** In metres: of the distance, between the points, or how far from contact a Boolean is wrong. */
  readonly error: number;
}

/** The wrong answers of a library to all problems of a set. */
export function wrongAnswers(set: ProblemSet, question: OwnQuery, answers: readonly PeerAnswer[]): Wrong[] {
  return set.problems.flatMap((problem, k) => {
    const limit = allowed(set, problem);
    const fault = question === 'collide' ? judgeSign(problem, answers[k]) : judgeDistance(problem, limit, answers[k]);
    if (!fault || fault.error <= limit) return [];
    return [{ problem: k, ...fault, expected: problem.signedDistance, found: answers[k][0] }];
  });
}

type Fault = Pick<Wrong, 'what' | 'error'>;

function judgeSign({ signedDistance }: Problem, [found]: PeerAnswer): Fault | null {
  return signedDistance < 0 === (found === 1) ? null : { what: 'sign', error: Math.abs(signedDistance) };
}

/** The larger of the errors in the distance and between the points. How deep an overlap is was not asked. */
function judgeDistance({ signedDistance }: Problem, limit: number, [found, ...points]: PeerAnswer): Fault {
  const expected = Math.max(0, signedDistance);
  const error = length(Math.max(0, found) - expected);
  if (error > limit) return { what: found > 0 === expected > 0 ? 'distance' : 'sign', error };
  if (expected === 0) return { what: 'sign', error };
  const [ax, ay, az, bx, by, bz] = points;
  return { what: 'points', error: length(Math.hypot(bx - ax, by - ay, bz - az) - expected) };
}

/** Of what is not a number: infinite. */
function length(difference: number): number {
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.abs(difference);
}

function allowed({ shapes }: ProblemSet, { a, b }: Problem): number {
  return tolerance * Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
}

/** Our own: judged like the others, and every distance by its certificate too. */
export function wrongOwnAnswers(set: ProblemSet, own: Own, question: OwnQuery): Wrong[] {
  const wrong = wrongAnswers(set, question, ownAnswers(set, own, question));
  if (question === 'collide') return wrong;
  for (const [k, { a, b, poseA, poseB, signedDistance }] of set.problems.entries()) {
    const result = own.pairs[k].distance(poseA, poseB);
    const { valid, gap } = certify(set.shapes[a], poseA, set.shapes[b], poseB, result);
    if (!valid)
      wrong.push({ problem: k, what: 'certificate', expected: signedDistance, found: result.distance, error: gap });
  }
  return wrong;
}

export function ownAnswers({ problems }: ProblemSet, own: Own, question: OwnQuery): PeerAnswer[] {
  return problems.map(({ poseA, poseB }, k) => {
    if (question === 'collide')
      return [own.pairs[k].collide(poseA, poseB) ? 1 : 0, ...Array<number>(6).fill(Number.NaN)];
    const { distance, pointA, pointB } = own.pairs[k].distance(poseA, poseB);
    return [distance, ...pointA, ...pointB];
  });
}

/** How many answers have other bits. */
export function differences(first: readonly PeerAnswer[], second: readonly PeerAnswer[]): number {
  // −0 is what C++'s max may return for 0.
  const isSame = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y));
  return first.filter((answer, k) => !answer.every((x, c) => isSame(x, second[k][c]))).length;
}
