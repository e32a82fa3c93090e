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
import { TERMINATION_CONVERGED, TERMINATION_STALLED } from '../constants.ts';
import { ld } from '../port/memory.ts';
import { barycode, INSIDE, KEEPS_V } from './barycode.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { LAST_PLAIN_KIND } from './constants.ts';
import {
  ANY,
  CONTINUE,
  differenceX,
  differenceY,
  FOR_CLEARANCE,
  FOR_COLLISION,
  FOR_DISTANCE,
  FOR_SIGN,
  finish,
  INFINITE,
  isBeyond,
  outwardSign,
  PLAIN,
  SHORTEST,
  separatedBy,
  supportA,
  supportB,
  terminationOf,
  trace,
  writeVertex,
} from './gjk-steps.ts';
import { floorOf, gapOf, isFloorInRange, relativeCosine, relativeSine, relativeX, relativeY } from './pose.ts';

/** Whether the corners of both shapes are found inline, and the query is not traced. */
// @inline
export function isPlain(w: i32): bool {
  const kindA: i32 = ShapeBlock.kind(PlaneQuery.recordA(w));
  const kindB: i32 = ShapeBlock.kind(PlaneQuery.recordB(w));
  return kindA <= LAST_PLAIN_KIND && kindB <= LAST_PLAIN_KIND && PlaneQuery.wantedTrace(w) === 0;
}

/**
 * Finds B's pose in A's frame and iterates from the workspace's guess. Writes the simplex, the direction d from its nearest point
 * v to the origin, −d·v and −d·w with the last support point w: |v| = −d·v/|d| bounds the cores' distance from above and −d·w/|d|
 * from below. Returns the termination.
 *
 * A Boolean query, FOR_COLLISION (Alg. 6), uses the margin as its bound, and returns 0 if the shapes are farther apart, otherwise 1. The first
 * support point may decide it before any nearest point is known.
 */
export function gjk(w: i32, purpose: i32, margin: f64): i32 {
  return search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, purpose, margin, ANY);
}

// The search for shapes whose corners are found inline.

/** For normalized poses at these addresses, in a batch's list or the workspace. Such parameters made `clearancePlain` 2 to 10 % slower. */
export function distancePlain(w: i32, poseA: i32, poseB: i32): i32 {
  return search(w, poseA, poseB, FOR_DISTANCE, 0.0, PLAIN);
}

export function collidePlain(w: i32, margin: f64): i32 {
  return search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, FOR_COLLISION, margin, PLAIN);
}

/** The distance alone, from the bounds of the final state. */
export function clearancePlain(w: i32): f64 {
  search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, FOR_CLEARANCE, 0.0, PLAIN);
  return PlaneQuery.distance(w);
}

/**
 * The search, compiled separately for each purpose, and for PLAIN and ANY shapes: constant conditions are eliminated. It computes the
 * relative pose, the bounds at which the iterations end, and the first direction, and then iterates.
 */
