// The distance sub-algorithm of GJK: the point nearest to the origin of a simplex of one to four vertices, with
// its convex weights. Signed volumes decide which faces can hold it (Montanari et al. 2017): the origin's volume
// with a face has the sign of the whole simplex exactly when the origin is on the inner side of that face.
//
// Two things keep it exact to rounding. The point in a triangle's interior is taken along the triangle's normal, so
// its direction is as good as the edges, however close the origin. And every rank keeps the smallest of its candidates,
// so a wrong sign on a sliver can cost a step but never gives a point that is not in the simplex.
import { CANDIDATE, CANDIDATE_SEGMENT, CANDIDATE_TRIANGLE, FLOOR, SIMPLEX, VERTEX_STRIDE, WEIGHTS } from '../layout.ts';
import { ld, st } from '../port/memory.ts';

/** Larger than any squared length: "no candidate". */
const NONE: f64 = 1.0e308;
/** A triangle whose edges meet at a smaller squared sine has no usable normal. */
const FLAT: f64 = 1.0e-30;
/** Offset of the point behind the four weights of a candidate. */
const POINT: i32 = 4;

/**
 * Writes weights and point of the nearest point of the first `count` vertices to CANDIDATE; returns its squared norm.
 * `everyFace` distrusts the signs of a tetrahedron's volumes and tries all of its faces.
 */
export function nearestOnSimplex(w: i32, count: i32, everyFace: bool): f64 {
  const out: i32 = w + CANDIDATE;
  if (count === 1) return nearestIsVertex(w, 0, out);
  if (count === 2) return nearestOnSegment(w, 0, 1, out);
  if (count === 3) return nearestOnTriangle(w, 0, 1, 2, out);
  return nearestOnTetrahedron(w, everyFace, out);
}

/** Makes the candidate the current answer. */
export function acceptCandidate(w: i32): void {
  copyCandidate(w + CANDIDATE, w + WEIGHTS);
}

function copyCandidate(from: i32, to: i32): void {
  for (let k: i32 = 0; k < 7; k += 1) st(to + k, ld(from + k));
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
  const p: i32 = w + SIMPLEX + i * VERTEX_STRIDE;
  clearWeights(out);
  st(out + i, 1.0);
  return setPoint(out, ld(p), ld(p + 1), ld(p + 2));
}

function nearestOnSegment(w: i32, i: i32, j: i32, out: i32): f64 {
  const p: i32 = w + SIMPLEX + i * VERTEX_STRIDE;
  const q: i32 = w + SIMPLEX + j * VERTEX_STRIDE;
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
  const total: f64 = beyondP + beforeQ;
  const weight: f64 = beyondP / total;
  clearWeights(out);
  st(out + i, beforeQ / total);
  st(out + j, weight);
  const x: f64 = px + weight * ex;
  const y: f64 = py + weight * ey;
  const z: f64 = pz + weight * ez;
  // Projected once more, so that the point stays orthogonal to the edge even when it is much shorter than p.
  const again: f64 = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
  return setPoint(out, x - again * ex, y - again * ey, z - again * ez);
}

/** Takes the corner between the two shorter edges as the base: the best conditioned normal. */
function nearestOnTriangle(w: i32, i: i32, j: i32, k: i32, out: i32): f64 {
  const ij: f64 = squaredEdge(w, i, j);
  const jk: f64 = squaredEdge(w, j, k);
  const ki: f64 = squaredEdge(w, k, i);
  if (jk >= ij && jk >= ki) return nearestFromCorner(w, i, j, k, out);
  if (ki >= ij) return nearestFromCorner(w, j, k, i, out);
  return nearestFromCorner(w, k, i, j, out);
}

function squaredEdge(w: i32, i: i32, j: i32): f64 {
  const p: i32 = w + SIMPLEX + i * VERTEX_STRIDE;
  const q: i32 = w + SIMPLEX + j * VERTEX_STRIDE;
  const x: f64 = ld(q) - ld(p);
  const y: f64 = ld(q + 1) - ld(p + 1);
  const z: f64 = ld(q + 2) - ld(p + 2);
  return x * x + y * y + z * z;
}

