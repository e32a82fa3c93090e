// Batches of signed distances, depths, growth distances and derivatives give the same bits as single queries for every kind of shape, mark
// invalid rows, and reject wrong arguments before they write.
import { describe, expect, it } from 'vitest';
import {
  createDerivativeBatch,
  type DerivativeBatchOptions,
  differentiate,
  differentiateBatch,
} from '../../src/derivatives/index.ts';
import {
  type Bodies,
  batchStatuses,
  box,
  createGrowthBatch,
  createPenetrationBatch,
  createSignedDistanceBatch,
  custom,
  distance,
  distanceBatch,
  growthDistance,
  growthDistanceBatch,
  halfspace,
  Pair,
  type PenetrationBatchOptions,
  penetration,
  penetrationBatch,
  type Shape,
  segment,
  signedDistance,
  signedDistanceBatch,
  sphere,
} from '../../src/index.ts';
import { expectRow } from '../batch-rows.ts';
import { forAll } from '../for-all.ts';
import { Rng, randomPose, randomShape } from '../random.ts';
import { samples } from '../shapes/samples.ts';

type Single = (a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array) => object;
const poseOf = ({ poses }: Bodies, body: number): Float64Array => poses.slice(7 * body, 7 * body + 7);

function expectRows(bodies: Bodies, pairs: Uint32Array, batch: object, single: Single): void {
  for (let row = 0; 2 * row < pairs.length; row++) {
    const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
    const wanted = single(bodies.shapes[a], poseOf(bodies, a), bodies.shapes[b], poseOf(bodies, b));
    expectRow(batch, row, wanted, `${bodies.shapes[a].kind} and ${bodies.shapes[b].kind}`);
  }
}

/** Every kind of shape once, near the others; half-spaces last. */
function allKinds(rng: Rng): Bodies {
  const shapes = [...Object.values(samples), halfspace()];
  return { shapes, poses: Float64Array.from(shapes.flatMap(() => [...randomPose(rng, 0.7)])) };
}

/** Random pairs of the first `count` bodies. */
const pairsOf = (rng: Rng, rows: number, count: number): Uint32Array =>
  Uint32Array.from({ length: 2 * rows }, () => rng.index(count));

const depthOptions: PenetrationBatchOptions[] = [
  {},
  { certified: true },
  { certified: false },
  { direction: [1, 0.5, -0.2], tolerance: 1e-5 },
  { algorithm: 'sqp', certified: false, expert: { accelerate: false } },
  { maxIterations: 2 },
];

