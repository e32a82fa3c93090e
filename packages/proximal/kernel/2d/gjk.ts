// GJK in the plane after Zhang et al., "Barycode-based GJK Algorithm" (2020). The sub-distance algorithm finds the part of the
// simplex nearest to the origin by the signs of the barycentric coordinates, the barycode: S2D (Alg. 3) with the four cases that
// are left when the newest vertex is known, cone regions (Alg. 4) and S1D (Alg. 5).
//
// Instead of the nearest point v, the loop keeps the vector d from v to the origin, of any length, which is the next support
// direction, and h = −d·v. For a vertex d = −v; for an edge d is perpendicular to the edge. This needs neither square roots nor
// divisions, and d is exact to rounding even on slivers, where a point combined from weights is not. Unpredictable choices (which
// end of an edge to keep) are integer arithmetic on addresses, because a mispredicted branch costs as much as a whole support
// call.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED, TERMINATION_UP_TO } from '../constants.ts';
import { hostTrace, ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { LAST_PLAIN_KIND } from './constants.ts';
import { floorOf, gapOf, isFloorInRange, relativeCosine, relativeSine, relativeX, relativeY } from './pose.ts';
import { supportCore, supportPlain } from './support.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** A squared length below this has lost digits: its vector has no direction. */
const SHORTEST: f64 = 1.0e-290;
/** The shapes that the loop is compiled for: those whose corners it finds inline, or any. */
const PLAIN: i32 = 0;
const ANY: i32 = 1;

/** What `barycode` returns: the end of the edge that is kept, or that the triangle holds the origin. */
const KEEPS_U: i32 = 0;
const KEEPS_V: i32 = 1;
const INSIDE: i32 = 2;

/** The purpose of the loop: the full result, the distance alone, whether it is at most a margin, or the signed distance. */
export const FOR_DISTANCE: i32 = 0;
const FOR_CLEARANCE: i32 = 1;
export const FOR_COLLISION: i32 = 2;
export const FOR_SIGN: i32 = 3;

/** Whether the corners of both shapes are found inline, and the query is not traced. */
// @inline
export function isPlain(w: i32): bool {
  const kindA: i32 = ShapeBlock.kind(PlaneQuery.recordA(w));
  const kindB: i32 = ShapeBlock.kind(PlaneQuery.recordB(w));
  return kindA <= LAST_PLAIN_KIND && kindB <= LAST_PLAIN_KIND && PlaneQuery.wantedTrace(w) === 0;
}

/**
 * Finds B's pose in A's frame and iterates from the workspace's guess. Leaves the simplex, the direction d from its nearest point
 * v to the origin, −d·v and −d·w with the last support point w: |v| = −d·v/|d| bounds the cores' distance from above and −d·w/|d|
 * from below. Returns the termination.
 *
 * Level 1 (Alg. 6) uses the margin as its bound, and returns 0 if the shapes are farther apart, otherwise 1. There the first
 * support point may decide the query before any nearest point is known.
 */
export function gjk(w: i32, purpose: i32, margin: f64): i32 {
  return search(w, purpose, margin, ANY);
}

// The search for simple shapes.

export function distancePlain(w: i32): i32 {
  return search(w, FOR_DISTANCE, 0.0, PLAIN);
}

export function collidePlain(w: i32, margin: f64): i32 {
  return search(w, FOR_COLLISION, margin, PLAIN);
}

/** Level 2, which needs only the bounds of the final state. */
export function clearancePlain(w: i32): f64 {
  search(w, FOR_CLEARANCE, 0.0, PLAIN);
  return PlaneQuery.distance(w);
}

/**
 * The search, compiled separately for each purpose and for simple shapes: constant conditions are eliminated. It finds the relative pose,
 * the bounds at which the iterations end, and their first direction.
 */
// @inline
function search(w: i32, purpose: i32, margin: f64, shapes: i32): i32 {
  const recordA: i32 = PlaneQuery.recordA(w);
  const recordB: i32 = PlaneQuery.recordB(w);
  const cosine: f64 = relativeCosine(w);
  const sine: f64 = relativeSine(w);
  const shiftX: f64 = relativeX(w);
  const shiftY: f64 = relativeY(w);
  const radii: f64 = ShapeBlock.radius(recordA) + ShapeBlock.radius(recordB);
  const floor: f64 = floorOf(recordA, recordB, shiftX, shiftY);
  let gap: f64 = floor;
  let contact: f64 = radii + margin;
  let far: f64 = contact + floor;
  if (purpose !== FOR_COLLISION) {
    gap = gapOf(w, recordA, recordB, floor);
    // Below this the swept discs overlap, and the distance of the cores does not matter.
    contact = purpose === FOR_SIGN ? 0.0 : radii - gap;
    far = radii + PlaneQuery.upTo(w);
  }
  if (purpose === FOR_DISTANCE || purpose === FOR_SIGN) {
    keepPose(w, cosine, sine, shiftX, shiftY);
    PlaneQuery.setGap(w, gap);
    PlaneQuery.setRadii(w, radii);
    PlaneQuery.setFloor(w, floor);
  }
  const isInRange: bool = isFloorInRange(floor, recordA, recordB, shiftX, shiftY);
  let dx: f64 = PlaneQuery.guess(w, 0);
  let dy: f64 = PlaneQuery.guess(w, 1);
  if (!(dx * dx + dy * dy > SHORTEST)) {
    const bx: f64 = ShapeBlock.center(recordB, 0);
    const by: f64 = ShapeBlock.center(recordB, 1);
    dx = cosine * bx - sine * by + (shiftX - ShapeBlock.center(recordA, 0));
    dy = sine * bx + cosine * by + (shiftY - ShapeBlock.center(recordA, 1));
    const squared: f64 = dx * dx + dy * dy;
    // Inscribed and bounding circles decide many queries that need no proof. (The circles of custom shapes are not verified, so
    // they are not used.)
    if (shapes === PLAIN && isInRange && (purpose === FOR_COLLISION || purpose === FOR_CLEARANCE)) {
      if (doInscribedOverlap(recordA, recordB, squared, floor)) {
        if (purpose === FOR_CLEARANCE) PlaneQuery.setDistance(w, 0.0);
        return 1;
      }
      if (purpose === FOR_COLLISION && areBoundsApart(recordA, recordB, squared, margin, floor))
        return separatedBy(w, dx, dy);
    }
    if (!(squared > SHORTEST)) {
      dx = -1.0;
      dy = 0.0;
    }
  }
  return iterate(
    w,
    purpose,
    shapes,
    recordA,
    recordB,
    cosine,
    sine,
    shiftX,
    shiftY,
    contact,
    gap,
    far,
    radii,
    floor,
    isInRange,
    dx,
    dy,
  );
}

/**
 * GJK's iterations from the direction d: the first support point, then a loop while the nearest part of the simplex is a vertex, and in
 * it one while that is an edge. Which of them is encoded by the position in the code, not by a variable.
 */
// @inline
function iterate(
  w: i32,
  purpose: i32,
  shapes: i32,
  recordA: i32,
  recordB: i32,
  cosine: f64,
  sine: f64,
  shiftX: f64,
  shiftY: f64,
  contact: f64,
  gap: f64,
  far: f64,
  radii: f64,
  floor: f64,
  isInRange: bool,
  startX: f64,
  startY: f64,
): i32 {
  const kindA: i32 = ShapeBlock.kind(recordA);
  const kindB: i32 = ShapeBlock.kind(recordB);
  const most: i32 = PlaneQuery.maxIterations(w);
  // A contact of the cores themselves may be tested once more.
  let mayProbe: bool = (purpose === FOR_DISTANCE || purpose === FOR_SIGN) && !(contact > floor);
  // All comparisons are of squares: |v| ≤ r is h² ≤ r²|d|², since h = |d||v|.
  const contactSquared: f64 = contact < floor ? floor * floor : contact * contact;
  const gapSquared: f64 = gap * gap;
  const farSquared: f64 = far * far;
  let termination: i32 = isInRange ? GO_ON : TERMINATION_STALLED;
  // At first d is only the initial direction, and there is no v.
  let dx: f64 = startX;
  let dy: f64 = startY;
  let dd: f64 = dx * dx + dy * dy;
  let h: f64 = 0.0;
  let product: f64 = 0.0;
  let placeU: i32 = PlaneQuery.vertices(w, 0);
  let placeV: i32 = placeU + PlaneVertex.SIZE;
  const places: i32 = 3 * placeV;
  let place: i32 = placeV;
  let count: i32 = 0;
  let iterations: i32 = 1;
  // The newest vertex, and the other end of the edge.
  let vx: f64 = 0.0;
  let vy: f64 = 0.0;
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  if (termination === GO_ON) {
    const ex: f64 = -cosine * dx - sine * dy;
    const ey: f64 = sine * dx - cosine * dy;
    const pointA: i32 = supportOf(shapes, kindA, recordA, dx, dy, place + PlaneVertex.SCRATCH_A);
    const pointB: i32 = supportOf(shapes, kindB, recordB, ex, ey, place + PlaneVertex.SCRATCH_B);
    vx = differenceX(pointA, pointB, cosine, sine, shiftX);
    vy = differenceY(pointA, pointB, cosine, sine, shiftY);
    keepVertex(purpose, place, vx, vy, dx, dy, pointA, pointB);
    product = -(dx * vx + dy * vy);
    if (shapes === ANY) trace(w, 0, placeV, placeU, place, dx, dy, h, product);
    // NaN or infinite: the support point of an invalid shape.
    if (shapes === ANY && !(product - product === 0.0)) termination = TERMINATION_STALLED;
    else {
      // Every z of the difference has −d·z ≥ −d·w: the first early exit of Alg. 6, before a nearest point is known.
      if (purpose === FOR_COLLISION && isBeyond(product, farSquared, dd)) return separatedBy(w, dx, dy);
      count = 1;
    }
  }
  while (termination === GO_ON) {
    const squared: f64 = vx * vx + vy * vy;
    const isInContact: bool = !(squared > contactSquared);
    if (isInContact) termination = TERMINATION_CONVERGED;
    // Touching at a vertex: proven by the support line of this vertex.
    if (isInContact && mayProbe) {
      h = product;
      break;
    }
    dx = -vx;
    dy = -vy;
    dd = squared;
    h = squared;
    // There is no support point for this d yet.
    if (isInContact) {
      product = -INFINITE;
      break;
    }
    place = places - placeU - placeV;
    const ex: f64 = -cosine * dx - sine * dy;
    const ey: f64 = sine * dx - cosine * dy;
    const pointA: i32 = supportOf(shapes, kindA, recordA, dx, dy, place + PlaneVertex.SCRATCH_A);
    const pointB: i32 = supportOf(shapes, kindB, recordB, ex, ey, place + PlaneVertex.SCRATCH_B);
    iterations += 1;
    const ax: f64 = differenceX(pointA, pointB, cosine, sine, shiftX);
    const ay: f64 = differenceY(pointA, pointB, cosine, sine, shiftY);
    keepVertex(purpose, place, ax, ay, dx, dy, pointA, pointB);
    product = -(dx * ax + dy * ay);
    if (shapes === ANY) trace(w, 1, placeV, placeU, place, dx, dy, h, product);
    termination = verdict(shapes, h, product, dd, gapSquared, farSquared, iterations, most);
    if (termination !== GO_ON) break;
    // S1D, Alg. 5: the nearest point is between the new and the old vertex, unless the new vertex is nearest.
    let isEdge: bool = (vx - ax) * ax + (vy - ay) * ay < 0.0;
    ux = vx;
    uy = vy;
    vx = ax;
    vy = ay;
    placeU = placeV;
    placeV = place;
    let wasEdge: bool = false;
    while (isEdge) {
      count = 2;
      // The perpendicular (vy − uy, ux − vx), whose product with the edge is u × v, times just that product points from the origin
      // to the edge, for either order of the two vertices; d points the other way.
      const turn: f64 = (vy - uy) * vx + (ux - vx) * vy;
      dx = turn * (uy - vy);
      dy = turn * (vx - ux);
      dd = dx * dx + dy * dy;
      h = turn * turn;
      place = places - placeU - placeV;
      if (!(h * h > contactSquared * dd)) {
        if (!mayProbe) {
          // There is no support point for this d yet.
          product = -INFINITE;
          termination = TERMINATION_CONVERGED;
          break;
        }
        // Contact at an edge: touching, if the support line along the edge shows no depth. It is tested once more with the edge's
        // own perpendicular, since the product changed the length of d, and rounding its sign. The difference is on the side of
        // the dropped vertex, which is in the free slot.
        mayProbe = false;
        dx = uy - vy;
        dy = vx - ux;
        const along: f64 = wasEdge ? dx * (vx - ld(place)) + dy * (vy - ld(place + 1)) : turn;
        const sign: f64 = along < 0.0 ? -1.0 : 1.0;
        h = sign * turn;
        dx *= sign;
        dy *= sign;
        dd = dx * dx + dy * dy;
      }
      const ex: f64 = -cosine * dx - sine * dy;
      const ey: f64 = sine * dx - cosine * dy;
      const pointA: i32 = supportOf(shapes, kindA, recordA, dx, dy, place + PlaneVertex.SCRATCH_A);
      const pointB: i32 = supportOf(shapes, kindB, recordB, ex, ey, place + PlaneVertex.SCRATCH_B);
      iterations += 1;
      const ax: f64 = differenceX(pointA, pointB, cosine, sine, shiftX);
      const ay: f64 = differenceY(pointA, pointB, cosine, sine, shiftY);
      keepVertex(purpose, place, ax, ay, dx, dy, pointA, pointB);
      product = -(dx * ax + dy * ay);
      if (shapes === ANY) trace(w, 2, placeV, placeU, place, dx, dy, h, product);
      termination = verdict(shapes, h, product, dd, gapSquared, farSquared, iterations, most);
      if (termination !== GO_ON) break;
      const kept: i32 = barycode(ux, uy, vx, vy, ax, ay, turn, mayProbe, floor);
      if (kept === INSIDE) {
        count = 3;
        // An overlap has distance 0, and an unknown negative signed distance.
        if (shapes === ANY) trace(w, 3, placeV, placeU, place, dx, dy, 0.0, purpose === FOR_SIGN ? -INFINITE : 0.0);
        product = -INFINITE;
        termination = TERMINATION_CONVERGED;
        break;
      }
      placeU = kept === KEEPS_V ? placeV : placeU;
      placeV = place;
      ux = ld(placeU);
      uy = ld(placeU + 1);
      vx = ax;
      vy = ay;
      isEdge = (ux - ax) * ax + (uy - ay) * ay < 0.0;
      wasEdge = true;
    }
    if (termination === GO_ON) count = 1;
  }
  // The direction is the guess of the pair's next query.
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  if (purpose === FOR_COLLISION) return isBeyond(product, farSquared, dd) ? 0 : 1;
  if (purpose === FOR_CLEARANCE) {
    // The upper bound if the bounds have met; otherwise the proven lower bound.
    const bound: f64 = termination === TERMINATION_UP_TO || termination === TERMINATION_LIMIT ? product : h;
    PlaneQuery.setDistance(w, clearanceOf(count, bound, dx, dy, radii));
  } else {
    keepSimplex(w, count, placeV, placeU, place, h, product);
    PlaneQuery.setIterations(w, iterations);
    PlaneQuery.setSupportCalls(w, iterations);
  }
  return termination;
}

/** Keeps B's pose in A's frame for the result. */
// @inline
function keepPose(w: i32, cosine: f64, sine: f64, shiftX: f64, shiftY: f64): void {
  PlaneQuery.setRotation(w, 0, cosine);
  PlaneQuery.setRotation(w, 1, sine);
  PlaneQuery.setTranslation(w, 0, shiftX);
  PlaneQuery.setTranslation(w, 1, shiftY);
}

/** Whether the inscribed circles overlap, from the squared distance of the centers. */
// @inline
function doInscribedOverlap(recordA: i32, recordB: i32, squared: f64, floor: f64): bool {
  const inner: f64 = ShapeBlock.inradius(recordA) + ShapeBlock.inradius(recordB) - floor;
  return inner > 0.0 && squared < inner * inner;
}

/** Whether the bounding circles are farther apart than `margin`. */
// @inline
function areBoundsApart(recordA: i32, recordB: i32, squared: f64, margin: f64, floor: f64): bool {
  const outer: f64 = ShapeBlock.bound(recordA) + ShapeBlock.bound(recordB) + margin + floor;
  return squared > outer * outer;
}

/** The address of a core's support point. */
// @inline
function supportOf(shapes: i32, kind: i32, record: i32, dx: f64, dy: f64, scratch: i32): i32 {
  return shapes === PLAIN ? supportPlain(kind, record, dx, dy) : supportCore(record, dx, dy, scratch);
}

/** a − b of two support points, b in B's frame. */
// @inline
function differenceX(pointA: i32, pointB: i32, cosine: f64, sine: f64, shiftX: f64): f64 {
  return ld(pointA) - shiftX - (cosine * ld(pointB) - sine * ld(pointB + 1));
}

// @inline
function differenceY(pointA: i32, pointB: i32, cosine: f64, sine: f64, shiftY: f64): f64 {
  return ld(pointA + 1) - shiftY - (sine * ld(pointB) + cosine * ld(pointB + 1));
}

/** A vertex of the difference; a Boolean query needs only its position. */
// @inline
function keepVertex(purpose: i32, place: i32, x: f64, y: f64, dx: f64, dy: f64, pointA: i32, pointB: i32): void {
  PlaneVertex.setDifference(place, 0, x);
  PlaneVertex.setDifference(place, 1, y);
  if (purpose === FOR_DISTANCE || purpose === FOR_SIGN) {
    PlaneVertex.setDirection(place, 0, dx);
    PlaneVertex.setDirection(place, 1, dy);
    PlaneVertex.setPointA(place, pointA);
    PlaneVertex.setPointB(place, pointB);
  }
}

/** Whether the support line with −d·w = `product` is farther from the origin than the bound. */
// @inline
function isBeyond(product: f64, farSquared: f64, dd: f64): bool {
  return product > 0.0 && product * product > farSquared * dd;
}

/** Decides by the newest support point whether the search ends. */
// @inline
function verdict(
  shapes: i32,
  h: f64,
  product: f64,
  dd: f64,
  gapSquared: f64,
  farSquared: f64,
  iterations: i32,
  most: i32,
): i32 {
  // NaN or infinite: the support point of an invalid shape.
  if (shapes === ANY && !(product - product === 0.0)) return TERMINATION_STALLED;
  const gain: f64 = h - product;
  if (!(gain * gain > gapSquared * dd)) return TERMINATION_CONVERGED;
  if (gain < 0.0) return TERMINATION_STALLED;
  if (isBeyond(product, farSquared, dd)) return TERMINATION_UP_TO;
  return iterations >= most ? TERMINATION_LIMIT : GO_ON;
}

/** S2D, Alg. 3: which end of the edge makes the next one with the new vertex a. `turn` is u × v. */
// @inline
function barycode(ux: f64, uy: f64, vx: f64, vy: f64, ax: f64, ay: f64, turn: f64, mayTouch: bool, floor: f64): i32 {
  // The barycode's bits, −σ of the new vertex with each old one. The third, σu > 0, is always true: the new vertex lies
  // on the origin's side of the edge.
  const fx: f64 = ax - ux;
  const fy: f64 = ay - uy;
  const gx: f64 = vx - ax;
  const gy: f64 = vy - ay;
  const crossU: f64 = ax * fy - ay * fx;
  const crossV: f64 = ax * gy - ay * gx;
  const sideU: f64 = turn * crossU;
  const sideV: f64 = turn * crossV;
  // Barycode 7: the origin is inside. (For level 1 this is the second early exit of Alg. 6.) If it is on a side up to
  // rounding, the shapes touch at that edge.
  if (sideU <= 0.0 && sideV <= 0.0) {
    const isOnV: bool = crossV * crossV <= floor * floor * (gx * gx + gy * gy);
    const isOnU: bool = crossU * crossU <= floor * floor * (fx * fx + fy * fy);
    if (!mayTouch || !(isOnU || isOnV)) return INSIDE;
    return isOnV ? KEEPS_V : KEEPS_U;
  }
  // Barycode 4: the cone region of the new vertex, Alg. 4. If its angle is acute, neither test selects an edge.
  if (sideU > 0.0 && sideV > 0.0) return ax * fx + ay * fy > 0.0 ? KEEPS_U : KEEPS_V;
  // Barycode 5 keeps v, barycode 6 keeps u.
  return sideV > 0.0 ? KEEPS_V : KEEPS_U;
}

/** The direction is the guess of the pair's next query. */
// @inline
function separatedBy(w: i32, dx: f64, dy: f64): i32 {
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  return 0;
}

/** The distance of the shapes from h or `product`: 0 for a triangle around the origin, NaN without a simplex. */
// @inline
function clearanceOf(count: i32, bound: f64, dx: f64, dy: f64, radii: f64): f64 {
  const found: f64 = bound * (1.0 / Math.sqrt(dx * dx + dy * dy)) - radii;
  if (count === 0) return 0.0 / 0.0;
  return count < 3 && found > 0.0 ? found : 0.0;
}

/** Writes the simplex, −d·v of its nearest point and −d·w of the last support point. */
// @inline
function keepSimplex(w: i32, count: i32, placeV: i32, placeU: i32, place: i32, h: f64, product: f64): void {
  PlaneQuery.setPlaces(w, 0, placeV);
  PlaneQuery.setPlaces(w, 1, placeU);
  PlaneQuery.setPlaces(w, 2, place);
  PlaneQuery.setVertexCount(w, count);
  PlaneQuery.setNearestProduct(w, h);
  PlaneQuery.setSupportProduct(w, product);
}

/** Traces a step: the simplex, its nearest point, and the support point. */
function trace(w: i32, count: i32, placeV: i32, placeU: i32, place: i32, dx: f64, dy: f64, h: f64, product: f64): void {
  if (PlaneQuery.wantedTrace(w) === 0) return;
  keepSimplex(w, count, placeV, placeU, place, h, product);
  PlaneQuery.setTracePlace(w, place);
  PlaneQuery.setTraceEdge(w, 0);
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  hostTrace(w);
}
