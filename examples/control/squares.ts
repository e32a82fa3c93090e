// Costs that are sums of squares, ½ w e², with their Gauss–Newton second derivatives.
import type { CostTerms } from 'proximal/control';

/** The nonzero derivatives of an error with respect to the components of the tangent of the state. */
export type Gradient = readonly { readonly at: number; readonly slope: number }[];

/** A free body: the indices of its first numbers in the configuration and in the tangent. */
export interface Place {
  readonly q: number;
  readonly v: number;
}

export function addSquare(terms: CostTerms, weight: number, error: number, gradient: Gradient): void {
  const n = terms.byState.length;
  terms.value += 0.5 * weight * error * error;
  for (const { at, slope } of gradient) {
    terms.byState[at] += weight * error * slope;
    for (const other of gradient) terms.byStateTwice[at * n + other.at] += weight * slope * other.slope;
  }
}

export function addControls(terms: CostTerms, weight: number, controls: Float64Array): void {
  for (const [i, u] of controls.entries()) {
    terms.value += 0.5 * weight * u * u;
    terms.byControl[i] += weight * u;
    terms.byControlTwice[i * controls.length + i] += weight;
  }
}

/** ½ Σ wᵢ |pᵢ − p*ᵢ|² of the position p of a free body. Its tangent is a twist in its own axes R: δp = R δ. */
export function addPosition(
  terms: CostTerms,
  weights: readonly number[],
  state: Float64Array,
  { q, v }: Place,
  target: readonly number[],
): void {
  const axes = axesOf(state, q);
  for (let i = 0; i < 3; i++) {
    if (weights[i] === 0) continue;
    const gradient = [0, 1, 2].map((j) => ({ at: v + j, slope: axes[3 * i + j] }));
    addSquare(terms, weights[i], state[q + i] - target[i], gradient);
  }
}

/** ½ w Σ |R aₖ − R* aₖ|² over the axes aₖ, which is 2 w (1 − cos θ) for the angle θ between two orientations. δ(R a) = R (δ × a). */
export function addOrientation(
  terms: CostTerms,
  weight: number,
  state: Float64Array,
  { q, v }: Place,
  target: readonly number[],
): void {
  const axes = axesOf(state, q);
  for (let k = 0; k < 3; k++) {
    const [a, b] = [(k + 1) % 3, (k + 2) % 3];
    for (let i = 0; i < 3; i++)
      addSquare(terms, weight, axes[3 * i + k] - target[3 * i + k], [
        { at: v + 3 + a, slope: -axes[3 * i + b] },
        { at: v + 3 + b, slope: axes[3 * i + a] },
      ]);
  }
}

/** The rotation matrix of the quaternion at `q + 3`, by rows. */
export function axesOf(state: Float64Array, q: number): number[] {
  const [x, y, z, w] = state.subarray(q + 3, q + 7);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
