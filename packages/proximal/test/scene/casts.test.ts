// Rays, shape casts and times of impact: a hit is never too late, and too early by at most the tolerance.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collide,
  cone,
  convex,
  custom,
  cylinder,
  distance,
  ellipsoid,
  frustum,
  halfspace,
  point,
  rounded,
  type Shape,
  sphere,
  sum,
  superellipsoid,
  transformed,
  triangle,
} from '../../src/index.ts';
import { compose, fromAxisAngle, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { compound, type Motion, type RayHit, Scene, timeOfImpact, triangleMesh } from '../../src/scene/index.ts';
import { anyShape, poseWithin } from './random.ts';

const shapes: Record<string, Shape> = {
  sphere: sphere(0.7),
  box: box(0.5, 0.7, 0.3),
  capsule: capsule(0.3, 0.6),
  cylinder: cylinder(0.5, 0.6),
  cone: cone(0.6, 0.7),
  frustum: frustum(0.6, 0.3, 0.4),
  ellipsoid: ellipsoid(0.8, 0.5, 0.3),
  triangle: triangle([0.5, 0, 0], [-0.5, 0.4, 0.1], [-0.3, -0.6, 0.2]),
  halfspace: halfspace(),
  hull: convex(Array.from({ length: 20 }, (_, k) => new Rng(k).direction())),
  rounded: rounded(box(0.3, 0.4, 0.2), 0.2),
  superellipsoid: superellipsoid(0.5, 0.6, 0.7, 0.4, 0.6),
  transformed: transformed(cylinder(0.5, 0.5), { linear: [1, 0.2, 0, 0, 1, 0, 0, 0, 1.4] }),
  sum: sum(box(0.3, 0.2, 0.1), cone(0.3, 0.3)),
  custom: custom({
    support: (x, y, z, out) => void out.set([x, y, z].map((n) => (0.6 * n) / (Math.hypot(x, y, z) || 1))),
  }),
};
const exact = ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'frustum', 'ellipsoid', 'triangle', 'halfspace'];

function cast(shape: Shape, pose: Float64Array, origin: Vec3, direction: Vec3): RayHit | null {
  const scene = new Scene();
  scene.add(shape, pose);
  return scene.rayCast(origin, direction);
}

describe.each(Object.entries(shapes))('a ray against a %s', (name, shape) => {
  it('ends on the surface, with no part of the shape before the hit', () => {
    const rng = new Rng(5);
    let hits = 0;
    for (let k = 0; k < 80; k++) {
      const pose = poseWithin(rng, 1);
      const origin = rng.direction().map((x) => 3 * x) as Vec3;
      const toward = rng.direction().map((x, n) => pose[n] + 0.8 * x - origin[n]) as Vec3;
      const hit = cast(shape, pose, origin, toward);
      const length = Math.hypot(...toward);
      const at = (t: number): { position: Vec3 } => ({
        position: origin.map((x, n) => x + (t * toward[n]) / length) as Vec3,
      });
      const error = exact.includes(name) ? 1e-12 : 1e-7;
      if (!hit) {
        for (let t = 0; t < 6; t += 0.05) expect(distance(point(), at(t), shape, pose).distance).toBeGreaterThan(0);
        continue;
      }
      hits++;
      if (hit.status === 'overlapping') {
        expect([hit.distance, distance(point(), at(0), shape, pose).distance]).toEqual([0, expect.closeTo(0, 9)]);
        continue;
      }
      const judge = distance(point(), { position: hit.point }, shape, pose, { relativeTolerance: 1e-14 });
      expect(judge.lower).toBeLessThan(error * 10);
      for (const share of [0.2, 0.7, 0.95, 0.999]) {
        const before = distance(point(), at(hit.distance * share), shape, pose);
        expect(before.distance).toBeGreaterThan(0);
      }
      expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 9);
      expect(hit.normal.reduce((sum, x, n) => sum + x * toward[n], 0)).toBeLessThanOrEqual(1e-6);
      // The whole shape is behind the plane of the normal.
      if (shape.isBounded) {
        const local = transformPoint({ rotation: [-pose[3], -pose[4], -pose[5], pose[6]] }, hit.normal);
        const top = transformPoint(pose, shape.support(local));
        expect(top.reduce((sum, x, n) => sum + (x - hit.point[n]) * hit.normal[n], 0)).toBeLessThan(1e-4);
      }
    }
    expect(hits).toBeGreaterThan(3);
  });
});

