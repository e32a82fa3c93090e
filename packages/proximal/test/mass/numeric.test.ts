import { describe, expect, it } from 'vitest';
import {
  boxMass,
  ellipsoidMass,
  frustumMass,
  type MassProperties,
  numericMass,
  roundedPolytopeMass,
  transformMass,
} from '../../src/mass/index.ts';
import { Rng } from '../../src/math/index.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import * as bodies from './bodies.ts';
import { ball, box, ellipsoid, expectMass, frustum, linear, massDistance, type Support, sum } from './bodies.ts';

const rotation = bodies.randomRotation(new Rng(21));
const stretch = [1, 0.2, -0.3, 0, 2, 0.4, 0.1, 0, -0.7];

function roundedBox(h: Vec3, r: number): MassProperties {
  return roundedPolytopeMass(bodies.polytope(bodies.boxCorners(...h), bodies.boxFaces), r);
}

function scaled(mass: MassProperties, x: number, y = x, z = x): MassProperties {
  return transformMass(mass, [x, 0, 0, 0, y, 0, 0, 0, z]);
}

/** Integrates, and checks the stated error: small enough, and not below the true error. */
function check(support: Support, expected: MassProperties): void {
  const mass = numericMass(bodies.batch(support));
  expect(mass.error).toBeLessThanOrEqual(1e-6);
  expectMass(mass, expected, mass.error);
}

