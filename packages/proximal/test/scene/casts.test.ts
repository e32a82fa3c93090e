// Shape casts and times of impact: a hit is never too late, and too early by at most the tolerance.
import { describe, expect, it } from 'vitest';
import { box, collide, distance, halfspace, sphere } from '../../src/index.ts';
import { compose, fromAxisAngle, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { type Motion, Scene, timeOfImpact, triangleMesh } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { anyShape, poseWithin } from './random.ts';

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
    forAll({ seed: 1, cases: 60 }, (rng) => {
      const [a, b] = [anyShape(rng), anyShape(rng)];
      const poseA = poseWithin(rng, 1);
      const poseB = compose({ position: [3, 0, 0] }, poseWithin(rng, 0.5));
      const motion: Vec3 = [rng.uniform(2, 6), rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)];
      const result = timeOfImpact({ shape: a, pose: poseA }, { linear: motion }, { shape: b, pose: poseB }, {});
      const at = (t: number): Float64Array => compose({ position: motion.map((x) => t * x) as Vec3 }, poseA);
      for (let t = 0; t < result.time - 1e-9; t += 0.02) expect(collide(a, at(t), b, poseB)).toBe(false);
      if (!result.hit) return;
      expect(distance(a, at(result.time), b, poseB).distance).toBeLessThan(1e-7);
      if (result.upper < 1) expect(collide(a, at(result.upper), b, poseB)).toBe(true);
    });
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
    // The bar along x rotates about z. A ball on the x axis overlaps it at the start.
    const [r, d, half] = [0.2, 1, 0.1];
    const result = timeOfImpact(
      { shape: box(2, half, 0.5), pose: {} },
      { angular: [0, 0, Math.PI] },
      { shape: sphere(r), pose: { position: [d, 0, 0] } },
      {},
    );
    expect(result).toMatchObject({ hit: true, time: 0, status: 'overlapping' });
    // The ball on the y axis is a quarter turn away: the bar's face, at the distance `half` from the axis, meets it at the distance r from its
    // center.
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
    forAll({ seed: 2, cases: 60 }, (rng) => {
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
      if (!result.hit) return;
      hits++;
      const [p, q] = both(result.time);
      expect(distance(a, p, b, q).distance).toBeLessThan(1e-7);
      if (result.upper < 1) expect(collide(a, both(result.upper)[0], b, both(result.upper)[1])).toBe(true);
    });
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
  const impactOfFlushBoxes = (rng: Rng, motion: (rng: Rng) => Required<Motion>): ReturnType<typeof timeOfImpact> => {
    const frame = poseWithin(rng, 10);
    const resting = { shape: box(1, 1, 1), pose: frame };
    const at: Vec3 = [rng.uniform(-1, 1), rng.uniform(-1, 1), 1.5];
    const moving = { shape: box(0.5, 0.7, 0.5), pose: compose(frame, { position: at }) };
    const { linear, angular } = motion(rng);
    const rotated = (v: Motion['linear']): Vec3 => transformPoint({ rotation: frame.subarray(3) }, v as Vec3);
    return timeOfImpact(moving, { linear: rotated(linear), angular: rotated(angular) }, resting, {});
  };

  it('are no hit when they slide along a face', () => {
    forAll({ seed: 3, cases: 200 }, (rng, index) => {
      const result = impactOfFlushBoxes(rng, (rng) => ({
        linear: [rng.uniform(-5, 5), rng.uniform(-5, 5), 0],
        angular: [0, 0, index % 2 === 0 ? 0 : rng.uniform(-5, 5)],
      }));
      expect([result.hit, result.status]).toEqual([false, 'separated']);
    });
  });

  it('are no hit when they separate faster than they rotate', () => {
    forAll({ seed: 4, cases: 200 }, (rng) => {
      // By the bound on the speed they might meet: points of the upper box are up to 0.995 from its center. But along the face normal, rotation moves
      // its corners by at most 2.2 · 0.86 = 1.9, because they are at most 0.86 from the line through its center along this normal. The boxes
      // separate by 2.
      const result = impactOfFlushBoxes(rng, (rng) => ({
        linear: [rng.uniform(-1, 1), rng.uniform(-1, 1), 2],
        angular: rng.direction().map((x) => 2.2 * x) as Vec3,
      }));
      expect(result.hit).toBe(false);
    });
  });

  it('are a hit at time 0 when they approach, or turn into each other', () => {
    forAll({ seed: 5, cases: 200 }, (rng, index) => {
      const result = impactOfFlushBoxes(rng, (rng) => ({
        linear: [rng.uniform(-1, 1), rng.uniform(-1, 1), index % 2 === 0 ? 0 : -1],
        angular: [rng.uniform(1, 2), rng.uniform(1, 2), 0],
      }));
      expect([result.hit, result.time]).toEqual([true, 0]);
    });
  });

  it('are no hit as balls that separate, slide or roll with any spin', () => {
    forAll({ seed: 6, cases: 200 }, (rng, index) => {
      const [n, w] = [rng.direction(), rng.direction()];
      const along = rng.direction();
      const speed = along.reduce((sum, x, k) => sum + x * n[k], 0);
      const kind = index % 3;
      // Separating, tangential or zero.
      const linear = along.map((x, k) => (kind === 0 ? -n[k] : kind === 1 ? x - speed * n[k] : 0)) as Vec3;
      const ball = { shape: sphere(1), pose: {} };
      const other =
        kind === 1
          ? { shape: halfspace(), pose: tangentPlane(n) }
          : { shape: sphere(1), pose: { position: n.map((x) => 2 * x) as Vec3 } };
      const result = timeOfImpact(ball, { linear, angular: w.map((x) => 5 * x) as Vec3 }, other, {});
      expect([result.hit, result.status]).toEqual([false, 'separated']);
    });
  });

  it('are a hit later when they separate and come back', () => {
    // A bar that touches a ball turns away and hits the ball with its other face.
    const bar = { shape: box(2, 0.1, 0.1), pose: { position: [0, 0, 0] } };
    const ball = { shape: sphere(0.2), pose: { position: [1, -0.3, 0] } };
    const result = timeOfImpact(bar, { angular: [0, 0, 2 * Math.PI] }, ball, {});
    // At contact, the ball's center is 0.1 + 0.2 = 0.3 m from the bar's middle line, and √1.09 m from the axis of rotation.
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

describe('a cast against a mesh', () => {
  // A flat square of 2 · count² triangles at height 0.
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
    // The motion is longer than the sheet is wide; only triangles below the ball are tested.
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
    const random = new Rng(21);
    const small = triangleMesh(
      Array.from({ length: 60 }, () => random.uniform(-1, 1)),
      Array.from({ length: 45 }, () => random.index(20)),
    );
    let hits = 0;
    forAll({ seed: 21, cases: 25 }, (rng, index) => {
      const [shape, pose, at] = [anyShape(rng, 0.4), poseWithin(rng, 0.5), poseWithin(rng, 3)];
      const motions = [0, 1].map(
        (n): Motion => ({
          linear: [0, 1, 2].map((axis) => (n === 0 ? rng.uniform(-0.5, 0.5) : -1.5 * at[axis])),
          angular: index % 2 === 0 ? [0, 0, 0] : rng.direction().map((x) => 0.5 * x),
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
    });
    expect(hits).toBeGreaterThan(8);
  });
});
