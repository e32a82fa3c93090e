// Newton's method on the dual, for shapes whose support function h is twice differentiable (DCF, after Lee, Lee and Lee 2023).
// With the unit vector u along the ray, β |p| is the least h(λ) over all λ with ⟨λ, u⟩ = 1: every such λ gives a support plane,
// which meets the ray at the distance h(λ). With λ = u + E y and the columns of E perpendicular to the ray, this is a convex
// problem in the plane:
//
//   f(y) = ½ h², ∇f = h Eᵀ s, ∇²f = h Eᵀ ∇²h E + (Eᵀ s) (Eᵀ s)ᵀ, with the support point s along λ.
//
// With the square, an ellipsoid takes one step from any start. At the optimum s is on the ray. Before that, a point of the ball
// around the origin inside D̃ is combined with s to a point on the ray, which bounds β |p| from below.

import * as Query from '../blocks/query.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import { hostTrace, ld } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { setNormal } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import * as NewtonWorkspace from './blocks/newton-workspace.ts';
import { combineBasis, innerVertex, supportGrowth } from './difference.ts';
import { expandInside } from './expanding.ts';
import { addHessian, bilinear, clearHessian } from './hessian.ts';

const CONTINUE: i32 = -1;
/** The largest number of iterations: far more than needed if h has second derivatives. If they become infinite, internal expanding is faster. */
const MOST_ITERATIONS: i32 = 30;
/** The largest number of reductions of a step before Newton's method gives up. */
const MOST_CUTS: i32 = 12;
/**
 * A step is accepted if h has decreased by the fraction ARMIJO of the linear prediction, or if the slope has decreased to the fraction FLATTER
 * and h has not increased beyond rounding.
 */
const FLATTER: f64 = 0.9;
const ARMIJO: f64 = 1.0e-4;
/** Added to the Hessian's diagonal, relative to its trace: at a pointed part of the surface, where h is linear, ∇²h is zero. */
const DAMPING: f64 = 1.0e-12;

/** If Newton's method stalls before the bounds meet, internal expanding continues with the remaining iterations. */
export function descendDual(w: i32, g: i32, work: i32): i32 {
  const termination: i32 = newton(w, g, work);
  return termination === TERMINATION_STALLED ? expandInside(w, g, work) : termination;
}

function newton(w: i32, g: i32, work: i32): i32 {
  const mostIterations: i32 = Query.maxIterations(w);
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  let now: i32 = Growth.vertices(g, 0);
  let next: i32 = now + GrowthVertex.SIZE;
  const e: i32 = g + Growth.ACROSS;
  for (let k: i32 = 0; k < 6; k += 1) NewtonWorkspace.setAcrossA(work, k, ld(e + k));
  rotateBack(w + Query.ROTATION, ld(e), ld(e + 1), ld(e + 2), work + NewtonWorkspace.ACROSS_B);
  rotateBack(w + Query.ROTATION, ld(e + 3), ld(e + 4), ld(e + 5), work + NewtonWorkspace.ACROSS_B + 3);
  let y1: f64 = 0.0;
  let y2: f64 = 0.0;
  let value: f64 = supportAlong(w, g, now, y1, y2);
  let iterations: i32 = 0;
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    iterations += 1;
    const inner: f64 = combineWithBall(g, now);
    Growth.setOuter(g, value);
    if (Growth.trace(g) === 1) traceStep(w, g, now);
    // The distance of the support plane from the parallel plane through the point on the ray is (h − inner) / |λ|.
    const gap: f64 = value - inner;
    const squared: f64 = 1.0 + y1 * y1 + y2 * y2;
    if (!(gap === gap)) termination = TERMINATION_STALLED;
    else if (gap <= tolerance * inner || gap * gap <= Query.floor(w) * Query.floor(w) * squared)
      termination = TERMINATION_CONVERGED;
    else if (iterations >= mostIterations) termination = TERMINATION_LIMIT;
    else if (iterations >= MOST_ITERATIONS) termination = TERMINATION_STALLED;
    else {
      setStep(w, work, now, value);
      const fraction: f64 = search(w, g, work, now, next, y1, y2, value);
      if (fraction === 0.0) termination = TERMINATION_STALLED;
      else {
        y1 += fraction * NewtonWorkspace.step(work, 0);
        y2 += fraction * NewtonWorkspace.step(work, 1);
        const free: i32 = now;
        now = next;
        next = free;
        value = heightOf(now, y1, y2);
      }
    }
  }
  writeNormal(w, g, y1, y2);
  combineBasis(w, g);
  Query.setIterations(w, iterations);
  return termination;
}

/** The support point along λ = u + E y; returns h(λ). */
function supportAlong(w: i32, g: i32, vertex: i32, y1: f64, y2: f64): f64 {
  const u: i32 = g + Growth.RAY;
  const e: i32 = g + Growth.ACROSS;
  supportGrowth(
    w,
    g,
    vertex,
    ld(u) + y1 * ld(e) + y2 * ld(e + 3),
    ld(u + 1) + y1 * ld(e + 1) + y2 * ld(e + 4),
    ld(u + 2) + y1 * ld(e + 2) + y2 * ld(e + 5),
  );
  return heightOf(vertex, y1, y2);
}

/** ⟨λ, z⟩. */
function heightOf(vertex: i32, y1: f64, y2: f64): f64 {
  return GrowthVertex.along(vertex) + y1 * GrowthVertex.across(vertex, 0) + y2 * GrowthVertex.across(vertex, 1);
}

/**
 * The point on the ray between the support point, at the distance |Eᵀ s| from the ray, and the ball's point on the opposite side;
 * or the ball's own point on the ray, if it is farther along. The two points become the basis.
 */
