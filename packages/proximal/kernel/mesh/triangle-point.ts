// The point of a triangle nearest to a given point. The triangle may be thin or without area.
//
// The point is a convex combination of the corners, so the distance is never too small. If rounding in a thin triangle of height h
// and length l hides that the nearest point is interior, the result is a point on an edge. It is farther by less than
// ε l: the computed foot of the perpendicular is off by δ = d ε l / h. If δ < h, the distance d changes by δ² / 2d < ε l / 2. Otherwise d ≥ h² / ε l, and
// an edge, at most h from the foot, is farther by at most h² / 2d ≤ ε l / 2.
import { EPSILON } from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import * as TrianglePoint from './blocks/triangle-point.ts';

/** Triangles with a smaller squared sine at their first corner count as thin. */
const THIN: f64 = 1.0e-8;
/** With a smaller squared sine, at most about four digits of the normal are correct. */
const FLAT: f64 = 1.0e8 * EPSILON * EPSILON;

/** Writes the nearest point of the triangle at `triangle` to the `TrianglePoint` at `out`, and returns the squared distance. */
export function nearestOnTriangle(triangle: i32, x: f64, y: f64, z: f64, out: i32): f64 {
  const ax: f64 = ld(triangle);
  const ay: f64 = ld(triangle + 1);
  const az: f64 = ld(triangle + 2);
  const ux: f64 = ld(triangle + 3) - ax;
  const uy: f64 = ld(triangle + 4) - ay;
  const uz: f64 = ld(triangle + 5) - az;
  const vx: f64 = ld(triangle + 6) - ax;
  const vy: f64 = ld(triangle + 7) - ay;
  const vz: f64 = ld(triangle + 8) - az;
  const px: f64 = x - ax;
  const py: f64 = y - ay;
  const pz: f64 = z - az;
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const squaredNormal: f64 = nx * nx + ny * ny + nz * nz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  const isThin: bool = !(squaredNormal > THIN * uu * vv);
  // The weights of the corners in the foot of the perpendicular, times the squared normal: n · (e × (p − start of e)) for the edge e
  // opposite to each.
  const third: f64 = nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px);
  const second: f64 = nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx);
  const ex: f64 = vx - ux;
  const ey: f64 = vy - uy;
  const ez: f64 = vz - uz;
  const qx: f64 = px - ux;
  const qy: f64 = py - uy;
  const qz: f64 = pz - uz;
  const first: f64 = nx * (ey * qz - ez * qy) + ny * (ez * qx - ex * qz) + nz * (ex * qy - ey * qx);
  const isOver: bool = first > 0.0 && second > 0.0 && third > 0.0;
  let s: f64 = isOver ? second / squaredNormal : 0.0;
  let t: f64 = isOver ? third / squaredNormal : 0.0;
  let best: f64 = isOver ? squared(px - s * ux - t * vx, py - s * uy - t * vy, pz - s * uz - t * vz) : 1.0e308 * 10.0;
  // If the foot is outside, the nearest point is on an edge with the given point on its outer side.
  if (isThin || third <= 0.0) {
    const along: f64 = fraction(px * ux + py * uy + pz * uz, uu);
    const squaredLength: f64 = squared(px - along * ux, py - along * uy, pz - along * uz);
    if (squaredLength < best) {
      best = squaredLength;
      s = along;
      t = 0.0;
    }
  }
  if (isThin || second <= 0.0) {
    const along: f64 = fraction(px * vx + py * vy + pz * vz, vv);
    const squaredLength: f64 = squared(px - along * vx, py - along * vy, pz - along * vz);
    if (squaredLength < best) {
      best = squaredLength;
      s = 0.0;
      t = along;
    }
  }
  if (isThin || first <= 0.0) {
    const along: f64 = fraction(qx * ex + qy * ey + qz * ez, ex * ex + ey * ey + ez * ez);
    const squaredLength: f64 = squared(qx - along * ex, qy - along * ey, qz - along * ez);
    if (squaredLength < best) {
      best = squaredLength;
      s = 1.0 - along;
      t = along;
    }
  }
  TrianglePoint.setNearest(out, 0, ax + (s * ux + t * vx));
  TrianglePoint.setNearest(out, 1, ay + (s * uy + t * vy));
  TrianglePoint.setNearest(out, 2, az + (s * uz + t * vz));
  TrianglePoint.setOffset(out, 0, px - (s * ux + t * vx));
  TrianglePoint.setOffset(out, 1, py - (s * uy + t * vy));
  TrianglePoint.setOffset(out, 2, pz - (s * uz + t * vz));
  return best;
}

/** Writes the triangle's unit normal to `out`, three numbers. False if the triangle is too thin to have one. */
export function triangleNormal(triangle: i32, out: i32): bool {
  const ux: f64 = ld(triangle + 3) - ld(triangle);
  const uy: f64 = ld(triangle + 4) - ld(triangle + 1);
  const uz: f64 = ld(triangle + 5) - ld(triangle + 2);
  const vx: f64 = ld(triangle + 6) - ld(triangle);
  const vy: f64 = ld(triangle + 7) - ld(triangle + 1);
  const vz: f64 = ld(triangle + 8) - ld(triangle + 2);
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const squaredNormal: f64 = squared(nx, ny, nz);
  if (!(squaredNormal > FLAT * squared(ux, uy, uz) * squared(vx, vy, vz))) return false;
  const scale: f64 = 1.0 / Math.sqrt(squaredNormal);
  st(out, nx * scale);
  st(out + 1, ny * scale);
  st(out + 2, nz * scale);
  return true;
}

// @inline
function squared(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}

/** part / whole, limited to 0 and 1; 0 for an edge without length. */
// @inline
function fraction(part: f64, whole: f64): f64 {
  if (!(part > 0.0)) return 0.0;
  return part < whole ? part / whole : 1.0;
}
