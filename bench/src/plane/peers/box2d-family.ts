// Box2D's distance has ports with the same parts under other names: inputs made before the clock, a simplex cache, an output.
import type { Subject } from '../entrants.ts';
import type { PlaneSet } from '../sets.ts';

export interface Cache {
  count: number;
}

export interface Port<Input> {
  readonly inputs: readonly Input[];
  readonly createCache: () => Cache;
  readonly ask: (cache: Cache, input: Input) => number;
  /** Distances below this are contact: what the port's own overlap test takes. */
  readonly contact: number;
}

/**
 * Cold: every query starts with an empty cache. Warm: the cache of its pair, which in a moving set is known by A. Level 1 is the
 * distance too, as in the ports' own overlap tests and in the paper.
 */
export function subjectOf<Input>(
  { inputs, createCache, ask, contact }: Port<Input>,
  set: PlaneSet,
  isWarm: boolean,
): Subject {
  const shared = createCache();
  const own = isWarm ? set.polygons.map(createCache) : [];
  const caches = set.problems.map(({ a }) => (isWarm ? own[a] : shared));
  const distanceOf = (k: number): number => {
    if (!isWarm) shared.count = 0;
    return ask(caches[k], inputs[k]);
  };
  return {
    distances(out) {
      for (let k = 0; k < inputs.length; k++) out[k] = distanceOf(k);
    },
    collisions(out) {
      for (let k = 0; k < inputs.length; k++) out[k] = distanceOf(k) < contact ? 1 : 0;
    },
  };
}

export const coldly =
  'its distance with inputs made before the clock, cold: an empty simplex cache; level 1 by the same';
export const warmly = 'the same, warm: each pair keeps its simplex cache';
