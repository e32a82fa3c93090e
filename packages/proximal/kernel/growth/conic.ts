// The interior-point method for the conic program of cones.ts: primal-dual, with Nesterov-Todd scaling and Mehrotra's predictor and
// corrector. The multipliers z of s = C y + k ∈ K belong to the dual, max −⟨k, z⟩ such that Cᵀ z = (0, 0, 0, 1, 0, …) and z ∈ K.
//
// The start is feasible, so y stays so and α is an upper bound at every step. A step solves, with λ = W z = W⁻¹ s,
//
//   C Δy = Δs,  Cᵀ Δz = r = (0, 0, 0, 1, 0, …) − Cᵀ z,  W Δz + W⁻¹ Δs = v,
//
// v being what the predictor or corrector wants: (W⁻¹ C)ᵀ (W⁻¹ C) Δy = (W⁻¹ C)ᵀ v − r, at most ten equations. What A's multipliers
// exert on x is along the normal; the support plane across it proves the lower bound, whatever is left of r.
import {
  EPSILON,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  RECORD_A_INT,
  RECORD_RADIUS,
  RELATIVE_TOLERANCE,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../layout.ts';
import { ld, ldi, st, sti, toFloat } from '../port/memory.ts';
import { pointFrom, provenAlong, showPoint, writePoint } from './answer.ts';
import { coneNorm, longestStep, scale, scaledRows, scaleRows, setWanted } from './cone-steps.ts';
import {
  ALPHA_COLUMN,
  CONE_SIZE_INT,
  CONE_START_INT,
  CONIC_CONES_A_INT,
  CONIC_CONES_INT,
  CONIC_MATRIX,
  CONIC_PLANES_A_INT,
  CONIC_PLANES_INT,
  CONIC_RHS,
  CONIC_ROWS_INT,
  CONIC_STEP,
  CONIC_VARIABLES_INT,
  CONIC_Y,
  MOST_VARIABLES,
  ROW_COEFFICIENTS,
  ROW_MULTIPLIER,
  ROW_MULTIPLIER_STEP,
  ROW_SCALE,
  ROW_SCALED,
  ROW_SLACK,
  ROW_SLACK_STEP,
  ROW_WANTED,
  rowAt,
  rowStride,
  slackOf,
  startProgram,
  writeProgram,
} from './cones.ts';
import { facetCount, facetHeight, largestFacet, seedFacet } from './facet-table.ts';
import { GROWTH_TABLE_A_INT, GROWTH_TRACE_INT } from './layout.ts';
import { addSquare, addTimes, dot, factorMatrix, solveFactored } from './normal-equations.ts';

const GO_ON: i32 = -1;
/** A step stays this far from the boundary of the cone. */
const INSIDE: f64 = 0.99;
/** Steps shorter than this lead nowhere. */
const SHORTEST: f64 = 1.0e-9;
/** How often a step is halved that rounding has led out of the cone. */
const MOST_CUTS: i32 = 8;
/** How often the corrector's equations are solved, each time for what was left. */
const ROUNDS: i32 = 2;

export function solveCones(w: i32, g: i32, room: i32): i32 {
  writeProgram(w, g, room);
  startProgram(w, g, room);
  setSlacks(room);
  startMultipliers(room);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const tolerance: f64 = Math.max(ld(w + RELATIVE_TOLERANCE), 4.0 * EPSILON);
  const x: i32 = room + CONIC_Y;
  const alphaAt: i32 = x + ALPHA_COLUMN;
  const normal: i32 = room + CONIC_RHS;
  let lower: f64 = 0.0;
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let nz: f64 = 0.0;
  let iterations: i32 = 0;
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    iterations += 1;
    const step: f64 = improve(room);
    const alpha: f64 = ld(alphaAt);
    const isTraced: bool = ldi(2 * g + GROWTH_TRACE_INT) === 1;
    const isShort: bool = !(step > SHORTEST);
    // A proof costs a support point: not before the multipliers say that it is near.
    if (isShort || isTraced || iterations >= most || gapOf(room) <= 4.0 * tolerance * alpha) {
      for (let body: i32 = 0; body < 2 && !(alpha - lower <= tolerance * alpha); body += 1) {
        const bound: f64 = proveLower(w, g, room, body);
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
      showPoint(w, g, nx, ny, nz);
    }
    if (alpha - lower <= tolerance * alpha) termination = TERMINATION_CONVERGED;
    else if (isShort) termination = TERMINATION_STALLED;
    else if (iterations >= most) termination = TERMINATION_LIMIT;
  }
  writePoint(w, g, ld(x), ld(x + 1), ld(x + 2), lower, enlargedAlpha(w, g, room), nx, ny, nz);
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/**
 * α, or as much more as the facets of thin polytopes need. Their rows have lost digits to the way between the centres, which the
 * points in the bodies' own frames have not.
 */
function enlargedAlpha(w: i32, g: i32, room: i32): f64 {
  const x: i32 = room + CONIC_Y;
  const point: i32 = room + CONIC_STEP;
  let alpha: f64 = ld(x + ALPHA_COLUMN);
  for (let body: i32 = 0; body < 2; body += 1) {
    const table: i32 = ldi(2 * g + GROWTH_TABLE_A_INT + body);
    if (facetCount(table) > 0 && ld(ldi(2 * w + RECORD_A_INT + body) + RECORD_RADIUS) === 0.0) {
      pointFrom(w, g, body, ld(x), ld(x + 1), ld(x + 2), point);
      const seed: i32 = seedFacet(table, ld(point), ld(point + 1), ld(point + 2));
      const facet: i32 = largestFacet(table, seed, ld(point), ld(point + 1), ld(point + 2));
      alpha = Math.max(alpha, facetHeight(table, facet, ld(point), ld(point + 1), ld(point + 2)));
    }
  }
  return alpha;
}

/** s = C y + k, anew from y at every step. */
function setSlacks(room: i32): void {
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(room, k);
    st(row + ROW_SLACK, slackOf(room, row));
  }
}

/** The multipliers at which every row has the same share of the gap, z = μ s⁻¹, with μ such that those of α add up to 1. */
function startMultipliers(room: i32): void {
  const planes: i32 = ldi(2 * room + CONIC_PLANES_INT);
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const stride: i32 = rowStride(room);
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < planes; k += 1) {
    const row: i32 = rowAt(room, k);
    st(row + ROW_MULTIPLIER, 1.0 / ld(row + ROW_SLACK));
    sum += ld(row + ROW_MULTIPLIER) * ld(row + ROW_COEFFICIENTS + ALPHA_COLUMN);
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    const end: i32 = first + stride * ldi(2 * room + CONE_SIZE_INT + cone);
    let norm: f64 = 2.0 * ld(first + ROW_SLACK) * ld(first + ROW_SLACK);
    for (let row: i32 = first; row < end; row += stride) norm -= ld(row + ROW_SLACK) * ld(row + ROW_SLACK);
    for (let row: i32 = first; row < end; row += stride) {
      st(row + ROW_MULTIPLIER, (row === first ? ld(row + ROW_SLACK) : -ld(row + ROW_SLACK)) / norm);
      sum += ld(row + ROW_MULTIPLIER) * ld(row + ROW_COEFFICIENTS + ALPHA_COLUMN);
    }
  }
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  for (let k: i32 = 0; k < rows; k += 1) {
    const at: i32 = rowAt(room, k) + ROW_MULTIPLIER;
    st(at, ld(at) / sum);
  }
}

