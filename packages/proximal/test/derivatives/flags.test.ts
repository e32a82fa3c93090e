// The flags `differentiable` are false exactly where the derivative does not exist.
import { describe, expect, it } from 'vitest';
import { type Derivatives, differentiate } from '../../src/derivatives/index.ts';
import { box, capsule, convex, cylinder, ellipsoid, point, type Shape, segment, sphere } from '../../src/index.ts';
import type { PoseLike } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const cube = box(1, 1, 1);
const eighthTurn = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
const flagsOf = (a: Shape, b: Shape, pose: PoseLike): Derivatives['differentiable'] =>
  differentiate(a, {}, b, pose, { estimator: 'exact' }).differentiable;

const none = { distance: false, normal: false, points: false };
const distanceOnly = { distance: true, normal: false, points: false };
const all = { distance: true, normal: true, points: true };
const octagon = convex(
  Array.from({ length: 16 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4), k < 8 ? 1 : -1]),
);

const rows: [name: string, a: Shape, b: Shape, pose: PoseLike, wanted: Derivatives['differentiable']][] = [
  ['parallel faces, apart', cube, cube, { position: [3, 0.2, 0.3] }, none],
  ['parallel faces, overlapping', cube, cube, { position: [1.8, 0.2, 0.3] }, none],
  ['parallel faces of hulls', octagon, cube, { position: [0.1, 0.2, 2.5] }, none],
  ['an edge along a face', cube, cube, { position: [3, 0.2, 0.3], rotation: eighthTurn }, none],
  ['parallel edges', capsule(0.1, 1), capsule(0.1, 1), { position: [1, 0, 0.5] }, none],
  ['a cylinder along a face', cube, cylinder(0.3, 0.5), { position: [2, 0, 0] }, none],
  ['a cylinder that stands on a face', cube, cylinder(0.3, 0.5), { position: [0, 0, 2] }, none],
  ['two concentric balls', sphere(1), sphere(2), {}, none],
  ['the center of a cube: six nearest faces', cube, point(), {}, none],
  ['near the edge of a cube: two nearest faces', cube, point(), { position: [0.5, 0.5, 0] }, none],
  ['inside a cube, nearer to one face', cube, point(), { position: [0.6, 0.5, 0] }, all],
  ['the axis of a long cylinder', cylinder(0.5, 2), point(), { position: [0, 0, 0.1] }, none],
  ['off its axis', cylinder(0.5, 2), point(), { position: [0.2, 0, 0.1] }, all],
  ['two corners that touch', cube, box(1, 1, 1), { position: [2, 2, 2] }, none],
  ['a ball over a face', cube, sphere(0.5), { position: [0.2, 0.3, 2] }, all],
  ['a ball over the edge of a face', cube, sphere(0.5), { position: [1, 0.3, 2] }, distanceOnly],
  ['a ball over the corner of a face', cube, sphere(0.5), { position: [1, 1, 2] }, distanceOnly],
  ['a ball over the rim of a cylinder', cylinder(0.5, 1), sphere(0.2), { position: [0.5, 0, 2] }, distanceOnly],
  ['a ball beside the end of a capsule', capsule(0.2, 1), sphere(0.2), { position: [2, 0, 1] }, distanceOnly],
  ['a ball beside a capsule', capsule(0.2, 1), sphere(0.2), { position: [2, 0, 0.5] }, all],
  ['a ball over a face of a hull', octagon, sphere(0.2), { position: [0.1, 0.2, 2] }, all],
  ['over its border', octagon, sphere(0.2), { position: [Math.SQRT1_2, Math.SQRT1_2, 2] }, distanceOnly],
  ['a ball over a corner', cube, sphere(0.5), { position: [2, 2, 2.5] }, all],
  ['crossed segments', segment(1), segment(1), { position: [0.5, 0, 0.2], rotation: [0.6, 0, 0, 0.8] }, all],
  ['two ellipsoids that touch', ellipsoid(1, 0.5, 0.3), ellipsoid(0.3, 0.4, 0.5), { position: [1.3, 0, 0] }, all],
];

describe('differentiable', () => {
  it.each(rows)('%s', (_name, a, b, pose, wanted) => {
    expect(flagsOf(a, b, pose)).toEqual(wanted);
  });

  it.each(rows)('%s, with A and B exchanged and moved', (_name, a, b, pose, wanted) => {
    const swapped = differentiate(b, pose, a, {}, { estimator: 'exact' });
    expect(swapped.differentiable).toEqual(wanted);
  });

  it('does not depend on the estimator, and all numbers are finite', () => {
    for (const [name, a, b, pose, wanted] of rows) {
      for (const estimator of ['gumbel', 'gaussian', 'zeroth-order', 'finite-difference', 'exact'] as const) {
        const found = differentiate(a, {}, b, pose, { estimator });
        expect(found.differentiable, name).toEqual(wanted);
        for (const jacobian of [found.pointA, found.pointB, found.separation, found.normal, found.distance]) {
          expect(jacobian.every(Number.isFinite), `${name} ${estimator}`).toBe(true);
        }
      }
    }
  });

  it('is true almost everywhere', () => {
    forAll({ seed: 1, cases: 100 }, (rng) => {
      const hull = convex(Array.from({ length: 20 }, () => rng.direction()));
      const pose = Float64Array.of(...rng.direction().map((x) => x * rng.uniform(0.2, 3)), ...rng.rotation());
      expect(flagsOf(hull, cube, pose)).toEqual(all);
    });
  });
});
