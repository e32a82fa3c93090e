// The contenders in this process, in the order of the tables, and the definition of wrong answers. Libraries in C and C++ are in native.ts.

import { passes, type Timed } from '../harness/timer.ts';
import type { Peer, PlaneCapability } from '../peers/peer.ts';
import { peersWith } from '../peers/registry.ts';
import { collideBySat, distanceByBruteForce, loopOver } from './baselines.ts';
import { distanceByGjk, type Subdistance, subdistanceBySignedVolumes, subdistanceByVoronoi } from './gjk-baselines.ts';
import { ownMethods, ownWarmMethods } from './own.ts';
import type { PlaneProblem, PlaneSet } from './sets.ts';

const voronoiTitle = 'Voronoi GJK';
export const signedVolumesTitle = 'signed volumes GJK';
export const satTitle = 'SAT';
export const bruteForceTitle = 'brute force';

function gjkBaseline(title: string, how: string, subdistance: Subdistance): Method {
  return {
    title,
    kind: 'baseline',
    how,
    prepare: (set) =>
      loopOver(set, {
        distance: (bodies) => distanceByGjk(bodies, subdistance),
        collide: (bodies) => (distanceByGjk(bodies, subdistance) === 0 ? 1 : 0),
      }),
  };
}

const baselines: readonly Method[] = [
  gjkBaseline(voronoiTitle, 'sub-distance by Voronoi regions, cold; level 1 by the distance', subdistanceByVoronoi),
  gjkBaseline(signedVolumesTitle, 'the method of OpenGJK, cold; level 1 by the distance', subdistanceBySignedVolumes),
  {
    title: satTitle,
    kind: 'baseline',
    how: 'every edge of both until one separates',
    prepare: (set) => loopOver(set, { collide: collideBySat }),
  },
  {
    title: bruteForceTitle,
    kind: 'baseline',
    how: 'the method of Apollo: every edge against every edge',
    prepare: (set) => loopOver(set, { distance: distanceByBruteForce }),
  },
];

/** Without warm starts. */
export const coldMethods: readonly Method[] = [
  ...ownMethods,
  ...baselines,
  ...peersWith('plane').map((peer) => methodOf(peer, peer.name, peer.plane)),
];

/** On pairs that move a little between two queries. */
export const warmMethods: readonly Method[] = [
  ...ownWarmMethods,
  ...peersWith('plane').flatMap((peer) =>
    peer.plane.warm ? [methodOf(peer, `${peer.name}, warm`, peer.plane.warm)] : [],
  ),
];

function methodOf({ isSingle }: Peer, title: string, { how, prepare }: PlaneCapability): Method {
  return { title, kind: 'npm', how, isSingle: isSingle === true, prepare };
}

/** The paper's levels: 1 is Boolean, 2 the distance. */
export type Level = 1 | 2;

/** A contender on one set. Each function answers all problems. */
export interface PreparedQueries {
  /** The number of times that one call answers all problems. Default: 1. */
  readonly times?: number;
  readonly distances?: (out: Float64Array) => void;
  /** 1 for a collision, else 0. */
  readonly collisions?: (out: Float64Array) => void;
}

export interface Method {
  readonly title: string;
  /** A baseline is one of the paper's methods, written in JavaScript. */
  readonly kind: 'ours' | 'baseline' | 'npm' | 'native';
  /** The function that is called, and the start of each query. */
  readonly how: string;
  /** Whether it computes with 32-bit numbers. */
  readonly isSingle?: boolean;
  readonly prepare: (set: PlaneSet) => PreparedQueries | Promise<PreparedQueries>;
}

/** A query of a contender on a set. */
export interface Contender extends Timed {
  readonly title: string;
  readonly level: Level;
  readonly isOwn: boolean;
  readonly isSingle: boolean;
  readonly answers: () => Promise<ArrayLike<number>>;
}

export function contendersOf(
  { title, kind, isSingle = false }: Method,
  prepared: PreparedQueries,
  count: number,
): Contender[] {
  const { distances, collisions, times = 1 } = prepared;
  const out = new Float64Array(count);
  const contender = (level: Level, work: (out: Float64Array) => void): Contender => ({
    title,
    level,
    isOwn: kind === 'ours',
    isSingle,
    operations: count,
    run: (repeats) => passes(times * count, () => work(out)).run(repeats),
    answers: async () => {
      out.fill(Number.NaN);
      work(out);
      return out.slice();
    },
  });
  return [...(collisions ? [contender(1, collisions)] : []), ...(distances ? [contender(2, distances)] : [])];
}

/** An error counts if it is larger than this share of the smaller polygon's bounding radius, for 64-bit and 32-bit numbers. */
export const tolerances = { double: 1e-6, single: 1e-5 };

export interface Wrong {
  readonly problem: number;
  readonly expected: number;
  readonly found: number;
}

/** The reference is our own distance if its certificate is valid. If not, our distances are wrong, and all other answers count as right. */
export async function wrongAnswers(set: PlaneSet, { level, isOwn, isSingle, answers }: Contender): Promise<Wrong[]> {
  const found = await answers();
  return set.problems.flatMap((problem, k) => {
    const limit = tolerances[isSingle ? 'single' : 'double'] * sizeOf(set, problem);
    const { distance: expected, isProven } = problem;
    const isEqual = level === 2 ? isNear(found[k], expected, limit) : isBooleanRight(set, found[k], expected);
    const isRight = isProven ? isEqual : !isOwn || level === 1;
    return isRight ? [] : [{ problem: k, expected, found: found[k] }];
  });
}

/** Negative distances are overlaps, whose depth is not checked. */
function isNear(found: number, expected: number, limit: number): boolean {
  return Math.abs(Math.max(0, found) - expected) <= limit;
}

/** Both answers are right for touching pairs, because of rounding; a missing one is wrong. */
function isBooleanRight({ situation }: PlaneSet, found: number, expected: number): boolean {
  return situation === 'touching' ? found === 0 || found === 1 : found === (expected > 0 ? 0 : 1);
}

function sizeOf({ polygons }: PlaneSet, { a, b }: PlaneProblem): number {
  return Math.min(polygons[a].boundingRadius, polygons[b].boundingRadius);
}
