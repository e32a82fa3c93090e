// Penetrations with closed forms, and shapes for which textbook EPA fails.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  collide,
  cone,
  convex,
  cylinder,
  distance,
  ellipsoid,
  frustum,
  halfspace,
  type PenetrationResult,
  penetration,
  point,
  rounded,
  type Shape,
  segment,
  signedDistance,
  sphere,
  triangle,
} from '../../src/index.ts';
import type { PoseLike } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';

const flatPose = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };

/** Computes the depth; checks the certificate, pointA − pointB = depth · normal, and the gap between the bounds. */
function checkedPenetration(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike): PenetrationResult {
  const result = penetration(a, poseA, b, poseB, { keepProof: true });
  expect(certify(a, poseA, b, poseB, result)).toMatchObject({ valid: true });
  expect(result.converged).toBe(true);
  expect(result.local).toBe(false);
  const size = Math.min(a.boundingRadius, b.boundingRadius, 1e300) || 1;
  for (let k = 0; k < 3; k++)
    expect(result.pointA[k] - result.pointB[k]).toBeCloseTo(result.depth * result.normal[k], 12);
  expect(result.upper - result.lower).toBeLessThanOrEqual(2e-9 * size);
  return result;
}

describe('closed forms', () => {
  it('spheres', () => {
    const result = checkedPenetration(sphere(1), {}, sphere(0.5), { position: [0, 0.9, 1.2] });
    expect(result.depth).toBeCloseTo(0, 12);
    expect(checkedPenetration(sphere(1), {}, sphere(0.5), { position: [0, 0.6, 0.8] })).toMatchObject({
      depth: 0.5,
      status: 'overlapping',
    });
  });

  it('concentric spheres separate along a fixed direction by the sum of the radii', () => {
    const result = checkedPenetration(sphere(1), {}, sphere(0.5), {});
    expect(result.depth).toBe(1.5);
    expect(result.normal).toEqual([1, 0, 0]);
    expect(checkedPenetration(sphere(1), {}, sphere(0.5), {})).toEqual(result);
  });

  it('capsules with crossing axes separate perpendicular to both', () => {
    const result = checkedPenetration(capsule(0.3, 1), {}, capsule(0.2, 1), flatPose);
    expect(result.depth).toBeCloseTo(0.5, 14);
    expect(Math.abs(result.normal[0])).toBeCloseTo(1, 14);
  });

  it('coaxial capsules separate perpendicular to the axis', () => {
    const result = checkedPenetration(capsule(0.3, 1), {}, capsule(0.2, 1), { position: [0, 0, 0.5] });
    expect(result.depth).toBeCloseTo(0.5, 14);
    expect(result.normal[2]).toBe(0);
  });

  it('capsules side by side', () => {
    expect(checkedPenetration(capsule(0.3, 1), {}, capsule(0.2, 1), { position: [0.4, 0, 0] }).depth).toBeCloseTo(
      0.1,
      14,
    );
  });

  it('a sphere in a box, near each of the faces', () => {
    for (let k = 0; k < 6; k++) {
      const position = [0, 0.01, 0.02];
      position[k >> 1] = k % 2 === 0 ? 0.9 : -0.9;
      const result = checkedPenetration(box(1, 1, 1), {}, sphere(0.25), { position });
      expect(result.depth).toBeCloseTo(0.35, 14);
      expect(result.normal[k >> 1]).toBe(k % 2 === 0 ? 1 : -1);
    }
  });

  it('a sphere on a box, its center outside', () => {
    expect(checkedPenetration(box(1, 1, 1), {}, sphere(0.5), { position: [1.2, 0, 0] }).depth).toBeCloseTo(0.3, 14);
  });

  it('boxes face to face and edge to face', () => {
    expect(checkedPenetration(box(1, 1, 1), {}, box(1, 1, 1), { position: [1.5, 0.3, -0.2] })).toMatchObject({
      depth: 0.5,
      normal: [1, 0, 0],
    });
    const onEdge = { position: [0, 0, 1.5], rotation: [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)] };
    expect(checkedPenetration(box(1, 1, 1), {}, box(0.5, 0.5, 0.5), onEdge).depth).toBeCloseTo(Math.SQRT1_2 - 0.5, 14);
  });

  it('everything against a half-space', () => {
    const floor = halfspace();
    expect(checkedPenetration(floor, {}, box(1, 2, 3), { position: [5, 5, 2.5] })).toMatchObject({
      depth: 0.5,
      normal: [0, 0, 1],
    });
    expect(checkedPenetration(sphere(1), { position: [0, 0, -3] }, floor, {})).toMatchObject({
      depth: 4,
      normal: [-0, -0, -1],
    });
    expect(penetration(floor, {}, sphere(1), { position: [0, 0, 2] })).toMatchObject({ depth: 0, status: 'separated' });
  });

  it.each([
    ['boxes', box(1, 2, 3), 2],
    ['ellipsoids', ellipsoid(0.5, 1, 1.5), 1],
    ['cylinders', cylinder(0.5, 2), 1],
    [
      'octahedra',
      convex([
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ]),
      2 / Math.sqrt(3),
    ],
    ['rounded boxes', rounded(box(1, 2, 3), 0.5), 3],
  ] as const)('concentric identical %s', (_name, shape, depth) => {
    expect(checkedPenetration(shape, {}, shape, {}).depth).toBeCloseTo(depth, 8);
    const pose = { position: [1e3, 2e3, 3e3], rotation: new Rng(3).rotation() };
    expect(checkedPenetration(shape, pose, shape, pose).depth).toBeCloseTo(depth, 8);
  });

  it.each([
    ['slender cones', cone(0.5, 1.5), 0.5, 0, 1.5],
    ['cones', cone(1, 1), 1, 0, 1],
    ['frusta', frustum(1, 0.5, 1), 1, 0.5, 1],
    ['frusta upside down', frustum(0.5, 1, 1), 1, 0.5, 1],
    ['nearly cylinders', frustum(1, 0.9, 3), 1, 0.9, 3],
  ] as const)(
    'concentric identical %s: EPA reaches its limit of corners with valid bounds',
    (_name, shape, large, small, half) => {
      // The smallest width of the body, from its slanted side to the opposite rim, is the same all around.
      const depth = (4 * large * half) / Math.hypot(2 * half, large - small);
      for (const pose of [{}, { position: [3, -2, 1], rotation: new Rng(3).rotation() }]) {
        const result = penetration(shape, pose, shape, pose, { keepProof: true });
        expect(result).toMatchObject({ termination: 'limit', converged: false, local: false, status: 'overlapping' });
        expect(result.lower).toBeLessThanOrEqual(depth);
        expect(result.upper).toBeGreaterThanOrEqual(depth - 1e-14);
        expect(result.depth).toBe(result.upper);
        expect(result.depth).toBeCloseTo(depth, 8);
        // The accuracy stated in docs/guide.md.
        expect(result.upper - result.lower).toBeLessThan(2e-3 * shape.boundingRadius);
        expect(certify(shape, pose, shape, pose, result).valid).toBe(true);
      }
    },
  );
});

