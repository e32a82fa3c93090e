// How deep the origin lies inside the Minkowski difference D of the cores: EPA, the expanding polytope (van den Bergen 2001; [21] in
// Gao's paper). A polytope inside D, whose corners are support points, grows across the face nearest to the origin. That face's
// plane bounds the depth from below, and every support plane asked for on the way bounds it from above.
//
// The origin may still be outside of the first tetrahedron: its distance from a face's plane is then negative, and that face is the
// next to grow. So any simplex that GJK ends with will do.
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import {
  CANDIDATE_POINT,
  CORE_LOWER,
  CORE_UPPER,
  EPSILON,
  FLOOR,
  GAP,
  HAS_POLYTOPE_INT,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  NEAREST,
  SIMPLEX,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  WEIGHTS,
} from '../layout.ts';
import { copyVertex, supportVertex } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import {
  FACE_CORNER_INT,
  FACE_DISTANCE,
  FACE_NEIGHBOUR_INT,
  KEPT_CORNERS_INT,
  KEPT_FACE_INT,
  MOST_VERTICES,
  VERTICES_USED_INT,
} from './layout.ts';
import { corner, heightAbove, isKnownCorner, startFaces, takeIn } from './polytope.ts';
import { popNearest } from './queue.ts';
import { showFace } from './show.ts';
import { acrossOf, startCorners } from './start.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** How many coplanar faces are crossed on the way to the one that the origin is above. */
const LONGEST_WALK: i32 = 64;

/**
 * Expands the simplex that GJK left until the depth is known to within the gap. Leaves −depth as the cores' distance between
 * CORE_LOWER and CORE_UPPER, the normal, and the triangle that it was found at as the simplex, with the weights of its point
 * nearest to the origin. The depth is `known` to be at least that.
 */
export function expand(w: i32, p: i32, known: f64): i32 {
  if (isAtCorner(w)) return TERMINATION_CONVERGED;
  if (startCorners(w, p) < 3) return flat(w, p);
  startFaces(p, INFINITE);
  sti(2 * w + HAS_POLYTOPE_INT, 1);
  // Well above rounding, where the tolerance leaves room for it, and well below the tolerance.
  const threshold: f64 = Math.max(0.5 * ld(w + FLOOR), ld(w + GAP) / 1024.0);
  const gap: f64 = ld(w + GAP);
  let iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const most: i32 = iterations + ldi(2 * w + MAX_ITERATIONS_INT);
  // What rounding may make of the volume of a triangle's edges and the origin.
  const largest: f64 = ld(w + FLOOR) / (32.0 * EPSILON);
  const noise: f64 = ld(w + FLOOR) * largest * largest;
  let termination: i32 = GO_ON;
  let upper: f64 = INFINITE;
  let lower: f64 = -INFINITE;
  let least: f64 = INFINITE;
  let isInside: bool = false;
  while (termination === GO_ON) {
    const face: i32 = popNearest(p);
    // What is left is farther than the upper bound, or has its own.
    if (face === 0) return stop(w, p, known, Math.min(upper, least), upper, iterations, TERMINATION_STALLED);
    if (isInside && ld(face + FACE_DISTANCE) < 0.0) {
      // The wrong way round, which only a sliver can be now.
      least = Math.min(least, distanceToSliver(w, face, upper));
      continue;
    }
    lower = ld(face + FACE_DISTANCE);
    isInside = isInside || lower > ld(w + FLOOR);
    const used: i32 = ldi(2 * p + VERTICES_USED_INT);
    const vertex: i32 = corner(p, used);
    supportVertex(w, vertex, ld(face), ld(face + 1), ld(face + 2));
    iterations += 1;
    const above: f64 = heightAbove(face, vertex);
    if (!(above - above === 0.0))
      return stop(w, p, known, Math.min(lower, least), upper, iterations, TERMINATION_STALLED);
    const isDone: bool = above <= gap || lower + above - known <= gap;
    // At the end the nearest face counts, before it the lowest plane: the bounds are those of the face that is kept.
    if (lower + above < upper || (isDone && lower + above <= upper + gap)) {
      upper = lower + above;
      keepFace(w, p, face);
    }
    showFace(w, face, vertex, Math.min(lower, least), upper);
    if (isDone) termination = TERMINATION_CONVERGED;
    else if (used + 1 >= MOST_VERTICES || iterations >= most) termination = TERMINATION_LIMIT;
    // Too thin for its normal to tell: it has the bound of its triangle, and the others may still be improved. What is farther than
    // the depth can be is never looked at.
    else if (isKnownCorner(p, vertex) || !takeIn(p, face, vertex, threshold, upper + gap, isInside ? noise : INFINITE))
      least = Math.min(least, distanceToSliver(w, face, upper));
  }
  return stop(w, p, known, Math.min(lower, least), upper, iterations, termination);
}

/**
 * A ball around the origin may grow until it meets the triangle itself, whose plane has too few digits here: the triangle is beyond
 * its nearest corner along any direction, and best along its nearest point. In contact the simplex is still needed, and the plane
 * has to do.
 */
function distanceToSliver(w: i32, face: i32, upper: f64): f64 {
  const plane: f64 = ld(face + FACE_DISTANCE);
  if (!(upper > ld(w + FLOOR))) return plane;
  const norm: f64 = Math.sqrt(nearestOnCorners(w, 2 * face + FACE_CORNER_INT));
  let beyond: f64 = INFINITE;
  for (let k: i32 = 0; k < 3; k += 1) {
    const corner: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    const along: f64 =
      ld(corner) * ld(w + CANDIDATE_POINT) +
      ld(corner + 1) * ld(w + CANDIDATE_POINT + 1) +
      ld(corner + 2) * ld(w + CANDIDATE_POINT + 2);
    beyond = Math.min(beyond, along / norm);
  }
  return Math.max(plane, beyond);
}

