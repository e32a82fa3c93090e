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
export const ownJs = 'proximal in JavaScript';

const cold = { guess: 'bounds' } as const;
const onWasm = 'WebAssembly';

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
    how: `${onWasm}, distanceBatch and collideBatch on all pairs of the set, cold, hill-climbing support`,
    enter: (set) => batch(set, set.polygons),
  },
  {
    title: ownBatchScan,
    kind: 'ours',
    how: 'the same with polygon(…, { supportMap: false })',
    enter: (set) => batch(set, scanned(set)),
  },
  {
    title: ownJs,
    kind: 'ours',
    how: 'the same source on the JavaScript target, one call for each query, cold: to compare methods in one language',
    enter: (set) => calls(set, set.polygons, 'js'),
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

export function askPairs(pairs: readonly Pair[], problems: PlaneSet['problems']): Subject {
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

function batch({ problems }: PlaneSet, polygons: readonly Polygon[]): Subject {
  const shapes = problems.flatMap(({ a, b }) => [polygons[a], polygons[b]]);
  const poses = Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB]));
  const bodies = { shapes, poses };
  const pairs = Uint32Array.from(shapes, (_, k) => k);
  const [found, answers] = [createDistanceBatch(problems.length), new Uint8Array(problems.length)];
  return {
    distances: (out) => out.set(distanceBatch(bodies, pairs, found).distance),
    collisions: (out) => out.set(collideBatch(bodies, pairs, answers)),
  };
}
