// Times of impact of shapes that move and turn: never too late, too early by at most the tolerance, with proofs that hold.
import { describe, expect, it } from 'vitest';
import {
  box,
  certifyImpact,
  circle,
  halfplane,
  type ImpactResult,
  type Motion2,
  point,
  type Shape,
  segment,
  shapeCast,
  signedDistance,
  timeOfImpact,
} from '../../src/2d/index.ts';
import { poseAt, readMover } from '../../src/2d/scene/motion.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose, randomShape } from './random.ts';

interface Case {
  readonly a: { shape: Shape; pose: Float64Array };
  readonly motionA: Motion2;
  readonly b: { shape: Shape; pose: Float64Array };
  readonly motionB: Motion2;
}

function randomMotion(rng: Rng): Motion2 {
  const angular = rng.uniform() < 0.2 ? 0 : rng.uniform(-4, 4);
  return {
    linear: [rng.uniform(-5, 5), rng.uniform(-5, 5)],
    angular,
    axes: rng.uniform() < 0.5 ? 'body' : 'world',
  };
}

/** Two shapes within a few sizes of each other, or null if one of the poses is far away. */
function randomCase(rng: Rng): Case | null {
  const [poseA, poseB] = [randomPose(rng, 2), randomPose(rng, 2)];
  const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
  if (Math.abs(poseA[0]) + Math.abs(poseB[0]) > 1e3) return null;
  return {
    a: { shape: a, pose: poseA },
    motionA: randomMotion(rng),
    b: { shape: b, pose: poseB },
    motionB: rng.uniform() < 0.5 ? {} : randomMotion(rng),
  };
}

/** The signed distance of the moved shapes at a time. */
function distanceAt({ a, motionA, b, motionB }: Case, time: number): number {
  const [poseA, poseB] = [new Float64Array(4), new Float64Array(4)];
  poseAt(readMover('test', 'a', a, motionA, 'motionA'), time, poseA);
  poseAt(readMover('test', 'b', b, motionB, 'motionB'), time, poseB);
  return signedDistance(a.shape, poseA, b.shape, poseB).distance;
}

const impactOf = ({ a, motionA, b, motionB }: Case): ImpactResult => timeOfImpact(a, motionA, b, motionB);
const isValid = ({ a, motionA, b, motionB }: Case, result: ImpactResult): boolean =>
  certifyImpact(a, motionA, b, motionB, result).valid;

describe('poses of a motion', () => {
  it('follow an arc with the axes of the body', () => {
    const mover = readMover(
      'test',
      'a',
      { shape: point(), pose: { position: [1, 2], angle: Math.PI / 2 } },
      {
        linear: [Math.PI, 0],
        angular: Math.PI / 2,
        axes: 'body',
      },
      'motion',
    );
    const pose = new Float64Array(4);
    poseAt(mover, 1, pose);
    // A quarter of a circle of radius 2 to the left, starting along y.
    expect([...pose]).toEqual([-1, 4, -1, 0].map((x) => expect.closeTo(x, 12)));
  });

  it('are the limit of small steps along the velocity', () => {
    forAll({ seed: 11, cases: 100 }, (rng) => {
      const motion = randomMotion(rng);
      const pose = randomPose(rng, 1);
      if (Math.abs(pose[0]) > 1e3) return;
      const mover = readMover('test', 'a', { shape: point(), pose }, motion, 'motion');
      const [x, y] = motion.linear as [number, number];
      const steps = 2000;
      let angle = Math.atan2(pose[3], pose[2]);
      let [px, py] = pose;
      for (let k = 0; k < steps; k++) {
        const turn = motion.axes === 'body' ? angle + (motion.angular as number) / (2 * steps) : 0;
        px += (Math.cos(turn) * x - Math.sin(turn) * y) / steps;
        py += (Math.sin(turn) * x + Math.cos(turn) * y) / steps;
        angle += (motion.angular as number) / steps;
      }
      const out = new Float64Array(4);
      poseAt(mover, 1, out);
      expect(Math.hypot(out[0] - px, out[1] - py)).toBeLessThan(1e-5);
      expect(Math.hypot(out[2] - Math.cos(angle), out[3] - Math.sin(angle))).toBeLessThan(1e-9);
    });
  });
});

