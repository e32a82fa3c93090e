// The state of the incremental method: the point x, the facets that are active at it, and where it starts.
import {
  EPSILON,
  FLOOR,
  RECORD_B_INT,
  RECORD_BOUND,
  RECORD_CENTER,
  ROTATION,
  SIMPLEX,
  VERTEX_STRIDE,
} from '../layout.ts';
import { ld, ldi, st, sti, toFloat, toInt } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import { pointFrom } from './answer.ts';
import { FACETS_FIRST, facetHeight, largestFacet, seedFacet } from './facet-table.ts';
import {
  GROWTH_BASIS_INT,
  GROWTH_CENTER_B,
  GROWTH_COLD,
  GROWTH_HAS_LAST_INT,
  GROWTH_LENGTH,
  GROWTH_RAY,
  GROWTH_START_INT,
  GROWTH_TABLE_A_INT,
  GROWTH_VERTEX_A,
  GROWTH_VERTEX_STRIDE,
  GROWTH_VERTICES,
} from './layout.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** Facets that were active last are so still if nothing is above them by more than this, relative to α. */
const NEARLY: f64 = 1.0e-12;
/** Behind the kept facets: the point where they met. */
const KEPT_POINT: i32 = 4;
/** Behind the gradient of an active facet, as integers of its vertex of the simplex: which body's it is, and its number. */
export const ACTIVE_BODY_INT: i32 = 6;
export const ACTIVE_FACET_INT: i32 = 7;
export const ACTIVE_SIZE: i32 = 4;

// In `room`, A's part and B's part behind each other: each body's own view.
export const BODY_STRIDE: i32 = 7;
/** The point x from the body's centre, and the step, both in its frame. */
const BODY_POINT: i32 = 0;
export const BODY_STEP: i32 = 3;
/** A facet that is the body's largest at the point, or was a few steps ago: an integer. */
export const BODY_FACET_INT: i32 = 12;
/** Behind the bodies: α at the point, how far down the next facet becomes active, and the best λ so far. */
export const ALPHA: i32 = 14;
export const FOUND_DOWN: i32 = 15;
export const LAMBDA: i32 = 16;
/** How many facets are active, and the body and number of the next: integers. */
export const ACTIVE_COUNT_INT: i32 = 38;
export const FOUND_BODY_INT: i32 = 39;
export const FOUND_FACET_INT: i32 = 40;
/** How steeply the next one rises against the active ones. */
export const FOUND_RISE: i32 = 21;

export function tableOf(g: i32, body: i32): i32 {
  return ldi(2 * g + GROWTH_TABLE_A_INT + body);
}

/** On the way between the centres, where both gauges are the same: the facets that the way leaves through are active. */
export function startFacets(w: i32, g: i32, room: i32): void {
  const length: f64 = ld(g + GROWTH_LENGTH);
  const a: i32 = room + BODY_POINT;
  const b: i32 = room + BODY_STRIDE + BODY_POINT;
  for (let k: i32 = 0; k < 3; k += 1) st(a + k, length * ld(g + GROWTH_RAY + k));
  rotateBack(w + ROTATION, -ld(a), -ld(a + 1), -ld(a + 2), b);
  const gaugeA: f64 = startFacet(g, room, 0);
  const gaugeB: f64 = startFacet(g, room, 1);
  const share: f64 = gaugeB / (gaugeA + gaugeB);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(a + k, share * ld(a + k));
    st(b + k, (1.0 - share) * ld(b + k));
  }
  st(room + ALPHA, share * gaugeA);
  clearActive(w, room);
  activate(w, g, room, 0, ldi(2 * room + BODY_FACET_INT));
  activate(w, g, room, 1, ldi(2 * (room + BODY_STRIDE) + BODY_FACET_INT));
}

/**
 * A warm start: where the facets that were active last, moved along with the bodies, meet now. If nothing is above that, they are
 * active still; otherwise the largest one is. False if there is no such point.
 */
