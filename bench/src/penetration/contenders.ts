// The contenders on a set of overlaps: ours and other libraries, and the quality of their answers.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pair, type PenetrationOptions, penetration, type TraceStep } from 'proximal';
import { inverse, Rng, transformPoint, type Vec3 } from 'proximal/math';
import { passes } from '../harness/timer.ts';
import type { Peer } from '../peers/peer.ts';
import { type BuiltPeer, buildPeers, PeerProcess, timedPeer } from '../peers/process.ts';
import { type Problem, writeProblems } from '../problems/problem-set.ts';
import { tilted } from '../random/overlaps.ts';
import type { Processed } from './processor-time.ts';
import type { DepthSet } from './sets.ts';

interface DepthAnswer {
  readonly depth: number;
  /** The unit vector along which B separates, in world coordinates. */
  readonly normal: Vec3;
}

export interface DepthContender extends Processed {
  readonly title: string;
  readonly answers: () => Promise<DepthAnswer[]>;
  /** Mean number of support calls in a query; null if it is not known. */
  readonly supportCalls: number | null;
  /** Mean number of GJK's support calls among them; null if it is not known. */
  readonly gjkCalls: number | null;
  /** Computes with 32-bit numbers. */
  readonly isSingle?: boolean;
}

/** Ours: one `Pair` for each problem, without warm start. */
function ownContender(
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
    gjkCalls: gjkCallsOf({ shapes, problems }, optionsOf),
    ...passes(pairs.length, pass),
    answers: async () => {
      pass();
      return pairs.map(({ penetrationResult: { depth, normal } }) => ({ depth, normal: [...normal] }));
    },
  };
}

/** The mean number of GJK's steps with a support point, counted by the public trace. */
function gjkCallsOf(
  { shapes, problems }: Pick<DepthSet, 'shapes' | 'problems'>,
  optionsOf: (problem: number) => PenetrationOptions,
): number {
  let calls = 0;
  const trace = ({ phase, support }: TraceStep): void => {
    if (phase === 'gjk' && !Number.isNaN(support[0])) calls++;
  };
  problems.forEach(({ a, b, poseA, poseB }, k) => {
    penetration(shapes[a], poseA, shapes[b], poseB, { ...optionsOf(k), trace });
  });
  return calls / problems.length;
}

/** Start directions at an angle to the exact one, in A's frame, as in the paper. */
function tiltedStarts({ problems, normals }: DepthSet, degrees: number, seed: number): Vec3[] {
  const rng = new Rng(seed);
  return problems.map(({ poseA }, k) => {
    const start = tilted(rng, normals[k], (degrees * Math.PI) / 180);
    return transformPoint(inverse({ rotation: poseA.subarray(3) }), start);
  });
}

export const ownTitles = {
  auto: 'proximal',
  fine: 'proximal, to 1e-9',
  epa: 'our EPA',
  sqp45: 'our SQP at 45°',
  publishedSqp45: 'SQP as published, at 45°',
} as const;

export const angles = [5, 25, 45] as const;

export function incrementalTitle(degrees: number): string {
  return `incremental at ${degrees}°`;
}

/** Alg. 4 and 5 without our additions. */
export function publishedTitle(degrees: number): string {
  return `incremental as published, at ${degrees}°`;
}

/** A tolerance of a micrometer, as in the paper and for libccd. */
const commonOptions: PenetrationOptions = { tolerance: 1e-6, direction: 'centers' };

export function ownContenders(set: DepthSet, seed: number, startAngles: readonly number[] = angles): DepthContender[] {
  return [
    ownContender(ownTitles.auto, set, () => commonOptions),
    ownContender(ownTitles.fine, set, () => ({ direction: 'centers' })),
    ownContender(ownTitles.epa, set, () => ({ ...commonOptions, algorithm: 'epa' })),
    ...startAngles.map((degrees) => contenderFrom(incrementalTitle(degrees), 'incremental', set, degrees, seed)),
  ];
}

/** From 45°: Alg. 3, which has no shortcut, with our additions and as published, and Alg. 4 and 5 as published. */
export function shortcutContenders(set: DepthSet, seed: number): DepthContender[] {
  return [
    contenderFrom(ownTitles.sqp45, 'sqp', set, 45, seed),
    contenderFrom(ownTitles.publishedSqp45, 'sqp', set, 45, seed, published),
    contenderFrom(publishedTitle(45), 'incremental', set, 45, seed, published),
  ];
}

/** Alg. 4 and 5 as published, from all angles of Tables I and II. */
export function publishedContenders(set: DepthSet, seed: number): DepthContender[] {
  return angles.map((degrees) => contenderFrom(publishedTitle(degrees), 'incremental', set, degrees, seed, published));
}

const published: PenetrationOptions = { expert: { accelerate: false } };