describe.each([
  ['signedDistanceBatch', signedDistanceBatch, signedDistance, createSignedDistanceBatch],
  ['penetrationBatch', penetrationBatch, penetration, createPenetrationBatch],
] as const)('%s', (where, batchOf, single, create) => {
  it('gives the same bits as single queries for every kind of shape', () => {
    const rng = new Rng(1);
    const bodies = allKinds(rng);
    const bounded = bodies.shapes.length - 1;
    const pairs = Uint32Array.from([
      ...pairsOf(rng, 700, bounded),
      ...[0, 9, 20].flatMap((k) => [k, bounded, bounded, k]),
    ]);
    expectRows(bodies, pairs, batchOf(bodies, pairs), single);
  });

  it('gives the same bits as single queries with every option', () => {
    forAll({ seed: 2, cases: 30 }, (rng, index) => {
      const options = depthOptions[index % depthOptions.length];
      const shapes = Array.from({ length: 6 }, () => randomShape(rng));
      const bodies = { shapes, poses: Float64Array.from(shapes.flatMap(() => [...randomPose(rng, 0.5)])) };
      const pairs = pairsOf(rng, 8, 6);
      const out = create(8);
      expect(batchOf(bodies, pairs, options, out as never)).toBe(out);
      expectRows(bodies, pairs, out, (...pair) => single(...pair, options));
    });
  });

  it('marks invalid rows, and takes more rows than one kernel call', () => {
    const bodies = { shapes: [sphere(1), box(1, 1, 1)], poses: new Float64Array(14).fill(1) };
    bodies.poses[8] = Number.NaN;
    const pairs = new Uint32Array(5000);
    pairs[4001] = 1;
    const batch = batchOf(bodies, pairs);
    const invalid = [...batch.status.keys()].filter((row) => batchStatuses[batch.status[row]] === 'invalid');
    expect([invalid, batch.upper[2000], batch.pointA[6000], batch.local[2000]]).toEqual([
      [2000],
      Number.NaN,
      Number.NaN,
      0,
    ]);
    expect(batch.lower[1999]).toBe(batch.lower[2499]);
    expect(batchOf({ shapes: [], poses: new Float64Array(0) }, new Uint32Array(0)).count).toBe(0);
  });

  it('rejects wrong arguments before it writes', () => {
    const bodies = { shapes: [sphere(1), halfspace(), halfspace()], poses: new Float64Array(21).fill(1) };
    const out = create(2);
    const run = (pairs: number[], options?: unknown): unknown =>
      batchOf(bodies, Uint32Array.from(pairs), options as object, out as never);
    expect(() => run([0, 1, 0, 3])).toThrow(`${where}: pairs[3] is 3; there are 3 bodies`);
    expect(() => run([0, 1, 1, 2])).toThrow('both bodies are half-spaces');
    expect(() => run([0, 1, 0, 1], { keepProof: true })).toThrow('options.keepProof is true; a batch keeps no proofs');
    expect(() => run([0, 1, 0, 1], { trace: () => {} })).toThrow('a batch has no trace');
    expect(() => run([0, 1, 0, 1], { direction: 'previous' })).toThrow(`${where}: options.direction`);
    expect(() => run([0, 1, 0, 1], { upTo: 1 })).toThrow('upTo');
    expect(() => run([0, 1])).toThrow(`give create${where[0].toUpperCase()}${where.slice(1)}(1), or leave it out`);
    expect(() => run([0, 1, 0, 1], out)).toThrow('give out as the last argument');
    expect([...out.lower, ...out.status]).toEqual([0, 0, 0, 0]);
  });

  it('does not change the settings of other queries, and accepts custom shapes that throw', () => {
    let isBroken = false;
    const ball = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw new Error('broken');
        const length = Math.hypot(dx, dy, dz);
        out.set([dx / length, dy / length, dz / length]);
      },
    });
    const bodies = { shapes: [ball, box(1, 1, 1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1.7, 0, 0, 0, 0, 0, 1) };
    const pairs = Uint32Array.of(0, 1, 1, 0);
    const before = distanceBatch(bodies, pairs);
    const depths = batchOf(bodies, pairs, { maxIterations: 3, direction: [0, 0, 1] });
    isBroken = true;
    expect(() => batchOf(bodies, pairs)).toThrow('broken');
    isBroken = false;
    expect(distanceBatch(bodies, pairs)).toEqual(before);
    expect(distance(ball, {}, box(1, 1, 1), poseOf(bodies, 1)).lower).toBe(before.lower[0]);
    expect(batchOf(bodies, pairs, { maxIterations: 3, direction: [0, 0, 1] })).toEqual(depths);
  });
});

describe('growthDistanceBatch', () => {
  it('gives the same bits as single queries for every kind of shape', () => {
    const rng = new Rng(3);
    const bodies = allKinds(rng);
    const isSolid = bodies.shapes.map((shape) => shape.isBounded && shape.inradius > 1e-5);
    const solid = [...isSolid.keys()].filter((body) => isSolid[body]);
    const pairs = Uint32Array.from({ length: 1400 }, (_, k) =>
      k % 4 === 0 ? rng.index(bodies.shapes.length - 1) : solid[rng.index(solid.length)],
    );
    for (const options of [undefined, { tolerance: 0.1 }, { maxIterations: 2, expert: { accelerate: false } }]) {
      const batch = growthDistanceBatch(bodies, pairs, options);
      expectRows(bodies, pairs, batch, (...pair) => growthDistance(...pair, options));
    }
  });

  it('marks invalid rows, and keeps the warm start of a pair', () => {
    const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: new Float64Array(14).fill(1) };
    bodies.poses[7] = 3;
    const pair = new Pair(box(1, 1, 1), sphere(1));
    const other = new Pair(box(1, 1, 1), sphere(1));
    const [poseA, poseB] = [poseOf(bodies, 0), poseOf(bodies, 1)];
    for (const each of [pair, other]) each.growthDistance(poseA, poseB);
    const wanted = other.growthDistance(poseA, poseB).supportCalls;
    pair.growthDistance(poseA, poseB);
    growthDistanceBatch(bodies, Uint32Array.of(0, 1));
    expect(pair.growthDistance(poseA, poseB).supportCalls).toBeLessThanOrEqual(wanted);
    bodies.poses[13] = Infinity;
    const { status, growth, contact } = growthDistanceBatch(bodies, Uint32Array.of(0, 1, 0, 0));
    expect([batchStatuses[status[0]], growth[0], contact[0], growth[1]]).toEqual([
      'invalid',
      Number.NaN,
      Number.NaN,
      0,
    ]);
  });

  it('rejects pairs without a growth and wrong arguments before it writes', () => {
    const shapes = [box(1, 1, 1), segment(1), segment(1), halfspace()];
    const bodies = { shapes, poses: Float64Array.from({ length: 28 }, (_, k) => (k % 7 === 6 ? 1 : k)) };
    const out = createGrowthBatch(2);
    const run = (pairs: number[], options?: unknown): unknown =>
      growthDistanceBatch(bodies, Uint32Array.from(pairs), options as object, out);
    expect(() => run([0, 1, 1, 2])).toThrow(
      'growthDistanceBatch: pairs[2] is 1; neither center is strictly inside its shape: give a shape with a volume',
    );
    expect(() => run([0, 1, 0, 3])).toThrow('growthDistanceBatch: pairs[3] is 3; this body is unbounded');
    expect(() => run([0, 1, 1, 0], { centerA: [0, 0, 0] })).toThrow('centerA');
    expect(() => run([0, 1, 1, 0], { tolerance: -1 })).toThrow('options.tolerance is -1');
    expect(() => run([0, 1])).toThrow('give createGrowthBatch(1), or leave it out');
    expect([...out.growth]).toEqual([0, 0]);
    run([0, 1, 1, 0]);
    expect(out.growth[0]).toBeGreaterThan(0);
  });
});

