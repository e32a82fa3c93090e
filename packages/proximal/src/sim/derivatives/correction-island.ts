// The position correction of an island (correction.ts), linearized at its solution. Active rows and all closures stay active; inactive rows
// are left out. With respect to the columns x = (q, v, θ) and v⁺, the derivatives satisfy
//   M δu = δ(Jᵀ) λ − δM u + Jᵀ δλ,   J δu + δJ u + R δλ + δR λ − δt = 0:
// these are the equations of a step whose rows are all bilateral, with v⁺ as additional columns.
import type { Dense } from './dense.ts';
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
    this.linear = new LinearIsland(placed, n, parameters + n, rows, rows, timeStep, false);
    this.after = 2 * n + parameters;
  }

  /** The derivative of the scaled u with respect to the columns of a step, given δv⁺ with respect to the same columns. */
  solveColumns(after: Dense): Dense {
    const { n } = this;
    const { workspace } = this.linear;
    const found = this.linear.pullBack(this.throughScaling(workspace.identity(n)));
    const out = workspace.zero(n, after.columns);
    out.block(0, 0, n, this.after).set(found.block(0, 0, n, this.after));
    return out.addProduct(found.block(0, this.after, n, n), after);
  }

  /** Pulls back a cotangent g of the scaled u: adds the cotangent of v⁺ to `after` and returns the cotangent of the columns x. */
  pullBack(g: Float64Array, after: Float64Array): Float64Array {
    const found = this.linear.pullBack(this.throughScaling(this.linear.workspace.copyOf(1, this.n, g))).numbers;
    for (let j = 0; j < this.n; j++) after[j] += found[this.after + j];
    return found.subarray(0, this.after);
  }

  /** Converts cotangents of the scaled velocity, a row each, to cotangents of u. The scaling fixes the speed of the fastest coordinate k. */
  private throughScaling(g: Dense): Dense {
    const { n, velocity, fraction } = this;
    if (fraction === 1) return g;
    let k = 0;
    for (let i = 1; i < n; i++) if (Math.abs(velocity[i]) > Math.abs(velocity[k])) k = i;
    for (let row = 0; row < g.rows; row++) {
      g.scaleRow(row, fraction);
      let along = 0;
      for (let i = 0; i < n; i++) along += g.values[g.at(row, i)] * velocity[i];
      g.values[g.at(row, k)] -= along / velocity[k];
    }
    return g;
  }
}