describe('shapes without volume', () => {
  it('points: on each other, in a box, in a sphere', () => {
    expect(checkedPenetration(point(), {}, point(), {})).toMatchObject({ depth: 0, status: 'touching' });
    expect(checkedPenetration(point(), { position: [0.9, 0, 0] }, box(1, 1, 1), {}).depth).toBeCloseTo(0.1, 14);
    expect(checkedPenetration(point(), {}, sphere(1), {}).depth).toBe(1);
  });

  it('crossing segments and triangles touch with depth zero', () => {
    expect(checkedPenetration(segment(1), {}, segment(1), flatPose)).toMatchObject({ depth: 0, status: 'touching' });
    expect(checkedPenetration(segment(1), {}, segment(1), { position: [0, 0, 1] })).toMatchObject({ depth: 0 });
    const sheet = triangle([1, 0, 0], [-1, 1, 0], [-1, -1, 0]);
    // The difference of a segment and a triangle has a volume: the shortest translation is to the nearest edge or along the segment.
    expect(checkedPenetration(sheet, {}, segment(0.1), {}).depth).toBeCloseTo(0.1, 14);
    expect(checkedPenetration(sheet, {}, sheet, { position: [0.1, 0, 0] }).depth).toBeCloseTo(0, 14);
  });

  it('sheets and needles in a solid', () => {
    expect(checkedPenetration(box(1, 1, 0), {}, box(2, 2, 2), { position: [0, 0, 1.9] }).depth).toBeCloseTo(0.1, 13);
    expect(checkedPenetration(box(1e-9, 1e-9, 1), {}, box(1, 1, 1), { position: [0.95, 0, 0] }).depth).toBeCloseTo(
      0.05,
      8,
    );
    expect(checkedPenetration(box(1, 1, 1e-9), {}, box(1, 1, 1e-9), { rotation: [0.1, 0, 0, 1] }).depth).toBeLessThan(
      1,
    );
  });

  it('touching pairs have depth zero and a normal', () => {
    const result = checkedPenetration(box(1, 1, 1), {}, box(1, 1, 1), { position: [2, 0.5, 0] });
    expect(result).toMatchObject({ depth: 0, status: 'touching' });
    expect(Math.abs(result.normal[0])).toBe(1);
  });
});

