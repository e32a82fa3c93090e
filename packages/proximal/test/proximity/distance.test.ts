import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  collide,
  cone,
  convex,
  copyResult,
  cylinder,
  type DistanceOptions,
  type DistanceResult,
  distance,
  ellipsoid,
  halfspace,
  Pair,
  type PoseLike,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  type TraceStep,
} from '../../src/index.ts';
import { compose, fromAxisAngle, inverse, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

/** The result of a query, after its certificate was checked. */
function runQuery(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: DistanceOptions): DistanceResult {
  const result = distance(a, poseA, b, poseB, options);
  expect(certify(a, poseA, b, poseB, result)).toMatchObject({ valid: true });
  return result;
}

const at = (x: number, y: number, z: number): PoseLike => ({ position: [x, y, z] });

describe('distance', () => {
  const quarter = fromAxisAngle([0, 1, 0], Math.PI / 2, [0, 0, 3]);
  const known: [string, Shape, PoseLike, Shape, PoseLike, number][] = [
    ['two points', point(), at(1, 2, 3), point(), at(1, 2, 7), 4],
    ['point and sphere', point(), at(3, 0, 0), sphere(1), {}, 2],
    ['two spheres', sphere(1), {}, sphere(2), at(3, 4, 0), 2],
    ['sphere and box face', sphere(0.5), at(3, 0.2, 0.1), box(1, 1, 1), {}, 1.5],
    ['sphere and box edge', sphere(1), at(4, 5, 0), box(1, 1, 1), {}, 4],
    ['sphere and box corner', sphere(1), at(2, 3, 3), box(1, 1, 1), {}, 2],
    ['crossing segments', segment(1), {}, segment(1), fromAxisAngle([1, 0, 0], Math.PI / 2, [2, 0, 0]), 2],
    ['parallel segments', segment(1), {}, segment(2), at(0, 3, 0.5), 3],
    ['segments in line', segment(1), {}, segment(2), at(0, 0, 7), 4],
    ['crossing capsules', capsule(0.5, 2), {}, capsule(0.25, 2), quarter, 3 - 2 - 0.75],
    ['box faces', box(1, 1, 1), {}, box(1, 1, 1), at(0, 0, 2.5), 0.5],
    ['box edges', box(1, 1, 1), {}, box(1, 1, 1), at(5, 6, 0), 5],
    ['box corners', box(1, 1, 1), {}, box(1, 1, 1), at(3, 4, 4), 3],
    ['rounded boxes', rounded(box(1, 1, 1), 0.5), {}, rounded(box(1, 1, 1), 0.25), at(3, 4, 4), 2.25],
    ['tetrahedron and point', convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), {}, point(), at(1, 1, 1), 2 / Math.sqrt(3)],
    ['sheet and needle', box(5, 5, 0), {}, box(0, 0, 2), at(1, 2, 3), 1],
  ];
  it.each(known)('has the closed form for %s', (_name, a, poseA, b, poseB, expected) => {
    const result = runQuery(a, poseA, b, poseB);
    expect(result.distance).toBeCloseTo(expected, 12);
    expect(result).toMatchObject({ status: 'separated', termination: 'converged', converged: true });
    expect(result.lower).toBeLessThanOrEqual(result.distance);
    expect(Math.hypot(...result.normal)).toBeCloseTo(1, 12);
    const swapped = runQuery(b, poseB, a, poseA);
    expect(swapped.distance).toBeCloseTo(expected, 12);
    for (let k = 0; k < 3; k++) expect(swapped.normal[k]).toBeCloseTo(-result.normal[k], 9);
  });

  it('gives points on the surfaces, in world coordinates and in the coordinates of each body', () => {
    const poseB = fromAxisAngle([0, 0, 1], Math.PI, [3, 0, 0]);
    const result = runQuery(box(1, 1, 1), at(-1, 0, 0), sphere(0.5), poseB);
    expect(result.pointA.map((x) => x + 0)).toEqual([0, 0, 0]);
    expect(result.localA).toEqual([1, 0, 0]);
    for (let k = 0; k < 3; k++) {
      expect(result.pointB[k]).toBeCloseTo([2.5, 0, 0][k], 14);
      expect(result.localB[k]).toBeCloseTo([0.5, 0, 0][k], 14);
    }
    expect(result.normal).toEqual([1, 0, 0]);
  });

  const contacts: [string, Shape, Shape, PoseLike, string][] = [
    ['box faces', box(1, 1, 1), box(1, 1, 1), at(2, 0.3, 0), 'touching'],
    ['box edges', box(1, 1, 1), box(1, 1, 1), at(2, 2, 0.5), 'touching'],
    ['box corners', box(1, 1, 1), box(1, 1, 1), at(2, 2, 2), 'touching'],
    ['spheres', sphere(1), sphere(2), at(0, 3, 0), 'touching'],
    ['coplanar sheets', box(1, 1, 0), box(1, 1, 0), at(0.3, 0.2, 0), 'touching'],
    ['identical sheets', box(1, 1, 0), box(1, 1, 0), {}, 'touching'],
    ['crossing segments', segment(1), segment(1), fromAxisAngle([1, 1, 0], 1), 'touching'],
    ['identical segments', segment(1), segment(1), {}, 'touching'],
    ['identical points', point(), point(), {}, 'touching'],
    ['a point on a box', point(), box(1, 1, 1), at(0.2, 0.3, 1), 'touching'],
    ['a point inside a box', point(), box(1, 1, 1), at(0.2, 0.3, 0.99), 'overlapping'],
    ['identical boxes', box(1, 2, 3), box(1, 2, 3), {}, 'overlapping'],
    ['identical spheres', sphere(1), sphere(1), {}, 'overlapping'],
    ['a needle through a sheet', box(1, 1, 0), box(0, 0, 1), at(0.2, 0.1, 0.3), 'overlapping'],
    ['boxes, slightly', box(1, 1, 1), box(1, 1, 1), at(2 - 1e-7, 0, 0), 'overlapping'],
    ['boxes within the tolerance', box(1, 1, 1), box(1, 1, 1), at(2 - 1e-12, 0, 0), 'touching'],
    ['a small box in a large one', box(100, 100, 100), box(0.1, 0.1, 0.1), at(3, 4, 5), 'overlapping'],
    ['crossing capsule axes', capsule(0.1, 1), capsule(0.1, 1), fromAxisAngle([1, 0, 0], 1), 'overlapping'],
  ];
  it.each(contacts)('has the status of contact for %s', (_name, a, b, poseB, status) => {
    const result = runQuery(a, {}, b, poseB);
    expect(result).toMatchObject({ status, converged: true });
    expect(result.distance).toBeLessThan(1e-9);
    if (status === 'overlapping') {
      expect(result.distance).toBe(0);
      expect(result.normal.map((x) => x + 0)).toEqual([0, 0, 0]);
    }
    expect(runQuery(b, poseB, a, {}).status).toBe(status);
  });

  it('distinguishes a gap from contact down to rounding', () => {
    for (const gap of [1e-3, 1e-6, 1e-9, 1e-12]) {
      const result = runQuery(box(1, 1, 1), {}, box(1, 1, 1), at(2 + gap, 0.1, 0.2));
      expect(result.status).toBe('separated');
      expect(Math.abs(result.distance - gap)).toBeLessThan(1e-15);
    }
  });

  it('does not depend on the unit of length or on the position of the pair', () => {
    forAll({ seed: 3, cases: 300 }, (rng) => {
      const [poseA, poseB] = [0, 1].map(() => ({
        position: rng.direction().map((x) => 2 * x),
        rotation: rng.rotation(),
      }));
      const { distance: d } = runQuery(box(1, 0.5, 0.2), poseA, capsule(0.1, 0.4), poseB);
      for (const unit of [1e-6, 1e6]) {
        const scaled = (pose: typeof poseA): PoseLike => ({ ...pose, position: pose.position.map((x) => unit * x) });
        const result = runQuery(
          box(unit, 0.5 * unit, 0.2 * unit),
          scaled(poseA),
          capsule(0.1 * unit, 0.4 * unit),
          scaled(poseB),
        );
        expect(Math.abs(result.distance / unit - d)).toBeLessThan(1e-9);
      }
      // A common translation whose sums are exact in floating point changes nothing in A's frame.
      const moved = (pose: typeof poseA): PoseLike => ({
        ...pose,
        position: pose.position.map((x) => 2 ** 27 + Math.round(x * 2 ** 24) / 2 ** 24),
      });
      const near = (pose: typeof poseA): PoseLike => ({
        ...pose,
        position: pose.position.map((x) => Math.round(x * 2 ** 24) / 2 ** 24),
      });
      const [here, there] = [near, moved].map((place) =>
        runQuery(box(1, 0.5, 0.2), place(poseA), capsule(0.1, 0.4), place(poseB)),
      );
      expect([there.distance, ...there.localA]).toEqual([here.distance, ...here.localA]);
    });
  });
});