describe('rayCast', () => {
  it('finds the nearest of many bodies, and rayCastAll all of them', () => {
    const rng = new Rng(2);
    const scene = new Scene();
    for (let k = 0; k < 60; k++) scene.add(anyShape(rng), poseWithin(rng, 5));
    const lonely = (each: (typeof scene.bodies)[number], origin: Vec3, direction: Vec3): number =>
      cast(each.shape as Shape, each.pose, origin, direction)?.distance ?? Infinity;
    for (let k = 0; k < 100; k++) {
      const [origin, direction] = [rng.direction().map((x) => 8 * x) as Vec3, rng.direction()];
      const expected = scene.bodies.map((each) => lonely(each, origin, direction)).filter((d) => d < Infinity);
      expect(scene.rayCast(origin, direction)?.distance ?? Infinity).toBeCloseTo(Math.min(...expected), 9);
      const all = scene.rayCastAll(origin, direction).map((hit) => hit.distance);
      expect(all.length).toBe(expected.length);
      expected.sort((p, q) => p - q).forEach((d, n) => void expect(all[n]).toBeCloseTo(d, 9));
    }
  });

  it('stops at upTo, respects mask and filter, and may start inside', () => {
    const scene = new Scene();
    const near = scene.add(sphere(1), { position: [5, 0, 0] }, { group: 2 });
    const far = scene.add(sphere(1), { position: [9, 0, 0] });
    const first = scene.rayCast([0, 0, 0], [2, 0, 0]);
    expect(first?.body).toBe(near);
    expect([first?.distance, first?.normal[0]]).toEqual([4, -1]);
    expect(scene.rayCast([0, 0, 0], [1, 0, 0], { upTo: 3.9 })).toBeNull();
    expect(scene.rayCastAll([0, 0, 0], [1, 0, 0], { upTo: 4.1 }).map(({ body }) => body)).toEqual([near]);
    expect(scene.rayCast([0, 0, 0], [1, 0, 0], { mask: 1 })?.body).toBe(far);
    expect(scene.rayCast([0, 0, 0], [1, 0, 0], { filter: (body) => body !== near })?.body).toBe(far);
    expect(scene.rayCast([0, 0, 0], [-1, 0, 0])).toBeNull();
    const within = scene.rayCast([5, 0, 0], [0, 1, 0]);
    expect([within?.distance, within?.status, within?.body === near]).toEqual([0, 'overlapping', true]);
    expect(scene.rayCast([0, 1.1, 0], [1, 0, 0], { margin: 0.2 })?.distance).toBeCloseTo(5 - Math.sqrt(1.44 - 1.21), 6);
  });
});

