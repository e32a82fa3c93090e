// A batch gives the same bits as single queries, and marks invalid rows.
import { describe, expect, it } from 'vitest';
import {
  batchStatuses,
  batchTerminations,
  box,
  circle,
  clearance,
  clearanceBatch,
  collide,
  collideBatch,
  createDistanceBatch,
  distance,
  distanceBatch,
  type Shape,
} from '../../src/2d/index.ts';
import { Rng, randomPose, randomShape } from './random.ts';

function randomBodies(count: number, seed: number): { shapes: Shape[]; poses: Float64Array } {
  const rng = new Rng(seed);
  const shapes = Array.from({ length: count }, () => randomShape(rng, 1));
  return { shapes, poses: Float64Array.from(shapes.flatMap(() => [...randomPose(rng, 1)])) };
}

function somePairs(bodies: number, count: number): Uint32Array {
  const rng = new Rng(17);
  return Uint32Array.from({ length: 2 * count }, () => rng.index(bodies));
}

describe('distanceBatch', () => {
  it('gives the same bits as single queries, also for more rows than one kernel call takes', () => {
    const bodies = randomBodies(60, 4);
    const pairs = somePairs(60, 700);
    const batch = distanceBatch(bodies, pairs);
    const collides = collideBatch(bodies, pairs);
    const clearances = clearanceBatch(bodies, pairs);
    for (let row = 0; row < 700; row++) {
      const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
      const [poseA, poseB] = [a, b].map((k) => bodies.poses.subarray(4 * k, 4 * k + 4));
      const single = distance(bodies.shapes[a], poseA, bodies.shapes[b], poseB);
      expect(batch.distance[row], `row ${row}`).toBe(single.distance);
      expect(batch.lower[row], `row ${row}`).toBe(single.lower);
      expect(batch.upper[row], `row ${row}`).toBe(single.upper);
      for (const name of ['pointA', 'pointB', 'normal', 'localA', 'localB'] as const)
        expect([...batch[name].subarray(2 * row, 2 * row + 2)], `row ${row}, ${name}`).toEqual(single[name]);
      expect(batch.iterations[row], `row ${row}`).toBe(single.iterations);
      expect(batch.supportCalls[row], `row ${row}`).toBe(single.supportCalls);
      expect(batchStatuses[batch.status[row]], `row ${row}`).toBe(single.status);
      expect(batchTerminations[batch.termination[row]], `row ${row}`).toBe(single.termination);
      expect(clearances[row], `row ${row}`).toBe(clearance(bodies.shapes[a], poseA, bodies.shapes[b], poseB));
      expect(Math.abs(clearances[row] - single.distance), `row ${row}`).toBeLessThanOrEqual(4e-9);
      expect(collides[row], `row ${row}`).toBe(collide(bodies.shapes[a], poseA, bodies.shapes[b], poseB) ? 1 : 0);
    }
  });

  it('marks rows with invalid poses, and answers the others', () => {
    const bodies = randomBodies(4, 5);
    bodies.poses[5] = Number.NaN;
    bodies.poses.set([0, 0], 10);
    const pairs = Uint32Array.of(0, 1, 0, 3, 2, 0);
    const batch = distanceBatch(bodies, pairs, undefined, createDistanceBatch(3));
    expect([...batch.status].map((status) => batchStatuses[status] === 'invalid')).toEqual([true, false, true]);
    expect(batch.distance[0]).toBeNaN();
    expect(batch.distance[1]).toBeGreaterThanOrEqual(0);
    expect([...collideBatch(bodies, pairs)].map((answer) => answer === 255)).toEqual([true, false, true]);
    expect([...clearanceBatch(bodies, pairs)].map((answer) => Number.isNaN(answer))).toEqual([true, false, true]);
  });

  it('uses the present contents of the lists, not the contents at the last batch', () => {
    const bodies = { shapes: [box(1, 1), circle(1)] as Shape[], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
    const pairs = Uint32Array.of(0, 1);
    expect([...clearanceBatch(bodies, pairs)]).toEqual([2]);
    bodies.shapes[1] = circle(2);
    expect([...clearanceBatch(bodies, pairs)]).toEqual([1]);
    bodies.shapes.push(circle(0.5));
    const poses = Float64Array.of(...bodies.poses, 0, 5, 1, 0);
    expect([...clearanceBatch({ ...bodies, poses }, Uint32Array.of(0, 2))]).toEqual([3.5]);
    bodies.poses[4] = 10;
    bodies.shapes.pop();
    expect([...clearanceBatch(bodies, pairs)]).toEqual([7]);
  });

  it('takes directions of any length, as single queries do', () => {
    const shapes = [box(2, 1), box(2, 1)];
    const unit = Float64Array.of(0, 0, 1, 0, 5, 0, 0.6, 0.8);
    const long = Float64Array.of(0, 0, 1e5, 0, 5, 0, 6e-7, 8e-7);
    const pairs = Uint32Array.of(0, 1);
    expect(clearanceBatch({ shapes, poses: long }, pairs)[0]).toBeCloseTo(
      clearanceBatch({ shapes, poses: unit }, pairs)[0],
      12,
    );
  });

  it('accepts an empty batch', () => {
    expect(distanceBatch({ shapes: [], poses: new Float64Array(0) }, new Uint32Array(0)).count).toBe(0);
  });
});