describe('a half-space', () => {
  const tilted = fromAxisAngle([1, 0, 0], Math.PI / 6, [0, 0, 1]);
  const shapes: [string, Shape][] = [
    ['sphere', sphere(0.5)],
    ['box', box(0.3, 0.2, 0.1)],
    ['rounded hull', rounded(convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), 0.2)],
    ['cone', cone(0.5, 1)],
  ];
  it.each(shapes)('its distance from a %s is the height of the lowest point', (_name, shape) => {
    for (const floor of [halfspace(), rounded(halfspace(), 0.25)]) {
      for (const height of [3, 0.4, -0.2, -5]) {
        const pose = fromAxisAngle([1, 2, 3], 0.7, [0.5, -0.3, height]);
        for (const floorPose of [at(0, 0, 0), tilted]) {
          const up = transformPoint({ rotation: compose(floorPose, {}).subarray(3) }, [0, 0, 1]);
          const lowest = transformPoint(
            pose,
            shape.support(
              transformPoint(
                inverse({ rotation: pose.subarray(3) }),
                up.map((x) => -x),
              ),
            ),
          );
          const origin = transformPoint(floorPose, [0, 0, 0]);
          const expected = up.reduce((sum, x, k) => sum + x * (lowest[k] - origin[k]), 0) - floor.radius;
          for (const result of [runQuery(floor, floorPose, shape, pose), runQuery(shape, pose, floor, floorPose)]) {
            expect(result.distance).toBeCloseTo(Math.max(0, expected), 12);
            expect(result.status).toBe(expected > 0 ? 'separated' : 'overlapping');
          }
        }
      }
    }
  });

  it('touches a body that rests on it, with the normal of its plane', () => {
    const result = runQuery(halfspace(), {}, box(1, 1, 1), at(5, 7, 1));
    expect(result).toMatchObject({ status: 'touching', distance: 0, normal: [0, 0, 1] });
    expect(runQuery(box(1, 1, 1), at(5, 7, 1), halfspace(), {}).normal.map((x) => x + 0)).toEqual([0, 0, -1]);
  });
});

