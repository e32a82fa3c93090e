// The closed forms of 'auto' against EPA on the same pairs: boxes, segments and points, and ellipsoids reduced by an inner ball.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  ellipsoid,
  type PenetrationResult,
  penetration,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  sum,
} from '../../src/index.ts';
import { fromAxisAngle } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';

const seed = Number(process.env['PROXIMAL_SEED'] ?? 8);

/** Both methods agree on the depth within the tolerance, and the result of the closed form has a valid certificate. */
function compare(a: Shape, b: Shape, pose: { position: number[]; rotation: ArrayLike<number> }): PenetrationResult {
  const closed = penetration(a, {}, b, pose);
  const expanded = penetration(a, {}, b, pose, { algorithm: 'epa', keepProof: true });
  const size = Math.min(a.boundingRadius, b.boundingRadius) || 1;
  const names = `seed ${seed}: ${JSON.stringify([a, b, pose])}`;
  expect(Math.abs(closed.depth - expanded.depth), names).toBeLessThanOrEqual(2e-9 * size + 1e-14);
  expect(closed.lower, names).toBeLessThanOrEqual(expanded.upper + 1e-13 * size);
  expect(closed.status, names).toBe(expanded.status);
  expect(closed, names).toMatchObject({ converged: true, local: false });
  expect(certify(a, {}, b, pose, closed), names).toMatchObject({ valid: true });
  return closed;
}

/** Aligned, nearly aligned, turned about z, or random. */
function randomRotation(rng: Rng): ArrayLike<number> {
  const choice = rng.uniform();
  if (choice < 0.2) return [0, 0, 0, 1];
  if (choice < 0.4) return fromAxisAngle(rng.direction(), 10 ** rng.uniform(-15, -2)).subarray(3);
  if (choice < 0.5) return fromAxisAngle([0, 0, 1], rng.uniform(0, 7)).subarray(3);
  return rng.rotation();
}

describe('boxes', () => {
  const makers: Record<string, (rng: Rng) => Shape> = {
    box: (rng) => box(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)),
    plate: (rng) => box(rng.uniform(0.1, 1), rng.uniform(0.1, 1), 0),
    stick: (rng) => box(0, 0, rng.uniform(0.1, 1)),
    rounded: (rng) => rounded(box(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)), 0.1),
    sphere: (rng) => sphere(rng.uniform(0.01, 0.5)),
    capsule: (rng) => capsule(rng.uniform(0.01, 0.2), rng.uniform(0.1, 1)),
    segment: (rng) => segment(rng.uniform(0.1, 1)),
    point: () => point(),
  };

  it.each(Object.keys(makers))('and %s agree with EPA', (kind) => {
    let deepCount = 0;
    forAll({ seed, cases: 1500 }, (rng, k) => {
      const solid = makers['box'](rng);
      const other = makers[kind](rng);
      const pose = { position: rng.direction().map((x) => x * rng.uniform(0, 1.2)), rotation: randomRotation(rng) };
      const pair: [Shape, Shape] = k % 2 === 0 ? [solid, other] : [other, solid];
      if (compare(...pair, pose).depth > 0.01) deepCount++;
    });
    expect(deepCount).toBeGreaterThan(400);
  });

  it('compute fewer support points than EPA', () => {
    let saved = 0;
    forAll({ seed, cases: 200 }, (rng) => {
      const [a, b] = [makers['box'](rng), makers['box'](rng)];
      const pose = { position: rng.direction().map((x) => x * 0.3), rotation: rng.rotation() };
      saved +=
        penetration(a, {}, b, pose, { algorithm: 'epa' }).supportCalls - penetration(a, {}, b, pose).supportCalls;
    });
    expect(saved / 200).toBeGreaterThan(2);
  });

  it('are exact for stacked boxes', () => {
    const result = compare(box(1, 1, 0.5), box(0.5, 0.5, 0.5), { position: [0.2, 0.1, 0.999], rotation: [0, 0, 0, 1] });
    expect(result).toMatchObject({ normal: [0, 0, 1], status: 'overlapping' });
    expect(result.depth).toBeCloseTo(0.001, 15);
    expect(result.pointA[2]).toBeCloseTo(0.5, 14);
  });

  it('rotate and scale with the pair', () => {
    for (const size of [1e-6, 1e-3, 1e3, 1e6]) {
      const [a, b] = [box(size, 2 * size, 3 * size), box(size, size, size)];
      const result = compare(a, b, { position: [1.5 * size, 0.3 * size, 0.1 * size], rotation: [0, 0, 0, 1] });
      expect(result.depth / size).toBeCloseTo(0.5, 12);
    }
  });
});

