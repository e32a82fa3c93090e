// The closed forms of distance and collision of 'auto' against GJK on the same pairs: points, segments, spheres, capsules, boxes and rounded
// boxes, at random poses and on a grid, where many are collinear or touch.
import { describe, expect, it } from 'vitest';
import {
  batchStatuses,
  box,
  capsule,
  certify,
  collide,
  collideBatch,
  distance,
  distanceBatch,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';

const makers: Readonly<Record<string, (length: () => number) => Shape>> = {
  point: () => point(),
  segment: (length) => segment(length()),
  sphere: (length) => sphere(length()),
  capsule: (length) => capsule(length(), length()),
  box: (length) => box(length(), length(), length()),
  'rounded box': (length) => rounded(box(length(), length(), length()), length()),
};
const kinds = Object.keys(makers);
/** Whether the distance of two kinds of shape has a closed form. */
const hasForm = (a: string, b: string): boolean =>
  ['point', 'sphere'].some((kind) => kind === a || kind === b) || (!a.includes('box') && !b.includes('box'));

/** A pose whose position is in multiples of 0.25 m, or random. */
function pose(rng: Rng, isOnGrid: boolean): Float64Array {
  const coordinate = (): number => (isOnGrid ? 0.25 * (rng.index(9) - 4) : rng.uniform(-0.8, 0.8));
  const rotation = rng.uniform() < 0.3 ? [0, 0, 0, 1] : rng.rotation();
  // The length of a quaternion has no effect.
  const scale = rng.uniform() < 0.5 ? 1 : rng.uniform(0.1, 10);
  return Float64Array.of(coordinate(), coordinate(), coordinate(), ...rotation.map((x) => scale * x));
}

describe.each(kinds)('%s', (kind) => {
  it.each(kinds)('and %s', (other) => {
    let closed = 0;
    const count = 300;
    forAll({ seed: 97 + kinds.indexOf(kind) * kinds.length + kinds.indexOf(other), cases: count }, (rng, k) => {
      const isOnGrid = rng.uniform() < 0.4;
      const length = (): number => (isOnGrid ? 0.25 * (1 + rng.index(2)) : rng.uniform(0.05, 0.5));
      const [a, b] = [makers[kind](length), makers[other](length)];
      const [poseA, poseB] = [pose(rng, isOnGrid), pose(rng, isOnGrid)];
      const [found, expected] = [distance(a, poseA, b, poseB), distance(a, poseA, b, poseB, { algorithm: 'gjk' })];
      const where = JSON.stringify([k, a, [...poseA], b, [...poseB]]);
      expect(certify(a, poseA, b, poseB, found), where).toMatchObject({ valid: true });
      expect(Math.abs(found.distance - expected.distance), where).toBeLessThanOrEqual(2e-9);
      expect(found.status, where).toBe(expected.status);
      expect(found.converged, where).toBe(true);
      // At contact, rounding may decide the Boolean answer either way.
      const isTouching = expected.status === 'touching';
      if (!isTouching)
        expect(collide(a, poseA, b, poseB), where).toBe(collide(a, poseA, b, poseB, { algorithm: 'gjk' }));
      if (found.iterations === 0) closed++;
    });
    // GJK computes some of the pairs: cores that touch, and parallel segments.
    if (hasForm(kind, other)) expect(closed).toBeGreaterThan(0.5 * count);
    else expect(closed).toBe(0);
  });
});

describe('in a batch, which computes two pairs of the same kinds together', () => {
  const rng = new Rng(5);
  const length = (): number => 0.25 * (1 + rng.index(2));
  const shapes = kinds.flatMap((kind) => [makers[kind](length), makers[kind](length)]);
  /** Pairs of body indices. Some successive pairs have the same two kinds of shape; with the last one below, the number of pairs is odd. */
  const pairs = kinds.flatMap((_, k) =>
    kinds.flatMap((_, j) =>
      [2 * k, 2 * j + 1, 2 * k + 1, 2 * j, 2 * j, 2 * k, 2 * k, 2 * k + 1].slice(0, 6 + 2 * ((k + j) % 2)),
    ),
  );
  const list = Uint32Array.from([...pairs, 0, 1]);

  it.each([0, 0.1])('answers equal the answers of single queries, with a margin of %d', (margin) => {
    for (let round = 0; round < 40; round++) {
      const poses = Float64Array.from(shapes.flatMap(() => [...pose(rng, round % 2 === 0)]));
      // Pairs with an invalid pose are marked, without effect on their neighbors.
      if (round % 5 === 0) poses[7 * rng.index(shapes.length) + rng.index(7)] = round % 10 === 0 ? Number.NaN : 1e200;
      const found = collideBatch({ shapes, poses }, list, { margin });
      const distances = distanceBatch({ shapes, poses }, list);
      for (let n = 0; n < found.length; n++) {
        const [a, b] = [list[2 * n], list[2 * n + 1]];
        const [poseA, poseB] = [a, b].map((body) => poses.slice(7 * body, 7 * body + 7));
        const where = JSON.stringify([shapes[a], [...poseA], shapes[b], [...poseB]]);
        const isInvalid = distances.status[n] === batchStatuses.indexOf('invalid');
        expect(found[n] === 255, where).toBe(isInvalid);
        if (isInvalid) continue;
        expect(found[n] === 1, where).toBe(collide(shapes[a], poseA, shapes[b], poseB, { margin }));
        const single = distance(shapes[a], poseA, shapes[b], poseB);
        expect(distances.distance[n], where).toBe(single.distance);
        expect([...distances.pointA.subarray(3 * n, 3 * n + 3)], where).toEqual([...single.pointA]);
      }
    }
  });
});

it('closed forms are not used if GJK is requested by name, by its criterion or by a trace', () => {
  const [a, b, far] = [sphere(1), capsule(0.2, 1), { position: [3, 1, 2] }];
  expect(distance(a, {}, b, far).iterations).toBe(0);
  let steps = 0;
  distance(a, {}, b, far, { trace: () => steps++ });
  expect(steps).toBeGreaterThan(0);
  for (const options of [{ algorithm: 'gjk' }, { tolerance: 1e-12, expert: { criterion: 'duality-gap' } }] as const)
    expect(distance(a, {}, b, far, options).iterations).toBeGreaterThan(0);
});