describe('options', () => {
  it('stop at the tolerance', () => {
    const round = rounded(convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), 0.1);
    const coarse = distance(round, {}, capsule(0.1, 1), fromAxisAngle([1, 2, 3], 1, [2, 2, 2]), { tolerance: 1 });
    expect(coarse.upper - coarse.lower).toBeLessThanOrEqual(1);
    expect(coarse.converged).toBe(true);
  });

  it('stop beyond upTo, with a proof that the distance exceeds it', () => {
    const result = runQuery(box(1, 1, 1), {}, box(1, 1, 1), compose(at(9, 8, 7), fromAxisAngle([1, 2, 3], 1)), {
      upTo: 2,
      guess: [0, 1, 1],
    });
    expect(result.termination === 'upTo' || result.converged).toBe(true);
    expect(result.lower).toBeGreaterThan(2);
    expect(result.status).toBe('separated');
  });

  it('limit the iterations and report it', () => {
    const rng = new Rng(2);
    const cloud = convex(Array.from({ length: 200 }, () => rng.direction()));
    const result = distance(cloud, {}, cloud, at(2.5, 1, 0.3), { maxIterations: 1, guess: [0, 0, 1] });
    expect(result).toMatchObject({ termination: 'limit', converged: false, iterations: 1 });
    expect(certify(cloud, {}, cloud, at(2.5, 1, 0.3), result).upper).toBeCloseTo(result.upper, 12);
  });

  it('give the same answer from every guess', () => {
    const rng = new Rng(9);
    const cloud = convex(Array.from({ length: 60 }, () => rng.direction()));
    const expected = runQuery(cloud, {}, box(1, 1, 1), at(2, 2, 1)).distance;
    for (const guess of ['none', 'bounds', ...Array.from({ length: 50 }, () => rng.direction())] as const) {
      expect(runQuery(cloud, {}, box(1, 1, 1), at(2, 2, 1), { guess }).distance).toBeCloseTo(expected, 9);
    }
  });

  it('reach the rounding error with tolerance 0', () => {
    const result = runQuery(box(1, 1, 1), {}, box(1, 1, 1), compose(at(3, 2, 1), fromAxisAngle([1, 2, 3], 1)), {
      relativeTolerance: 0,
    });
    expect(result.converged).toBe(true);
    expect(result.upper - result.lower).toBeLessThan(1e-13);
  });

  it('give the same answer with the momentum of the paper and of its authors’ code', () => {
    forAll({ seed: 7, cases: 500 }, (rng) => {
      const hulls = [0, 1].map(() => convex(Array.from({ length: 50 }, () => rng.direction())));
      const pose = compose(at(rng.uniform(1, 2), 1, 0.5), [0, 0, 0, ...rng.rotation()]);
      for (const algorithm of ['polyak', 'nesterov'] as const) {
        const [paper, code] = (['paper', 'code'] as const).map((schedule) =>
          runQuery(hulls[0], {}, hulls[1], pose, { algorithm, expert: { schedule } }),
        );
        expect(Math.abs(paper.distance - code.distance)).toBeLessThan(2e-9);
        // The momentum of the code is the default.
        const { distance, iterations } = runQuery(hulls[0], {}, hulls[1], pose, { algorithm });
        expect([distance, iterations]).toEqual([code.distance, code.iterations]);
      }
    });
  });
});

