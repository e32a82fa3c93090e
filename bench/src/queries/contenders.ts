// The contenders on one problem set.

import {
  collideBatch,
  createDistanceBatch,
  type DistanceOptions,
  distanceBatch,
  type GrowthOptions,
  Pair,
  type PenetrationOptions,
  type PenetrationResult,
} from 'proximal';
import { compose, type Pose, Rng } from 'proximal/math';
import { passes, type Timed, WarmUp } from '../harness/timer.ts';
import { type BuiltPeer, type PeerProcess, timedPeer } from '../peers/process.ts';
import { batchTitle, type OwnQueryKind, ownTitle, queryTitles } from '../peers/query-kind.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { type Wrong, wrongAnswers, wrongOwnAnswers } from './check.ts';

interface Contender extends Timed {
  readonly title: string;
  readonly kind: OwnQueryKind;
  readonly wrong: () => Promise<Wrong[]>;
}

/** Whether a kind of query is measured on a set: depths only if all pairs overlap. */
export function isMeasured({ problems }: ProblemSet, kind: OwnQueryKind): boolean {
  const isDepth = kind === 'depth' || kind === 'incremental' || kind === 'warm';
  return !isDepth || problems.every(({ signedDistance }) => signedDistance < 0);
}

export function ownContenders(set: ProblemSet, own: Own): Contender[] {
  const single = ([...Object.keys(queryTitles), 'warm'] as OwnQueryKind[])
    .filter((kind) => isMeasured(set, kind))
    .map(
      (kind): Contender => ({
        title: ownTitle,
        kind,
        ...own.timed(kind),
        wrong: async () => wrongOwnAnswers(set, own, kind),
      }),
    );
  const batches = (['distance', 'collide'] as const).map(
    (kind): Contender => ({
      title: batchTitle,
      kind,
      ...own.timedBatch(kind),
      wrong: async () => {
        const values = own.batch(kind);
        // Witness points of a batch are not checked: these stand-ins have the expected distance.
        const answers = set.problems.map(({ signedDistance }, k) => [values[k], signedDistance, 0, 0, 0, 0, 0]);
        return wrongAnswers(set, kind, 'own', answers);
      },
    }),
  );
  return [...single, ...batches];
}

export async function peerContenders(
  set: ProblemSet,
  peer: PeerProcess,
  { query: { queries }, isSingle }: BuiltPeer,
): Promise<Contender[]> {
  const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
  const precision = isSingle ? 'single' : 'double';
  const measured = queries.filter(({ hullsOnly, kind }) => (hasHulls || !hullsOnly) && isMeasured(set, kind));
  const contenders: Contender[] = [];
  for (const { title, name, kind } of measured) {
    contenders.push({
      title,
      kind,
      ...(await timedPeer(peer, name, set.problems.length)),
      wrong: async () => wrongAnswers(set, kind, precision, await peer.answers(name, 0, set.problems.length)),
    });
  }
  return contenders;
}

/** Cold: each query starts from the line between the centers. */
export const pairOptions: DistanceOptions = { guess: 'bounds' };
export const depthOptions: PenetrationOptions = { algorithm: 'epa', direction: 'centers' };
export const incrementalOptions: PenetrationOptions = { algorithm: 'incremental', direction: 'centers' };
const warmOptions: PenetrationOptions = { algorithm: 'incremental', direction: 'previous' };
export const growthOptions: GrowthOptions = { warmStart: 'none' };
const depths = { depth: depthOptions, incremental: incrementalOptions, warm: warmOptions } as const;

/** The queries that have their own pairs. Boolean queries use the pairs of distance queries. */
type PairKind = Exclude<OwnQueryKind, 'collide'>;

/** Our own queries on a problem set: calls through `Pair`, and batches. */
export class Own {
  private readonly pairsByKind = new Map<PairKind, readonly Pair[]>();
  private warmPairsIfMade: WarmPairs | null = null;
  private readonly bodies: { readonly shapes: ProblemSet['shapes']; readonly poses: Float64Array };
  private readonly pairIndices: Uint32Array;
  private readonly results: ReturnType<typeof createDistanceBatch>;
  private readonly flags: Uint8Array;
  private readonly warmUp = new WarmUp();
  /** Keeps the compiler from removing queries whose answers are not used. */
  private sink = 0;