/** ⟨s, z⟩: the gap between α and the dual's value, if the multipliers are feasible. */
function gapOf(room: i32): f64 {
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(room, k);
    sum += ld(row + ROW_SLACK) * ld(row + ROW_MULTIPLIER);
  }
  return sum;
}

/** One step of predictor and corrector; returns its length. */
function improve(room: i32): f64 {
  scaleRows(room);
  if (!factor(room)) return 0.0;
  setWanted(room, false, 0.0);
  solveStep(room, 1);
  const reach: f64 = Math.min(1.0, Math.min(longestStep(room, ROW_SLACK_STEP), longestStep(room, ROW_MULTIPLIER_STEP)));
  const degree: i32 = ldi(2 * room + CONIC_PLANES_INT) + ldi(2 * room + CONIC_CONES_INT);
  const rest: f64 = 1.0 - reach;
  setWanted(room, true, (rest * rest * rest * gapOf(room)) / toFloat(degree));
  solveStep(room, ROUNDS);
  // One length for both: with cones, steps of their own may go back and forth for ever.
  const longest: f64 = Math.min(longestStep(room, ROW_SLACK_STEP), longestStep(room, ROW_MULTIPLIER_STEP));
  const step: f64 = movePoint(room, Math.min(1.0, INSIDE * longest));
  if (step > 0.0) moveMultipliers(room, step);
  return step;
}

