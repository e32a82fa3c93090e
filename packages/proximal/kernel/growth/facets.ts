// The incremental method (Inc) for polytopes, after Ong, Huang and Hong 2000: the linear program
//
//   min α  such that  ⟨aᵢ, x⟩ ≤ α for the facets of A,  ⟨bⱼ, x − p⟩ ≤ α for the facets of B,
//
// solved by walking over the facets. x is the point where the scaled polytopes touch, relative to A's center, and the vectors are in
// facet-table.ts, so α(x) is the larger of two gauges. At every step x is feasible, and the facets that are active at it
// are known. The shortest vector v in the hull of their gradients is the steepest ascent: x moves against v until another facet
// becomes active; the facets with a weight in v stay active. In a body with active facets, the new facet is across an edge of one of them, so
// only their neighbors are examined. A step of length zero, at a corner with more facets than the active ones, makes v shorter, so the method
// cannot cycle.
//
// v = 0 is the optimum, with its convex weights μ as the multipliers. Before the optimum they bound α from below: with λ = Σ_A μᵢ
// aᵢ, h_A(λ) ≤ Σ_A μᵢ, and h_B(−λ) = h_B(Σ_B μⱼ bⱼ − v) ≤ Σ_B μⱼ + |v| r_B, with the radius r_B of B around its center; the
// weights sum to 1.

import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import {
  activate,
  gaugeOf,
  outerRadiusOfB,
  saveLast,
  startFacets,
  startWarm,
  tableOf,
  updateGauges,
} from './active-facets.ts';
import { provenAlong, traceResult, writePoint } from './answer.ts';
import * as ActiveFacet from './blocks/active-facet.ts';
import * as FacetBody from './blocks/facet-body.ts';
import * as FacetSearch from './blocks/facet-search.ts';
import * as FacetTable from './blocks/facet-table.ts';
import * as Growth from './blocks/growth.ts';
import { endOfNeighbors, facetHeight, firstNeighbor } from './facet-table.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;
/** A facet whose slope relative to the active ones is below this fraction of its own is parallel to them up to rounding. */
const PARALLEL: f64 = 1.0e-13;
/** The largest number of checks of the result against all facets. After each check the walk continues if necessary. */
const MOST_CHECKS: i32 = 8;

export function walkFacets(w: i32, g: i32, work: i32): i32 {
  if (!startWarm(w, g, work)) startFacets(w, g, work);
  const mostIterations: i32 = Query.maxIterations(w);
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  const outerRadius: f64 = outerRadiusOfB(w, g);
  let lower: f64 = 0.0;
  let iterations: i32 = 0;
  let checks: i32 = 0;
  // Every added gradient makes the shortest vector shorter.
  let last: f64 = INFINITE;
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    iterations += 1;
    const squared: f64 = shortestGradient(w, work, last);
    lower = Math.max(lower, boundBelow(w, g, work, squared, outerRadius, lower));
    const alpha: f64 = FacetSearch.alpha(work);
    if (Growth.trace(g) === 1) {
      writeResult(w, g, work, lower);
      traceResult(w, g, FacetSearch.lambda(work, 0), FacetSearch.lambda(work, 1), FacetSearch.lambda(work, 2));
    }
    if (alpha - lower <= tolerance * alpha || squared <= Query.floor(w) * Query.floor(w) || !(squared < last)) {
      checks += 1;
      // If the walk has missed a facet, or the active facets do not meet at the point, it continues from the facet with the
      // largest value.
      const isConsistent: bool = updateGauges(w, g, work, 1.0 + 0.25 * tolerance);
      if (isConsistent && FacetSearch.alpha(work) - lower <= 2.0 * tolerance * alpha)
        termination = TERMINATION_CONVERGED;
      else if (checks >= MOST_CHECKS) termination = TERMINATION_STALLED;
      else if (isConsistent) updateGauges(w, g, work, 0.0);
      last = INFINITE;
    } else {
      setSteps(w, work, squared);
      dropUnusedFacets(w, work);
      last = squared;
      if (!stepDown(w, g, work)) termination = TERMINATION_STALLED;
    }
    if (termination === CONTINUE && iterations >= mostIterations) termination = TERMINATION_LIMIT;
  }
  updateGauges(w, g, work, INFINITE);
  // The bound that the rounded normal proves.
  lower = Math.min(
    lower,
    provenAlong(w, g, FacetSearch.lambda(work, 0), FacetSearch.lambda(work, 1), FacetSearch.lambda(work, 2)),
  );
  writeResult(w, g, work, lower);
  saveLast(w, g, work);
  Query.setIterations(w, iterations);
  return termination;
}

