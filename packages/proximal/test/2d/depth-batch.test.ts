// Batches of signed distances, depths and derivatives in the plane give the same bits as single queries, mark invalid rows, and reject
// wrong arguments before they write.
import { describe, expect, it } from 'vitest';
import {
  type Bodies,
  batchStatuses,
  box,
  circle,
  createDerivativeBatch,
  createDistanceBatch,
  createPenetrationBatch,
  differentiate,
  differentiateBatch,
  distanceBatch,
  halfplane,
  type PenetrationBatchOptions,
  penetration,
  penetrationBatch,
  type Shape,
  signedDistance,
  signedDistanceBatch,
} from '../../src/2d/index.ts';
import { expectRow } from '../batch-rows.ts';
import { forAll } from '../for-all.ts';
import { type Rng, randomPose, randomShape } from './random.ts';

type Single = (a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array) => object;
const poseOf = ({ poses }: Bodies, body: number): Float64Array => poses.slice(4 * body, 4 * body + 4);

function expectRows(bodies: Bodies, pairs: Uint32Array, batch: object, single: Single): void {
  for (let row = 0; 2 * row < pairs.length; row++) {
    const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
    const wanted = single(bodies.shapes[a], poseOf(bodies, a), bodies.shapes[b], poseOf(bodies, b));
    expectRow(batch, row, wanted, `${bodies.shapes[a].kind} and ${bodies.shapes[b].kind}`);
  }
}

/** Random bodies of every kind, some with cosines and sines that are not normalized; a half-plane is last. */
function randomBodies(rng: Rng, count: number): Bodies {
  const shapes = [...Array.from({ length: count - 1 }, () => randomShape(rng, 1)), halfplane()];
  const poses = Float64Array.from(shapes.flatMap(() => [...randomPose(rng, 0.6)]));
  for (let k = 0; k < count; k += 3) {
    poses[4 * k + 2] *= 3.7;
    poses[4 * k + 3] *= 3.7;
  }
  return { shapes, poses };
}

/** Random pairs with at most one half-plane each. */
const pairsOf = (rng: Rng, rows: number, count: number): Uint32Array =>
  Uint32Array.from({ length: 2 * rows }, (_, k) => rng.index(k % 2 === 0 ? count : count - 1));

const depthOptions: PenetrationBatchOptions[] = [
  {},
  { certified: true },
  { direction: [1, 0.5], tolerance: 1e-5 },
  { algorithm: 'sqp' },
  { algorithm: 'mpr', expert: { accelerate: false } },
  { maxIterations: 2 },
];

describe.each([
  [
    'signedDistanceBatch',
    signedDistanceBatch,
    signedDistance,
    createDistanceBatch,
    [{}, { upTo: 0.1 }, { maxIterations: 2 }],
  ],
  ['penetrationBatch', penetrationBatch, penetration, createPenetrationBatch, depthOptions],
  ['differentiateBatch', differentiateBatch, differentiate, createDerivativeBatch, [undefined]],
] as const)('%s', (where, batchOf, single, create, choices) => {
  it('gives the same bits as single queries for every kind of shape', () => {
    forAll({ seed: 1, cases: 30 }, (rng, index) => {
      const options = choices[index % choices.length];
      const bodies = randomBodies(rng, 12);
      const pairs = pairsOf(rng, 30, 12);
      const out = create(30);
      expect(batchOf(bodies, pairs, options as object, out as never)).toBe(out);
      expectRows(bodies, pairs, out, (...pair) => (single as (...query: unknown[]) => object)(...pair, options));
    });
  });

  it('marks invalid rows, and takes more rows than one kernel call', () => {
    const bodies = { shapes: [circle(1), box(1, 1)], poses: Float64Array.of(0, 0, 1, 0, 1, 0, Number.NaN, 0) };
    const pairs = new Uint32Array(3000);
    pairs[2001] = 1;
    const batch = batchOf(bodies, pairs);
    const result = 'result' in batch ? batch.result : batch;
    const invalid = [...result.status.keys()].filter((row) => batchStatuses[result.status[row]] === 'invalid');
    expect([invalid, result.upper[1000], result.pointA[2000]]).toEqual([[1000], Number.NaN, Number.NaN]);
    expect(result.lower[999]).toBe(result.lower[1499]);
    expect(batchOf({ shapes: [], poses: new Float64Array(0) }, new Uint32Array(0)).count).toBe(0);
  });

  it('rejects wrong arguments before it writes, and does not change the settings of other queries', () => {
    const bodies = { shapes: [circle(1), halfplane(), halfplane()], poses: new Float64Array(12).fill(1) };
    const pairs = Uint32Array.of(0, 1, 2, 0);
    const before = distanceBatch(bodies, pairs);
    const out = create(2);
    const run = (list: number[], options?: unknown): unknown =>
      batchOf(bodies, Uint32Array.from(list), options as object, out as never);
    expect(() => run([0, 1, 0, 3])).toThrow(`${where}: pairs[3] is 3; there are 3 bodies`);
    expect(() => run([0, 1, 1, 2])).toThrow('both bodies are half-planes');
    expect(() => run([0, 1, 0, 1], { trace: () => {} })).toThrow('a batch has no trace');
    expect(() => run([0, 1, 0, 1], { seed: 1 })).toThrow(`${where}: options`);
    expect(() => run([0, 1])).toThrow(/give create\w+\(1\), or leave it out/);
    expect(() => run([0, 1, 0, 1], out)).toThrow('give out as the last argument');
    expect(out).toEqual(create(2));
    expect(() => batchOf({ ...bodies, poses: [] as never }, pairs)).toThrow(`${where}: bodies.poses`);
    run([0, 1, 2, 0]);
    expect(distanceBatch(bodies, pairs)).toEqual(before);
  });
});
