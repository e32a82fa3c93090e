// Who answers a set of overlaps, whichever process they live in.
import { Pair, type PenetrationOptions } from 'proximal';
import { inverse, Rng, transformPoint, type Vec3 } from 'proximal/math';
import { tilted } from '../random/overlaps.ts';
import type { TurnTaker } from '../turns.ts';
import type { DepthSet } from './sets.ts';

export interface DepthAnswer {
  readonly depth: number;
  /** Unit vector along which B leaves, in world coordinates. */
  readonly normal: Vec3;
}

export interface DepthContender extends TurnTaker {
  readonly title: string;
  readonly answers: () => Promise<DepthAnswer[]>;
  /** Mean number of support points that a query asks for; null if it does not say. */
  readonly supportCalls: number | null;
  /** Computes with 32-bit numbers. */
  readonly isSingle?: boolean;
}

/** Nanoseconds per problem of passes over all of them, one number for each repeat. */
export function timed(pass: () => void, count: number): TurnTaker['run'] {
  return async (repeats) =>
    Array.from({ length: repeats }, () => {
      const start = process.hrtime.bigint();
      pass();
      return Number(process.hrtime.bigint() - start) / count;
    });
}

/** Ours: one `Pair` for each problem, every query from its own start. */
export function ownContender(
  title: string,
  { shapes, problems }: DepthSet,
  optionsOf: (problem: number) => PenetrationOptions,
): DepthContender {
  const pairs = problems.map(({ a, b }, k) => {
    const pair = new Pair(shapes[a], shapes[b]);
    pair.setPenetration(optionsOf(k));
    return pair;
  });
  const pass = (): void => {
    for (let k = 0; k < pairs.length; k++) pairs[k].penetration(problems[k].poseA, problems[k].poseB);
  };
  const results = pairs.map((pair, k) => pair.penetration(problems[k].poseA, problems[k].poseB));
  return {
    title,
    supportCalls: results.reduce((all, { supportCalls }) => all + supportCalls, 0) / results.length,
    run: timed(pass, pairs.length),
    answers: async () => {
      pass();
      return pairs.map(({ penetrationResult: { depth, normal } }) => ({ depth, normal: [...normal] }));
    },
  };
}

/** Start directions at an angle to the right one, in A's frame, as the paper makes them. */
export function tiltedStarts({ problems, normals }: DepthSet, degrees: number, seed: number): Vec3[] {
  const rng = new Rng(seed);
  return problems.map(({ poseA }, k) => {
    const start = tilted(rng, normals[k], (degrees * Math.PI) / 180);
    return transformPoint(inverse({ rotation: poseA.subarray(3) }), start);
  });
}
