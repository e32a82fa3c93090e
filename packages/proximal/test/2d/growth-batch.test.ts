// A batch of growth distances gives the same bits as single queries, marks invalid rows, and rejects pairs without a growth.
import { describe, expect, it } from 'vitest';
import {
  batchStatuses,
  batchTerminations,
  box,
  capsule,
  circle,
  createGrowthBatch,
  distance,
  distanceBatch,
  growthDistance,
  growthDistanceBatch,
  halfplane,
  point,
  polygon,
  type Shape,
  segment,
} from '../../src/2d/index.ts';
import { Rng, randomPose, randomShape } from './random.ts';

function randomBodies(count: number, seed: number): { shapes: Shape[]; poses: Float64Array } {
  const rng = new Rng(seed);
  const shapes: Shape[] = [];
  while (shapes.length < count) {
    const shape = randomShape(rng, 1);
    if (shape.isBounded && shape.inradius > 1e-3) shapes.push(shape);
  }
  return { shapes, poses: Float64Array.from(shapes.flatMap(() => [...randomPose(rng, 1)])) };
}

describe('growthDistanceBatch', () => {
  it('gives the same bits as single queries, also for more rows than one kernel call takes', () => {
    const bodies = randomBodies(60, 11);
    const rng = new Rng(12);
    const pairs = Uint32Array.from({ length: 1400 }, () => rng.index(60));
    const batch = growthDistanceBatch(bodies, pairs);
    for (let row = 0; row < 700; row++) {
      const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
      const [poseA, poseB] = [a, b].map((k) => bodies.poses.subarray(4 * k, 4 * k + 4));
      const single = growthDistance(bodies.shapes[a], poseA, bodies.shapes[b], poseB);
      const label = `row ${row}: ${bodies.shapes[a].kind} and ${bodies.shapes[b].kind}`;
      for (const name of ['growth', 'lower', 'upper', 'iterations', 'supportCalls'] as const)
        expect(batch[name][row], `${label}, ${name}`).toBe(single[name]);
      for (const name of ['pointA', 'pointB', 'normal', 'contact'] as const)
        expect([...batch[name].subarray(2 * row, 2 * row + 2)], `${label}, ${name}`).toEqual(single[name]);
      expect(batchStatuses[batch.status[row]], label).toBe(single.status);
      expect(batchTerminations[batch.termination[row]], label).toBe(single.termination);
    }
  });

  it('marks rows with invalid poses, and answers the others', () => {
    const bodies = randomBodies(4, 5);
    bodies.poses[5] = Number.NaN;
    const pairs = Uint32Array.of(0, 1, 0, 3);
    const batch = growthDistanceBatch(bodies, pairs);
    expect([...batch.status].map((status) => batchStatuses[status] === 'invalid')).toEqual([true, false]);
    const fields = ['growth', 'lower', 'upper', 'pointA', 'pointB', 'normal', 'contact'] as const;
    for (const name of fields) {
      const width = batch[name].length / 2;
      expect([...batch[name]].map(Number.isNaN), name).toEqual(Array.from({ length: 2 * width }, (_, k) => k < width));
    }
    expect([batch.iterations[0], batch.supportCalls[0]]).toEqual([0, 0]);
  });

  it('has the options of growth distances, and leaves the options of other queries as they were', () => {
    const bodies = { shapes: [polygon([0, 0, 2, 0, 1, 1]), circle(1)], poses: Float64Array.of(0, 0, 1, 0, 3, 1, 1, 0) };
    const pairs = Uint32Array.of(0, 1);
    const [poseA, poseB] = [bodies.poses.subarray(0, 4), bodies.poses.subarray(4, 8)];
    const before = distanceBatch(bodies, pairs);
    for (const options of [{ tolerance: 0.1 }, { maxIterations: 1 }, {}]) {
      const single = growthDistance(bodies.shapes[0], poseA, bodies.shapes[1], poseB, options);
      const batch = growthDistanceBatch(bodies, pairs, options, createGrowthBatch(1));
      expect([batch.growth[0], batch.lower[0], batch.iterations[0]]).toEqual([
        single.growth,
        single.lower,
        single.iterations,
      ]);
    }
    expect(distanceBatch(bodies, pairs)).toEqual(before);
    expect(distance(bodies.shapes[0], poseA, bodies.shapes[1], poseB).distance).toBe(before.distance[0]);
  });

  it('fills and returns out, and accepts one shape without area in a pair and an empty batch', () => {
    const bodies = { shapes: [box(1, 1), point()], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
    const out = createGrowthBatch(2);
    expect(growthDistanceBatch(bodies, Uint32Array.of(0, 1, 1, 0), undefined, out)).toBe(out);
    expect([...out.growth].map((growth) => growth.toFixed(6))).toEqual(['4.000000', '4.000000']);
    expect(growthDistanceBatch({ shapes: [], poses: new Float64Array(0) }, new Uint32Array(0)).count).toBe(0);
  });

  it('rejects pairs without a growth and wrong arguments before it writes', () => {
    const shapes = [box(1, 1), point(), segment(1), halfplane(), capsule(0.5, 1)];
    const poses = Float64Array.from({ length: 20 }, (_, k) => [3 * (k >> 2), 0, 1, 0][k & 3]);
    const out = createGrowthBatch(2);
    const run = (...pairs: number[]) => growthDistanceBatch({ shapes, poses }, Uint32Array.from(pairs), undefined, out);
    expect(() => run(0, 4, 1, 2)).toThrow(
      'growthDistanceBatch: pairs[2] is 1; neither center is strictly inside its shape: give a shape with an area',
    );
    expect(() => run(0, 4, 0, 3)).toThrow('growthDistanceBatch: pairs[3] is 3; this body is unbounded');
    expect(() => run(0, 4, 0, 5)).toThrow('growthDistanceBatch: pairs[3] is 5; there are 5 bodies');
    expect([...out.growth]).toEqual([0, 0]);
    const bodies = { shapes, poses };
    const pairs = Uint32Array.of(0, 4);
    expect(() => growthDistanceBatch(bodies, pairs, { centerA: [0, 0] } as never)).toThrow('centerA');
    expect(() => growthDistanceBatch(bodies, pairs, { tolerance: -1 })).toThrow('options.tolerance is -1');
    expect(() => growthDistanceBatch(bodies, pairs, undefined, createGrowthBatch(2))).toThrow(
      'give createGrowthBatch(1)',
    );
    expect(() => growthDistanceBatch(bodies, pairs, createGrowthBatch(1) as never)).toThrow('give out as the last');
    expect(() => createGrowthBatch(1.5)).toThrow('createGrowthBatch: count is 1.5; give a whole number of pairs');
  });
});
