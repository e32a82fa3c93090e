// Which answers are wrong. The signed distance of each problem is known: the distance of its placement, or our own certified depth. `certify`
// shares no code with the kernel's iterations.
import { certify, penetration } from 'proximal';
import type { PeerAnswer } from '../peers/process.ts';
import type { OwnQueryKind } from '../peers/query-kind.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { depthOptions, incrementalOptions, type Own } from './contenders.ts';

/** The largest allowed error, relative to the smaller body's bounding radius. */
const tolerances = { own: 1e-9, double: 1e-6, single: 1e-4 } as const;
type Precision = keyof typeof tolerances;
/** Within this distance from contact, relative to the smaller body's bounding radius, either sign is right. */
const signTolerance = 1e-6;

export interface Wrong {
  readonly problem: number;
  readonly what: 'sign' | 'distance' | 'points' | 'certificate' | 'no answer';
  readonly expected: number;
  readonly found: number;
  /**
   * The error in meters of the distance, or of the distance between the points; for a wrong sign, the distance from contact; for a
   * certificate, its gap; infinite without an answer.
   */
  readonly error: number;
}

/** The wrong answers of a library to all problems of a set. */
export function wrongAnswers(
  set: ProblemSet,
  kind: OwnQueryKind,
  precision: Precision,
  answers: readonly PeerAnswer[],
): Wrong[] {
  return set.problems.flatMap((problem, k) => {
    const size = sizeOf(set, problem);
    const fault = checks[kind](problem.signedDistance, answers[k], size, tolerances[precision] * size);
    return fault ? [{ problem: k, ...fault, expected: problem.signedDistance, found: answers[k][0] }] : [];
  });
}

type Fault = Pick<Wrong, 'what' | 'error'>;
/** @param limit the largest allowed error in meters */
type Check = (expected: number, answer: PeerAnswer, size: number, limit: number) => Fault | null;

const checks: Readonly<Record<OwnQueryKind, Check>> = {
  collide: (expected, [found], size) => {
    if (Number.isNaN(found)) return { what: 'no answer', error: Number.POSITIVE_INFINITY };
    return expected < 0 === (found === 1) ? null : signFault(expected, size);
  },
  /** Checks the sign, the distance, and the distance between the points. The depth of overlaps is not checked. */
  distance: (expected, [found, ...points], size, limit) => {
    if (Number.isNaN(found)) return { what: 'no answer', error: Number.POSITIVE_INFINITY };
    if (found > 0 !== expected > 0) {
      const fault = signFault(Math.max(Math.abs(expected), Math.max(0, found)), size);
      if (fault && fault.error > limit) return fault;
    }
    const error = Math.abs(Math.max(0, found) - Math.max(0, expected));
    if (error > limit) return { what: 'distance', error };
    if (expected <= 0) return null;
    const [ax, ay, az, bx, by, bz] = points;
    const pointError = Math.abs(Math.hypot(bx - ax, by - ay, bz - az) - expected);
    return pointError > limit ? { what: 'points', error: pointError } : null;
  },
  depth: (expected, [found], size, limit) => {
    if (Number.isNaN(found)) return { what: 'no answer', error: Number.POSITIVE_INFINITY };
    if (found > 0 !== expected < 0) {
      const fault = signFault(Math.max(Math.abs(expected), found), size);
      if (fault && fault.error > limit) return fault;
    }
    const error = Math.abs(Math.max(0, found) - Math.max(0, -expected));
    return error > limit ? { what: 'distance', error } : null;
  },
  incremental: checkLocal,
  warm: checkLocal,
  /** Only on which side of 1 the growth is: ours itself is checked by its certificate. */
  growth: (expected, [found], size) => {
    if (Number.isNaN(found)) return { what: 'no answer', error: Number.POSITIVE_INFINITY };
    return found < 1 === expected < 0 ? null : signFault(expected, size);
  },
};

/** A local depth may be larger than the minimum, but not smaller. That it separates the bodies is checked by our certificate. */
function checkLocal(expected: number, [found]: PeerAnswer, _size: number, limit: number): Fault | null {
  if (Number.isNaN(found)) return { what: 'no answer', error: Number.POSITIVE_INFINITY };
  const missing = -expected - found;
  return missing > limit ? { what: 'distance', error: missing } : null;
}

function signFault(distance: number, size: number): Fault | null {
  const error = Math.abs(distance);
  return error > signTolerance * size ? { what: 'sign', error } : null;
}

function sizeOf({ shapes }: ProblemSet, { a, b }: Problem): number {
  return Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
}

/** Wrong answers of Proximal: the tolerance is smaller, and every answer except a Boolean one needs a valid certificate. */
export function wrongOwnAnswers(set: ProblemSet, own: Own, kind: OwnQueryKind): Wrong[] {
  const wrong = wrongAnswers(set, kind, 'own', ownAnswers(set, own, kind));
  if (kind === 'collide') return wrong;
  for (const [k, { a, b, poseA, poseB, signedDistance }] of set.problems.entries()) {
    const [shapeA, shapeB] = [set.shapes[a], set.shapes[b]];
    const result = provable(own, kind, k);
    const { valid, gap } = certify(shapeA, poseA, shapeB, poseB, result);
    const found = 'depth' in result ? result.depth : 'growth' in result ? result.growth : result.distance;
    if (!valid) wrong.push({ problem: k, what: 'certificate', expected: signedDistance, found, error: gap });
  }
  return wrong;
}

/** The answer to a problem with its proof; a depth by EPA with its polytope. */
function provable(own: Own, kind: OwnQueryKind, k: number): Parameters<typeof certify>[4] {
  const { shapes, problems } = own.set;
  const { a, b, poseA, poseB } = problems[k];
  if (kind === 'distance') return own.pairs('distance')[k].distance(poseA, poseB);
  if (kind === 'growth') return own.pairs('growth')[k].growthDistance(poseA, poseB);
  if (kind === 'warm') return own.warmPairs.runQuery(k);
  const options = kind === 'depth' ? { ...depthOptions, keepProof: true } : incrementalOptions;
  return penetration(shapes[a], poseA, shapes[b], poseB, options);
}

export function ownAnswers({ problems }: ProblemSet, own: Own, kind: OwnQueryKind): PeerAnswer[] {
  const noPoints = Array<number>(6).fill(Number.NaN);
  return problems.map(({ poseA, poseB }, k) => {
    if (kind === 'warm') return [own.warmPairs.runQuery(k).depth, ...noPoints];
    const pair = own.pairs(kind === 'collide' ? 'distance' : kind)[k];
    if (kind === 'collide') return [pair.collide(poseA, poseB) ? 1 : 0, ...noPoints];
    if (kind === 'growth') return [pair.growthDistance(poseA, poseB).growth, ...noPoints];
    if (kind !== 'distance') return [pair.penetration(poseA, poseB).depth, ...noPoints];
    const { distance, pointA, pointB } = pair.distance(poseA, poseB);
    return [distance, ...pointA, ...pointB];
  });
}

/** The number of answers with different bits. */
export function differences(first: readonly PeerAnswer[], second: readonly PeerAnswer[]): number {
  // C++'s max may return −0 for 0.
  const isSame = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y));
  return first.filter((answer, k) => !answer.every((x, c) => isSame(x, second[k][c]))).length;
}
