// Distance fields: the exact distance is between the bounds everywhere, for every kind of body.
import { describe, expect, it } from 'vitest';
import { box, capsule, convex, point, type Shape, signedDistance, sphere } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import type { Rng, Vec3 } from '../../src/math/index.ts';
import {
  compound,
  DistanceField,
  decompose,
  distanceField,
  type FieldBody,
  heightField,
  triangleMesh,
} from '../../src/scene/index.ts';
import { cup } from '../fixtures/scans.ts';
import { forAll } from '../for-all.ts';
import { groundTriangles, toTriangles, trianglesOf } from './exact-distance.ts';

const [scan] = readObj(cup(7));
const cupMesh = triangleMesh(scan.vertices, scan.triangles);
const cupTriangles = trianglesOf(cupMesh);
const sheet = triangleMesh([-1, -1, 0, 1, -1, 0.3, 1, 1, 0, -1, 1, -0.2], [0, 1, 2, 0, 2, 3]);

/** The signed distance from a box around the origin. */
function toBox([x, y, z]: Vec3, half: Vec3): number {
  const [a, b, c] = [Math.abs(x) - half[0], Math.abs(y) - half[1], Math.abs(z) - half[2]];
  const outside = Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
  return outside > 0 ? outside : Math.max(a, b, c);
}

function toCapsule([x, y, z]: Vec3, radius: number, half: number): number {
  return Math.hypot(x, y, z - Math.max(-half, Math.min(half, z))) - radius;
}

const shapes = [box(0.4, 0.3, 0.2), sphere(0.25)];
const pair = compound([{ shape: shapes[0] }, { shape: shapes[1], pose: { position: [0.3, 0.2, 0.3] } }]);
const tetrahedron = convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
const heights = Array.from({ length: 30 }, (_, k) => Math.sin(3 * k) * 0.4);
const ground = heightField(heights, { columns: 6, rows: 5, spacing: 0.5 });
const groundSurface = groundTriangles(heights, 6, 5, 0.5, ground.boundingBox().min[2]);
/** A closed L of two bars. */
const outline = [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3];
const corners = [0, 1].flatMap((z) => [0, 1, 2, 3, 4, 5].flatMap((k) => [outline[2 * k], outline[2 * k + 1], z]));
const caps = [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5];
const letterMesh = triangleMesh(corners, [
  ...[0, 1, 2, 3, 4, 5].flatMap((k) => [k, (k + 1) % 6, k + 6, (k + 1) % 6, ((k + 1) % 6) + 6, k + 6]),
  ...caps.flatMap((_, k) => (k % 3 === 0 ? [caps[k], caps[k + 2], caps[k + 1]] : [])),
  ...caps.map((k) => k + 6),
]);
const letter = decompose(letterMesh, { maxParts: 4 });

function toParts(p: Vec3, parts: readonly Shape[]): number {
  return Math.min(...parts.map((part) => signedDistance(point(), { position: p }, part, {}).distance));
}

interface Case {
  readonly name: string;
  readonly body: FieldBody;
  /** About a 20th of the body's longest side, in meters. */
  readonly resolution: number;
  readonly exact: (p: Vec3) => number;
  readonly cases?: number;
}

const bodies: readonly Case[] = [
  { name: 'a box', resolution: 0.04, body: box(0.4, 0.3, 0.2), exact: (p) => toBox(p, [0.4, 0.3, 0.2]) },
  { name: 'a capsule', resolution: 0.04, body: capsule(0.1, 0.3), exact: (p) => toCapsule(p, 0.1, 0.3) },
  { name: 'a hull', resolution: 0.05, body: tetrahedron, exact: (p) => toParts(p, [tetrahedron]) },
  {
    name: 'a compound',
    resolution: 0.05,
    body: pair,
    exact: ([x, y, z]) => Math.min(toBox([x, y, z], [0.4, 0.3, 0.2]), Math.hypot(x - 0.3, y - 0.2, z - 0.3) - 0.25),
  },
  {
    name: 'a closed mesh',
    resolution: 0.005,
    body: cupMesh,
    exact: (p) => toTriangles(p, cupTriangles, true),
    cases: 120,
  },
  { name: 'an open mesh', resolution: 0.1, body: sheet, exact: (p) => toTriangles(p, trianglesOf(sheet), false) },
  { name: 'a height field', resolution: 0.12, body: ground, exact: (p) => toTriangles(p, groundSurface, true) },
  { name: 'a decomposition', resolution: 0.15, body: letter, exact: (p) => toParts(p, letter.parts), cases: 120 },
];

