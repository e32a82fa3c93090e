// The depth of the origin inside the Minkowski difference D of the cores, by EPA, the expanding polytope algorithm (van den Bergen,
// "Proximity queries and penetration depth computation on 3D game objects", 2001). A polytope inside D, whose corners are support
// points, grows across the face nearest to the origin. That face's plane bounds the depth from below, and every support plane
// computed bounds it from above.
//
// The origin may be outside of the first tetrahedron. The distance of the origin from the plane of a face is then negative, and EPA
// expands this face next. So EPA can start from any final simplex of GJK.
import * as Combination from '../blocks/combination.ts';
import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import { copyVertex, supportVertex } from '../minkowski.ts';
import { ld, ldi } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import * as Polytope from './blocks/polytope.ts';
import * as PolytopeFace from './blocks/polytope-face.ts';
import { addVertex, corner, heightAbove, isKnownCorner, startFaces } from './polytope.ts';
import { popNearest } from './queue.ts';
import { acrossOf, startCorners } from './start.ts';
import { traceFace } from './trace.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;
/** The largest number of faces that `walk` crosses. */
const LONGEST_WALK: i32 = 64;

/**
 * Expands GJK's final simplex until the bounds of the depth differ by at most the tolerance, `Query.gap`, or a limit is reached. Writes the bounds
 * of the signed distance of the cores, which is −depth, to `coreLower` and `coreUpper`, the normal, and as the simplex the triangle with the lowest
 * support plane, with the weights of its point nearest to the origin.
 * @param proven a lower bound on the depth
 * @returns the reason of termination
 */
export function expand(w: i32, p: i32, proven: f64): i32 {
  if (writeCorner(w)) return TERMINATION_CONVERGED;
  if (startCorners(w, p) < 3) return writeFlat(w, p);
  startFaces(p, INFINITE);
  Query.setHasPolytope(w, 1);
  // The height above a face's plane from which a vertex sees the face: a thousandth of the tolerance, at least half the rounding floor.
  const threshold: f64 = Math.max(0.5 * Query.floor(w), Query.gap(w) / 1024.0);
  const gap: f64 = Query.gap(w);
  let iterations: i32 = Query.iterations(w);
  const mostIterations: i32 = iterations + Query.maxIterations(w);
  // A bound on the coordinates of D, from which the rounding floor was computed.
  const largest: f64 = Query.floor(w) / (32.0 * EPSILON);
  // The rounding error of the volume that a triangle spans with the origin.
  const noise: f64 = Query.floor(w) * largest * largest;
  let termination: i32 = CONTINUE;
  let upper: f64 = INFINITE;
  let lower: f64 = -INFINITE;
  let least: f64 = INFINITE;
  let isInside: bool = false;
  while (termination === CONTINUE) {
    const face: i32 = popNearest(p);
    // The queue is empty: the other faces are farther than the upper bound, or are slivers, whose least bound is `least`.
    if (face === 0) return stop(w, p, proven, Math.min(upper, least), upper, iterations, TERMINATION_STALLED);
    if (isInside && PolytopeFace.distance(face) < 0.0) {
      // The origin is inside the polytope but above this face: only the normal of a sliver is so inaccurate.
      least = Math.min(least, distanceToSliver(w, face, upper));
      continue;
    }
    lower = PolytopeFace.distance(face);
    isInside = isInside || lower > Query.floor(w);
    const used: i32 = Polytope.verticesUsed(p);
    const vertex: i32 = corner(p, used);
    supportVertex(w, vertex, ld(face), ld(face + 1), ld(face + 2));
    iterations += 1;
    const above: f64 = heightAbove(face, vertex);
    if (!(above - above === 0.0))
      return stop(w, p, proven, Math.min(lower, least), upper, iterations, TERMINATION_STALLED);
    const isDone: bool = above <= gap || lower + above - proven <= gap;
    // Keeps the face with the lowest support plane. At the end it keeps the nearest face, even if its support plane is higher by up to
    // the tolerance, so that both bounds belong to one face.
    if (lower + above < upper || (isDone && lower + above <= upper + gap)) {
      upper = lower + above;
      setResultFace(w, p, face);
    }
    traceFace(w, face, vertex, Math.min(lower, least), upper);
    if (isDone) termination = TERMINATION_CONVERGED;
    else if (used + 1 >= Polytope.CORNERS_COUNT || iterations >= mostIterations) termination = TERMINATION_LIMIT;
    // If the vertex cannot be added, the face is too thin for a reliable normal. Its triangle gives a lower bound instead, and the
    // search continues with the other faces. New faces farther than the upper bound plus the tolerance are not queued.
    else if (
      isKnownCorner(p, vertex) ||
      !addVertex(p, face, vertex, threshold, upper + gap, isInside ? noise : INFINITE)
    )
      least = Math.min(least, distanceToSliver(w, face, upper));
  }
  return stop(w, p, proven, Math.min(lower, least), upper, iterations, termination);
}

