// Signed distances by brute force, to compare distance fields with.
import { cross, dot, length, scale, subtract, type Vec3 } from '../../src/math/vec3.ts';
import type { TriangleMesh } from '../../src/scene/index.ts';

type Triangle = readonly [Vec3, Vec3, Vec3];

function toSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const edge = subtract(b, a);
  const square = dot(edge, edge);
  const t = square > 0 ? Math.max(0, Math.min(1, dot(subtract(p, a), edge) / square)) : 0;
  return length(subtract(subtract(p, a), scale(edge, t)));
}

/** The distance from a triangle: from its plane if the point is over the triangle, otherwise from its sides. */
export function toTriangle(p: Vec3, [a, b, c]: Triangle): number {
  const sides = Math.min(toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a));
  const normal = cross(subtract(b, a), subtract(c, a));
  const size = length(normal);
  if (!(size > 0)) return sides;
  const isOver = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), normal) >= 0);
  return isOver ? Math.min(sides, Math.abs(dot(subtract(p, a), normal)) / size) : sides;
}

/** The winding number of closed triangles about a point, by their solid angles. */
function winding(p: Vec3, triangles: readonly Triangle[]): number {
  let sum = 0;
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => subtract(corner, p));
    const [la, lb, lc] = [length(a), length(b), length(c)];
    sum += Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.round(sum / (2 * Math.PI));
}

export function trianglesOf(mesh: TriangleMesh): Triangle[] {
  return Array.from({ length: mesh.partCount }, (_, k) => mesh.corners(k));
}

/** The distance from triangles; if they are closed, it is negative where their winding number is not 0. */
export function toTriangles(p: Vec3, triangles: readonly Triangle[], isClosed: boolean): number {
  const distance = triangles.reduce((least, triangle) => Math.min(least, toTriangle(p, triangle)), Infinity);
  return isClosed && winding(p, triangles) !== 0 ? -distance : distance;
}

/** The ground under a height field as a closed mesh: its triangles, walls and bottom. */
export function groundTriangles(
  heights: readonly number[],
  columns: number,
  rows: number,
  spacing: number,
  bottom: number,
): Triangle[] {
  const top = (i: number, j: number): Vec3 => [
    (i - (columns - 1) / 2) * spacing,
    (j - (rows - 1) / 2) * spacing,
    heights[j * columns + i],
  ];
  const low = (i: number, j: number): Vec3 => [top(i, j)[0], top(i, j)[1], bottom];
  const found: Triangle[] = [];
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      found.push([top(i, j), top(i + 1, j), top(i + 1, j + 1)], [top(i, j), top(i + 1, j + 1), top(i, j + 1)]);
      found.push([low(i, j), low(i + 1, j + 1), low(i + 1, j)], [low(i, j), low(i, j + 1), low(i + 1, j + 1)]);
    }
  const wall = (i: number, j: number, k: number, m: number): void => {
    found.push([low(i, j), low(k, m), top(k, m)], [low(i, j), top(k, m), top(i, j)]);
  };
  for (let i = 0; i + 1 < columns; i++) {
    wall(i, 0, i + 1, 0);
    wall(i + 1, rows - 1, i, rows - 1);
  }
  for (let j = 0; j + 1 < rows; j++) {
    wall(columns - 1, j, columns - 1, j + 1);
    wall(0, j + 1, 0, j);
  }
  return found;
}