export function startLast(w: i32, g: i32, room: i32): bool {
  const hasLast: bool = ldi(2 * g + GROWTH_HAS_LAST_INT) === 1 && ldi(2 * g + GROWTH_START_INT) !== GROWTH_COLD;
  sti(2 * g + GROWTH_HAS_LAST_INT, 0);
  if (!hasLast) return false;
  const kept: i32 = ldi(2 * g + GROWTH_BASIS_INT) + GROWTH_VERTEX_A;
  clearActive(w, room);
  // A body may have none among them.
  sti(2 * room + BODY_FACET_INT, 0);
  sti(2 * (room + BODY_STRIDE) + BODY_FACET_INT, 0);
  for (let k: i32 = 0; k < 4 && ld(kept + k) !== 0.0; k += 1) {
    const code: i32 = toInt(ld(kept + k));
    activate(w, g, room, code > 0 ? 0 : 1, (code > 0 ? code : -code) - 1);
  }
  for (let k: i32 = 0; k < 3; k += 1) st(room + k, ld(kept + KEPT_POINT + k));
  let factor: f64 = 0.0;
  if (ldi(2 * room + ACTIVE_COUNT_INT) === 4) {
    if (!meetAtPoint(w, g, room)) return false;
    factor = 1.0 + NEARLY;
  } else st(room + ALPHA, 1.0);
  settle(w, g, room, factor);
  return ld(room + ALPHA) > 0.0;
}

/** The point where four facets have the same ⟨a, x⟩ or ⟨b, x − p⟩, and that as α: three differences of the equations. */
function meetAtPoint(w: i32, g: i32, room: i32): bool {
  const first: i32 = w + SIMPLEX;
  const offset: f64 = offsetOf(g, first);
  const a: i32 = first + VERTEX_STRIDE;
  const b: i32 = a + VERTEX_STRIDE;
  const c: i32 = b + VERTEX_STRIDE;
  const ax: f64 = ld(a) - ld(first);
  const ay: f64 = ld(a + 1) - ld(first + 1);
  const az: f64 = ld(a + 2) - ld(first + 2);
  const bx: f64 = ld(b) - ld(first);
  const by: f64 = ld(b + 1) - ld(first + 1);
  const bz: f64 = ld(b + 2) - ld(first + 2);
  const cx: f64 = ld(c) - ld(first);
  const cy: f64 = ld(c + 1) - ld(first + 1);
  const cz: f64 = ld(c + 2) - ld(first + 2);
  const nx: f64 = by * cz - bz * cy;
  const ny: f64 = bz * cx - bx * cz;
  const nz: f64 = bx * cy - by * cx;
  const inverse: f64 = 1.0 / (ax * nx + ay * ny + az * nz);
  const restA: f64 = inverse * (offsetOf(g, a) - offset);
  const restB: f64 = inverse * (offsetOf(g, b) - offset);
  const restC: f64 = inverse * (offsetOf(g, c) - offset);
  const x: f64 = restA * nx + restB * (cy * az - cz * ay) + restC * (ay * bz - az * by);
  const y: f64 = restA * ny + restB * (cz * ax - cx * az) + restC * (az * bx - ax * bz);
  const z: f64 = restA * nz + restB * (cx * ay - cy * ax) + restC * (ax * by - ay * bx);
  const alpha: f64 = ld(first) * x + ld(first + 1) * y + ld(first + 2) * z - offset;
  st(room, x);
  st(room + 1, y);
  st(room + 2, z);
  st(room + ALPHA, alpha);
  return alpha > 0.0 && alpha < INFINITE;
}

/** ⟨b, p⟩ for an active facet of B. */
function offsetOf(g: i32, vertex: i32): f64 {
  if (ldi(2 * vertex + ACTIVE_BODY_INT) === 0) return 0.0;
  const u: i32 = g + GROWTH_RAY;
  return ld(g + GROWTH_LENGTH) * (ld(vertex) * ld(u) + ld(vertex + 1) * ld(u + 1) + ld(vertex + 2) * ld(u + 2));
}

/** Keeps what is active in the numbers of the first vertex, with a sign for the body, and the point behind. */
export function keepLast(w: i32, g: i32, room: i32): void {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  const kept: i32 = g + GROWTH_VERTICES + GROWTH_VERTEX_A;
  for (let k: i32 = 0; k < 4; k += 1) {
    const vertex: i32 = 2 * (w + SIMPLEX + k * VERTEX_STRIDE);
    const code: i32 = k < count ? ldi(vertex + ACTIVE_FACET_INT) + 1 : 0;
    st(kept + k, toFloat(ldi(vertex + ACTIVE_BODY_INT) === 0 ? code : -code));
  }
  for (let k: i32 = 0; k < 3; k += 1) {
    st(kept + KEPT_POINT + k, ld(room + k));
    sti(2 * g + GROWTH_BASIS_INT + k, g + GROWTH_VERTICES + k * GROWTH_VERTEX_STRIDE);
  }
  sti(2 * g + GROWTH_HAS_LAST_INT, 1);
}

