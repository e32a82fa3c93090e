// GJK in the plane after Zhang et al., "Barycode-based GJK Algorithm" (2020). The sub-distance algorithm finds the part of the
// simplex nearest to the origin by the signs of the barycentric coordinates, the barycode: S2D (Alg. 3) with the four cases that
// are left when the newest vertex is known, cone regions (Alg. 4) and S1D (Alg. 5).
//
// Instead of the nearest point v itself, the loop carries a vector n along it, of any length, and h = n·v: for a vertex n = v, for
// an edge n is perpendicular to it. This needs neither square roots nor divisions, and n is exact to rounding on slivers where a
// point combined from weights is not. What a coin would decide (which end of an edge to keep) is integer arithmetic on places in
// memory, because a branch that is guessed wrong costs as much as a whole support call.
import {
  EPSILON,
  RECORD_CENTER,
  RECORD_RADIUS,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
} from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import {
  FLOOR,
  GAP,
  GUESS,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  NEAREST_DIRECTION,
  NEAREST_PRODUCT,
  PLACES_INT,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  ROTATION,
  SUPPORT_CALLS_INT,
  SUPPORT_PRODUCT,
  TRANSLATION,
  UP_TO,
  VERTEX_COUNT_INT,
  VERTEX_DIFFERENCE,
  VERTEX_DIRECTION,
  VERTEX_POINT_A_INT,
  VERTEX_POINT_B_INT,
  VERTEX_ROOM_A,
  VERTEX_ROOM_B,
  VERTEX_STRIDE,
  VERTICES,
} from './layout.ts';
import { floorOf, gapOf, relativeCosine, relativeSine, relativeX, relativeY } from './pose.ts';
import { supportInline } from './support.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** Outside this range of lengths products of eight of them leave that of doubles, and nothing could be proven. */
const SMALLEST: f64 = 1.0e-25;
const LARGEST: f64 = 1.0e30;

/** What the loop is for: the distance, whether it is at most a margin, or where the cores begin to overlap. */
export const FOR_DISTANCE: i32 = 0;
export const FOR_COLLISION: i32 = 1;
export const FOR_SIGN: i32 = 2;

/**
 * Finds B's pose in A's frame and iterates from the workspace's guess. Leaves the simplex, the direction n to its nearest point,
 * n·v and n·w with the last support point w: |v| = n·v/|n| bounds the cores' distance from above and n·w/|n| from below. Returns
 * why it ended.
 *
 * Level 1 (Alg. 6) is the same loop with the margin as its bounds, and returns 0 if they are apart by more, else 1. There the first support point may settle it, though it is not
 * yet the nearest one of anything.
 */
