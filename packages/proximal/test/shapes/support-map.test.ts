// The support map against a plain scan of all points: on random, degenerate and scanned hulls.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Convex, convex, supportBatch } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { vase } from '../fixtures/scans.ts';

/** Random directions, and directions with ties or near ties: perpendicular to differences of vertices, along vertices, axes and diagonals. */
function hardDirections(shape: Convex, rng: Rng, count: number): Float64Array {
  const out: number[][] = Array.from({ length: count }, () => rng.direction());
  for (let k = 0; k < 27; k++) out.push([(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1]);
  for (let k = 0; k < count; k++) {
    const index = rng.index(shape.vertexCount);
    const v = shape.vertex(index);
    const near = shape.neighbors(index);
    const u = near.length > 0 ? shape.vertex(near[rng.index(near.length)]) : v;
    const edge = v.map((x, n) => x - u[n]);
    const d = rng.direction();
    // Perpendicular to an edge, whose ends are equally far up to rounding.
    out.push([d[1] * edge[2] - d[2] * edge[1], d[2] * edge[0] - d[0] * edge[2], d[0] * edge[1] - d[1] * edge[0]]);
    out.push([v[0], v[1], v[2]]);
    // Close to an axis, as when a can stands on a table.
    const tilt = 10 ** rng.uniform(-9, -1);
    out.push([tilt * d[0], tilt * d[1], 1], [-1, tilt * d[0], tilt * d[1]], [tilt * d[0], 1, tilt * d[1]]);
  }
  return Float64Array.from(out.filter((d) => Math.hypot(...d) > 0).flat());
}

/** The excess of the support value of a full scan over the support value of the shape, relative to the size of the summands. */
function largestExcess(shape: Convex, points: ArrayLike<number>, directions: Float64Array): number {
  const answers = supportBatch(shape, directions);
  let worst = 0;
  for (let k = 0; k < directions.length; k += 3) {
    const [x, y, z] = directions.subarray(k, k + 3);
    const component = (p: ArrayLike<number>, at: number): number => x * p[at] + y * p[at + 1] + z * p[at + 2];
    let greatest = -Infinity;
    let size = 0;
    for (let at = 0; at < points.length; at += 3) {
      greatest = Math.max(greatest, component(points, at));
      size = Math.max(size, Math.abs(points[at]) + Math.abs(points[at + 1]) + Math.abs(points[at + 2]));
    }
    const length = Math.hypot(x, y, z) || 1;
    worst = Math.max(worst, (greatest - component(answers, k)) / (length * (size || 1)));
  }
  return worst;
}

const sphereOf = (count: number) => (rng: Rng) => Array.from({ length: count }, () => rng.direction());
const clouds: Record<string, (rng: Rng) => number[][]> = {
  '9 points': sphereOf(9),
  '100 points': sphereOf(100),
  '1000 points': sphereOf(1000),
  '4000 points': sphereOf(4000),
  'a needle': (rng) => sphereOf(500)(rng).map(([x, y, z]) => [1e-5 * x, 1e-5 * y, z]),
  'a sheet': (rng) => sphereOf(500)(rng).map(([x, y, z]) => [x, y, 1e-6 * z]),
  'a flat disc': (rng) => sphereOf(500)(rng).map(([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y), 0]),
  'a tilted flat disc': (rng) => sphereOf(200)(rng).map(([x, y]) => [x, y, x + y].map((c) => c / Math.hypot(x, y))),
  'a lattice': () => Array.from({ length: 1000 }, (_, k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)]),
  'a prism': () => Array.from({ length: 200 }, (_, k) => [Math.cos(k / 16), Math.sin(k / 16), k % 2]),
  'a can of 2000': () => Array.from({ length: 2000 }, (_, k) => [Math.cos(k), Math.sin(k), k % 2]),
  'a can of 2000, askew': () =>
    Array.from({ length: 2000 }, (_, k) => [Math.cos(k) + (k % 2), Math.sin(k) + 0.5 * (k % 2), k % 2]),
  'a disc of 3000': () => Array.from({ length: 3000 }, (_, k) => [Math.cos(k), 0.2, Math.sin(k)]),
  'a cone': () => [[0, 0, 1], ...Array.from({ length: 100 }, (_, k) => [Math.cos(k / 16), Math.sin(k / 16), 0])],
  'a cone of 3000': () => [[0, 0, 1], ...Array.from({ length: 3000 }, (_, k) => [Math.cos(k), Math.sin(k), 0])],
  'a moment curve': () => Array.from({ length: 1500 }, (_, k) => [k / 1500, (k / 1500) ** 2, (k / 1500) ** 3]),
  'duplicates and near duplicates': (rng) => {
    const points = sphereOf(100)(rng);
    return [...points, ...points, ...points.map((p) => p.map((x) => x * (1 - 1e-15)))];
  },
  'far from the origin': (rng) => sphereOf(300)(rng).map((p) => p.map((x) => x + 1e8)),
  micrometers: (rng) => sphereOf(300)(rng).map((p) => p.map((x) => 1e-6 * x)),
  'beside the origin': (rng) => sphereOf(300)(rng).map(([x, y, z]) => [x + 3, y, z]),
};

describe('the support map', () => {
  it.each(Object.entries(clouds))('finds the farthest point of %s', (_name, make) => {
    const rng = new Rng(17);
    const points = make(rng).flat();
    const shape = convex(points);
    expect(largestExcess(shape, points, hardDirections(shape, rng, 1500))).toBeLessThan(1e-14);
  });

  it('has a bounded size where many normal cones meet', () => {
    const can = convex(Array.from({ length: 30_000 }, (_, k) => [Math.cos(k), Math.sin(k), k % 2]));
    expect(can.support([0, 0.001, 1])[2]).toBe(1);
    expect(can.record.data.byteLength).toBeLessThan(60e6);
  });

  it('gives the same vertex as a scan, also for ties', () => {
    const rng = new Rng(3);
    for (const make of Object.values(clouds)) {
      const points = make(rng).flat();
      const [mapped, scanned] = [convex(points), convex(points, { supportMap: false })];
      const directions = hardDirections(mapped, rng, 300);
      const [found, expected] = [supportBatch(mapped, directions), supportBatch(scanned, directions)];
      const differences = [...found.keys()].filter((k) => found[k] !== expected[k]);
      expect(differences).toEqual([]);
    }
  });

  const folder = new URL('../../../../../shared/data/ycb/', import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.obj')) : [];
  it('finds the farthest point of a generated scan, and of every available YCB hull', () => {
    const rng = new Rng(23);
    const texts = [vase(23), ...files.map((file) => readFileSync(new URL(file, folder), 'utf8'))];
    const excesses = texts.map((text) => {
      const points = [...text.matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm)].flatMap(([, x, y, z]) => [+x, +y, +z]);
      const shape = convex(points);
      return largestExcess(shape, points, hardDirections(shape, rng, 100));
    });
    expect(Math.max(...excesses)).toBeLessThan(1e-14);
  });
});