function stop(w: i32, p: i32, known: f64, lower: f64, upper: f64, iterations: i32, termination: i32): i32 {
  // Where nothing but rounding is left of the depth, GJK's simplex has the better points: it combines to the origin.
  const isContact: bool = upper <= ld(w + FLOOR) && normOfNearest(w) <= ld(w + FLOOR);
  if (upper < INFINITE && !isContact) takeSimplex(w, p, termination === TERMINATION_CONVERGED);
  st(w + CORE_LOWER, -upper);
  st(w + CORE_UPPER, -Math.min(Math.max(lower, known), upper));
  sti(2 * w + ITERATIONS_INT, iterations);
  if (ld(w + CORE_UPPER) - ld(w + CORE_LOWER) <= ld(w + GAP)) return TERMINATION_CONVERGED;
  return termination === TERMINATION_CONVERGED ? TERMINATION_STALLED : termination;
}

/**
 * Where the origin is a corner of D, as at the apex of a cone, every face there is at no distance, and EPA would go round in circles. The
 * direction that the corner was found along has its support plane: if that leaves no more than the gap, it is the answer.
 */
function isAtCorner(w: i32): bool {
  if (ldi(2 * w + VERTEX_COUNT_INT) > 1 || normOfNearest(w) > ld(w + FLOOR)) return false;
  const vertex: i32 = w + SIMPLEX;
  const x: f64 = ld(vertex + VERTEX_DIRECTION);
  const y: f64 = ld(vertex + VERTEX_DIRECTION + 1);
  const z: f64 = ld(vertex + VERTEX_DIRECTION + 2);
  const scale: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  const depth: f64 = scale * (x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2));
  setNormal(w, scale * x, scale * y, scale * z);
  st(w + CORE_LOWER, -depth);
  st(w + CORE_UPPER, Math.max(0.0, -depth));
  return true;
}

/**
 * A difference without volume: along the vector across it there is nothing to get out of. GJK's simplex keeps its weights, which
 * combine to the origin.
 */
function flat(w: i32, p: i32): i32 {
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
  st(w + CORE_LOWER, -depth);
  // Where GJK has stalled beside the flat set, its point is all that bounds the distance from above.
  const norm: f64 = normOfNearest(w);
  const upper: f64 = norm > ld(w + FLOOR) ? norm : 0.0;
  st(w + CORE_UPPER, Math.max(upper, -depth));
  return depth + upper <= ld(w + GAP) ? TERMINATION_CONVERGED : TERMINATION_STALLED;
}

function normOfNearest(w: i32): f64 {
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Keeps the face, and its corners for when it is gone; its normal is the answer's. */
function keepFace(w: i32, p: i32, face: i32): void {
  sti(2 * p + KEPT_FACE_INT, face);
  for (let k: i32 = 0; k < 3; k += 1) sti(2 * p + KEPT_CORNERS_INT + k, ldi(2 * face + FACE_CORNER_INT + k));
  setNormal(w, ld(face), ld(face + 1), ld(face + 2));
}

/** Makes the kept face the simplex, with the weights of its point nearest to the origin. */
export function takeSimplex(w: i32, p: i32, lives: bool): void {
  const corners: i32 = 2 * p + KEPT_CORNERS_INT;
  sti(2 * w + VERTEX_COUNT_INT, 3);
  const squared: f64 = nearestOnCorners(w, corners);
  acceptCandidate(w);
  if (lives) walk(w, ldi(2 * p + KEPT_FACE_INT), squared);
}

/**
 * The origin's foot on the nearest plane may be in another triangle, since a flat side of D is divided somehow: from neighbour to
 * neighbour, as long as that is nearer.
 */
function walk(w: i32, first: i32, start: f64): void {
  let squared: f64 = start;
  let face: i32 = first;
  let next: i32 = first;
  let isOther: bool = false;
  for (let step: i32 = 0; step < LONGEST_WALK && next !== 0; step += 1) {
    next = 0;
    for (let k: i32 = 0; k < 3 && next === 0; k += 1) {
      // Behind the edge across from a corner without weight.
      const behind: i32 = ldi(2 * face + FACE_NEIGHBOUR_INT + (k === 2 ? 0 : k + 1)) >> 2;
      if (ld(w + WEIGHTS + k) === 0.0) {
        const other: f64 = nearestOnCorners(w, 2 * behind + FACE_CORNER_INT);
        isOther = true;
        if (other < squared) {
          squared = other;
          next = behind;
        }
      }
    }
    if (next !== 0) {
      acceptCandidate(w);
      face = next;
    }
  }
  // The simplex is that of the last try.
  if (isOther) nearestOnCorners(w, 2 * face + FACE_CORNER_INT);
}

/** Copies the three corners listed at the integer index `corners` into the simplex, and leaves their nearest point as a candidate. */
function nearestOnCorners(w: i32, corners: i32): f64 {
  for (let k: i32 = 0; k < 3; k += 1) copyVertex(ldi(corners + k), w + SIMPLEX + k * VERTEX_STRIDE);
  return nearestOnSimplex(w, 3, true);
}
