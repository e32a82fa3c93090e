// The methods other than the ray method: each agrees with it, its bounds are certified, and both targets give the same bits.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  convex,
  custom,
  cylinder,
  type GrowthAlgorithmName,
  type GrowthResult,
  growthAlgorithms,
  growthDistance,
  Pair,
  rounded,
  segment,
  setTarget,
  sphere,
  sum,
  superellipsoid,
  target,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { families, type PlacedPair, Rng, randomPlacement } from './families.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));
const seed = Number(process.env['PROXIMAL_SEED'] ?? 71);
const tolerance = 2 ** -26;

const methods = growthAlgorithms()
  .map(({ name }) => name as GrowthAlgorithmName)
  .filter((name) => name !== 'ray');

function runQuery({ a, b, poseA, poseB }: PlacedPair, algorithm: GrowthAlgorithmName): GrowthResult {
  return growthDistance(a, poseA, b, poseB, { algorithm });
}

describe('the registry', () => {
  it('has all methods of the paper, and a family of shapes for each', () => {
    expect(growthAlgorithms().map(({ name }) => name)).toEqual([
      'ray',
      'internal-expanding',
      'incremental',
      'smooth',
      'conic',
    ]);
    expect(Object.keys(families).sort()).toEqual([...methods].sort());
  });
});

describe.each(methods)('%s', (algorithm) => {
  it('agrees with the ray method on 400 random pairs, with a valid certificate', () => {
    const wrong: string[] = [];
    forAll({ seed, cases: 400 }, (rng, k) => {
      const placed = randomPlacement(rng, families[algorithm]);
      const { a, b, poseA, poseB } = placed;
      const [result, other] = [runQuery(placed, algorithm), runQuery(placed, 'ray')];
      const name = `pair ${k}: ${a.kind} and ${b.kind}, ${result.growth} (${result.termination}), not ${other.growth}`;
      if (!result.converged) wrong.push(`${name}: not converged`);
      if (!(result.lower <= other.upper * (1 + 1e-12) && other.lower <= result.upper * (1 + 1e-12)))
        wrong.push(`${name}: the bounds exclude each other`);
      if (!(result.upper - result.lower <= 2 * tolerance * result.upper)) wrong.push(`${name}: the bounds are apart`);
      const certificate = certify(a, poseA, b, poseB, result);
      if (!certificate.valid) wrong.push(`${name}: ${JSON.stringify(certificate)}`);
    });
    expect({ seed, wrong: wrong.slice(0, 8), count: wrong.length }).toEqual({ seed, wrong: [], count: 0 });
  });

  it('gives bitwise identical results on both targets', () => {
    forAll({ seed: seed + 1, cases: 150 }, (rng, k) => {
      const placed = randomPlacement(rng, families[algorithm]);
      setTarget('js');
      const inJs = runQuery(placed, algorithm);
      setTarget('wasm');
      expect({ seed, k, result: runQuery(placed, algorithm) }).toEqual({ seed, k, result: inJs });
    });
    setTarget(initialTarget);
  });

  it('has growth 0 for equal centers, and no normal', () => {
    const [a, b] = [families[algorithm][0](new Rng(1)), families[algorithm][0](new Rng(2))];
    const result = growthDistance(a, {}, b, { rotation: [0, 0, 1, 1] }, { algorithm });
    expect(result).toMatchObject({ growth: 0, lower: 0, upper: 0, normal: [0, 0, 0], converged: true });
  });

  it('stops at maxIterations, with bounds that still hold', () => {
    forAll({ seed: seed + 2, cases: 100 }, (rng) => {
      const { a, b, poseA, poseB } = randomPlacement(rng, families[algorithm]);
      const exact = growthDistance(a, poseA, b, poseB);
      const result = growthDistance(a, poseA, b, poseB, { algorithm, maxIterations: 1 + rng.index(4) });
      expect(result.iterations).toBeLessThanOrEqual(4);
      expect(result.lower).toBeLessThanOrEqual(exact.upper * (1 + 1e-12));
      expect(result.upper).toBeGreaterThanOrEqual(exact.lower * (1 - 1e-12));
      // Without a plane there is no normal to certify.
      if (result.lower > 0) expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
    });
  });

  it('traces bounds that hold at every step and meet at the last', () => {
    forAll({ seed: seed + 3, cases: 50 }, (rng) => {
      const { a, b, poseA, poseB } = randomPlacement(rng, families[algorithm]);
      const steps: { lower: number; upper: number; iteration: number }[] = [];
      const trace = ({ lower, upper, iteration }: { lower: number; upper: number; iteration: number }): void =>
        void steps.push({ lower, upper, iteration });
      const result = growthDistance(a, poseA, b, poseB, { algorithm, trace });
      for (const { lower, upper } of steps) {
        expect(lower).toBeLessThanOrEqual(result.upper * (1 + 1e-12));
        expect(upper).toBeGreaterThanOrEqual(result.lower * (1 - 1e-12));
      }
      expect(steps.length).toBe(result.iterations);
      const last = steps[steps.length - 1];
      expect(last.upper - last.lower).toBeLessThanOrEqual(2 * tolerance * last.upper);
    });
  });

  it('reaches a tolerance of 1e-6 in no more iterations than one of 1e-8', () => {
    forAll({ seed: seed + 4, cases: 50 }, (rng) => {
      const { a, b, poseA, poseB } = randomPlacement(rng, families[algorithm]);
      const [coarse, fine] = [1e-6, 1e-8].map((wanted) =>
        growthDistance(a, poseA, b, poseB, { algorithm, tolerance: wanted }),
      );
      expect(coarse.converged && fine.converged).toBe(true);
      expect(coarse.iterations).toBeLessThanOrEqual(fine.iterations);
      expect(coarse.upper - coarse.lower).toBeLessThanOrEqual(2e-6 * coarse.upper);
    });
  });
});

