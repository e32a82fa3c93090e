// Pairs with known answers, and numerically hard pairs.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  circle,
  collide,
  custom,
  type DistanceResult,
  distance,
  ellipse,
  halfplane,
  Pair,
  type Pose2Like,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
  signedDistance,
} from '../../src/2d/index.ts';

/** The result of `distance`, after its certificate and that of the signed distance were checked. */
function runQuery(a: Shape, poseA: Pose2Like, b: Shape, poseB: Pose2Like): DistanceResult {
  const result = distance(a, poseA, b, poseB);
  expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  const signed = signedDistance(a, poseA, b, poseB);
  expect(certify(a, poseA, b, poseB, signed).valid).toBe(true);
  return result;
}

describe('known distances', () => {
  it.each<[string, Shape, Pose2Like, Shape, Pose2Like, number]>([
    ['two circles', circle(1), {}, circle(2), { position: [3, 4] }, 2],
    ['a box and a circle', box(1, 1), {}, circle(0.5), { position: [3, 0] }, 1.5],
    ['two boxes', box(1, 1), {}, box(1, 1), { position: [5, 6] }, 5],
    ['a rotated box', box(1, 1), {}, box(1, 1), { position: [4, 0], angle: Math.PI / 4 }, 3 - Math.SQRT2],
    ['two points', point(), {}, point(), { position: [3, 4] }, 5],
    ['perpendicular segments', segment(1), {}, segment(1), { position: [0, 2], angle: Math.PI / 2 }, 1],
    ['a capsule and a point', capsule(0.5, 1), {}, point(), { position: [4, 4] }, 4.5],
    ['ellipses on an axis', ellipse(2, 1), {}, ellipse(1, 2), { position: [5, 0] }, 2],
    ['a circle over the ground', halfplane(), {}, circle(1), { position: [7, 3] }, 2],
    ['the ground under a box', box(1, 2), { position: [3, 4] }, rounded(halfplane(), 0.5), {}, 1.5],
    ['a rounded polygon', rounded(polygon([0, 0, 1, 0, 0, 1]), 0.25), {}, point(), { position: [-3, 0.5] }, 2.75],
  ])('%s', (_name, a, poseA, b, poseB, expected) => {
    const result = runQuery(a, poseA, b, poseB);
    expect(result.distance).toBeCloseTo(expected, 9);
    expect(result.status).toBe('separated');
    expect(signedDistance(a, poseA, b, poseB).distance).toBeCloseTo(expected, 9);
    expect(collide(a, poseA, b, poseB)).toBe(false);
    expect(collide(a, poseA, b, poseB, { margin: expected + 1e-6 })).toBe(true);
    expect(collide(a, poseA, b, poseB, { margin: expected - 1e-6 })).toBe(false);
  });
});

describe('known depths', () => {
  it.each<[string, Shape, Pose2Like, Shape, Pose2Like, number]>([
    ['two boxes', box(1, 1), {}, box(1, 1), { position: [1.5, 0.2] }, 0.5],
    ['identical boxes', box(1, 2), {}, box(1, 2), {}, 2],
    ['two circles', circle(1), {}, circle(1), { position: [0.5, 0] }, 1.5],
    ['concentric circles', circle(1), {}, circle(2), {}, 3],
    ['a point in a box', box(2, 1), {}, point(), { position: [1, 0.5] }, 0.5],
    ['crossing capsules', capsule(0.1, 1), {}, capsule(0.2, 1), { angle: Math.PI / 2 }, 1.3],
    ['a circle in the ground', halfplane(), {}, circle(1), { position: [0, -2] }, 3],
    ['one deep inside the other', box(10, 10), {}, box(1, 1), { position: [3, 0] }, 8],
    ['crossing segments', segment(1), {}, segment(1), { angle: Math.PI / 2 }, 1],
  ])('%s', (_name, a, poseA, b, poseB, depth) => {
    const signed = signedDistance(a, poseA, b, poseB);
    expect(signed.distance).toBeCloseTo(-depth, 9);
    expect(signed.status).toBe('overlapping');
    const plain = runQuery(a, poseA, b, poseB);
    expect([plain.distance, ...plain.normal, plain.status]).toEqual([0, 0, 0, 'overlapping']);
    expect(plain.pointA).toEqual([expect.closeTo(plain.pointB[0], 9), expect.closeTo(plain.pointB[1], 9)]);
    expect(collide(a, poseA, b, poseB)).toBe(true);
    // Moving B along the normal by slightly more than the depth separates them; moving it by slightly less does not.
    const at = (pose: Pose2Like, by: number): Pose2Like => {
      const { position = [0, 0], angle = 0 } = pose as { position?: [number, number]; angle?: number };
      return { position: [position[0] + by * signed.normal[0], position[1] + by * signed.normal[1]], angle };
    };
    expect(collide(a, poseA, b, at(poseB, depth + 1e-6))).toBe(false);
    expect(collide(a, poseA, b, at(poseB, depth - 1e-6))).toBe(true);
  });
});

