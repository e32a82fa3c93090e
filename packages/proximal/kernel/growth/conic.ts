// The interior-point method for the conic program of cones.ts: primal-dual, with Nesterov-Todd scaling and Mehrotra's predictor
// and corrector. The multipliers z of s = C y + k ∈ K belong to the dual, max −⟨k, z⟩ such that Cᵀ z = (0, 0, 0, 1, 0, …) and z ∈
// K. The initial y is feasible and y stays feasible, so α is an upper bound at every step. A step solves, with λ = W z = W⁻¹ s,
//
//   C Δy = Δs,  Cᵀ Δz = r = (0, 0, 0, 1, 0, …) − Cᵀ z,  W Δz + W⁻¹ Δs = v,
//
// with the right-hand side v of predictor or corrector: (W⁻¹ C)ᵀ (W⁻¹ C) Δy = (W⁻¹ C)ᵀ v − r, at most ten equations. The force
// that one body's multipliers exert on x is along the normal; the support plane with this normal proves the lower bound for any residual
// r.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import { ld, st, toFloat } from '../port/memory.ts';
import { pointFrom, provenAlong, traceResult, writePoint } from './answer.ts';
import * as Conic from './blocks/conic.ts';
import * as ConicRow from './blocks/conic-row.ts';
import * as Growth from './blocks/growth.ts';
import { coneNorm, longestStep, scale, scaledRows, scaleRows, setTargets } from './cone-steps.ts';
import { startProgram, writeProgram } from './cones.ts';
import { ALPHA_COLUMN, recordOf, rowAt, rowStride, slackOf } from './conic-rows.ts';
import { facetCount, facetHeight, largestFacet, seedFacet } from './facet-table.ts';
import { addSquare, addTimes, dot, factorMatrix, solveFactored } from './normal-equations.ts';

const CONTINUE: i32 = -1;
/** A step goes at most this fraction of the way to the boundary of the cone. */
const INSIDE: f64 = 0.99;
/** Shorter steps make no progress. */
const SHORTEST: f64 = 1.0e-9;
/** The largest number of halvings of a step that leaves the cone by rounding. */
const MOST_CUTS: i32 = 8;
/** The number of solves of the corrector's equations, with iterative refinement. */
const ROUNDS: i32 = 2;

export function solveCones(w: i32, g: i32, work: i32): i32 {
  writeProgram(w, g, work);
  startProgram(w, g, work);
  setSlacks(work);
  startMultipliers(work);
  const mostIterations: i32 = Query.maxIterations(w);
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  const x: i32 = work + Conic.Y;
  const alphaAt: i32 = x + ALPHA_COLUMN;
  const normal: i32 = work + Conic.RHS;
  let lower: f64 = 0.0;
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let nz: f64 = 0.0;
  let iterations: i32 = 0;
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    iterations += 1;
    const step: f64 = improve(work);
    const alpha: f64 = ld(alphaAt);
    const isTraced: bool = Growth.trace(g) === 1;
    const isShort: bool = !(step > SHORTEST);
    // A proof costs a support point, so it is only tried once the duality gap is small.
    if (isShort || isTraced || iterations >= mostIterations || gapOf(work) <= 4.0 * tolerance * alpha) {
      for (let body: i32 = 0; body < 2 && !(alpha - lower <= tolerance * alpha); body += 1) {
        const bound: f64 = proveLower(w, g, work, body);
        if (bound > lower) {
          lower = bound;
          nx = ld(normal);
          ny = ld(normal + 1);
          nz = ld(normal + 2);
        }
      }
    }
    if (isTraced) {
      writePoint(w, g, ld(x), ld(x + 1), ld(x + 2), lower, alpha, nx, ny, nz);
      traceResult(w, g, nx, ny, nz);
    }
    if (alpha - lower <= tolerance * alpha) termination = TERMINATION_CONVERGED;
    else if (isShort) termination = TERMINATION_STALLED;
    else if (iterations >= mostIterations) termination = TERMINATION_LIMIT;
  }
  writePoint(w, g, ld(x), ld(x + 1), ld(x + 2), lower, enlargedAlpha(w, g, work), nx, ny, nz);
  Query.setIterations(w, iterations);
  return termination;
}

