// Every edge of one polygon against every edge of the other, as Apollo's polygon2d does it: 0 if a midpoint is inside or two
// edges cross, else the least distance of a vertex from an edge.
import type { Bodies } from './body.ts';

const moved = new Float64Array(2 * 64);

export function distanceByBruteForce({ a, b, cosine, sine, x, y }: Bodies): number {
  for (let k = 0; k < b.length; k += 2) {
    moved[k] = cosine * b[k] - sine * b[k + 1] + x;
    moved[k + 1] = sine * b[k] + cosine * b[k + 1] + y;
  }
  // One may hold the other whole.
  if (isInside(moved[0], moved[1], a, a.length) || isInside(a[0], a[1], moved, b.length)) return 0;
  let least = Infinity;
  for (let i = 0; i < a.length; i += 2) {
    const j = (i + 2) % a.length;
    least = Math.min(least, segmentToPolygon(a[i], a[i + 1], a[j], a[j + 1], moved, b.length));
    if (least === 0) return 0;
  }
  return least;
}

function segmentToPolygon(
  px: number,
  py: number,
  qx: number,
  qy: number,
  outline: Float64Array,
  length: number,
): number {
  if (isInside((px + qx) / 2, (py + qy) / 2, outline, length)) return 0;
  let least = Infinity;
  for (let k = 0; k < length; k += 2) {
    const [ux, uy] = [outline[k], outline[k + 1]];
    const next = (k + 2) % length;
    const [vx, vy] = [outline[next], outline[next + 1]];
    if (doCross(px, py, qx, qy, ux, uy, vx, vy)) return 0;
    least = Math.min(
      least,
      pointToSegment(px, py, ux, uy, vx, vy),
      pointToSegment(qx, qy, ux, uy, vx, vy),
      pointToSegment(ux, uy, px, py, qx, qy),
    );
  }
  return least;
}

/** How far to the left of the line from p to q a point is, but for a factor. */
function side(px: number, py: number, qx: number, qy: number, x: number, y: number): number {
  return (qx - px) * (y - py) - (qy - py) * (x - px);
}

function isInside(x: number, y: number, outline: Float64Array, length: number): boolean {
  for (let k = 0; k < length; k += 2) {
    const next = (k + 2) % length;
    if (side(outline[k], outline[k + 1], outline[next], outline[next + 1], x, y) < 0) return false;
  }
  return true;
}

function doCross(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ux: number,
  uy: number,
  vx: number,
  vy: number,
): boolean {
  return (
    side(px, py, qx, qy, ux, uy) * side(px, py, qx, qy, vx, vy) < 0 &&
    side(ux, uy, vx, vy, px, py) * side(ux, uy, vx, vy, qx, qy) < 0
  );
}

function pointToSegment(x: number, y: number, px: number, py: number, qx: number, qy: number): number {
  const [ex, ey] = [qx - px, qy - py];
  const share = Math.max(0, Math.min(1, ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey)));
  const [dx, dy] = [x - px - share * ex, y - py - share * ey];
  return Math.sqrt(dx * dx + dy * dy);
}