describe('touching', () => {
  it.each<[string, Shape, Shape, [number, number]]>([
    ['edge to edge', box(1, 1), box(1, 1), [2, 0]],
    ['edge to edge, shifted', box(1, 1), box(1, 1), [2, 0.7]],
    ['corner to corner', box(1, 1), box(1, 1), [2, 2]],
    ['corner to edge', box(1, 1), polygon([0, 0, 2, 1, 2, -1]), [1, 0]],
    ['circle to edge', box(1, 1), circle(1), [2, 0.5]],
    ['point to point', point(), point(), [0, 0]],
    ['point to corner', box(1, 1), point(), [1, 1]],
    ['point on an edge', box(1, 1), point(), [1, 0.3]],
    ['segments end to end', segment(1), segment(1), [2, 0]],
    ['overlapping collinear segments', segment(1), segment(1), [1, 0]],
    ['on the ground', halfplane(), box(1, 1), [0, 1]],
  ])('%s is a collision with a normal', (_name, a, b, position) => {
    const result = runQuery(a, {}, b, { position });
    expect(result.status).toBe('touching');
    expect(result.distance).toBeCloseTo(0, 12);
    expect(Math.hypot(...result.normal)).toBeCloseTo(1, 12);
    expect(collide(a, {}, b, { position })).toBe(true);
    expect(signedDistance(a, {}, b, { position }).status).toBe('touching');
    expect(signedDistance(a, {}, b, { position }).distance).toBeCloseTo(0, 12);
  });

  it('the signed distance is continuous across contact', () => {
    const [a, b] = [polygon([0, 0, 2, 0, 1, 1]), rounded(box(0.3, 0.2), 0.1)];
    let last = Number.NaN;
    for (let x = 3; x > 0; x -= 0.001) {
      const { distance: value } = signedDistance(a, {}, b, { position: [x, 0.4], angle: 0.3 });
      if (!Number.isNaN(last)) expect(Math.abs(value - last)).toBeLessThanOrEqual(0.001 + 1e-9);
      last = value;
    }
    expect(last).toBeLessThan(0);
  });
});

