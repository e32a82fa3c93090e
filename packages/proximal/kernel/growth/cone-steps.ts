// The algebra of the cone K = ℝ₊ × … × Q × … that the interior-point method works with: the Nesterov-Todd scaling W, for which
// W z = W⁻¹ s = λ, the product ∘ and its inverse, and the longest feasible step. In the scaled space of λ the steps of slacks and
// multipliers have the same form.
import { ld, st } from '../port/memory.ts';
import * as Conic from './blocks/conic.ts';
import * as ConicRow from './blocks/conic-row.ts';
import { rowAt, rowStride } from './conic-rows.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** The scaling of every row, and λ. For a half-space W = √(s/z), λ = √(s z). */
export function scaleRows(work: i32): void {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  const end: i32 = rowAt(work, planes);
  for (let row: i32 = rowAt(work, 0); row < end; row += stride) {
    const scaled: f64 = Math.sqrt(ConicRow.slack(row) * ConicRow.multiplier(row));
    ConicRow.setScaled(row, scaled);
    ConicRow.setScale(row, scaled / ConicRow.multiplier(row));
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) scaleCone(work, cone);
}

/**
 * W is the symmetric root of η² (2 w wᵀ − J), J = diag(1, −1, …). With s̄ and z̄, both scaled to ⟨s̄, J s̄⟩ = 1: w = (s̄ + J z̄) / 2γ,
 * γ² = (1 + ⟨s̄, z̄⟩) / 2, η⁴ = ⟨s, J s⟩ / ⟨z, J z⟩. Then λ = W z, and W⁻¹ C is kept for the normal equations.
 */
function scaleCone(work: i32, cone: i32): void {
  const row: i32 = rowAt(work, Conic.coneStart(work, cone));
  const size: i32 = Conic.coneSize(work, cone);
  const stride: i32 = rowStride(work);
  const sizeS: f64 = coneNorm(row + ConicRow.SLACK, stride, size);
  const sizeZ: f64 = coneNorm(row + ConicRow.MULTIPLIER, stride, size);
  let product: f64 = 0.0;
  for (let k: i32 = 0; k < size; k += 1) {
    product += ConicRow.slack(row + k * stride) * ConicRow.multiplier(row + k * stride);
  }
  const gamma: f64 = Math.sqrt(0.5 * (1.0 + product / (sizeS * sizeZ)));
  for (let k: i32 = 0; k < size; k += 1) {
    const at: i32 = row + k * stride;
    const z: f64 = ConicRow.multiplier(at) / sizeZ;
    ConicRow.setScale(at, (ConicRow.slack(at) / sizeS + (k === 0 ? z : -z)) / (2.0 * gamma));
  }
  Conic.setConeScale(work, cone, Math.sqrt(sizeS / sizeZ));
  scale(work, cone, row + ConicRow.MULTIPLIER, stride, row + ConicRow.SCALED, stride, 1.0);
  const variables: i32 = Conic.variables(work);
  const out: i32 = scaledRows(work, cone);
  for (let column: i32 = 0; column < variables; column += 1) {
    scale(work, cone, row + ConicRow.COEFFICIENTS + column, stride, out + column, Conic.Y_COUNT, -1.0);
  }
}

/** √⟨s, J s⟩, 0 outside the cone, by the factors (s₀ − |s₁|) (s₀ + |s₁|), which keep their digits. */
export function coneNorm(first: i32, stride: i32, size: i32): f64 {
  let across: f64 = 0.0;
  for (let k: i32 = 1; k < size; k += 1) across += ld(first + k * stride) * ld(first + k * stride);
  const length: f64 = Math.sqrt(across);
  return Math.sqrt(Math.max(0.0, ld(first) - length) * (ld(first) + length));
}

/** The address of a cone's rows of W⁻¹ C: four for each cone. */
export function scaledRows(work: i32, cone: i32): i32 {
  return work + Conic.CONE_ROWS + 4 * cone * Conic.Y_COUNT;
}

/** to = W from for sign 1, W⁻¹ from for −1: η^{±1} (w₀ f₀ ± ⟨w₁, f₁⟩, f₁ + (±f₀ + ⟨w₁, f₁⟩ / (1 + w₀)) w₁). */
export function scale(work: i32, cone: i32, from: i32, fromStride: i32, to: i32, toStride: i32, sign: f64): void {
  const row: i32 = rowAt(work, Conic.coneStart(work, cone)) + ConicRow.SCALE;
  const size: i32 = Conic.coneSize(work, cone);
  const stride: i32 = rowStride(work);
  const eta: f64 = sign > 0.0 ? Conic.coneScale(work, cone) : 1.0 / Conic.coneScale(work, cone);
  const w: f64 = ld(row);
  const first: f64 = ld(from);
  let product: f64 = 0.0;
  for (let k: i32 = 1; k < size; k += 1) product += ld(row + k * stride) * ld(from + k * fromStride);
  const factor: f64 = sign * first + product / (1.0 + w);
  for (let k: i32 = 1; k < size; k += 1) {
    st(to + k * toStride, eta * (ld(from + k * fromStride) + factor * ld(row + k * stride)));
  }
  st(to, eta * (w * first + sign * product));
}