const derivativeOptions: DerivativeBatchOptions[] = [
  {},
  { estimator: 'gumbel' },
  { estimator: 'gumbel', noiseOn: 'normal', noise: 0.1, neighbors: 1, withRespectTo: 'b' },
  { estimator: 'exact', withRespectTo: 'both' },
  { estimator: 'zeroth-order', samples: 6, seed: 3, withRespectTo: 'a' },
  { estimator: 'finite-difference' },
  { sampling: 'plain', samples: 5, seed: 9 },
];

describe('differentiateBatch', () => {
  it.each(derivativeOptions)('gives the same bits as single calls for every kind of shape with %o', (options) => {
    const rng = new Rng(4);
    const bodies = allKinds(rng);
    const bounded = bodies.shapes.length - 1;
    const pairs = Uint32Array.from([...pairsOf(rng, 150, bounded), 3, bounded]);
    const out = createDerivativeBatch(151, options);
    expect(differentiateBatch(bodies, pairs, options, out)).toBe(out);
    expectRows(bodies, pairs, out, (...pair) => {
      const { differentiable, ...single } = differentiate(...pair, options);
      const [distanceExists, normalExists, pointsExist] = Object.values(differentiable);
      return { ...single, distanceExists, normalExists, pointsExist };
    });
  });

  it('marks invalid rows, and does not change the settings of other derivatives', () => {
    const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.from({ length: 14 }, (_, k) => k / 3) };
    const single = (): number[] => [...differentiate(box(1, 1, 1), {}, sphere(1), { position: [3, 1, 0] }).normal];
    const before = single();
    bodies.poses[3] = Number.NaN;
    const batch = differentiateBatch(bodies, Uint32Array.of(1, 1, 0, 1), {
      estimator: 'zeroth-order',
      withRespectTo: 'a',
    });
    expect([...batch.result.status].map((status) => batchStatuses[status])[1]).toBe('invalid');
    const second = [batch.distance.subarray(6), batch.normal.subarray(18), batch.pointA.subarray(18)];
    expect(second.every((numbers) => numbers.every(Number.isNaN))).toBe(true);
    expect([batch.samples[1], batch.supportCalls[1], batch.pointsExist[1]]).toEqual([0, 0, 0]);
    expect(single()).toEqual(before);
    expect(differentiateBatch(bodies, new Uint32Array(0)).count).toBe(0);
  });

  it('rejects wrong arguments before it writes', () => {
    const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: new Float64Array(14).fill(1) };
    const pairs = Uint32Array.of(0, 1);
    const out = createDerivativeBatch(1);
    const result = signedDistance(sphere(1), {}, sphere(1), { position: [3, 0, 0] });
    expect(() => differentiateBatch(bodies, Uint32Array.of(0, 2), {}, out)).toThrow(
      'differentiateBatch: pairs[1] is 2',
    );
    expect(() => differentiateBatch(bodies, pairs, { result } as never)).toThrow('a batch computes its results');
    expect(() => differentiateBatch(bodies, pairs, { withRespectTo: 'both' }, out)).toThrow(
      "give createDerivativeBatch(1, { withRespectTo: 'both' }), or leave it out",
    );
    expect(() => differentiateBatch(bodies, pairs, {}, createSignedDistanceBatch(1) as never)).toThrow(
      'give createDerivativeBatch(1)',
    );
    expect(() => differentiateBatch(bodies, pairs, { noise: 0 })).toThrow('options.noise is 0');
    expect(() => createDerivativeBatch(1, { withRespectTo: 'c' as never })).toThrow(
      'createDerivativeBatch: options.withRespectTo',
    );
    expect([...out.distance]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
