// The incremental method: equal to the explicit Minkowski difference up to rounding, and warm-started from the last active facets.
import { describe, expect, it } from 'vitest';
import { box, type Convex, convex, growthDistance, Pair, type Shape, type Vec3 } from '../../src/index.ts';
import { compose, type Pose, transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { exactPlanes } from '../penetration/minkowski.ts';
import { families, Rng, randomPlacement } from './families.ts';

const seed = Number(process.env['PROXIMAL_SEED'] ?? 73);

function cornersOf(shape: Shape): Vec3[] {
  const { vertices } = shape.corePolytope() as { vertices: Float64Array };
  return Array.from({ length: vertices.length / 3 }, (_, k) => [...vertices.subarray(3 * k, 3 * k + 3)] as Vec3);
}

/** The growth from the explicit difference of the polytopes: the maximum of n · ray / d over all its planes, with the ray between the centers. */
function exactGrowth(a: Shape, poseA: Pose, b: Shape, poseB: Pose): number {
  const about = (shape: Shape): Vec3[] =>
    cornersOf(shape).map((p) => [p[0] - shape.center[0], p[1] - shape.center[1], p[2] - shape.center[2]]);
  const rotated = (pose: Pose, points: Vec3[]): Vec3[] =>
    points.map((p) => transformPoint({ rotation: pose.subarray(3) }, p));
  const [from, to] = [transformPoint(poseA, a.center), transformPoint(poseB, b.center)];
  const ray: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const planes = exactPlanes(rotated(poseA, about(a)), rotated(poseB, about(b)), {});
  return Math.max(
    ...planes.map(({ normal, distance }) => (normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2]) / distance),
  );
}

describe('incremental', () => {
  it('finds the growth of the explicit difference to rounding, 300 times', () => {
    let worst = 0;
    forAll({ seed, cases: 300 }, (rng, k) => {
      const { a, b, poseA, poseB } = randomPlacement(rng, families['incremental'].slice(0, 2));
      const { growth, converged } = growthDistance(a, poseA, b, poseB, { algorithm: 'incremental' });
      const exact = exactGrowth(a, poseA, b, poseB);
      expect({ seed, k, converged }).toEqual({ seed, k, converged: true });
      worst = Math.max(worst, Math.abs(growth - exact) / exact);
    });
    expect(worst).toBeLessThan(1e-10);
  });

  it('accepts given centers, and rejects centers on the surface', () => {
    const [a, b] = [box(1, 1, 1), box(1, 2, 3)];
    const poseB = { position: [4, 0.5, 0] };
    const options = { centerA: [0.9, -0.5, 0], centerB: [-0.8, 1.5, 2] } as const;
    const result = growthDistance(a, {}, b, poseB, { ...options, algorithm: 'incremental' });
    expect(result.growth).toBeCloseTo(growthDistance(a, {}, b, poseB, options).growth, 7);
    expect(() => growthDistance(a, {}, b, {}, { algorithm: 'incremental', centerB: [1, 0, 0] })).toThrow(
      "growthDistance: options.centerB is [1, 0, 0]; it is 0 m inside its shape, and algorithm 'incremental' needs more than",
    );
  });

  it('warm-starts a pair from its last active facets: the same answers in fewer steps', () => {
    const steps = { warm: 0, cold: 0 };
    forAll({ seed: seed + 1, cases: 40 }, (rng, k) => {
      const { a, b, poseA, poseB } = randomPlacement(rng, families['incremental']);
      const [warm, cold] = [new Pair(a, b), new Pair(a, b)];
      warm.setGrowth({ algorithm: 'incremental' });
      cold.setGrowth({ algorithm: 'incremental', warmStart: 'none' });
      let pose = poseB;
      for (let step = 0; step < 10; step++) {
        const axis = rng.direction();
        // Occasional jumps, for which the last facets are useless.
        const size = rng.uniform() < 0.1 ? 1 : 0.01;
        const motion = {
          position: rng.direction().map((x) => size * 0.1 * x),
          rotation: [...axis.map((x) => size * x), 1],
        };
        pose = compose(motion, pose);
        const [one, other] = [warm.growthDistance(poseA, pose), cold.growthDistance(poseA, pose)];
        expect({ seed, k, step, converged: one.converged }).toEqual({ seed, k, step, converged: true });
        expect(Math.abs(one.growth - other.growth)).toBeLessThan(1e-10 * other.growth);
        steps.warm += one.iterations;
        steps.cold += other.iterations;
      }
    });
    expect(steps.warm).toBeLessThan(0.7 * steps.cold);
  });

  it('shares a query frame with other pairs without losing their warm starts', () => {
    const rng = new Rng(seed + 2);
    const placements = Array.from({ length: 4 }, () => randomPlacement(rng, families['incremental']));
    const pairs = placements.map(({ a, b }) => {
      const pair = new Pair(a, b);
      pair.setGrowth({ algorithm: 'incremental' });
      return pair;
    });
    for (let round = 0; round < 3; round++) {
      placements.forEach(({ a, b, poseA, poseB }, k) => {
        const { growth, iterations } = pairs[k].growthDistance(poseA, poseB);
        expect(growth).toBeCloseTo(growthDistance(a, poseA, b, poseB).growth, 7);
        if (round > 0) expect(iterations).toBeLessThanOrEqual(3);
      });
    }
  });

  it('finds the facet where 60 facets meet at a corner', () => {
    // A bipyramid over a polygon of 60 corners: 60 facets meet at each tip, and the ray passes through a tip or beside it.
    const rim = Array.from({ length: 60 }, (_, k) => [Math.cos((k * Math.PI) / 30), Math.sin((k * Math.PI) / 30), 0]);
    const top: Convex = convex([...rim, [0, 0, 1], [0, 0, -1]]);
    for (const tilt of [0, 1e-9, 1e-3, 0.3]) {
      const result = growthDistance(top, {}, top, { position: [tilt, 0, 4] }, { algorithm: 'incremental' });
      const other = growthDistance(top, {}, top, { position: [tilt, 0, 4] });
      expect(result.converged).toBe(true);
      expect(Math.abs(result.growth - other.growth)).toBeLessThan(1e-7 * other.growth);
    }
  });
});