/** The shortest vector in the hull of the active gradients as `nearest`, with its `weights`; returns its squared length. */
function shortestGradient(w: i32, work: i32, last: f64): f64 {
  const count: i32 = FacetSearch.activeCount(work);
  if (count === 1) {
    Query.setWeights(w, 0, 1.0);
    const x: f64 = Vertex.difference(Query.simplex(w, 0), 0);
    const y: f64 = Vertex.difference(Query.simplex(w, 0), 1);
    const z: f64 = Vertex.difference(Query.simplex(w, 0), 2);
    Query.setNearest(w, 0, x);
    Query.setNearest(w, 1, y);
    Query.setNearest(w, 2, z);
    return x * x + y * y + z * z;
  }
  let squared: f64 = nearestOnSimplex(w, count, last === INFINITE ? 1 : 0);
  // The newest gradient has a weight in the shortest vector, up to rounding.
  if (!(squared < last)) squared = nearestOnSimplex(w, count, 1);
  acceptCandidate(w);
  return squared;
}

/** ⟨λ, p⟩ / (1 + |v| r_B) with λ = Σ_A μᵢ aᵢ. If it exceeds `best`, λ is kept. */
function boundBelow(w: i32, g: i32, work: i32, squared: f64, outerRadius: f64, best: f64): f64 {
  const count: i32 = FacetSearch.activeCount(work);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    const weight: f64 = ActiveFacet.body(vertex) === 0 ? Query.weights(w, k) : 0.0;
    x += weight * ld(vertex);
    y += weight * ld(vertex + 1);
    z += weight * ld(vertex + 2);
  }
  const u: i32 = g + Growth.RAY;
  const along: f64 = Growth.length(g) * (x * ld(u) + y * ld(u + 1) + z * ld(u + 2));
  const bound: f64 = along / (1.0 + Math.sqrt(squared) * outerRadius);
  if (bound > best) {
    FacetSearch.setLambda(work, 0, x);
    FacetSearch.setLambda(work, 1, y);
    FacetSearch.setLambda(work, 2, z);
  }
  return bound;
}

/** The step −v / |v|², which reduces α by 1, in both bodies' frames. */
function setSteps(w: i32, work: i32, squared: f64): void {
  const scale: f64 = -1.0 / squared;
  const x: f64 = scale * Query.nearest(w, 0);
  const y: f64 = scale * Query.nearest(w, 1);
  const z: f64 = scale * Query.nearest(w, 2);
  const a: i32 = work + FacetBody.STEP;
  st(a, x);
  st(a + 1, y);
  st(a + 2, z);
  rotateBack(w + Query.ROTATION, x, y, z, FacetSearch.bodies(work, 1) + FacetBody.STEP);
}

/** Deactivates facets without weight in v. */
function dropUnusedFacets(w: i32, work: i32): void {
  const count: i32 = FacetSearch.activeCount(work);
  let keptCount: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    if (Query.weights(w, k) > 0.0) {
      const from: i32 = Query.simplex(w, k);
      const to: i32 = Query.simplex(w, keptCount);
      for (let i: i32 = 0; i < ActiveFacet.SIZE; i += 1) st(to + i, ld(from + i));
      keptCount += 1;
    }
  }
  FacetSearch.setActiveCount(work, keptCount);
}

/** Moves the point until the next facet becomes active. False if there is none. */
function stepDown(w: i32, g: i32, work: i32): bool {
  const alpha: f64 = FacetSearch.alpha(work);
  FacetSearch.setNextDecrease(work, alpha);
  FacetSearch.setNextSlope(work, 0.0);
  FacetSearch.setNextBody(work, -1);
  findNext(w, g, work, 0, alpha);
  findNext(w, g, work, 1, alpha);
  const body: i32 = FacetSearch.nextBody(work);
  if (body < 0) return false;
  const down: f64 = FacetSearch.nextDecrease(work);
  for (let k: i32 = 0; k < 3; k += 1) {
    const a: i32 = work + k;
    const b: i32 = a + FacetBody.SIZE;
    st(a, ld(a) + down * FacetBody.step(a, 0));
    st(b, ld(b) + down * FacetBody.step(b, 0));
  }
  activate(w, g, work, body, FacetSearch.nextFacet(work));
  // All active facets have the same value α, up to rounding.
  let largestValue: f64 = alpha - down;
  const count: i32 = FacetSearch.activeCount(work);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    const at: i32 = FacetSearch.bodies(work, ActiveFacet.body(vertex));
    const table: i32 = tableOf(g, ActiveFacet.body(vertex));
    largestValue = Math.max(
      largestValue,
      facetHeight(table, ActiveFacet.facet(vertex), ld(at), ld(at + 1), ld(at + 2)),
    );
  }
  FacetSearch.setAlpha(work, largestValue);
  return true;
}