function nearestFromCorner(w: i32, i: i32, j: i32, k: i32, out: i32): f64 {
  const p: i32 = w + SIMPLEX + i * VERTEX_STRIDE;
  const q: i32 = w + SIMPLEX + j * VERTEX_STRIDE;
  const r: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
  const ux: f64 = ld(q) - ld(p);
  const uy: f64 = ld(q + 1) - ld(p + 1);
  const uz: f64 = ld(q + 2) - ld(p + 2);
  const vx: f64 = ld(r) - ld(p);
  const vy: f64 = ld(r + 1) - ld(p + 1);
  const vz: f64 = ld(r + 2) - ld(p + 2);
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const nn: f64 = nx * nx + ny * ny + nz * nz;
  if (!(nn > FLAT * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))) {
    return nearestOnEdges(w, i, j, k, true, true, true, out);
  }
  const height: f64 = (ld(p) * nx + ld(p + 1) * ny + ld(p + 2) * nz) / nn;
  const x: f64 = height * nx;
  const y: f64 = height * ny;
  const z: f64 = height * nz;
  // Areas of the foot point with each edge, seen along the axis where the triangle is widest.
  const ax: f64 = Math.abs(nx);
  const ay: f64 = Math.abs(ny);
  const az: f64 = Math.abs(nz);
  let first: i32 = 0;
  let second: i32 = 1;
  let whole: f64 = nz;
  if (ax >= ay && ax >= az) {
    first = 1;
    second = 2;
    whole = nx;
  } else if (ay >= az) {
    first = 2;
    second = 0;
    whole = ny;
  }
  const footFirst: f64 = first === 0 ? x : first === 1 ? y : z;
  const footSecond: f64 = second === 0 ? x : second === 1 ? y : z;
  const pf: f64 = ld(p + first) - footFirst;
  const ps: f64 = ld(p + second) - footSecond;
  const qf: f64 = ld(q + first) - footFirst;
  const qs: f64 = ld(q + second) - footSecond;
  const rf: f64 = ld(r + first) - footFirst;
  const rs: f64 = ld(r + second) - footSecond;
  const oppositeP: f64 = qf * rs - qs * rf;
  const oppositeQ: f64 = rf * ps - rs * pf;
  const oppositeR: f64 = pf * qs - ps * qf;
  const insideP: bool = oppositeP * whole > 0.0;
  const insideQ: bool = oppositeQ * whole > 0.0;
  const insideR: bool = oppositeR * whole > 0.0;
  if (!(insideP && insideQ && insideR)) return nearestOnEdges(w, i, j, k, !insideP, !insideQ, !insideR, out);
  const total: f64 = oppositeP + oppositeQ + oppositeR;
  const weightP: f64 = oppositeP / total;
  const weightQ: f64 = oppositeQ / total;
  const weightR: f64 = oppositeR / total;
  clearWeights(out);
  st(out + i, weightP);
  st(out + j, weightQ);
  st(out + k, weightR);
  const cx: f64 = weightP * ld(p) + weightQ * ld(q) + weightR * ld(r);
  const cy: f64 = weightP * ld(p + 1) + weightQ * ld(q + 1) + weightR * ld(r + 1);
  const cz: f64 = weightP * ld(p + 2) + weightQ * ld(q + 2) + weightR * ld(r + 2);
  const apart: f64 = (cx - x) * (cx - x) + (cy - y) * (cy - y) + (cz - z) * (cz - z);
  const allowed: f64 = 0.25 * ld(w + FLOOR);
  // A tiny triangle has a poor normal, and the foot point may lie beside it: then what the weights combine counts.
  if (apart > allowed * allowed) return setPoint(out, cx, cy, cz);
  return setPoint(out, x, y, z);
}

/** The nearest point among the chosen edges of a triangle: the ones opposite i, j and k. */
function nearestOnEdges(w: i32, i: i32, j: i32, k: i32, noI: bool, noJ: bool, noK: bool, out: i32): f64 {
  let best: f64 = NONE;
  if (noI) best = tryEdge(w, j, k, best, out);
  if (noJ) best = tryEdge(w, k, i, best, out);
  if (noK) best = tryEdge(w, i, j, best, out);
  return best;
}

function tryEdge(w: i32, i: i32, j: i32, best: f64, out: i32): f64 {
  const squared: f64 = nearestOnSegment(w, i, j, w + CANDIDATE_SEGMENT);
  if (!(squared < best)) return best;
  copyCandidate(w + CANDIDATE_SEGMENT, out);
  return squared;
}

