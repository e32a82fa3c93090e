// MuJoCo's regularized convex model by Newton's method: (19) with G + R, R = α diag(G), where G includes the problem's compliance. For
// impulses w, the velocities are y = G w + g − c*. They determine impulses f(y), the minimizer of ½ λᵀ R λ + yᵀ λ over the cones. At the
// solution w = f(y), and w minimizes φ(w) = ½ wᵀ G w + ½ f(y)ᵀ R f(y), which is convex and smooth. The tangential entries of R are
// averaged, so f is a projection onto a circular cone; MuJoCo's R also has one entry for both tangents.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { factorize, solveFactorized } from '../../math/linear/cholesky.ts';
import { cosineOf } from '../cones.ts';
import { multiply } from '../delassus.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import { regularizationFraction } from '../regularization.ts';
import { largest } from '../residuals.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';

/** The line search ends when the slope is at most this fraction of the initial slope, or after `searchSteps` steps. */
const slopeFraction = 0.01;
const searchSteps = 40;
/**
 * The continuation, which starts if Newton's method does not converge at a requested α below `firstAlpha`: α decreases from `firstAlpha` by
 * `alphaFactor`, and each solution is the initial guess for the next α.
 */
const firstAlpha = 1e-2;
const alphaFactor = 0.03;
/**
 * The number of steps at the requested α before the continuation begins, and the largest number of steps at an intermediate α. The steps
 * at an intermediate α end when w − f(y) is below `roughTolerance` times the largest |λ|.
 */
const patience = 8;
const roughTolerance = 1e-3;

/** Working memory of a solve. */
class Newton {
  size = 0;
  /** The current and the requested R: α diag(G), with the mean of the two tangential entries for both. */
  r = new Float64Array(0);
  requested = new Float64Array(0);
  /** The compliance of the problem. */
  compliance = new Float64Array(0);
  w = new Float64Array(0);
  /** (G + R_problem) w, where R_problem is the compliance of the problem. */
  product = new Float64Array(0);
  direction = new Float64Array(0);
  directionProduct = new Float64Array(0);
  residual = new Float64Array(0);
  trial = new Float64Array(0);
  /** B with −f'(y) = B Bᵀ: for each contact three columns of three numbers, for each bilateral row one number. */
  b = new Float64Array(0);
  system = new Float64Array(0);
  /** (G + R_problem) B. */
  half = new Float64Array(0);
  rightHandSide = new Float64Array(0);

  resize(size: number): void {
    if (size === this.size) return;
    this.size = size;
    for (const name of [
      'r',
      'requested',
      'compliance',
      'w',
      'product',
      'direction',
      'directionProduct',
      'residual',
      'trial',
      'rightHandSide',
    ] as const)
      this[name] = new Float64Array(size);
    this.b = new Float64Array(3 * size);
    this.system = new Float64Array(size * size);
    this.half = new Float64Array(size * size);
  }
}

/** Adds R to the compliance: the residuals of the model's law include it. */
export function prepareCcpNewton(workspace: SolverWorkspace, settings: SolverSettings): void {
  const newton = workspace.state(Newton);
  newton.resize(workspace.size);
  const { requested, compliance } = newton;
  const alpha = settings.regularization;
  for (let k = 0; k < workspace.bilateral; k++) requested[k] = alpha * positive(workspace.diagonal[k]);
  for (let at = workspace.bilateral; at < workspace.size; at += 3) {
    for (let k = 0; k < 3; k++) {
      let mean = 0;
      for (let m = 0; m < 3; m++) mean += regularizationFraction(k, m) * workspace.diagonal[at + m];
      requested[at + k] = alpha * positive(mean);
    }
  }
  for (let k = 0; k < workspace.size; k++) {
    compliance[k] = workspace.compliance[k];
    workspace.compliance[k] += requested[k];
  }
}

/** A zero diagonal entry counts as 1, so R = α: the impulse has no effect, but must be finite. */
function positive(x: number): number {
  return x > 0 ? x : 1;
}

export function runCcpNewton(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  const newton = workspace.state(Newton);
  newton.w.set(workspace.lambda);
  timesG(workspace, newton, newton.w, newton.product);
  // The current α over the requested α.
  let ratio = 1;
  let steps = 0;
  setRegularization(workspace, newton, ratio);
  for (let iteration = 1; iteration <= settings.maxIterations; iteration++) {
    search(workspace, newton, newtonDirection(workspace, newton));
    respondAll(workspace, newton, true);
    // f(y) is in the cones; at the solution it equals w.
    workspace.lambda.set(newton.trial);
    if (progress.endIteration(workspace, settings, iteration, 0)) return;
    const isRough = largest(newton.residual) <= roughTolerance * largest(newton.trial);
    if (++steps < patience && (ratio === 1 || !isRough)) continue;
    // Too many steps at the requested α: start the continuation. At an intermediate α: continue with the next.
    ratio = ratio === 1 ? firstAlpha / settings.regularization : ratio * alphaFactor;
    ratio = Math.max(1, ratio);
    // Do not start a second continuation.
    steps = ratio === 1 ? -settings.maxIterations : 0;
    setRegularization(workspace, newton, ratio);
  }
}