/** Moves y by a share of the step, as large as rounding lets it stay feasible. Returns the share. */
function movePoint(room: i32, most: f64): f64 {
  const variables: i32 = ldi(2 * room + CONIC_VARIABLES_INT);
  let share: f64 = most;
  for (let cut: i32 = 0; cut < MOST_CUTS && share > 0.0; cut += 1) {
    addTimes(room + CONIC_Y, variables, room + CONIC_STEP, share);
    setSlacks(room);
    if (areInside(room)) return share;
    addTimes(room + CONIC_Y, variables, room + CONIC_STEP, -share);
    share *= 0.5;
  }
  setSlacks(room);
  return 0.0;
}

/** Whether all slacks are strictly inside the cone. */
function areInside(room: i32): bool {
  const planes: i32 = ldi(2 * room + CONIC_PLANES_INT);
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const stride: i32 = rowStride(room);
  const end: i32 = rowAt(room, planes);
  for (let row: i32 = rowAt(room, 0); row < end; row += stride) if (!(ld(row + ROW_SLACK) > 0.0)) return false;
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    if (!(coneNorm(row + ROW_SLACK, stride, ldi(2 * room + CONE_SIZE_INT + cone)) > 0.0)) return false;
  }
  return true;
}

/** z = W⁻¹ (λ + t Δz). */
function moveMultipliers(room: i32, step: f64): void {
  const planes: i32 = ldi(2 * room + CONIC_PLANES_INT);
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(room, k);
    const moved: f64 = ld(row + ROW_SCALED) + step * ld(row + ROW_MULTIPLIER_STEP);
    if (k < planes) st(row + ROW_MULTIPLIER, moved / ld(row + ROW_SCALE));
    else st(row + ROW_WANTED, moved);
  }
  const stride: i32 = rowStride(room);
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    scale(room, cone, row + ROW_WANTED, stride, row + ROW_MULTIPLIER, stride, -1.0);
  }
}

/** The matrix (W⁻¹ C)ᵀ (W⁻¹ C), and its factor L Lᵀ in the same place. False if it has none. */
function factor(room: i32): bool {
  const variables: i32 = ldi(2 * room + CONIC_VARIABLES_INT);
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const matrix: i32 = room + CONIC_MATRIX;
  for (let k: i32 = 0; k < MOST_VARIABLES * variables; k += 1) st(matrix + k, 0.0);
  const stride: i32 = rowStride(room);
  const end: i32 = rowAt(room, ldi(2 * room + CONIC_PLANES_INT));
  for (let row: i32 = rowAt(room, 0); row < end; row += stride) {
    addSquare(matrix, variables, row + ROW_COEFFICIENTS, ld(row + ROW_MULTIPLIER) / ld(row + ROW_SLACK));
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const size: i32 = ldi(2 * room + CONE_SIZE_INT + cone);
    for (let k: i32 = 0; k < size; k += 1) {
      addSquare(matrix, variables, scaledRows(room, cone) + k * MOST_VARIABLES, 1.0);
    }
  }
  return factorMatrix(matrix, variables);
}

/**
 * Δy from v, and the scaled steps W⁻¹ Δs = W⁻¹ C Δy and W Δz = v − W⁻¹ Δs. The normal equations lose half of the digits towards the
 * end; each further round solves for what the last one has left of r.
 */
function solveStep(room: i32, rounds: i32): void {
  const variables: i32 = ldi(2 * room + CONIC_VARIABLES_INT);
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  for (let k: i32 = 0; k < variables; k += 1) st(room + CONIC_STEP + k, 0.0);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(room, k);
    st(row + ROW_MULTIPLIER_STEP, ld(row + ROW_WANTED));
  }
  for (let round: i32 = 0; round < rounds; round += 1) {
    setResidual(room);
    solveFactored(room + CONIC_MATRIX, variables, room + CONIC_RHS);
    addTimes(room + CONIC_STEP, variables, room + CONIC_RHS, 1.0);
    setSteps(room);
  }
}

