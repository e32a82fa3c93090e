// Hulls with hill climbing: the same answers as with the support map, with proofs, and independent of earlier queries.
import { describe, expect, it } from 'vitest';
import {
  type Convex,
  certify,
  collide,
  convex,
  distance,
  growthDistance,
  Pair,
  penetration,
  rounded,
  type Shape,
  supportBatch,
  transformed,
} from '../../src/index.ts';
import { type Pose, Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const lattice = Array.from({ length: 216 }, (_, k) => [k % 6, Math.floor(k / 6) % 6, Math.floor(k / 36)]);
const clouds: Readonly<Record<string, (rng: Rng) => number[][]>> = {
  'five points': (rng) => Array.from({ length: 5 }, () => rng.direction()),
  'nine points': (rng) => Array.from({ length: 9 }, () => rng.direction()),
  'round, 60': (rng) => Array.from({ length: 60 }, () => rng.direction()),
  'round, 700': (rng) => Array.from({ length: 700 }, () => rng.direction()),
  'a can': () => Array.from({ length: 300 }, (_, k) => [Math.cos(k), Math.sin(k), k % 2]),
  'a lattice': () => lattice,
  'a needle': (rng) => Array.from({ length: 200 }, () => rng.direction()).map(([x, y, z]) => [1e-4 * x, 1e-4 * y, z]),
  'a flat disc': (rng) => Array.from({ length: 80 }, () => rng.direction()).map(([x, y]) => [x, y, 0]),
};

/** The same hull with the support map, and climbing. */
function twins(rng: Rng, cloud: (rng: Rng) => number[][]): { readonly mapped: Convex; readonly climbing: Convex } {
  const points = cloud(rng).flat();
  return { mapped: convex(points), climbing: convex(points, { climb: true }) };
}

function poseIn(rng: Rng, away: number): Pose {
  return Float64Array.of(...rng.direction().map((x) => away * x), ...rng.rotation());
}

describe('hill climbing', () => {
  it('find points as far as those of the support map', () => {
    const rng = new Rng(1);
    for (const [name, cloud] of Object.entries(clouds)) {
      const { mapped, climbing } = twins(rng, cloud);
      const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1, 1, 1, 0, 0, -1, 1];
      const directions = Float64Array.of(...axes, ...Array.from({ length: 200 }, () => rng.direction()).flat());
      const [found, expected] = [climbing, mapped].map((shape) => supportBatch(shape, directions));
      const reach = (points: Float64Array, k: number): number =>
        [0, 1, 2].reduce((sum, axis) => sum + points[k + axis] * directions[k + axis], 0);
      for (let k = 0; k < directions.length; k += 3)
        expect(reach(expected, k) - reach(found, k), name).toBeLessThan(1e-13 * mapped.boundingRadius);
    }
  });

  it('give the same distances, depths and growth distances, all certified', () => {
    const names = Object.keys(clouds);
    forAll({ seed: 2, cases: 150 }, (rng) => {
      const [a, b] = [0, 1].map(() => twins(rng, clouds[names[rng.index(names.length)]]));
      const pose = poseIn(rng, rng.uniform(0, 2) * (a.mapped.boundingRadius + b.mapped.boundingRadius));
      compare(a.mapped, b.mapped, a.climbing, b.climbing, pose);
    });
  });

  it('also if both bodies are the same hull, or parts of other shapes', () => {
    const { mapped, climbing } = twins(new Rng(3), clouds['round, 700']);
    const wrap = (hull: Convex): Shape => rounded(transformed(hull, { linear: [2, 0, 0, 0.5, 1, 0, 0, 0, 1] }), 0.1);
    forAll({ seed: 3, cases: 40 }, (rng) => {
      const pose = poseIn(rng, rng.uniform(0, 4));
      compare(mapped, mapped, climbing, climbing, pose);
      compare(wrap(mapped), mapped, wrap(climbing), climbing, pose);
    });
  });

  it('answer with the same bits after any other queries', () => {
    const rng = new Rng(4);
    const shape = twins(rng, clouds['a lattice']).climbing;
    // Axis-aligned lattices: whole faces are equally far.
    const poses = Array.from({ length: 20 }, () =>
      Float64Array.of(rng.uniform(4, 7), rng.index(3), rng.index(3), 0, 0, 0, 1),
    );
    const fresh = poses.map((pose) => distance(shape, {}, shape, pose));
    for (const k of [3, 17, 0, 9, 3]) {
      supportBatch(shape, Float64Array.of(...rng.direction()));
      collide(shape, {}, shape, poses[19 - k]);
      expect(distance(shape, {}, shape, poses[k])).toEqual(fresh[k]);
    }
    const pair = new Pair(shape, shape, { guess: 'bounds' });
    for (const [k, pose] of poses.entries()) expect(pair.distance({}, pose).localA).toEqual(fresh[k].localA);
  });
});

function compare(mappedA: Shape, mappedB: Shape, a: Shape, b: Shape, pose: Pose): void {
  const size = Math.min(a.boundingRadius, b.boundingRadius);
  const [expected, found] = [distance(mappedA, {}, mappedB, pose), distance(a, {}, b, pose)];
  expect(Math.abs(found.distance - expected.distance)).toBeLessThan(1e-8 * size);
  expect(certify(a, {}, b, pose, found).valid).toBe(true);
  // The proof also holds for the hulls with a map.
  expect(certify(mappedA, {}, mappedB, pose, found).valid).toBe(true);
  if (found.status !== 'touching') expect(collide(a, {}, b, pose)).toBe(found.status === 'overlapping');
  if (found.status === 'overlapping') {
    const depths = [penetration(a, {}, b, pose), penetration(mappedA, {}, mappedB, pose)];
    expect(Math.abs(depths[0].depth - depths[1].depth)).toBeLessThan(1e-7 * size);
    expect(certify(a, {}, b, pose, depths[0]).valid).toBe(true);
  }
  // Flat hulls have no inner point to grow about.
  if (!(a.inradius > 0 && b.inradius > 0)) return;
  const [grown, expectedGrowth] = [growthDistance(a, {}, b, pose), growthDistance(mappedA, {}, mappedB, pose)];
  if (expectedGrowth.status === 'unknown') return;
  expect(Math.abs(grown.growth - expectedGrowth.growth)).toBeLessThan(1e-7 * Math.max(1, expectedGrowth.growth));
  expect(certify(a, {}, b, pose, grown).valid).toBe(true);
}