describe('extreme shapes', () => {
  it('have the right distance: a mesh of 4,000 vertices and a point', () => {
    const rng = new Rng(4);
    const ball = convex(Array.from({ length: 4000 }, () => rng.direction()));
    for (let k = 0; k < 300; k++) {
      const d = rng.direction();
      const height = rng.uniform(0.5, 3);
      const result = runQuery(ball, {}, point(), at(height * d[0], height * d[1], height * d[2]));
      expect(result.converged).toBe(true);
      if (height > 1) expect(Math.abs(result.distance - (height - 1))).toBeLessThan(1e-2);
      if (height < 0.99) expect(result.status).toBe('overlapping');
    }
  });

  it('have valid certificates: needles and sheets of 1:10,000, near and crossing', () => {
    const shapes = [
      box(1, 1e-4, 1e-4),
      box(1, 1, 1e-4),
      capsule(1e-4, 1),
      cylinder(1, 1e-4),
      ellipsoid(1, 1e-4, 1e-4),
      convex([-1, 0, 0, 1, 0, 0, 0, 1e-4, 0, 0, 0, 1e-4]),
    ];
    forAll({ seed: 6, cases: 3000 }, (rng, k) => {
      const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
      const pose = compose(at(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)), [
        0,
        0,
        0,
        ...rng.rotation(),
      ]);
      const result = runQuery(a, {}, b, pose);
      expect({ k, status: result.status, converged: result.converged }).not.toMatchObject({ status: 'unknown' });
      expect(collide(a, {}, b, pose)).toBe(result.status !== 'separated');
    });
  });
});