describe('every scale and position', () => {
  it.each([1e-6, 1e-3, 1, 1e3, 1e6])('%s m', (size) => {
    forAll({ seed: 9, cases: 20 }, (rng) => {
      const cloud = (): Shape => convex(Array.from({ length: 30 }, () => rng.direction().map((x) => size * x)));
      const [a, b] = [cloud(), cloud()];
      const pose = { position: rng.direction().map((x) => size * x), rotation: rng.rotation() };
      const result = penetration(a, {}, b, pose, { keepProof: true });
      expect(certify(a, {}, b, pose, result)).toMatchObject({ valid: true });
      expect(result.upper - result.lower).toBeLessThanOrEqual(2e-9 * size);
    });
  });

  it('far from the origin of the world', () => {
    const [a, b] = [box(1, 2, 3), ellipsoid(1, 2, 0.5)];
    const near = penetration(a, {}, b, { position: [1.2, 0.1, 0.3] });
    const far = penetration(a, { position: [1e8, -1e8, 1e8] }, b, { position: [1e8 + 1.2, -1e8 + 0.1, 1e8 + 0.3] });
    expect(far.depth).toBeCloseTo(near.depth, 7);
  });

  it('hulls of 4,000 vertices', () => {
    const rng = new Rng(11);
    const hull = convex(Array.from({ length: 4000 }, () => rng.direction()));
    for (const x of [0, 0.5, 1, 1.9, 1.99]) {
      const result = penetration(
        hull,
        {},
        hull,
        { position: [x, 0, 0], rotation: rng.rotation() },
        { keepProof: true },
      );
      expect(result.depth).toBeGreaterThan(2 - x - 0.02);
      expect(result.depth).toBeLessThanOrEqual(2 - x + 1e-12);
      // For concentric hulls, thousands of faces are nearly equally near, and the polytope has room for 256 corners: the bounds differ at the end.
      expect(result).toMatchObject(x === 0 ? { termination: 'limit' } : { converged: true, local: false });
      expect(result.upper - result.lower).toBeLessThan(x === 0 ? 0.02 : 1e-9);
    }
  });

  it('one shape inside the other', () => {
    expect(checkedPenetration(box(10, 10, 10), {}, sphere(0.1), { position: [1, 2, 3] }).depth).toBeCloseTo(7.1, 13);
    expect(checkedPenetration(ellipsoid(10, 11, 12), {}, box(0.1, 0.1, 0.1), {}).depth).toBeGreaterThan(10);
  });
});

describe('signedDistance', () => {
  it('is continuous through contact', () => {
    const rng = new Rng(5);
    const hull = convex(Array.from({ length: 40 }, () => rng.direction()));
    for (const [a, b] of [
      [box(1, 1, 1), hull],
      [hull, hull],
      [ellipsoid(1, 0.7, 0.5), hull],
      [capsule(0.3, 1), box(0.4, 0.5, 0.6)],
      [cylinder(0.5, 1), ellipsoid(1, 2, 3)],
    ]) {
      const direction = rng.direction();
      const rotation = rng.rotation();
      let last = Number.NaN;
      for (let k = 0; k <= 400; k++) {
        const distance = 4 - k * 0.01;
        const pose = { position: direction.map((x) => distance * x), rotation };
        const result = signedDistance(a, {}, b, pose);
        expect(certify(a, {}, b, pose, result)).toMatchObject({ valid: true });
        // The signed distance is 1-Lipschitz in the translation.
        if (k > 0) expect(Math.abs(result.distance - last)).toBeLessThanOrEqual(0.01 + 4e-9);
        last = result.distance;
      }
      expect(last).toBeLessThan(-0.3);
    }
  });

  it('is the distance of separated shapes', () => {
    const pose = { position: [3, 1, 2] };
    expect(signedDistance(box(1, 1, 1), {}, sphere(0.5), pose).distance).toBe(
      distance(box(1, 1, 1), {}, sphere(0.5), pose).distance,
    );
  });
});

describe('moving B by the depth', () => {
  it('separates the shapes', () => {
    forAll({ seed: 21, cases: 300 }, (rng, k) => {
      const cloud = (): Shape => convex(Array.from({ length: 12 }, () => rng.direction()));
      const [a, b] = [cloud(), k % 2 === 0 ? cloud() : ellipsoid(0.5, 0.7, 0.9)];
      const position = rng.direction().map((x) => x * rng.uniform(0, 1));
      const rotation = rng.rotation();
      const { depth, normal, status } = penetration(a, {}, b, { position, rotation });
      if (status === 'separated') return;
      const moved = (by: number) => ({ position: position.map((x, n) => x + by * normal[n]), rotation });
      expect(collide(a, {}, b, moved(depth + 1e-12))).toBe(false);
      expect(collide(a, {}, b, moved(depth - 3e-9))).toBe(true);
    });
  });
});
