// Ports of Box2D to JavaScript have the same parts under other names: an input, a simplex cache and an output.
import type { PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import type { PlaneCapability } from './peer.ts';

export interface Cache {
  count: number;
}

export interface Port<Input> {
  readonly inputs: readonly Input[];
  readonly createCache: () => Cache;
  readonly runQuery: (cache: Cache, input: Input) => number;
  /** Distances below this count as contact, as in the port's own overlap test. */
  readonly contact: number;
}

/**
 * Cold queries start with an empty cache, warm queries with the cache of their pair. In a moving set, A identifies the pair of a problem. Level 1
 * (the Boolean answer) uses the distance, as in the ports' own overlap tests and in the paper of the benchmark `plane`.
 */
function preparedQueriesOf<Input>(
  { inputs, createCache, runQuery, contact }: Port<Input>,
  set: PlaneSet,
  isWarm: boolean,
): PreparedQueries {
  const shared = createCache();
  const cacheOfPair = isWarm ? set.polygons.map(createCache) : [];
  const caches = set.problems.map(({ a }) => (isWarm ? cacheOfPair[a] : shared));
  const distanceOf = (k: number): number => {
    if (!isWarm) shared.count = 0;
    return runQuery(caches[k], inputs[k]);
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

/** The capability of a port, from a function that opens it on a set. */
export function planeOf<Input>(open: (set: PlaneSet) => Promise<Port<Input>>): PlaneCapability {
  return {
    how: 'its distance function, with inputs prepared before timing, cold: with an empty simplex cache; level 1 uses the same function',
    prepare: async (set) => preparedQueriesOf(await open(set), set, false),
    warm: {
      how: 'the same, warm: each pair keeps its simplex cache',
      prepare: async (set) => preparedQueriesOf(await open(set), set, true),
    },
  };
}

export interface Transform {
  readonly p: { x: number; y: number };
  readonly q: { c: number; s: number };
}

export function place({ p, q }: Transform, [x, y, cosine, sine]: Float64Array): void {
  Object.assign(p, { x, y });
  Object.assign(q, { c: cosine, s: sine });
}
