// The answers of one target for a pair by different functions, with warm starts, in batches, and with A and B exchanged.
import {
  clearance,
  clearanceBatch,
  collide,
  collideBatch,
  copyResult,
  type DistanceResult,
  distance,
  distanceBatch,
  type GrowthResult,
  growthDistance,
  growthDistanceBatch,
  Pair,
  type PenetrationAlgorithmName,
  type PenetrationResult,
  penetration,
  type Shape,
  setTarget,
  signedDistance,
  type Target,
} from 'proximal/2d';
import type { PlaneScene } from './plane-scene.ts';

/** The answers to the queries of every case, and to the additional queries of thorough cases. */
export interface PlaneAnswers {
  readonly cold: DistanceResult;
  readonly collides: boolean;
  readonly clearance: number;
  readonly more: MoreAnswers | null;
}

export interface MoreAnswers {
  readonly reversed: DistanceResult;
  readonly signed: DistanceResult;
  /** The answer of a `Pair` with a warm start from a query at a nearby pose. */
  readonly warm: DistanceResult;
  /** The answer of the same pair, with a warm start from `warm`. */
  readonly warmCollides: boolean;
  /** The answer of the same pair, after `warmCollides`. */
  readonly warmClearance: number;
  /** The penetration by every algorithm, and of a `Pair` at these poses after a query at a nearby pose and again. */
  readonly depths: Readonly<Record<string, PenetrationResult>>;
  /** Null if a shape is unbounded, or if neither center is well inside its shape. */
  readonly growth: GrowthResult | null;
  /** The answers of batches, which must equal the answers of single queries. */
  readonly batch: readonly [distance: number, clearance: number, collides: number];
  /** The same for a batch of growth distances: growth and the x of its contact. */
  readonly growthBatch: readonly [growth: number, contact: number] | null;
}

/** The number of checked answers of a case, each on every target; growth distances that are left out are counted as well. */
export function queryCount(isThorough: boolean): number {
  return isThorough ? 20 : 3;
}

export function runQuery(target: Target, { a, b, poseA, poseB }: PlaneScene, isThorough: boolean): PlaneAnswers {
  setTarget(target);
  const cold = distance(a, poseA, b, poseB);
  const collides = collide(a, poseA, b, poseB);
  return {
    cold,
    collides,
    clearance: clearance(a, poseA, b, poseB),
    more: isThorough ? runMore({ a, b, poseA, poseB }) : null,
  };
}

function runMore({ a, b, poseA, poseB }: Pick<PlaneScene, 'a' | 'b' | 'poseA' | 'poseB'>): MoreAnswers {
  const pair = new Pair(a, b);
  // The warm start comes from a query at a nearby pose.
  const before = poseB.slice();
  before[0] += 0.1 * (poseA[0] - poseB[0]);
  pair.distance(poseA, before);
  const bodies = { shapes: [a, b], poses: Float64Array.of(...poseA, ...poseB) };
  const rows = Uint32Array.of(0, 1);
  const growths = canGrow(a, b) ? growthDistanceBatch(bodies, rows) : null;
  return {
    reversed: distance(b, poseB, a, poseA),
    signed: signedDistance(a, poseA, b, poseB),
    warm: copyResult(pair.distance(poseA, poseB)),
    warmCollides: pair.collide(poseA, poseB),
    warmClearance: pair.clearance(poseA, poseB),
    depths: depthsOf({ a, b, poseA, poseB }, before),
    growth: canGrow(a, b) ? growthDistance(a, poseA, b, poseB) : null,
    growthBatch: growths && [growths.growth[0], growths.contact[0]],
    batch: [distanceBatch(bodies, rows).distance[0], clearanceBatch(bodies, rows)[0], collideBatch(bodies, rows)[0]],
  };
}

const algorithms: readonly PenetrationAlgorithmName[] = ['auto', 'incremental', 'sqp', 'mpr'];

function depthsOf(
  { a, b, poseA, poseB }: Pick<PlaneScene, 'a' | 'b' | 'poseA' | 'poseB'>,
  before: Float64Array,
): Readonly<Record<string, PenetrationResult>> {
  const pair = new Pair(a, b);
  pair.penetration(poseA, before);
  return {
    ...Object.fromEntries(algorithms.map((name) => [name, penetration(a, poseA, b, poseB, { algorithm: name })])),
    published: penetration(a, poseA, b, poseB, { algorithm: 'incremental', expert: { accelerate: false } }),
    warm: copyResult(pair.penetration(poseA, poseB)),
    again: copyResult(pair.penetration(poseA, poseB)),
  };
}

function canGrow(a: Shape, b: Shape): boolean {
  const hasInnerBall = ({ inradius, boundingRadius }: Shape): boolean => inradius > 1e-6 * boundingRadius;
  return a.isBounded && b.isBounded && (hasInnerBall(a) || hasInnerBall(b));
}
