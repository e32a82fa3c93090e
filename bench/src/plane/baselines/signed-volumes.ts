// The sub-distance algorithm by signed volumes (Montanari et al. 2017) in the plane, top-down as OpenGJK does it: the signs of the
// barycentric coordinates, and where one is wrong, the edge opposite to it; of several edges the nearest.
import type { Simplex } from './gjk.ts';

export function subdistanceBySignedVolumes(simplex: Simplex): void {
  if (simplex.count === 2) line(simplex, 0, 1);
  else triangle(simplex);
}

function isSameSign(a: number, b: number): boolean {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/** The share of p in the point of the segment next to the origin, from lengths along the axis on which it is longest. */
function shareOf({ x, y }: Simplex, p: number, q: number): number {
  const [ex, ey] = [x[p] - x[q], y[p] - y[q]];
  const factor = (x[q] * ex + y[q] * ey) / (ex * ex + ey * ey);
  const isAlongX = Math.abs(ex) > Math.abs(ey);
  const foot = isAlongX ? x[q] - factor * ex : y[q] - factor * ey;
  const [from, to] = isAlongX ? [x[p], x[q]] : [y[p], y[q]];
  const length = from - to;
  if (!isSameSign(length, foot - to)) return 0;
  return isSameSign(length, from - foot) ? (foot - to) / length : 1;
}

function line(simplex: Simplex, p: number, q: number): void {
  const share = shareOf(simplex, p, q);
  if (share === 0) simplex.toVertex(q);
  else if (share === 1) simplex.toVertex(p);
  else simplex.toEdge(p, q, share);
}

function triangle(simplex: Simplex): void {
  const { x, y } = simplex;
  const minors = [x[1] * y[2] - y[1] * x[2], x[2] * y[0] - y[2] * x[0], x[0] * y[1] - y[0] * x[1]];
  const area = minors[0] + minors[1] + minors[2];
  let [least, best] = [Infinity, -1];
  for (let k = 0; k < 3; k++) {
    if (isSameSign(area, minors[k])) continue;
    const [p, q] = [k === 0 ? 1 : 0, k === 2 ? 1 : 2];
    const share = shareOf(simplex, p, q);
    const [nearX, nearY] = [share * x[p] + (1 - share) * x[q], share * y[p] + (1 - share) * y[q]];
    const squared = nearX * nearX + nearY * nearY;
    if (squared < least) [least, best] = [squared, k];
  }
  if (best < 0) simplex.toTriangle();
  else line(simplex, best === 0 ? 1 : 0, best === 2 ? 1 : 2);
}
