import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull, type Hull } from '../../src/hull/hull.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { exactHull } from './brute-force.ts';
import { checkHull } from './check.ts';
import { degenerateCloud, makers } from './clouds.ts';

const flat = (points: readonly (readonly number[])[]): Float64Array => Float64Array.from(points.flat());

function checked(points: Float64Array, maxVertices?: number): Hull {
  const hull = maxVertices === undefined ? convexHull(points) : convexHull(points, { maxVertices });
  checkHull(points, hull, { limited: maxVertices !== undefined });
  return hull;
}

const cube = flat(Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]));

function lattice(side: number, pitch = 1): Float64Array {
  return flat(
    Array.from({ length: side ** 3 }, (_, k) => [
      (k % side) * pitch,
      (Math.floor(k / side) % side) * pitch,
      Math.floor(k / side / side) * pitch,
    ]),
  );
}

function rotated(points: Float64Array, seed: number, shift = 0): Float64Array {
  const [x, y, z, w] = new Rng(seed).rotation();
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return points.map((_, k) => {
    const at = k - (k % 3);
    const row = rows[k % 3];
    return row[0] * points[at] + row[1] * points[at + 1] + row[2] * points[at + 2] + shift;
  });
}

const sizes = ({ dimension, source, faceStart }: Hull): number[] => [dimension, source.length, faceStart.length - 1];

describe('solids', () => {
  it('a cube has 8 vertices, 6 square faces and 12 edges', () => {
    const hull = checked(cube);
    expect(sizes(hull)).toEqual([3, 8, 6]);
    expect([...hull.faceStart]).toEqual([0, 4, 8, 12, 16, 20, 24]);
    expect(hull.neighbors.length).toBe(24);
    expect(hull.dropped).toEqual({ duplicates: 0, interior: 0, beyond: 0, deepest: 0 });
    expect(hull.tolerance).toBe(64 * 2 ** -52);
  });

  it.each([
    ['whole numbers', lattice(20)],
    ['tenths', lattice(20, 0.1)],
    ['thirds, rotated', rotated(lattice(20, 1 / 3), 1)],
    ['rotated and shifted by 1e8', rotated(lattice(12), 2, 1e8)],
    ['one ulp off', lattice(12, 0.1).map((x, k) => x * (1 + ((k % 3) - 1) * 2 ** -52))],
  ])('a lattice has 8 vertices and 6 faces: %s', (_, points) => {
    const hull = checked(points);
    expect(sizes(hull)).toEqual([3, 8, 6]);
    expect(hull.dropped.interior).toBe(points.length / 3 - 8);
  });

  it('a cube with points on its faces and edges stays a cube', () => {
    const rng = new Rng(3);
    const points = flat([
      ...makers['cube faces with corners'](rng, 500),
      ...makers['cube edges'](rng, 200).map((p) => p.map((x) => 2 * x - 1)),
    ]);
    expect(sizes(checked(points))).toEqual([3, 8, 6]);
    expect(sizes(checked(rotated(points, 4)))).toEqual([3, 8, 6]);
  });

  it('a prism with 1000 sides has two faces with 1000 corners, rotated or not', () => {
    const points = flat(makers['regular prism'](new Rng(0), 2000));
    for (const cloud of [points, rotated(points, 5)]) {
      const hull = checked(cloud);
      expect(sizes(hull)).toEqual([3, 2000, 1002]);
    }
  });

  it('points on a sphere are all vertices', () => {
    expect(sizes(checked(flat(makers['sphere'](new Rng(6), 1000))))).toEqual([3, 1000, 1996]);
  });

  it('keeps one of nearly equal points', () => {
    for (const near of [1e-16, 1e-15]) {
      const rng = new Rng(7);
      const points = flat(
        Array.from({ length: 400 }, (_, k) =>
          [...cube.subarray(3 * (k % 8), 3 * (k % 8) + 3)].map((x) => x + near * rng.uniform(-1, 1)),
        ),
      );
      expect(sizes(checked(points))).toEqual([3, 8, 6]);
    }
  });

  it('keeps the vertices on the sharp rim of a lens', () => {
    // Points within tolerance of both planes at the rim are far from the hull of the others.
    const points = flat([
      [0, 0, 1e-8],
      [0, 0, -1e-8],
      ...makers['regular prism'](new Rng(0), 64).map(([x, y]) => [x, y, 0]),
    ]);
    expect(sizes(checked(points))).toEqual([3, 34, 64]);
  });
});