function tryFace(w: i32, i: i32, j: i32, k: i32, best: f64, out: i32): f64 {
  const squared: f64 = nearestOnTriangle(w, i, j, k, w + CANDIDATE_TRIANGLE);
  if (!(squared < best)) return best;
  copyCandidate(w + CANDIDATE_TRIANGLE, out);
  return squared;
}

/** a · (b × c) of three vectors in memory. */
function tripleProduct(a: i32, b: i32, c: i32): f64 {
  return (
    ld(a) * (ld(b + 1) * ld(c + 2) - ld(b + 2) * ld(c + 1)) +
    ld(a + 1) * (ld(b + 2) * ld(c) - ld(b) * ld(c + 2)) +
    ld(a + 2) * (ld(b) * ld(c + 1) - ld(b + 1) * ld(c))
  );
}

/**
 * The volumes that the origin spans with each face; their sum is the tetrahedron's own. All four of one sign:
 * the origin is inside, and the volumes are its weights.
 */
function nearestOnTetrahedron(w: i32, everyFace: bool, out: i32): f64 {
  const p: i32 = w + SIMPLEX;
  const q: i32 = p + VERTEX_STRIDE;
  const r: i32 = q + VERTEX_STRIDE;
  const s: i32 = r + VERTEX_STRIDE;
  const v0: f64 = tripleProduct(q, r, s);
  const v1: f64 = -tripleProduct(p, r, s);
  const v2: f64 = tripleProduct(p, q, s);
  const v3: f64 = -tripleProduct(p, q, r);
  const whole: f64 = v0 + v1 + v2 + v3;
  const inside0: bool = v0 * whole > 0.0;
  const inside1: bool = v1 * whole > 0.0;
  const inside2: bool = v2 * whole > 0.0;
  const inside3: bool = v3 * whole > 0.0;
  let all: bool = everyFace;
  if (inside0 && inside1 && inside2 && inside3) {
    const squared: f64 = combine(w, v0 / whole, v1 / whole, v2 / whole, v3 / whole, out);
    // The weights prove the overlap only if they do combine to the origin: a sliver's may not.
    if (squared <= ld(w + FLOOR) * ld(w + FLOOR)) return squared;
    all = true;
  }
  let best: f64 = NONE;
  if (all || !inside3) best = tryFace(w, 0, 1, 2, best, out);
  if (all || !inside2) best = tryFace(w, 0, 1, 3, best, out);
  if (all || !inside1) best = tryFace(w, 0, 2, 3, best, out);
  if (all || !inside0) best = tryFace(w, 1, 2, 3, best, out);
  return best;
}

function combine(w: i32, weight0: f64, weight1: f64, weight2: f64, weight3: f64, out: i32): f64 {
  const p: i32 = w + SIMPLEX;
  const q: i32 = p + VERTEX_STRIDE;
  const r: i32 = q + VERTEX_STRIDE;
  const s: i32 = r + VERTEX_STRIDE;
  st(out, weight0);
  st(out + 1, weight1);
  st(out + 2, weight2);
  st(out + 3, weight3);
  return setPoint(
    out,
    weight0 * ld(p) + weight1 * ld(q) + weight2 * ld(r) + weight3 * ld(s),
    weight0 * ld(p + 1) + weight1 * ld(q + 1) + weight2 * ld(r + 1) + weight3 * ld(s + 1),
    weight0 * ld(p + 2) + weight1 * ld(q + 2) + weight2 * ld(r + 2) + weight3 * ld(s + 2),
  );
}

/** The radius of the largest ball around the origin inside the current tetrahedron, 0 if the origin is not inside. */
export function innerRadius(w: i32): f64 {
  return Math.min(
    Math.min(faceDistance(w, 0, 1, 2, 3), faceDistance(w, 1, 2, 3, 0)),
    Math.min(faceDistance(w, 2, 3, 0, 1), faceDistance(w, 3, 0, 1, 2)),
  );
}

/** Distance of the origin from the plane of the face i j k, 0 when vertex l is not on the origin's side. */
function faceDistance(w: i32, i: i32, j: i32, k: i32, l: i32): f64 {
  const p: i32 = w + SIMPLEX + i * VERTEX_STRIDE;
  const q: i32 = w + SIMPLEX + j * VERTEX_STRIDE;
  const r: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
  const s: i32 = w + SIMPLEX + l * VERTEX_STRIDE;
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
