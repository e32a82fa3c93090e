// Random quadratic programs: any rank of H, dependent rows, mixed scales.
import type { Rng } from '../../src/math/index.ts';
import type { QpProblem } from '../../src/qp/index.ts';

/** H = Bᵀ B with a random B of `rank` rows: n² numbers by rows. */
export function randomHessian(rng: Rng, n: number, rank: number): Float64Array {
  const hessian = new Float64Array(n * n);
  for (let k = 0; k < rank; k++) {
    const row = Float64Array.from({ length: n }, () => rng.normal());
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) hessian[i * n + j] += row[i] * row[j];
  }
  return hessian;
}

/** A problem that may be infeasible or unbounded. */
export function randomQp(rng: Rng): QpProblem {
  const n = 1 + rng.index(12);
  const m = rng.index(20);
  const unit = rng.uniform() < 0.3 ? 10 ** rng.uniform(-4, 4) : 1;
  const [lower, upper] = [new Float64Array(m).fill(-Infinity), new Float64Array(m).fill(Infinity)];
  for (let i = 0; i < m; i++) {
    const kind = rng.uniform();
    const center = rng.normal();
    if (kind < 0.2 || kind > 0.4) upper[i] = center;
    if (kind < 0.4) lower[i] = kind < 0.2 ? center : center - rng.uniform();
  }
  const hasBounds = rng.uniform() < 0.5;
  return {
    hessian: randomHessian(rng, n, rng.index(n + 1)),
    gradient: Float64Array.from({ length: n }, () => rng.normal()),
    // Small integers, so that rows are often dependent.
    constraints: Float64Array.from({ length: m * n }, () =>
      rng.uniform() < 0.5 ? 0 : unit * Math.round(2 * rng.normal()),
    ),
    lower,
    upper,
    ...(hasBounds ? { lowerBounds: new Float64Array(n).fill(-3), upperBounds: new Float64Array(n).fill(3) } : {}),
  };
}
