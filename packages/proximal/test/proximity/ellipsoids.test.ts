// Distances of ellipsoids by Newton's method: proven, equal to GJK's, and with few support points.
import { describe, expect, it } from 'vitest';
import { certify, distance, ellipsoid, Pair, rounded, type Shape, sphere } from '../../src/index.ts';
import { compose, fromAxisAngle, pow, Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose } from '../random.ts';

const semiAxis = (rng: Rng): number => pow(10, rng.uniform(-2, 0));
const randomEllipsoid = (rng: Rng): Shape => ellipsoid(semiAxis(rng), semiAxis(rng), semiAxis(rng));
const randomPartner = (rng: Rng): Shape => {
  const which = rng.index(3);
  if (which === 0) return sphere(semiAxis(rng));
  return which === 1 ? randomEllipsoid(rng) : rounded(randomEllipsoid(rng), 0.1);
};

describe('ellipsoids', () => {
  it('have proven distances, which GJK and the exchanged pair confirm, apart and overlapping', () => {
    forAll({ seed: 41, cases: 3000 }, (rng, k) => {
      const [a, b] = [randomEllipsoid(rng), randomPartner(rng)];
      const [poseA, poseB] = [randomPose(rng, 0.3), randomPose(rng, 0.3)];
      const result = distance(a, poseA, b, poseB);
      expect({ k, ...certify(a, poseA, b, poseB, result) }).toMatchObject({ valid: true });
      const { distance: expected, status } = distance(a, poseA, b, poseB, { algorithm: 'nesterov' });
      const exchanged = distance(b, poseB, a, poseA);
      expect({ k, status: result.status }).toEqual({ k, status });
      // Some bodies are far away, where the last digit of a distance is larger than the tolerance.
      const allowed = 1e-8 + 4 * Number.EPSILON * expected;
      expect(Math.abs(result.distance - expected)).toBeLessThan(allowed);
      expect(Math.abs(result.distance - exchanged.distance)).toBeLessThan(allowed);
    });
  });

  it('take few support points, and fewer from the last result', () => {
    const rng = new Rng(42);
    const count = 300;
    let [cold, warm] = [0, 0];
    for (let k = 0; k < count; k++) {
      const [a, b] = [randomEllipsoid(rng), randomEllipsoid(rng)];
      const poseB = compose({ position: rng.direction().map((x) => 2.5 * x) }, { rotation: rng.rotation() });
      const moved = compose(poseB, fromAxisAngle(rng.direction(), 0.01));
      const pair = new Pair(a, b);
      cold += pair.distance({}, poseB).supportCalls;
      warm += pair.distance({}, moved).supportCalls;
    }
    expect(cold / count).toBeLessThan(7);
    expect(warm / count).toBeLessThan(5);
  });

  it('use GJK under a limit of iterations, an algorithm, a trace or `upTo`', () => {
    const [a, b, poseB] = [ellipsoid(0.3, 0.2, 0.1), ellipsoid(0.1, 0.4, 0.2), { position: [1, 0.2, 0.1] }];
    let steps = 0;
    const traced = distance(a, {}, b, poseB, { trace: () => steps++ });
    expect(steps).toBeGreaterThan(4);
    for (const options of [{ algorithm: 'gjk' }, { upTo: 10 }] as const)
      expect(distance(a, {}, b, poseB, options).distance).toBeCloseTo(traced.distance, 8);
    const limited = distance(a, {}, b, poseB, { maxIterations: 2 });
    expect(limited.termination).toBe('limit');
    expect(certify(a, {}, b, poseB, limited).valid).toBe(true);
  });
});
