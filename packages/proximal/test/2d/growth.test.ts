// The growth distance: scaled by it, the shapes touch; scaled by a little less they are apart, by a little more they overlap.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  circle,
  collide,
  copyResult,
  ellipse,
  type GrowthResult,
  growthDistance,
  Pair,
  type Polygon,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { type Rng, randomPolygon, randomPose } from './random.ts';

interface Growing {
  readonly shape: Shape;
  readonly scaled: (factor: number) => Shape;
}

function growing(rng: Rng): Growing {
  const [x, y] = [rng.uniform(0.1, 1), rng.uniform(0.1, 1)];
  switch (rng.index(5)) {
    case 0:
      return { shape: circle(x), scaled: (f) => circle(f * x) };
    case 1:
      return { shape: box(x, y), scaled: (f) => box(f * x, f * y) };
    case 2:
      return { shape: ellipse(x, y), scaled: (f) => ellipse(f * x, f * y) };
    case 3:
      return { shape: rounded(box(x, y), 0.1), scaled: (f) => rounded(box(f * x, f * y), 0.1 * f) };
    default: {
      const shape = randomPolygon(rng, 1) as Polygon;
      if (!(shape.inradius > 0.01)) return growing(rng);
      const [cx, cy] = shape.center;
      const points = Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k));
      return { shape, scaled: (f) => polygon(points.map(([u, v]) => [cx + f * (u - cx), cy + f * (v - cy)])) };
    }
  }
}

