// Model predictive control of the base by the forces of the feet. The robot is one rigid body with small roll and pitch:
//
//     x = (position, roll pitch yaw, velocity, angular velocity),   x[k + 1] = A x[k] + B[k] f[k] + g,
//
// in the horizontal frame of the base: its origin is on the ground below the base, its z axis is up, and its x axis has the yaw of the base. The
// unknowns are x[1] … x[N] and f[0] … f[N − 1]; with N = 16 and four feet, 384 unknowns and 704 rows: the dynamics (12 N), zero forces of swinging
// feet (12 N) and friction pyramids with limits of normal forces (20 N).
import { SparseMatrix } from '../../qp/matrix.ts';
import type { QpProblem } from '../../qp/problem.ts';
import type { QpSolution, QpWarmStart } from '../../qp/solution.ts';
import { QpSolver } from '../../qp/solver.ts';

const states = 12;
const gravity = 9.81;

export interface MpcSettings {
  readonly horizon: number;
  readonly mpcStep: number;
  readonly stateWeights: readonly number[];
  readonly forceWeight: number;
  readonly friction: number;
  readonly maxForce: number;
}

/** The inputs of a solve, which the caller fills, in the horizontal frame of the base. */
export class MpcInput {
  /** The present state. */
  readonly state = new Float64Array(states);
  /** The reference of x[1] … x[N]. */
  readonly reference: Float64Array;
  /** From the center of mass to the lowest point of each foot at each step, in meters. */
  readonly arms: Float64Array;
  /** 1 for feet on the ground, at each step. */
  readonly stance: Uint8Array;
  /** The inverse of the rotational inertia about the center of mass, by rows. */
  readonly inverseInertia = new Float64Array(9);

  constructor(feet: number, horizon: number) {
    this.reference = new Float64Array(states * horizon);
    this.arms = new Float64Array(3 * feet * horizon);
    this.stance = new Uint8Array(feet * horizon);
  }
}

export class CentroidalMpc {
  readonly input: MpcInput;
  /** The last problem, in memory that the next solve overwrites. */
  readonly problem: QpProblem & {
    readonly gradient: Float64Array;
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  };
  private readonly rows: SparseMatrix;
  /** Positions in `rows.values` of the nine entries of each foot's torque at each step, by rows. */
  private readonly torqueEntries: Int32Array;
  private solver: QpSolver | undefined;
  private last: QpSolution | undefined;

  constructor(
    private readonly settings: MpcSettings,
    private readonly mass: number,
    private readonly feet: number,
  ) {
    const { horizon, stateWeights, forceWeight } = settings;
    this.input = new MpcInput(feet, horizon);
    const forces = 3 * feet;
    const size = (states + forces) * horizon;
    const weights = Array.from({ length: size }, (_, j): [number, number, number] => [
      j,
      j,
      j < states * horizon ? stateWeights[j % states] : forceWeight,
    ]);
    const { rows, torqueEntries } = this.assemble();
    this.rows = rows;
    this.torqueEntries = torqueEntries;
    this.problem = {
      hessian: SparseMatrix.fromEntries(size, size, weights),
      gradient: new Float64Array(size),
      constraints: rows,
      lower: new Float64Array(rows.rows),
      upper: new Float64Array(rows.rows),
    };
    this.setConstantLimits();
  }

  /** The constant part of the rows, with placeholders of 1 for the entries of torques, which `fill` writes. */
  private assemble(): { rows: SparseMatrix; torqueEntries: Int32Array } {
    const { feet, mass } = this;
    const { horizon, mpcStep, friction } = this.settings;
    const forces = 3 * feet;
    const firstForce = states * horizon;
    const entries: [number, number, number][] = [];
    const torques: [row: number, column: number][] = [];
    for (let k = 0; k < horizon; k++) {
      const row = states * k;
      for (let i = 0; i < states; i++) {
        entries.push([row + i, row + i, 1]);
        if (k > 0) entries.push([row + i, row - states + i, -1]);
        if (k > 0 && i < 6) entries.push([row + i, row - states + 6 + i, -mpcStep]);
      }
      for (let foot = 0; foot < feet; foot++) {
        const column = firstForce + forces * k + 3 * foot;
        for (let i = 0; i < 3; i++) entries.push([row + 6 + i, column + i, -mpcStep / mass]);
        for (let i = 0; i < 9; i++) {
          const position: [number, number] = [row + 9 + Math.floor(i / 3), column + (i % 3)];
          torques.push(position);
          entries.push([...position, 1]);
        }
        for (let i = 0; i < 3; i++) entries.push([firstForce + forces * k + 3 * foot + i, column + i, 1]);
        const cone = (states + forces) * horizon + 5 * (feet * k + foot);
        for (let i = 0; i < 4; i++) {
          entries.push([cone + i, column + (i >> 1), i % 2 === 0 ? 1 : -1]);
          entries.push([cone + i, column + 2, -friction]);
        }
        entries.push([cone + 4, column + 2, 1]);
      }
    }
    const rows = SparseMatrix.fromEntries((states + forces + 5 * feet) * horizon, (states + forces) * horizon, entries);
    const torqueEntries = Int32Array.from(torques, ([row, column]) => {
      const from = rows.starts[column];
      return from + rows.indices.subarray(from, rows.starts[column + 1]).indexOf(row);
    });
    return { rows, torqueEntries };
  }

