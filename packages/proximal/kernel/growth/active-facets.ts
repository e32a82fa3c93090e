// The state of the incremental method: the point x, the active facets, and the initial point.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Vertex from '../blocks/vertex.ts';
import { EPSILON } from '../constants.ts';
import { ld, st, toFloat, toInt } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import { pointFrom } from './answer.ts';
import * as ActiveFacet from './blocks/active-facet.ts';
import * as FacetBody from './blocks/facet-body.ts';
import * as FacetSearch from './blocks/facet-search.ts';
import * as FacetTable from './blocks/facet-table.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import { GROWTH_COLD } from './constants.ts';
import { facetHeight, largestFacet, seedFacet } from './facet-table.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** Facets of the last query are still active if no other facet exceeds them by more than this, relative to α. */
const NEARLY: f64 = 1.0e-12;
/** The offset of the point where the saved facets met, after the four facets. */
const SAVED_POINT: i32 = 4;

export function tableOf(g: i32, body: i32): i32 {
  return Growth.table(g, body);
}

/** The cold start: the point between the centers where both gauges are equal. The facets that the segment between the centers crosses are active. */
export function startFacets(w: i32, g: i32, work: i32): void {
  const length: f64 = Growth.length(g);
  const a: i32 = FacetSearch.bodies(work, 0);
  const b: i32 = FacetSearch.bodies(work, 1);
  for (let k: i32 = 0; k < 3; k += 1) st(a + k, length * Growth.ray(g, k));
  rotateBack(w + Query.ROTATION, -ld(a), -ld(a + 1), -ld(a + 2), b);
  const gaugeA: f64 = startFacet(g, work, 0);
  const gaugeB: f64 = startFacet(g, work, 1);
  const fraction: f64 = gaugeB / (gaugeA + gaugeB);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(a + k, fraction * ld(a + k));
    st(b + k, (1.0 - fraction) * ld(b + k));
  }
  FacetSearch.setAlpha(work, fraction * gaugeA);
  clearActive(w, work);
  activate(w, g, work, 0, FacetBody.facet(work));
  activate(w, g, work, 1, FacetBody.facet(FacetSearch.bodies(work, 1)));
}

/**
 * A warm start at the point where the last four active facets, moved with the bodies, meet now; if there were fewer, at the last
 * point. The four facets stay active if no other facet has a larger value there. Otherwise, and with fewer facets, only the facet
 * with the largest value is active. Returns false without a last query, or if the facets intersect at no valid point.
 */
export function startWarm(w: i32, g: i32, work: i32): bool {
  const hasLast: bool = Growth.hasLast(g) === 1 && Growth.start(g) !== GROWTH_COLD;
  Growth.setHasLast(g, 0);
  if (!hasLast) return false;
  const saved: i32 = Growth.basis(g, 0) + GrowthVertex.A;
  clearActive(w, work);
  // A body without an active facet starts hill climbing at facet 0.
  FacetBody.setFacet(work, 0);
  FacetBody.setFacet(FacetSearch.bodies(work, 1), 0);
  for (let k: i32 = 0; k < 4 && ld(saved + k) !== 0.0; k += 1) {
    const code: i32 = toInt(ld(saved + k));
    activate(w, g, work, code > 0 ? 0 : 1, (code > 0 ? code : -code) - 1);
  }
  for (let k: i32 = 0; k < 3; k += 1) st(work + k, ld(saved + SAVED_POINT + k));
  let factor: f64 = 0.0;
  if (FacetSearch.activeCount(work) === 4) {
    if (!intersectFacets(w, g, work)) return false;
    factor = 1.0 + NEARLY;
  } else FacetSearch.setAlpha(work, 1.0);
  updateGauges(w, g, work, factor);
  return FacetSearch.alpha(work) > 0.0;
}

/** The point x where four facets have the same value α of ⟨a, x⟩ or ⟨b, x − p⟩, from three differences of the equations. */
function intersectFacets(w: i32, g: i32, work: i32): bool {
  const first: i32 = Query.simplex(w, 0);
  const offset: f64 = offsetOf(g, first);
  const a: i32 = first + Vertex.SIZE;
  const b: i32 = a + Vertex.SIZE;
  const c: i32 = b + Vertex.SIZE;
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
  st(work, x);
  st(work + 1, y);
  st(work + 2, z);
  FacetSearch.setAlpha(work, alpha);
  return alpha > 0.0 && alpha < INFINITE;
}

/** ⟨b, p⟩ for an active facet of B. */
function offsetOf(g: i32, vertex: i32): f64 {
  if (ActiveFacet.body(vertex) === 0) return 0.0;
  const u: i32 = g + Growth.RAY;
  return Growth.length(g) * (ld(vertex) * ld(u) + ld(vertex + 1) * ld(u + 1) + ld(vertex + 2) * ld(u + 2));
}

