import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  cone,
  convex,
  convexMesh,
  custom,
  cylinder,
  frustum,
  halfspace,
  rounded,
  type Shape,
  sphere,
  sum,
  transformed,
} from '../../src/index.ts';
import { fromAxisAngle, transformPoint } from '../../src/math/index.ts';

const ellipsoid = custom({
  support(dx, dy, dz, out) {
    const length = Math.sqrt(dx * dx + 4 * dy * dy + 9 * dz * dz) || 1;
    out.set([dx / length, (4 * dy) / length, (9 * dz) / length]);
  },
});

describe('shapes', () => {
  it('have the support points of their formulas', () => {
    expect(box(1, 2, 3).support([1, -1, 0.5])).toEqual([1, -2, 3]);
    expect(capsule(0.5, 2).support([0, 0, -9])).toEqual([0, 0, -2.5]);
    expect(sphere(2).support({ x: 0, y: 3, z: 0 })).toEqual([0, 2, 0]);
    expect(rounded(box(1, 1, 1), 1).support([0, 0, 1])[2]).toBe(2);
  });

  it('keep the plane of a half-space when rounded', () => {
    const grown = rounded(halfspace(), 0.5);
    expect(grown.boundingBox()).toEqual({ min: [-Infinity, -Infinity, -Infinity], max: [Infinity, Infinity, 0.5] });
    expect(() => grown.massProperties()).toThrow('a half-space is unbounded and has no mass');
    expect(() => grown.orientedBoundingBox()).toThrow('a half-space is unbounded');
    expect(grown.boundingSphere().radius).toBe(Infinity);
  });

  it('have faces where they are flat, also rounded, moved and summed', () => {
    const cylinderShape = cylinder(1, 1);
    expect(cylinder(1, 0).supportFace([0, 0, -1]).length).toBe(16);
    expect(
      frustum(0.2, 1, 0)
        .supportFace([0, 0, -1])
        .every(([x, y]) => Math.abs(Math.hypot(x, y) - 1) < 1e-12),
    ).toBe(true);
    expect(rounded(cylinderShape, 0.5).supportFace([0, 0, 1]).length).toBe(16);
    expect(rounded(cylinderShape, 0.5).supportFace([1, 0, 0])).toEqual([
      [1.5, 0, -1],
      [1.5, 0, 1],
    ]);
    expect(
      transformed(cylinderShape, { translation: [0, 0, 1] })
        .supportFace([0, 0, 1])
        .every(([, , z]) => z === 2),
    ).toBe(true);
    expect(transformed(capsule(0.5, 1), { linear: [2, 0, 0, 0, 1, 0, 0, 0, 1] }).supportFace([1, 0, 0]).length).toBe(2);
    expect(sum(cylinderShape, box(1, 1, 1)).supportFace([0, 0, 1]).length).toBeGreaterThan(16);
  });

  it('accept meshes in single precision with a tolerance; the error states which tolerance suffices', () => {
    const pose = fromAxisAngle([1, 2, 3], 1);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
      transformPoint(pose, [k & 1, (k >> 1) & 1, k >> 2]).map(Math.fround),
    );
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ];
    const triangles = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
    expect(() => convexMesh(corners, triangles)).toThrow(/or give a tolerance of \S+ m/);
    expect(convexMesh(corners, triangles, { tolerance: 1e-6 }).volume).toBeCloseTo(1, 6);
  });

  it('have tight bounding spheres', () => {
    expect(cone(1, 2).boundingSphere()).toEqual({ center: [0, 0, -0.125], radius: 2.125 });
    expect(cone(2, 0.5).boundingSphere()).toEqual({ center: [0, 0, -0.5], radius: 2 });
    expect(rounded(cylinder(3, 4), 1).boundingSphere()).toEqual({ center: [0, 0, 0], radius: 6 });
  });

  it('nest up to a limit of shapes', () => {
    let shape: Shape = box(1, 1, 1);
    for (let k = 0; k < 11; k++) shape = sum(shape, shape);
    expect(shape.support([1, 1, 1])).toEqual([2048, 2048, 2048]);
    expect(() => sum(sum(shape, shape), shape)).toThrow(
      /give a shape made of fewer than 4096 shapes: this one is made of \d+/,
    );
  });

  it('break ties toward the lowest index', () => {
    expect(
      convex([
        [0, 0, 1],
        [1, 0, 0],
        [1, 1, 0],
        [1, 0, 0],
      ]).support([1, 0, 0]),
    ).toEqual([1, 0, 0]);
  });

  it('accept vertices as numbers or as triples, and copy them', () => {
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const hull = convex(flat);
    flat.fill(9);
    expect(hull.vertexCount).toBe(3);
    expect(hull.vertex(1)).toEqual([1, 0, 0]);
    expect(convex([[0, 0, 0], { x: 1, y: 0, z: 0 }, Float64Array.of(0, 1, 0)]).support([1, 0, 0])).toEqual([1, 0, 0]);
  });

  it('measure a custom shape by support calls, and use given values', () => {
    expect(ellipsoid.boundingBox()).toEqual({ min: [-1, -2, -3], max: [1, 2, 3] });
    expect(ellipsoid.center).toEqual([0, 0, 0]);
    // The ball inside the octahedron with half axes 1, 2, 3.
    expect(ellipsoid.inradius).toBeCloseTo(1 / Math.sqrt(1 + 1 / 4 + 1 / 9), 12);
    const given = custom({
      support: () => {},
      center: [1, 0, 0],
      inradius: 0.1,
      boundingBox: { min: [0, -1, -1], max: [2, 1, 1] },
    });
    expect([given.center, given.inradius, given.boundingRadius]).toEqual([[1, 0, 0], 0.1, Math.sqrt(3)]);
  });

  it('can be rounded repeatedly: the radii add up', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 5, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (r, s) => {
        const twice = rounded(rounded(box(1, 1, 1), r), s);
        expect(twice.radius).toBe(r + s);
        expect(twice.support([0, 1, 0])[1]).toBeCloseTo(1 + r + s, 12);
      }),
    );
  });
});