// @inline
function search(w: i32, poseA: i32, poseB: i32, purpose: i32, margin: f64, shapes: i32): i32 {
  const recordA: i32 = PlaneQuery.recordA(w);
  const recordB: i32 = PlaneQuery.recordB(w);
  const cosine: f64 = relativeCosine(poseA, poseB);
  const sine: f64 = relativeSine(poseA, poseB);
  const shiftX: f64 = relativeX(poseA, poseB);
  const shiftY: f64 = relativeY(poseA, poseB);
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
    writeRelativePose(w, cosine, sine, shiftX, shiftY);
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
    // Inscribed and bounding circles decide many queries that need no proof, unless an option excludes them. Only those of PLAIN shapes:
    // the circles of custom shapes are not verified.
    const hasCircles: bool = shapes === PLAIN && (purpose === FOR_COLLISION || purpose === FOR_CLEARANCE);
    if (hasCircles && isInRange && PlaneQuery.wantedCircles(w) === 1) {
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
 * GJK's iterations from the direction d: the first support point, then the outer loop while the nearest part of the simplex is the vertex
 * v, and the inner loop while it is the edge from u to v. Two loops, because a test of which part it is would be mispredicted. The three
 * slots `slotU`, `slotV` and `slot` hold u, v and the new vertex a.
 *
 * It is one long function because a function returns one number: smaller ones pass their state through memory. Two functions, one for each
 * loop, took about 5 % more time in WebAssembly.
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
  const mostIterations: i32 = PlaneQuery.maxIterations(w);
  // A contact of the cores themselves may be tested once more.
  let mayProbe: bool = (purpose === FOR_DISTANCE || purpose === FOR_SIGN) && !(contact > floor);
  // All comparisons are of squares: |v| ≤ r is h² ≤ r²|d|², because h = |d||v|.
  const contactSquared: f64 = contact < floor ? floor * floor : contact * contact;
  const gapSquared: f64 = gap * gap;
  const farSquared: f64 = far * far;
  let termination: i32 = isInRange ? CONTINUE : TERMINATION_STALLED;
  // At first d is only the initial direction, and there is no v.
  let dx: f64 = startX;
  let dy: f64 = startY;
  let dd: f64 = dx * dx + dy * dy;
  let h: f64 = 0.0;
  let product: f64 = 0.0;
  let slotU: i32 = PlaneQuery.vertices(w, 0);
  let slotV: i32 = slotU + PlaneVertex.SIZE;
  const slotSum: i32 = 3 * slotV;
  let slot: i32 = slotV;
  let count: i32 = 0;
  let iterations: i32 = 1;
  // The newest vertex, and the other end of the edge.
  let vx: f64 = 0.0;
  let vy: f64 = 0.0;
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  if (termination === CONTINUE) {
    const pointA: i32 = supportA(shapes, kindA, recordA, dx, dy, slot);
    const pointB: i32 = supportB(shapes, kindB, recordB, cosine, sine, dx, dy, slot);
    vx = differenceX(pointA, pointB, cosine, sine, shiftX);
    vy = differenceY(pointA, pointB, cosine, sine, shiftY);
    writeVertex(purpose, slot, vx, vy, dx, dy, pointA, pointB);
    product = -(dx * vx + dy * vy);
    if (shapes === ANY) trace(w, 0, slotV, slotU, slot, dx, dy, h, product);
    // NaN or infinite: the support point of an invalid shape.
    if (shapes === ANY && !(product - product === 0.0)) termination = TERMINATION_STALLED;
    else {
      // Every z of the difference has −d·z ≥ −d·w: the first early exit of Alg. 6, before a nearest point is known.
      if (purpose === FOR_COLLISION && isBeyond(product, farSquared, dd)) return separatedBy(w, dx, dy);
      count = 1;
    }
  }
  // The nearest part is the vertex v.
  while (termination === CONTINUE) {
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
    slot = slotSum - slotU - slotV;
    const pointA: i32 = supportA(shapes, kindA, recordA, dx, dy, slot);
    const pointB: i32 = supportB(shapes, kindB, recordB, cosine, sine, dx, dy, slot);
    iterations += 1;
    const ax: f64 = differenceX(pointA, pointB, cosine, sine, shiftX);
    const ay: f64 = differenceY(pointA, pointB, cosine, sine, shiftY);
    writeVertex(purpose, slot, ax, ay, dx, dy, pointA, pointB);
    product = -(dx * ax + dy * ay);
    if (shapes === ANY) trace(w, 1, slotV, slotU, slot, dx, dy, h, product);
    termination = terminationOf(shapes, h, product, dd, gapSquared, farSquared, iterations, mostIterations);
    if (termination !== CONTINUE) break;
    // S1D, Alg. 5: the nearest point is between the new and the old vertex, unless the new vertex is nearest.
    let isEdge: bool = (vx - ax) * ax + (vy - ay) * ay < 0.0;
    ux = vx;
    uy = vy;
    vx = ax;
    vy = ay;
    slotU = slotV;
    slotV = slot;
    let wasEdge: bool = false;
    // The nearest part is the edge from u to v.
    while (isEdge) {
      count = 2;
      // p = (vy − uy, ux − vx) is perpendicular to the edge, and p·u = p·v = u × v = `crossUV`. So `crossUV` p points from the origin to the
      // edge for either order of u and v, and d = −`crossUV` p.
      const crossUV: f64 = (vy - uy) * vx + (ux - vx) * vy;
      dx = crossUV * (uy - vy);
      dy = crossUV * (vx - ux);
      dd = dx * dx + dy * dy;
      h = crossUV * crossUV;
      slot = slotSum - slotU - slotV;
      if (!(h * h > contactSquared * dd)) {
        // There is no support point for this d yet.
        if (!mayProbe) {
          product = -INFINITE;
          termination = TERMINATION_CONVERGED;
          break;
        }
        // Contact at an edge: touching, if the support line along the edge shows no depth. It is tested once more with the edge's own
        // perpendicular, because the factor `crossUV` changed the length of d, and rounding may have changed its sign.
        mayProbe = false;
        const sign: f64 = outwardSign(wasEdge, ux, uy, vx, vy, crossUV, slot);
        h = sign * crossUV;
        dx = sign * (uy - vy);
        dy = sign * (vx - ux);
        dd = dx * dx + dy * dy;
      }
      const pointA: i32 = supportA(shapes, kindA, recordA, dx, dy, slot);
      const pointB: i32 = supportB(shapes, kindB, recordB, cosine, sine, dx, dy, slot);
      iterations += 1;
      const ax: f64 = differenceX(pointA, pointB, cosine, sine, shiftX);
      const ay: f64 = differenceY(pointA, pointB, cosine, sine, shiftY);
      writeVertex(purpose, slot, ax, ay, dx, dy, pointA, pointB);
      product = -(dx * ax + dy * ay);
      if (shapes === ANY) trace(w, 2, slotV, slotU, slot, dx, dy, h, product);
      termination = terminationOf(shapes, h, product, dd, gapSquared, farSquared, iterations, mostIterations);
      if (termination !== CONTINUE) break;
      const region: i32 = barycode(ux, uy, vx, vy, ax, ay, crossUV, mayProbe, floor);
      if (region === INSIDE) {
        count = 3;
        // An overlap has distance 0, and an unknown negative signed distance.
        if (shapes === ANY) trace(w, 3, slotV, slotU, slot, dx, dy, 0.0, purpose === FOR_SIGN ? -INFINITE : 0.0);
        product = -INFINITE;
        termination = TERMINATION_CONVERGED;
        break;
      }
      slotU = region === KEEPS_V ? slotV : slotU;
      slotV = slot;
      ux = ld(slotU);
      uy = ld(slotU + 1);
      vx = ax;
      vy = ay;
      isEdge = (ux - ax) * ax + (uy - ay) * ay < 0.0;
      wasEdge = true;
    }
    if (termination === CONTINUE) count = 1;
  }
  return finish(
    w,
    purpose,
    termination,
    count,
    slotV,
    slotU,
    slot,
    iterations,
    dx,
    dy,
    dd,
    h,
    product,
    farSquared,
    radii,
  );
}

/** Writes B's pose in A's frame, which the result needs. */
// @inline
function writeRelativePose(w: i32, cosine: f64, sine: f64, shiftX: f64, shiftY: f64): void {
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
