// The surface of a part in triangles that are small enough to show the errors inside its faces.
import type { Convex } from 'proximal';
import { triangulate } from 'proximal/draw';
import type { DrawnPart } from './protocol.ts';

type Point = readonly [number, number, number];

/** Triangles are divided until their sides are at most this fraction of the mesh's diagonal, or `maxDivisions` is reached. */
const maxRelativeSide = 1 / 40;
/** A triangle is divided at most this many times. Each division gives four triangles. */
const maxDivisions = 5;

/** @param diagonal of the mesh's bounding box, in meters */
export function drawnPart(part: Convex, diagonal: number): DrawnPart {
  const { vertices, triangles } = triangulate(part);
  const corner = (k: number): Point => [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]];
  const corners: number[] = [];
  for (let k = 0; k < triangles.length; k += 3)
    divide(
      [corner(triangles[k]), corner(triangles[k + 1]), corner(triangles[k + 2])],
      maxRelativeSide * diagonal,
      corners,
    );
  const { min, max } = part.boundingBox();
  return {
    center: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2],
    corners: Float32Array.from(corners),
    vertexCount: part.vertexCount,
  };
}

function divide([a, b, c]: readonly [Point, Point, Point], size: number, out: number[], depth = 0): void {
  const longest = Math.max(length(a, b), length(b, c), length(c, a));
  if (longest <= size || depth === maxDivisions) {
    out.push(...a, ...b, ...c);
    return;
  }
  const [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)];
  for (const part of [
    [a, p, r],
    [p, b, q],
    [r, q, c],
    [p, q, r],
  ] as const)
    divide(part, size, out, depth + 1);
}

function length(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}
