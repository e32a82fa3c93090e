// Every algorithm finds the same distance, with its own certificate.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  certify,
  collide,
  convex,
  custom,
  type DistanceAlgorithmName,
  distance,
  distanceAlgorithms,
  ellipsoid,
  Pair,
  rounded,
  type Shape,
  setTarget,
  sphere,
  type TraceStep,
  target,
} from '../../src/index.ts';
import { fromAxisAngle, type Pose, Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose, randomShape } from '../random.ts';

const own = target();
afterAll(() => setTarget(own));

const names = distanceAlgorithms().map(({ name }) => name as DistanceAlgorithmName);
const isSlow = (name: string): boolean => name.startsWith('frank-wolfe');

describe.each(names)('%s', (algorithm) => {
  it('agrees with GJK within the tolerance, with valid certificates', () => {
    forAll({ seed: 31, cases: isSlow(algorithm) ? 300 : 3000 }, (rng, k) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      const [poseA, poseB] = [randomPose(rng, 1.5), randomPose(rng, 1.5)];
      const expected = distance(a, poseA, b, poseB);
      const result = distance(a, poseA, b, poseB, { algorithm, maxIterations: isSlow(algorithm) ? 2000 : 256 });
      expect({ k, ...certify(a, poseA, b, poseB, result) }).toMatchObject({ valid: true });
      // A few bodies are more than 1e8 m away, where the last digit of a distance is larger than the tolerance.
      const rounding = 4 * Number.EPSILON * expected.distance;
      expect(Math.abs(result.distance - expected.distance)).toBeLessThan(3e-9 + rounding);
      if (!isSlow(algorithm)) expect({ k, status: result.status }).toEqual({ k, status: expected.status });
    });
  });

  it("stops at the duality gap with the criterion 'duality-gap'", () => {
    const [a, b, pose] = [ellipsoid(1, 0.5, 0.3), ellipsoid(0.4, 0.7, 0.2), fromAxisAngle([1, 2, 3], 1, [2, 1, 0.5])];
    const exact = distance(a, {}, b, pose).distance;
    const options = {
      algorithm,
      tolerance: 1e-8,
      maxIterations: 100_000,
      expert: { criterion: 'duality-gap' },
    } as const;
    const result = distance(a, {}, b, pose, options);
    expect(result.converged).toBe(true);
    // (18) of GJK++: |x − x*|² ≤ g ≤ ε for the duality gap g, so that the distance is at most √ε = 1e-4 too large.
    expect(result.distance - exact).toBeLessThan(1e-4);
  });

  it('works with custom shapes, also those that throw', () => {
    let isBroken = false;
    const ball = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw new Error('no');
        const length = Math.hypot(dx, dy, dz);
        out.set([dx / length, dy / length, dz / length]);
      },
    });
    const runQuery = (): number =>
      distance(ball, {}, box(1, 1, 1), { position: [3, 0.5, 0.2] }, { algorithm, maxIterations: 5000 }).distance;
    expect(runQuery()).toBeCloseTo(1, 8);
    isBroken = true;
    expect(runQuery).toThrow('no');
    isBroken = false;
    expect(runQuery()).toBeCloseTo(1, 8);
  });

  it('traces its steps, bitwise identically on both targets', () => {
    const rng = new Rng(7);
    const [a, b] = [0, 1].map(() => convex(Array.from({ length: 100 }, () => rng.direction())));
    const traces = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const steps: string[] = [];
      const objects = new Set<TraceStep>();
      const trace = (step: TraceStep): void => {
        objects.add(step);
        steps.push(JSON.stringify({ ...step, simplex: step.simplex.slice(0, step.size) }));
      };
      const result = distance(a, {}, b, { position: [1.9, 1, 0.4] }, { algorithm, trace, maxIterations: 60 });
      expect(steps.length).toBeGreaterThanOrEqual(Math.min(2, result.iterations));
      expect(objects.size).toBe(1);
      return steps;
    });
    expect(traces[0]).toEqual(traces[1]);
  });
});

describe('acceleration', () => {
  it('needs fewer iterations than plain GJK for close smooth pairs, as in the paper', () => {
    const total: Record<string, number> = { gjk: 0, polyak: 0, nesterov: 0 };
    forAll({ seed: 1, cases: 300 }, (rng) => {
      const [a, b] = [0, 1].map(() => ellipsoid(rng.uniform(0.5, 5), rng.uniform(0.5, 5), rng.uniform(0.5, 5)));
      const pose = { position: rng.direction().map((x) => 8 * x), rotation: rng.rotation() };
      for (const algorithm of ['gjk', 'polyak', 'nesterov'] as const) {
        total[algorithm] += distance(a, {}, b, pose, {
          algorithm,
          expert: { criterion: 'duality-gap' },
          tolerance: 1e-8,
        }).iterations;
      }
    });
    expect(total['nesterov']).toBeLessThan(total['gjk']);
    expect(total['polyak']).toBeLessThan(total['gjk']);
  });
});