describe('ellipsoids', () => {
  /** The same shape as a sum with a point, which is not reduced by an inner ball. */
  const plain = (shape: Shape): Shape => sum(shape, point());

  it('reduced by a ball have the depth of the whole ellipsoids', () => {
    forAll({ seed, cases: 1000 }, (rng, k) => {
      const randomEllipsoid = (): Shape => ellipsoid(rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1));
      const [a, b] = [
        randomEllipsoid(),
        k % 3 === 0 ? box(0.3, 0.4, 0.5) : k % 3 === 1 ? rounded(randomEllipsoid(), 0.1) : randomEllipsoid(),
      ];
      const pose = { position: rng.direction().map((x) => x * rng.uniform(0, 1.5)), rotation: rng.rotation() };
      const result = penetration(a, {}, b, pose, { keepProof: true });
      const known = penetration(plain(a), {}, plain(b), pose);
      expect(result.converged).toBe(true);
      expect(result.proof.inner).toBe(true);
      expect(Math.abs(result.depth - known.depth)).toBeLessThanOrEqual(known.upper - known.lower + 4e-9);
      expect(certify(a, {}, b, pose, result)).toMatchObject({ valid: true });
    });
  });

  it('need no polytope if they overlap by less than the radius of that ball', () => {
    const [a, b] = [ellipsoid(1, 0.8, 0.7), ellipsoid(0.9, 0.8, 0.8)];
    const pose = { position: [0, 0, 1.4] };
    const result = penetration(a, {}, b, pose, { keepProof: true });
    expect(result).toMatchObject({ status: 'overlapping', converged: true, local: false });
    expect(result.proof.polytope).toBeNull();
    // Without a polytope the certificate proves both bounds.
    const { lower, upper, valid } = certify(a, {}, b, pose, result);
    expect(valid).toBe(true);
    expect(upper - lower).toBeLessThanOrEqual(1e-9);
  });

  it('with equal radii have the depth of spheres', () => {
    for (const position of [
      [0, 0, 0],
      [0.3, 0.2, 0.1],
      [1, 1, 0.5],
    ]) {
      const [round, ball] = [ellipsoid(1, 1, 1), sphere(1)];
      const result = penetration(round, {}, round, { position });
      expect(result.depth).toBeCloseTo(penetration(ball, {}, ball, { position }).depth, 12);
      expect(certify(round, {}, round, { position }, result)).toMatchObject({ valid: true });
    }
  });

  it('need few support points with the incremental method, whose depth is never too small', () => {
    let [calls, count] = [0, 0];
    forAll({ seed, cases: 500 }, (rng) => {
      const randomEllipsoid = (): Shape => ellipsoid(rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1));
      const [a, b] = [randomEllipsoid(), randomEllipsoid()];
      const pose = { position: rng.direction().map((x) => 0.3 * x), rotation: rng.rotation() };
      const known = penetration(a, {}, b, pose, { algorithm: 'epa' });
      const direction = rng.direction().map((x, axis) => known.normal[axis] + 0.1 * x);
      const result = penetration(a, {}, b, pose, { algorithm: 'incremental', direction });
      expect(result.depth).toBeGreaterThanOrEqual(known.lower - 1e-9);
      expect(certify(a, {}, b, pose, result)).toMatchObject({ valid: true });
      calls += result.supportCalls;
      count++;
    });
    // Portal refinement alone takes about fifty.
    expect(calls / count).toBeLessThan(30);
  });
});