function setSteps(room: i32): void {
  const variables: i32 = ldi(2 * room + CONIC_VARIABLES_INT);
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const stride: i32 = rowStride(room);
  const end: i32 = rowAt(room, ldi(2 * room + CONIC_PLANES_INT));
  for (let row: i32 = rowAt(room, 0); row < end; row += stride) {
    setRowSteps(row, dot(row + ROW_COEFFICIENTS, room + CONIC_STEP, variables) / ld(row + ROW_SCALE));
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    const size: i32 = ldi(2 * room + CONE_SIZE_INT + cone);
    for (let k: i32 = 0; k < size; k += 1) {
      const change: f64 = dot(scaledRows(room, cone) + k * MOST_VARIABLES, room + CONIC_STEP, variables);
      setRowSteps(first + k * stride, change);
    }
  }
}

function setRowSteps(row: i32, change: f64): void {
  st(row + ROW_SLACK_STEP, change);
  st(row + ROW_MULTIPLIER_STEP, ld(row + ROW_WANTED) - change);
}

/** (W⁻¹ C)ᵀ (W Δz) − r: what is left of the normal equations, all of them before the first round. */
function setResidual(room: i32): void {
  const variables: i32 = ldi(2 * room + CONIC_VARIABLES_INT);
  const rhs: i32 = room + CONIC_RHS;
  for (let k: i32 = 0; k < variables; k += 1) st(rhs + k, k === ALPHA_COLUMN ? -1.0 : 0.0);
  const rows: i32 = ldi(2 * room + CONIC_ROWS_INT);
  const planes: i32 = ldi(2 * room + CONIC_PLANES_INT);
  for (let k: i32 = 0; k < rows; k += 1) {
    const row: i32 = rowAt(room, k);
    const change: f64 = k < planes ? ld(row + ROW_MULTIPLIER_STEP) / ld(row + ROW_SCALE) : 0.0;
    addTimes(rhs, variables, row + ROW_COEFFICIENTS, ld(row + ROW_MULTIPLIER) + change);
  }
  const cones: i32 = ldi(2 * room + CONIC_CONES_INT);
  const stride: i32 = rowStride(room);
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const first: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    const size: i32 = ldi(2 * room + CONE_SIZE_INT + cone);
    for (let k: i32 = 0; k < size; k += 1) {
      const from: i32 = scaledRows(room, cone) + k * MOST_VARIABLES;
      addTimes(rhs, variables, from, ld(first + k * stride + ROW_MULTIPLIER_STEP));
    }
  }
}

/**
 * ⟨n, p⟩ / h(n) for what one body's multipliers exert on x, which is left as the first three numbers of the right-hand side. Those of
 * the two are the same but for the sign and what is left of r.
 */
function proveLower(w: i32, g: i32, room: i32, body: i32): f64 {
  const normal: i32 = room + CONIC_RHS;
  for (let k: i32 = 0; k < 3; k += 1) st(normal + k, 0.0);
  const sign: f64 = body === 0 ? -1.0 : 1.0;
  const planesA: i32 = ldi(2 * room + CONIC_PLANES_A_INT);
  const lastPlane: i32 = body === 0 ? planesA : ldi(2 * room + CONIC_PLANES_INT);
  for (let k: i32 = body === 0 ? 0 : planesA; k < lastPlane; k += 1) {
    const row: i32 = rowAt(room, k);
    addTimes(normal, 3, row + ROW_COEFFICIENTS, sign * ld(row + ROW_MULTIPLIER));
  }
  const conesA: i32 = ldi(2 * room + CONIC_CONES_A_INT);
  const lastCone: i32 = body === 0 ? conesA : ldi(2 * room + CONIC_CONES_INT);
  const stride: i32 = rowStride(room);
  for (let cone: i32 = body === 0 ? 0 : conesA; cone < lastCone; cone += 1) {
    const first: i32 = rowAt(room, ldi(2 * room + CONE_START_INT + cone));
    const end: i32 = first + stride * ldi(2 * room + CONE_SIZE_INT + cone);
    for (let row: i32 = first; row < end; row += stride) {
      addTimes(normal, 3, row + ROW_COEFFICIENTS, sign * ld(row + ROW_MULTIPLIER));
    }
  }
  return provenAlong(w, g, ld(normal), ld(normal + 1), ld(normal + 2));
}