describe('hard cases', () => {
  const outlines = {
    square: box(1, 1),
    octagon: polygon(Array.from({ length: 8 }, (_, k) => [Math.cos(k), Math.sin(k)])),
    'regular 64-gon': polygon(
      Array.from({ length: 64 }, (_, k) => [Math.cos((k * Math.PI) / 32), Math.sin((k * Math.PI) / 32)]),
    ),
  };
  it.each(Object.entries(outlines))(
    'certifies two copies of a %s with parallel edges at every distance',
    (_name, shape) => {
      for (const angle of [0, Math.PI / 2, 1]) {
        for (let k = 0; k < 50; k++) {
          const by = (k * 2.5) / 49;
          const result = runQuery(shape, { angle }, shape, { angle, position: [by, 0] });
          expect(result.status).not.toBe('unknown');
          expect(result.converged).toBe(true);
        }
      }
    },
  );

  it.each([1e-6, 1e-3, 1, 1e3, 1e6])('certifies shapes of %d m, including needles of 1 : 10,000', (size) => {
    const shapes = [box(size, 1e-4 * size), box(size, size), polygon([0, 0, size, 0, 0, 1e-4 * size]), circle(size)];
    for (const a of shapes) {
      for (const b of shapes) {
        for (let k = 0; k < 40; k++) {
          const [angle, x] = [0.37 * k, 0.06 * k * size];
          runQuery(a, { angle }, b, { position: [x, 0.3 * x], angle: k % 3 === 0 ? angle : -angle });
        }
      }
    }
  });

  it('pairs 1e8 m from the origin have the same answers as at the origin', () => {
    const [a, b] = [polygon([0, 0, 2, 0, 1, 1]), box(0.5, 0.25)];
    for (let k = 0; k < 100; k++) {
      const [x, y] = [0.0625 * k, 0.03125 * k];
      const here = runQuery(a, {}, b, { position: [x, y], angle: k });
      const there = runQuery(a, { position: [1e8, -1e8] }, b, { position: [1e8 + x, -1e8 + y], angle: k });
      expect(there.distance).toBe(here.distance);
      expect(there.localA).toEqual(here.localA);
      expect(there.status).toBe(here.status);
    }
  });

  it('certifies two shapes of very different sizes', () => {
    const ground = box(1e6, 1);
    const result = runQuery(ground, {}, box(0.5, 0.5), { position: [12345.678, 1.75] });
    expect(result.distance).toBeCloseTo(0.25, 9);
  });

  it("a custom shape with an invalid support function ends 'unknown' and does not hang", () => {
    const broken = custom({ support: () => {} });
    const result = distance(broken, {}, box(1, 1), { position: [5, 0] });
    expect([result.status, result.converged]).toEqual(['unknown', false]);
    expect(result.distance).toBeNaN();
    expect(collide(broken, {}, box(1, 1), {})).toBe(true);
    const reversed = custom({
      support(dx, dy, out) {
        out[0] = -dx;
        out[1] = -dy;
      },
      center: [0, 0],
    });
    expect(distance(reversed, {}, box(1, 1), { position: [3, 1] }).iterations).toBeLessThanOrEqual(256);
    expect(signedDistance(reversed, {}, box(1, 1), { position: [0.3, 0.1] }).iterations).toBeLessThanOrEqual(600);
  });
});

describe('options', () => {
  it('upTo stops with a proof that the distance is beyond it', () => {
    const result = distance(polygon([0, 0, 1, 0, 0, 1]), {}, ellipse(1, 2), { position: [9, 5] }, { upTo: 2 });
    expect(result.termination).toBe('upTo');
    expect(result.lower).toBeGreaterThan(2);
    expect(result.status).toBe('separated');
  });

  it('bounds are valid at the limit maxIterations', () => {
    const [a, b, pose] = [ellipse(3, 1), ellipse(1, 3), { position: [4, 4], angle: 1 } as const];
    const result = distance(a, {}, b, pose, { maxIterations: 2 });
    const exact = distance(a, {}, b, pose);
    expect(result.termination).toBe('limit');
    expect(result.lower).toBeLessThan(exact.upper);
    expect(result.upper).toBeGreaterThan(exact.lower);
  });

  it('every guess leads to the same distance', () => {
    const [a, b, pose] = [box(2, 1), ellipse(1, 0.5), { position: [4, 3], angle: 0.4 } as const];
    const expected = distance(a, {}, b, pose).distance;
    for (const guess of ['none', 'bounds', [0, -1], { x: -1, y: 0 }] as const)
      expect(distance(a, {}, b, pose, { guess }).distance).toBeCloseTo(expected, 9);
    const pair = new Pair(a, b, { guess: 'previous' });
    expect(pair.distance({}, pose).distance).toBeCloseTo(expected, 9);
    pair.reset();
    expect(pair.distance({}, pose).distance).toBeCloseTo(expected, 9);
  });

  it('a pose may be given in any form', () => {
    const [a, b] = [box(1, 1), box(1, 2)];
    const angle = 0.7;
    const forms: Pose2Like[] = [
      { position: [5, 1], angle },
      { position: { x: 5, y: 1 }, angle },
      Float64Array.of(5, 1, Math.cos(angle), Math.sin(angle)),
      [5, 1, 3 * Math.cos(angle), 3 * Math.sin(angle)],
    ];
    const answers = forms.map((form) => distance(a, {}, b, form).distance);
    for (const answer of answers) expect(answer).toBeCloseTo(answers[0], 14);
  });
});
