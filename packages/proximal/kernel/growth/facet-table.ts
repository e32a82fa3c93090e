// The facets of a polytope: for each the vector a with ⟨a, y⟩ ≤ 1 for all points y of the polytope, relative to the center of
// scaling, and the facets across its edges. The gauge of a point, the factor by which the polytope must be scaled to contain it,
// is the largest ⟨a, y⟩. The vectors are the corners of the polar polytope and the adjacency is its edges: a facet whose ⟨a, y⟩ is
// not the largest always has a neighbor with a larger one.

import { ld, ldi, toFloat, toInt } from '../port/memory.ts';
import * as FacetTable from './blocks/facet-table.ts';

export function facetCount(table: i32): i32 {
  return FacetTable.count(table);
}

/** ⟨a, y⟩ of one facet. */
export function facetHeight(table: i32, facet: i32, x: f64, y: f64, z: f64): f64 {
  const a: i32 = table + FacetTable.VECTORS + 3 * facet;
  return ld(a) * x + ld(a + 1) * y + ld(a + 2) * z;
}

/** Addresses of the first neighbor and of the end, as integers. */
export function firstNeighbor(table: i32, facet: i32): i32 {
  return 2 * table + ldi(2 * table + FacetTable.start(table) + facet);
}

export function endOfNeighbors(table: i32, facet: i32): i32 {
  return firstNeighbor(table, facet + 1);
}

/** The facet of the largest ⟨a, y⟩, by hill climbing from `start`. */
export function largestFacet(table: i32, start: i32, x: f64, y: f64, z: f64): i32 {
  let facet: i32 = start;
  let largestHeight: f64 = facetHeight(table, facet, x, y, z);
  let next: i32 = -1;
  while (next !== facet) {
    next = facet;
    const end: i32 = endOfNeighbors(table, next);
    for (let at: i32 = firstNeighbor(table, next); at < end; at += 1) {
      const height: f64 = facetHeight(table, ldi(at), x, y, z);
      if (height > largestHeight) {
        largestHeight = height;
        facet = ldi(at);
      }
    }
  }
  return facet;
}

/** A facet with a large ⟨a, y⟩ for y = (x, y, z), from which hill climbing starts. */
export function seedFacet(table: i32, x: f64, y: f64, z: f64): i32 {
  const cells: i32 = FacetTable.cells(table);
  if (cells === 0) return 0;
  const ax: f64 = Math.abs(x);
  const ay: f64 = Math.abs(y);
  const az: f64 = Math.abs(z);
  const isX: bool = ax >= ay && ax >= az;
  const isY: bool = !isX && ay >= az;
  const main: f64 = isX ? x : isY ? y : z;
  const column: i32 = squareOf(cells, (isX ? y : isY ? z : x) / Math.abs(main));
  const row: i32 = squareOf(cells, (isX ? z : isY ? x : y) / Math.abs(main));
  const face: i32 = (isX ? 0 : isY ? 2 : 4) + (main < 0.0 ? 1 : 0);
  return ldi(2 * table + FacetTable.seeds(table) + (face * cells + row) * cells + column);
}

/** The index of the cell that contains x, which is from −1 to 1. */
function squareOf(cells: i32, x: f64): i32 {
  const position: f64 = 0.5 * toFloat(cells) * (x + 1.0);
  return position >= 0.0 && position < toFloat(cells) ? toInt(position) : cells - 1;
}