function contenderFrom(
  title: string,
  algorithm: 'incremental' | 'sqp',
  set: DepthSet,
  degrees: number,
  seed: number,
  more: PenetrationOptions = {},
): DepthContender {
  const starts = tiltedStarts(set, degrees, seed);
  return ownContender(title, set, (k) => ({ ...commonOptions, ...more, algorithm, direction: starts[k] }));
}

export const libccdEpa = 'libccd EPA';

/** Without our kernel in C++, and without cannon-es, which takes milliseconds for a hull. */
const isMeasured = ({ name, takesKernelInputs, query }: Peer): boolean =>
  !takesKernelInputs && name !== 'cannon-es' && query?.queries.some(({ kind }) => kind === 'depth') === true;

/** The libraries with a penetration depth, built once. */
export class Peers {
  readonly skipped: string[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'proximal-penetration-'));
  private readonly built: readonly BuiltPeer[];
  private readonly processes: PeerProcess[] = [];

  constructor() {
    ({ built: this.built, skipped: this.skipped } = buildPeers(isMeasured));
  }

  /** Starts all libraries that support the shapes of the set. @param titles only queries with these titles; default: all */
  async startAll(set: DepthSet, titles?: readonly string[]): Promise<DepthContender[]> {
    const file = join(this.folder, 'problems.txt');
    writeProblems(set, file);
    const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
    const contenders: DepthContender[] = [];
    const isWanted = ({ title }: { readonly title: string }): boolean => titles?.includes(title) ?? true;
    const built = this.built.filter(({ query: { queries } }) => queries.some(isWanted));
    const started = await Promise.all(built.map(({ program, args }) => PeerProcess.start(program, [...args, file])));
    for (const [
      k,
      {
        name,
        query: { queries },
        isSingle,
      },
    ] of built.entries()) {
      const peer = started[k];
      if (typeof peer === 'string') {
        this.skipped.push(`${name} on ${set.name}: ${peer}`);
        continue;
      }
      this.processes.push(peer);
      for (const query of queries) {
        if (query.kind !== 'depth' || (query.hullsOnly && !hasHulls) || !isWanted(query)) continue;
        contenders.push({
          title: query.title,
          supportCalls: null,
          gjkCalls: null,
          isSingle: isSingle === true,
          ...(peer.pid !== undefined && { pid: peer.pid }),
          ...(await timedPeer(peer, query.name, set.problems.length)),
          answers: async () =>
            (await peer.answers(query.name, 0, set.problems.length)).map(([depth, x, y, z]) => ({
              depth,
              normal: [x, y, z],
            })),
        });
      }
    }
    return contenders;
  }

  /** Ends the processes of the last set. */
  stop(): void {
    for (const peer of this.processes.splice(0)) peer.quit();
  }

  remove(): void {
    this.stop();
    for (const library of this.built) library.remove();
    rmSync(this.folder, { recursive: true });
  }
}

export interface Quality {
  /** The number of answers. */
  readonly answers: number;
  /** Errors of the depth, in meters. */
  readonly meanError: number;
  readonly worstError: number;
  /** Answers that exceed the minimum depth by more than a micrometer. */
  readonly deeper: number;
  /** Answers whose translation leaves an overlap of more than ten micrometers, or missing answers. */
  readonly tooShort: number;
}

const micrometer = 1e-6;

export function qualityOf(set: Pick<DepthSet, 'shapes' | 'problems'>, answers: readonly DepthAnswer[]): Quality {
  let [sum, worst, deeper, tooShort] = [0, 0, 0, 0];
  set.problems.forEach((problem, k) => {
    const { depth, normal } = answers[k];
    // A missing answer counts as zero.
    const error = Math.abs((Number.isFinite(depth) ? depth : 0) + problem.signedDistance);
    sum += error;
    worst = Math.max(worst, error);
    if (depth + problem.signedDistance > micrometer) deeper++;
    // NaN is too short, too.
    if (!(depth >= requiredDepth(set, problem, normal) - 10 * micrometer)) tooShort++;
  });
  return { answers: answers.length, meanError: sum / answers.length, worstError: worst, deeper, tooShort };
}

/** The least translation of B along `normal` that separates the shapes; NaN for a normal that is not finite. */
function requiredDepth({ shapes }: Pick<DepthSet, 'shapes'>, { a, b, poseA, poseB }: Problem, normal: Vec3): number {
  // Some libraries return normals with NaN or infinite numbers.
  if (!normal.every(Number.isFinite)) return Number.NaN;
  const support = (shape: number, pose: Float64Array, sign: number): number => {
    const along = transformPoint(inverse({ rotation: pose.subarray(3) }), [
      sign * normal[0],
      sign * normal[1],
      sign * normal[2],
    ]);
    const [x, y, z] = transformPoint(pose, shapes[shape].support(along));
    return sign * (x * normal[0] + y * normal[1] + z * normal[2]);
  };
  return support(a, poseA, 1) + support(b, poseB, -1);
}
