// GJK's distance sub-algorithm on segments, triangles and tetrahedra. A point p of the simplex is the nearest one to the origin exactly if
// ⟨p, v⟩ ≥ |p|² for every vertex v.
import { describe, expect, it } from 'vitest';
import * as Combination from '../../kernel/blocks/combination.ts';
import * as Query from '../../kernel/blocks/query.ts';
import { innerRadius } from '../../kernel/gjk/inner-radius.ts';
import { acceptCandidate, nearestOnSimplex } from '../../kernel/gjk/simplex.ts';
import type { Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { claim, dot, read, readPoint, write } from './memory.ts';

const seed = 71;

interface Nearest {
  readonly squared: number;
  readonly weights: number[];
  readonly point: Vec3;
}

/** A workspace with the rounding error of coordinates up to `size`. */
function workspace(size = 1): number {
  const w = claim(Query.SIZE);
  Query.setFloor(w, 32 * Number.EPSILON * size);
  return w;
}

function nearest(w: number, vertices: readonly Vec3[], everyFace = true): Nearest {
  for (const [k, vertex] of vertices.entries()) write(Query.simplex(w, k), vertex);
  const squared = nearestOnSimplex(w, vertices.length, everyFace ? 1 : 0);
  const out = Query.candidate(w);
  return { squared, weights: read(out, 4), point: readPoint(out + Combination.POINT) };
}

/**
 * The largest of |Σ wᵢ vᵢ − p| (per coordinate), |Σ wᵢ − 1|, ||p|² − squared| and (|p|² − ⟨p, v⟩)/|p|, the violation of the condition above. It is
 * not measured within rounding of the origin, where p has no direction. Infinite if a weight is negative, or not 0 without a vertex.
 */
function errorOf(w: number, vertices: readonly Vec3[], { squared, weights, point }: Nearest): number {
  const used = weights.slice(0, vertices.length);
  if (weights.some((x) => !(x >= 0)) || weights.slice(vertices.length).some((x) => x !== 0)) return Infinity;
  const combined = [0, 1, 2].map((axis) => vertices.reduce((sum, vertex, k) => sum + used[k] * vertex[axis], 0));
  const pointError = Math.max(...combined.map((x, axis) => Math.abs(x - point[axis])));
  const norm = Math.sqrt(squared);
  const violation =
    norm <= Query.floor(w) ? 0 : Math.max(...vertices.map((vertex) => (squared - dot(point, vertex)) / norm));
  const total = Math.abs(used.reduce((sum, x) => sum + x, 0) - 1);
  return Math.max(pointError, violation, total, Math.abs(dot(point, point) - squared));
}

/** A cheap check, since `expect` would take most of the time. */
function expectBelow(error: number, vertices: readonly Vec3[], bound: number): void {
  if (!(error < bound)) expect.fail(`off by ${error}: ${JSON.stringify(vertices)}`);
}

const closedForms: readonly { name: string; vertices: Vec3[]; point: Vec3; weights: number[] }[] = [
  {
    name: 'the first end of a segment',
    vertices: [
      [1, 0, 0],
      [2, 1, 0],
    ],
    point: [1, 0, 0],
    weights: [1, 0, 0, 0],
  },
  {
    name: 'the second end of a segment',
    vertices: [
      [3, 1, 0],
      [1, 0, 0],
    ],
    point: [1, 0, 0],
    weights: [0, 1, 0, 0],
  },
  {
    name: 'a segment',
    vertices: [
      [-1, 2, 0],
      [3, 2, 0],
    ],
    point: [0, 2, 0],
    weights: [0.75, 0.25, 0, 0],
  },
  {
    name: 'a segment through the origin',
    vertices: [
      [-1, -1, 2],
      [1, 1, -2],
    ],
    point: [0, 0, 0],
    weights: [0.5, 0.5, 0, 0],
  },
  {
    name: 'a segment of no length',
    vertices: [
      [0, 2, 0],
      [0, 2, 0],
    ],
    point: [0, 2, 0],
    weights: [1, 0, 0, 0],
  },
  {
    name: 'a triangle',
    vertices: [
      [-1, -1, 3],
      [2, -1, 3],
      [-1, 2, 3],
    ],
    point: [0, 0, 3],
    weights: [1 / 3, 1 / 3, 1 / 3, 0],
  },
  {
    name: "a triangle's edge",
    vertices: [
      [-1, 1, 0],
      [1, 1, 0],
      [0, 3, 0],
    ],
    point: [0, 1, 0],
    weights: [0.5, 0.5, 0, 0],
  },
  {
    name: "a triangle's corner",
    vertices: [
      [2, 3, 0],
      [1, 0, 0],
      [3, -1, 0],
    ],
    point: [1, 0, 0],
    weights: [0, 1, 0, 0],
  },
  {
    name: 'a triangle with collinear corners',
    vertices: [
      [-3, 2, 0],
      [-1, 2, 0],
      [1, 2, 0],
    ],
    point: [0, 2, 0],
    weights: [],
  },
  {
    name: "a tetrahedron's interior",
    vertices: [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ],
    point: [0, 0, 0],
    weights: [0.25, 0.25, 0.25, 0.25],
  },
  {
    name: "a tetrahedron's face",
    vertices: [
      [-1, -1, 1],
      [2, -1, 1],
      [-1, 2, 1],
      [0, 0, 5],
    ],
    point: [0, 0, 1],
    weights: [1 / 3, 1 / 3, 1 / 3, 0],
  },
  {
    name: "a tetrahedron's edge",
    vertices: [
      [-1, 1, 0],
      [1, 1, 0],
      [0, 3, 1],
      [0, 3, -1],
    ],
    point: [0, 1, 0],
    weights: [0.5, 0.5, 0, 0],
  },
  {
    name: "a tetrahedron's corner",
    vertices: [
      [3, 1, 0],
      [3, 0, 1],
      [1, 0, 0],
      [3, -1, -1],
    ],
    point: [1, 0, 0],
    weights: [0, 0, 1, 0],
  },
  {
    name: 'a flat tetrahedron',
    vertices: [
      [-1, -1, 2],
      [1, -1, 2],
      [-1, 2, 2],
      [5, 5, 2],
    ],
    point: [0, 0, 2],
    weights: [],
  },
];

const rankNames = ['', '', 'segments', 'triangles', 'tetrahedra'];

describe('the nearest point', () => {
  it.each(closedForms)('is on $name', ({ vertices, point, weights }) => {
    const w = workspace(5);
    const found = nearest(w, vertices);
    expect(errorOf(w, vertices, found)).toBeLessThan(1e-14);
    for (let k = 0; k < 3; k++) expect(found.point[k]).toBeCloseTo(point[k], 14);
    for (const [k, x] of weights.entries()) expect(found.weights[k]).toBeCloseTo(x, 14);
    acceptCandidate(w);
    expect([...read(w + Query.WEIGHTS, 4), ...readPoint(w + Query.NEAREST)]).toEqual([
      ...found.weights,
      ...found.point,
    ]);
  });

  it.each([2, 3, 4])(`satisfies the condition of optimality (%i vertices, seed ${seed})`, (count) => {
    const w = workspace(2);
    forAll({ seed: seed + count, cases: 2000 }, (rng) => {
      const far = rng.uniform() < 0.5 ? rng.direction() : [0, 0, 0];
      const vertices = Array.from({ length: count }, () => rng.direction().map((x, n) => x + far[n]) as Vec3);
      expectBelow(errorOf(w, vertices, nearest(w, vertices)), vertices, 1e-12);
    });
  });

  it.each([2, 3, 4])(
    `of simplices with small integer coordinates, many of them degenerate (%i vertices, seed ${seed})`,
    (count) => {
      const w = workspace(4);
      forAll({ seed: seed + count, cases: 2000 }, (rng) => {
        const vertices = Array.from(
          { length: count },
          (): Vec3 => [rng.index(5) - 2, rng.index(5) - 2, rng.index(5) - 2],
        );
        expectBelow(errorOf(w, vertices, nearest(w, vertices)), vertices, 1e-13);
      });
    },
  );

  it.each([3, 4])(
    `of slivers, whose last corner is near the line or plane of the others (%i vertices, seed ${seed})`,
    (count) => {
      const w = workspace(2);
      forAll({ seed: seed + count, cases: 2000 }, (rng) => {
        const vertices = Array.from(
          { length: count - 1 },
          () => rng.direction().map((x, n) => x + (n === 2 ? 0.3 : 0)) as Vec3,
        );
        const weights = vertices.map(() => rng.uniform());
        const total = weights.reduce((sum, x) => sum + x, 0);
        const displacement = 10 ** rng.uniform(-16, -3);
        const near = [0, 1, 2].map((n) => vertices.reduce((sum, v, i) => sum + (weights[i] / total) * v[n], 0)) as Vec3;
        vertices.push(rng.direction().map((x, n) => near[n] + displacement * x) as Vec3);
        expectBelow(errorOf(w, vertices, nearest(w, vertices)), vertices, 1e-13);
      });
    },
  );

  it(`is found without testing faces that lack the newest vertex, if its weight is positive (seed ${seed})`, () => {
    const w = workspace(2);
    const checked = [0, 0, 0, 0, 0];
    forAll({ seed, cases: 2000 }, (rng, k) => {
      const vertices = Array.from({ length: 2 + (k % 3) }, () => rng.direction().map((x) => x + 0.3) as Vec3);
      const all = nearest(w, vertices);
      if (!(all.weights[vertices.length - 1] > 1e-6)) return;
      expect(nearest(w, vertices, false).squared).toBeCloseTo(all.squared, 13);
      checked[vertices.length]++;
    });
    for (const count of [2, 3, 4]) expect(checked[count], rankNames[count]).toBeGreaterThan(100);
  });
});

describe('the largest ball around the origin in a tetrahedron', () => {
  const regular: Vec3[] = [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ];
  it.each([
    { name: 'has the inradius of a regular one', shift: 0, radius: 1 / Math.sqrt(3) },
    { name: 'shrinks as the origin approaches a face', shift: 0.3, radius: 1 / Math.sqrt(3) - 0.3 },
    { name: 'has radius zero if the origin is beyond the face', shift: 0.6, radius: 0 },
  ])('$name', ({ shift, radius }) => {
    const w = workspace(2);
    // Along the inward normal of the face opposite to the first corner.
    for (const [k, vertex] of regular.entries())
      write(
        Query.simplex(w, k),
        vertex.map((x) => x + shift / Math.sqrt(3)),
      );
    expect(innerRadius(w)).toBeCloseTo(radius, 14);
  });
});