/**
 * The required sum v of the scaled steps: v = −λ for the predictor, and for the corrector v = −λ + λ \ (σμ e − Δs ∘ Δz), with the
 * scaled steps of the predictor; `center` is σμ.
 */
export function setTargets(work: i32, isCorrector: bool, center: f64): void {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  for (let k: i32 = 0; k < planes; k += 1) {
    const row: i32 = rowAt(work, k);
    const scaled: f64 = ConicRow.scaled(row);
    const correction: f64 = isCorrector ? center - ConicRow.slackStep(row) * ConicRow.multiplierStep(row) : 0.0;
    ConicRow.setTarget(row, correction / scaled - scaled);
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(work, Conic.coneStart(work, cone));
    const size: i32 = Conic.coneSize(work, cone);
    if (isCorrector) correctCone(row, stride, size, center);
    else
      for (let k: i32 = 0; k < size; k += 1) ConicRow.setTarget(row + k * stride, -ConicRow.scaled(row + k * stride));
  }
}

/** u ∘ v = (⟨u, v⟩, u₀ v₁ + v₀ u₁), and λ \ d = x with x₀ = (λ₀ d₀ − ⟨λ₁, d₁⟩) / ⟨λ, J λ⟩, x₁ = (d₁ − x₀ λ₁) / λ₀. */
function correctCone(row: i32, stride: i32, size: i32, center: f64): void {
  const slack: f64 = ConicRow.slackStep(row);
  const multiplier: f64 = ConicRow.multiplierStep(row);
  const scaled: f64 = ConicRow.scaled(row);
  let first: f64 = center - slack * multiplier;
  let along: f64 = 0.0;
  for (let k: i32 = 1; k < size; k += 1) {
    const at: i32 = row + k * stride;
    first -= ConicRow.slackStep(at) * ConicRow.multiplierStep(at);
    const correction: f64 = -slack * ConicRow.multiplierStep(at) - multiplier * ConicRow.slackStep(at);
    ConicRow.setTarget(at, correction);
    along += ConicRow.scaled(at) * correction;
  }
  const norm: f64 = coneNorm(row + ConicRow.SCALED, stride, size);
  const quotient: f64 = (scaled * first - along) / (norm * norm);
  for (let k: i32 = 1; k < size; k += 1) {
    const at: i32 = row + k * stride;
    ConicRow.setTarget(at, (ConicRow.target(at) - quotient * ConicRow.scaled(at)) / scaled - ConicRow.scaled(at));
  }
  ConicRow.setTarget(row, quotient - scaled);
}

/** The largest step length of λ inside the cone, along the scaled step at the offset `step` of each row. */
export function longestStep(work: i32, step: i32): f64 {
  const planes: i32 = Conic.planes(work);
  const cones: i32 = Conic.cones(work);
  const stride: i32 = rowStride(work);
  let longest: f64 = INFINITE;
  for (let k: i32 = 0; k < planes; k += 1) {
    const row: i32 = rowAt(work, k);
    const change: f64 = ld(row + step);
    if (change < 0.0) longest = Math.min(longest, -ConicRow.scaled(row) / change);
  }
  for (let cone: i32 = 0; cone < cones; cone += 1) {
    const row: i32 = rowAt(work, Conic.coneStart(work, cone));
    longest = Math.min(longest, longestInCone(row, stride, Conic.coneSize(work, cone), step));
  }
  return longest;
}

/**
 * With |λ|_J = √⟨λ, J λ⟩ and λ̄ = λ / |λ|_J, the scaling that turns λ into (1, 0) turns the step d into
 *   ρ = (⟨λ̄, J d⟩, d₁ − (d₀ + ⟨λ̄, J d⟩) / (1 + λ̄₀) λ̄₁) / |λ|_J,
 * and λ + t d leaves the cone where 1 + t ρ₀ = t |ρ₁|.
 */
function longestInCone(row: i32, stride: i32, size: i32, step: i32): f64 {
  const inverse: f64 = 1.0 / coneNorm(row + ConicRow.SCALED, stride, size);
  const first: f64 = inverse * ConicRow.scaled(row);
  let turned: f64 = first * ld(row + step);
  for (let k: i32 = 1; k < size; k += 1) {
    turned -= inverse * ConicRow.scaled(row + k * stride) * ld(row + k * stride + step);
  }
  const factor: f64 = (inverse * (ld(row + step) + turned)) / (1.0 + first);
  let across: f64 = 0.0;
  for (let k: i32 = 1; k < size; k += 1) {
    const part: f64 = ld(row + k * stride + step) - factor * ConicRow.scaled(row + k * stride);
    across += part * part;
  }
  const out: f64 = inverse * (Math.sqrt(across) - turned);
  return out > 0.0 ? 1.0 / out : INFINITE;
}
