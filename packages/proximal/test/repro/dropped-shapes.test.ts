// After nine million small shapes were made, queried and dropped, the kernel's memory had 1 GB: the record of each shape stayed in a block
// of the cache.
import { expect, it } from 'vitest';
import { activeEngine } from '../../src/engine/target.ts';
import { collide, collideBatch, distanceBatch, Pair, sphere } from '../../src/index.ts';

/** A row of balls, and the pairs of neighbors. */
function row(count: number, radius: number) {
  const shapes = Array.from({ length: count }, (_, k) => sphere(radius + k / 1e6));
  const poses = new Float64Array(7 * count);
  const pairs = new Uint32Array(2 * (count - 1));
  for (let k = 0; k < count; k++) poses.set([2 * k, 0, 0, 0, 0, 0, 1], 7 * k);
  for (let k = 0; k + 1 < count; k++) pairs.set([k, k + 1], 2 * k);
  return { bodies: { shapes, poses }, pairs };
}

it('dropped shapes leave a bounded number of records', () => {
  const { memory } = activeEngine();
  const poses = [Float64Array.of(0, 0, 0, 0, 0, 0, 1), Float64Array.of(3, 0, 0, 0, 0, 0, 1)];
  const pair = new Pair(sphere(0.5), sphere(1));
  const { distance } = pair.distance(poses[0], poses[1]);
  for (let round = 0; round < 10; round++) {
    const { bodies, pairs } = row(20_000, 0.5 + round / 100);
    collideBatch(bodies, pairs);
    expect(memory.evictableBlocks).toBeLessThanOrEqual(65_536);
  }
  expect(memory.memorySize).toBeLessThan(64 * 2 ** 20);
  expect(pair.distance(poses[0], poses[1]).distance).toBe(distance);
  // Shapes of single queries are cached once they are used often.
  for (let k = 0; k < 20_000; k++) {
    const shape = sphere(1 + k / 1e6);
    for (let n = 0; n < 6; n++) collide(shape, poses[0], shape, poses[1]);
  }
  expect(memory.evictableBlocks).toBeLessThanOrEqual(65_536);
});

it('more live shapes than cached records give the same answers', () => {
  const { bodies, pairs } = row(70_000, 0.5);
  const first = distanceBatch(bodies, pairs).distance.slice();
  expect(activeEngine().memory.evictableBlocks).toBeLessThanOrEqual(65_536);
  expect(first.some((d, k) => Math.abs(d - (1 - (2 * k + 1) / 1e6)) > 1e-12)).toBe(false);
  expect(distanceBatch(bodies, pairs).distance).toEqual(first);
});
