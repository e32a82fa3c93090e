// The incremental method (Inc) for polytopes, after Ong, Huang and Hong 2000: the linear program
//
//   min α  such that  ⟨aᵢ, x⟩ ≤ α for the facets of A,  ⟨bⱼ, x − p⟩ ≤ α for those of B,
//
// by walking over the facets. x is the point where the scaled polytopes touch, from A's centre, and the vectors are those of
// facet-table.ts, so α(x) is the larger of two gauges. At every step x is feasible, and the facets that are active at it are known.
// The shortest vector v in the hull of their gradients is the steepest way down: x moves against it, with the facets that have a
// share in v staying active, until another one becomes active. That one is across an edge of a facet that stays, so only those are
// looked at. A step of length zero, at a corner of more facets than the active ones, makes v shorter: it cannot go round in circles.
//
// v = 0 is the optimum, with its convex weights μ as the multipliers. Before, they bound α from below: with λ = Σ_A μᵢ aᵢ,
// h_A(λ) ≤ Σ_A μᵢ, and h_B(−λ) = h_B(Σ_B μⱼ bⱼ − v) ≤ Σ_B μⱼ + |v| r_B, r_B the radius of B around its centre; the weights' sum is 1.
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import {
  EPSILON,
  FLOOR,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  NEAREST,
  RELATIVE_TOLERANCE,
  ROTATION,
  SIMPLEX,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  VERTEX_STRIDE,
  WEIGHTS,
} from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import {
  ACTIVE_BODY_INT,
  ACTIVE_COUNT_INT,
  ACTIVE_FACET_INT,
  ACTIVE_SIZE,
  ALPHA,
  activate,
  BODY_FACET_INT,
  BODY_STEP,
  BODY_STRIDE,
  FOUND_BODY_INT,
  FOUND_DOWN,
  FOUND_FACET_INT,
  FOUND_RISE,
  gaugeOf,
  keepLast,
  LAMBDA,
  reachOfB,
  settle,
  startFacets,
  startLast,
  tableOf,
} from './active-facets.ts';
import { provenAlong, showPoint, writePoint } from './answer.ts';
import { endOfNeighbours, FACETS_FIRST, facetHeight, firstNeighbour } from './facet-table.ts';
import { GROWTH_LENGTH, GROWTH_RAY, GROWTH_TRACE_INT } from './layout.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** A facet that rises no more than this against the active ones, relative to its own slope, is parallel to them but for rounding. */
const PARALLEL: f64 = 1.0e-13;
/** How often the end is checked against all facets, and the walk goes on from there. */
const MOST_CHECKS: i32 = 8;

export function walkFacets(w: i32, g: i32, room: i32): i32 {
  if (!startLast(w, g, room)) startFacets(w, g, room);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const tolerance: f64 = Math.max(ld(w + RELATIVE_TOLERANCE), 4.0 * EPSILON);
  const reach: f64 = reachOfB(w, g);
  let lower: f64 = 0.0;
  let iterations: i32 = 0;
  let checks: i32 = 0;
  // Every gradient that becomes active makes the shortest vector shorter.
  let last: f64 = INFINITE;
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    iterations += 1;
    const squared: f64 = shortestGradient(w, room, last);
    lower = Math.max(lower, boundBelow(w, g, room, squared, reach, lower));
    const alpha: f64 = ld(room + ALPHA);
    if (ldi(2 * g + GROWTH_TRACE_INT) === 1) {
      write(w, g, room, lower);
      showPoint(w, g, ld(room + LAMBDA), ld(room + LAMBDA + 1), ld(room + LAMBDA + 2));
    }
    if (alpha - lower <= tolerance * alpha || squared <= ld(w + FLOOR) * ld(w + FLOOR) || !(squared < last)) {
      checks += 1;
      // Should the walk have missed a facet, or should those that are active not meet at the point, it goes on from the largest one.
      const isSettled: bool = settle(w, g, room, 1.0 + 0.25 * tolerance);
      if (isSettled && ld(room + ALPHA) - lower <= 2.0 * tolerance * alpha) termination = TERMINATION_CONVERGED;
      else if (checks >= MOST_CHECKS) termination = TERMINATION_STALLED;
      else if (isSettled) settle(w, g, room, 0.0);
      last = INFINITE;
    } else {
      setSteps(w, room, squared);
      dropIdle(w, room);
      last = squared;
      if (!stepDown(w, g, room)) termination = TERMINATION_STALLED;
    }
    if (termination === GO_ON && iterations >= most) termination = TERMINATION_LIMIT;
  }
  settle(w, g, room, INFINITE);
  // What the normal proves, as it was rounded.
  lower = Math.min(lower, provenAlong(w, g, ld(room + LAMBDA), ld(room + LAMBDA + 1), ld(room + LAMBDA + 2)));
  write(w, g, room, lower);
  keepLast(w, g, room);
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/** The shortest vector in the hull of the active gradients as NEAREST, with its WEIGHTS; returns its squared length. */
function shortestGradient(w: i32, room: i32, last: f64): f64 {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  if (count === 1) {
    st(w + WEIGHTS, 1.0);
    const x: f64 = ld(w + SIMPLEX);
    const y: f64 = ld(w + SIMPLEX + 1);
    const z: f64 = ld(w + SIMPLEX + 2);
    st(w + NEAREST, x);
    st(w + NEAREST + 1, y);
    st(w + NEAREST + 2, z);
    return x * x + y * y + z * z;
  }
  let squared: f64 = nearestOnSimplex(w, count, last === INFINITE);
  // The newest has a share in it, unless rounding has spoilt that.
  if (!(squared < last)) squared = nearestOnSimplex(w, count, true);
  acceptCandidate(w);
  return squared;
}