/**
 * α, or slightly more if the facets of thin polytopes need it. Their rows lost digits because they include the vector between the
 * centers; points in the bodies' own frames do not.
 */
function enlargedAlpha(w: i32, g: i32, work: i32): f64 {
  const x: i32 = work + Conic.Y;
  const point: i32 = work + Conic.STEP;
  let alpha: f64 = ld(x + ALPHA_COLUMN);
  for (let body: i32 = 0; body < 2; body += 1) {
    const table: i32 = Growth.table(g, body);
    if (facetCount(table) > 0 && ShapeBlock.radius(recordOf(w, body)) === 0.0) {
      pointFrom(w, g, body, ld(x), ld(x + 1), ld(x + 2), point);
      const seed: i32 = seedFacet(table, ld(point), ld(point + 1), ld(point + 2));
      const facet: i32 = largestFacet(table, seed, ld(point), ld(point + 1), ld(point + 2));
      alpha = Math.max(alpha, facetHeight(table, facet, ld(point), ld(point + 1), ld(point + 2)));
    }
  }
  return alpha;
}

/** s = C y + k, recomputed from y at every step. */
function setSlacks(work: i32): void {
  const rows: i32 = Conic.rows(work);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(work, k);
    ConicRow.setSlack(row, slackOf(work, row));
  }
}

/** Centered multipliers, z = μ s⁻¹, with μ such that the entry of Cᵀ z for α is 1. */
function startMultipliers(work: i32): void {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < planes; k += 1) {
    const row: i32 = rowAt(work, k);
    ConicRow.setMultiplier(row, 1.0 / ConicRow.slack(row));
    sum += ConicRow.multiplier(row) * ConicRow.coefficients(row, ALPHA_COLUMN);
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(work, Conic.coneStart(work, cone));
    const end: i32 = first + stride * Conic.coneSize(work, cone);
    let norm: f64 = 2.0 * ConicRow.slack(first) * ConicRow.slack(first);
    for (let row: i32 = first; row < end; row += stride) norm -= ConicRow.slack(row) * ConicRow.slack(row);
    for (let row: i32 = first; row < end; row += stride) {
      ConicRow.setMultiplier(row, (row === first ? ConicRow.slack(row) : -ConicRow.slack(row)) / norm);
      sum += ConicRow.multiplier(row) * ConicRow.coefficients(row, ALPHA_COLUMN);
    }
  }
  const rows: i32 = Conic.rows(work);
  for (let k: i32 = 0; k < rows; k += 1) {
    const at: i32 = rowAt(work, k) + ConicRow.MULTIPLIER;
    st(at, ld(at) / sum);
  }
}

/** ⟨s, z⟩: the gap between α and the dual's value, if the multipliers are feasible. */
function gapOf(work: i32): f64 {
  const rows: i32 = Conic.rows(work);
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(work, k);
    sum += ConicRow.slack(row) * ConicRow.multiplier(row);
  }
  return sum;
}

/** One step of predictor and corrector; returns its length. */
function improve(work: i32): f64 {
  scaleRows(work);
  if (!factor(work)) return 0.0;
  setTargets(work, false, 0.0);
  solveStep(work, 1);
  const predictorStep: f64 = Math.min(
    1.0,
    Math.min(longestStep(work, ConicRow.SLACK_STEP), longestStep(work, ConicRow.MULTIPLIER_STEP)),
  );
  const degree: i32 = Conic.planes(work) + Conic.cones(work);
  const shortfall: f64 = 1.0 - predictorStep;
  setTargets(work, true, (shortfall * shortfall * shortfall * gapOf(work)) / toFloat(degree));
  solveStep(work, ROUNDS);
  // The same step length for primal and dual: with cones, separate lengths may oscillate.
  const longest: f64 = Math.min(longestStep(work, ConicRow.SLACK_STEP), longestStep(work, ConicRow.MULTIPLIER_STEP));
  const step: f64 = movePoint(work, Math.min(1.0, INSIDE * longest));
  if (step > 0.0) moveMultipliers(work, step);
  return step;
}