/** A random point of the field's box or, in one of five cases, of a box three times as wide. */
function pointNear(field: DistanceField, rng: Rng): Vec3 {
  const { min, max } = field.box;
  const wide = rng.uniform() < 0.2 ? 1 : 0;
  return [0, 1, 2].map((axis) => {
    const side = max[axis] - min[axis];
    return rng.uniform(min[axis] - wide * side, max[axis] + wide * side);
  }) as Vec3;
}

describe.each(bodies)('the distance field of $name', ({ body, resolution, exact, cases = 400 }) => {
  const field = distanceField(body, { resolution });

  it('has the exact distance between its bounds', () => {
    forAll({ seed: 11, cases, tries: 20 }, (rng) => {
      const p = pointNear(field, rng);
      const distance = exact(p);
      const { lower, upper } = field.bounds(p);
      expect(lower).toBeLessThanOrEqual(distance);
      expect(upper).toBeGreaterThanOrEqual(distance);
      const cell = field.cellAt(p);
      if (!cell) return;
      expect(cell.lower).toBeLessThanOrEqual(distance);
      expect(cell.upper).toBeGreaterThanOrEqual(distance);
      expect(p.every((x, axis) => x >= cell.min[axis] - 1e-9 && x <= cell.max[axis] + 1e-9)).toBe(true);
    });
  });

  it('has bounds in the band that differ by less than the diagonal of a cell', () => {
    let near = 0;
    forAll({ seed: 12, cases: 600, tries: 20 }, (rng) => {
      const { lower, upper } = field.bounds(pointNear(field, rng));
      // The default band is eight cells wide.
      if (upper > 8 * resolution || lower < -8 * resolution) return;
      near++;
      expect(upper - lower).toBeLessThan(Math.sqrt(3) * resolution + 3 * field.error);
    });
    expect(near).toBeGreaterThan(20);
  });

  it('interpolates continuously, with the gradient of the interpolation', () => {
    const h = resolution;
    let smooth = 0;
    forAll({ seed: 13, cases: 300, tries: 20 }, (rng) => {
      const p = pointNear(field, rng);
      const step = 1e-6 * h;
      const { distance, gradient, lower, upper } = field.at(p);
      // In a cell, `distance` is a weighted mean of the distances at its corners, which are on average within half a diagonal of p.
      if (field.cellAt(p)) {
        const diagonal = Math.sqrt(3) * (upper < 4 * h && lower > -4 * h ? 1 : 8) * h;
        expect(distance).toBeGreaterThan(lower - diagonal / 2);
        expect(distance).toBeLessThan(upper + diagonal / 2);
      }
      const slopes = [0, 1, 2].map((axis) => {
        const moved = (by: number): number => field.at(p.map((x, k) => (k === axis ? x + by : x)) as Vec3).distance;
        // A slope between corners is at most half a coarse diagonal divided by a fine cell. A jump would not shrink with the step.
        expect(Math.abs(moved(step) - moved(-step))).toBeLessThan(16 * step);
        return (moved(step) - moved(-step)) / (2 * step);
      });
      // In the interior of a cell, differences agree with the gradient.
      const isInterior = p.every((x, axis) => {
        const t = ((x - field.box.min[axis]) / h) % 1;
        return t > 1e-3 && t < 1 - 1e-3;
      });
      if (!isInterior) return;
      smooth++;
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(slopes[axis] - gradient[axis])).toBeLessThan(1e-4);
    });
    expect(smooth).toBeGreaterThan(150);
  });

  it('is the same after saving and loading', () => {
    const bytes = field.snapshot();
    const again = DistanceField.restore(bytes);
    expect(Buffer.compare(again.snapshot(), bytes)).toBe(0);
    expect(again.notices).toEqual(field.notices);
    expect(again.bytes).toBe(field.bytes);
    forAll({ seed: 14, cases: 50, tries: 20 }, (rng) => {
      const p = pointNear(field, rng);
      expect(again.at(p)).toEqual(field.at(p));
    });
  });

  it('answers batches as single points', () => {
    const points = new Float64Array(30);
    forAll({ seed: 15, cases: 10, tries: 20 }, (rng, k) => points.set(pointNear(field, rng), 3 * k));
    const bounds = field.boundsBatch(points);
    const values = field.atBatch(points, new Float64Array(40));
    for (let k = 0; k < 10; k++) {
      const { lower, upper, distance, gradient } = field.at(points.slice(3 * k, 3 * k + 3));
      expect([...bounds.subarray(2 * k, 2 * k + 2)]).toEqual([lower, upper]);
      expect([...values.subarray(4 * k, 4 * k + 4)]).toEqual([distance, ...gradient]);
    }
  });
});
