// The incremental method, portals and rays, against explicit Minkowski differences.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  collide,
  convex,
  ellipsoid,
  halfspace,
  type PenetrationOptions,
  penetration,
  rayBoundary,
  rounded,
  type Shape,
  segment,
  signedDistance,
  sphere,
  sum,
  type Vec3,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';
import { exactPlanes } from './minkowski.ts';

const corner = (rng: Rng): Vec3 => rng.direction().map((x) => x * rng.uniform(0.3, 1)) as Vec3;

/** A direction at an angle to a unit vector. */
function tilted(rng: Rng, unit: Vec3, degrees: number): Vec3 {
  const [x, y, z] = rng.direction();
  const along = x * unit[0] + y * unit[1] + z * unit[2];
  const across = [x - along * unit[0], y - along * unit[1], z - along * unit[2]];
  const size = Math.hypot(...across);
  const angle = (degrees * Math.PI) / 180;
  return unit.map((u, k) => Math.cos(angle) * u + (Math.sin(angle) * across[k]) / size) as Vec3;
}

/** Random polytopes that overlap, with the planes of their difference, the nearest first. */
function* overlappingPairs(seed: number, count: number) {
  const rng = new Rng(seed);
  for (let found = 0; found < count; ) {
    const points = (): Vec3[] => Array.from({ length: 4 + rng.index(10) }, () => corner(rng));
    const [a, b] = [points(), points()];
    const pose = { position: rng.direction().map((x) => x * rng.uniform(0, 0.8)), rotation: rng.rotation() };
    const planes = exactPlanes(a, b, pose).sort((one, other) => one.distance - other.distance);
    if (planes.length === 0 || planes[0].distance < 1e-6) continue;
    found++;
    yield { rng, a: convex(a), b: convex(b), pose, planes };
  }
}

describe('the incremental method', () => {
  it.each(['incremental', 'sqp', 'mpr', 'auto'] as const)('%s never returns less than the depth', (algorithm) => {
    let global = 0;
    for (const { rng, a, b, pose, planes } of overlappingPairs(3, 500)) {
      const [{ normal, distance: depth }] = planes;
      const result = penetration(a, {}, b, pose, { algorithm, direction: tilted(rng, normal, 45) });
      expect(result.depth).toBeGreaterThanOrEqual(depth - 1e-9);
      expect(result.lower).toBeLessThanOrEqual(depth + 1e-9);
      expect(certify(a, {}, b, pose, result)).toMatchObject({ valid: true });
      expect(result).toMatchObject({ converged: true, status: 'overlapping' });
      if (Math.abs(result.depth - depth) <= 1e-9) global++;
      else expect(result.local).toBe(true);
    }
    expect(global).toBeGreaterThan(250);
  });

  it('finds a local minimum of the depth', () => {
    for (const { rng, a, b, pose, planes } of overlappingPairs(4, 200)) {
      const options: PenetrationOptions = { algorithm: 'incremental', direction: rng.direction() };
      const { depth, normal } = penetration(a, {}, b, pose, options);
      // The depth is the distance of a face, and the boundary is no nearer along neighboring directions.
      const face = planes.find((plane) => Math.abs(plane.distance - depth) < 1e-9);
      expect(face).toBeDefined();
      for (let k = 0; k < 10; k++) {
        const near = tilted(rng, normal, 0.01);
        expect(rayBoundary(a, {}, b, pose, near).distance).toBeGreaterThanOrEqual(depth - 1e-9);
      }
    }
  });

  it('is certified on request, and otherwise marked as local', () => {
    for (const { rng, a, b, pose, planes } of overlappingPairs(5, 100)) {
      const direction = tilted(rng, planes[0].normal, 80);
      const proven = penetration(a, {}, b, pose, { direction, certified: true });
      expect(proven.local).toBe(false);
      expect(Math.abs(proven.depth - planes[0].distance)).toBeLessThanOrEqual(1e-9);
      expect(signedDistance(a, {}, b, pose, { direction })).toMatchObject({ local: false });
      const local = signedDistance(a, {}, b, pose, { direction, certified: false });
      expect(local.distance).toBeLessThanOrEqual(-planes[0].distance + 1e-9);
      expect(local.lower).toBe(local.distance);
    }
  });

  it('agrees with closed forms of smooth bodies', () => {
    // A capsule and a sphere whose radii belong to the core, as in the paper by Gao: the method iterates on them.
    const ball = ellipsoid(0.5, 0.5, 0.5);
    const capsuleSum = sum(segment(0.5), ball);
    const rng = new Rng(8);
    for (const [a, b, depthAt] of [
      [ball, ball, (x: number) => 1 - x],
      [capsuleSum, ball, (x: number) => 1 - x],
      [capsuleSum, capsuleSum, (x: number) => 1 - x],
    ] as [Shape, Shape, (x: number) => number][]) {
      for (const degrees of [5, 25, 45]) {
        const x = rng.uniform(0.2, 0.9);
        const direction = tilted(rng, [1, 0, 0], degrees);
        const pose = { position: [x, 0, 0] };
        const result = penetration(a, {}, b, pose, { algorithm: 'incremental', direction });
        expect(result.depth).toBeCloseTo(depthAt(x), 7);
        expect(result.depth).toBeGreaterThanOrEqual(depthAt(x) - 1e-9);
      }
    }
  });
});