/** ⟨λ, p⟩ / (1 + |v| r_B) with λ = Σ_A μᵢ aᵢ. One that is better than the best so far is kept. */
function boundBelow(w: i32, g: i32, room: i32, squared: f64, reach: f64, best: f64): f64 {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    const weight: f64 = ldi(2 * vertex + ACTIVE_BODY_INT) === 0 ? ld(w + WEIGHTS + k) : 0.0;
    x += weight * ld(vertex);
    y += weight * ld(vertex + 1);
    z += weight * ld(vertex + 2);
  }
  const u: i32 = g + GROWTH_RAY;
  const along: f64 = ld(g + GROWTH_LENGTH) * (x * ld(u) + y * ld(u + 1) + z * ld(u + 2));
  const bound: f64 = along / (1.0 + Math.sqrt(squared) * reach);
  if (bound > best) {
    st(room + LAMBDA, x);
    st(room + LAMBDA + 1, y);
    st(room + LAMBDA + 2, z);
  }
  return bound;
}

/** The step −v / |v|², by which α becomes smaller by 1, in either body's frame. */
function setSteps(w: i32, room: i32, squared: f64): void {
  const scale: f64 = -1.0 / squared;
  const x: f64 = scale * ld(w + NEAREST);
  const y: f64 = scale * ld(w + NEAREST + 1);
  const z: f64 = scale * ld(w + NEAREST + 2);
  const a: i32 = room + BODY_STEP;
  st(a, x);
  st(a + 1, y);
  st(a + 2, z);
  rotateBack(w + ROTATION, x, y, z, room + BODY_STRIDE + BODY_STEP);
}

/** Facets without a share in v go. */
function dropIdle(w: i32, room: i32): void {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    if (ld(w + WEIGHTS + k) > 0.0) {
      const from: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
      const to: i32 = w + SIMPLEX + kept * VERTEX_STRIDE;
      for (let i: i32 = 0; i < ACTIVE_SIZE; i += 1) st(to + i, ld(from + i));
      kept += 1;
    }
  }
  sti(2 * room + ACTIVE_COUNT_INT, kept);
}

/** Moves the point until the next facet becomes active. False if there is none. */
function stepDown(w: i32, g: i32, room: i32): bool {
  const alpha: f64 = ld(room + ALPHA);
  st(room + FOUND_DOWN, alpha);
  st(room + FOUND_RISE, 0.0);
  sti(2 * room + FOUND_BODY_INT, -1);
  findNext(w, g, room, 0, alpha);
  findNext(w, g, room, 1, alpha);
  const body: i32 = ldi(2 * room + FOUND_BODY_INT);
  if (body < 0) return false;
  const down: f64 = ld(room + FOUND_DOWN);
  for (let k: i32 = 0; k < 3; k += 1) {
    const a: i32 = room + k;
    const b: i32 = a + BODY_STRIDE;
    st(a, ld(a) + down * ld(a + BODY_STEP));
    st(b, ld(b) + down * ld(b + BODY_STEP));
  }
  activate(w, g, room, body, ldi(2 * room + FOUND_FACET_INT));
  // All the active ones say what α is now, up to rounding.
  let most: f64 = alpha - down;
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    const at: i32 = room + ldi(2 * vertex + ACTIVE_BODY_INT) * BODY_STRIDE;
    const table: i32 = tableOf(g, ldi(2 * vertex + ACTIVE_BODY_INT));
    most = Math.max(most, facetHeight(table, ldi(2 * vertex + ACTIVE_FACET_INT), ld(at), ld(at + 1), ld(at + 2)));
  }
  st(room + ALPHA, most);
  return true;
}

