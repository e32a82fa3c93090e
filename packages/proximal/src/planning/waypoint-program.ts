// The quadratic program of one step of `optimize`.
//
// The variables are changes x_k of the waypoints q_1 … q_n, between fixed ends q_0 and q_{n+1}. A step minimizes
//   (n + 1)/2 Σ |q_{k+1} + x_{k+1} − q_k − x_k|² + ρ/2 Σ |x_k|² + μ Σ_i max(0, e_i − a_iᵀ x)   within the joint limits,
// where e_i is the desired distance minus the least distance of pair i on its motion, and a_i is the gradient of that least distance: (1 − t) g at
// the waypoint before the motion and t g at the waypoint after it. The Hessian is P ⊗ I with the tridiagonal matrix P = (n + 1) T + ρ I,
// T = (−1, 2, −1), the same for every coordinate. The dual problem has a multiplier 0 ≤ λ_i ≤ μ for each distance and λ_j ≥ 0 for each limit:
//   min ½ λᵀ G λ − rᵀ λ,   G_ij = a_iᵀ (P ⊗ I)⁻¹ a_j,
// with r_i = e_i − a_iᵀ x at the minimizer x without rows. Projected Gauss–Seidel sweeps solve it; each sweep reduces the objective. Rows of limits
// are added where a solution violates them, in a few rounds; then the solution is clamped.
//
// `solveQp` of proximal/qp is not used: it does not know that (P ⊗ I)⁻¹ is P⁻¹ for each coordinate, and would factor a dense matrix of
// (waypoints · coordinates)² numbers, with slack variables for the penalties, in every step.
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';

/** A row of the program: a scalar product with the changes of two waypoints. */
export interface WaypointRow {
  /** The waypoint at which the motion begins, 0 for the start. Ends are fixed. */
  readonly motion: number;
  /** The weight of the waypoint at the motion's start is 1 − `time`; the weight of the waypoint at its end is `time`. */
  readonly time: number;
  /** One number for each coordinate. */
  readonly gradient: Float64Array;
  /** The least value of the product. */
  readonly least: number;
  /** The largest multiplier. */
  readonly largestMultiplier: number;
}

const maxSweeps = 300;
/** Sweeps end when no multiplier changes by more than this fraction of the largest. */
const minChange = 1e-8;
/** The largest number of rounds in which rows of violated limits are added. */
const maxLimitRounds = 5;

export class WaypointProgram {
  /** P⁻¹ by rows. */
  private readonly inverse: Float64Array;

  /**
   * @param count of waypoints that move
   * @param damping ρ
   */
  constructor(
    private readonly count: number,
    damping: number,
  ) {
    const scale = count + 1;
    const matrix = new Float64Array(count * count);
    for (let k = 0; k < count; k++) {
      matrix[k * count + k] = 2 * scale + damping;
      if (k > 0) matrix[k * count + k - 1] = -scale;
    }
    factorize(matrix, count);
    this.inverse = new Float64Array(count * count);
    for (let k = 0; k < count; k++) {
      const column = this.inverse.subarray(count * k, count * k + count);
      column[k] = 1;
      solveFactorized(matrix, count, column);
    }
  }

  /**
   * The changes of the waypoints: the coordinates of the first waypoint, then the coordinates of the second, and so on.
   * @param costGradient the derivative of the smooth part of the cost with respect to the waypoints
   * @param toLimits the distances of each coordinate from its upper and from its lower limit: two numbers each
   */
  solve(costGradient: Float64Array, rows: readonly WaypointRow[], toLimits: Float64Array): Float64Array {
    const { count } = this;
    const width = costGradient.length / count;
    const all = [...rows];
    const added = new Set<number>();
    let x = this.minimize(costGradient, all, width);
    for (let round = 0; round < maxLimitRounds; round++) {
      const before = all.length;
      for (let k = 0; k < x.length; k++) {
        for (const side of [0, 1]) {
          const sign = side === 0 ? -1 : 1;
          const beyond = sign * -x[k] - toLimits[2 * k + side];
          if (!(beyond > 1e-9) || added.has(2 * k + side)) continue;
          added.add(2 * k + side);
          all.push(limitRow(Math.floor(k / width), k % width, width, sign, -toLimits[2 * k + side]));
        }
      }
      if (all.length === before) break;
      x = this.minimize(costGradient, all, width);
    }
    return x.map((value, k) => Math.max(-toLimits[2 * k + 1], Math.min(toLimits[2 * k], value)));
  }