/** Sets R to `ratio` times the requested R, and computes f(y) with it. */
function setRegularization(workspace: SolverWorkspace, newton: Newton, ratio: number): void {
  for (let k = 0; k < workspace.size; k++) newton.r[k] = ratio * newton.requested[k];
  respondAll(workspace, newton, true);
}

/** out = (G + R_problem) v. */
function timesG(
  { rows, size, envelope }: SolverWorkspace,
  { compliance }: Newton,
  v: Float64Array,
  out: Float64Array,
): void {
  multiply(rows, size, v, out, envelope);
  for (let i = 0; i < size; i++) out[i] += compliance[i] * v[i];
}

/** f(y) in `trial`; with `derivatives` also w − f(y) in `residual`, and B. */
function respondAll(workspace: SolverWorkspace, newton: Newton, derivatives: boolean): void {
  const { bilateral, contacts, bias, friction, size } = workspace;
  const { r, w, product, trial, residual, b } = newton;
  for (let k = 0; k < bilateral; k++) {
    trial[k] = -(product[k] + bias[k]) / r[k];
    if (derivatives) b[3 * k] = 1 / Math.sqrt(r[k]);
  }
  for (let c = 0; c < contacts; c++) respond(workspace, newton, product, bilateral + 3 * c, friction[c], derivatives);
  if (derivatives) for (let k = 0; k < size; k++) residual[k] = w[k] - trial[k];
}

/** f(y) at a contact: in the coordinates √R λ a projection onto the cone with µ √(r_T / r_N). */
function respond(
  { bias }: SolverWorkspace,
  newton: Newton,
  product: Float64Array,
  at: number,
  mu: number,
  derivatives: boolean,
): void {
  const { r, trial } = newton;
  const rootT = Math.sqrt(r[at]);
  const rootN = Math.sqrt(r[at + 2]);
  const x = -(product[at] + bias[at]) / rootT;
  const y = -(product[at + 1] + bias[at + 1]) / rootT;
  const z = -(product[at + 2] + bias[at + 2]) / rootN;
  const slope = (mu * rootT) / rootN;
  const tangent = Math.sqrt(x * x + y * y);
  const b = 3 * at;
  if (derivatives) newton.b.fill(0, b, b + 9);
  if (z >= 0 && tangent <= slope * z) {
    writeAt(trial, at, x / rootT, y / rootT, z / rootN);
    if (!derivatives) return;
    newton.b[b] = 1 / rootT;
    newton.b[b + 4] = 1 / rootT;
    newton.b[b + 8] = 1 / rootN;
  } else if (slope * tangent <= -z) writeAt(trial, at, 0, 0, 0);
  else {
    const cosine = cosineOf(slope);
    const sine = slope * cosine;
    const along = sine * tangent + cosine * z;
    const ux = x / tangent;
    const uy = y / tangent;
    writeAt(trial, at, (sine * along * ux) / rootT, (sine * along * uy) / rootT, (cosine * along) / rootN);
    if (!derivatives) return;
    // The derivative of the projection: 1 along the ray (sine û, cosine), the ratio of the projected to the original tangential
    // length across it, 0 along the cone's normal.
    newton.b[b] = (sine * ux) / rootT;
    newton.b[b + 1] = (sine * uy) / rootT;
    newton.b[b + 2] = cosine / rootN;
    const across = Math.sqrt((sine * along) / tangent);
    newton.b[b + 3] = (-across * uy) / rootT;
    newton.b[b + 4] = (across * ux) / rootT;
  }
}

function writeAt(v: Float64Array, at: number, x: number, y: number, z: number): void {
  v[at] = x;
  v[at + 1] = y;
  v[at + 2] = z;
}

/**
 * Newton's step d: (I + H G) d = f − w with H = B Bᵀ, so d = −r + B (I + Bᵀ G B)⁻¹ Bᵀ G r with the residual r = w − f. Here G includes the
 * compliance of the problem. Returns the slope of φ along d, (G r)ᵀ d.
 */