  constructor(readonly set: ProblemSet) {
    const { shapes, problems } = set;
    this.bodies = {
      shapes: Object.freeze(problems.flatMap(({ a, b }) => [shapes[a], shapes[b]])),
      poses: Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB])),
    };
    this.pairIndices = Uint32Array.from({ length: 2 * problems.length }, (_, k) => k);
    this.results = createDistanceBatch(problems.length);
    this.flags = new Uint8Array(problems.length);
  }

  /** The pairs of a query, made when they are first needed. */
  pairs(kind: PairKind): readonly Pair[] {
    const made = this.pairsByKind.get(kind) ?? this.set.problems.map(({ a, b }) => this.pair(kind, a, b));
    this.pairsByKind.set(kind, made);
    return made;
  }

  private pair(kind: PairKind, a: number, b: number): Pair {
    const { shapes } = this.set;
    const pair = new Pair(shapes[a], shapes[b], pairOptions);
    if (kind === 'growth') pair.setGrowth(growthOptions);
    else if (kind !== 'distance') pair.setPenetration(depths[kind]);
    return pair;
  }

  /** Pairs with warm starts. */
  get warmPairs(): WarmPairs {
    this.warmPairsIfMade ??= new WarmPairs(this.set, this.pairs('warm'));
    return this.warmPairsIfMade;
  }

  timed(kind: OwnQueryKind): Timed {
    const all: Readonly<Record<OwnQueryKind, () => void>> = {
      distance: () => this.distances(),
      collide: () => this.collisions(),
      depth: () => this.depths(this.pairs('depth')),
      incremental: () => this.depths(this.pairs('incremental')),
      warm: () => {
        this.sink += this.warmPairs.step();
      },
      growth: () => this.growths(),
    };
    return this.warmedUp(kind, all[kind]);
  }

  /** The same in one call for all problems. Depths have no batch. */
  timedBatch(kind: 'distance' | 'collide'): Timed {
    return this.warmedUp(`batch ${kind}`, () => this.batch(kind));
  }

  private warmedUp(query: string, pass: () => void): Timed {
    const { operations, run } = passes(this.set.problems.length, pass);
    return {
      operations,
      run: (repeats) => {
        this.warmUp.run(query, 1, pass);
        return run(repeats);
      },
    };
  }

  /** The values of a batch, which starts from the centers by default. */
  batch(kind: 'distance' | 'collide'): ArrayLike<number> {
    const { bodies, pairIndices } = this;
    if (kind === 'collide') return collideBatch(bodies, pairIndices, undefined, this.flags);
    return distanceBatch(bodies, pairIndices, undefined, this.results).distance;
  }

  private distances(): void {
    const pairs = this.pairs('distance');
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].distance(problems[k].poseA, problems[k].poseB).distance;
  }

  private collisions(): void {
    const pairs = this.pairs('distance');
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++) if (pairs[k].collide(problems[k].poseA, problems[k].poseB)) this.sink++;
  }

  private depths(pairs: readonly Pair[]): void {
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].penetration(problems[k].poseA, problems[k].poseB).depth;
  }

  private growths(): void {
    const pairs = this.pairs('growth');
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].growthDistance(problems[k].poseA, problems[k].poseB).growth;
  }
}

/** B turns by 2° between two queries, or by less if the bodies would separate. */
const angleStep = Math.PI / 90;

/** Pairs whose B turns back and forth. Each query continues from the last overlap. */
class WarmPairs {
  private readonly problems: readonly Problem[];
  private readonly rotated: readonly Pose[];
  private isRotated = false;

  constructor(
    set: ProblemSet,
    private readonly pairs: readonly Pair[],
  ) {
    const rng = new Rng(1);
    this.problems = set.problems;
    this.rotated = set.problems.map(({ poseA, poseB }, k) => {
      const axis = rng.direction();
      for (let angle = angleStep; ; angle /= 2) {
        const [x, y, z] = axis.map((each) => each * Math.sin(angle / 2));
        const pose = compose(poseB, { rotation: [x, y, z, Math.cos(angle / 2)] });
        if (pairs[k].collide(poseA, pose)) return pose;
      }
    });
  }

  /** One query of each pair. Returns the sum of the depths. */
  step(): number {
    const { pairs, problems, rotated } = this;
    this.isRotated = !this.isRotated;
    let sum = 0;
    for (let k = 0; k < pairs.length; k++)
      sum += pairs[k].penetration(problems[k].poseA, this.isRotated ? rotated[k] : problems[k].poseB).depth;
    return sum;
  }

  /** The answer to a problem, after a query at the turned pose. */
  runQuery(k: number): PenetrationResult {
    const { poseA, poseB } = this.problems[k];
    this.pairs[k].penetration(poseA, this.rotated[k]);
    return this.pairs[k].penetration(poseA, poseB);
  }
}
