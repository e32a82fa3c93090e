// The sub-distance algorithm S2D for a triangle whose newest vertex is known, with the cases of Zhang et al. 2020: see gjk.ts.

/** Results of `barycode`: which end of the old edge is kept, or that the triangle contains the origin. */
export const KEEPS_U: i32 = 0;
export const KEEPS_V: i32 = 1;
export const INSIDE: i32 = 2;

/** S2D, Alg. 3: which end of the edge from u to v forms the next edge with the new vertex a, or INSIDE. `crossUV` is u × v. */
// @inline
export function barycode(
  ux: f64,
  uy: f64,
  vx: f64,
  vy: f64,
  ax: f64,
  ay: f64,
  crossUV: f64,
  mayTouch: bool,
  floor: f64,
): i32 {
  // The barycode has a bit for each positive barycentric coordinate of the origin: 4 for a, 2 for u and 1 for v. The coordinates are
  // proportional to σu = v × a = −crossV, σv = a × u = −crossU and σa = `crossUV`. Bit 4 is always set, because the new vertex lies on the
  // origin's side of the edge. So v has its bit if sideU ≤ 0, and u if sideV ≤ 0.
  const fx: f64 = ax - ux;
  const fy: f64 = ay - uy;
  const gx: f64 = vx - ax;
  const gy: f64 = vy - ay;
  const crossU: f64 = ax * fy - ay * fx;
  const crossV: f64 = ax * gy - ay * gx;
  const sideU: f64 = crossUV * crossU;
  const sideV: f64 = crossUV * crossV;
  // Barycode 7: the origin is inside. (For a Boolean query this is the second early exit of Alg. 6.) With `mayTouch`, a side that
  // contains the origin up to rounding becomes the next edge: the shapes may touch there.
  if (sideU <= 0.0 && sideV <= 0.0) {
    const isOnV: bool = crossV * crossV <= floor * floor * (gx * gx + gy * gy);
    const isOnU: bool = crossU * crossU <= floor * floor * (fx * fx + fy * fy);
    if (!mayTouch || !(isOnU || isOnV)) return INSIDE;
    return isOnV ? KEEPS_V : KEEPS_U;
  }
  // Barycode 4: the cone region of the new vertex, Alg. 4. If the new vertex itself is nearest, either edge serves: the caller's test of the edge
  // finds the vertex.
  if (sideU > 0.0 && sideV > 0.0) return ax * fx + ay * fy > 0.0 ? KEEPS_U : KEEPS_V;
  // Barycode 5 keeps v, barycode 6 keeps u.
  return sideV > 0.0 ? KEEPS_V : KEEPS_U;
}