describe('shapeCast', () => {
  it('gives the time of contact along a straight motion', () => {
    const scene = new Scene();
    const target = scene.add(box(1, 1, 1), { position: [5, 0, 0] });
    const hit = scene.shapeCast(sphere(1), {}, [6, 0, 0]);
    expect([hit?.hit, hit?.status, hit?.body === target]).toEqual([true, 'touching', true]);
    expect(hit?.time).toBeCloseTo(0.5, 8);
    expect(hit?.time).toBeLessThanOrEqual(0.5);
    expect(hit?.upper).toBeGreaterThanOrEqual(0.5);
    expect(hit?.normal[0]).toBeCloseTo(1, 9);
    expect(scene.shapeCast(sphere(1), {}, [2.9, 0, 0])).toBeNull();
    expect(scene.shapeCast(sphere(1), {}, [6, 0, 0], { margin: 1 })?.time).toBeCloseTo(1 / 3, 8);
  });

  it('stops at upTo, a fraction of the motion', () => {
    const scene = new Scene();
    const target = scene.add(box(1, 1, 1), { position: [5, 0, 0] });
    expect(scene.shapeCast(sphere(1), {}, [6, 0, 0], { upTo: 0.49 })).toBeNull();
    expect(scene.shapeCast(sphere(1), {}, [6, 0, 0], { upTo: 0.51 })?.time).toBeCloseTo(0.5, 8);
    const ball = { shape: sphere(1), pose: {} };
    const until = (upTo: number): unknown => timeOfImpact(ball, { linear: [6, 0, 0] }, target, {}, { upTo });
    expect(until(0.49)).toMatchObject({ hit: false, time: 0.49, upper: 0.49, status: 'separated' });
    expect(until(0.51)).toMatchObject({ hit: true, time: expect.closeTo(0.5, 8) });
  });

  it('is never too late, and too early by at most the tolerance, for random shapes', () => {
    for (let seed = 0; seed < 60; seed++) {
      const rng = new Rng(seed);
      const [a, b] = [anyShape(rng), anyShape(rng)];
      const poseA = poseWithin(rng, 1);
      const poseB = compose({ position: [3, 0, 0] }, poseWithin(rng, 0.5));
      const motion: Vec3 = [rng.uniform(2, 6), rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)];
      const result = timeOfImpact({ shape: a, pose: poseA }, { linear: motion }, { shape: b, pose: poseB }, {});
      const at = (t: number): Float64Array => compose({ position: motion.map((x) => t * x) as Vec3 }, poseA);
      for (let t = 0; t < result.time - 1e-9; t += 0.02) expect(collide(a, at(t), b, poseB)).toBe(false);
      if (!result.hit) continue;
      expect(distance(a, at(result.time), b, poseB).distance).toBeLessThan(1e-7);
      if (result.upper < 1) expect(collide(a, at(result.upper), b, poseB)).toBe(true);
    }
  });

  it('reports overlap at the start, and no hit for separating shapes', () => {
    const scene = new Scene();
    scene.add(box(1, 1, 1), {});
    const overlapping = scene.shapeCast(box(1, 1, 1), { position: [1.5, 0, 0] }, [1, 0, 0]);
    expect([overlapping?.time, overlapping?.hit, overlapping?.status]).toEqual([0, true, 'overlapping']);
    const touching = { position: [2, 0, 0] };
    expect(scene.shapeCast(box(1, 1, 1), touching, [1, 0, 0])).toBeNull();
    expect(scene.shapeCast(box(1, 1, 1), touching, [0, 1, 0])).toBeNull();
    const into = scene.shapeCast(box(1, 1, 1), touching, [-1, 0, 0]);
    expect([into?.time, into?.hit, into?.status]).toEqual([0, true, 'touching']);
  });

  it('ends at maxIterations with a proven time for grazing shapes', () => {
    const [a, b] = [sphere(1), sphere(1)];
    const graze = timeOfImpact(
      { shape: a, pose: { position: [-3, 2 + 1e-12, 0] } },
      { linear: [6, 0, 0] },
      { shape: b, pose: {} },
      {},
      { tolerance: 1e-15, maxIterations: 12 },
    );
    expect(graze).toMatchObject({ hit: false, status: 'unknown', termination: 'limit', iterations: 12, upper: 1 });
    expect(graze.time).toBeLessThanOrEqual(0.5);
    expect(graze.time).toBeGreaterThan(0.3);
  });
});

