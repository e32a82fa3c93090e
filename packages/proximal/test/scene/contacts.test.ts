// Contacts have the right points for every order of the bodies, pose and kind of contact.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collide,
  cone,
  cylinder,
  halfspace,
  rounded,
  type Shape,
  signedDistance,
  sphere,
} from '../../src/index.ts';
import { compose, fromAxisAngle, inverse, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { type Manifold, Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { anyShape, poseWithin } from './random.ts';

function touching(
  a: Shape,
  poseA: Float64Array | object,
  b: Shape,
  poseB: Float64Array | object,
  options = {},
): Manifold {
  const scene = new Scene();
  scene.add(a, poseA);
  scene.add(b, poseB);
  const manifolds = scene.contacts(options);
  expect(manifolds.length).toBe(1);
  return manifolds[0];
}

function expectPoints(found: readonly Vec3[], expected: readonly Vec3[], error: number): void {
  expect(found.length).toBe(expected.length);
  for (const point of expected) {
    const nearest = Math.min(...found.map((other) => Math.hypot(...other.map((x, k) => x - point[k]))));
    expect(nearest).toBeLessThan(error);
  }
}

const square = (half: number, z: number): Vec3[] => [
  [half, half, z],
  [-half, half, z],
  [half, -half, z],
  [-half, -half, z],
];

describe('a box resting on a box', () => {
  it.each([0, 1e-12, -1e-4, -0.1])('touches at its four corners, gap %s', (gap) => {
    const { normal, points, distance, depth } = touching(
      box(2, 2, 0.5),
      { position: [0, 0, -0.5] },
      box(0.5, 0.5, 0.5),
      { position: [0, 0, 0.5 + gap] },
      { margin: 1e-6 },
    );
    expect(normal[2]).toBeCloseTo(1, 12);
    expect([distance, depth]).toEqual([expect.closeTo(gap, 11), expect.closeTo(Math.max(0, -gap), 11)]);
    expectPoints(
      points.map(({ pointA }) => pointA),
      square(0.5, 0),
      1e-9,
    );
    expectPoints(
      points.map(({ pointB }) => pointB),
      square(0.5, gap),
      1e-9,
    );
    for (const point of points) expect(point.gap).toBeCloseTo(gap, 11);
  });

  it('touches at its four corners at any position and orientation', () => {
    forAll({ seed: 4, cases: 50 }, (rng) => {
      const frame = poseWithin(rng, 10);
      const turned = fromAxisAngle([0, 0, 1], rng.uniform(0, 6), [0.3, 0.2, 0.5]);
      const { normal, points } = touching(
        box(2, 2, 0.5),
        compose(frame, { position: [0, 0, -0.5] }),
        box(0.5, 0.5, 0.5),
        compose(frame, turned),
      );
      expectPoints(
        points.map(({ pointA }) => pointA),
        square(0.5, -0.5).map((corner) => transformPoint(compose(frame, turned), corner)),
        1e-9,
      );
      const up = transformPoint(inverse({ rotation: frame.subarray(3) }), normal);
      expect(up[2]).toBeCloseTo(1, 12);
    });
  });

  it('has the corners of the overlap for equal and for crossed boxes', () => {
    const same = touching(box(1, 1, 1), {}, box(1, 1, 1), { position: [0, 0, 2] });
    expectPoints(
      same.points.map(({ pointA }) => pointA),
      square(1, 1),
      1e-9,
    );
    const bars = touching(box(2, 0.5, 0.5), {}, box(0.5, 2, 0.5), { position: [0, 0, 1] });
    expectPoints(
      bars.points.map(({ pointA }) => pointA),
      square(0.5, 0.5),
      1e-9,
    );
    // Turned by 45 degrees: the overlap of two squares is an octagon.
    const eighth = fromAxisAngle([0, 0, 1], Math.PI / 4, [0, 0, 2]);
    const octagon = touching(box(1, 1, 1), {}, box(1, 1, 1), eighth, { maxPoints: Infinity });
    expect(octagon.points.length).toBe(8);
    expect(touching(box(1, 1, 1), {}, box(1, 1, 1), eighth).points.length).toBe(4);
    for (const maxCount of [1, 2, 3])
      expect(touching(box(1, 1, 1), {}, box(1, 1, 1), eighth, { maxPoints: maxCount }).points.length).toBe(maxCount);
  });

  it('has the normal from the lower id to the higher', () => {
    const scene = new Scene();
    const a = scene.add(box(1, 1, 1), { position: [0, 0, 2] });
    const b = scene.add(box(1, 1, 1), {});
    const [{ normal, a: first, b: second }] = scene.contacts();
    expect([first, second]).toEqual([a, b]);
    expect(normal[2]).toBeCloseTo(-1, 12);
  });
});

describe('contacts', () => {
  it('along edges have two points, across edges one', () => {
    const turned = fromAxisAngle([1, 0, 0], Math.PI / 4, [0, 0, 1 + Math.SQRT2]);
    const edge = touching(box(1, 1, 1), {}, box(0.5, 1, 1), turned);
    expectPoints(
      edge.points.map(({ pointA }) => pointA),
      [
        [0.5, 0, 1],
        [-0.5, 0, 1],
      ],
      1e-7,
    );
    const lying = fromAxisAngle([1, 0, 0], Math.PI / 4);
    const across = compose(fromAxisAngle([0, 0, 1], Math.PI / 2, [0, 0, 2 * Math.SQRT2]), lying);
    const crossing = touching(box(1, 1, 1), lying, box(1, 1, 1), across);
    expectPoints(
      crossing.points.map(({ pointA }) => pointA),
      [[0, 0, Math.SQRT2]],
      1e-7,
    );
    const parallel = touching(
      box(1, 1, 1),
      lying,
      box(0.5, 1, 1),
      compose({ position: [0.2, 0, 2 * Math.SQRT2] }, lying),
    );
    expectPoints(
      parallel.points.map(({ pointA }) => pointA),
      [
        [0.7, 0, Math.SQRT2],
        [-0.3, 0, Math.SQRT2],
      ],
      1e-6,
    );
  });

  it('of curved shapes have one point', () => {
    for (const [a, b, height] of [
      [sphere(1), sphere(2), 3],
      [box(1, 1, 1), sphere(1), 2],
      [sphere(1), capsule(1, 1), 3],
    ] as const) {
      const { points } = touching(a, {}, b, { position: [0, 0, height] });
      expect([points.length, points[0].gap]).toEqual([1, expect.closeTo(0, 9)]);
    }
  });

  it('of cylinders and cones have four points on a face, two on a side, and one at a rim or apex', () => {
    const onFace = touching(halfspace(), {}, cylinder(1, 1), { position: [0, 0, 1] });
    expect(onFace.points.length).toBe(4);
    for (const { pointB } of onFace.points) expect(Math.hypot(pointB[0], pointB[1])).toBeCloseTo(1, 9);
    expect(touching(halfspace(), {}, cone(1, 1), { position: [0, 0, 1] }).points.length).toBe(4);
    const onSide = touching(box(5, 5, 1), {}, cylinder(1, 2), fromAxisAngle([0, 1, 0], Math.PI / 2, [0, 0, 2]));
    expectPoints(
      onSide.points.map(({ pointA }) => pointA),
      [
        [2, 0, 1],
        [-2, 0, 1],
      ],
      1e-9,
    );
    // Standing on its rim, leaning by 45 degrees: one point.
    const leaning = fromAxisAngle([0, 1, 0], Math.PI / 4, [0, 0, Math.SQRT2]);
    const onRim = touching(halfspace(), {}, cylinder(1, 1), leaning);
    expectPoints(
      onRim.points.map(({ pointB }) => pointB),
      [[0, 0, 0]],
      1e-9,
    );
    // Leaning a little: one point of the patch is the deepest point of the rim, and none is above the floor.
    const tipped = touching(halfspace(), {}, cylinder(1, 1), fromAxisAngle([1, 0.3, 0], 0.05, [0, 0, 1]));
    expect(Math.min(...tipped.points.map(({ gap }) => gap))).toBeCloseTo(tipped.distance, 9);
    for (const { gap } of tipped.points) expect(gap).toBeLessThanOrEqual(1e-8);
    const cylinders = touching(cylinder(1, 1), {}, cylinder(0.5, 1), { position: [0.2, 0, 2] });
    expect(cylinders.points.length).toBe(4);
    for (const { pointB } of cylinders.points) expect(Math.hypot(pointB[0] - 0.2, pointB[1])).toBeCloseTo(0.5, 9);
    const tip = touching(halfspace(), {}, cone(1, 1), fromAxisAngle([1, 0, 0], Math.PI, [0, 0, 1]));
    expectPoints(
      tip.points.map(({ pointB }) => pointB),
      [[0, 0, 0]],
      1e-9,
    );
  });

  it('of a box or rounded box on a half-space are below its corners, for both orders of the bodies', () => {
    const soft = touching(halfspace(), {}, rounded(box(1, 1, 1), 0.25), { position: [0, 0, 1.25] });
    expectPoints(
      soft.points.map(({ pointB }) => pointB),
      square(1, 0),
      1e-9,
    );
    const below = touching(box(1, 1, 1), { position: [0, 0, 1] }, halfspace(), {});
    expect(below.normal[2]).toBeCloseTo(-1, 12);
    expectPoints(
      below.points.map(({ pointA }) => pointA),
      square(1, 0),
      1e-9,
    );
  });

  it('are selected by their own gap', () => {
    // Tilted by 0.02 rad about y with the low edge 0.01 deep: the high edge is 0.03 above.
    const pose = fromAxisAngle([0, 1, 0], 0.02, [0, 0, 1.01]);
    const low = touching(halfspace(), {}, box(1, 1, 1), pose);
    expect(low.points.length).toBe(2);
    const all = touching(halfspace(), {}, box(1, 1, 1), pose, { margin: 0.1 });
    expect(all.points.length).toBe(4);
    const gaps = all.points.map(({ gap }) => gap).sort((p, q) => p - q);
    expect(gaps[0]).toBeCloseTo(all.distance, 9);
    expect(gaps[3] - gaps[0]).toBeCloseTo(2 * Math.sin(0.02), 9);
    // `upTo` decides which pairs of bodies have contacts, `margin` which of their points count.
    expect(touching(halfspace(), {}, box(1, 1, 1), pose, { margin: 0.1, upTo: 0 }).points.length).toBe(4);
    const scene = new Scene({ margin: 0.1 });
    scene.add(halfspace(), {});
    scene.add(box(1, 1, 1), { position: [0, 0, 1.05] });
    expect([scene.contacts({ upTo: 0.01 }).length, scene.contacts().length]).toEqual([0, 1]);
    expect(scene.contacts({ margin: 0.01, upTo: 1 })).toEqual([]);
  });
});

describe('ids', () => {
  it('are distinct, and stay the same while a box slides and rocks', () => {
    const scene = new Scene({ margin: 0.01 });
    scene.add(box(2, 2, 0.5), { position: [0, 0, -0.5] });
    const top = scene.add(box(0.5, 0.5, 0.5), { position: [0, 0, 0.5] });
    const idsNow = (): number[] =>
      scene
        .contacts()[0]
        .points.map(({ id }) => id)
        .sort((p, q) => p - q);
    const first = idsNow();
    expect(new Set(first).size).toBe(4);
    for (let step = 1; step < 20; step++) {
      top.setPose(fromAxisAngle([1, 2, 5], 0.001 * step, [0.05 * step, -0.02 * step, 0.5 - 1e-4]));
      expect(idsNow()).toEqual(first);
    }
  });

  it.each([0, 0.01])('stay the same under jitter of 1e-9, with a margin of %s', (margin) => {
    const upright = { position: [0, 0, 1] };
    for (const [below, above, seed] of [
      [box(1, 1, 1), box(1, 1, 1), 1],
      [box(1, 1, 1), box(0.5, 1, 1), 2],
      [box(2, 2, 1), cylinder(1, 1), 3],
      [cylinder(1, 1), cylinder(1, 1), 4],
      [cylinder(1, 1), box(1, 1, 1), 5],
    ] as const) {
      for (const rocks of [false, true]) {
        const rng = new Rng(seed);
        const scene = new Scene({ margin });
        const frame = seed % 2 === 0 ? Float64Array.of(0, 0, 0, 0, 0, 0, 1) : poseWithin(rng, 5);
        scene.add(below, compose(frame, { position: [0, 0, -1] }));
        const body = scene.add(above, compose(frame, upright));
        let first: number[] | null = null;
        for (let step = 0; step < 50; step++) {
          const jitter = (): number => rng.uniform(-1e-9, 1e-9);
          const by: Vec3 = rocks ? [0, 0, 1] : [jitter(), jitter(), 1 - 2e-9 + jitter()];
          const tilt = fromAxisAngle(rng.direction(), rocks ? 1e-9 : 0, by);
          body.setPose(compose(frame, tilt));
          const ids = scene.contacts()[0].points.map(({ id }) => id);
          first ??= ids;
          expect([seed, rocks, step, ...ids.sort((p, q) => p - q)]).toEqual([seed, rocks, step, ...first]);
          expect(new Set(ids).size).toBe(4);
        }
      }
    }
  });

  it('are the same for an edge, whichever of its two faces is clipped', () => {
    const scene = new Scene({ margin: 0.05 });
    scene.add(box(2, 2, 0.5), { position: [0, 0, -0.5] });
    const bar = scene.add(box(4, 0.5, 0.5), { position: [0, 0, 0.5] });
    const before = scene.contacts()[0].points.map(({ id }) => id);
    bar.setPose(fromAxisAngle([0, 0, 1], 0.1, [0.1, 0, 0.5]));
    expect(
      scene
        .contacts()[0]
        .points.map(({ id }) => id)
        .sort(),
    ).toEqual(before.sort());
  });
});

describe('every contact point', () => {
  it('is on both surfaces along the normal, and no point is deeper than the distance', () => {
    for (let seed = 0; seed < 40; seed++) {
      const rng = new Rng(seed);
      const scene = new Scene({ margin: 0.02 });
      for (let k = 0; k < 12; k++) scene.add(anyShape(rng), poseWithin(rng, 1));
      for (const { a, b, normal, distance, points } of scene.contacts({ maxPoints: Infinity })) {
        const expected = signedDistance(a.shape as Shape, a.pose, b.shape as Shape, b.pose);
        expect(distance).toBeCloseTo(expected.distance, 7);
        expect(Math.min(...points.map(({ gap }) => gap))).toBeCloseTo(distance, 6);
        expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
        for (const { pointA, pointB, gap } of points) {
          expect(gap).toBeGreaterThanOrEqual(distance - 1e-7);
          expect(gap).toBeLessThanOrEqual(0.02 + 1e-7);
          pointB.forEach((x, k) => void expect(x - pointA[k]).toBeCloseTo(gap * normal[k], 9));
          expect(collide(sphere(1e-6), { position: pointA }, a.shape as Shape, a.pose)).toBe(true);
          expect(collide(sphere(1e-6), { position: pointB }, b.shape as Shape, b.pose)).toBe(true);
        }
      }
    }
  });
});
