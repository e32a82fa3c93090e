// The position correction of an island (correction.ts), linearized at its solution. Active rows and all closures stay active; inactive rows are
// left out. By the columns x = (q, v, θ) and v⁺, the derivatives satisfy
//   M δu = δ(Jᵀ) λ − δM u + Jᵀ δλ,   J δu + δJ u + R δλ + δR λ − δt = 0:
// these are the equations of a step whose rows are all bilateral, with v⁺ as additional columns.
import { LinearIsland } from './linear-island.ts';
import type { PlacedMember } from './placed-member.ts';

export class CorrectionIsland {
  readonly linear: LinearIsland;
  /** The first column of v⁺. */
  readonly after: number;

  /**
   * @param velocity u of the island's coordinates, before scaling
   * @param fraction the factor that limits u to the correction speed
   */
  constructor(
    placed: readonly PlacedMember[],
    private readonly n: number,
    parameters: number,
    rows: number,
    timeStep: number,
    private readonly velocity: Float64Array,
    private readonly fraction: number,
  ) {
    this.linear = new LinearIsland(placed, n, parameters + n, rows, rows, timeStep);
    this.after = 2 * n + parameters;
  }

  /** δu by the columns of a step, given δv⁺ by the same columns; both are n × wide. */
  solveColumns(after: Float64Array, wide: number): Float64Array {
    const { n } = this;
    const { workspace } = this.linear;
    const out = workspace.array(n * wide);
    const units = workspace.array(n * n);
    for (let k = 0; k < n; k++) units[k * n + k] = 1;
    const found = this.linear.pullBack(this.throughScaling(units, n), n);
    const width = this.linear.width + n;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < this.after; c++) out[i * wide + c] = found[i * width + c];
      for (let j = 0; j < n; j++) {
        const factor = found[i * width + this.after + j];
        if (factor !== 0) for (let c = 0; c < wide; c++) out[i * wide + c] += factor * after[j * wide + c];
      }
    }
    return out;
  }

  /** Pulls back a cotangent g of u: adds the cotangent of v⁺ to `after` and returns the cotangent of the columns x. */
  pullBack(g: Float64Array, after: Float64Array): Float64Array {
    const found = this.linear.pullBack(this.throughScaling(g, 1), 1);
    for (let j = 0; j < this.n; j++) after[j] += found[this.after + j];
    return found.subarray(0, this.after);
  }

  /**
   * Converts cotangents of the scaled velocity, m × n, to cotangents of u. The scaling fixes the speed of the fastest coordinate
   * k.
   */
  private throughScaling(g: Float64Array, m: number): Float64Array {
    const { n, velocity, fraction } = this;
    if (fraction === 1) return g;
    let k = 0;
    for (let i = 1; i < n; i++) if (Math.abs(velocity[i]) > Math.abs(velocity[k])) k = i;
    const out = g.map((x) => fraction * x);
    for (let row = 0; row < m; row++) {
      let along = 0;
      for (let i = 0; i < n; i++) along += out[row * n + i] * velocity[i];
      out[row * n + k] -= along / velocity[k];
    }
    return out;
  }
}
