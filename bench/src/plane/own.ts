// Our own queries: one call each, or a batch; with the support map or by scanning all vertices.
import {
  type Bodies,
  clearanceBatch,
  collideBatch,
  createDistanceBatch,
  distanceBatch,
  Pair,
  type Polygon,
  polygon,
  setTarget,
  type Target,
} from 'proximal/2d';
import { verticesOf } from '../peers/peer.ts';
import type { Method, PreparedQueries } from './methods.ts';
import type { PlaneSet } from './sets.ts';

export const ownCall = 'proximal';
export const ownBatch = 'proximal, batch';
const ownCallScan = 'proximal, scan';
export const ownBatchScan = 'proximal, batch, scan';
export const ownBatchSearch = 'proximal, batch, no circles';
const ownBatchScanSearch = 'proximal, batch, scan, no circles';
export const ownBatchShared = 'proximal, batch, shared';
export const ownCallFull = 'proximal, with points';
export const ownBatchFull = 'proximal, batch, with points';
const ownBatchScanFull = 'proximal, batch, scan, with points';
const ownJs = 'proximal in JavaScript';
export const ownWarm = 'proximal, warm';
const ownWarmFull = 'proximal, warm, with points';

/**
 * Our contender in the place of the paper's method, with and without hill climbing. `likeForLike` has no circles at level 1 and has witness
 * points at level 2, as in the paper. `fastest` is our fastest query at each level, with circles and without points.
 */
export const bases = {
  likeForLike: {
    climbing: { 1: ownBatchSearch, 2: ownBatchFull },
    scan: { 1: ownBatchScanSearch, 2: ownBatchScanFull },
  },
  fastest: { climbing: { 1: ownBatch, 2: ownBatch }, scan: { 1: ownBatchScan, 2: ownBatchScan } },
} as const;

export type Basis = keyof typeof bases;

const cold = { guess: 'bounds' } as const;
const onWasm = 'WebAssembly';
/** The number of times that each pair of bodies occurs in the batch with shared bodies. */
const sharing = 10;

export const ownMethods: readonly Method[] = [
  {
    title: ownCall,
    kind: 'ours',
    how: `${onWasm}, one call of Pair for each query, cold (from center to center): collide for level 1, clearance for level 2`,
    prepare: (set) => callQueries(set, set.polygons, 'wasm'),
  },
  {
    title: ownCallScan,
    kind: 'ours',
    how: 'the same with polygon(…, { supportMap: false }): every support call scans all vertices, which is the default only up to 8 vertices',
    prepare: (set) => callQueries(set, scanned(set), 'wasm'),
  },
  {
    title: ownBatch,
    kind: 'ours',
    how: `${onWasm}, collideBatch and clearanceBatch on all pairs of the set, each with two bodies of its own, cold`,
    prepare: (set) => batch(set, set.polygons, 1),
  },
  {
    title: ownBatchSearch,
    kind: 'ours',
    how: 'the same with circles: false: the search alone, without a comparison of inscribed and bounding circles before it',
    prepare: (set) => batch(set, set.polygons, 1, { circles: false }),
  },
  {
    title: ownBatchScanSearch,
    kind: 'ours',
    how: 'the same with circles: false and polygon(…, { supportMap: false })',
    prepare: (set) => batch(set, scanned(set), 1, { circles: false }),
  },
  {
    title: ownBatchScan,
    kind: 'ours',
    how: 'collideBatch and clearanceBatch with polygon(…, { supportMap: false })',
    prepare: (set) => batch(set, scanned(set), 1),
  },
  {
    title: ownBatchShared,
    kind: 'ours',
    how: `${onWasm}, collideBatch and clearanceBatch on ${sharing} times as many pairs of the same bodies, so that the checks and placements of the bodies are shared`,
    prepare: (set) => batch(set, set.polygons, sharing),
  },
  {
    title: ownCallFull,
    kind: 'ours',
    how: `${onWasm}, Pair.distance, cold: with bounds, witness points, normal, status and proof, more than level 2 requires`,
    prepare: (set) => full(pairsOf(set, set.polygons, 'wasm'), set.problems),
  },
  {
    title: ownBatchFull,
    kind: 'ours',
    how: `${onWasm}, distanceBatch: the same in a batch, without the proof`,
    prepare: (set) => fullBatch(set, set.polygons),
  },
  {
    title: ownBatchScanFull,
    kind: 'ours',
    how: 'the same with polygon(…, { supportMap: false })',
    prepare: (set) => fullBatch(set, scanned(set)),
  },
];

