// The growth distance: known answers, certificates for every shape, explicit Minkowski differences, centers, and one flat shape.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  collide,
  convex,
  copyResult,
  ellipsoid,
  type GrowthResult,
  growthDistance,
  Pair,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  triangle,
  type Vec3,
} from '../../src/index.ts';
import { compose, type Pose, transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { exactPlanes } from '../penetration/minkowski.ts';
import { Rng, randomPose, randomShape } from '../random.ts';
import { samples } from '../shapes/samples.ts';

/** The largest relative gap between the bounds of a converged result. */
const tolerance = 2 ** -26;

function isValid(a: Shape, poseA: Pose, b: Shape, poseB: Pose, result: GrowthResult): boolean {
  const { valid, gap, upper, allowance } = certify(a, poseA, b, poseB, result);
  return valid && result.converged && gap <= 1.001 * tolerance * upper + 2 * allowance;
}

describe('growthDistance', () => {
  it('gives the factor, the points that coincide after scaling, and the contact point', () => {
    const result = growthDistance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
    expect(result.growth).toBeCloseTo(2, 7);
    expect(result.pointA).toEqual([expect.closeTo(1, 7), expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect(result.pointB).toEqual([expect.closeTo(3, 7), expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect(result.contact).toEqual([expect.closeTo(2, 7), expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect(result.normal).toEqual([expect.closeTo(1, 3), expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect([result.status, result.converged, result.termination]).toEqual(['separated', true, 'converged']);
    expect(result.supportCalls).toBe(result.iterations);
  });

  it.each([
    ['below one when they overlap', 1, 0.5, 'overlapping'],
    ['one when they touch', 2, 1, 'touching'],
    ['above one when they are apart', 6, 3, 'separated'],
  ])('is %s', (_name, distance, growth, status) => {
    const result = growthDistance(box(1, 1, 1), {}, box(1, 1, 1), { position: [distance, 0, 0] });
    expect(result.growth).toBeCloseTo(growth, 7);
    expect(result.status).toBe(status);
  });

  it('is zero for equal centers, without a normal, with the centers as points', () => {
    const pose = { position: [1, 2, 3] };
    const result = growthDistance(box(1, 2, 3), pose, sphere(1), pose);
    expect(result).toMatchObject({ growth: 0, lower: 0, upper: 0, iterations: 0, converged: true });
    expect(result).toMatchObject({ normal: [0, 0, 0], pointA: [1, 2, 3], pointB: [1, 2, 3], contact: [1, 2, 3] });
    expect(result.status).toBe('overlapping');
    expect(certify(box(1, 2, 3), pose, sphere(1), pose, result).valid).toBe(true);
  });

  it('scales about the centers that it is given', () => {
    // About x = −0.5 m, the box reaches 1.5 m toward the sphere, whose center is 4.5 m away.
    const result = growthDistance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] }, { centerA: [-0.5, 0, 0] });
    expect(result.growth).toBeCloseTo(4.5 / 2.5, 7);
    expect(result.proof.centerA).toEqual([-0.5, 0, 0]);
    const beside = growthDistance(sphere(1), {}, box(1, 1, 1), { position: [0, 0, 5] }, { centerB: [0, 0, 1] });
    expect(beside.growth).toBeCloseTo(6 / 3, 7);
  });

  it('accepts a center on the surface of one shape, and a flat shape', () => {
    const onFace = growthDistance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] }, { centerA: [1, 0, 0] });
    expect(onFace.growth).toBeCloseTo(3, 7);
    for (const flat of [point(), segment(1), triangle([1, 0, 0], [0, 1, 0], [-1, -1, 0]), box(1, 1, 0)]) {
      const poseB = compose({ position: [0.3, 0.2, 3], rotation: [0.1, 0.2, 0.3, 0.9] }, {});
      const identity = compose({}, {});
      const result = growthDistance(box(1, 1, 1), identity, flat, poseB);
      expect(isValid(box(1, 1, 1), identity, flat, poseB, result), flat.kind).toBe(true);
      expect(isValid(flat, poseB, box(1, 1, 1), identity, growthDistance(flat, poseB, box(1, 1, 1), identity))).toBe(
        true,
      );
    }
  });

  it('has valid bounds if it stops at maxIterations', () => {
    const poseB = { position: [2, 1, 0.5] };
    const runQuery = (maxIterations: number): GrowthResult =>
      growthDistance(ellipsoid(1, 0.6, 0.3), {}, ellipsoid(0.5, 1, 0.2), poseB, { maxIterations });
    const result = runQuery(3);
    expect([result.converged, result.termination, result.iterations]).toEqual([false, 'limit', 3]);
    const { growth } = runQuery(100);
    expect(result.lower).toBeLessThanOrEqual(growth);
    expect(result.upper).toBeGreaterThanOrEqual(growth);
    expect(certify(ellipsoid(1, 0.6, 0.3), {}, ellipsoid(0.5, 1, 0.2), poseB, result).valid).toBe(true);
  });

  it("is symmetric, and independent of the pair's place in the world", () => {
    forAll({ seed: 3, cases: 200 }, (rng, k) => {
      const [a, b] = [box(rng.uniform(0.1, 1), 1, 0.5), ellipsoid(1, rng.uniform(0.1, 1), 0.3)];
      const [poseA, poseB] = [randomPose(rng, 1), randomPose(rng, 1)];
      const { lower, upper } = growthDistance(a, poseA, b, poseB);
      const other = growthDistance(b, poseB, a, poseA);
      const away = compose({ position: rng.direction(), rotation: rng.rotation() }, {});
      const moved = growthDistance(a, compose(away, poseA), b, compose(away, poseB));
      const slack = 1e-7 * upper;
      for (const { growth } of [other, moved]) {
        expect(growth, `seed 3, pair ${k}`).toBeGreaterThanOrEqual(lower - slack);
        expect(growth, `seed 3, pair ${k}`).toBeLessThanOrEqual(upper + slack);
      }
    });
  });
});

describe('certify', () => {
  const shapes = Object.entries(samples).filter(([, shape]) => shape.isBounded);
  const fat = shapes.filter(([, shape]) => shape.inradius > 0);

  it.each(shapes)('has a valid certificate for %s with every other shape', (name, a) => {
    const rng = new Rng(11);
    for (const [other, b] of fat) {
      const size = a.boundingRadius + b.boundingRadius;
      const poseA = compose({ position: rng.direction(), rotation: rng.rotation() }, {});
      const poseB = compose({ position: rng.direction().map((x) => 2 * size * x), rotation: rng.rotation() }, {});
      const result = growthDistance(a, poseA, b, poseB);
      expect(isValid(a, poseA, b, poseB, result), `seed 11: ${name} and ${other}: ${JSON.stringify(result)}`).toBe(
        true,
      );
    }
  });

  it('rejects results that were changed', () => {
    const [a, b, pose] = [box(1, 1, 1), ellipsoid(1, 2, 3), { position: [4, 1, 0.5], rotation: [0.1, 0.2, 0.3, 0.9] }];
    const original = growthDistance(a, {}, b, pose);
    const beside = ([x, y, z]: Vec3): Vec3 => [x + 1e-6, y, z];
    const check = (changed: Partial<GrowthResult>): boolean =>
      certify(a, {}, b, pose, { ...copyResult(original), ...changed }).valid;
    expect(check({})).toBe(true);
    expect(check({ upper: original.upper * (1 - 1e-6) })).toBe(false);
    expect(check({ lower: original.lower * (1 + 1e-6) })).toBe(false);
    expect(check({ growth: original.growth * 1.001 })).toBe(false);
    expect(check({ normal: [0, 0, 1] })).toBe(false);
    expect(check({ localA: beside(original.localA) })).toBe(false);
    expect(check({ pointB: beside(original.pointB) })).toBe(false);
    expect(check({ contact: beside(original.contact) })).toBe(false);
    expect(check({ status: 'overlapping' })).toBe(false);
    const { proof } = original;
    expect(check({ proof: { ...proof, weights: proof.weights.map((x) => x + 1e-6) } })).toBe(false);
    expect(check({ proof: { ...proof, directionsA: proof.directionsA.map(() => 1) } })).toBe(false);
    // Points that must be in the balls around the centers but are not.
    expect(check({ proof: { ...proof, inner: proof.inner.map(() => 1) } })).toBe(false);
  });
});

describe('against the explicit Minkowski difference', () => {
  it('is the gauge of the difference about the centers', () => {
    const seed = Number(process.env['PROXIMAL_SEED'] ?? 21);
    let queryCount = 0;
    forAll({ seed, cases: 400 }, (rng, k) => {
      const cloud = (): Vec3[] =>
        Array.from({ length: 4 + rng.index(9) }, () => rng.direction().map((x) => x * rng.uniform(0.2, 1)) as Vec3);
      const [pointsA, pointsB] = [cloud(), cloud()];
      const [a, b] = [convex(pointsA), convex(pointsB)];
      const poseB = compose(
        { position: rng.direction().map((x) => x * rng.uniform(0, 4)), rotation: rng.rotation() },
        {},
      );
      const ofA = pointsA.map((p): Vec3 => [p[0] - a.center[0], p[1] - a.center[1], p[2] - a.center[2]]);
      const ofB = pointsB.map((p): Vec3 => [p[0] - b.center[0], p[1] - b.center[1], p[2] - b.center[2]]);
      const planes = exactPlanes(ofA, ofB, { rotation: poseB.slice(3) });
      if (planes.length === 0) return;
      const to = transformPoint(poseB, b.center);
      const ray = to.map((x, n) => x - a.center[n]);
      const exact = Math.max(
        ...planes.map(
          ({ normal, distance }) => (normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2]) / distance,
        ),
      );
      const { growth } = growthDistance(a, {}, b, poseB);
      expect(Math.abs(growth / exact - 1), `seed ${seed}, pair ${k}`).toBeLessThanOrEqual(1e-7);
      queryCount++;
    });
    expect(queryCount).toBeGreaterThan(350);
  });
});

describe('collide by growth', () => {
  it('agrees with collide', () => {
    const counts = { true: 0, false: 0 };
    forAll({ seed: 5, cases: 1500 }, (rng, k) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      if (!(Math.max(a.inradius, b.inradius) > 0.01)) return;
      const [poseA, poseB] = [randomPose(rng, 1), randomPose(rng, 1)];
      const { growth } = growthDistance(a, poseA, b, poseB);
      if (Math.abs(growth - 1) < 1e-6) return;
      const answer = collide(a, poseA, b, poseB, { algorithm: 'growth' });
      expect(answer, `seed 5, pair ${k}: ${a.kind} and ${b.kind}`).toBe(collide(a, poseA, b, poseB));
      counts[`${answer}`]++;
    });
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(150);
  });

  it('is true for shapes that touch, and for equal centers', () => {
    const options = { algorithm: 'growth' } as const;
    expect(collide(box(1, 1, 1), {}, box(1, 1, 1), { position: [2, 0, 0] }, options)).toBe(true);
    expect(collide(sphere(1), {}, sphere(0.5), { position: [1.5, 0, 0] }, options)).toBe(true);
    expect(collide(sphere(1), {}, sphere(0.5), {}, options)).toBe(true);
    expect(collide(sphere(1), {}, sphere(0.5), { position: [1.5 + 1e-12, 0, 0] }, options)).toBe(false);
  });

  it('ends early, and later queries of the pair start from its state', () => {
    const [a, b] = [ellipsoid(1, 0.5, 0.3), capsule(0.3, 1)];
    const pair = new Pair(a, b, { algorithm: 'growth' });
    const poseA = compose({}, {});
    for (let k = 0; k < 40; k++) {
      const poseB = compose({ position: [0.1 * k, 0.3, 0.2], rotation: [0.1, 0.2, 0.3, 0.9] }, {});
      expect(pair.collide(poseA, poseB)).toBe(collide(a, poseA, b, poseB));
      expect(isValid(a, poseA, b, poseB, pair.growthDistance(poseA, poseB))).toBe(true);
      // A distance query of the same pair agrees with the Boolean result.
      expect(pair.distance(poseA, poseB).status !== 'separated').toBe(pair.collide(poseA, poseB));
    }
  });

  it('takes fewer support points than the growth distance', () => {
    const calls = { collide: 0, growth: 0 };
    const poseB = { position: [3, 1, 0.5] };
    collide(ellipsoid(1, 1, 0.5), {}, rounded(box(1, 1, 1), 0.1), poseB, {
      algorithm: 'growth',
      trace: () => calls.collide++,
    });
    growthDistance(ellipsoid(1, 1, 0.5), {}, rounded(box(1, 1, 1), 0.1), poseB, { trace: () => calls.growth++ });
    expect(calls.collide).toBeGreaterThan(0);
    expect(calls.collide).toBeLessThan(calls.growth);
  });
});

describe('large meshes', () => {
  it('finds the growth of hulls of 4,500 vertices, with a proof, as internal expanding does', () => {
    const radii = [0.25, 0.1, 0.025];
    forAll({ seed: 61, cases: 3 }, (rng, k) => {
      const cloud = (): number[][] => Array.from({ length: 4500 }, () => rng.direction().map((x, k) => radii[k] * x));
      const [a, b] = [convex(cloud()), convex(cloud())];
      expect([a.vertexCount, b.vertexCount]).toEqual([4500, 4500]);
      for (const centerDistance of [0.05, 0.4]) {
        const place = (distance: number): Pose =>
          compose({ position: rng.direction().map((x) => distance * x), rotation: rng.rotation() }, {});
        const [poseA, poseB] = [place(0.1), place(centerDistance)];
        const label = `seed 61, pair ${k}, center distance ${centerDistance}`;
        const result = growthDistance(a, poseA, b, poseB);
        expect(isValid(a, poseA, b, poseB, result), label).toBe(true);
        const other = growthDistance(a, poseA, b, poseB, { algorithm: 'internal-expanding' });
        expect(Math.abs(other.growth / result.growth - 1), label).toBeLessThan(4e-8);
      }
    });
  });
});