/**
 * Finds the facet of the body that becomes active first: a neighbor of an active facet or, if the body has no active facet, the facet
 * on which its gauge meets α.
 */
function findNext(w: i32, g: i32, work: i32, body: i32, alpha: f64): void {
  const count: i32 = FacetSearch.activeCount(work);
  const table: i32 = tableOf(g, body);
  let hasActiveFacet: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    if (ActiveFacet.body(vertex) === body) {
      const facet: i32 = ActiveFacet.facet(vertex);
      const end: i32 = endOfNeighbors(table, facet);
      for (let at: i32 = firstNeighbor(table, facet); at < end; at += 1) consider(w, table, work, body, ldi(at), alpha);
      hasActiveFacet = 1;
    }
  }
  if (hasActiveFacet === 1) return;
  // The body's last facet may no longer have the largest value.
  gaugeOf(g, work, body);
  consider(w, table, work, body, facetAhead(table, FacetSearch.bodies(work, body), alpha), alpha);
}

/** Keeps the facet if it becomes active sooner than all facets found so far, or, at the same point, if it rises more steeply. */
function consider(w: i32, table: i32, work: i32, body: i32, facet: i32, alpha: f64): void {
  const at: i32 = FacetSearch.bodies(work, body);
  const a: i32 = table + FacetTable.VECTORS + 3 * facet;
  const x: f64 = ld(a) * FacetBody.step(at, 0);
  const y: f64 = ld(a + 1) * FacetBody.step(at, 1);
  const z: f64 = ld(a + 2) * FacetBody.step(at, 2);
  // α goes down by 1 with each step.
  const rise: f64 = x + y + z + 1.0;
  if (!(rise > PARALLEL * (Math.abs(x) + Math.abs(y) + Math.abs(z) + 1.0))) return;
  const down: f64 = Math.max(0.0, (alpha - facetHeight(table, facet, ld(at), ld(at + 1), ld(at + 2))) / rise);
  const best: f64 = FacetSearch.nextDecrease(work);
  if (down > best || (down === best && rise <= FacetSearch.nextSlope(work)) || isActive(w, work, body, facet)) return;
  FacetSearch.setNextDecrease(work, down);
  FacetSearch.setNextSlope(work, rise);
  FacetSearch.setNextBody(work, body);
  FacetSearch.setNextFacet(work, facet);
}

function isActive(w: i32, work: i32, body: i32, facet: i32): bool {
  const count: i32 = FacetSearch.activeCount(work);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    if (ActiveFacet.body(vertex) === body && ActiveFacet.facet(vertex) === facet) return true;
  }
  return false;
}

/**
 * A body without an active facet: its gauge along the step is given by successive facets, each across an edge of the previous one
 * and rising more steeply, until the gauge meets the decreasing α. Returns the facet where they meet.
 */
function facetAhead(table: i32, at: i32, alpha: f64): i32 {
  let facet: i32 = FacetBody.facet(at);
  let next: i32 = facet;
  let passed: f64 = 0.0;
  while (next >= 0) {
    facet = next;
    next = -1;
    const height: f64 = facetHeight(table, facet, ld(at), ld(at + 1), ld(at + 2));
    const rise: f64 = facetHeight(table, facet, FacetBody.step(at, 0), FacetBody.step(at, 1), FacetBody.step(at, 2));
    let first: f64 = rise > -1.0 ? (alpha - height) / (rise + 1.0) : INFINITE;
    const end: i32 = endOfNeighbors(table, facet);
    for (let k: i32 = firstNeighbor(table, facet); k < end; k += 1) {
      const other: f64 = facetHeight(
        table,
        ldi(k),
        FacetBody.step(at, 0),
        FacetBody.step(at, 1),
        FacetBody.step(at, 2),
      );
      if (other > rise) {
        const meets: f64 = (height - facetHeight(table, ldi(k), ld(at), ld(at + 1), ld(at + 2))) / (other - rise);
        if (meets >= passed && meets < first) {
          first = meets;
          next = ldi(k);
        }
      }
    }
    passed = first;
  }
  return facet;
}

function writeResult(w: i32, g: i32, work: i32, lower: f64): void {
  const n: i32 = work + FacetSearch.LAMBDA;
  writePoint(w, g, ld(work), ld(work + 1), ld(work + 2), lower, FacetSearch.alpha(work), ld(n), ld(n + 1), ld(n + 2));
}
