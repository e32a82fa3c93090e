// The law of contact around its solution, as linear equations for δλ and δσ: Λ δλ + Σ δσ + δθ f = 0, three for each contact.

/** Below these shares of the largest impulse and velocity a number counts as zero. */
const zeroImpulse = 1e-10;
const zeroSlip = 1e-6;
/** And velocities below so many times what the solver has left. */
const undecided = 10;

/** The largest numbers of an island's impulses and velocities, and what the solver has left, in m/s. */
export interface Scales {
  impulse: number;
  velocity: number;
  residual: number;
}

/** Whether a contact does anything: one that takes off, or is open, has no impulse, and δλ = 0. */
export function isActive(impulses: Float64Array, row: number, { impulse }: Scales): boolean {
  return impulses[row + 2] > zeroImpulse * impulse;
}

/** Whether an active contact slides, or holds on. */
export function isSliding(
  impulses: Float64Array,
  sigma: Float64Array,
  row: number,
  friction: number,
  { velocity, residual }: Scales,
): boolean {
  const isAtLimit = sizeAt(impulses, row) >= (1 - 1e-3) * friction * impulses[row + 2];
  return isAtLimit && sizeAt(sigma, row) > Math.max(1e-9, zeroSlip * velocity, undecided * residual);
}

/** Numbers of one contact's law: Λ and Σ by rows, then f. */
export const LAW_SIZE = 21;

/**
 * Sticking: δσ = 0. Sliding: δσ_N = 0, and λ_T = −µ λ_N s with s = σ_T/‖σ_T‖ gives
 * δλ_T + µ s δλ_N + µ λ_N/‖σ_T‖ (1 − s sᵀ) δσ_T + λ_N s δµ = 0. Without friction the tangents are free of impulse; but a µ that
 * begins to grow brakes them.
 */
export function writeLaw(
  slides: boolean,
  friction: number,
  row: number,
  lambda: Float64Array,
  sigma: Float64Array,
  out: Float64Array,
  to: number,
): void {
  out.fill(0, to, to + LAW_SIZE);
  const [onSigma, onFriction] = [to + 9, to + 18];
  out[onSigma + 8] = 1;
  if (!slides && friction > 0) {
    out[onSigma] = 1;
    out[onSigma + 4] = 1;
    return;
  }
  out[to] = 1;
  out[to + 4] = 1;
  if (!slides) return;
  const slip = sizeAt(sigma, row);
  const normal = lambda[row + 2];
  const bend = (friction * normal) / slip;
  for (let i = 0; i < 2; i++) {
    const direction = sigma[row + i] / slip;
    out[to + 3 * i + 2] = friction * direction;
    for (let j = 0; j < 2; j++)
      out[onSigma + 3 * i + j] = bend * ((i === j ? 1 : 0) - (direction * sigma[row + j]) / slip);
    out[onFriction + i] = normal * direction;
  }
}

/** The length of a tangential part; Math.hypot has not the same bits everywhere. */
function sizeAt(vector: Float64Array, row: number): number {
  return Math.sqrt(vector[row] * vector[row] + vector[row + 1] * vector[row + 1]);
}
