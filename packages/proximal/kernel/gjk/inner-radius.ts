// The distance of the origin from the boundary of the tetrahedron around it: a lower bound of the cores' penetration depth.
import * as Query from '../blocks/query.ts';
import { ld } from '../port/memory.ts';

/** The radius of the largest ball around the origin inside the current tetrahedron, 0 if the origin is not inside. */
export function innerRadius(w: i32): f64 {
  return Math.min(
    Math.min(faceDistance(w, 0, 1, 2, 3), faceDistance(w, 1, 2, 3, 0)),
    Math.min(faceDistance(w, 2, 3, 0, 1), faceDistance(w, 3, 0, 1, 2)),
  );
}

/** Distance of the origin from the plane of the face i j k, 0 when vertex l is not on the origin's side. */
function faceDistance(w: i32, i: i32, j: i32, k: i32, l: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const r: i32 = Query.simplex(w, k);
  const s: i32 = Query.simplex(w, l);
  const ux: f64 = ld(q) - ld(p);
  const uy: f64 = ld(q + 1) - ld(p + 1);
  const uz: f64 = ld(q + 2) - ld(p + 2);
  const vx: f64 = ld(r) - ld(p);
  const vy: f64 = ld(r + 1) - ld(p + 1);
  const vz: f64 = ld(r + 2) - ld(p + 2);
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const origin: f64 = -(ld(p) * nx + ld(p + 1) * ny + ld(p + 2) * nz);
  const vertex: f64 = (ld(s) - ld(p)) * nx + (ld(s + 1) - ld(p + 1)) * ny + (ld(s + 2) - ld(p + 2)) * nz;
  if (!(origin * vertex > 0.0)) return 0.0;
  return Math.abs(origin) / Math.sqrt(nx * nx + ny * ny + nz * nz);
}
