// Warm penetration queries: the last overlap proves the next one without GJK, and gives its first portal.
import { describe, expect, it } from 'vitest';
import {
  certify,
  convex,
  copyResult,
  cylinder,
  ellipsoid,
  Pair,
  penetration,
  type Shape,
  segment,
  sum,
} from '../../src/index.ts';
import { compose, fromAxisAngle, Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const identity = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const roundCapsule = sum(ellipsoid(0.25, 0.25, 0.25), segment(0.25));

function hull(rng: Rng, vertices: number): Shape {
  return convex(
    Array.from({ length: vertices }, () => {
      const [x, y, z] = rng.direction();
      return [0.5 * x, 0.35 * y, 0.3 * z];
    }),
  );
}

function overlap(rng: Rng): Float64Array {
  const [x, y, z] = rng.direction();
  const distance = rng.uniform(0.05, 0.4);
  return compose({ position: [distance * x, distance * y, distance * z] }, { rotation: rng.rotation() });
}

/** The pose after a turn about a random axis through B's origin. */
function turned(rng: Rng, pose: Float64Array, degrees: number): Float64Array {
  return compose(pose, fromAxisAngle(rng.direction(), (degrees * Math.PI) / 180));
}

/** Shapes with the largest mean number of support calls at the pose of the last query. */
const shapes: readonly (readonly [string, number, (rng: Rng) => Shape])[] = [
  ['hulls of 12', 1, (rng) => hull(rng, 12)],
  ['hulls of 1,000', 1, (rng) => hull(rng, 1000)],
  ['cylinders', 2, () => cylinder(0.3, 0.4)],
  ['ellipsoids', 4, () => ellipsoid(0.5, 0.35, 0.25)],
  ['capsules as sums', 4, () => roundCapsule],
];

describe.each(shapes)('a pair of %s', (_title, mostCalls, make) => {
  it(`needs at most ${mostCalls} support calls on average for the pose of its last query`, () => {
    let sum = 0;
    forAll({ seed: 18, cases: 30 }, (rng) => {
      const pair = new Pair(make(rng), make(rng));
      pair.setPenetration({ tolerance: 1e-6 });
      const pose = overlap(rng);
      const { depth: first } = pair.penetration(identity, pose);
      // The first query is global. The second starts from it.
      const { depth: second, status } = pair.penetration(identity, pose);
      const { depth: third, supportCalls } = pair.penetration(identity, pose);
      expect(status).toBe('overlapping');
      expect(second).toBeLessThanOrEqual(first + 2e-6);
      expect(Math.abs(third - second)).toBeLessThanOrEqual(2e-6);
      sum += supportCalls;
    });
    expect(sum / 30).toBeLessThanOrEqual(mostCalls);
  });

  it('has certified depths along a motion, which are never below the minimal depth', () => {
    forAll({ seed: 19, cases: 20 }, (rng) => {
      const pair = new Pair(make(rng), make(rng));
      let pose: Float64Array = overlap(rng);
      for (let k = 0; k < 20; k++) {
        const warm = pair.penetration(identity, pose);
        const global = penetration(pair.a, identity, pair.b, pose);
        expect(certify(pair.a, identity, pair.b, pose, warm)).toMatchObject({ valid: true });
        expect(warm.depth).toBeGreaterThanOrEqual(global.lower - 1e-9);
        if (global.lower > 1e-9) expect(warm.status).toBe('overlapping');
        if (global.depth === 0) expect(warm.depth).toBe(0);
        pose = turned(rng, pose, rng.uniform(0, 8));
        for (let axis = 0; axis < 3; axis++) pose[axis] += rng.uniform(-0.06, 0.06);
      }
    });
  });
});

describe('support calls of a pair', () => {
  /** The mean over turns of 2° of hulls with 1,000 vertices. */
  function meanCalls(accelerate: boolean): number {
    const rng = new Rng(18);
    let [sum, count] = [0, 0];
    for (let k = 0; k < 20; k++) {
      const pair = new Pair(hull(rng, 1000), hull(rng, 1000));
      pair.setPenetration({ tolerance: 1e-6, expert: { accelerate } });
      let pose: Float64Array = overlap(rng);
      pair.penetration(identity, pose);
      for (let step = 0; step < 20; step++) {
        pose = turned(rng, pose, 2);
        const { depth, supportCalls } = pair.penetration(identity, pose);
        if (depth === 0) break;
        sum += supportCalls;
        count++;
      }
    }
    expect(count).toBeGreaterThan(300);
    return sum / count;
  }

  it('are less than a third of those of the published method on turns of 2°', () => {
    const published = meanCalls(false);
    expect(meanCalls(true)).toBeLessThan(published / 3);
  });
});

describe('the proof of a query that continues from the last overlap', () => {
  it('combines the witness points from directions of A and of B, each in its own frame', () => {
    const rng = new Rng(7);
    let resumed = 0;
    for (let k = 0; k < 20; k++) {
      const pair = new Pair(hull(rng, 200), hull(rng, 200));
      const pose = overlap(rng);
      const next = turned(rng, pose, 1);
      expect(pair.penetration(identity, pose).proof.directionsB).toBeNull();
      // A later query does not change the copy.
      const warm = copyResult(pair.penetration(identity, next));
      pair.penetration(identity, pose);
      expect(certify(pair.a, identity, pair.b, next, warm).valid).toBe(true);
      const { directions, directionsB, weights } = warm.proof;
      if (directionsB === null) continue;
      resumed++;
      const difference = [0, 1, 2].map((axis) => warm.localA[axis] - combined(pair.a, directions, weights)[axis]);
      const differenceB = [0, 1, 2].map((axis) => warm.localB[axis] - combined(pair.b, directionsB, weights)[axis]);
      // The correction that makes the depth exact is at most the tolerance.
      expect(Math.hypot(...difference)).toBeLessThan(1e-8);
      expect(Math.hypot(...differenceB)).toBeLessThan(1e-8);
    }
    expect(resumed).toBeGreaterThan(10);
  });
});

/** The convex combination of support points along the directions. */
function combined(shape: Shape, directions: Float64Array, weights: Float64Array): number[] {
  const point = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    if (weights[k] === 0) continue;
    const support = shape.support([directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]]);
    for (let axis = 0; axis < 3; axis++) point[axis] += weights[k] * support[axis];
  }
  return point;
}