describe('closed forms', () => {
  const expectGrowth = (result: GrowthResult, growth: number): void => {
    expect(result.converged).toBe(true);
    expect(Math.abs(result.growth - growth)).toBeLessThanOrEqual(2 * tolerance * growth);
  };

  it.each(['internal-expanding', 'smooth', 'conic'] as const)('%s: spheres grow to d / (r + s)', (algorithm) => {
    for (const distance of [1e-3, 0.4, 1.5, 3, 1e4]) {
      const result = growthDistance(sphere(1), {}, sphere(0.5), { position: [0, 0, distance] }, { algorithm });
      expectGrowth(result, distance / 1.5);
      expect(result.normal[2]).toBeCloseTo(1, 7);
    }
  });

  it.each(['internal-expanding', 'incremental', 'conic'] as const)(
    '%s: parallel boxes grow to the largest of their ratios',
    (algorithm) => {
      const [a, b] = [box(1, 0.5, 0.01), box(0.2, 2, 0.01)];
      for (const [position, growth] of [
        [[3, 0, 0], 2.5],
        [[0, 0, 0.5], 25],
        [[3, 2.5, 0.05], 2.5],
        [[2.4, 5, 0.04], 2],
        [[0.12, 0.25, 0.002], 0.1],
      ] as const) {
        expectGrowth(growthDistance(a, {}, b, { position }, { algorithm }), growth);
      }
    },
  );

  it.each(['internal-expanding', 'conic'] as const)('%s: a capsule beside a capsule', (algorithm) => {
    const result = growthDistance(capsule(0.1, 1), {}, capsule(0.3, 1), { position: [2, 0, 0] }, { algorithm });
    expectGrowth(result, 5);
  });

  it.each(['internal-expanding', 'incremental', 'conic'] as const)(
    '%s: a ray through a corner, along an edge and through a face',
    (algorithm) => {
      const [a, b] = [box(1, 1, 1), convex([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1])];
      expectGrowth(growthDistance(a, {}, b, { position: [4, 0, 0] }, { algorithm }), 2);
      expectGrowth(growthDistance(a, {}, b, { position: [4, 4, 0] }, { algorithm }), 8 / 3);
      expectGrowth(growthDistance(a, {}, b, { position: [4, 4, 4] }, { algorithm }), 3);
    },
  );
});

describe('shapes that a method does not accept', () => {
  const b = { sphere: sphere(1), box: box(1, 1, 1) };
  it.each([
    [
      'smooth',
      box(1, 1, 1),
      "a is a Box; algorithm 'smooth' takes shapes with a twice differentiable support function",
    ],
    ['smooth', capsule(1, 1), "a is a Capsule; algorithm 'smooth'"],
    ['smooth', sum(sphere(1), segment(1)), "a is a Sum; algorithm 'smooth'"],
    ['incremental', sphere(1), "a is a Sphere; algorithm 'incremental' takes polytopes with a volume"],
    ['incremental', box(1, 1, 0), "a is a Box; algorithm 'incremental'"],
    ['incremental', rounded(box(1, 1, 1), 0.1), "a is a Rounded; algorithm 'incremental'"],
    [
      'conic',
      superellipsoid(1, 1, 1, 0.5, 0.5),
      "a is a Superellipsoid; algorithm 'conic' takes primitives and polytopes",
    ],
    ['conic', segment(1), "a is a Segment; algorithm 'conic'"],
    ['conic', rounded(cylinder(1, 0), 0.1), "a is a Rounded; algorithm 'conic'"],
    ['conic', custom({ support: (dx, dy, dz, out) => out.set([dx, dy, dz]) }), "a is a Custom; algorithm 'conic'"],
  ] as const)('%s: %o', (algorithm, a, message) => {
    const other = algorithm === 'incremental' ? b.box : b.sphere;
    const runQuery = (): unknown => growthDistance(a, {}, other, { position: [3, 0, 0] }, { algorithm });
    expect(runQuery).toThrow(RangeError);
    expect(runQuery).toThrow(`growthDistance: ${message}`);
    expect(runQuery).toThrow("give such a shape, or algorithm 'ray'");
    // With the shapes exchanged, the error names the second.
    expect(() => new Pair(other, a).setGrowth({ algorithm })).toThrow(`Pair.setGrowth: b${message.slice(1)}`);
  });

  it('methods without a warm start reject the option', () => {
    for (const algorithm of ['internal-expanding', 'smooth', 'conic'] as const) {
      expect(() => new Pair(b.sphere, b.sphere).setGrowth({ algorithm, warmStart: 'primal' })).toThrow(
        `options.warmStart is "primal"; algorithm '${algorithm}' has no warm start`,
      );
    }
  });
});