/** Moves y by the largest fraction of the step that stays feasible despite rounding. Returns the fraction. */
function movePoint(work: i32, largest: f64): f64 {
  const variables: i32 = Conic.variables(work);
  let fraction: f64 = largest;
  for (let cut: i32 = 0; cut < MOST_CUTS && fraction > 0.0; cut += 1) {
    addTimes(work + Conic.Y, variables, work + Conic.STEP, fraction);
    setSlacks(work);
    if (areInside(work)) return fraction;
    addTimes(work + Conic.Y, variables, work + Conic.STEP, -fraction);
    fraction *= 0.5;
  }
  setSlacks(work);
  return 0.0;
}

/** Whether all slacks are strictly inside the cone. */
function areInside(work: i32): bool {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  const end: i32 = rowAt(work, planes);
  for (let row: i32 = rowAt(work, 0); row < end; row += stride) if (!(ConicRow.slack(row) > 0.0)) return false;
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(work, Conic.coneStart(work, cone));
    if (!(coneNorm(row + ConicRow.SLACK, stride, Conic.coneSize(work, cone)) > 0.0)) return false;
  }
  return true;
}

/** z = W⁻¹ (λ + t W Δz), where W Δz is the scaled step `multiplierStep`. */
function moveMultipliers(work: i32, step: f64): void {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const rows: i32 = Conic.rows(work);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(work, k);
    const moved: f64 = ConicRow.scaled(row) + step * ConicRow.multiplierStep(row);
    if (k < planes) ConicRow.setMultiplier(row, moved / ConicRow.scale(row));
    else ConicRow.setTarget(row, moved);
  }
  const stride: i32 = rowStride(work);
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(work, Conic.coneStart(work, cone));
    scale(work, cone, row + ConicRow.TARGET, stride, row + ConicRow.MULTIPLIER, stride, -1.0);
  }
}

/** The matrix (W⁻¹ C)ᵀ (W⁻¹ C), and its damped factor L in the same place. False if a diagonal entry is not positive. */
function factor(work: i32): bool {
  const variables: i32 = Conic.variables(work);
  const cones: i32 = Conic.cones(work);
  const matrix: i32 = work + Conic.MATRIX;
  for (let k: i32 = 0; k < Conic.Y_COUNT * variables; k += 1) st(matrix + k, 0.0);
  const stride: i32 = rowStride(work);
  const end: i32 = rowAt(work, Conic.planes(work));
  for (let row: i32 = rowAt(work, 0); row < end; row += stride) {
    addSquare(matrix, variables, row + ConicRow.COEFFICIENTS, ConicRow.multiplier(row) / ConicRow.slack(row));
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const size: i32 = Conic.coneSize(work, cone);
    for (let k: i32 = 0; k < size; k += 1) {
      addSquare(matrix, variables, scaledRows(work, cone) + k * Conic.Y_COUNT, 1.0);
    }
  }
  return factorMatrix(matrix, variables);
}

/**
 * Δy from v, and the scaled steps W⁻¹ Δs = W⁻¹ C Δy and W Δz = v − W⁻¹ Δs. The normal equations lose half of the digits toward the
 * end; each further round solves for the residual of the last one.
 */
function solveStep(work: i32, rounds: i32): void {
  const variables: i32 = Conic.variables(work);
  const rows: i32 = Conic.rows(work);
  for (let k: i32 = 0; k < variables; k += 1) Conic.setStep(work, k, 0.0);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(work, k);
    ConicRow.setMultiplierStep(row, ConicRow.target(row));
  }
  for (let round: i32 = 0; round < rounds; round += 1) {
    setResidual(work);
    solveFactored(work + Conic.MATRIX, variables, work + Conic.RHS);
    addTimes(work + Conic.STEP, variables, work + Conic.RHS, 1.0);
    setSteps(work);
  }
}