/** Saves the active facets in the numbers of the first vertex as ±(index + 1), negative for B's facets, followed by the point. */
export function saveLast(w: i32, g: i32, work: i32): void {
  const count: i32 = FacetSearch.activeCount(work);
  const saved: i32 = Growth.vertices(g, 0) + GrowthVertex.A;
  for (let k: i32 = 0; k < 4; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    const code: i32 = k < count ? ActiveFacet.facet(vertex) + 1 : 0;
    st(saved + k, toFloat(ActiveFacet.body(vertex) === 0 ? code : -code));
  }
  for (let k: i32 = 0; k < 3; k += 1) {
    st(saved + SAVED_POINT + k, ld(work + k));
    Growth.setBasis(g, k, Growth.vertices(g, k));
  }
  Growth.setHasLast(g, 1);
}

function clearActive(w: i32, work: i32): void {
  Query.setFloor(w, 0.0);
  FacetSearch.setActiveCount(work, 0);
}

/** Finds the facet with the largest value at the body's point; returns that value, the gauge. */
function startFacet(g: i32, work: i32, body: i32): f64 {
  const table: i32 = tableOf(g, body);
  const at: i32 = FacetSearch.bodies(work, body);
  const seed: i32 = seedFacet(table, ld(at), ld(at + 1), ld(at + 2));
  FacetBody.setFacet(at, seed);
  return gaugeOf(g, work, body);
}

/** The gauge at the body's point, by hill climbing from its facet. */
export function gaugeOf(g: i32, work: i32, body: i32): f64 {
  const table: i32 = tableOf(g, body);
  const at: i32 = FacetSearch.bodies(work, body);
  const x: f64 = FacetBody.point(at, 0);
  const y: f64 = FacetBody.point(at, 1);
  const z: f64 = FacetBody.point(at, 2);
  const facet: i32 = largestFacet(table, FacetBody.facet(at), x, y, z);
  FacetBody.setFacet(at, facet);
  return facetHeight(table, facet, x, y, z);
}

/** The radius of a ball around B's center of scaling that contains B. */
export function outerRadiusOfB(w: i32, g: i32): f64 {
  const record: i32 = Query.recordB(w);
  const x: f64 = Growth.centerB(g, 0) - ShapeBlock.center(record, 0);
  const y: f64 = Growth.centerB(g, 1) - ShapeBlock.center(record, 1);
  const z: f64 = Growth.centerB(g, 2) - ShapeBlock.center(record, 2);
  return ShapeBlock.bound(record) + Math.sqrt(x * x + y * y + z * z);
}

/** Adds a facet to the active ones, with its gradient in A's frame. */
export function activate(w: i32, g: i32, work: i32, body: i32, facet: i32): void {
  const count: i32 = FacetSearch.activeCount(work);
  const vertex: i32 = Query.simplex(w, count);
  const a: i32 = tableOf(g, body) + FacetTable.VECTORS + 3 * facet;
  const x: f64 = ld(a);
  const y: f64 = ld(a + 1);
  const z: f64 = ld(a + 2);
  if (body === 0) {
    st(vertex, x);
    st(vertex + 1, y);
    st(vertex + 2, z);
  } else rotate(w + Query.ROTATION, x, y, z, vertex);
  ActiveFacet.setBody(vertex, body);
  ActiveFacet.setFacet(vertex, facet);
  FacetBody.setFacet(FacetSearch.bodies(work, body), facet);
  FacetSearch.setActiveCount(work, count + 1);
  // The rounding error of the gradients, whose unit is the inverse of a length.
  Query.setFloor(w, Math.max(Query.floor(w), 32.0 * EPSILON * Math.sqrt(x * x + y * y + z * z)));
}

/**
 * Recomputes both gauges at the point, over all facets; α is the larger one. If α exceeds `factor` times the value of the active
 * facets, only the facet with the largest value stays active, and the result is false.
 */
export function updateGauges(w: i32, g: i32, work: i32, factor: f64): bool {
  pointFrom(w, g, 1, ld(work), ld(work + 1), ld(work + 2), FacetSearch.bodies(work, 1));
  const gaugeA: f64 = gaugeOf(g, work, 0);
  const gaugeB: f64 = gaugeOf(g, work, 1);
  const previous: f64 = FacetSearch.alpha(work);
  const alpha: f64 = Math.max(gaugeA, gaugeB);
  FacetSearch.setAlpha(work, alpha);
  if (!(alpha > factor * previous)) return true;
  const body: i32 = gaugeA >= gaugeB ? 0 : 1;
  FacetSearch.setActiveCount(work, 0);
  activate(w, g, work, body, FacetBody.facet(FacetSearch.bodies(work, body)));
  return false;
}
