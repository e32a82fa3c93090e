// Properties of every kind of 2D shape, and the registry's agreement with the kernel and the exports.
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import * as layout from '../../src/engine/2d-layout.ts';
import { Rng } from './random.ts';

const { box, capsule, circle, custom, ellipse, fromJSON, halfplane, point, polygon, rounded, segment } = plane;
const { shapeDefinitions, supportBatch } = plane;

const samples: Record<string, plane.Shape> = {
  point: point(),
  segment: segment(1.5),
  circle: circle(0.7),
  box: box(1, 0.25),
  capsule: capsule(0.25, 1),
  ellipse: ellipse(2, 0.5),
  polygon: polygon([
    [3, 1],
    [4, 1],
    [4, 3],
    [2, 2],
  ]),
  halfplane: halfplane(),
  rounded: rounded(polygon([0, 0, 1, 0, 0, 1]), 0.5),
  custom: custom({
    support(dx, dy, out) {
      out[0] = dx > 0 ? 1 : 0;
      out[1] = dy > 0 ? 1 : 0;
    },
  }),
  'flat box': box(1, 0),
  'box of a point': box(0, 0),
  'segment of a point': segment(0),
  'polygon of two points': polygon([0, 0, 1, 1]),
  'polygon of one point': polygon([2, 3, 2, 3]),
  '500-gon': polygon(Array.from({ length: 500 }, (_, k) => [Math.cos(k), Math.sin(k)])),
  'rounded rounded': rounded(rounded(box(1, 1), 0.1), 0.2),
};

describe('the registry', () => {
  const definitions = shapeDefinitions();

  it('has every shape function, and every kind of the kernel', () => {
    const functions = ['box', 'capsule', 'circle', 'custom', 'ellipse', 'halfplane', 'point', 'polygon', 'rounded'];
    expect(definitions.map(({ kind }) => kind).sort()).toEqual([...functions, 'segment'].sort());
    for (const { kind } of definitions) expect(plane).toHaveProperty(kind);
    const codes = Object.entries(layout).filter(([name]) => name.startsWith('KIND_'));
    expect(new Set(definitions.flatMap(({ codes }) => codes))).toEqual(new Set(codes.map(([, code]) => code)));
  });

  it.each(definitions.filter(({ make }) => make))('$kind is made from its initial values', ({ kind, fields }) => {
    const values = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
    const shape = fromJSON({ version: 1, kind, ...values });
    expect(shape.kind).toBe(kind);
    expect(Object.keys(shape.fields()).sort()).toEqual(fields.map(({ name }) => name).sort());
  });
});

describe.each(Object.entries(samples))('%s', (name, shape) => {
  const rng = new Rng(8);
  const directions = Array.from({ length: 100 }, (_, k) => {
    const angle = k < 16 ? (k * Math.PI) / 8 : rng.uniform(0, 2 * Math.PI);
    return [Math.cos(angle), Math.sin(angle)] as [number, number];
  });

  it('has a convex, homogeneous support function, consistent with its bounding box, bounding radius and inradius', () => {
    if (!shape.isBounded) return;
    const points = directions.map((direction) => shape.support(direction));
    const { min, max } = shape.boundingBox();
    const [cx, cy] = shape.center;
    directions.forEach(([dx, dy], k) => {
      const value = (p: readonly number[]): number => p[0] * dx + p[1] * dy;
      for (const other of points) expect(value(other)).toBeLessThanOrEqual(value(points[k]) + 1e-12);
      expect(value(shape.support([1e-150 * dx, 1e-150 * dy]))).toBeCloseTo(value(points[k]), 12);
      expect(value(shape.support([1e150 * dx, 1e150 * dy]))).toBeCloseTo(value(points[k]), 12);
      const reach = value(points[k]) - (cx * dx + cy * dy);
      expect(reach).toBeGreaterThanOrEqual(shape.inradius - 1e-12);
      expect(Math.hypot(points[k][0] - cx, points[k][1] - cy)).toBeLessThanOrEqual(shape.boundingRadius + 1e-12);
      for (const axis of [0, 1] as const) {
        expect(points[k][axis]).toBeGreaterThanOrEqual(min[axis] - 1e-12);
        expect(points[k][axis]).toBeLessThanOrEqual(max[axis] + 1e-12);
      }
    });
    expect(supportBatch(shape, Float64Array.from(directions.flat()))).toEqual(Float64Array.from(points.flat()));
  });

  it('is equal after a round trip through its JSON form', () => {
    if (name === 'custom') {
      expect(() => shape.toJSON()).toThrow(/no JSON form/);
      return;
    }
    const copy = fromJSON(JSON.stringify(shape));
    expect(copy.toJSON()).toEqual(shape.toJSON());
    if (shape.isBounded) for (const d of directions) expect(copy.support(d)).toEqual(shape.support(d));
  });

  it('has a distance to a point with a valid certificate', () => {
    const probe = { position: [9, 7] } as const;
    const result = plane.distance(shape, {}, point(), probe);
    expect(plane.certify(shape, {}, point(), probe, result).valid).toBe(true);
    expect(result.status).toBe('separated');
  });
});

describe('polygon', () => {
  it('orders its vertices, and drops duplicates, inner points and points on edges', () => {
    const shape = polygon([1, 1, 0, 0, 1, 0, 0, 1, 0.5, 0, 0.5, 0.5, 1, 1]);
    const vertices = Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k));
    expect(vertices).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    expect(shape.center).toEqual([0.5, 0.5]);
  });

  it('decides exactly whether a point is on an edge', () => {
    // The third point is below the line y = x by the smallest step between doubles there, 2⁻⁵⁴.
    const off = polygon([0, 0, 1, 1, 0.5, 0.5 - 2 ** -54, 0, 1]);
    expect(off.vertexCount).toBe(4);
    expect(polygon([0, 0, 1, 1, 0.5, 0.5, 0, 1]).vertexCount).toBe(3);
  });

  it('requires a convex outline with hull: false, in either orientation, with duplicates and collinear points', () => {
    const square = [0, 0, 1, 0, 1, 1, 0, 1];
    expect(polygon(square, { hull: false }).vertexCount).toBe(4);
    expect(polygon([0, 1, 1, 1, 1, 0, 0, 0], { hull: false }).vertexCount).toBe(4);
    expect(polygon([0, 0, 0.5, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0], { hull: false }).vertexCount).toBe(4);
  });

  it('has its centroid as its center', () => {
    const [x, y] = polygon([0, 0, 3, 0, 0, 3]).center;
    expect([x, y]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    expect(polygon([0, 0, 4, 0, 4, 2, 0, 2]).inradius).toBe(1);
  });
});