describe('a pair', () => {
  it('returns the same object every time, with the same answers as a cold start', () => {
    const [a, b] = [rounded(box(1, 0.5, 0.2), 0.05), capsule(0.1, 0.6)];
    const pair = new Pair(a, b);
    for (let k = 0; k < 500; k++) {
      const pose = fromAxisAngle([1, 2, 3], k / 50, [2 * Math.sin(k / 90), 2 * Math.cos(k / 70), Math.sin(k / 30)]);
      const result = pair.distance({}, pose);
      const fresh = runQuery(a, {}, b, pose);
      expect(result).toBe(pair.result);
      expect({ k, result, ...certify(a, {}, b, pose, result) }).toMatchObject({ valid: true });
      expect(Math.abs(result.distance - fresh.distance)).toBeLessThan(1e-9);
      expect(result.status).toBe(fresh.status);
    }
  });

  it.each(['previous', 'predicted'] as const)(
    'gives the same answer with the %s guess as without, apart, touching and overlapping',
    (guess) => {
      const rng = new Rng(12);
      const [a, b] = [convex(Array.from({ length: 40 }, () => rng.direction())), rounded(box(0.4, 0.5, 0.2), 0.05)];
      const pair = new Pair(a, b, { guess });
      for (let k = 0; k < 400; k++) {
        const [poseA, pose] = [
          fromAxisAngle([3, 1, 2], k / 40, [k / 100, 0, 1]),
          fromAxisAngle([1, 2, 3], k / 50, [k / 100 + 2 * Math.sin(k / 30), Math.cos(k / 20), 1 + Math.sin(k / 25)]),
        ];
        const fresh = runQuery(a, poseA, b, pose);
        const result = pair.distance(poseA, pose);
        expect({ k, ...certify(a, poseA, b, pose, result) }).toMatchObject({ valid: true });
        expect(Math.abs(result.distance - fresh.distance)).toBeLessThan(1e-9);
        expect(result.status).toBe(fresh.status);
        expect(pair.collide(poseA, pose)).toBe(fresh.status !== 'separated');
      }
    },
  );

  it('moves the predicted guess along with the bodies, and has none after an overlap', () => {
    let first: number[] = [];
    const trace = (step: TraceStep): void => {
      if (step.iteration === 1) first = [...step.point];
    };
    const octahedron = convex([-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
    // The corner of the octahedron that the second query starts from.
    const cornerFrom = (guess: 'predicted' | 'bounds', from: Vec3, to: Vec3): number[] => {
      const pair = new Pair(octahedron, sphere(0.1), { guess, trace });
      pair.distance({}, at(...from));
      pair.distance({}, at(...to));
      return first.map((x, k) => Math.round(x + to[k]));
    };
    // The nearest points were (1, 0, 0) and (2.9, 0, 0). The second point has moved to (1.1, 0.15, 0), so that the guess points mostly along y.
    expect(cornerFrom('predicted', [3, 0, 0], [1.2, 0.15, 0])).toEqual([0, 1, 0]);
    expect(cornerFrom('bounds', [3, 0, 0], [1.2, 0.15, 0])).toEqual([1, 0, 0]);
    expect(cornerFrom('predicted', [0.2, 0, 0], [1.2, 0.15, 0])).toEqual([1, 0, 0]);
  });

  it('saves iterations for long bodies', () => {
    const rng = new Rng(8);
    // The centers of long bodies are a poor guess for the nearest points.
    const corner = (): number[] => rng.direction().map((x, k) => x * [2, 0.5, 0.3][k]);
    const [a, b] = [0, 1].map(() => convex(Array.from({ length: 300 }, corner)));
    const pair = new Pair(a, b);
    let [warm, cold] = [0, 0];
    for (let k = 0; k < 500; k++) {
      const pose = fromAxisAngle([1, 2, 3], k / 500, [2, 1.5 + k / 1000, 0]);
      warm += pair.distance({}, pose).supportCalls;
      cold += distance(a, {}, b, pose).supportCalls;
    }
    expect(warm).toBeLessThan(cold);
  });

  it('starts cold after reset, and copied results persist', () => {
    const pair = new Pair(box(1, 1, 1), box(1, 1, 1));
    const first = copyResult(pair.distance({}, at(3, 0.5, 0.2)));
    const copy = structuredClone(first);
    pair.distance({}, at(0, 9, 0));
    pair.reset();
    expect(pair.distance({}, at(3, 0.5, 0.2))).toEqual(first);
    expect(first).toEqual(copy);
  });
});
