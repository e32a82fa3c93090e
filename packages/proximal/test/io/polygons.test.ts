// Triangulation of polygons: concave ones by ear clipping, in any plane; degenerate and crossing ones safely, with a notice.
import { describe, expect, it } from 'vitest';
import { readObj, readPly } from '../../src/io/index.ts';
import { forAll } from '../for-all.ts';

type Point = readonly [number, number];

/** The triangles of a polygon in the plane z = 0, through an OBJ file. */
function triangulated(outline: readonly Point[], notices: string[] = []): number[][] {
  const lines = outline.map(([x, y]) => `v ${x} ${y} 0`);
  const face = `f ${outline.map((_, k) => k + 1).join(' ')}`;
  const [mesh] = readObj([...lines, face].join('\n'), { onNotice: (notice) => notices.push(notice) });
  return Array.from({ length: mesh.triangles.length / 3 }, (_, k) => [...mesh.triangles.slice(3 * k, 3 * k + 3)]);
}

const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], k) => {
    const [u, v] = points[(k + 1) % points.length];
    return sum + (x * v - u * y) / 2;
  }, 0);

/**
 * The triangles must have the polygon's orientation, and their directed edges must cancel except for the outline: then they cover the polygon once. Their areas
 * then add up to the polygon's.
 */
function expectTiled(outline: readonly Point[]): void {
  const triangles = triangulated(outline);
  expect(triangles.length).toBe(outline.length - 2);
  const areas = triangles.map((corners) => areaOf(corners.map((k) => outline[k])));
  const whole = areaOf(outline);
  const edges = new Map<string, number>();
  const add = (from: number, to: number, sign: number): void => {
    const [key, direction] = from < to ? [`${from}-${to}`, 1] : [`${to}-${from}`, -1];
    edges.set(key, (edges.get(key) ?? 0) + sign * direction);
  };
  for (const [a, b, c] of triangles) {
    add(a, b, 1);
    add(b, c, 1);
    add(c, a, 1);
  }
  for (let k = 0; k < outline.length; k++) add(k, (k + 1) % outline.length, -1);
  expect([...edges.values()].every((count) => count === 0)).toBe(true);
  for (const area of areas) expect(Math.sign(whole) * area).toBeGreaterThanOrEqual(-1e-12);
  expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(whole, 9);
}

describe('polygons', () => {
  it('keeps convex ones as fans', () => {
    expect(
      triangulated([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
  });

  it('cuts a concave quadrilateral at its reflex corner', () => {
    expectTiled([
      [0, 0],
      [3, 0],
      [3, 3],
      [2.5, 0.5],
    ]);
    expectTiled([
      [2.5, 0.5],
      [0, 0],
      [3, 0],
      [3, 3],
    ]);
    // Clockwise.
    expectTiled([
      [2.5, 0.5],
      [3, 3],
      [3, 0],
      [0, 0],
    ]);
  });

  it('triangulates a comb, a spiral, and a notched square with collinear corners', () => {
    expectTiled([
      [0, 0],
      [7, 0],
      [7, 3],
      [6, 3],
      [6, 1],
      [5, 1],
      [5, 3],
      [4, 3],
      [4, 1],
      [3, 1],
      [3, 3],
      [0, 3],
    ]);
    expectTiled([
      [0, 0],
      [5, 0],
      [5, 5],
      [1, 5],
      [1, 2],
      [3, 2],
      [3, 3],
      [2, 3],
      [2, 4],
      [4, 4],
      [4, 1],
      [0, 1],
    ]);
    expectTiled([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 0.5],
      [0, 2],
    ]);
  });

  it('triangulates random star-shaped polygons', () => {
    forAll({ seed: 31, cases: 100 }, (rng) => {
      const count = 4 + rng.index(30);
      expectTiled(
        Array.from({ length: count }, (_, k): Point => {
          const [angle, radius] = [(2 * Math.PI * k) / count, rng.uniform(0.2, 1)];
          return [radius * Math.cos(angle), radius * Math.sin(angle)];
        }),
      );
    });
  });

  it('triangulates a polygon whose hole is joined to the outline by a cut, so that two corners occur twice', () => {
    const outline = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [1, 1],
      [1, 3],
      [3, 3],
      [3, 1],
    ];
    const text = `${outline.map(([x, y]) => `v ${x} ${y} 0`).join('\n')}\nf 1 2 3 4 1 5 6 7 8 5\n`;
    const [mesh] = readObj(text);
    const areas = Array.from({ length: mesh.triangles.length / 3 }, (_, k) =>
      areaOf([...mesh.triangles.slice(3 * k, 3 * k + 3)].map((n) => [mesh.vertices[3 * n], mesh.vertices[3 * n + 1]])),
    );
    expect(areas.every((area) => area >= 0)).toBe(true);
    expect(areas.reduce((sum, area) => sum + area)).toBeCloseTo(12, 9);
  });

  it('reports polygons that cross themselves or have no area, and keeps the number of their triangles', () => {
    const notices: string[] = [];
    expect(
      triangulated(
        [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 1.9],
        ],
        notices,
      ).length,
    ).toBe(2);
    expect(notices).toEqual([expect.stringContaining('cross themselves')]);
    expect(
      triangulated(
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        notices,
      ).length,
    ).toBe(2);
    expect(notices).toHaveLength(2);
    expect(notices[1]).toContain('without area');
  });

  it('gives up on an intricate polygon after a limited number of tests, with a notice', () => {
    const outline = Array.from(
      { length: 20_000 },
      (_, k): Point => [((k * k) % 1009) / 1009, ((k * 7919) % 20_011) / 20_011],
    );
    const notices: string[] = [];
    expect(triangulated(outline, notices).length).toBe(19_998);
    expect(notices).toEqual([expect.stringContaining('cross themselves or are too intricate')]);
  });

  it('triangulates a concave face of a PLY file in the plane x = 5', () => {
    const corners = [
      [5, 0, 0],
      [5, 3, 0],
      [5, 3, 3],
      [5, 2.5, 0.5],
    ];
    const head = 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n';
    const text = `${head}element face 1\nproperty list uchar int vertex_indices\nend_header\n${corners.map((c) => c.join(' ')).join('\n')}\n4 0 1 2 3\n`;
    const { triangles } = readPly(text)[0];
    // The diagonal from the first corner would be outside.
    expect([...triangles]).toEqual([3, 0, 1, 2, 3, 1]);
  });
});
