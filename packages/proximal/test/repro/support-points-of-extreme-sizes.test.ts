// Support points overflowed where the point itself is finite:
// - an ellipsoid with a semi-axis of 1e155 m: r∘r∘d and |r∘d|² overflow, and the point was NaN;
// - a cylinder with a radius of 1e307 m: the radius divided by the length of d across the axis overflows for d near the axis;
// - a sphere with a radius of 1.8e308 m: the radius divided by |d| overflows for |d| slightly below 1;
// - a sphere or cylinder under a map with entries of 1e155 or 1e-200: |Lᵀd|² over- or underflows, and the point was the center.
// The bounding radius of a box of 1e155 m was infinite, so that an overflow of its image was not detected, and the bounding radius of a cone of 1e308
// m was NaN.
import { describe, expect, it } from 'vitest';
import { circle, ellipse } from '../../src/2d/index.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  ellipsoid,
  fromJSON,
  sphere,
  superellipsoid,
  transformed,
} from '../../src/index.ts';

const sizes = [5e-324, 1e-200, 1e-155, 1, 1e155, 1e200, 1e307];
const corners = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];
const directions = [
  [1, 0, 0],
  [-0.3, 0.5, 0.8],
  [0, 1e-9, -1],
];

/** The fields of each kind of shape. */
const kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sphere: { radius: 1 },
  box: { hx: 1, hy: 1, hz: 1 },
  capsule: { halfLength: 1, radius: 1 },
  cylinder: { radius: 1, halfLength: 1 },
  cone: { radius: 1, halfLength: 1 },
  frustum: { bottomRadius: 1, topRadius: 0.5, halfLength: 1 },
  ellipsoid: { rx: 1, ry: 1, rz: 1 },
  superellipsoid: { rx: 1, ry: 1, rz: 1, e1: 0.5, e2: 0.5 },
  smoothHull: { vertices: corners, p: 8 },
};

describe.each(Object.entries(kinds))('%s', (kind, fields) => {
  it('has finite support points within its bounds for every size', () => {
    let read = 0;
    for (const size of sizes)
      for (const field of Object.keys(fields).filter((name) => name !== 'vertices')) {
        const json = { version: 1, kind, ...fields, [field]: size };
        let shape: ReturnType<typeof fromJSON>;
        try {
          shape = fromJSON(json as never);
        } catch {
          continue;
        }
        read++;
        for (const direction of directions) {
          const point = [...shape.support(direction)];
          const bound = 1.000001 * shape.boundingRadius;
          const isWithin = point.every((x) => Math.abs(x) <= bound);
          expect({ json, direction, point, isWithin }).toMatchObject({ isWithin: true });
        }
      }
    expect(read).toBeGreaterThan(2);
  });
});

it('the support point of an ellipsoid scales with its size', () => {
  const near = ellipsoid(1, 2, 3).support([-0.3, 0.5, 0.8]);
  for (const scale of [1e-200, 1e155, 1e300]) {
    const far = ellipsoid(scale, 2 * scale, 3 * scale).support([-0.3, 0.5, 0.8]);
    for (let k = 0; k < 3; k++) expect(far[k] / scale).toBeCloseTo(near[k], 12);
  }
});

it.each([
  ['sphere', sphere(1)],
  ['cylinder', cylinder(1, 1)],
] as const)('the support point of the image of a %s scales with the map', (_name, shape) => {
  const image = (scale: number) =>
    transformed(shape, { linear: [1, 0.1, 0, 0, 1, 0, 0, 0.2, 1].map((x) => scale * x) }).support([-0.3, 0.5, 0.8]);
  const near = image(1);
  for (const scale of [1e-300, 1e-200, 1e155, 1e300, 1e308]) {
    const far = image(scale);
    for (let k = 0; k < 3; k++) expect(far[k] / scale).toBeCloseTo(near[k], 12);
  }
});

it.each([
  ['sphere', sphere(Number.MAX_VALUE).support([-0.36, 0.48, 0.8])],
  ['capsule', capsule(Number.MAX_VALUE, 1).support([-0.36, 0.48, 0.8])],
  ['circle', circle(Number.MAX_VALUE).support([-0.36, 0.48])],
] as const)('the support point of the largest %s is on its surface', (kind, point) => {
  const wanted = kind === 'circle' ? [-0.6, 0.8] : [-0.36, 0.48, 0.8];
  point.forEach((x, k) => {
    expect(x / Number.MAX_VALUE).toBeCloseTo(wanted[k], 14);
  });
});

it('the support point of an ellipse scales with its size', () => {
  const near = ellipse(2, 3).support([-0.3, 0.5]);
  for (const scale of [1e-300, 1e-200, 1e155, 1e300]) {
    const far = ellipse(2 * scale, 3 * scale).support([-0.3, 0.5]);
    for (let k = 0; k < 2; k++) expect(far[k] / scale).toBeCloseTo(near[k], 12);
  }
});

it('inscribed and bounding radii scale with the shape', () => {
  for (const make of [
    (s: number) => box(s, 2 * s, 3 * s),
    (s: number) => cone(s, 2 * s),
    (s: number) => superellipsoid(s, 2 * s, 3 * s, 0.5, 0.5),
  ]) {
    const near = make(1);
    for (const scale of [1e-300, 1e-160, 1e155, 1e200, 1e307]) {
      const far = make(scale);
      expect(far.boundingRadius / scale).toBeCloseTo(near.boundingRadius, 12);
      expect(far.inradius / scale).toBeCloseTo(near.inradius, 12);
    }
  }
});

it('the center of the largest cone is finite', () => {
  expect(cone(Number.MAX_VALUE, 1).center[2]).toBeCloseTo(0, 15);
  expect(cone(1, Number.MAX_VALUE).boundingRadius).toBe(Infinity);
});

it('transformed rejects the image of a box of 1e308 m that overflows', () => {
  const stretched = { linear: [1, 1e20, 0, 0, 1, 0, 0, 0, 1] };
  expect(() => transformed(box(1, 1e308, 1), stretched)).toThrow('the distance of the farthest point');
});
