// The distance sub-algorithm of GJK: the point of a simplex of two to four vertices that is nearest to the origin, with its convex
// weights. Signed volumes decide which faces can contain it (Montanari et al. 2017): the origin's volume with a face has the sign
// of the whole simplex exactly when the origin is on the inner side of that face. Three things keep the point exact to rounding. A
// point in a triangle's interior is taken along the triangle's normal, so its direction is as accurate as the edges, also if the
// origin is very close. Weights are refined by their own residual, so they combine to the point on slivers too. Of several
// candidate edges or faces, the one with the nearest point is kept, so a wrong sign can cost a step but never gives a point that
// is not in the simplex.
import * as Query from '../blocks/query.ts';
import { ld, st } from '../port/memory.ts';

/** Larger than any squared length: "no candidate". */
const NONE: f64 = 1.0e308;
/** A triangle whose edges meet at a smaller squared sine has no usable normal. */
const FLAT: f64 = 1.0e-30;
/** A corner with a larger squared cosine is sharp, or nearly straight; at other corners the normal is as accurate as the edges. */
const BLUNT: f64 = 0.9375;
/** A squared volume below this fraction of the product of the squared edges at the corner has lost most of its digits. */
const POINTED: f64 = 1.0e-12;
const INFINITE: f64 = 1.0e308 * 10.0;
/** The largest number of refinements of weights. */
const ROUNDS: i32 = 6;
/** The offset of the point in a candidate: after its four weights. */
const POINT: i32 = 4;

/**
 * Writes weights and point of the nearest point of the first `count` vertices, two to four, to `candidate`; returns its squared
 * norm. The last vertex v is new, with ⟨x, v⟩ < |x|² for the nearest point x of the others, so it has a positive weight in the nearest point:
 * faces without it are not tried, which also decides ties in favor of the new vertex. With `everyFace` 1, faces without it are tried too, for
 * other simplices and in case rounding violates this.
 */
export function nearestOnSimplex(w: i32, count: i32, everyFace: i32): f64 {
  const out: i32 = Query.candidate(w);
  Query.setNewest(w, everyFace === 1 ? -1 : count - 1);
  if (count === 2) return nearestOnSegment(w, 0, 1, out);
  if (count === 3) return nearestOnTriangle(w, 0, 1, 2, true, out);
  return nearestOnTetrahedron(w, 0, 1, 2, 3, true, everyFace === 1, out);
}

/** Makes the candidate the current result. */
export function acceptCandidate(w: i32): void {
  copyCandidate(Query.candidate(w), w + Query.WEIGHTS);
}

function copyCandidate(from: i32, to: i32): void {
  st(to, ld(from));
  st(to + 1, ld(from + 1));
  st(to + 2, ld(from + 2));
  st(to + 3, ld(from + 3));
  st(to + POINT, ld(from + POINT));
  st(to + POINT + 1, ld(from + POINT + 1));
  st(to + POINT + 2, ld(from + POINT + 2));
}

function clearWeights(out: i32): void {
  st(out, 0.0);
  st(out + 1, 0.0);
  st(out + 2, 0.0);
  st(out + 3, 0.0);
}

function setPoint(out: i32, x: f64, y: f64, z: f64): f64 {
  st(out + POINT, x);
  st(out + POINT + 1, y);
  st(out + POINT + 2, z);
  return x * x + y * y + z * z;
}

function nearestIsVertex(w: i32, i: i32, out: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  clearWeights(out);
  st(out + i, 1.0);
  return setPoint(out, ld(p), ld(p + 1), ld(p + 2));
}

function nearestOnSegment(w: i32, i: i32, j: i32, out: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const pz: f64 = ld(p + 2);
  const qx: f64 = ld(q);
  const qy: f64 = ld(q + 1);
  const qz: f64 = ld(q + 2);
  const ex: f64 = qx - px;
  const ey: f64 = qy - py;
  const ez: f64 = qz - pz;
  const beyondP: f64 = -(px * ex + py * ey + pz * ez);
  if (!(beyondP > 0.0)) return nearestIsVertex(w, i, out);
  const beforeQ: f64 = qx * ex + qy * ey + qz * ez;
  if (!(beforeQ > 0.0)) return nearestIsVertex(w, j, out);
  const inverse: f64 = 1.0 / (beyondP + beforeQ);
  const weight: f64 = inverse * beyondP;
  clearWeights(out);
  st(out + i, inverse * beforeQ);
  st(out + j, weight);
  const x: f64 = px + weight * ex;
  const y: f64 = py + weight * ey;
  const z: f64 = pz + weight * ez;
  // Projected once more, so that the point stays orthogonal to the edge even when it is much shorter than p.
  const correction: f64 = inverse * (x * ex + y * ey + z * ez);
  return setPoint(out, x - correction * ex, y - correction * ey, z - correction * ez);
}

