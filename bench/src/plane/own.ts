// Proximal itself: one call for each query, or a batch; by hill climbing or by scanning all vertices.
import {
  collideBatch,
  createDistanceBatch,
  distanceBatch,
  Pair,
  type Polygon,
  polygon,
  setTarget,
  type Target,
} from 'proximal/2d';
import type { Entrant, Subject } from './entrant.ts';
import { type PlaneSet, verticesOf } from './sets.ts';

export const ownCall = 'proximal';
export const ownBatch = 'proximal, batch';
export const ownCallScan = 'proximal, scan';
export const ownBatchScan = 'proximal, batch, scan';
export const ownBatchShared = 'proximal, batch, shared';
export const ownJs = 'proximal in JavaScript';
export const ownWarm = 'proximal, warm';

const cold = { guess: 'bounds' } as const;
const onWasm = 'WebAssembly';
/** In the batch of shared bodies, how many pairs there are for each two. */
const sharing = 10;

export const ownEntrants: readonly Entrant[] = [
  {
    title: ownCall,
    kind: 'ours',
    how: `${onWasm}, one call of Pair for each query, cold (from centre to centre), hill-climbing support`,
    enter: (set) => calls(set, set.polygons, 'wasm'),
  },
  {
    title: ownCallScan,
    kind: 'ours',
    how: 'the same with polygon(…, { supportMap: false }): every support call scans all vertices',
    enter: (set) => calls(set, scanned(set), 'wasm'),
  },
  {
    title: ownBatch,
    kind: 'ours',
    how: `${onWasm}, distanceBatch and collideBatch on all pairs of the set, each with two bodies of its own, cold, hill climbing`,
    enter: (set) => batch(set, set.polygons, 1),
  },
  {
    title: ownBatchScan,
    kind: 'ours',
    how: 'the same with polygon(…, { supportMap: false })',
    enter: (set) => batch(set, scanned(set), 1),
  },
  {
    title: ownBatchShared,
    kind: 'ours',
    how: `the same on ${sharing} times as many pairs of the same bodies: what is checked and placed for each body costs less`,
    enter: (set) => batch(set, set.polygons, sharing),
  },
  {
    title: ownJs,
    kind: 'ours',
    how: 'the same source on the JavaScript target, one call for each query, cold: to compare methods in one language',
    enter: (set) => calls(set, set.polygons, 'js'),
  },
];

export const ownWarmEntrants: readonly Entrant[] = [
  {
    title: ownWarm,
    kind: 'ours',
    how: `${onWasm}, one call of Pair for each query, warm: from what the pair's last query found`,
    enter: ({ polygons, problems }) => {
      // In a moving set A's number tells the pair.
      const pairs = polygons.map((shape, k) => new Pair(shape, polygons[k ^ 1]));
      return askPairs(
        problems.map(({ a }) => pairs[a]),
        problems,
      );
    },
  },
  {
    title: ownCall,
    kind: 'ours',
    how: 'the same, cold',
    enter: (set) => calls(set, set.polygons, 'wasm'),
  },
];

function scanned({ polygons }: PlaneSet): Polygon[] {
  return polygons.map((shape) => polygon(verticesOf(shape), { supportMap: false }));
}

function calls({ problems }: PlaneSet, polygons: readonly Polygon[], on: Target): Subject {
  // A pair stays on the target that it was made with.
  setTarget(on);
  const pairs = problems.map(({ a, b }) => new Pair(polygons[a], polygons[b], cold));
  setTarget('wasm');
  return askPairs(pairs, problems);
}

function askPairs(pairs: readonly Pair[], problems: PlaneSet['problems']): Subject {
  return {
    distances(out) {
      for (let k = 0; k < problems.length; k++) {
        const { poseA, poseB } = problems[k];
        out[k] = pairs[k].distance(poseA, poseB).distance;
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

function batch({ problems }: PlaneSet, polygons: readonly Polygon[], times: number): Subject {
  const shapes = problems.flatMap(({ a, b }) => [polygons[a], polygons[b]]);
  const poses = Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB]));
  const bodies = { shapes, poses };
  const pairs = Uint32Array.from({ length: times * shapes.length }, (_, k) => k % shapes.length);
  const [found, answers] = [createDistanceBatch(times * problems.length), new Uint8Array(times * problems.length)];
  return {
    times,
    distances: (out) => out.set(distanceBatch(bodies, pairs, found).distance.subarray(0, out.length)),
    collisions: (out) => out.set(collideBatch(bodies, pairs, answers).subarray(0, out.length)),
  };
}
