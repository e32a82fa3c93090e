// The growth distance as a conic program (DCol, after Tracy, Howell and Manchester 2023): min α such that the point x, from A's
// center, lies in both shapes when they are scaled by α. Every shape is a few half-spaces and second-order cones, linear in x, α and,
// where a ball is swept over a core, the core's point:
//
//   s = C y + k ∈ K = ℝ₊ × … × Q × …,  y = (x, α, variables of A's core, variables of B's core),  Q = {(s₀, s₁): |s₁| ≤ s₀}.
//
// v is the core's point relative to the center, in the body's frame: Rᵀ (x − x₀) if no ball is swept over the core, where x₀ is the
// body's center from A's center and R the body's rotation in A's frame. c is the center in the body's frame.
//
//   facets     α − ⟨a, v⟩ ≥ 0 for each
//   segment    v = (0, 0, γ) − α c with α h ∓ γ ≥ 0          point      v = −α c
//   ball       (α r, Rᵀ (x − x₀) − v) ∈ Q
//
// The half-spaces and cones of other cores are in the files of their kinds, kernel/shapes.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { writeCoreCones } from '../shapes/dispatch/cones.ts';
import { writeCorePlanes } from '../shapes/dispatch/planes.ts';
import { KIND_POINT, KIND_SEGMENT } from '../shapes/kinds.ts';
import { onSegment } from '../shapes/segment.ts';
import * as Conic from './blocks/conic.ts';
import * as ConicRow from './blocks/conic-row.ts';
import * as FacetTable from './blocks/facet-table.ts';
import * as Growth from './blocks/growth.ts';
import {
  ALPHA_COLUMN,
  addCone,
  addPlane,
  centerOf,
  recordOf,
  rowAt,
  rowStride,
  setAlpha,
  setOnCore,
  setOnPoint,
  slackOf,
} from './conic-rows.ts';
import { facetCount } from './facet-table.ts';

const FACETS: i32 = -1;
/** The initial α is larger than necessary by this factor, so that no constraint is active. */
const SPACIOUS: f64 = 1.25;

function tableOf(g: i32, body: i32): i32 {
  return Growth.table(g, body);
}

/** The kind of the core; FACETS for a polytope, which has facets in its table. */
function kindOf(w: i32, g: i32, body: i32): i32 {
  if (facetCount(tableOf(g, body)) > 0) return FACETS;
  const record: i32 = recordOf(w, body);
  const kind: i32 = ShapeBlock.kind(record);
  // The variable of a segment without length would have no interior.
  return kind === KIND_SEGMENT && ShapeBlock.data(record, 0) === 0.0 ? KIND_POINT : kind;
}

/** The number of additional variables of the core. */
function coreVariables(w: i32, g: i32, body: i32): i32 {
  const kind: i32 = kindOf(w, g, body);
  if (kind === KIND_POINT || ShapeBlock.radius(recordOf(w, body)) === 0.0) return 0;
  return kind === KIND_SEGMENT ? 1 : 3;
}

/** Writes the rows C and k of both shapes: the half-spaces of both, then the cones of both. */
export function writeProgram(w: i32, g: i32, work: i32): void {
  const coreA: i32 = coreVariables(w, g, 0);
  const coreB: i32 = coreVariables(w, g, 1);
  Conic.setCoreColumn(work, 0, coreA > 0 ? 4 : 0);
  Conic.setCoreColumn(work, 1, coreB > 0 ? 4 + coreA : 0);
  Conic.setVariables(work, 4 + coreA + coreB);
  Conic.setCones(work, 0);
  Conic.setRows(work, 0);
  writePlanes(w, g, work, 0);
  Conic.setPlanesA(work, Conic.rows(work));
  writePlanes(w, g, work, 1);
  Conic.setPlanes(work, Conic.rows(work));
  writeCones(w, g, work, 0);
  Conic.setConesA(work, Conic.cones(work));
  writeCones(w, g, work, 1);
}

function writePlanes(w: i32, g: i32, work: i32, body: i32): void {
  const kind: i32 = kindOf(w, g, body);
  if (kind === FACETS) writeFacets(w, g, work, body);
  else writeCorePlanes(kind, w, g, work, body);
}

function writeCones(w: i32, g: i32, work: i32, body: i32): void {
  writeCoreCones(kindOf(w, g, body), w, g, work, body);
  if (ShapeBlock.radius(recordOf(w, body)) > 0.0) writeBall(w, g, work, body);
}

function writeFacets(w: i32, g: i32, work: i32, body: i32): void {
  const table: i32 = tableOf(g, body);
  const end: i32 = table + FacetTable.VECTORS + 3 * facetCount(table);
  for (let a: i32 = table + FacetTable.VECTORS; a < end; a += 3) {
    const row: i32 = addPlane(work);
    setOnCore(w, g, work, body, row, -ld(a), -ld(a + 1), -ld(a + 2));
    setAlpha(row, 1.0);
  }
}

function writeBall(w: i32, g: i32, work: i32, body: i32): void {
  const c: i32 = centerOf(g, body);
  const kind: i32 = kindOf(w, g, body);
  const column: i32 = ConicRow.COEFFICIENTS + Conic.coreColumn(work, body);
  const first: i32 = addCone(work, 4);
  const stride: i32 = rowStride(work);
  setAlpha(first, ShapeBlock.radius(recordOf(w, body)));
  for (let k: i32 = 0; k < 3; k += 1) {
    const row: i32 = first + (k + 1) * stride;
    setOnPoint(w, g, body, row, k === 0 ? 1.0 : 0.0, k === 1 ? 1.0 : 0.0, k === 2 ? 1.0 : 0.0);
    if (kind === KIND_POINT || kind === KIND_SEGMENT) {
      setAlpha(row, ld(c + k));
      if (kind === KIND_SEGMENT && k === 2) st(row + column, -1.0);
    } else st(row + column + k, -1.0);
  }
}