describe('rayBoundary', () => {
  it('is where the ray leaves the explicit difference', () => {
    for (const { rng, a, b, pose, planes } of overlappingPairs(6, 500)) {
      const ray = rng.direction();
      const exits = planes.map(({ normal, distance }) => {
        const along = normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2];
        return along > 0 ? distance / along : Infinity;
      });
      const result = rayBoundary(a, {}, b, pose, ray);
      expect(Math.abs(result.distance - Math.min(...exits))).toBeLessThanOrEqual(2e-9);
      expect(result.lower).toBeLessThanOrEqual(result.upper);
      const moved = { ...pose, position: pose.position.map((x, k) => x + (result.distance + 1e-9) * ray[k]) };
      expect(collide(a, {}, b, moved)).toBe(false);
    }
  });

  it('includes swept radii, and handles half-spaces and separated shapes', () => {
    expect(rayBoundary(sphere(1), {}, sphere(1), { position: [1, 0, 0] }, [1, 0, 0]).distance).toBeCloseTo(1, 8);
    expect(rayBoundary(sphere(1), {}, sphere(1), { position: [1, 0, 0] }, [0, 3, 0]).distance).toBeCloseTo(
      Math.sqrt(3),
      8,
    );
    expect(rayBoundary(rounded(box(1, 1, 1), 0.5), {}, capsule(0.1, 1), {}, [0, 0, 2]).distance).toBeCloseTo(2.6, 8);
    expect(rayBoundary(halfspace(), {}, box(1, 1, 1), {}, [0, 1, 1]).distance).toBeCloseTo(Math.SQRT2, 14);
    expect(rayBoundary(halfspace(), {}, box(1, 1, 1), {}, [1, 0, 0]).distance).toBe(Infinity);
    expect(rayBoundary(sphere(1), {}, sphere(1), { position: [3, 0, 0] }, [1, 0, 0])).toMatchObject({
      distance: 0,
      status: 'separated',
    });
  });
});

describe('MPR as a Boolean test', () => {
  it('agrees with GJK', () => {
    let collisions = 0;
    forAll({ seed: 12, cases: 3000 }, (rng, k) => {
      const shape = (): Shape => {
        const shapes = [
          box(rng.uniform(), 0.5, 0.5),
          sphere(rng.uniform()),
          capsule(0.2, 0.5),
          convex(Array.from({ length: 12 }, () => corner(rng))),
          ellipsoid(0.3, 0.5, 0.7),
        ];
        return rng.uniform() < 0.3 ? rounded(shapes[rng.index(5)], 0.2) : shapes[rng.index(5)];
      };
      const [a, b] = [shape(), shape()];
      const pose = { position: rng.direction().map((x) => x * rng.uniform(0, 2)), rotation: rng.rotation() };
      const margin = k % 3 === 0 ? rng.uniform(0, 0.5) : 0;
      const known = collide(a, {}, b, pose, { margin });
      expect(collide(a, {}, b, pose, { margin, algorithm: 'mpr' })).toBe(known);
      collisions += known ? 1 : 0;
    });
    expect(collisions).toBeGreaterThan(1000);
    expect(collisions).toBeLessThan(2500);
  });
});