function newtonDirection(workspace: SolverWorkspace, newton: Newton): number {
  const { size } = workspace;
  const { residual, direction, directionProduct, rightHandSide, system } = newton;
  timesG(workspace, newton, residual, directionProduct);
  fillSystem(workspace, newton);
  factorize(system, size);
  timesTransposed(workspace, newton.b, directionProduct, rightHandSide);
  solveFactorized(system, size, rightHandSide);
  timesB(workspace, newton.b, rightHandSide, direction);
  let slope = 0;
  for (let k = 0; k < size; k++) {
    direction[k] -= residual[k];
    slope += directionProduct[k] * direction[k];
  }
  timesG(workspace, newton, direction, directionProduct);
  return slope;
}

/** Computes I + Bᵀ (G + R_problem) B. */
function fillSystem(workspace: SolverWorkspace, newton: Newton): void {
  const { size, rows } = workspace;
  const { system, half, b, compliance } = newton;
  // half = (G + R_problem) B, row by row: a row of the first factor is multiplied by Bᵀ like a vector.
  for (let i = 0; i < size; i++) {
    const row = i * size;
    for (let j = 0; j < size; j++) half[row + j] = rows[row + j];
    half[row + i] += compliance[i];
    timesTransposedAt(workspace, b, half, row);
  }
  // system = Bᵀ half, computed by combining the three rows of `half` that belong to a contact.
  combineRows(workspace, b, half, system);
  for (let k = 0; k < size; k++) system[k * size + k] += 1;
}

/** Replaces the row v at `from` by Bᵀ v, block by block. */
function timesTransposedAt(
  { bilateral, contacts }: SolverWorkspace,
  b: Float64Array,
  v: Float64Array,
  from: number,
): void {
  for (let k = 0; k < bilateral; k++) v[from + k] *= b[3 * k];
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const x = v[from + at];
    const y = v[from + at + 1];
    const z = v[from + at + 2];
    for (let column = 0; column < 3; column++) {
      const m = 3 * at + 3 * column;
      v[from + at + column] = b[m] * x + b[m + 1] * y + b[m + 2] * z;
    }
  }
}

function timesTransposed(workspace: SolverWorkspace, b: Float64Array, v: Float64Array, out: Float64Array): void {
  out.set(v);
  timesTransposedAt(workspace, b, out, 0);
}

function timesB({ bilateral, contacts }: SolverWorkspace, b: Float64Array, v: Float64Array, out: Float64Array): void {
  for (let k = 0; k < bilateral; k++) out[k] = b[3 * k] * v[k];
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const m = 3 * at;
    for (let k = 0; k < 3; k++) out[at + k] = b[m + k] * v[at] + b[m + 3 + k] * v[at + 1] + b[m + 6 + k] * v[at + 2];
  }
}

/** out = Bᵀ half. Only the lower triangle is needed. */
function combineRows(
  { bilateral, contacts, size }: SolverWorkspace,
  b: Float64Array,
  half: Float64Array,
  out: Float64Array,
): void {
  for (let k = 0; k < bilateral; k++) for (let j = 0; j <= k; j++) out[k * size + j] = b[3 * k] * half[k * size + j];
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    for (let column = 0; column < 3; column++) {
      const m = 3 * at + 3 * column;
      for (let j = 0; j <= at + column; j++)
        out[(at + column) * size + j] =
          b[m] * half[at * size + j] + b[m + 1] * half[(at + 1) * size + j] + b[m + 2] * half[(at + 2) * size + j];
    }
  }
}

/** Line search for the minimum of φ along the direction, up to a full step: φ'(t) = (G d)ᵀ (w + t d − f(y + t G d)) grows with t. */
function search(workspace: SolverWorkspace, newton: Newton, slope: number): void {
  let low = 0;
  let high = 1;
  let lowSlope = slope;
  let highSlope = advance(workspace, newton, 1);
  let position = 1;
  for (let k = 0; k < searchSteps && highSlope > 0; k++) {
    // The secant method with occasional bisections: φ' is continuous but has kinks.
    const secant = (low * highSlope - high * lowSlope) / (highSlope - lowSlope);
    const step = k % 3 === 2 || !(secant > low && secant < high) ? (low + high) / 2 : secant;
    const slopeThere = advance(workspace, newton, step - position);
    position = step;
    if (Math.abs(slopeThere) <= slopeFraction * Math.abs(slope)) return;
    if (slopeThere > 0) [high, highSlope] = [step, slopeThere];
    else [low, lowSlope] = [step, slopeThere];
  }
}

/** Moves w and `product` along the direction, computes f(y), and returns the slope of φ there. */
function advance(workspace: SolverWorkspace, newton: Newton, step: number): number {
  const { w, product, direction, directionProduct, trial } = newton;
  for (let k = 0; k < workspace.size; k++) {
    w[k] += step * direction[k];
    product[k] += step * directionProduct[k];
  }
  respondAll(workspace, newton, false);
  let slope = 0;
  for (let k = 0; k < workspace.size; k++) slope += directionProduct[k] * (w[k] - trial[k]);
  return slope;
}