describe('flat, thin and small clouds', () => {
  it.each([
    ['one point', [[1, 2, 3]], [0, 1, 0]],
    ['equal points', Array(50).fill([0.1, 0.2, 0.3]), [0, 1, 0]],
    [
      'two points',
      [
        [1, 2, 3],
        [1, 2, 4],
      ],
      [1, 2, 0],
    ],
    ['points on a line', Array.from({ length: 30 }, (_, k) => [k / 10, k / 10, 1]), [1, 2, 0]],
    [
      'a triangle',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [2, 3, 2],
    ],
    [
      'a square with points inside',
      [
        [0, 0, 1],
        [1, 0, 1],
        [1, 1, 1],
        [0, 1, 1],
        [0.5, 0.5, 1],
        [0.5, 0, 1],
      ],
      [2, 4, 2],
    ],
  ])('%s', (_, points, expected) => {
    expect(sizes(checked(flat(points)))).toEqual(expected);
  });

  it('noise at rounding level does not make a plane or a line thick', () => {
    forAll({ seed: 1, cases: 200 }, (rng, index) => {
      const plane = flat(makers['plane'](rng, 60));
      const line = flat(makers['line'](rng, 60));
      for (const shift of [0, 1, 1e8]) {
        expect(checked(rotated(plane, index, shift)).dimension).toBe(2);
        expect(sizes(checked(rotated(line, index, shift)))).toEqual([1, 2, 0]);
      }
    });
  });

  it('sheets and needles of aspect 1e4, 1e8 and 1e12 are solids', () => {
    for (const thin of [1e-4, 1e-8, 1e-12]) {
      const rng = new Rng(8);
      const sphere = makers['sphere'](rng, 200);
      for (const shape of [
        sphere.map(([x, y, z]) => [x, y, thin * z]),
        sphere.map(([x, y, z]) => [thin * x, thin * y, z]),
      ]) {
        expect(checked(flat(shape)).dimension).toBe(3);
        expect(checked(rotated(flat(shape), 9)).dimension).toBe(3);
      }
    }
  });

  it('works for sizes from 5e-324 to 1e300, for zeros and for −0', () => {
    for (const size of [5e-324, 1e-310, 1e-300, 1e-100, 1e-6, 1e6, 1e100, 1e300]) {
      const hull = convexHull(cube.map((x) => x * size));
      expect(sizes(hull), `size ${size}`).toEqual([3, 8, 6]);
    }
    expect(sizes(convexHull(Float64Array.of(0, 0, 0, -0, 0, -0)))).toEqual([0, 1, 0]);
    expect(sizes(convexHull(Float64Array.of(1e300, 0, 0, -1e300, 1e-300, 0, 5e-324, 1e300, 0, 0, 0, 1e300)))).toEqual([
      3, 4, 4,
    ]);
  });
});

describe('points that are not vertices', () => {
  it('counts duplicates, interior points and those beyond the limit', () => {
    const points = flat([
      ...Array.from({ length: 8 }, (_, k) => [...cube.subarray(3 * k, 3 * k + 3)]),
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.5, 0, 0],
    ]);
    const hull = checked(points);
    expect(hull.dropped).toEqual({ duplicates: 1, interior: 2, beyond: 0, deepest: 0 });
    expect([...hull.source]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const four = checked(points, 4);
    expect(four.source.length).toBe(4);
    expect(four.dropped.beyond).toBe(4);
    expect(four.dropped.deepest).toBeGreaterThan(0.5);
  });

  it('maxVertices limits the number of vertices; a larger limit gives a smaller error', () => {
    const points = flat(makers['sphere'](new Rng(10), 2000));
    let before = Infinity;
    for (const most of [4, 8, 16, 64, 256, 1024, 2000, 5000]) {
      const hull = checked(points, most);
      expect(hull.source.length).toBe(Math.min(most, 2000));
      expect(hull.dropped.deepest).toBeLessThan(before);
      expect(hull.dropped.beyond).toBe(2000 - hull.source.length);
      before = hull.dropped.deepest || before;
    }
    // The hull of 64 evenly distributed points on a unit sphere is about 0.04 below the sphere; the points chosen are less even.
    expect(checked(points, 64).dropped.deepest).toBeLessThan(0.12);
  });

  it('maxVertices on a polygon', () => {
    const points = flat(makers['regular prism'](new Rng(0), 200).map(([x, y]) => [x, y, 2]));
    const hull = checked(points, 8);
    expect(sizes(hull)).toEqual([2, 8, 2]);
    expect(hull.dropped.deepest).toBeLessThan(0.1);
  });

  it('refuses invalid arguments', () => {
    expect(() => convexHull(new Float64Array(0))).toThrow(TypeError);
    expect(() => convexHull(new Float64Array(4))).toThrow(/multiple|x y z/);
    expect(() => convexHull(Float64Array.of(0, NaN, 0))).toThrow(/points\[1\] is NaN/);
    expect(() => convexHull(cube, { maxVertices: 3 })).toThrow(/maxVertices is 3; give a whole number from 4/);
    expect(() => convexHull(cube, { most: 8 } as object)).toThrow(/options.most/);
  });
});

describe('against independent hulls', () => {
  it('few points with small whole coordinates: the vertices and facets of the exact hull', () => {
    const coordinate = fc.integer({ min: 0, max: 5 });
    const cloud = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(cloud, (points) => {
        const hull = checked(flat(points));
        const exact = exactHull(points);
        if (!exact) expect(hull.dimension).toBeLessThan(3);
        else {
          expect([...hull.source]).toEqual(exact.vertices);
          expect(hull.faceStart.length - 1).toBe(exact.facets);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('1,500 degenerate clouds have all properties of a hull', () => {
    forAll({ seed: 1000, cases: 1500 }, (rng) => {
      const { name, points } = degenerateCloud(rng, 100);
      const limit = rng.uniform() < 0.2 ? 4 + rng.index(20) : undefined;
      try {
        checked(points, limit);
      } catch (error) {
        throw new Error(`${name}, limit ${limit}: ${(error as Error).message}`);
      }
    });
  });

  it('the same points give the same hull; another order gives the same vertices', () => {
    const { points } = degenerateCloud(new Rng(11), 200);
    expect(convexHull(points)).toEqual(convexHull(points.slice()));
    const sphere = makers['sphere'](new Rng(12), 300);
    const forward = convexHull(flat(sphere));
    const reversed = convexHull(flat([...sphere].reverse()));
    expect([...reversed.source].map((k) => 299 - k).reverse()).toEqual([...forward.source]);
  });
});
