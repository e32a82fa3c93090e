// The iterations of GJK in the plane, see gjk.ts. One loop runs while the nearest part of the simplex is a vertex, another while it is an
// edge: in a single loop, the processor would mispredict the branch on the kind of part. The support points stay in local variables: if
// they were in memory, each iteration would wait until the stores of the previous one can be loaded.

import { TERMINATION_CONVERGED } from '../constants.ts';
import { barycode, INSIDE, KEEPS_V } from './barycode.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import {
  ANY,
  CONTINUE,
  differenceX,
  differenceY,
  FOR_COLLISION,
  FOR_SIGN,
  finish,
  finishUnknown,
  freeSlot,
  INFINITE,
  isBeyond,
  isEdgeNearest,
  mayRetestContact,
  outwardSign,
  separatedBy,
  supportA,
  supportB,
  terminationOf,
  trace,
  writeVertex,
} from './gjk-steps.ts';

/** GJK's iterations from the direction d: the first support point, then the loops. */
// @inline
export function iterate(w: i32, purpose: i32, shapes: i32, dx: f64, dy: f64): i32 {
  const slotU: i32 = PlaneQuery.vertices(w, 0);
  const slotV: i32 = PlaneQuery.vertices(w, 1);
  const pointA: i32 = supportA(w, shapes, dx, dy, slotV);
  const pointB: i32 = supportB(w, shapes, dx, dy, slotV);
  const vx: f64 = differenceX(w, pointA, pointB);
  const vy: f64 = differenceY(w, pointA, pointB);
  writeVertex(purpose, slotV, vx, vy, dx, dy, pointA, pointB);
  const product: f64 = -(dx * vx + dy * vy);
  if (shapes === ANY) {
    trace(w, 0, slotU, slotV, slotV, dx, dy, 0.0, product);
    // NaN or infinite: the support point of an invalid shape.
    if (!(product - product === 0.0)) return finishUnknown(w, purpose, dx, dy, product);
  }
  // Every z of the difference has −d·z ≥ −d·w: the first early exit of Alg. 6, before a nearest point is known.
  if (purpose === FOR_COLLISION && isBeyond(w, product, dx, dy)) return separatedBy(w, dx, dy);
  return followVertices(w, purpose, shapes, slotU, slotV, vx, vy);
}

/** The loop while the nearest part is the vertex v. Returns what `finish` returns. */
// @inline
function followVertices(w: i32, purpose: i32, shapes: i32, firstU: i32, firstV: i32, firstX: f64, firstY: f64): i32 {
  let slotU: i32 = firstU;
  let slotV: i32 = firstV;
  let vx: f64 = firstX;
  let vy: f64 = firstY;
  let iterations: i32 = 1;
  let squared: f64 = vx * vx + vy * vy;
  while (squared > PlaneQuery.contactSquared(w)) {
    const dx: f64 = -vx;
    const dy: f64 = -vy;
    const slot: i32 = freeSlot(w, slotU, slotV);
    const pointA: i32 = supportA(w, shapes, dx, dy, slot);
    const pointB: i32 = supportB(w, shapes, dx, dy, slot);
    iterations += 1;
    const ax: f64 = differenceX(w, pointA, pointB);
    const ay: f64 = differenceY(w, pointA, pointB);
    writeVertex(purpose, slot, ax, ay, dx, dy, pointA, pointB);
    const product: f64 = -(dx * ax + dy * ay);
    if (shapes === ANY) trace(w, 1, slotU, slotV, slot, dx, dy, squared, product);
    const termination: i32 = terminationOf(w, shapes, dx, dy, squared, product, iterations);
    if (termination !== CONTINUE)
      return finish(w, purpose, termination, 1, iterations, slotU, slotV, dx, dy, squared, product);
    // S1D, Alg. 5: the nearest point is between the new and the old vertex, unless the new vertex is nearest.
    const isEdge: bool = isEdgeNearest(vx, vy, ax, ay);
    slotU = slotV;
    slotV = slot;
    vx = ax;
    vy = ay;
    if (isEdge) {
      const ending: i32 = followEdges(w, purpose, shapes, slotU, slotV, vx, vy, iterations);
      if (ending !== CONTINUE) return ending;
      slotV = PlaneQuery.simplex(w, 0);
      slotU = PlaneQuery.simplex(w, 1);
      vx = PlaneVertex.difference(slotV, 0);
      vy = PlaneVertex.difference(slotV, 1);
      iterations = PlaneQuery.iterations(w);
    }
    squared = vx * vx + vy * vy;
  }
  return finishAtVertex(w, purpose, iterations, slotU, slotV, vx, vy, squared);
}