/**
 * Timed separately, since code that calls two kernels is optimized for neither, and a program uses only one.
 */
export const ownJsMethod: Method = {
  title: ownJs,
  kind: 'ours',
  how: 'the same source on the JavaScript target, one call for each query, cold: to compare methods in one language',
  prepare: (set) => callQueries(set, set.polygons, 'js'),
};

export const ownWarmMethods: readonly Method[] = [
  {
    title: ownWarm,
    kind: 'ours',
    how: `${onWasm}, one call of Pair for each query, warm: from the result of the pair's last query`,
    prepare: ({ polygons, problems }) => {
      // In a moving set, A's number identifies the pair.
      const pairs = polygons.map((shape, k) => new Pair(shape, polygons[k ^ 1]));
      return pairQueries(
        problems.map(({ a }) => pairs[a]),
        problems,
      );
    },
  },
  {
    title: ownWarmFull,
    kind: 'ours',
    how: 'the same with Pair.distance: with bounds, witness points, normal, status and proof',
    prepare: ({ polygons, problems }) => {
      const pairs = polygons.map((shape, k) => new Pair(shape, polygons[k ^ 1]));
      return full(
        problems.map(({ a }) => pairs[a]),
        problems,
      );
    },
  },
  {
    title: ownCall,
    kind: 'ours',
    how: 'the same, cold',
    prepare: (set) => callQueries(set, set.polygons, 'wasm'),
  },
];

function scanned({ polygons }: PlaneSet): Polygon[] {
  return polygons.map((shape) => polygon(verticesOf(shape), { supportMap: false }));
}

function callQueries(set: PlaneSet, polygons: readonly Polygon[], target: Target): PreparedQueries {
  return pairQueries(pairsOf(set, polygons, target), set.problems);
}

function pairsOf({ problems }: PlaneSet, polygons: readonly Polygon[], target: Target): Pair[] {
  // A pair keeps the target that it was made with.
  setTarget(target);
  const pairs = problems.map(({ a, b }) => new Pair(polygons[a], polygons[b], cold));
  setTarget('wasm');
  return pairs;
}

function pairQueries(pairs: readonly Pair[], problems: PlaneSet['problems']): PreparedQueries {
  return {
    distances(out) {
      for (let k = 0; k < problems.length; k++) {
        const { poseA, poseB } = problems[k];
        out[k] = pairs[k].clearance(poseA, poseB);
      }
    },
    collisions(out) {
      for (let k = 0; k < problems.length; k++) {
        const { poseA, poseB } = problems[k];
        out[k] = pairs[k].collide(poseA, poseB) ? 1 : 0;
      }
    },
  };
}

/** Distances with witness points and proof, which is more than level 2 requires. */
function full(pairs: readonly Pair[], problems: PlaneSet['problems']): PreparedQueries {
  return {
    distances(out) {
      for (let k = 0; k < problems.length; k++) {
        const { poseA, poseB } = problems[k];
        out[k] = pairs[k].distance(poseA, poseB).distance;
      }
    },
  };
}

function fullBatch({ problems }: PlaneSet, polygons: readonly Polygon[]): PreparedQueries {
  const { bodies, pairs } = bodiesOf(problems, polygons, 1);
  const found = createDistanceBatch(problems.length);
  return { distances: (out) => out.set(distanceBatch(bodies, pairs, undefined, found).distance) };
}

function batch(
  { problems }: PlaneSet,
  polygons: readonly Polygon[],
  times: number,
  options?: { readonly circles: boolean },
): PreparedQueries {
  const { bodies, pairs } = bodiesOf(problems, polygons, times);
  const [found, answers] = [new Float64Array(times * problems.length), new Uint8Array(times * problems.length)];
  return {
    times,
    distances: (out) => out.set(clearanceBatch(bodies, pairs, options, found).subarray(0, out.length)),
    collisions: (out) => out.set(collideBatch(bodies, pairs, options, answers).subarray(0, out.length)),
  };
}

/** Two bodies for each problem, and the list of their pairs, repeated `times` times. */
function bodiesOf(
  problems: PlaneSet['problems'],
  polygons: readonly Polygon[],
  times: number,
): { bodies: Bodies; pairs: Uint32Array } {
  const shapes = problems.flatMap(({ a, b }) => [polygons[a], polygons[b]]);
  const poses = Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB]));
  const pairs = Uint32Array.from({ length: times * shapes.length }, (_, k) => k % shapes.length);
  return { bodies: { shapes, poses }, pairs };
}