/**
 * A lower bound on the distance from the origin to a triangle whose plane is too inaccurate: the larger one of the distance of the
 * plane and the smallest projection of the corners onto the direction of the triangle's point nearest to the origin. The corners
 * overwrite GJK's simplex. If the depth is only rounding error, this simplex is still needed, and the distance of the plane alone is returned.
 */
function distanceToSliver(w: i32, face: i32, upper: f64): f64 {
  const plane: f64 = PolytopeFace.distance(face);
  if (!(upper > Query.floor(w))) return plane;
  const norm: f64 = Math.sqrt(nearestOnCorners(w, 2 * face + PolytopeFace.CORNER_INT));
  let beyond: f64 = INFINITE;
  for (let k: i32 = 0; k < 3; k += 1) {
    const corner: i32 = Query.simplex(w, k);
    const along: f64 =
      ld(corner) * Combination.point(Query.candidate(w), 0) +
      ld(corner + 1) * Combination.point(Query.candidate(w), 1) +
      ld(corner + 2) * Combination.point(Query.candidate(w), 2);
    beyond = Math.min(beyond, along / norm);
  }
  // If the origin is in the triangle, the direction is undefined.
  return norm > 0.0 ? Math.max(plane, beyond) : plane;
}

function stop(w: i32, p: i32, proven: f64, lower: f64, upper: f64, iterations: i32, termination: i32): i32 {
  // If the depth is only rounding error and GJK's simplex combines to the origin, that simplex has the better points.
  const isContact: bool = upper <= Query.floor(w) && normOfNearest(w) <= Query.floor(w);
  if (upper < INFINITE && !isContact) simplexFromFace(w, p, termination === TERMINATION_CONVERGED);
  Query.setCoreLower(w, -upper);
  Query.setCoreUpper(w, -Math.min(Math.max(lower, proven), upper));
  Query.setIterations(w, iterations);
  if (Query.coreUpper(w) - Query.coreLower(w) <= Query.gap(w)) return TERMINATION_CONVERGED;
  return termination === TERMINATION_CONVERGED ? TERMINATION_STALLED : termination;
}

/**
 * If the origin is a corner of D, as at the apex of a cone, every face there is at distance zero, and EPA would cycle. GJK then
 * ends with this corner as its only vertex. The support plane along the vertex's direction passes through it, so the depth is at
 * most the rounding error. If the origin is such a corner, writes the result and returns true.
 */
function writeCorner(w: i32): bool {
  if (Query.vertexCount(w) > 1 || normOfNearest(w) > Query.floor(w)) return false;
  const vertex: i32 = Query.simplex(w, 0);
  const x: f64 = Vertex.direction(vertex, 0);
  const y: f64 = Vertex.direction(vertex, 1);
  const z: f64 = Vertex.direction(vertex, 2);
  const scale: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  const depth: f64 = scale * (x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2));
  setNormal(w, scale * x, scale * y, scale * z);
  Query.setCoreLower(w, -depth);
  Query.setCoreUpper(w, Math.max(0.0, -depth));
  return true;
}

/**
 * A difference without volume has depth zero, up to rounding, along the vector perpendicular to it. GJK's simplex keeps its weights, which
 * combine to the origin unless GJK has stalled.
 */