describe('timeOfImpact with rotation', () => {
  it('has the closed form for a bar that swings into a ball', () => {
    // The bar's face y = 0.1 turns about z; it touches the ball of radius r at (0, d) when d cos φ... = the angle below.
    const [r, d, half] = [0.2, 1, 0.1];
    const result = timeOfImpact(
      { shape: box(2, half, 0.5), pose: {} },
      { angular: [0, 0, Math.PI] },
      { shape: sphere(r), pose: { position: [d, 0, 0] } },
      {},
    );
    expect(result).toMatchObject({ hit: true, time: 0, status: 'overlapping' });
    // Starting a quarter turn away: the upper face meets the ball when the line at distance `half` from the axis is r from the ball's center.
    const quarter = timeOfImpact(
      { shape: box(2, half, 0.5), pose: {} },
      { angular: [0, 0, Math.PI] },
      { shape: sphere(r), pose: { position: [0, d, 0] } },
      {},
    );
    const truth = (Math.PI / 2 - Math.asin((r + half) / d)) / Math.PI;
    expect(quarter.hit).toBe(true);
    expect(quarter.time).toBeLessThanOrEqual(truth);
    expect(quarter.time).toBeGreaterThan(truth - 1e-7);
    expect(quarter.upper).toBeGreaterThanOrEqual(truth);
  });

  it('is never too late, and too early by at most the tolerance, for random motions', () => {
    let hits = 0;
    for (let seed = 0; seed < 60; seed++) {
      const rng = new Rng(seed);
      const [a, b] = [anyShape(rng), anyShape(rng)];
      const [poseA, poseB] = [poseWithin(rng, 0.5), compose({ position: [2.5, 0, 0] }, poseWithin(rng, 0.5))];
      const motion = (toward: number): Required<Motion> => ({
        linear: [toward * rng.uniform(0, 2), rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)],
        angular: rng.direction().map((x) => x * rng.uniform(0, 6)) as Vec3,
      });
      const [motionA, motionB] = [motion(1), motion(-1)];
      const result = timeOfImpact({ shape: a, pose: poseA }, motionA, { shape: b, pose: poseB }, motionB);
      const at = (pose: Float64Array, { linear, angular }: Required<Motion>, t: number): Float64Array => {
        const speed = Math.hypot(...(angular as Vec3));
        const turned = compose(fromAxisAngle(angular, speed * t), { rotation: pose.subarray(3) });
        turned.set((linear as Vec3).map((x, k) => pose[k] + t * x));
        return turned;
      };
      const both = (t: number): [Float64Array, Float64Array] => [at(poseA, motionA, t), at(poseB, motionB, t)];
      for (let t = 0; t < result.time - 1e-9; t += 0.01) {
        const [p, q] = both(t);
        expect(collide(a, p, b, q)).toBe(false);
      }
      if (!result.hit) continue;
      hits++;
      const [p, q] = both(result.time);
      expect(distance(a, p, b, q).distance).toBeLessThan(1e-7);
      if (result.upper < 1) expect(collide(a, both(result.upper)[0], b, both(result.upper)[1])).toBe(true);
    }
    expect(hits).toBeGreaterThan(15);
  });

  it('accepts bodies of a scene, and reports no hit for touching bodies that turn away', () => {
    const scene = new Scene();
    const a = scene.add(box(1, 1, 1), {});
    const b = scene.add(sphere(1), { position: [4, 0, 0] });
    expect(timeOfImpact(a, { linear: [4, 0, 0] }, b, {}).time).toBeCloseTo(0.5, 7);
    const apart = timeOfImpact(
      a,
      { linear: [-1, 0, 0], angular: [0, 0, 0.1] },
      { shape: sphere(1), pose: { position: [2, 0, 0] } },
      {},
    );
    expect(apart.hit).toBe(false);
  });
});