  /** The minimum under `rows` alone: limits that are not among the rows do not hold. */
  private minimize(costGradient: Float64Array, rows: readonly WaypointRow[], width: number): Float64Array {
    const free = this.apply(
      costGradient.map((value) => -value),
      width,
    );
    const deficits = Float64Array.from(rows, (row) => row.least - this.product(row, free, width));
    const multipliers = this.sweep(this.gram(rows), deficits, rows);
    const rightSide = costGradient.map((value) => -value);
    for (const [i, { motion, time, gradient }] of rows.entries()) {
      for (let j = 0; j < width; j++) {
        if (motion > 0) rightSide[(motion - 1) * width + j] += multipliers[i] * (1 - time) * gradient[j];
        if (motion < this.count) rightSide[motion * width + j] += multipliers[i] * time * gradient[j];
      }
    }
    return this.apply(rightSide, width);
  }

  /** The product of a row with changes. */
  product({ motion, time, gradient }: WaypointRow, x: Float64Array, width: number): number {
    let sum = 0;
    for (let j = 0; j < width; j++) {
      if (motion > 0) sum += (1 - time) * gradient[j] * x[(motion - 1) * width + j];
      if (motion < this.count) sum += time * gradient[j] * x[motion * width + j];
    }
    return sum;
  }

  /** (P ⊗ I)⁻¹ times a vector. */
  private apply(vector: Float64Array, width: number): Float64Array {
    const { inverse, count } = this;
    const x = new Float64Array(vector.length);
    for (let k = 0; k < count; k++)
      for (let l = 0; l < count; l++)
        for (let j = 0; j < width; j++) x[k * width + j] += inverse[k * count + l] * vector[l * width + j];
    return x;
  }

  /** The matrix G. */
  private gram(rows: readonly WaypointRow[]): Float64Array {
    const size = rows.length;
    const g = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = this.coupling(rows[i], rows[j]) * dot(rows[i].gradient, rows[j].gradient);
        g[i * size + j] = value;
        g[j * size + i] = value;
      }
    }
    return g;
  }

  /** The product of the weights of two rows with P⁻¹ between them. */
  private coupling(a: WaypointRow, b: WaypointRow): number {
    const { inverse, count } = this;
    let sum = 0;
    for (const p of [0, 1]) {
      for (const q of [0, 1]) {
        const [k, l] = [a.motion - 1 + p, b.motion - 1 + q];
        if (k < 0 || l < 0 || k >= count || l >= count) continue;
        sum += (p === 0 ? 1 - a.time : a.time) * (q === 0 ? 1 - b.time : b.time) * inverse[k * count + l];
      }
    }
    return sum;
  }

  private sweep(g: Float64Array, deficits: Float64Array, rows: readonly WaypointRow[]): Float64Array {
    const size = rows.length;
    const multipliers = new Float64Array(size);
    for (let round = 0; round < maxSweeps; round++) {
      let [change, largest] = [0, 0];
      for (let i = 0; i < size; i++) {
        const diagonal = g[i * size + i];
        // Skip a row that does not depend on x: its motion has fixed ends, or its gradient is zero.
        if (!(diagonal > 1e-300)) continue;
        let residual = deficits[i];
        for (let j = 0; j < size; j++) residual -= g[i * size + j] * multipliers[j];
        const next = Math.max(0, Math.min(rows[i].largestMultiplier, multipliers[i] + residual / diagonal));
        change = Math.max(change, Math.abs(next - multipliers[i]));
        largest = Math.max(largest, next);
        multipliers[i] = next;
      }
      if (!(change > minChange * largest)) break;
    }
    return multipliers;
  }
}

/** A row that keeps one coordinate of a waypoint within its limit: sign · x ≥ least. */
function limitRow(waypoint: number, coordinate: number, width: number, sign: number, least: number): WaypointRow {
  const gradient = new Float64Array(width);
  gradient[coordinate] = sign;
  return { motion: waypoint + 1, time: 0, gradient, least, largestMultiplier: Infinity };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