function clearActive(w: i32, room: i32): void {
  st(w + FLOOR, 0.0);
  sti(2 * room + ACTIVE_COUNT_INT, 0);
}

/** The largest facet at the body's point, and its gauge there. */
function startFacet(g: i32, room: i32, body: i32): f64 {
  const table: i32 = tableOf(g, body);
  const at: i32 = room + body * BODY_STRIDE;
  const seed: i32 = seedFacet(table, ld(at), ld(at + 1), ld(at + 2));
  sti(2 * at + BODY_FACET_INT, seed);
  return gaugeOf(g, room, body);
}

/** The gauge at the body's point, by hill climbing from its facet. */
export function gaugeOf(g: i32, room: i32, body: i32): f64 {
  const table: i32 = tableOf(g, body);
  const at: i32 = room + body * BODY_STRIDE;
  const x: f64 = ld(at + BODY_POINT);
  const y: f64 = ld(at + BODY_POINT + 1);
  const z: f64 = ld(at + BODY_POINT + 2);
  const facet: i32 = largestFacet(table, ldi(2 * at + BODY_FACET_INT), x, y, z);
  sti(2 * at + BODY_FACET_INT, facet);
  return facetHeight(table, facet, x, y, z);
}

/** Radius of a ball around B's centre that holds B. */
export function reachOfB(w: i32, g: i32): f64 {
  const record: i32 = ldi(2 * w + RECORD_B_INT);
  const x: f64 = ld(g + GROWTH_CENTER_B) - ld(record + RECORD_CENTER);
  const y: f64 = ld(g + GROWTH_CENTER_B + 1) - ld(record + RECORD_CENTER + 1);
  const z: f64 = ld(g + GROWTH_CENTER_B + 2) - ld(record + RECORD_CENTER + 2);
  return ld(record + RECORD_BOUND) + Math.sqrt(x * x + y * y + z * z);
}

/** Adds a facet to the active ones, with its gradient in A's frame. */
export function activate(w: i32, g: i32, room: i32, body: i32, facet: i32): void {
  const count: i32 = ldi(2 * room + ACTIVE_COUNT_INT);
  const vertex: i32 = w + SIMPLEX + count * VERTEX_STRIDE;
  const a: i32 = tableOf(g, body) + FACETS_FIRST + 3 * facet;
  const x: f64 = ld(a);
  const y: f64 = ld(a + 1);
  const z: f64 = ld(a + 2);
  if (body === 0) {
    st(vertex, x);
    st(vertex + 1, y);
    st(vertex + 2, z);
  } else rotate(w + ROTATION, x, y, z, vertex);
  sti(2 * vertex + ACTIVE_BODY_INT, body);
  sti(2 * vertex + ACTIVE_FACET_INT, facet);
  sti(2 * (room + body * BODY_STRIDE) + BODY_FACET_INT, facet);
  sti(2 * room + ACTIVE_COUNT_INT, count + 1);
  // What counts as zero among the gradients, which are no lengths but their inverse.
  st(w + FLOOR, Math.max(ld(w + FLOOR), 32.0 * EPSILON * Math.sqrt(x * x + y * y + z * z)));
}

/**
 * Measures both gauges at the point anew, over all facets: α is the larger of them. If that is more than `factor` times what the
 * active facets say, the largest facet alone is active from now on, and the answer is false.
 */
export function settle(w: i32, g: i32, room: i32, factor: f64): bool {
  pointFrom(w, g, 1, ld(room), ld(room + 1), ld(room + 2), room + BODY_STRIDE);
  const gaugeA: f64 = gaugeOf(g, room, 0);
  const gaugeB: f64 = gaugeOf(g, room, 1);
  const known: f64 = ld(room + ALPHA);
  const alpha: f64 = Math.max(gaugeA, gaugeB);
  st(room + ALPHA, alpha);
  if (!(alpha > factor * known)) return true;
  const body: i32 = gaugeA >= gaugeB ? 0 : 1;
  sti(2 * room + ACTIVE_COUNT_INT, 0);
  activate(w, g, room, body, ldi(2 * (room + body * BODY_STRIDE) + BODY_FACET_INT));
  return false;
}
