import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  convex,
  custom,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  supportBatch,
} from '../../src/index.ts';
import { Rng, type Vec3 } from '../../src/math/index.ts';

const ellipsoid = custom({
  support(dx, dy, dz, out) {
    const length = Math.sqrt(dx * dx + 4 * dy * dy + 9 * dz * dz) || 1;
    out.set([dx / length, (4 * dy) / length, (9 * dz) / length]);
  },
});
const wedge = convex([
  [-1, -1, 0],
  [1, -1, 0],
  [1, 1, 0],
  [-1, 1, 0],
  [0, -1, 1],
  [0, 1, 1],
]);
const shapes: Record<string, Shape> = {
  point: point(),
  segment: segment(0.7),
  'segment of length 0': segment(0),
  sphere: sphere(0.4),
  box: box(1, 0.5, 2),
  sheet: box(1, 1, 0),
  capsule: capsule(0.2, 0.6),
  'capsule without length': capsule(0.2, 0),
  'capsule without radius': capsule(0, 0.6),
  convex: wedge,
  'convex of one point': convex([1, 2, 3]),
  'rounded box': rounded(box(1, 2, 3), 0.25),
  'rounded rounded hull': rounded(rounded(wedge, 0.1), 0.2),
  'rounded by nothing': rounded(sphere(1), 0),
  custom: ellipsoid,
  'rounded custom': rounded(ellipsoid, 0.5),
};
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const directions = Array.from(
  { length: 500 },
  (
    (rng) => () =>
      rng.direction()
  )(new Rng(11)),
);

describe.each(Object.entries(shapes))('%s', (_name, shape) => {
  it('has support points that are farthest among all support points, whatever the length of the direction', () => {
    const points = directions.map((direction) => shape.support(direction));
    let excess = 0;
    directions.forEach((direction, k) => {
      const reach = dot(direction, points[k]);
      for (const other of points) excess = Math.max(excess, dot(direction, other) - reach);
      const scaled = shape.support(direction.map((x) => 1000 * x) as Vec3);
      excess = Math.max(excess, Math.abs(dot(direction, scaled) - reach));
    });
    expect(excess).toBeLessThan(1e-12);
  });

  it('keeps its bounds: box, sphere and inner ball', () => {
    const { min, max } = shape.boundingBox();
    const ball = shape.boundingSphere();
    let excess = 0;
    for (const direction of directions) {
      const p = shape.support(direction);
      p.forEach((x, k) => {
        excess = Math.max(excess, min[k] - x, x - max[k]);
      });
      excess = Math.max(excess, Math.hypot(...p.map((x, k) => x - ball.center[k])) - ball.radius);
      // The inner ball's own support does not reach beyond the shape's.
      excess = Math.max(excess, dot(direction, shape.center) + shape.inradius - dot(direction, p));
    }
    expect(excess).toBeLessThan(1e-12);
  });

  it('answers many directions at once as it answers one', () => {
    const flat = Float64Array.from(directions.concat(directions).flat());
    const points = supportBatch(shape, flat);
    expect(supportBatch(shape, flat.slice(), points)).toBe(points);
    for (const [k, direction] of directions.entries()) {
      expect([...points.subarray(3 * k, 3 * k + 3)]).toEqual(shape.support(direction));
    }
  });
});

describe('shapes', () => {
  it('have the support points of their formulas', () => {
    expect(box(1, 2, 3).support([1, -1, 0.5])).toEqual([1, -2, 3]);
    expect(capsule(0.5, 2).support([0, 0, -9])).toEqual([0, 0, -2.5]);
    expect(sphere(2).support({ x: 0, y: 3, z: 0 })).toEqual([0, 2, 0]);
    expect(rounded(box(1, 1, 1), 1).support([0, 0, 1])[2]).toBe(2);
  });

  it('break ties towards the lowest index', () => {
    expect(
      convex([
        [0, 0, 1],
        [1, 0, 0],
        [1, 1, 0],
        [1, 0, 0],
      ]).support([1, 0, 0]),
    ).toEqual([1, 0, 0]);
  });

  it('take vertices flat or as triples, and own them', () => {
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const hull = convex(flat);
    flat.fill(9);
    expect(hull.vertexCount).toBe(3);
    expect(hull.vertex(1)).toEqual([1, 0, 0]);
    expect(convex([[0, 0, 0], { x: 1, y: 0, z: 0 }, Float64Array.of(0, 1, 0)]).support([1, 0, 0])).toEqual([1, 0, 0]);
  });

  it('measure a custom shape by support calls, and believe what they are told', () => {
    expect(ellipsoid.boundingBox()).toEqual({ min: [-1, -2, -3], max: [1, 2, 3] });
    expect(ellipsoid.center).toEqual([0, 0, 0]);
    // The ball inside the octahedron with half axes 1, 2, 3.
    expect(ellipsoid.inradius).toBeCloseTo(1 / Math.sqrt(1 + 1 / 4 + 1 / 9), 12);
    const told = custom({
      support: () => {},
      center: [1, 0, 0],
      inradius: 0.1,
      boundingBox: { min: [0, -1, -1], max: [2, 1, 1] },
    });
    expect([told.center, told.inradius, told.boundingRadius]).toEqual([[1, 0, 0], 0.1, Math.sqrt(3)]);
  });

  it('round as often as one likes: the radii add up', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 5, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (r, s) => {
        const twice = rounded(rounded(box(1, 1, 1), r), s);
        expect(twice.radius).toBe(r + s);
        expect(twice.support([0, 1, 0])[1]).toBeCloseTo(1 + r + s, 12);
      }),
    );
  });
});