function setSteps(work: i32): void {
  const variables: i32 = Conic.variables(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  const end: i32 = rowAt(work, Conic.planes(work));
  for (let row: i32 = rowAt(work, 0); row < end; row += stride) {
    setRowSteps(row, dot(row + ConicRow.COEFFICIENTS, work + Conic.STEP, variables) / ConicRow.scale(row));
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(work, Conic.coneStart(work, cone));
    const size: i32 = Conic.coneSize(work, cone);
    for (let k: i32 = 0; k < size; k += 1) {
      const change: f64 = dot(scaledRows(work, cone) + k * Conic.Y_COUNT, work + Conic.STEP, variables);
      setRowSteps(first + k * stride, change);
    }
  }
}

function setRowSteps(row: i32, change: f64): void {
  ConicRow.setSlackStep(row, change);
  ConicRow.setMultiplierStep(row, ConicRow.target(row) - change);
}

/** (W⁻¹ C)ᵀ (W Δz) − r: the residual of the normal equations; before the first round, their right-hand side. */
function setResidual(work: i32): void {
  const variables: i32 = Conic.variables(work);
  const rhs: i32 = work + Conic.RHS;
  for (let k: i32 = 0; k < variables; k += 1) st(rhs + k, k === ALPHA_COLUMN ? -1.0 : 0.0);
  const rows: i32 = Conic.rows(work);
  const planes: i32 = Conic.planes(work);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(work, k);
    const change: f64 = k < planes ? ConicRow.multiplierStep(row) / ConicRow.scale(row) : 0.0;
    addTimes(rhs, variables, row + ConicRow.COEFFICIENTS, ConicRow.multiplier(row) + change);
  }
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(work, Conic.coneStart(work, cone));
    const size: i32 = Conic.coneSize(work, cone);
    for (let k: i32 = 0; k < size; k += 1) {
      const from: i32 = scaledRows(work, cone) + k * Conic.Y_COUNT;
      addTimes(rhs, variables, from, ConicRow.multiplierStep(first + k * stride));
    }
  }
}

/**
 * ⟨n, p⟩ / h(n) for the force n of B's multipliers on x, or minus that of A's. Writes n to the first three numbers of `Conic.rhs`.
 * The forces of the two bodies are opposite up to the residual r.
 */
function proveLower(w: i32, g: i32, work: i32, body: i32): f64 {
  const normal: i32 = work + Conic.RHS;
  for (let k: i32 = 0; k < 3; k += 1) st(normal + k, 0.0);
  const sign: f64 = body === 0 ? -1.0 : 1.0;
  const planesA: i32 = Conic.planesA(work);
  const lastPlane: i32 = body === 0 ? planesA : Conic.planes(work);
  for (let k: i32 = body === 0 ? 0 : planesA; k < lastPlane; k += 1) {
    const row: i32 = rowAt(work, k);
    addTimes(normal, 3, row + ConicRow.COEFFICIENTS, sign * ConicRow.multiplier(row));
  }
  const conesA: i32 = Conic.conesA(work);
  const lastCone: i32 = body === 0 ? conesA : Conic.cones(work);
  const stride: i32 = rowStride(work);
  for (let cone: i32 = body === 0 ? 0 : conesA; cone < lastCone; cone += 1) {
    const first: i32 = rowAt(work, Conic.coneStart(work, cone));
    const end: i32 = first + stride * Conic.coneSize(work, cone);
    for (let row: i32 = first; row < end; row += stride) {
      addTimes(normal, 3, row + ConicRow.COEFFICIENTS, sign * ConicRow.multiplier(row));
    }
  }
  return provenAlong(w, g, ld(normal), ld(normal + 1), ld(normal + 2));
}
