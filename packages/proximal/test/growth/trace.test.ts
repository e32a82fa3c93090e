// Theorems 1 and 2 of Thirugnanam and Sreenath on the trace: at every step the inner approximation is primal feasible, the normal is dual
// feasible, and the bounds are monotone and enclose the growth.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collide,
  cone,
  convex,
  cylinder,
  ellipsoid,
  type GrowthOptions,
  type GrowthStep,
  growthDistance,
  type Shape,
  sphere,
  superellipsoid,
  type Vec3,
} from '../../src/index.ts';
import { compose, type Pose, transformPoint } from '../../src/math/index.ts';
import { cross, dot, length, scale, subtract } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';

/** Half extents over two orders of magnitude, as in the paper: needles and sheets. */
function extent(rng: Rng): number {
  return 0.25 * 10 ** rng.uniform(-2, 0);
}

const kinds: readonly ((rng: Rng) => Shape)[] = [
  (rng) => box(extent(rng), extent(rng), extent(rng)),
  (rng) => ellipsoid(extent(rng), extent(rng), extent(rng)),
  (rng) => cylinder(extent(rng), extent(rng)),
  (rng) => cone(extent(rng), extent(rng)),
  (rng) => capsule(extent(rng), extent(rng)),
  (rng) => superellipsoid(extent(rng), extent(rng), extent(rng), rng.uniform(0.3, 1.5), rng.uniform(0.3, 1.5)),
  (rng) => {
    const size = [extent(rng), extent(rng), extent(rng)];
    return convex(Array.from({ length: 60 }, () => rng.direction().map((x, k) => x * size[k])));
  },
];

interface PlacedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Pose;
  readonly poseB: Pose;
}

function randomPlacement(rng: Rng): PlacedPair {
  const [a, b] = [kinds[rng.index(kinds.length)](rng), kinds[rng.index(kinds.length)](rng)];
  const pose = (): Pose =>
    compose({ position: rng.direction().map((x) => x * rng.uniform(0, 0.2)), rotation: rng.rotation() }, {});
  return { a, b, poseA: pose(), poseB: pose() };
}

/** Copies of all steps. */
function stepsOf({ a, b, poseA, poseB }: PlacedPair, options: GrowthOptions): GrowthStep[] {
  const steps: GrowthStep[] = [];
  growthDistance(a, poseA, b, poseB, { ...options, trace: (step) => steps.push(structuredClone(step)) });
  return steps;
}

const seed = Number(process.env['PROXIMAL_SEED'] ?? 31);
const count = 300;

describe.each([
  ['the steps of the paper', { expert: { accelerate: false } }],
  ['interpolated normals in between', { expert: { accelerate: true } }],
] as const)('%s', (_name, options) => {
  it('are primal feasible: convex weights, and a point on the ray (Thm. 1 i)', () => {
    forAll({ seed, cases: count }, (rng, k) => {
      const placed = randomPlacement(rng);
      for (const { iteration, basis, weights, ray, upper } of stepsOf(placed, options)) {
        const label = `seed ${seed}, pair ${k}, step ${iteration}`;
        const point = [0, 1, 2].map((n) => basis.reduce((sum, z, m) => sum + weights[m] * z[n], 0)) as Vec3;
        const size = placed.a.boundingRadius + placed.b.boundingRadius;
        expect(Math.min(...weights), label).toBeGreaterThanOrEqual(0);
        expect(Math.abs(weights[0] + weights[1] + weights[2] - 1), label).toBeLessThan(1e-15);
        // z = β p with β = 1/α: z is `point`, p is `ray`, and α is `upper`.
        expect(length(cross(point, scale(ray, 1 / length(ray)))), label).toBeLessThan(1e-11 * size);
        expect(Math.abs(dot(point, ray) / dot(ray, ray) - 1 / upper) * upper, label).toBeLessThan(1e-6);
      }
    });
  });

  it('are dual feasible: normal to the last basis, toward the ray (Thm. 1 ii); the basis has an area (iii)', () => {
    const rng = new Rng(seed);
    let checkedSteps = 0;
    for (let k = 0; k < count; k++) {
      const placed = randomPlacement(rng);
      const steps = stepsOf(placed, options);
      for (let n = 1; n < steps.length; n++) {
        const { basis } = steps[n - 1];
        const { direction, isAcross, ray, iteration } = steps[n];
        const label = `seed ${seed}, pair ${k}, step ${iteration}`;
        expect(dot(direction, ray), label).toBeGreaterThan(0);
        if (!isAcross) continue;
        const heights = basis.map((z) => dot(direction, z));
        const size = placed.a.boundingRadius + placed.b.boundingRadius;
        expect(Math.max(...heights) - Math.min(...heights), label).toBeLessThan(1e-13 * size);
        const [u, v] = [subtract(basis[1], basis[0]), subtract(basis[2], basis[0])];
        expect(length(cross(u, v)), label).toBeGreaterThan(0);
        checkedSteps++;
      }
      if (!options.expert.accelerate) expect(steps.every(({ isAcross }) => isAcross)).toBe(true);
    }
    expect(checkedSteps).toBeGreaterThan(2 * count);
  });

  it('have monotone bounds around the answer (Thm. 2)', () => {
    forAll({ seed, cases: count }, (rng, k) => {
      const placed = randomPlacement(rng);
      const { growth } = growthDistance(placed.a, placed.poseA, placed.b, placed.poseB);
      let [lower, upper] = [0, Infinity];
      for (const step of stepsOf(placed, options)) {
        const label = `seed ${seed}, pair ${k}, step ${step.iteration}`;
        expect(step.lower, label).toBeGreaterThanOrEqual(lower);
        expect(step.upper, label).toBeLessThanOrEqual(upper);
        expect(step.lower, label).toBeLessThanOrEqual(growth * (1 + 1e-7));
        expect(step.upper, label).toBeGreaterThanOrEqual(growth * (1 - 1e-7));
        lower = step.lower;
        upper = step.upper;
      }
    });
  });
});

describe('the certificate of collide by growth (Sec. III-F.4)', () => {
  it('ends with a separating plane or with a common point', () => {
    const counts = { true: 0, false: 0 };
    forAll({ seed, cases: count }, (rng, k) => {
      const { a, b, poseA, poseB } = randomPlacement(rng);
      let last: GrowthStep | null = null;
      const trace = (step: GrowthStep): void => {
        last = structuredClone(step);
      };
      const answer = collide(a, poseA, b, poseB, { algorithm: 'growth', trace });
      const { normal, contact, lower, upper } = last as unknown as GrowthStep;
      const label = `seed ${seed}, pair ${k}`;
      counts[`${answer}`]++;
      if (answer) {
        expect(upper, label).toBeLessThanOrEqual(1 + 1e-7);
        const [world, slack] = [transformPoint(poseA, contact), sphere(1e-9)];
        expect(collide(a, poseA, slack, { position: world }), label).toBe(true);
        expect(collide(b, poseB, slack, { position: world }), label).toBe(true);
      } else {
        expect(lower, label).toBeGreaterThan(1);
        const n = subtract(transformPoint(poseA, normal), transformPoint(poseA, [0, 0, 0]));
        const back = (pose: Pose, v: Vec3): Vec3 =>
          transformPoint({ rotation: [-pose[3], -pose[4], -pose[5], pose[6]] }, v);
        const reachA = dot(n, transformPoint(poseA, a.support(back(poseA, n))));
        const reachB = dot(n, transformPoint(poseB, b.support(back(poseB, scale(n, -1)))));
        expect(reachB - reachA, label).toBeGreaterThan(0);
      }
    });
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(30);
  });
});
