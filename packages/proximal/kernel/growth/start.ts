// Thirugnanam and Sreenath's Alg. 1: the first inner approximation, or the inner approximation of the pair's last query (Sec. III-F.3).
import { ld } from '../port/memory.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import { GROWTH_PRIMAL } from './constants.ts';
import { innerTriangle, moveVertex } from './difference.ts';
import { enterBasis, isAroundRay, isFlat, setBasisDirection, setBasisWeights } from './triangle.ts';

/**
 * Makes the first triangle that the ray passes through, and returns its distance along the ray. The block then has no valid warm
 * start until the query has succeeded.
 */
export function startTriangle(w: i32, g: i32): f64 {
  const hasLast: bool = Growth.hasLast(g) === 1;
  Growth.setHasLast(g, 0);
  if (!hasLast || Growth.start(g) !== GROWTH_PRIMAL) return startCold(g);
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  moveVertex(w, g, a);
  moveVertex(w, g, b);
  moveVertex(w, g, c);
  if (isAroundRay(a, b, c) && !isFlat(g)) {
    const reached: f64 = setBasisWeights(g);
    // A triangle behind the origin, after a motion of the bodies, is not usable.
    if (reached > 0.0) return reached;
  }
  return enterSaved(w, g, a, b, c);
}

/** The first triangle of every query without a warm start. */
export function startCold(g: i32): f64 {
  const first: i32 = Growth.vertices(g, 0);
  Growth.setBasis(g, 3, first + 3 * GrowthVertex.SIZE);
  return startInside(g, first, first + GrowthVertex.SIZE, first + 2 * GrowthVertex.SIZE);
}

/** The basis is the first triangle (17), inside the ball. */
function startInside(g: i32, a: i32, b: i32, c: i32): f64 {
  innerTriangle(g, a, b, c);
  Growth.setBasis(g, 0, a);
  Growth.setBasis(g, 1, b);
  Growth.setBasis(g, 2, c);
  return setBasisWeights(g);
}

/** Starts with a triangle inside the ball, and enters the kept support points one by one, each if it is ahead of the current triangle. */
function enterSaved(w: i32, g: i32, a: i32, b: i32, c: i32): f64 {
  // The four slots that are not kept: three for the triangle, one for the next vertex.
  let slot: i32 = Growth.vertices(g, 0);
  for (let k: i32 = 0; k < 4; k += 1) {
    while (slot === a || slot === b || slot === c) slot += GrowthVertex.SIZE;
    Growth.setBasis(g, k, slot);
    slot += GrowthVertex.SIZE;
  }
  const free: i32 = Growth.basis(g, 3);
  let inner: f64 = startInside(g, Growth.basis(g, 0), Growth.basis(g, 1), Growth.basis(g, 2));
  inner = enterVertex(w, g, a, inner);
  inner = enterVertex(w, g, b, inner);
  inner = enterVertex(w, g, c, inner);
  Growth.setBasis(g, 3, free);
  return inner;
}

function enterVertex(w: i32, g: i32, vertex: i32, inner: f64): f64 {
  const isSupportPoint: bool = GrowthVertex.inner(vertex) === 0;
  if (!isSupportPoint || !setBasisDirection(g)) return inner;
  const d: i32 = g + Growth.DIRECTION;
  const plane: f64 = ld(d) * ld(vertex) + ld(d + 1) * ld(vertex + 1) + ld(d + 2) * ld(vertex + 2);
  if (!(plane > inner)) return inner;
  Growth.setBasis(g, 3, vertex);
  return Math.max(inner, enterBasis(w, g, false));
}
