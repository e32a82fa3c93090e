// MPR, Minkowski portal refinement (Snethen, "XenoCollide", Game Programming Gems 7; Gao, see incremental.ts, Sec. II-C), finds the point where a ray
// from the origin leaves the Minkowski difference D. A portal is a triangle of support points that the ray passes through. With the
// portal's edges, the support point along its normal forms three new triangles, and the ray passes through one of them.
//
// Signs: Gao's support function minimizes, and his n* moves A₁. Here the support function maximizes, and the normal moves B. Gao's
// supp(portal_k) is the support point along the portal's outward normal.
import * as Query from '../blocks/query.ts';
import { supportVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { PORTAL_CANDIDATE } from './constants.ts';

export const PORTAL_FOUND: i32 = 0;
/** The support point along the ray, the first corner, is on the ray, which leaves D there. */
export const PORTAL_IS_POINT: i32 = 1;
/** The origin is not inside, or no portal is found because of rounding. */
export const PORTAL_LOST: i32 = 2;
/** The largest number of triangles after the first; usually the first or second is a portal. Close to the surface the search may cycle. */
const MOST_TRIES: i32 = 16;
/** The number of tries with support points near the ray: for polytopes with few vertices, these points may repeat. */
const NEAR_TRIES: i32 = 3;
/** The squared sine of the angle between the ray and the first corner below which this corner is on the ray. */
const NARROW: f64 = 1.0e-28;
/**
 * The tangent of the angle between the ray and the directions of support points near it. A small angle gives small portals. Of the
 * values from 0.02 to 0.4, this one takes the fewest support points for hulls of 1,000 vertices.
 */
const TILT: f64 = 0.07;
/** The components of the second corner's tilt, nearly a unit vector: to the side of the ray, and away from the first corner. */
const SIDEWAYS: f64 = 0.87;
const FORWARD: f64 = 0.5;

/** Sets the three corners of the portal and the candidate to the vertices of the simplex. They exchange their roles later. */
export function clearPortal(w: i32): void {
  for (let k: i32 = 0; k < 4; k += 1) Query.setPortal(w, k, Query.simplex(w, k));
}

/** Support of D, grown by a ball of the given radius, as one iteration. */
export function supportGrown(w: i32, vertex: i32, x: f64, y: f64, z: f64, radius: f64): void {
  supportVertex(w, vertex, x, y, z);
  Query.setIterations(w, Query.iterations(w) + 1);
  if (radius === 0.0) return;
  const scale: f64 = radius / Math.sqrt(x * x + y * y + z * z);
  st(vertex, ld(vertex) + scale * x);
  st(vertex + 1, ld(vertex + 1) + scale * y);
  st(vertex + 2, ld(vertex + 2) + scale * z);
}

/** Makes the candidate the portal's corner k; the old corner's place is used for the next candidate. */
function replaceCorner(w: i32, k: i32): void {
  const old: i32 = Query.portal(w, k);
  Query.setPortal(w, k, Query.portal(w, PORTAL_CANDIDATE));
  Query.setPortal(w, PORTAL_CANDIDATE, old);
}

/** The determinant |u v d|: positive if d is to the left of the edge from u to v, seen from outside. */
export function side(u: i32, v: i32, dx: f64, dy: f64, dz: f64): f64 {
  const ux: f64 = ld(u);
  const uy: f64 = ld(u + 1);
  const uz: f64 = ld(u + 2);
  const vx: f64 = ld(v);
  const vy: f64 = ld(v + 1);
  const vz: f64 = ld(v + 2);
  return dx * (uy * vz - uz * vy) + dy * (uz * vx - ux * vz) + dz * (ux * vy - uy * vx);
}

/**
 * `find_portal` of Alg. 1, from the support point along the ray, which is the portal's first corner: two corners span a plane
 * with the origin, and the support point on the ray's side of it is the third. If the ray misses this triangle, it passes on the
 * other side of one of the two new edges, which then spans the next plane. With `isNear`, corners near the ray d, a unit vector, are
 * tried first.
 */
export function findPortal(w: i32, dx: f64, dy: f64, dz: f64, radius: f64, isNear: bool): i32 {
  const first: i32 = Query.portal(w, 0);
  const x: f64 = ld(first);
  const y: f64 = ld(first + 1);
  const z: f64 = ld(first + 2);
  const cx: f64 = y * dz - z * dy;
  const cy: f64 = z * dx - x * dz;
  const cz: f64 = x * dy - y * dx;
  const squared: f64 = (x * x + y * y + z * z) * (dx * dx + dy * dy + dz * dz);
  if (!(cx * cx + cy * cy + cz * cz > NARROW * squared)) {
    return x * dx + y * dy + z * dz > 0.0 ? PORTAL_IS_POINT : PORTAL_LOST;
  }
  if (!(isNear && supportAcross(w, dx, dy, dz, cx, cy, cz, radius)))
    supportGrown(w, Query.portal(w, 1), cx, cy, cz, radius);
  // |v₁ v₂ d| = −⟨v₂, v₁ × d⟩ is negative, so the corners are swapped.
  swapCorners(w, 0, 1);
  if (!supportThird(w, dx, dy, dz, radius, isNear)) return PORTAL_LOST;
  return closePortal(w, dx, dy, dz, radius, isNear);
}

/**
 * The second corner near the ray d, across it from the first corner v₁: along the ray, tilted from v₁ toward the ray and to the side
 * c = v₁ × d. False if the support point is not on this side.
 */
function supportAcross(w: i32, dx: f64, dy: f64, dz: f64, cx: f64, cy: f64, cz: f64, radius: f64): bool {
  const first: i32 = Query.portal(w, 0);
  const x: f64 = ld(first);
  const y: f64 = ld(first + 1);
  const z: f64 = ld(first + 2);
  // c × v₁ is the part of d perpendicular to v₁, times |v₁|².
  const norm: f64 = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const forward: f64 = (TILT * FORWARD) / (norm * Math.sqrt(x * x + y * y + z * z));
  const sideways: f64 = (TILT * SIDEWAYS) / norm;
  const vertex: i32 = Query.portal(w, 1);
  supportGrown(
    w,
    vertex,
    dx + forward * (cy * z - cz * y) + sideways * cx,
    dy + forward * (cz * x - cx * z) + sideways * cy,
    dz + forward * (cx * y - cy * x) + sideways * cz,
    radius,
  );
  return cx * ld(vertex) + cy * ld(vertex + 1) + cz * ld(vertex + 2) > 0.0;
}

/**
 * The ray is to the left of the edge from the first corner to the second; the third corner is arbitrary. If the ray misses the triangle, it passes on
 * the other side of one of the two edges at the third corner; the next triangle is made of this edge and a new support point.
 */
function closePortal(w: i32, dx: f64, dy: f64, dz: f64, radius: f64, isNear: bool): i32 {
  for (let tries: i32 = 0; tries < MOST_TRIES; tries += 1) {
    const third: i32 = Query.portal(w, 2);
    if (side(Query.portal(w, 1), third, dx, dy, dz) < 0.0) swapCorners(w, 0, 2);
    else if (side(third, Query.portal(w, 0), dx, dy, dz) < 0.0) swapCorners(w, 1, 2);
    else return PORTAL_FOUND;
    if (!supportThird(w, dx, dy, dz, radius, isNear && tries < NEAR_TRIES)) return PORTAL_LOST;
  }
  return PORTAL_LOST;
}

/** The third corner: a support point beyond the plane of the origin and the first two. False if there is none. */
function supportThird(w: i32, dx: f64, dy: f64, dz: f64, radius: f64, isNear: bool): bool {
  return (isNear && supportEdge(w, dx, dy, dz, radius, true)) || supportEdge(w, dx, dy, dz, radius, false);
}

/**
 * The support point perpendicular to the plane of the origin and the first two corners, or near the ray d. False if it is not beyond
 * the plane.
 */
function supportEdge(w: i32, dx: f64, dy: f64, dz: f64, radius: f64, isNear: bool): bool {
  const u: i32 = Query.portal(w, 0);
  const v: i32 = Query.portal(w, 1);
  const third: i32 = Query.portal(w, 2);
  const nx: f64 = ld(u + 1) * ld(v + 2) - ld(u + 2) * ld(v + 1);
  const ny: f64 = ld(u + 2) * ld(v) - ld(u) * ld(v + 2);
  const nz: f64 = ld(u) * ld(v + 1) - ld(u + 1) * ld(v);
  const squared: f64 = nx * nx + ny * ny + nz * nz;
  // Corners in line with the origin have no plane.
  if (!(squared > 0.0)) return false;
  if (isNear) {
    const tilt: f64 = TILT / Math.sqrt(squared);
    supportGrown(w, third, dx + tilt * nx, dy + tilt * ny, dz + tilt * nz, radius);
  } else supportGrown(w, third, nx, ny, nz, radius);
  return nx * ld(third) + ny * ld(third + 1) + nz * ld(third + 2) > 0.0;
}

/**
 * Makes a portal for a new ray from the old portal and a candidate, ideally the support point along the new ray. If the ray
 * passes through the old portal, the new one is a part of it; otherwise it is made of the edge that the ray passes beyond and the
 * candidate.
 */
export function redirectPortal(w: i32, dx: f64, dy: f64, dz: f64, isNear: bool): i32 {
  for (let k: i32 = 0; k < 3; k += 1) {
    const next: i32 = k === 2 ? 0 : k + 1;
    if (side(Query.portal(w, k), Query.portal(w, next), dx, dy, dz) < 0.0) {
      const start: i32 = Query.portal(w, next);
      const end: i32 = Query.portal(w, k);
      const thirdCorner: i32 = Query.portal(w, 3 - k - next);
      Query.setPortal(w, 0, start);
      Query.setPortal(w, 1, end);
      Query.setPortal(w, 2, Query.portal(w, PORTAL_CANDIDATE));
      Query.setPortal(w, PORTAL_CANDIDATE, thirdCorner);
      return closePortal(w, dx, dy, dz, 0.0, isNear);
    }
  }
  updatePortal(w, dx, dy, dz);
  return PORTAL_FOUND;
}

/**
 * GJK's tetrahedron around the origin has a portal for every ray: the face through which the ray leaves. False if no face is found
 * because of rounding.
 */
export function portalOfTetrahedron(w: i32, dx: f64, dy: f64, dz: f64): bool {
  for (let apex: i32 = 0; apex < 4; apex += 1) {
    clearPortal(w);
    swapCorners(w, apex, 3);
    const c: i32 = Query.portal(w, 2);
    if (side(Query.portal(w, 0), Query.portal(w, 1), ld(c), ld(c + 1), ld(c + 2)) < 0.0) swapCorners(w, 0, 1);
    if (isThroughPortal(w, dx, dy, dz)) return true;
  }
  return false;
}

export function isThroughPortal(w: i32, dx: f64, dy: f64, dz: f64): bool {
  const a: i32 = Query.portal(w, 0);
  const b: i32 = Query.portal(w, 1);
  const c: i32 = Query.portal(w, 2);
  return side(a, b, dx, dy, dz) >= 0.0 && side(b, c, dx, dy, dz) >= 0.0 && side(c, a, dx, dy, dz) >= 0.0;
}

/** Reverses the portal's orientation. */
export function flipPortal(w: i32): void {
  swapCorners(w, 0, 1);
}

function swapCorners(w: i32, i: i32, j: i32): void {
  const old: i32 = Query.portal(w, i);
  Query.setPortal(w, i, Query.portal(w, j));
  Query.setPortal(w, j, old);
}

/**
 * Computes the portal's outward normal, its distance, and the support point along it as the candidate. False if the portal has no area or
 * the support value is not finite.
 */
export function supportPortal(w: i32, radius: f64): bool {
  const a: i32 = Query.portal(w, 0);
  const b: i32 = Query.portal(w, 1);
  const c: i32 = Query.portal(w, 2);
  const ux: f64 = ld(b) - ld(a);
  const uy: f64 = ld(b + 1) - ld(a + 1);
  const uz: f64 = ld(b + 2) - ld(a + 2);
  const vx: f64 = ld(c) - ld(a);
  const vy: f64 = ld(c + 1) - ld(a + 1);
  const vz: f64 = ld(c + 2) - ld(a + 2);
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const squared: f64 = nx * nx + ny * ny + nz * nz;
  if (!(squared > 0.0)) return false;
  const scale: f64 = 1.0 / Math.sqrt(squared);
  const x: f64 = scale * nx;
  const y: f64 = scale * ny;
  const z: f64 = scale * nz;
  Query.setPortalNormal(w, 0, x);
  Query.setPortalNormal(w, 1, y);
  Query.setPortalNormal(w, 2, z);
  Query.setPortalDistance(w, x * ld(a) + y * ld(a + 1) + z * ld(a + 2));
  const candidate: i32 = Query.portal(w, PORTAL_CANDIDATE);
  supportGrown(w, candidate, x, y, z, radius);
  const support: f64 = x * ld(candidate) + y * ld(candidate + 1) + z * ld(candidate + 2);
  Query.setPortalSupport(w, support);
  return support - support === 0.0;
}

/** `update_portal` of Alg. 1: of the three triangles that the candidate makes with the portal's edges, the one around the ray. */
export function updatePortal(w: i32, dx: f64, dy: f64, dz: f64): void {
  const candidate: i32 = Query.portal(w, PORTAL_CANDIDATE);
  const s1: f64 = side(Query.portal(w, 0), candidate, dx, dy, dz);
  const s2: f64 = side(Query.portal(w, 1), candidate, dx, dy, dz);
  const s3: f64 = side(Query.portal(w, 2), candidate, dx, dy, dz);
  // The ray passes through the triangle of the candidate and the edge from i to j if s_i ≤ 0 ≤ s_j.
  if (s1 > 0.0) replaceCorner(w, s3 > 0.0 ? 0 : 1);
  else replaceCorner(w, s2 >= 0.0 ? 2 : 0);
}

/** The distance |p_k| at which the ray passes through the portal's plane. */
export function rayAtPortal(w: i32, dx: f64, dy: f64, dz: f64): f64 {
  const along: f64 = Query.portalNormal(w, 0) * dx + Query.portalNormal(w, 1) * dy + Query.portalNormal(w, 2) * dz;
  return Query.portalDistance(w) / along;
}