/** Which facet of the body becomes active first: one across an edge of those that stay. */
function findNext(w: i32, g: i32, room: i32, body: i32, alpha: f64): void {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  const table: i32 = tableOf(g, body);
  let stays: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    if (ldi(2 * vertex + ACTIVE_BODY_INT) === body) {
      const facet: i32 = ldi(2 * vertex + ACTIVE_FACET_INT);
      const end: i32 = endOfNeighbours(table, facet);
      for (let at: i32 = firstNeighbour(table, facet); at < end; at += 1)
        consider(w, table, room, body, ldi(at), alpha);
      stays = 1;
    }
  }
  if (stays === 1) return;
  // The facet that it had last may no longer be its largest.
  gaugeOf(g, room, body);
  consider(w, table, room, body, facetAhead(table, room + body * BODY_STRIDE, alpha), alpha);
}

/** Takes the facet if α meets it sooner than those found so far, or, at the same point, if it rises more steeply. */
function consider(w: i32, table: i32, room: i32, body: i32, facet: i32, alpha: f64): void {
  const at: i32 = room + body * BODY_STRIDE;
  const a: i32 = table + FACETS_FIRST + 3 * facet;
  const x: f64 = ld(a) * ld(at + BODY_STEP);
  const y: f64 = ld(a + 1) * ld(at + BODY_STEP + 1);
  const z: f64 = ld(a + 2) * ld(at + BODY_STEP + 2);
  // α goes down by 1 with each step.
  const rise: f64 = x + y + z + 1.0;
  if (!(rise > PARALLEL * (Math.abs(x) + Math.abs(y) + Math.abs(z) + 1.0))) return;
  const down: f64 = Math.max(0.0, (alpha - facetHeight(table, facet, ld(at), ld(at + 1), ld(at + 2))) / rise);
  const best: f64 = ld(room + FOUND_DOWN);
  if (down > best || (down === best && rise <= ld(room + FOUND_RISE)) || isActive(w, room, body, facet)) return;
  st(room + FOUND_DOWN, down);
  st(room + FOUND_RISE, rise);
  sti(2 * room + FOUND_BODY_INT, body);
  sti(2 * room + FOUND_FACET_INT, facet);
}

function isActive(w: i32, room: i32, body: i32, facet: i32): bool {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = 2 * (w + SIMPLEX + k * VERTEX_STRIDE);
    if (ldi(vertex + ACTIVE_BODY_INT) === body && ldi(vertex + ACTIVE_FACET_INT) === facet) return true;
  }
  return false;
}

/**
 * A body without an active facet: its gauge along the step is that of one facet after the other, each across an edge of the one
 * before and rising more steeply, until it meets α, which goes down. Returns the facet where it does.
 */
function facetAhead(table: i32, at: i32, alpha: f64): i32 {
  let facet: i32 = ldi(2 * at + BODY_FACET_INT);
  let next: i32 = facet;
  let passed: f64 = 0.0;
  while (next >= 0) {
    facet = next;
    next = -1;
    const height: f64 = facetHeight(table, facet, ld(at), ld(at + 1), ld(at + 2));
    const rise: f64 = facetHeight(table, facet, ld(at + BODY_STEP), ld(at + BODY_STEP + 1), ld(at + BODY_STEP + 2));
    let first: f64 = rise > -1.0 ? (alpha - height) / (rise + 1.0) : INFINITE;
    const end: i32 = endOfNeighbours(table, facet);
    for (let k: i32 = firstNeighbour(table, facet); k < end; k += 1) {
      const other: f64 = facetHeight(table, ldi(k), ld(at + BODY_STEP), ld(at + BODY_STEP + 1), ld(at + BODY_STEP + 2));
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

function write(w: i32, g: i32, room: i32, lower: f64): void {
  const n: i32 = room + LAMBDA;
  writePoint(w, g, ld(room), ld(room + 1), ld(room + 2), lower, ld(room + ALPHA), ld(n), ld(n + 1), ld(n + 2));
}