/**
 * The nearest point of a triangle and its weights, with the normal from the corner at the vertex i. If this corner is sharp, the normal
 * between the two shorter edges is more accurate, and the corner is changed once. Without a usable normal, the nearest point of the edges.
 */
function nearestOnTriangle(w: i32, i: i32, j: i32, k: i32, mayChangeCorner: bool, out: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const r: i32 = Query.simplex(w, k);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const pz: f64 = ld(p + 2);
  const ux: f64 = ld(q) - px;
  const uy: f64 = ld(q + 1) - py;
  const uz: f64 = ld(q + 2) - pz;
  const vx: f64 = ld(r) - px;
  const vy: f64 = ld(r + 1) - py;
  const vz: f64 = ld(r + 2) - pz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  const uv: f64 = ux * vx + uy * vy + uz * vz;
  const isSharp: bool = uv * uv >= BLUNT * uu * vv;
  const third: f64 = uu + vv - 2.0 * uv;
  if (isSharp && mayChangeCorner && (third < uu || third < vv)) {
    return vv >= uu ? nearestOnTriangle(w, j, k, i, false, out) : nearestOnTriangle(w, k, i, j, false, out);
  }
  let nx: f64 = uy * vz - uz * vy;
  let ny: f64 = uz * vx - ux * vz;
  let nz: f64 = ux * vy - uy * vx;
  const nn: f64 = nx * nx + ny * ny + nz * nz;
  if (!(nn > FLAT * uu * vv)) return nearestOnEdges(w, i, j, k, true, true, true, out);
  if (isSharp) {
    // The longest edge amplifies errors of the normal: the normal is made orthogonal to it, to rounding.
    const ex: f64 = vx - ux;
    const ey: f64 = vy - uy;
    const ez: f64 = vz - uz;
    const tilt: f64 = (nx * ex + ny * ey + nz * ez) / (ex * ex + ey * ey + ez * ez);
    nx -= tilt * ex;
    ny -= tilt * ey;
    nz -= tilt * ez;
  }
  // Foot point and weights are computed from the vertex nearest to the origin: their rounding error is proportional to its
  // distance.
  const pp: f64 = px * px + py * py + pz * pz;
  const qq: f64 = squaredNorm(q);
  const rr: f64 = squaredNorm(r);
  if (qq < pp && qq <= rr) return footOnTriangle(w, j, k, i, nx, ny, nz, out);
  if (rr < pp) return footOnTriangle(w, k, i, j, nx, ny, nz, out);
  return footOnTriangle(w, i, j, k, nx, ny, nz, out);
}

function squaredNorm(p: i32): f64 {
  return ld(p) * ld(p) + ld(p + 1) * ld(p + 1) + ld(p + 2) * ld(p + 2);
}