describe('timeOfImpact', () => {
  it('finds the angle at which a bar meets a point', () => {
    const bar = { shape: segment(2), pose: {} };
    const peg = { shape: point(), pose: { position: [0, 1] } };
    const result = timeOfImpact(bar, { angular: Math.PI }, peg, {});
    expect(result.status).toBe('touching');
    expect(result.time).toBeCloseTo(0.5, 7);
    expect(result.time).toBeLessThanOrEqual(0.5);
    expect(result.upper).toBeGreaterThanOrEqual(result.time);
  });

  it('finds where a car on an arc meets a wall', () => {
    // The front left corner (2.4, 0.95) turns about the center of the arc, (0, 5).
    const car = { shape: box(2.4, 0.95), pose: {} };
    const wall = { shape: halfplane(), pose: { position: [0, 3], angle: Math.PI } };
    const motion = { linear: [6, 0], angular: 6 / 5, axes: 'body' } as const;
    const result = timeOfImpact(car, motion, wall, {});
    const [radius, start] = [Math.hypot(2.4, 5 - 0.95), Math.atan2(2.4, 5 - 0.95)];
    expect(result.time).toBeCloseTo((Math.acos(2 / radius) - start) / (6 / 5), 7);
    expect(certifyImpact(car, motion, wall, {}, result)).toMatchObject({ valid: true });
  });

  it('agrees with shapeCast without rotation', () => {
    let hits = 0;
    forAll({ seed: 12, cases: 1000 }, (rng) => {
      const found = randomCase(rng);
      if (!found) return;
      const [linearA, linearB] = [found.motionA.linear ?? [0, 0], found.motionB.linear ?? [0, 0]];
      const { a, b } = found;
      const cast = shapeCast(a.shape, a.pose, linearA, b.shape, b.pose, linearB);
      const result = timeOfImpact(a, { linear: linearA }, b, { linear: linearB });
      expect(result.hit).toBe(cast.hit);
      // Each may be early by the time in which the shapes approach each other by the tolerance.
      expect(Math.abs(result.time - cast.time)).toBeLessThan(1e-3);
      if (result.hit) hits++;
    });
    expect(hits).toBeGreaterThan(150);
  });

  it('is free of contact before the time and in contact at it, with a proof', () => {
    const counts = { hits: 0, free: 0, unknown: 0 };
    forAll({ seed: 13, cases: 1500 }, (rng) => {
      const found = randomCase(rng);
      if (!found) return;
      const result = impactOf(found);
      const label = `${found.a.shape.kind} and ${found.b.shape.kind}: ${JSON.stringify({ ...result, proof: undefined })}`;
      if (result.status === 'unknown') counts.unknown++;
      else if (result.hit) counts.hits++;
      else counts.free++;
      expect(isValid(found, result), label).toBe(true);
      if (result.status === 'overlapping') return;
      for (let n = 0; n < 12; n++) expect(distanceAt(found, (result.time * n) / 12), label).toBeGreaterThan(-1e-8);
      if (!result.hit) return;
      expect(Math.abs(distanceAt(found, result.time)), label).toBeLessThanOrEqual(3e-8);
      if (result.upper < 1) expect(distanceAt(found, result.upper), label).toBeLessThan(1e-9);
    });
    expect(counts.hits).toBeGreaterThan(200);
    expect(counts.free).toBeGreaterThan(300);
    expect(counts.unknown).toBeLessThanOrEqual(5);
  });

  it('keeps a distance with a margin', () => {
    const car = { shape: circle(1), pose: {} };
    const wall = { shape: box(1, 1), pose: { position: [6, 0] } };
    const motion = { linear: [10, 0], angular: 3 };
    expect(timeOfImpact(car, motion, wall, {}, { margin: 1 }).time).toBeCloseTo(0.3, 7);
    expect(timeOfImpact(car, motion, wall, {}, { upTo: 0.2 })).toMatchObject({ hit: false, time: 0.2 });
  });

  it('treats contact at the start like shapeCast', () => {
    const still = { shape: box(1, 1), pose: { position: [2, 0] } };
    const at = (x: number, motion: Motion2): string =>
      timeOfImpact({ shape: box(1, 1), pose: { position: [x, 0] } }, motion, still, {}).status;
    expect(at(1, { linear: [1, 0] })).toBe('overlapping');
    expect(at(0, { linear: [1, 0] })).toBe('touching');
    expect(at(0, { linear: [-1, 0] })).toBe('separated');
    expect(at(0, { linear: [0, 1] })).toBe('separated');
    expect(at(0, {})).toBe('separated');
  });
});

describe('certifyImpact', () => {
  it('rejects forged proofs', () => {
    const car = { shape: box(2.4, 0.95), pose: {} };
    const post = { shape: circle(0.5), pose: { position: [6, 3] } };
    const motion = { linear: [6, 0], angular: 6 / 5, axes: 'body' } as const;
    const result = timeOfImpact(car, motion, post, {});
    const check = (time: number, change: (intervals: Float64Array) => Float64Array): boolean =>
      certifyImpact(car, motion, post, {}, { time, proof: { intervals: change(result.proof.intervals.slice()) } })
        .valid;
    expect(result.hit && result.proof.intervals.length >= 12).toBe(true);
    expect(check(result.time, (intervals) => intervals)).toBe(true);
    expect(check(result.time + 1e-3, (intervals) => intervals)).toBe(false);
    expect(check(result.time, (intervals) => intervals.subarray(4))).toBe(false);
    expect(check(result.time, (intervals) => intervals.subarray(0, 4))).toBe(false);
    expect(check(result.time, () => new Float64Array(0))).toBe(false);
    expect(check(result.time, (intervals) => intervals.map((x, k) => (k % 4 < 2 ? x : -x)))).toBe(false);
    expect(check(result.time, (intervals) => intervals.map((x, k) => (k % 4 < 2 ? x : 2 * x)))).toBe(false);
    expect(check(1, () => Float64Array.of(0, 1, result.normal[0], result.normal[1]))).toBe(false);
    expect(check(Number.NaN, (intervals) => intervals)).toBe(false);
    expect(check(1, () => Float64Array.of(0, 1, Number.NaN, 1))).toBe(false);
  });
});
