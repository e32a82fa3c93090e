import { describe, expect, it } from 'vitest';
import {
  batchStatuses,
  batchTerminations,
  box,
  collide,
  collideBatch,
  convex,
  createDistanceBatch,
  custom,
  distance,
  distanceBatch,
  halfspace,
  type Shape,
  sphere,
} from '../../src/index.ts';
import { Rng, randomPose, randomShape } from '../random.ts';

/** Random bodies around the origin, and random pairs of them. */
function randomBodies(seed: number, bodyCount: number, pairCount: number) {
  const rng = new Rng(seed);
  const shapes: Shape[] = Array.from({ length: bodyCount }, () => randomShape(rng, 1));
  const poses = new Float64Array(7 * bodyCount);
  for (let k = 0; k < bodyCount; k++) poses.set(randomPose(rng, 1), 7 * k);
  const pairs = Uint32Array.from({ length: 2 * pairCount }, () => rng.index(bodyCount));
  return { bodies: { shapes, poses }, pairs };
}

const poseOf = (poses: Float64Array, body: number): Float64Array => poses.slice(7 * body, 7 * body + 7);

describe('distanceBatch', () => {
  it('gives the same bits as single queries', () => {
    // More rows than fit into one kernel call.
    const { bodies, pairs } = randomBodies(1, 60, 1500);
    const batch = distanceBatch(bodies, pairs);
    for (let row = 0; row < batch.count; row++) {
      const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
      const single = distance(bodies.shapes[a], poseOf(bodies.poses, a), bodies.shapes[b], poseOf(bodies.poses, b));
      expect([batch.distance[row], batch.lower[row], batch.upper[row]], `row ${row}`).toEqual([
        single.distance,
        single.lower,
        single.upper,
      ]);
      for (const field of ['pointA', 'pointB', 'normal', 'localA', 'localB'] as const) {
        expect([...batch[field].subarray(3 * row, 3 * row + 3)], `row ${row}`).toEqual(single[field]);
      }
      expect([batch.iterations[row], batch.supportCalls[row]], `row ${row}`).toEqual([
        single.iterations,
        single.supportCalls,
      ]);
      expect(batchStatuses[batch.status[row]], `row ${row}`).toBe(single.status);
      expect(batchTerminations[batch.termination[row]], `row ${row}`).toBe(single.termination);
    }
  });

  it('fills the given arrays, with any option', () => {
    const { bodies, pairs } = randomBodies(2, 10, 100);
    const out = createDistanceBatch(100);
    expect(distanceBatch(bodies, pairs, { algorithm: 'nesterov' }, out)).toBe(out);
    // Some bodies are so far away that the last digit of a distance is larger than the tolerance.
    const isSame = (x: number, k: number): boolean => Math.abs(x - out.distance[k]) < 1e-8 + 4 * Number.EPSILON * x;
    expect(distanceBatch(bodies, pairs).distance.every(isSame)).toBe(true);
    expect(distanceBatch(bodies, new Uint32Array(0)).count).toBe(0);
  });

  it('marks rows with invalid poses and answers the others', () => {
    const shapes = [sphere(1), sphere(1), sphere(1)];
    const poses = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1, Number.NaN, 0, 0, 0, 0, 0, 1);
    const batch = distanceBatch({ shapes, poses }, Uint32Array.of(0, 1, 0, 2, 1, 0));
    expect([...batch.distance]).toEqual([3, Number.NaN, 3]);
    expect([...batch.status].map((status) => batchStatuses[status])).toEqual(['separated', 'invalid', 'separated']);
    expect([...collideBatch({ shapes, poses }, Uint32Array.of(0, 1, 0, 2, 1, 0))]).toEqual([0, 255, 0]);
  });

  it('changes nothing when an index is out of range', () => {
    const { bodies } = randomBodies(3, 4, 1);
    const out = createDistanceBatch(2);
    out.distance.fill(7);
    expect(() => distanceBatch(bodies, Uint32Array.of(0, 1, 2, 4), {}, out)).toThrow(
      'distanceBatch: pairs[3] is 4; there are 4 bodies',
    );
    expect([...out.distance]).toEqual([7, 7]);
  });

  it('accepts custom shapes, also those that throw, and large hulls', () => {
    const rng = new Rng(4);
    let isBroken = false;
    const ball = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw new Error('broken');
        const length = Math.hypot(dx, dy, dz);
        out.set([dx / length, dy / length, dz / length]);
      },
    });
    const hull = convex(Array.from({ length: 500 }, () => rng.direction()));
    const bodies = { shapes: [ball, hull, halfspace(), box(1, 1, 1)], poses: new Float64Array(28) };
    for (let k = 0; k < 4; k++) bodies.poses.set([3 * k, 0, 2, 0, 0, 0, 1], 7 * k);
    const pairs = Uint32Array.of(0, 1, 1, 2, 0, 3, 3, 2);
    const before = distanceBatch(bodies, pairs).distance;
    expect(before[0]).toBeCloseTo(distance(ball, {}, hull, { position: [3, 0, 0] }).distance, 9);
    isBroken = true;
    expect(() => distanceBatch(bodies, pairs)).toThrow('broken');
    isBroken = false;
    expect(distanceBatch(bodies, pairs).distance).toEqual(before);
  });
});

describe('a list of shapes', () => {
  it('may change between batches, unless it is frozen', () => {
    const poses = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1);
    const shapes = [sphere(1), sphere(1)];
    expect(distanceBatch({ shapes, poses }, Uint32Array.of(0, 1)).distance[0]).toBe(3);
    shapes[1] = sphere(2);
    expect(distanceBatch({ shapes, poses }, Uint32Array.of(0, 1)).distance[0]).toBe(2);
    const frozen = Object.freeze([...shapes]);
    for (let round = 0; round < 2; round++)
      expect(distanceBatch({ shapes: frozen, poses }, Uint32Array.of(0, 1)).distance[0]).toBe(2);
  });
});

describe('collideBatch', () => {
  it('agrees with single checks', () => {
    const { bodies, pairs } = randomBodies(5, 60, 2000);
    for (const margin of [0, 0.3]) {
      const answers = collideBatch(bodies, pairs, { margin });
      for (let row = 0; row < answers.length; row++) {
        const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
        const single = collide(bodies.shapes[a], poseOf(bodies.poses, a), bodies.shapes[b], poseOf(bodies.poses, b), {
          margin,
        });
        expect(answers[row], `row ${row}`).toBe(single ? 1 : 0);
      }
    }
  });
});
