// `growthCollide` in 3D and 2D: a separating plane or a common point, and a warm start shared with `growthDistance`.
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import {
  box,
  certify,
  collide,
  convex,
  distance,
  ellipsoid,
  growthCollide,
  Pair,
  point,
  sphere,
} from '../../src/index.ts';
import { compose, inverse, transformDirection, transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';

const seed = 30;

describe(`growthCollide (seed ${seed})`, () => {
  it('proves its answer by a separating plane or a common point', () => {
    const count = { separated: 0, overlapping: 0 };
    let [calls, all] = [0, 0];
    forAll({ seed, cases: 600 }, (rng, k) => {
      const hull = convex(Array.from({ length: 30 }, () => rng.direction()));
      const shapes = [box(1, 0.5, 0.3), ellipsoid(1, 0.7, 0.4), hull, sphere(0.8)];
      const [a, b] = [shapes[k % 4], shapes[(k >> 2) % 4]];
      const poseA = compose({ position: rng.direction(), rotation: rng.rotation() }, {});
      const poseB = compose(
        { position: rng.direction().map((x) => 2.5 * rng.uniform(0, 1) * x), rotation: rng.rotation() },
        {},
      );
      const result = growthCollide(a, poseA, b, poseB);
      const { status, lower, upper, normal, contact } = result;
      calls += result.supportCalls;
      all += new Pair(a, b).growthDistance(poseA, poseB).supportCalls;
      expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
      expect(status !== 'separated').toBe(collide(a, poseA, b, poseB));
      if (status === 'separated') {
        count.separated++;
        expect(lower).toBeGreaterThan(1);
        const reach = (shape: typeof a, pose: typeof poseA, sign: number): number => {
          const outward = normal.map((x) => sign * x);
          const point = transformPoint(pose, shape.support(transformDirection(inverse(pose), outward)));
          return point.reduce((sum, x, i) => sum + x * outward[i], 0);
        };
        expect(reach(a, poseA, 1)).toBeLessThan(-reach(b, poseB, -1));
      } else {
        count.overlapping++;
        expect(upper).toBeLessThanOrEqual(1 + 1e-7);
        for (const [shape, pose] of [
          [a, poseA],
          [b, poseB],
        ] as const)
          expect(distance(shape, pose, point(), { position: contact }).lower).toBeLessThan(1e-9);
      }
    });
    expect(Math.min(count.separated, count.overlapping)).toBeGreaterThan(100);
    expect(calls).toBeLessThan(0.7 * all);
  });

  it('shares its warm start with growthDistance', () => {
    const rng = new Rng(seed);
    const hull = () => convex(Array.from({ length: 300 }, () => rng.direction()));
    const [a, b] = [hull(), hull()];
    const cold = { decided: 0, full: 0 };
    const warm = { decided: 0, full: 0 };
    for (let k = 0; k < 100; k++) {
      const pose = { position: [1.4 + 0.01 * k, 0.3, 0.1] };
      const near = { position: [1.4 + 0.01 * k, 0.301, 0.1] };
      cold.full += new Pair(a, b).growthDistance({}, near).supportCalls;
      cold.decided += new Pair(a, b).growthCollide({}, near).supportCalls;
      const first = new Pair(a, b);
      first.growthCollide({}, pose);
      warm.full += first.growthDistance({}, near).supportCalls;
      const second = new Pair(a, b);
      second.growthDistance({}, pose);
      warm.decided += second.growthCollide({}, near).supportCalls;
    }
    expect(warm.full).toBeLessThan(cold.full);
    expect(warm.decided).toBeLessThan(cold.decided);
  });

  it('proves its answer in the plane', () => {
    let [calls, all, separated] = [0, 0, 0];
    forAll({ seed, cases: 1000 }, (rng, k) => {
      const shapes = [plane.box(1, 0.5), plane.ellipse(1, 0.4), plane.circle(0.7), plane.polygon(corners(rng))];
      const [a, b] = [shapes[k % 4], shapes[(k >> 2) % 4]];
      const poseB = { position: [rng.uniform(-3, 3), rng.uniform(-3, 3)], angle: rng.uniform(-3, 3) } as const;
      const result = plane.growthCollide(a, {}, b, poseB);
      calls += result.supportCalls;
      const pair = new plane.Pair(a, b);
      all += pair.growthDistance({}, poseB).supportCalls;
      expect(plane.certify(a, {}, b, poseB, result).valid).toBe(true);
      expect(result.status !== 'separated').toBe(plane.collide(a, {}, b, poseB));
      expect(pair.growthCollide({}, poseB)).toBe(pair.growthResult);
      expect(pair.growthResult.status).toBe(result.status);
      if (result.status === 'separated') separated++;
      else
        for (const [shape, pose] of [
          [a, {}],
          [b, poseB],
        ] as const)
          expect(plane.clearance(shape, pose, plane.point(), { position: result.contact })).toBeLessThan(1e-9);
    });
    expect(separated).toBeGreaterThan(300);
    expect(calls).toBeLessThan(0.8 * all);
  });
});

function corners(rng: Rng): [number, number][] {
  return Array.from({ length: 8 }, () => [rng.uniform(-1, 1), rng.uniform(-1, 1)]);
}
