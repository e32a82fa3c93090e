import { describe, expect, it } from 'vitest';
import { convexHull, type Hull, hullOfMesh } from '../../src/hull/hull.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { checkHull } from './check.ts';
import { degenerateCloud } from './clouds.ts';

const cube = Float64Array.from(Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]).flat());
const squares = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const triangles = squares.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);
const sizes = ({ dimension, source, faceStart }: Hull): number[] => [dimension, source.length, faceStart.length - 1];

function loops({ faceStart, loop }: Hull): number[][] {
  return Array.from({ length: faceStart.length - 1 }, (_, f) => [...loop.subarray(faceStart[f], faceStart[f + 1])]);
}

/** Three random orthogonal unit vectors. */
function frame(rng: Rng): number[][] {
  const [w, x, y, z] = [rng.normal(), rng.normal(), rng.normal(), rng.normal()];
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ];
}

function messageOf(call: () => unknown): string {
  try {
    call();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('hullOfMesh', () => {
  it('accepts polygons and triangles, wound outward or inward, welded or not', () => {
    for (const faces of [
      squares,
      triangles,
      squares.map((face) => [...face].reverse()),
      triangles.map((face) => Uint16Array.from(face)),
    ]) {
      const hull = hullOfMesh(cube, faces);
      checkHull(cube, hull);
      expect(sizes(hull)).toEqual([3, 8, 6]);
    }
    const vertices = Float64Array.from(triangles.flat().flatMap((v) => [...cube.subarray(3 * v, 3 * v + 3)]));
    const soup = triangles.map((_, f) => [3 * f, 3 * f + 1, 3 * f + 2]);
    const hull = hullOfMesh(vertices, soup);
    expect(sizes(hull)).toEqual([3, 8, 6]);
    expect(hull.dropped.duplicates).toBe(28);
  });

  it('accepts a two-sided polygon, and drops unused vertices inside or outside', () => {
    expect(
      sizes(
        hullOfMesh(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), [
          [0, 1, 2],
          [0, 2, 1],
        ]),
      ),
    ).toEqual([2, 3, 2]);
    for (const unused of [
      [0.5, 0.5, 0.5],
      [5, 5, 5],
    ]) {
      const hull = hullOfMesh(
        Float64Array.of(...unused, ...cube),
        squares.map((face) => face.map((v) => v + 1)),
      );
      expect(sizes(hull)).toEqual([3, 8, 6]);
      expect([...hull.source]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(hull.dropped).toEqual({ duplicates: 0, interior: 0, beyond: 0, deepest: 0 });
    }
  });

  it('accepts the hulls that convexHull makes', () => {
    forAll({ seed: 0, cases: 300 }, (rng) => {
      const { points } = degenerateCloud(rng, 60);
      const hull = convexHull(points);
      if (hull.dimension < 2) return;
      expect(hullOfMesh(hull.vertices, loops(hull)).dimension).toBeGreaterThan(1);
    });
  });

  const dented = cube.slice();
  dented.set([0.6, 0.6, 0.6], 21);
  const apart = Float64Array.of(...cube, ...cube.map((x) => x + 3));
  const twice = [...squares, ...squares.map((face) => face.map((v) => v + 8))];
  it.each<[string, Float64Array, readonly ArrayLike<number>[], RegExp, ErrorConstructor | RangeErrorConstructor]>([
    [
      'an index out of range',
      cube,
      [[0, 1, 9], ...squares],
      /faces\[0\]\[2\] is 9; give a whole number from 0 to 7/,
      RangeError,
    ],
    ['a wrong type', cube, [['a', 1, 2] as unknown as number[]], /faces\[0\]\[0\] is "a"/, TypeError],
    ['a face of two vertices', cube, [[0, 1]], /faces\[0\] is \[0, 1\]/, TypeError],
    ['no faces', cube, [], /faces is \[\]/, TypeError],
    ['a vertex twice', cube, [[0, 1, 2, 1, 3], ...squares], /faces\[0\] visits a vertex twice/, RangeError],
    ['a hole', cube, squares.slice(1), /not closed: edge 0–1 has only one face, faces\[1\]/, RangeError],
    [
      'one face inside out',
      cube,
      squares.map((face, f) => (f === 2 ? [...face].reverse() : face)),
      /winding is inconsistent: faces\[1\] and faces\[2\] both run from vertex 4 to 5/,
      RangeError,
    ],
    ['every face twice', cube, [...squares, ...squares], /edge 0–2 has 4 faces/, RangeError],
    [
      'two components',
      apart,
      twice,
      /more than one component: faces\[0\] and faces\[6\] are not connected/,
      RangeError,
    ],
    ['a bent face', dented, squares, /faces\[1\] is not flat: vertex 5 is 0\.3\d+ m off/, RangeError],
    ['a dent', dented, triangles, /not convex: vertex 6 is 0\.5\d+ m above the plane of faces\[2\]/, RangeError],
    [
      'a line',
      Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
      [
        [0, 1, 2],
        [0, 2, 1],
      ],
      /on a line/,
      RangeError,
    ],
  ])('refuses %s, with the reason', (_, vertices, faces, message, type) => {
    expect(() => hullOfMesh(vertices, faces)).toThrow(message);
    expect(() => hullOfMesh(vertices, faces)).toThrow(type);
  });

  it('notices a dent of a nanometer', () => {
    const vertices = Float64Array.of(...cube, 0.5, 0.5, 1 - 1e-9);
    const faces = [...triangles.filter((_, f) => f !== 2 && f !== 3), [4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
    expect(() => hullOfMesh(vertices, faces)).toThrow(/not convex: vertex \d is \S+e-(9|10) m above/);
    vertices[26] = 1 + 1e-9;
    expect(sizes(hullOfMesh(vertices, faces))).toEqual([3, 9, 9]);
  });

  it('accepts single precision with a tolerance, which the error message states', () => {
    let refused = 0;
    forAll({ seed: 0, cases: 100 }, (rng) => {
      const [size, axes] = [10 ** rng.uniform(-3, 3), frame(rng)];
      const vertices = new Float64Array(24);
      for (let k = 0; k < 24; k++) {
        const corner = cube.subarray(k - (k % 3), k - (k % 3) + 3);
        vertices[k] = Math.fround(size * axes[k % 3].reduce((sum, x, i) => sum + x * (corner[i] - 0.3), 0));
      }
      for (const faces of [triangles, squares]) {
        const message = messageOf(() => hullOfMesh(vertices, faces));
        if (message === '') continue;
        refused++;
        expect(message).toMatch(/not (convex|flat): .*, or give a tolerance of \S+ m$/);
        const tolerance = Number(/tolerance of (\S+) m/.exec(message)?.[1]);
        expect(tolerance).toBeLessThan(1e-6 * size);
        const hull = hullOfMesh(vertices, faces, { tolerance });
        checkHull(vertices, hull);
        expect(sizes(hull).slice(0, 2)).toEqual([3, 8]);
        expect(messageOf(() => hullOfMesh(vertices, faces, { tolerance: 0.9 * tolerance }))).not.toBe('');
      }
    });
    expect(refused).toBeGreaterThan(100);
  });

  it('checks its tolerance', () => {
    expect(() => hullOfMesh(cube, squares, { tolerance: -1 })).toThrow(/options\.tolerance is -1; give a length/);
    expect(() => hullOfMesh(cube, squares, { tolerance: Number.NaN })).toThrow(RangeError);
    expect(() => hullOfMesh(dented, triangles, { tolerance: 1e-6 })).toThrow(/not convex/);
  });
});
