import { outOfRange } from '../check/argument.ts';
import type { Shape } from '../shapes/shape.ts';
import { type GrowthOptions, type GrowthPlan, readGrowth } from './growth-options.ts';

/**
 * The options of `collide` by growth, which decides by the ray method, with an early exit, whether the growth is at most 1. The last
 * step of the trace has a separating plane (`lower > 1`) or a common point (`upper ≤ 1`), unless the query ended undecided.
 */
export interface GrowthCollideOptions extends Omit<GrowthOptions, 'algorithm'> {
  readonly algorithm: 'growth';
}

export function collidesByGrowth(options: object | undefined): options is GrowthCollideOptions {
  return (options as GrowthCollideOptions | undefined)?.algorithm === 'growth';
}

export function readGrowthCollide(
  where: string,
  a: Shape,
  b: Shape,
  options: GrowthCollideOptions,
  keepsState: boolean,
): GrowthPlan {
  if ('margin' in options)
    throw outOfRange(where, 'options.margin', options.margin, "algorithm 'growth' has no margin: leave it out");
  return readGrowth(where, a, b, { ...options, algorithm: 'ray' }, keepsState);
}