describe('growthDistance', () => {
  it('is where the scaled shapes touch', () => {
    forAll({ seed: 7, cases: 4000 }, (rng, k) => {
      const [a, b] = [growing(rng), growing(rng)];
      const [poseA, poseB] = [randomPose(rng, 1), randomPose(rng, 1)];
      const result = growthDistance(a.shape, poseA, b.shape, poseB);
      const label = `seed 7, pair ${k}: ${a.shape.kind} and ${b.shape.kind}`;
      expect(result.converged, label).toBe(true);
      expect(result.upper - result.lower, label).toBeLessThanOrEqual(2e-8 * result.upper);
      const certificate = certify(a.shape, poseA, b.shape, poseB, result);
      expect(certificate, `${label}: ${JSON.stringify([result, certificate])}`).toMatchObject({ valid: true });
      expect(certificate.gap, label).toBeLessThanOrEqual(3e-8 * result.upper + 1e-9);
      // Far away, or for a tiny growth, touching is decided by rounding.
      const isFar = Math.abs(poseA[0] - poseB[0]) > 1e3;
      if (isFar || result.growth < 1e-3) return;
      const [less, more] = [result.lower * (1 - 1e-6), result.upper * (1 + 1e-6)];
      expect(collide(a.scaled(more), poseA, b.scaled(more), poseB), label).toBe(true);
      expect(collide(a.scaled(less), poseA, b.scaled(less), poseB), label).toBe(false);
      if (Math.abs(result.growth - 1) > 1e-6)
        expect(result.growth < 1, label).toBe(collide(a.shape, poseA, b.shape, poseB));
    });
  });

  it('is certified about other centers, and rejected after any change of the result', () => {
    const [a, b] = [box(2, 1), polygon([0, 0, 2, 0, 1, 2])];
    const [poseA, poseB] = [{ angle: 0.4 }, { position: [5, 3], angle: 2 } as const];
    const centers = { centerA: [1, 0.5], centerB: [1, 0.6] } as const;
    const result = growthDistance(a, poseA, b, poseB, centers);
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
    expect(certify(a, poseA, b, poseB, copyResult(result)).valid).toBe(true);
    const changes: Partial<GrowthResult>[] = [
      { growth: result.growth * 1.001 },
      { lower: result.lower * 1.001 },
      { upper: result.upper * 0.999 },
      { contact: [result.contact[0] + 1e-3, result.contact[1]] },
      { pointA: [result.pointA[0], result.pointA[1] - 1e-3] },
      { normal: [-result.normal[0], -result.normal[1]] },
      { status: 'overlapping' },
      { proof: { ...result.proof, weights: [1, 0, 0] } },
      { proof: { ...result.proof, centerA: [0, 0] } },
    ];
    for (const change of changes)
      expect(certify(a, poseA, b, poseB, { ...result, ...change }).valid, JSON.stringify(change)).toBe(false);
  });

  it('gives the points that coincide after scaling, and the normal', () => {
    const result = growthDistance(box(1, 1), {}, circle(1), { position: [4, 0] });
    expect(result.growth).toBeCloseTo(2, 7);
    expect(result.pointA).toEqual([expect.closeTo(1, 7), expect.closeTo(0, 3)]);
    expect(result.pointB).toEqual([expect.closeTo(3, 7), expect.closeTo(0, 3)]);
    expect(result.contact).toEqual([expect.closeTo(2, 7), expect.closeTo(0, 3)]);
    expect(result.normal).toEqual([expect.closeTo(1, 3), expect.closeTo(0, 3)]);
    expect(result.status).toBe('separated');
  });

  it.each([
    ['below one when they overlap', 1, 0.5, 'overlapping'],
    ['one when they touch', 2, 1, 'touching'],
  ] as const)('is %s', (_name, x, expected, status) => {
    const result = growthDistance(circle(1), {}, circle(1), { position: [x, 0] });
    expect(result.growth).toBeCloseTo(expected, 7);
    expect(result.status).toBe(status);
  });

  it('is 0 without a normal for equal centers', () => {
    const { growth, lower, upper, normal, contact, status } = growthDistance(box(1, 1), {}, circle(1), { angle: 1 });
    expect([growth, lower, upper, ...normal, ...contact, status]).toEqual([0, 0, 0, 0, 0, 0, 0, 'overlapping']);
  });

  it('accepts one flat shape, and centers given by the caller', () => {
    const pose = { position: [3, 0] } as const;
    expect(growthDistance(segment(1), {}, circle(1), pose).growth).toBeCloseTo(1.5, 7);
    expect(growthDistance(point(), {}, circle(1), pose).growth).toBeCloseTo(3, 7);
    const { growth } = growthDistance(box(1, 1), {}, box(1, 1), { position: [4, 0] }, { centerA: [0.5, 0] });
    // The centers are 4 − 0.5 = 3.5 m apart; along that line A extends 0.5 m and B 1 m.
    expect(growth).toBeCloseTo(3.5 / 1.5, 7);
    expect(growthDistance(capsule(0.5, 1), {}, circle(1), { position: [5, 0] }).growth).toBeCloseTo(2, 7);
  });

  it('has bounds that follow from the support functions', () => {
    forAll({ seed: 9, cases: 500 }, (rng) => {
      const [{ shape: a }, { shape: b }] = [growing(rng), growing(rng)];
      const [x, y] = [rng.uniform(-3, 3), rng.uniform(-3, 3)];
      const result = growthDistance(a, {}, b, { position: [x, y] });
      const certificate = boundsOf(a, b, [x, y], result);
      expect(certificate.lower).toBeCloseTo(result.lower, 9);
      expect(certificate.upper).toBeCloseTo(result.upper, 9);
    });
  });

  it('of a pair equals the result of a single query, at many poses and about another center', () => {
    const [a, b] = [ellipse(2, 1), rounded(box(1, 0.2), 0.1)];
    const pair = new Pair(a, b);
    for (let k = 0; k < 200; k++) {
      const pose = { position: [3 * Math.cos(0.1 * k), 2 * Math.sin(0.07 * k)], angle: 0.05 * k } as const;
      const cold = growthDistance(a, {}, b, pose).growth;
      expect(pair.growthDistance({}, pose).growth).toBeCloseTo(cold, 6);
    }
    pair.setGrowth({ centerA: [0.5, 0] });
    const moved = growthDistance(a, {}, b, { position: [5, 0] }, { centerA: [0.5, 0] });
    expect(pair.growthDistance({}, { position: [5, 0] }).growth).toBeCloseTo(moved.growth, 6);
  });

  it('is copied deeply, so that the next query does not change it', () => {
    const pair = new Pair(box(1, 1), circle(1));
    const first = copyResult(pair.growthDistance({}, { position: [4, 0] }));
    const kept = JSON.stringify(first);
    pair.growthDistance({}, { position: [0, 6] });
    expect(first.growth).toBeCloseTo(2, 7);
    expect(JSON.stringify(first)).toBe(kept);
    expect(certify(pair.a, {}, pair.b, { position: [4, 0] }, first).valid).toBe(true);
  });
});

/** Bounds on the growth α for bodies without rotation: p·n / h(n) for the difference about the centers, and |p| / |Σ wᵢ sᵢ| by the proof. */
function boundsOf(
  a: Shape,
  b: Shape,
  [x, y]: [number, number],
  result: GrowthResult,
): { lower: number; upper: number } {
  const p = [x + b.center[0] - a.center[0], y + b.center[1] - a.center[1]];
  const support = (dx: number, dy: number): [number, number] => {
    const [u, v] = [a.support([dx, dy]), b.support([-dx, -dy])];
    return [u[0] - a.center[0] - (v[0] - b.center[0]), u[1] - a.center[1] - (v[1] - b.center[1])];
  };
  const [nx, ny] = result.normal;
  const [sx, sy] = support(nx, ny);
  const { directions, weights } = result.proof;
  const [first, second] = [support(directions[0], directions[1]), support(directions[2], directions[3])];
  const reached = [0, 1].map((k) => weights[0] * first[k] + weights[1] * second[k]);
  return {
    lower: (p[0] * nx + p[1] * ny) / (sx * nx + sy * ny),
    upper: Math.hypot(...p) / Math.hypot(...reached),
  };
}