/** The point of the triangle along its normal, with its weights, computed from the vertex i; beyond an edge, the nearest point of the edges. */
function footOnTriangle(w: i32, i: i32, j: i32, k: i32, nx: f64, ny: f64, nz: f64, out: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const r: i32 = Query.simplex(w, k);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const pz: f64 = ld(p + 2);
  const ux: f64 = ld(q) - px;
  const uy: f64 = ld(q + 1) - py;
  const uz: f64 = ld(q + 2) - pz;
  const vx: f64 = ld(r) - px;
  const vy: f64 = ld(r + 1) - py;
  const vz: f64 = ld(r + 2) - pz;
  const third: f64 = (vx - ux) * (vx - ux) + (vy - uy) * (vy - uy) + (vz - uz) * (vz - uz);
  const longest: f64 = Math.max(third, Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
  const inverse: f64 = 1.0 / (nx * nx + ny * ny + nz * nz);
  const height: f64 = inverse * (px * nx + py * ny + pz * nz);
  const x: f64 = height * nx;
  const y: f64 = height * ny;
  const z: f64 = height * nz;
  // f = a u + b v has a = f · (v × n) / |n|², b = f · (n × u) / |n|².
  const ax: f64 = vy * nz - vz * ny;
  const ay: f64 = vz * nx - vx * nz;
  const az: f64 = vx * ny - vy * nx;
  const bx: f64 = ny * uz - nz * uy;
  const by: f64 = nz * ux - nx * uz;
  const bz: f64 = nx * uy - ny * ux;
  // On a sliver the first result has a large error; each correction by the residual reduces it by the same factor.
  const allowed: f64 = 0.25 * Query.floor(w);
  let weightQ: f64 = 0.0;
  let weightR: f64 = 0.0;
  let residualX: f64 = x - px;
  let residualY: f64 = y - py;
  let residualZ: f64 = z - pz;
  for (let round: i32 = 0; round < ROUNDS; round += 1) {
    weightQ += inverse * (residualX * ax + residualY * ay + residualZ * az);
    weightR += inverse * (residualX * bx + residualY * by + residualZ * bz);
    residualX = x - px - weightQ * ux - weightR * vx;
    residualY = y - py - weightQ * uy - weightR * vy;
    residualZ = z - pz - weightQ * uz - weightR * vz;
    if (residualX * residualX + residualY * residualY + residualZ * residualZ <= allowed * allowed) break;
  }
  const weightP: f64 = 1.0 - weightQ - weightR;
  clearWeights(out);
  if (weightP > 0.0 && weightQ > 0.0 && weightR > 0.0) {
    st(out + i, weightP);
    st(out + j, weightQ);
    st(out + k, weightR);
  } else {
    // Beyond an edge by rounding only: the point is on the edge, but the triangle's normal is the more accurate direction.
    const least: f64 = -allowed / Math.sqrt(longest);
    if (!(weightP > least && weightQ > least && weightR > least)) {
      return nearestOnEdges(w, i, j, k, !(weightP > 0.0), !(weightQ > 0.0), !(weightR > 0.0), out);
    }
    const clampedP: f64 = Math.max(0.0, weightP);
    const clampedQ: f64 = Math.max(0.0, weightQ);
    const clampedR: f64 = Math.max(0.0, weightR);
    const total: f64 = clampedP + clampedQ + clampedR;
    st(out + i, clampedP / total);
    st(out + j, clampedQ / total);
    st(out + k, clampedR / total);
  }
  // If the refinement has not converged, the weighted combination replaces the foot point.
  if (residualX * residualX + residualY * residualY + residualZ * residualZ > allowed * allowed)
    return setPoint(out, x - residualX, y - residualY, z - residualZ);
  return setPoint(out, x, y, z);
}

/** The nearest point of the chosen edges of a triangle: `triesJK` chooses the edge from j to k, and so on. */
function nearestOnEdges(w: i32, i: i32, j: i32, k: i32, triesJK: bool, triesKI: bool, triesIJ: bool, out: i32): f64 {
  let best: f64 = NONE;
  if (triesJK) best = tryEdge(w, j, k, best, out);
  if (triesKI) best = tryEdge(w, k, i, best, out);
  if (triesIJ) best = tryEdge(w, i, j, best, out);
  return best;
}

/**
 * Compares the nearest point of the edge i j with the best so far, of squared norm `best`; the nearer one is in `out`. Returns its
 * squared norm. An edge without the vertex `newest` is skipped.
 */
function tryEdge(w: i32, i: i32, j: i32, best: f64, out: i32): f64 {
  const newest: i32 = Query.newest(w);
  if (newest >= 0 && i !== newest && j !== newest) return best;
  if (best === NONE) return nearestOnSegment(w, i, j, out);
  const squared: f64 = nearestOnSegment(w, i, j, Query.candidateSegment(w));
  if (!(squared < best)) return best;
  copyCandidate(Query.candidateSegment(w), out);
  return squared;
}

function tryFace(w: i32, i: i32, j: i32, k: i32, best: f64, out: i32): f64 {
  const newest: i32 = Query.newest(w);
  if (newest >= 0 && i !== newest && j !== newest && k !== newest) return best;
  if (best === NONE) return nearestOnTriangle(w, i, j, k, true, out);
  const squared: f64 = nearestOnTriangle(w, i, j, k, true, Query.candidateTriangle(w));
  if (!(squared < best)) return best;
  copyCandidate(Query.candidateTriangle(w), out);
  return squared;
}

/**
 * The nearest point of a tetrahedron. The weight of a vertex is the signed volume that the origin spans with the opposite face, divided by
 * the tetrahedron's. If all four are positive, the origin is inside. They are computed from the corner at the vertex i; if the volume is small for
 * the edges there, e.g. because the other three are close together and far away, they are computed from the corner with the shortest edges.
 */
function nearestOnTetrahedron(
  w: i32,
  i: i32,
  j: i32,
  k: i32,
  l: i32,
  mayChangeCorner: bool,
  everyFace: bool,
  out: i32,
): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const r: i32 = Query.simplex(w, k);
  const s: i32 = Query.simplex(w, l);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const pz: f64 = ld(p + 2);
  const ux: f64 = ld(q) - px;
  const uy: f64 = ld(q + 1) - py;
  const uz: f64 = ld(q + 2) - pz;
  const vx: f64 = ld(r) - px;
  const vy: f64 = ld(r + 1) - py;
  const vz: f64 = ld(r + 2) - pz;
  const tx: f64 = ld(s) - px;
  const ty: f64 = ld(s + 1) - py;
  const tz: f64 = ld(s + 2) - pz;
  // Rows of the inverse of [u v t], times the determinant: f = a u + b v + c t has a = f · (v × t) / whole, and so on.
  const ax: f64 = vy * tz - vz * ty;
  const ay: f64 = vz * tx - vx * tz;
  const az: f64 = vx * ty - vy * tx;
  const bx: f64 = ty * uz - tz * uy;
  const by: f64 = tz * ux - tx * uz;
  const bz: f64 = tx * uy - ty * ux;
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const whole: f64 = ux * ax + uy * ay + uz * az;
  if (mayChangeCorner) {
    const uu: f64 = ux * ux + uy * uy + uz * uz;
    const vv: f64 = vx * vx + vy * vy + vz * vz;
    const tt: f64 = tx * tx + ty * ty + tz * tz;
    if (whole * whole < POINTED * uu * vv * tt) {
      const base: i32 = centralVertex(w);
      return nearestOnTetrahedron(w, base, (base + 1) & 3, (base + 2) & 3, (base + 3) & 3, false, everyFace, out);
    }
  }
  const inverse: f64 = 1.0 / whole;
  // On a sliver the first result has a large error; each correction by the residual reduces it by the same factor.
  const allowed: f64 = 0.25 * Query.floor(w);
  let weightJ: f64 = 0.0;
  let weightK: f64 = 0.0;
  let weightL: f64 = 0.0;
  let residualX: f64 = -px;
  let residualY: f64 = -py;
  let residualZ: f64 = -pz;
  for (let round: i32 = 0; round < ROUNDS; round += 1) {
    weightJ += inverse * (residualX * ax + residualY * ay + residualZ * az);
    weightK += inverse * (residualX * bx + residualY * by + residualZ * bz);
    weightL += inverse * (residualX * cx + residualY * cy + residualZ * cz);
    residualX = -px - weightJ * ux - weightK * vx - weightL * tx;
    residualY = -py - weightJ * uy - weightK * vy - weightL * ty;
    residualZ = -pz - weightJ * uz - weightK * vz - weightL * tz;
    if (residualX * residualX + residualY * residualY + residualZ * residualZ <= allowed * allowed) break;
  }
  const weightI: f64 = 1.0 - weightJ - weightK - weightL;
  let triesAll: bool = everyFace;
  if (weightI > 0.0 && weightJ > 0.0 && weightK > 0.0 && weightL > 0.0) {
    st(out + i, weightI);
    st(out + j, weightJ);
    st(out + k, weightK);
    st(out + l, weightL);
    const squared: f64 = setPoint(out, -residualX, -residualY, -residualZ);
    // The weights prove the overlap only if they combine to the origin: the weights of a flat tetrahedron may not.
    if (squared <= Query.floor(w) * Query.floor(w)) return squared;
    triesAll = true;
  }
  let best: f64 = NONE;
  if (triesAll || !(weightL > 0.0)) best = tryFace(w, i, j, k, best, out);
  if (triesAll || !(weightK > 0.0)) best = tryFace(w, i, j, l, best, out);
  if (triesAll || !(weightJ > 0.0)) best = tryFace(w, i, k, l, best, out);
  if (triesAll || !(weightI > 0.0)) best = tryFace(w, j, k, l, best, out);
  return best;
}

/** The vertex of the tetrahedron with the least sum of squared edges. */
function centralVertex(w: i32): i32 {
  let central: i32 = 0;
  let least: f64 = INFINITE;
  for (let i: i32 = 0; i < 4; i += 1) {
    let sum: f64 = 0.0;
    for (let j: i32 = 0; j < 4; j += 1) sum += squaredEdge(w, i, j);
    if (sum < least) {
      least = sum;
      central = i;
    }
  }
  return central;
}

function squaredEdge(w: i32, i: i32, j: i32): f64 {
  const p: i32 = Query.simplex(w, i);
  const q: i32 = Query.simplex(w, j);
  const x: f64 = ld(q) - ld(p);
  const y: f64 = ld(q + 1) - ld(p + 1);
  const z: f64 = ld(q + 2) - ld(p + 2);
  return x * x + y * y + z * z;
}
