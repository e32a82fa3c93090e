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

/** The triangles must have the polygon's orientation and, together, its area: then they neither overlap nor leave the polygon. */
function expectTiled(outline: readonly Point[]): void {
  const triangles = triangulated(outline);
  expect(triangles.length).toBe(outline.length - 2);
  const areas = triangles.map((corners) => areaOf(corners.map((k) => outline[k])));
  const whole = areaOf(outline);
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

  it('triangulates combs, spirals and stars with collinear corners', () => {
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

  it('joins a hole by a cut, whose corners occur twice', () => {
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

  it('reports polygons that cross themselves or have no area, and keeps their number of triangles', () => {
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
    expect(notices.length).toBeGreaterThanOrEqual(1);
    expect(notices.at(-1)).toContain('without area');
  });

  it('takes linear time for an intricate polygon', () => {
    const outline = Array.from(
      { length: 20_000 },
      (_, k): Point => [((k * k) % 1009) / 1009, ((k * 7919) % 20_011) / 20_011],
    );
    const notices: string[] = [];
    expect(triangulated(outline, notices).length).toBe(19_998);
    expect(notices).toEqual([expect.stringContaining('cross themselves or are too intricate')]);
  });

  it('does the same for faces of PLY files, also in other planes', () => {
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