describe('the last overlap', () => {
  it('is not used after a separation, nor after reset', () => {
    const rng = new Rng(5);
    const pair = new Pair(hull(rng, 100), hull(rng, 100));
    const [inside, outside] = [Float64Array.of(0.5, 0, 0, 0, 0, 0, 1), Float64Array.of(3, 0, 0, 0, 0, 0, 1)];
    const first = pair.penetration(identity, inside).supportCalls;
    expect(pair.penetration(identity, inside).supportCalls).toBeLessThan(first);
    expect(pair.penetration(identity, outside).status).toBe('separated');
    expect(pair.penetration(identity, inside).local).toBe(false);
    pair.reset();
    const again = pair.penetration(identity, inside);
    expect(again.supportCalls).toBe(first);
    expect(again.local).toBe(false);
  });

  it('belongs to one pair: queries of other pairs in between do not change the results', () => {
    const rng = new Rng(6);
    const shapes = Array.from({ length: 4 }, () => hull(rng, 60));
    const make = (): Pair[] => [new Pair(shapes[0], shapes[1]), new Pair(shapes[2], shapes[3])];
    const [alone, mixed] = [make(), make()];
    const poses = Array.from({ length: 20 }, (_, k) =>
      turned(new Rng(k), compose({ position: [0.3, 0.01 * k, 0] }, {}), 2),
    );
    const results = (pair: Pair, pose: Float64Array): string => {
      const { depth, normal, pointA, supportCalls } = pair.penetration(identity, pose);
      return JSON.stringify([depth, normal, pointA, supportCalls]);
    };
    const separate = alone.map((pair) => poses.map((pose) => results(pair, pose)));
    const turns = poses.map((pose) => {
      const of = mixed.map((pair) => results(pair, pose));
      new Pair(shapes[0], shapes[3]).penetration(identity, pose);
      penetration(shapes[1], identity, shapes[2], pose, { algorithm: 'incremental', direction: [1, 0, 0] });
      return of;
    });
    poses.forEach((_, k) => {
      expect(turns[k]).toEqual([separate[0][k], separate[1][k]]);
    });
  });
});
