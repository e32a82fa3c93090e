// `clearance` is a lower bound if the search ends before its bounds meet, for polygons and for other shapes.
import { describe, expect, it } from 'vitest';
import {
  box,
  circle,
  clearance,
  clearanceBatch,
  collide,
  collideBatch,
  distance,
  ellipse,
  Pair,
  polygon,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';

const round = polygon(Array.from({ length: 64 }, (_, k) => [3 * Math.cos(0.1 * k), Math.sin(0.1 * k)]));
const shapes = [box(2, 0.1), round, circle(0.5), ellipse(2, 0.5)];
const seed = 20261115;

describe(`an early end (seed ${seed})`, () => {
  it.each(['upTo', 'maxIterations'] as const)('by %s leaves a lower bound', (name) => {
    let early = 0;
    forAll({ seed, cases: 2000 }, (rng, k) => {
      const [a, b] = [shapes[k % 4], shapes[(k >> 2) % 4]];
      const pose = { position: [rng.uniform(-8, 8), rng.uniform(-8, 8)], angle: rng.uniform(-3, 3) } as const;
      const options = name === 'upTo' ? { upTo: rng.uniform(0, 4) } : { maxIterations: 1 + (k % 3) };
      const whole = distance(a, {}, b, pose);
      const { termination } = distance(a, {}, b, pose, options);
      const found = clearance(a, {}, b, pose, options);
      const poses = Float64Array.of(0, 0, 1, 0, ...pose.position, Math.cos(pose.angle), Math.sin(pose.angle));
      expect(clearanceBatch({ shapes: [a, b], poses }, Uint32Array.of(0, 1), options)[0]).toBeCloseTo(found, 9);
      expect(new Pair(a, b, options).clearance({}, pose)).toBe(found);
      expect(found).toBeLessThanOrEqual(whole.upper + 1e-13);
      expect(found).toBeGreaterThanOrEqual(0);
      if (termination === 'upTo') expect(found).toBeGreaterThan(options.upTo as number);
      if (termination === 'converged') expect(Math.abs(found - whole.distance)).toBeLessThan(1e-8);
      else if (found < whole.lower - 1e-6) early += 1;
    });
    expect(early).toBeGreaterThan(100);
  });

  it('is NaN if nothing is known', () => {
    const tiny = box(1e-90, 1e-90);
    expect(distance(tiny, {}, tiny, { position: [1e-80, 0] }).distance).toBeNaN();
    expect(clearance(tiny, {}, tiny, { position: [1e-80, 0] })).toBeNaN();
  });
});

describe(`circles: false (seed ${seed})`, () => {
  it('gives the same answers', () => {
    let decided = 0;
    forAll({ seed, cases: 1000 }, (rng, k) => {
      const [a, b] = [shapes[k % 4], shapes[(k >> 2) % 4]];
      const position = [rng.uniform(-6, 6), rng.uniform(-6, 6)] as const;
      const pose = Float64Array.of(...position, Math.cos(k), Math.sin(k));
      const circles = Math.hypot(...position);
      if (circles < a.inradius + b.inradius || circles > a.boundingRadius + b.boundingRadius) decided += 1;
      const pair = new Pair(a, b, { circles: false, guess: 'bounds' });
      expect(pair.collide({}, pose)).toBe(collide(a, {}, b, pose));
      expect(Math.abs(pair.clearance({}, pose) - clearance(a, {}, b, pose))).toBeLessThan(1e-12);
      const bodies = { shapes: [a, b], poses: Float64Array.of(0, 0, 1, 0, ...pose) };
      const pairs = Uint32Array.of(0, 1);
      expect(clearanceBatch(bodies, pairs, { circles: false })[0]).toBe(pair.clearance({}, pose));
      expect(collideBatch(bodies, pairs, { circles: false })[0]).toBe(pair.collide({}, pose) ? 1 : 0);
    });
    expect(decided).toBeGreaterThan(300);
  });

  it('ignores a wrong inradius, which gives wrong answers with circles', () => {
    const wrong = polygon(
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].flat(),
    );
    Object.defineProperty(wrong, 'inradius', { value: 10 });
    const pose = { position: [5, 0] } as const;
    expect(collide(wrong, {}, circle(1), pose)).toBe(true);
    expect(clearance(wrong, {}, circle(1), pose)).toBe(0);
    expect(collide(wrong, {}, circle(1), pose, { circles: false })).toBe(false);
    expect(clearance(wrong, {}, circle(1), pose, { circles: false })).toBeCloseTo(3, 12);
  });
});