function combineWithBall(g: i32, vertex: i32): f64 {
  const radius: f64 = Growth.inradiusA(g) + Growth.inradiusB(g);
  const s1: f64 = GrowthVertex.across(vertex, 0);
  const s2: f64 = GrowthVertex.across(vertex, 1);
  const distance: f64 = Math.sqrt(s1 * s1 + s2 * s2);
  const scale: f64 = distance > 0.0 ? -1.0 / distance : 0.0;
  const fraction: f64 = distance / (distance + radius);
  const reached: f64 = (1.0 - fraction) * GrowthVertex.along(vertex);
  const isAhead: bool = reached > radius;
  const ball: i32 = Growth.vertices(g, 2);
  if (isAhead) innerVertex(g, ball, 0.0, scale * s1, scale * s2);
  else innerVertex(g, ball, 1.0, 0.0, 0.0);
  Growth.setBasis(g, 0, vertex);
  Growth.setBasis(g, 1, ball);
  Growth.setBasis(g, 2, ball);
  Growth.setWeights(g, 0, isAhead ? 1.0 - fraction : 0.0);
  Growth.setWeights(g, 1, isAhead ? fraction : 1.0);
  Growth.setWeights(g, 2, 0.0);
  const inner: f64 = isAhead ? reached : radius;
  Growth.setInner(g, inner);
  return inner;
}

/** Newton's step −(∇²f)⁻¹ ∇f in the plane across the ray. */
function setStep(w: i32, work: i32, vertex: i32, value: f64): void {
  const s1: f64 = GrowthVertex.across(vertex, 0);
  const s2: f64 = GrowthVertex.across(vertex, 1);
  let h11: f64 = s1 * s1;
  let h12: f64 = s1 * s2;
  let h22: f64 = s2 * s2;
  const h: i32 = work + NewtonWorkspace.HESSIAN;
  for (let body: i32 = 0; body < 2; body += 1) {
    const d: i32 = vertex + (body === 0 ? GrowthVertex.TOWARD_A : GrowthVertex.TOWARD_B);
    const e: i32 = work + (body === 0 ? NewtonWorkspace.ACROSS_A : NewtonWorkspace.ACROSS_B);
    clearHessian(h);
    addHessian(body === 0 ? Query.recordA(w) : Query.recordB(w), ld(d), ld(d + 1), ld(d + 2), h);
    h11 += value * bilinear(h, ld(e), ld(e + 1), ld(e + 2), ld(e), ld(e + 1), ld(e + 2));
    h12 += value * bilinear(h, ld(e), ld(e + 1), ld(e + 2), ld(e + 3), ld(e + 4), ld(e + 5));
    h22 += value * bilinear(h, ld(e + 3), ld(e + 4), ld(e + 5), ld(e + 3), ld(e + 4), ld(e + 5));
  }
  const damping: f64 = DAMPING * (h11 + h22);
  h11 += damping;
  h22 += damping;
  const scale: f64 = -value / (h11 * h22 - h12 * h12);
  NewtonWorkspace.setStep(work, 0, scale * (h22 * s1 - h12 * s2));
  NewtonWorkspace.setStep(work, 1, scale * (h11 * s2 - h12 * s1));
}

/**
 * Line search along the step until h or its slope has decreased. The slope at the end of a trial step gives an estimate of where
 * the slope is zero. Returns the fraction of the step that was taken, with the support point at `next`; 0 if none.
 */
function search(w: i32, g: i32, work: i32, now: i32, next: i32, y1: f64, y2: f64, value: f64): f64 {
  const d1: f64 = NewtonWorkspace.step(work, 0);
  const d2: f64 = NewtonWorkspace.step(work, 1);
  const slope: f64 = d1 * GrowthVertex.across(now, 0) + d2 * GrowthVertex.across(now, 1);
  if (!(slope < 0.0)) return 0.0;
  let fraction: f64 = 1.0;
  for (let cut: i32 = 0; cut < MOST_CUTS; cut += 1) {
    const reached: f64 = supportAlong(w, g, next, y1 + fraction * d1, y2 + fraction * d2);
    const end: f64 = d1 * GrowthVertex.across(next, 0) + d2 * GrowthVertex.across(next, 1);
    if (reached <= value + ARMIJO * fraction * slope) return fraction;
    // Near the optimum rounding hides the decrease of h, but not the slope.
    if (reached <= value * (1.0 + 4.0 * EPSILON) && Math.abs(end) <= -FLATTER * slope) return fraction;
    fraction *= end > 0.0 ? Math.max(0.1, Math.min(0.9, slope / (slope - end))) : 0.5;
  }
  return 0.0;
}

/** λ / |λ| is the normal. */
function writeNormal(w: i32, g: i32, y1: f64, y2: f64): void {
  const u: i32 = g + Growth.RAY;
  const e: i32 = g + Growth.ACROSS;
  const scale: f64 = 1.0 / Math.sqrt(1.0 + y1 * y1 + y2 * y2);
  setNormal(
    w,
    scale * (ld(u) + y1 * ld(e) + y2 * ld(e + 3)),
    scale * (ld(u + 1) + y1 * ld(e + 1) + y2 * ld(e + 4)),
    scale * (ld(u + 2) + y1 * ld(e + 2) + y2 * ld(e + 5)),
  );
}

/** Writes a step for the trace. */
function traceStep(w: i32, g: i32, vertex: i32): void {
  combineBasis(w, g);
  for (let k: i32 = 0; k < 3; k += 1) Growth.setDirection(g, k, GrowthVertex.towardA(vertex, k));
  setNormal(w, Growth.direction(g, 0), Growth.direction(g, 1), Growth.direction(g, 2));
  Growth.setSupport(g, vertex);
  Growth.setAcrossBasis(g, 0);
  hostTrace(w);
}
