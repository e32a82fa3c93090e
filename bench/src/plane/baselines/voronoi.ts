// The sub-distance algorithm by Voronoi regions, bottom-up as Box2D and Bullet do it: the vertices' regions, then the edges',
// and only then the inside.
import type { Simplex } from './gjk.ts';

export function subdistanceByVoronoi(simplex: Simplex): void {
  if (simplex.count === 2) segment(simplex);
  else triangle(simplex);
}

/** (p − q)·p: positive if the origin is beyond p's side of q's region on the edge. */
function toward({ x, y }: Simplex, p: number, q: number): number {
  return (x[p] - x[q]) * x[p] + (y[p] - y[q]) * y[p];
}

function cross({ x, y }: Simplex, p: number, q: number): number {
  return x[p] * y[q] - y[p] * x[q];
}

function segment(simplex: Simplex): void {
  // The shares of the two ends, but for a common factor.
  const [first, second] = [toward(simplex, 1, 0), toward(simplex, 0, 1)];
  if (second <= 0) simplex.toVertex(0);
  else if (first <= 0) simplex.toVertex(1);
  else simplex.toEdge(0, 1, first / (first + second));
}

function triangle(simplex: Simplex): void {
  const [u01, v01] = [toward(simplex, 1, 0), toward(simplex, 0, 1)];
  const [u02, v02] = [toward(simplex, 2, 0), toward(simplex, 0, 2)];
  const [u12, v12] = [toward(simplex, 2, 1), toward(simplex, 1, 2)];
  const [c12, c20, c01] = [cross(simplex, 1, 2), cross(simplex, 2, 0), cross(simplex, 0, 1)];
  const area = c12 + c20 + c01;
  if (v01 <= 0 && v02 <= 0) simplex.toVertex(0);
  else if (u01 <= 0 && v12 <= 0) simplex.toVertex(1);
  else if (u02 <= 0 && u12 <= 0) simplex.toVertex(2);
  else if (u01 > 0 && v01 > 0 && c01 * area <= 0) simplex.toEdge(0, 1, u01 / (u01 + v01));
  else if (u02 > 0 && v02 > 0 && c20 * area <= 0) simplex.toEdge(0, 2, u02 / (u02 + v02));
  else if (u12 > 0 && v12 > 0 && c12 * area <= 0) simplex.toEdge(1, 2, u12 / (u12 + v12));
  else simplex.toTriangle();
}
