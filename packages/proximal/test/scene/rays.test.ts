// Rays: a hit is never too late, and too early by at most the tolerance.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
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
import { Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { compound, type RayHit, Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
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
    let hits = 0;
    forAll({ seed: 5, cases: 80 }, (rng) => {
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
        return;
      }
      hits++;
      if (hit.status === 'overlapping') {
        expect([hit.distance, distance(point(), at(0), shape, pose).distance]).toEqual([0, expect.closeTo(0, 9)]);
        return;
      }
      const atHit = distance(point(), { position: hit.point }, shape, pose, { relativeTolerance: 1e-14 });
      expect(atHit.lower).toBeLessThan(error * 10);
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
    });
    expect(hits).toBeGreaterThan(3);
  });
});

describe('rayCast', () => {
  it('finds the nearest of many bodies, and rayCastAll all of them', () => {
    const rng = new Rng(2);
    const scene = new Scene();
    for (let k = 0; k < 60; k++) scene.add(anyShape(rng), poseWithin(rng, 5));
    const distanceAlone = (each: (typeof scene.bodies)[number], origin: Vec3, direction: Vec3): number =>
      cast(each.shape as Shape, each.pose, origin, direction)?.distance ?? Infinity;
    forAll({ seed: 2, cases: 100 }, (own) => {
      const [origin, direction] = [own.direction().map((x) => 8 * x) as Vec3, own.direction()];
      const expected = scene.bodies.map((each) => distanceAlone(each, origin, direction)).filter((d) => d < Infinity);
      expect(scene.rayCast(origin, direction)?.distance ?? Infinity).toBeCloseTo(Math.min(...expected), 9);
      const all = scene.rayCastAll(origin, direction).map((hit) => hit.distance);
      expect(all.length).toBe(expected.length);
      expected.sort((p, q) => p - q).forEach((d, n) => void expect(all[n]).toBeCloseTo(d, 9));
    });
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
  ])('reports a hit of %s, not a miss', (_name, geometry) => {
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
