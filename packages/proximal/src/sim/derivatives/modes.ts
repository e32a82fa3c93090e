// The law of contact around its solution: which of its branches each row is on, as linear equations for δλ.

export const TAKE_OFF = 0;
export const STICK = 1;
export const SLIDE = 2;

/** Below these shares of the largest impulse and velocity a number counts as zero. */
const zeroImpulse = 1e-10;
const zeroSlip = 1e-6;

/** What a contact does: nothing, hold on, or slide. */
export function modeOf(impulses: Float64Array, sigma: Float64Array, row: number, friction: number): number {
  const largest = impulses.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const normal = impulses[row + 2];
  if (!(normal > zeroImpulse * largest)) return TAKE_OFF;
  const slip = sizeAt(sigma, row);
  const force = sizeAt(impulses, row);
  const fastest = sigma.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const isAtLimit = force > (1 - 1e-3) * friction * normal;
  return isAtLimit && slip > Math.max(1e-9, zeroSlip * fastest) ? SLIDE : STICK;
}

/**
 * Writes the three equations of a contact into A δλ = −B̃, where δσ = G δλ + B. Taking off: δλ = 0. Sticking: δσ = 0. Sliding: δσ_N = 0,
 * and λ_T = −µ λ_N s with s = σ_T/‖σ_T‖ gives δλ_T + µ s δλ_N + µ λ_N/‖σ_T‖ (1 − s sᵀ) δσ_T = 0. Without friction the tangents are
 * free of impulse.
 */
export function writeEquations(
  mode: number,
  friction: number,
  row: number,
  lambda: Float64Array,
  sigma: Float64Array,
  delassus: Float64Array,
  size: number,
  change: Float64Array,
  width: number,
  system: Float64Array,
  right: Float64Array,
): void {
  const hold = (at: number): void => {
    for (let k = 0; k < size; k++) system[at * size + k] = delassus[at * size + k];
    for (let k = 0; k < width; k++) right[at * width + k] = -change[at * width + k];
  };
  const release = (at: number): void => {
    system[at * size + at] = 1;
  };
  if (mode === TAKE_OFF) {
    for (let k = 0; k < 3; k++) release(row + k);
    return;
  }
  hold(row + 2);
  if (friction === 0) {
    release(row);
    release(row + 1);
    return;
  }
  if (mode === STICK) {
    hold(row);
    hold(row + 1);
    return;
  }
  const slip = sizeAt(sigma, row);
  const s = [sigma[row] / slip, sigma[row + 1] / slip];
  const bend = (friction * lambda[row + 2]) / slip;
  for (let i = 0; i < 2; i++) {
    const at = row + i;
    system[at * size + at] += 1;
    system[at * size + row + 2] += friction * s[i];
    for (let j = 0; j < 2; j++) {
      const across = bend * ((i === j ? 1 : 0) - s[i] * s[j]);
      for (let k = 0; k < size; k++) system[at * size + k] += across * delassus[(row + j) * size + k];
      for (let k = 0; k < width; k++) right[at * width + k] -= across * change[(row + j) * width + k];
    }
  }
}

/** The length of a tangential part; Math.hypot has not the same bits everywhere. */
function sizeAt(vector: Float64Array, row: number): number {
  return Math.sqrt(vector[row] * vector[row] + vector[row + 1] * vector[row + 1]);
}