describe('numericMass', () => {
  it('integrates ellipsoids and their sums with themselves', () => {
    check(ellipsoid(1, 2, 3), ellipsoidMass(1, 2, 3));
    check(linear(rotation, ellipsoid(1, 2, 3)), transformMass(ellipsoidMass(1, 2, 3), rotation));
    check(sum(ellipsoid(1, 2, 3), ellipsoid(0.5, 1, 1.5)), ellipsoidMass(1.5, 3, 4.5));
    check(ellipsoid(1, 1e-3, 2e-6), ellipsoidMass(1, 1e-3, 2e-6));
  });

  it('integrates boxes and their sums', () => {
    check(box(1, 2, 3), boxMass(1, 2, 3));
    check(sum(box(1, 2, 3), box(0.5, 0.1, 4)), boxMass(1.5, 2.1, 7));
    check(linear(rotation, sum(box(1, 2, 3), box(0.5, 0.1, 4))), transformMass(boxMass(1.5, 2.1, 7), rotation));
  });

  it('integrates rounded boxes, capsules and sheets, and their affine images', () => {
    check(sum(box(1, 2, 3), ball(0.5)), roundedBox([1, 2, 3], 0.5));
    check(linear(rotation, sum(box(1, 2, 3), ball(0.5))), transformMass(roundedBox([1, 2, 3], 0.5), rotation));
    check(linear(stretch, sum(box(1, 2, 3), ball(0.5))), transformMass(roundedBox([1, 2, 3], 0.5), stretch));
    check(
      sum(box(0, 0, 2), ball(0.5)),
      roundedPolytopeMass(
        bodies.polytope(
          [
            [0, 0, -2],
            [0, 0, 2],
          ],
          [],
        ),
        0.5,
      ),
    );
    check(sum(box(1, 2, 1e-3), ball(1e-3)), roundedBox([1, 2, 1e-3], 1e-3));
  });

  it('integrates the sum of a box and an ellipsoid', () => {
    // The map diag(1, 0.5, 0.7) takes the unit ball to the ellipsoid, and the box (1, 4, 3/0.7) to the box (1, 2, 3).
    check(sum(box(1, 2, 3), ellipsoid(1, 0.5, 0.7)), scaled(roundedBox([1, 4, 3 / 0.7], 1), 1, 0.5, 0.7));
    const tilted = sum(linear(rotation, box(1, 2, 3)), linear(rotation, ellipsoid(1, 0.5, 0.7)));
    check(tilted, transformMass(scaled(roundedBox([1, 4, 3 / 0.7], 1), 1, 0.5, 0.7), rotation));
  });

  it('integrates cylinders, cones and frusta, sharp and rounded', () => {
    check(frustum(1, 1, 2), frustumMass(1, 1, 2));
    check(linear(rotation, frustum(1, 0, 2)), transformMass(frustumMass(1, 0, 2), rotation));
    for (const [bottom, top, l, r] of [
      [1, 1, 2, 0.5],
      [1, 0, 2, 0.3],
      [1, 0.4, 0.5, 0.1],
      [1, 1, 0, 0.05],
    ]) {
      const body = sum(frustum(bottom, top, l), ball(r));
      const expected = bodies.roundedFrustum(bottom, top, l, r);
      check(body, expected);
      if (top < bottom) check(linear(rotation, body), transformMass(expected, rotation));
    }
  });

  it('integrates needles in any direction', () => {
    const h: Vec3 = [1, 1e-4, 1e-5];
    const mass = numericMass(bodies.batch(linear(rotation, sum(box(...h), ball(1e-5)))));
    const exact = transformMass(roundedBox(h, 1e-5), rotation);
    expect(mass.error).toBeLessThanOrEqual(1e-6);
    expect(Math.abs(mass.volume / exact.volume - 1)).toBeLessThan(mass.error);
    expectMass(mass, exact, mass.error);
  });

  it('integrates smooth hulls', () => {
    // With p = 2 and ± pairs, h² is quadratic: an ellipsoid.
    const points = bodies.boxCorners(1, 1.5, 0.7);
    const half = [...bodies.boxCorners(1, 0, 0).slice(0, 2), [0, 2, 0], [0, -2, 0], [0, 0, 3], [0, 0, -3]] as Vec3[];
    check(bodies.smoothHull(half, 2), ellipsoidMass(1, 2, 3));
    for (const p of [3, 6]) {
      const body = bodies.smoothHull(points, p);
      const mass = numericMass(bodies.batch(body));
      const rotated = numericMass(bodies.batch(linear(rotation, body)));
      expect(mass.error).toBeLessThanOrEqual(1e-6);
      expectMass(rotated, transformMass(mass, rotation), mass.error + rotated.error);
    }
  });

  it('is as accurate for any position and size of the body', () => {
    const expected = roundedBox([1, 2, 3], 0.5);
    for (const s of [1e-6, 1e6]) {
      check(linear([s, 0, 0, 0, s, 0, 0, 0, s], sum(box(1, 2, 3), ball(0.5))), scaled(expected, s));
    }
    const far = sum(box(1, 2, 3), ball(0.5), bodies.at([1e5, -2e5, 3e5]));
    check(far, transformMass(expected, [1, 0, 0, 0, 1, 0, 0, 0, 1], [1e5, -2e5, 3e5]));
  });

  it('gives flat bodies a center', () => {
    const disc = numericMass(bodies.batch(sum(linear(rotation, frustum(1, 1, 0)), bodies.at([1, 2, 3]))));
    expect(disc.volume).toBe(0);
    expect(disc.inertia).toEqual(new Array(9).fill(0));
    for (let k = 0; k < 3; k++) expect(disc.centerOfMass[k]).toBeCloseTo(k + 1, 1);
    expect(numericMass(bodies.batch(bodies.at([1, 2, 3]))).centerOfMass).toEqual([1, 2, 3]);
    expect(numericMass(bodies.batch(linear(rotation, box(1, 0, 0)))).volume).toBe(0);
  });

  it('states its error correctly for noisy support points and few calls', () => {
    const rng = new Rng(31);
    const noisy: Support = (x, y, z) => ellipsoid(1, 2, 3)(x, y, z).map((p) => p + 1e-5 * rng.uniform(-1, 1)) as Vec3;
    let calls = 0;
    const counted =
      (support: Support): Support =>
      (x, y, z) => {
        calls++;
        return support(x, y, z);
      };
    const mass = numericMass(bodies.batch(counted(noisy)), { callLimit: 2e5 });
    expect(calls).toBeLessThan(3e5);
    expectMass(mass, ellipsoidMass(1, 2, 3), mass.error);
    const cloud = Array.from({ length: 60 }, () => rng.direction());
    const body = sum(bodies.hull(cloud), ellipsoid(0.5, 0.2, 0.3));
    calls = 0;
    const few = numericMass(bodies.batch(counted(body)), { callLimit: 5e4 });
    expect(calls).toBeLessThan(1e5);
    const many = numericMass(bodies.batch(body), { callLimit: 5e5 });
    expect(few.error).toBeGreaterThan(1e-6);
    expect(massDistance(few, many)).toBeLessThan(few.error + many.error);
  });

  it('reaches other tolerances', () => {
    const body = bodies.batch(linear(rotation, sum(box(1, 2, 3), ball(0.5))));
    const expected = transformMass(roundedBox([1, 2, 3], 0.5), rotation);
    for (const tolerance of [1e-3, 1e-8]) {
      const mass = numericMass(body, { tolerance });
      expect(mass.error).toBeLessThanOrEqual(tolerance);
      expectMass(mass, expected, mass.error);
    }
  });

  it('has physical inertia tensors', () => {
    const mass = numericMass(bodies.batch(linear(stretch, sum(frustum(1, 0.2, 1), box(0.1, 0.2, 0.3)))));
    const [a, b, c, , d, e, , , f] = mass.inertia;
    // Positive definite by Sylvester's criterion, and no moment larger than the two others together.
    expect(a).toBeGreaterThan(0);
    expect(a * d - b * b).toBeGreaterThan(0);
    expect(a * (d * f - e * e) - b * (b * f - e * c) + c * (b * e - d * c)).toBeGreaterThan(0);
    expect(Math.max(a, d, f)).toBeLessThan((a + d + f) / 2);
  });

  it('refuses unbounded bodies and unknown options', () => {
    expect(() => numericMass(bodies.batch((x, y, z) => [x / 0, y, z]))).toThrow(
      /numericMass: support is .*bounded shape/,
    );
    expect(() => numericMass(bodies.batch(ball(1)), { tolerance: 0 })).toThrow(RangeError);
    expect(() => numericMass(bodies.batch(ball(1)), { precision: 1 } as never)).toThrow(/options\.precision/);
    expect(() => numericMass(null as never)).toThrow(TypeError);
  });
});