/**
 * A strictly feasible point between the centers and its α. The α that a shape needs to contain the point is proportional to the
 * point's distance from its center, so at some point between the centers both need the same α.
 */
export function startProgram(w: i32, g: i32, work: i32): void {
  const y: i32 = work + Conic.Y;
  for (let k: i32 = 0; k < Conic.Y_COUNT; k += 1) st(y + k, 0.0);
  const alphaB: f64 = startBody(w, g, work, 1);
  for (let k: i32 = 0; k < 3; k += 1) st(y + k, Growth.length(g) * Growth.ray(g, k));
  const alphaA: f64 = startBody(w, g, work, 0);
  const fraction: f64 = alphaB / (alphaA + alphaB);
  const alpha: f64 = SPACIOUS * fraction * alphaA;
  for (let k: i32 = 0; k < 3; k += 1) st(y + k, fraction * ld(y + k));
  st(y + ALPHA_COLUMN, alpha);
  placeCore(w, g, work, 0, fraction, alpha);
  placeCore(w, g, work, 1, 1.0 - fraction, alpha);
}

/** The α that the body needs for the point x in y, with its core's point between the center and x, where core and ball need the same α. */
function startBody(w: i32, g: i32, work: i32, body: i32): f64 {
  const column: i32 = Conic.coreColumn(work, body);
  if (column === 0) return requiredAlpha(w, g, work, body, true, true);
  const core: i32 = work + Conic.Y + column;
  const out: i32 = work + Conic.RHS;
  const u: i32 = g + Growth.RAY;
  const length: f64 = Growth.length(g);
  if (body === 0) for (let k: i32 = 0; k < 3; k += 1) st(out + k, length * ld(u + k));
  else rotateBack(w + Query.ROTATION, -length * ld(u), -length * ld(u + 1), -length * ld(u + 2), out);
  const isSegment: bool = kindOf(w, g, body) === KIND_SEGMENT;
  const count: i32 = isSegment ? 1 : 3;
  const alphaBall: f64 = requiredAlpha(w, g, work, body, false, true);
  for (let k: i32 = 0; k < count; k += 1) st(core + k, ld(out + (isSegment ? 2 : k)));
  const alphaCore: f64 = requiredAlpha(w, g, work, body, true, false);
  const fraction: f64 = alphaBall / (alphaBall + alphaCore);
  for (let k: i32 = 0; k < count; k += 1) st(core + k, fraction * ld(core + k));
  return requiredAlpha(w, g, work, body, true, true);
}

/**
 * Scales the core's point toward the center by `fraction`. The variable γ of a segment is measured from its middle, which adds α times
 * `onSegment`.
 */
function placeCore(w: i32, g: i32, work: i32, body: i32, fraction: f64, alpha: f64): void {
  const column: i32 = Conic.coreColumn(work, body);
  if (column === 0) return;
  const core: i32 = work + Conic.Y + column;
  const isSegment: bool = kindOf(w, g, body) === KIND_SEGMENT;
  const count: i32 = isSegment ? 1 : 3;
  for (let k: i32 = 0; k < count; k += 1) st(core + k, fraction * ld(core + k));
  if (isSegment) st(core, ld(core) + alpha * onSegment(w, g, body));
}

/**
 * The smallest α, or slightly more, for which every row of the body is in its cone: the rows of the core, of the ball, or all. α
 * in y is zero.
 */
function requiredAlpha(w: i32, g: i32, work: i32, body: i32, hasCore: bool, hasBall: bool): f64 {
  const column: i32 = Conic.coreColumn(work, body);
  const isSegment: bool = kindOf(w, g, body) === KIND_SEGMENT;
  const shift: f64 = isSegment ? onSegment(w, g, body) : 0.0;
  const isSwept: bool = ShapeBlock.radius(recordOf(w, body)) > 0.0;
  const planesA: i32 = Conic.planesA(work);
  const conesA: i32 = Conic.conesA(work);
  const lastPlane: i32 = body === 0 ? planesA : Conic.planes(work);
  const lastCone: i32 = body === 0 ? conesA : Conic.cones(work);
  let required: f64 = 0.0;
  for (let k: i32 = body === 0 ? 0 : planesA; k < lastPlane && hasCore; k += 1) {
    const row: i32 = rowAt(work, k);
    required = Math.max(required, -slackOf(work, row) / perAlpha(row, column, shift));
  }
  for (let cone: i32 = body === 0 ? 0 : conesA; cone < lastCone; cone += 1) {
    const isBall: bool = isSwept && cone === lastCone - 1;
    if (isBall ? hasBall : hasCore) {
      const row: i32 = rowAt(work, Conic.coneStart(work, cone));
      const stride: i32 = rowStride(work);
      let across: f64 = 0.0;
      let acrossAlpha: f64 = 0.0;
      for (let k: i32 = 1; k < Conic.coneSize(work, cone); k += 1) {
        const value: f64 = slackOf(work, row + k * stride);
        const growth: f64 = perAlpha(row + k * stride, column, shift);
        across += value * value;
        acrossAlpha += growth * growth;
      }
      const spare: f64 = perAlpha(row, column, shift) - Math.sqrt(acrossAlpha);
      required = Math.max(required, (Math.sqrt(across) - slackOf(work, row)) / spare);
    }
  }
  return required;
}

/** The derivative of a row with respect to α, including the motion of the core's point. */
function perAlpha(row: i32, column: i32, shift: f64): f64 {
  const along: f64 = ConicRow.coefficients(row, ALPHA_COLUMN);
  return column === 0 ? along : along + shift * ConicRow.coefficients(row, column);
}