export function gjk(w: i32, purpose: i32, margin: f64): i32 {
  const recordA: i32 = ldi(2 * w + RECORD_A_INT);
  const recordB: i32 = ldi(2 * w + RECORD_B_INT);
  const cosine: f64 = relativeCosine(w);
  const sine: f64 = relativeSine(w);
  const shiftX: f64 = relativeX(w);
  const shiftY: f64 = relativeY(w);
  const radii: f64 = ld(recordA + RECORD_RADIUS) + ld(recordB + RECORD_RADIUS);
  const floor: f64 = floorOf(recordA, recordB, shiftX, shiftY);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  let gap: f64 = floor;
  let contact: f64 = radii + margin;
  let far: f64 = contact + floor;
  if (purpose !== FOR_COLLISION) {
    gap = gapOf(w, recordA, recordB, floor);
    // Below this the swept discs overlap, whatever the distance of the cores.
    contact = purpose === FOR_DISTANCE ? radii - gap : 0.0;
    far = radii + ld(w + UP_TO);
    st(w + ROTATION, cosine);
    st(w + ROTATION + 1, sine);
    st(w + TRANSLATION, shiftX);
    st(w + TRANSLATION + 1, shiftY);
    st(w + GAP, gap);
    st(w + RADII, radii);
    st(w + FLOOR, floor);
  }
  if (contact < floor) contact = floor;
  // All comparisons are of squares: |v| ≤ r is h² ≤ r²|n|², since h = |n||v|.
  const contactSquared: f64 = contact * contact;
  const gapSquared: f64 = gap * gap;
  const farSquared: f64 = far * far;
  // n, h = n·v and |n|². At first n is only where to look, and there is no v.
  let nx: f64 = -ld(w + GUESS);
  let ny: f64 = -ld(w + GUESS + 1);
  if (nx === 0.0 && ny === 0.0) {
    const bx: f64 = ld(recordB + RECORD_CENTER);
    const by: f64 = ld(recordB + RECORD_CENTER + 1);
    nx = ld(recordA + RECORD_CENTER) - (cosine * bx - sine * by + shiftX);
    ny = ld(recordA + RECORD_CENTER + 1) - (sine * bx + cosine * by + shiftY);
    if (nx === 0.0 && ny === 0.0) nx = 1.0;
  }
  let h: f64 = 0.0;
  let product: f64 = 0.0;
  let nn: f64 = nx * nx + ny * ny;
  // The simplex: v, or u and v, v being the newest; `turn` is u × v.
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  let vx: f64 = 0.0;
  let vy: f64 = 0.0;
  let turn: f64 = 0.0;
  let placeU: i32 = w + VERTICES;
  let placeV: i32 = placeU + VERTEX_STRIDE;
  let place: i32 = placeV + VERTEX_STRIDE;
  const places: i32 = 3 * placeV;
  let count: i32 = 0;
  let iterations: i32 = 0;
  // Whether a contact at an edge may be asked about once more.
  let mayProbe: bool = contact === floor && purpose !== FOR_COLLISION;
  let termination: i32 = GO_ON;
  const largest: f64 = floor / (32.0 * EPSILON);
  if (!(largest > SMALLEST && largest < LARGEST) && largest !== 0.0) termination = TERMINATION_STALLED;
  while (termination === GO_ON) {
    place = places - placeU - placeV;
    const pointA: i32 = supportInline(recordA, -nx, -ny, place + VERTEX_ROOM_A);
    const pointB: i32 = supportInline(recordB, cosine * nx + sine * ny, cosine * ny - sine * nx, place + VERTEX_ROOM_B);
    iterations += 1;
    const bx: f64 = ld(pointB);
    const by: f64 = ld(pointB + 1);
    const ax: f64 = ld(pointA) - (cosine * bx - sine * by + shiftX);
    const ay: f64 = ld(pointA + 1) - (sine * bx + cosine * by + shiftY);
    st(place + VERTEX_DIFFERENCE, ax);
    st(place + VERTEX_DIFFERENCE + 1, ay);
    st(place + VERTEX_DIRECTION, -nx);
    st(place + VERTEX_DIRECTION + 1, -ny);
    sti(2 * place + VERTEX_POINT_A_INT, pointA);
    sti(2 * place + VERTEX_POINT_B_INT, pointB);
    product = nx * ax + ny * ay;
    // Every z of the difference has n·z ≥ n·w: the first early exit of Alg. 6.
    const isFar: bool = product > 0.0 && product * product > farSquared * nn;
    let isVertex: bool = true;
    // Not a number, or without end: a broken shape's.
    if (!(product - product === 0.0)) termination = TERMINATION_STALLED;
    else if (count === 0) {
      if (isFar && purpose === FOR_COLLISION) termination = TERMINATION_UP_TO;
    } else {
      const gain: f64 = h - product;
      if (!(gain * gain > gapSquared * nn)) termination = TERMINATION_CONVERGED;
      else if (gain < 0.0) termination = TERMINATION_STALLED;
      else if (isFar) termination = TERMINATION_UP_TO;
      else if (iterations >= most) termination = TERMINATION_LIMIT;
    }
    if (termination !== GO_ON) break;
    if (count === 1) {
      // S1D, Alg. 5: between the new vertex and the old one, unless the new one is nearest itself.
      isVertex = (vx - ax) * ax + (vy - ay) * ay >= 0.0;
      placeU = placeV;
    } else if (count === 2) {
      // The barycode's bits, −σ of the new vertex with each old one. The third, σu > 0, needs no question: the new vertex lies
      // on the origin's side of the edge.
      const fx: f64 = ax - ux;
      const fy: f64 = ay - uy;
      const ex: f64 = vx - ax;
      const ey: f64 = vy - ay;
      const crossU: f64 = ax * fy - ay * fx;
      const crossV: f64 = ax * ey - ay * ex;
      const sideU: f64 = turn * crossU;
      const sideV: f64 = turn * crossV;
      // Barycode 5 keeps v, barycode 6 keeps u.
      let keepsV: i32 = sideV > 0.0 ? 1 : 0;
      if (sideU <= 0.0 && sideV <= 0.0) {
        // Barycode 7: the origin is inside. (For level 1 this is the second early exit of Alg. 6.) Unless it is on a side but for
        // rounding: then that edge is what the shapes touch at.
        const isOnV: bool = crossV * crossV <= floor * floor * (ex * ex + ey * ey);
        const isOnU: bool = crossU * crossU <= floor * floor * (fx * fx + fy * fy);
        if (!mayProbe || !(isOnU || isOnV)) {
          count = 3;
          product = -INFINITE;
          termination = TERMINATION_CONVERGED;
          break;
        }
        keepsV = isOnV ? 1 : 0;
      } else if (sideU > 0.0 && sideV > 0.0) {
        // Barycode 4: the cone region of the new vertex, Alg. 4. Where its angle is acute, neither test will find an edge.
        keepsV = ax * fx + ay * fy > 0.0 ? 0 : 1;
      }
      placeU += (placeV - placeU) * keepsV;
      isVertex = (ld(placeU) - ax) * ax + (ld(placeU + 1) - ay) * ay >= 0.0;
    }
    const wasEdge: bool = count === 2;
    placeV = place;
    vx = ax;
    vy = ay;
    if (isVertex) {
      if (count === 0) placeU = w + VERTICES;
      count = 1;
      const squared: f64 = ax * ax + ay * ay;
      if (mayProbe && squared <= contactSquared) {
        // In contact at a vertex: touching, and the support line that it was found by is the proof.
        h = product;
        termination = TERMINATION_CONVERGED;
        break;
      }
      nx = ax;
      ny = ay;
      nn = squared;
      h = squared;
    } else {
      count = 2;
      ux = ld(placeU);
      uy = ld(placeU + 1);
      // The perpendicular (ay − uy, ux − ax), whose product with the edge is u × a, times just that product: so it points from
      // the origin to the edge, whichever way round the two vertices stand.
      turn = (ay - uy) * ax + (ux - ax) * ay;
      nx = turn * (ay - uy);
      ny = turn * (ux - ax);
      nn = nx * nx + ny * ny;
      h = turn * turn;
    }
    if (!(h * h > contactSquared * nn)) {
      if (count === 2 && mayProbe) {
        // In contact at an edge: touching, if the support line along the edge shows no more. Once more, with the edge's own
        // perpendicular, since n has lost its length to the product, and its sign to rounding: the difference is on the side of
        // the vertex that was left behind, in the free place.
        mayProbe = false;
        const third: i32 = places - placeU - placeV;
        nx = ay - uy;
        ny = ux - ax;
        const along: f64 = wasEdge ? nx * (ld(third) - ax) + ny * (ld(third + 1) - ay) : turn;
        h = along < 0.0 ? -turn : turn;
        nx = along < 0.0 ? -nx : nx;
        ny = along < 0.0 ? -ny : ny;
        nn = nx * nx + ny * ny;
      } else {
        // This n has seen no support point.
        product = -INFINITE;
        termination = TERMINATION_CONVERGED;
      }
    }
  }
  if (purpose === FOR_COLLISION) {
    // The direction leads the pair's next query.
    st(w + NEAREST_DIRECTION, nx);
    st(w + NEAREST_DIRECTION + 1, ny);
    return product > 0.0 && product * product > farSquared * nn ? 0 : 1;
  }
  sti(2 * w + PLACES_INT, placeV);
  sti(2 * w + PLACES_INT + 1, placeU);
  sti(2 * w + PLACES_INT + 2, place);
  sti(2 * w + VERTEX_COUNT_INT, count);
  st(w + NEAREST_DIRECTION, nx);
  st(w + NEAREST_DIRECTION + 1, ny);
  st(w + NEAREST_PRODUCT, h);
  st(w + SUPPORT_PRODUCT, product);
  sti(2 * w + ITERATIONS_INT, iterations);
  sti(2 * w + SUPPORT_CALLS_INT, iterations);
  return termination;
}