/** Ends the search at the vertex v, where the shapes touch. */
function finishAtVertex(
  w: i32,
  purpose: i32,
  iterations: i32,
  slotU: i32,
  slotV: i32,
  vx: f64,
  vy: f64,
  squared: f64,
): i32 {
  // There is no support point for d = −v yet.
  let dx: f64 = -vx;
  let dy: f64 = -vy;
  let h: f64 = squared;
  let product: f64 = -INFINITE;
  if (mayRetestContact(w, purpose)) {
    // Touching at a vertex: proven by the support line of this vertex.
    dx = PlaneVertex.direction(slotV, 0);
    dy = PlaneVertex.direction(slotV, 1);
    product = -(dx * vx + dy * vy);
    h = product;
  }
  return finish(w, purpose, TERMINATION_CONVERGED, 1, iterations, slotU, slotV, dx, dy, h, product);
}

/**
 * The loop while the nearest part is the edge from u to v. Returns what `finish` returns, or CONTINUE if v alone is nearest again: then the
 * vertices and the number of iterations are in the workspace.
 */
// @inline
function followEdges(
  w: i32,
  purpose: i32,
  shapes: i32,
  firstU: i32,
  firstV: i32,
  firstX: f64,
  firstY: f64,
  before: i32,
): i32 {
  let slotU: i32 = firstU;
  let slotV: i32 = firstV;
  let ux: f64 = PlaneVertex.difference(slotU, 0);
  let uy: f64 = PlaneVertex.difference(slotU, 1);
  let vx: f64 = firstX;
  let vy: f64 = firstY;
  let iterations: i32 = before;
  do {
    // p = (vy − uy, ux − vx) is perpendicular to the edge, and p·u = p·v = u × v = `crossUV`. So `crossUV` p points from the origin to the
    // edge for either order of u and v, and d = −`crossUV` p.
    const crossUV: f64 = (vy - uy) * vx + (ux - vx) * vy;
    let dx: f64 = crossUV * (uy - vy);
    let dy: f64 = crossUV * (vx - ux);
    let h: f64 = crossUV * crossUV;
    const slot: i32 = freeSlot(w, slotU, slotV);
    if (!(h * h > PlaneQuery.contactSquared(w) * (dx * dx + dy * dy))) {
      // There is no support point for this d yet.
      if (!mayRetestContact(w, purpose))
        return finish(w, purpose, TERMINATION_CONVERGED, 2, iterations, slotU, slotV, dx, dy, h, -INFINITE);
      // Contact at an edge: the cores touch if the support line along the edge proves that there is no depth. The support point is computed
      // along the edge's own perpendicular, because the factor `crossUV` changed the length of d, and rounding may have changed its sign.
      PlaneQuery.setMayRetestContact(w, 0);
      const sign: f64 = outwardSign(iterations > before, ux, uy, vx, vy, crossUV, slot);
      h = sign * crossUV;
      dx = sign * (uy - vy);
      dy = sign * (vx - ux);
    }
    const pointA: i32 = supportA(w, shapes, dx, dy, slot);
    const pointB: i32 = supportB(w, shapes, dx, dy, slot);
    iterations += 1;
    const ax: f64 = differenceX(w, pointA, pointB);
    const ay: f64 = differenceY(w, pointA, pointB);
    writeVertex(purpose, slot, ax, ay, dx, dy, pointA, pointB);
    const product: f64 = -(dx * ax + dy * ay);
    if (shapes === ANY) trace(w, 2, slotU, slotV, slot, dx, dy, h, product);
    const termination: i32 = terminationOf(w, shapes, dx, dy, h, product, iterations);
    if (termination !== CONTINUE)
      return finish(w, purpose, termination, 2, iterations, slotU, slotV, dx, dy, h, product);
    const region: i32 = barycode(ux, uy, vx, vy, ax, ay, crossUV, mayRetestContact(w, purpose), PlaneQuery.floor(w));
    if (region === INSIDE) {
      // In an overlap, the distance is 0, and the signed distance is negative and unknown.
      if (shapes === ANY) trace(w, 3, slotU, slotV, slot, dx, dy, 0.0, purpose === FOR_SIGN ? -INFINITE : 0.0);
      return finish(w, purpose, TERMINATION_CONVERGED, 3, iterations, slotU, slotV, dx, dy, h, -INFINITE);
    }
    slotU = region === KEEPS_V ? slotV : slotU;
    slotV = slot;
    ux = PlaneVertex.difference(slotU, 0);
    uy = PlaneVertex.difference(slotU, 1);
    vx = ax;
    vy = ay;
  } while (isEdgeNearest(ux, uy, vx, vy));
  PlaneQuery.setSimplex(w, 0, slotV);
  PlaneQuery.setSimplex(w, 1, slotU);
  PlaneQuery.setIterations(w, iterations);
  return CONTINUE;
}
