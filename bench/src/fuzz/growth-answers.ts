// The growth queries of one case on one target.
import {
  collide,
  copyResult,
  type GrowthResult,
  growthDistance,
  Pair,
  type Shape,
  setTarget,
  type Target,
} from 'proximal';
import { Rng, type Vec3 } from 'proximal/math';
import type { Scene } from './scene.ts';

/** The variants of the query. */
export const variant = {
  cold: 'cold',
  centers: 'other centers',
  paper: 'without interpolated normals',
  primal: 'warm, primal',
  dual: 'warm, dual',
} as const;

export interface GrowthAnswers {
  readonly results: Readonly<Record<(typeof variant)[keyof typeof variant], GrowthResult>>;
  readonly collides: boolean;
}

/** @param step B's previous position relative to its present one, for warm starts */
export function runGrowth(target: Target, { a, b }: Scene, step: readonly number[]): GrowthAnswers {
  setTarget(target);
  const before = b.pose.map((x, k) => x + (k < 3 ? step[k] : 0));
  const warm = (warmStart: 'primal' | 'dual'): GrowthResult => {
    const pair = new Pair(a.shape, b.shape);
    pair.setGrowth({ warmStart });
    pair.growthDistance(a.pose, before);
    return copyResult(pair.growthDistance(a.pose, b.pose));
  };
  const runQuery = (options?: Parameters<typeof growthDistance>[4]): GrowthResult =>
    growthDistance(a.shape, a.pose, b.shape, b.pose, options);
  const rng = new Rng(7);
  const size = extent(a.shape) + extent(b.shape);
  const results = {
    [variant.cold]: runQuery(),
    [variant.centers]: runQuery({ centerA: inside(rng, a.shape, size), centerB: inside(rng, b.shape, size) }),
    // The published algorithm without acceleration takes more than the default 100 iterations near the tips of pointed shapes.
    [variant.paper]: runQuery({ expert: { accelerate: false }, maxIterations: 1000 }),
    [variant.primal]: warm('primal'),
    [variant.dual]: warm('dual'),
  };
  const collides = collide(a.shape, a.pose, b.shape, b.pose, { algorithm: 'growth' });
  return { results, collides };
}

/**
 * A point of the shape between its center and its surface; the center if the shape is too thin, relative to its own size or to the rounding
 * error at the size of the pair.
 */
function inside(rng: Rng, shape: Shape, size: number): Vec3 {
  if (shape.inradius < Math.max(1e-5 * extent(shape), 1e-12 * size)) return [...shape.center];
  const farthest = shape.support(rng.direction());
  const share = rng.uniform(0, 0.9);
  return farthest.map((x, k) => shape.center[k] + share * (x - shape.center[k])) as Vec3;
}

function extent(shape: Shape): number {
  return shape.boundingRadius + Math.hypot(...shape.center);
}