  private setConstantLimits(): void {
    const { lower, upper } = this.problem;
    const { horizon, maxForce } = this.settings;
    const first = (states + 3 * this.feet) * horizon;
    for (let row = first; row < lower.length; row++) {
      const isNormal = (row - first) % 5 === 4;
      lower[row] = isNormal ? 0 : -Infinity;
      upper[row] = isNormal ? maxForce : 0;
    }
  }

  /** Discards the last solution and the solver with its adapted penalty. */
  reset(): void {
    this.solver = undefined;
    this.last = undefined;
  }

  /** Solves the problem of `input`, warm-started by the last solution moved by one step. */
  solve(): QpSolution {
    this.fill();
    if (this.solver === undefined)
      this.solver = new QpSolver(this.problem, { tolerance: 1e-4, relativeTolerance: 1e-4, maxIterations: 1000 });
    else this.solver.update(this.problem);
    this.last = this.solver.solve(this.last && this.shifted(this.last));
    return this.last;
  }

  private fill(): void {
    const { state, reference, arms, stance, inverseInertia } = this.input;
    const { gradient, lower, upper } = this.problem;
    const { horizon, mpcStep, stateWeights } = this.settings;
    const { feet, torqueEntries } = this;
    const { values } = this.rows;
    const forces = 3 * feet;
    for (let k = 0; k < horizon; k++) {
      const row = states * k;
      for (let i = 0; i < states; i++) {
        gradient[row + i] = -stateWeights[i] * reference[row + i];
        const fromPresent = k === 0 ? state[i] + (i < 6 ? mpcStep * state[6 + i] : 0) : 0;
        lower[row + i] = fromPresent - (i === 8 ? mpcStep * gravity : 0);
        upper[row + i] = lower[row + i];
      }
      for (let foot = 0; foot < feet; foot++) {
        const node = feet * k + foot;
        const x = arms[3 * node];
        const y = arms[3 * node + 1];
        const z = arms[3 * node + 2];
        for (let i = 0; i < 3; i++) {
          const a = inverseInertia[3 * i];
          const b = inverseInertia[3 * i + 1];
          const c = inverseInertia[3 * i + 2];
          // −Δt I⁻¹ [r]×
          const at = 9 * node + 3 * i;
          values[torqueEntries[at]] = -mpcStep * (b * z - c * y);
          values[torqueEntries[at + 1]] = -mpcStep * (c * x - a * z);
          values[torqueEntries[at + 2]] = -mpcStep * (a * y - b * x);
          const forceRow = states * horizon + forces * k + 3 * foot + i;
          lower[forceRow] = stance[node] ? -Infinity : 0;
          upper[forceRow] = stance[node] ? Infinity : 0;
        }
      }
    }
  }

  /** A solution one step later: the blocks of each step move to the step before it, and the last is repeated. */
  private shifted({ x, multipliers }: QpSolution): QpWarmStart {
    const { horizon } = this.settings;
    const forces = 3 * this.feet;
    const move = (values: Float64Array, sizes: readonly number[]): Float64Array => {
      const moved = values.slice();
      let first = 0;
      for (const size of sizes) {
        moved.copyWithin(first, first + size, first + size * horizon);
        first += size * horizon;
      }
      return moved;
    };
    return { x: move(x, [states, forces]), multipliers: move(multipliers, [states, forces, 5 * this.feet]) };
  }
}