describe('shapes that touch at the start', () => {
  const up: Vec3 = [0, 0, 1];
  /** Two boxes, face on face, in any frame; the upper one's motion is given in that frame. */
  const flush = (seed: number, motion: (rng: Rng) => Required<Motion>): ReturnType<typeof timeOfImpact> => {
    const rng = new Rng(seed);
    const frame = poseWithin(rng, 10);
    const resting = { shape: box(1, 1, 1), pose: frame };
    const at: Vec3 = [rng.uniform(-1, 1), rng.uniform(-1, 1), 1.5];
    const moving = { shape: box(0.5, 0.7, 0.5), pose: compose(frame, { position: at }) };
    const { linear, angular } = motion(rng);
    const turn = (v: Motion['linear']): Vec3 => transformPoint({ rotation: frame.subarray(3) }, v as Vec3);
    return timeOfImpact(moving, { linear: turn(linear), angular: turn(angular) }, resting, {});
  };

  it('are no hit when they slide along a face', () => {
    for (let seed = 0; seed < 200; seed++) {
      const result = flush(seed, (rng) => ({
        linear: [rng.uniform(-5, 5), rng.uniform(-5, 5), 0],
        angular: [0, 0, seed % 2 === 0 ? 0 : rng.uniform(-5, 5)],
      }));
      expect([seed, result.hit, result.status]).toEqual([seed, false, 'separated']);
    }
  });

  it('are no hit when they separate faster than they rotate', () => {
    for (let seed = 0; seed < 200; seed++) {
      // By the bound on the speed they might meet: points of the upper box are up to 0.995 from its center. But its corners are at most 0.86 from
      // the axis of rotation, so that they separate.
      const result = flush(seed, (rng) => ({
        linear: [rng.uniform(-1, 1), rng.uniform(-1, 1), 2],
        angular: rng.direction().map((x) => 2.2 * x) as Vec3,
      }));
      expect([seed, result.hit]).toEqual([seed, false]);
    }
  });

  it('are a hit at time 0 when they approach, or turn into each other', () => {
    for (let seed = 0; seed < 200; seed++) {
      const result = flush(seed, (rng) => ({
        linear: [rng.uniform(-1, 1), rng.uniform(-1, 1), seed % 2 === 0 ? 0 : -1],
        angular: [rng.uniform(1, 2), rng.uniform(1, 2), 0],
      }));
      expect([seed, result.hit, result.time]).toEqual([seed, true, 0]);
    }
  });

  it('are no hit as balls that separate, slide or roll with any spin', () => {
    for (let seed = 0; seed < 200; seed++) {
      const rng = new Rng(seed);
      const [n, w] = [rng.direction(), rng.direction()];
      const along = rng.direction();
      const speed = along.reduce((sum, x, k) => sum + x * n[k], 0);
      const part = seed % 3;
      // Separating, tangential or zero.
      const linear = along.map((x, k) => (part === 0 ? -n[k] : part === 1 ? x - speed * n[k] : 0)) as Vec3;
      const ball = { shape: sphere(1), pose: {} };
      const other =
        part === 1
          ? { shape: halfspace(), pose: tangentPlane(n) }
          : { shape: sphere(1), pose: { position: n.map((x) => 2 * x) as Vec3 } };
      const result = timeOfImpact(ball, { linear, angular: w.map((x) => 5 * x) as Vec3 }, other, {});
      expect([seed, result.hit, result.status]).toEqual([seed, false, 'separated']);
    }
  });

  it('are a hit later when they separate and come back', () => {
    // A bar that touches a ball turns away and hits the ball with its other face.
    const bar = { shape: box(2, 0.1, 0.1), pose: { position: [0, 0, 0] } };
    const ball = { shape: sphere(0.2), pose: { position: [1, -0.3, 0] } };
    const result = timeOfImpact(bar, { angular: [0, 0, 2 * Math.PI] }, ball, {});
    // The bar's face is 0.1 from the axis, the ball's center at distance √1.09, and its nearest point 0.3 from the middle line.
    const truth = (Math.PI - 2 * Math.asin(0.3 / Math.sqrt(1.09))) / (2 * Math.PI);
    expect(result.hit).toBe(true);
    expect(result.time).toBeLessThanOrEqual(truth + 1e-12);
    expect(result.time).toBeGreaterThan(truth - 1e-7);
  });

  /** A half-space that the unit ball at the origin touches at n. */
  function tangentPlane(n: Vec3): Float64Array {
    const down = n.map((x) => -x) as Vec3;
    const axis: Vec3 = [up[1] * down[2] - up[2] * down[1], up[2] * down[0] - up[0] * down[2], 0];
    return fromAxisAngle(axis, Math.acos(down[2]), n);
  }
});