function writeFlat(w: i32, p: i32): i32 {
  const across: i32 = acrossOf(p);
  const x: f64 = ld(across);
  const y: f64 = ld(across + 1);
  const z: f64 = ld(across + 2);
  const vertex: i32 = corner(p, 0);
  supportVertex(w, vertex, x, y, z);
  const ahead: f64 = x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2);
  supportVertex(w, vertex, -x, -y, -z);
  const behind: f64 = -(x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2));
  const sign: f64 = behind < ahead ? -1.0 : 1.0;
  const depth: f64 = Math.min(ahead, behind);
  setNormal(w, sign * x, sign * y, sign * z);
  Query.setCoreLower(w, -depth);
  // If GJK has stalled before its nearest point reached the origin, the norm of this point is the only upper bound on the distance.
  const norm: f64 = normOfNearest(w);
  const upper: f64 = norm > Query.floor(w) ? norm : 0.0;
  Query.setCoreUpper(w, Math.max(upper, -depth));
  return depth + upper <= Query.gap(w) ? TERMINATION_CONVERGED : TERMINATION_STALLED;
}

function normOfNearest(w: i32): f64 {
  const x: f64 = Query.nearest(w, 0);
  const y: f64 = Query.nearest(w, 1);
  const z: f64 = Query.nearest(w, 2);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Stores the face and its corners, because it may be removed later; its normal becomes the normal of the result. */
function setResultFace(w: i32, p: i32, face: i32): void {
  Polytope.setResultFace(p, face);
  for (let k: i32 = 0; k < 3; k += 1) Polytope.setResultCorners(p, k, PolytopeFace.corner(face, k));
  setNormal(w, ld(face), ld(face + 1), ld(face + 2));
}

/**
 * Makes the result face the simplex, with the weights of its point nearest to the origin.
 * @param isCurrent whether the result face is still a face of the polytope, so that `walk` can visit its neighbors
 */
export function simplexFromFace(w: i32, p: i32, isCurrent: bool): void {
  const corners: i32 = 2 * p + Polytope.RESULT_CORNERS_INT;
  Query.setVertexCount(w, 3);
  const squared: f64 = nearestOnCorners(w, corners);
  acceptCandidate(w);
  if (isCurrent) walk(w, Polytope.resultFace(p), squared);
}

/**
 * A flat side of D consists of several triangles, so the origin's projection onto its plane may be in another triangle than the
 * given one. Walks from neighbor to neighbor as long as the distance decreases.
 */
function walk(w: i32, first: i32, start: f64): void {
  let squared: f64 = start;
  let face: i32 = first;
  let next: i32 = first;
  let isOther: bool = false;
  for (let step: i32 = 0; step < LONGEST_WALK && next !== 0; step += 1) {
    next = 0;
    for (let k: i32 = 0; k < 3 && next === 0; k += 1) {
      // The neighbor across the edge opposite to a corner without weight.
      const neighbor: i32 = PolytopeFace.neighbor(face, k === 2 ? 0 : k + 1) >> 2;
      if (Query.weights(w, k) === 0.0) {
        const other: f64 = nearestOnCorners(w, 2 * neighbor + PolytopeFace.CORNER_INT);
        isOther = true;
        if (other < squared) {
          squared = other;
          next = neighbor;
        }
      }
    }
    if (next !== 0) {
      acceptCandidate(w);
      face = next;
    }
  }
  // The simplex may have the corners of a neighbor that was not nearer, so the corners of `face` are written again.
  if (isOther) nearestOnCorners(w, 2 * face + PolytopeFace.CORNER_INT);
}

/**
 * Copies the three corners listed at the integer index `corners` into the simplex. Writes their nearest point to `candidate`, and returns its squared
 * norm.
 */
function nearestOnCorners(w: i32, corners: i32): f64 {
  for (let k: i32 = 0; k < 3; k += 1) copyVertex(ldi(corners + k), Query.simplex(w, k));
  return nearestOnSimplex(w, 3, 1);
}