describe('trace', () => {
  it.each(['auto', ...names] as const)(
    'traces every iteration of %s, including the simplex around the origin',
    (algorithm) => {
      for (const x of [2.5, 1.2, 0.3]) {
        const steps: { support: number; size: number; iteration: number }[] = [];
        const trace = ({ support, size, iteration }: TraceStep): void =>
          void steps.push({ support: support[0], size, iteration });
        const result = distance(
          box(1, 0.8, 0.6),
          {},
          ellipsoid(0.4, 0.3, 0.5),
          { position: [x, 0.3, 0.2] },
          {
            algorithm,
            trace,
            maxIterations: 2000,
          },
        );
        expect(steps.map(({ iteration }) => iteration)).toEqual(steps.map((_, k) => k + 1));
        expect(steps.length).toBe(result.iterations);
        // An overlap ends without a further support point.
        const last = steps.at(-1);
        expect(Number.isNaN(last?.support)).toBe(result.status === 'overlapping');
      }
    },
  );

  it('traces the steps of collide for pairs with a closed form', () => {
    let steps = 0;
    collide(sphere(1), {}, box(1, 1, 1), { position: [1.5, 0, 0] }, { trace: () => void steps++ });
    expect(steps).toBeGreaterThan(0);
  });

  it('ends the query with an error thrown in it, and leaves the pair usable', () => {
    const pair = new Pair(box(1, 1, 1), ellipsoid(1, 2, 3), {
      trace: () => {
        throw new Error('trace failed');
      },
    });
    expect(() => pair.distance({}, { position: [5, 1, 1] })).toThrow('trace failed');
    expect(() => pair.distance({}, { position: [5, 1, 1] })).toThrow('trace failed');
    expect(distance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] }).distance).toBe(2);
  });
});

describe('collide', () => {
  it('agrees with the status of distance, for every algorithm', () => {
    const wrong: string[] = [];
    forAll({ seed: 77, cases: 5000 }, (rng, k) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      const [poseA, poseB] = [randomPose(rng, 1), randomPose(rng, 1)];
      const { status } = distance(a, poseA, b, poseB);
      for (const algorithm of ['gjk', 'polyak', 'nesterov'] as const) {
        if (collide(a, poseA, b, poseB, { algorithm }) !== (status !== 'separated'))
          wrong.push(`${k} ${algorithm} ${status}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  const rows: [string, Shape, Shape, number, boolean][] = [
    ['touching boxes', box(1, 1, 1), box(1, 1, 1), 2, true],
    ['boxes 1e-12 m apart', box(1, 1, 1), box(1, 1, 1), 2 + 1e-12, false],
    ['overlapping spheres', sphere(1), sphere(1), 1.9, true],
    ['touching spheres', sphere(1), sphere(1), 2, true],
    ['spheres apart', sphere(1), sphere(1), 2.1, false],
    ['identical boxes', box(1, 1, 1), box(1, 1, 1), 0, true],
  ];
  it.each(rows)('decides %s', (_name, a, b, x, expected) => {
    expect(collide(a, {}, b, { position: [x, 0, 0] })).toBe(expected);
    expect(new Pair(a, b).collide({}, { position: [x, 0, 0] })).toBe(expected);
  });

  it('uses the margin', () => {
    const [a, b] = [rounded(box(1, 1, 1), 0.5), sphere(1)];
    for (const [margin, expected] of [
      [0.4, false],
      [0.5, true],
      [0.6, true],
    ] as const) {
      expect(collide(a, {}, b, { position: [3, 0.2, 0] }, { margin })).toBe(expected);
    }
  });

  it('needs fewer support calls than the distance, warm and cold', () => {
    const rng = new Rng(5);
    const calls = { distance: 0, collide: 0 };
    let counter = 0;
    const points = Array.from({ length: 40 }, () => rng.direction());
    const counted = custom({
      support(dx, dy, dz, out) {
        counter++;
        const height = (p: readonly number[]): number => p[0] * dx + p[1] * dy + p[2] * dz;
        out.set(points.reduce((best, p) => (height(p) > height(best) ? p : best)));
      },
    });
    const hull = convex(points);
    counter = 0;
    for (let k = 0; k < 200; k++) {
      const pose: Pose = fromAxisAngle([1, 2, 3], k, [1.5 + k / 100, 0.5, 0.2]);
      const before = counter;
      distance(counted, {}, hull, pose);
      calls.distance += counter - before;
      const middle = counter;
      collide(counted, {}, hull, pose);
      calls.collide += counter - middle;
    }
    expect(calls.collide).toBeLessThan(calls.distance);
  });
});