describe('a ray cast that ends at its iteration limit', () => {
  const tetrahedron = convex([
    [1, 0, -0.7],
    [-0.5, 0.87, -0.7],
    [-0.5, -0.87, -0.7],
    [0, 0, 1],
  ]);
  it.each([
    ['a tetrahedron', tetrahedron],
    ['a compound', compound([{ shape: tetrahedron }])],
  ])('is no miss of %s', (_name, geometry) => {
    const scene = new Scene();
    const body = scene.add(geometry, {});
    const [origin, direction]: [Vec3, Vec3] = [
      [3, 0.4, 2],
      [-1, -0.1, -0.7],
    ];
    const full = scene.rayCast(origin, direction);
    expect(full?.status).toBe('touching');
    for (const cast of [
      scene.rayCast(origin, direction, { maxIterations: 1 }),
      scene.rayCastAll(origin, direction, { maxIterations: 1 })[0],
    ]) {
      expect([cast?.body.id, cast?.status]).toEqual([body.id, 'unknown']);
      expect(cast?.distance).toBeGreaterThan(0);
      expect(cast?.distance).toBeLessThanOrEqual(full?.distance ?? 0);
    }
    // A proven miss stays a miss.
    expect(scene.rayCast(origin, [1, 0, 0], { maxIterations: 1 })).toBeNull();
  });
});

describe('a cast against a mesh', () => {
  /** A flat square of many triangles at height 0, and another far to its side. */
  const count = 40;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= count; row++) for (let column = 0; column <= count; column++) vertices.push(column, row, 0);
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const a = row * (count + 1) + column;
      triangles.push(a, a + 1, a + count + 2, a, a + count + 2, a + count + 1);
    }
  const sheet = triangleMesh(vertices, triangles);

  it('tests the triangles along the motion, nearest first', () => {
    const scene = new Scene();
    scene.add(sheet, {});
    // The motion is as long as the sheet is wide; only triangles below the ball are tested.
    const hit = scene.shapeCast(sphere(0.2), { position: [20.3, 20.4, 30] }, [0, 0, -60]);
    expect(hit?.time).toBeCloseTo(29.8 / 60, 8);
    expect(hit?.iterations).toBeLessThan(40);
    const skew = timeOfImpact(
      { shape: sheet, pose: {} },
      { linear: [0, 0, 25] },
      { shape: sphere(0.2), pose: { position: [1.3, 2.4, 30] } },
      { linear: [35, 30, -35] },
    );
    expect(skew.time).toBeCloseTo(29.8 / 60, 8);
    expect(skew.iterations).toBeLessThan(40);
  });

  it('has the first time over all triangles, for every rotation of the bodies', () => {
    const rng = new Rng(21);
    const small = triangleMesh(
      Array.from({ length: 60 }, () => rng.uniform(-1, 1)),
      Array.from({ length: 45 }, () => rng.index(20)),
    );
    let hits = 0;
    for (let k = 0; k < 25; k++) {
      const [shape, pose, at] = [anyShape(rng, 0.4), poseWithin(rng, 0.5), poseWithin(rng, 3)];
      const motions = [0, 1].map(
        (n): Motion => ({
          linear: [0, 1, 2].map((axis) => (n === 0 ? rng.uniform(-0.5, 0.5) : -1.5 * at[axis])),
          angular: k % 2 === 0 ? [0, 0, 0] : rng.direction().map((x) => 0.5 * x),
        }),
      );
      const found = timeOfImpact({ shape: small, pose }, motions[0], { shape, pose: at }, motions[1]);
      const each = Array.from({ length: small.partCount }, (_, part) =>
        timeOfImpact({ shape: small.part(part), pose }, motions[0], { shape, pose: at }, motions[1]),
      ).filter(({ hit }) => hit);
      const least = Math.min(...each.map(({ time }) => time));
      expect(found.hit).toBe(least < Infinity);
      if (found.hit) expect(found.time).toBeCloseTo(least, 6);
      hits += found.hit ? 1 : 0;
    }
    expect(hits).toBeGreaterThan(8);
  });
});
