// The linearized step of an island: all of its linear equations, with forward and reverse mode.
//
// With a = (v⁺ − v)/Δt the step is M a + g(q) = τ − D v + Jᵀλ/Δt, Δt D being part of M (member.ts), and σ = J v⁺ + R λ − c*. With
// x = (q, v, θ), positions, velocities and parameters, and δv⁺ = δv + δd, that is
//   M δd = P δx + Δt δτ + Jᵀ δλ,
//   δσ   = J δd + C δx + R δλ,
//   0    = Λ δλ + Σ δσ + F δx                                     (law.ts)
// so that S δλ = −Σ (C δx + J M⁻¹ (P δx + Δt δτ)) − F δx with S = Λ + Σ (G + R), G = J M⁻¹ Jᵀ. In reverse mode, for a cotangent g
// of v⁺: y = M⁻¹ g, Sᵀ w = J y, u = Σᵀ w, z = y − M⁻¹ Jᵀ u, and
//   gᵀ δv⁺ = gᵀ δv + (zᵀ P − uᵀ C − wᵀ F) δx + Δt zᵀ δτ.
// A gradient needs one g. The whole matrix needs all unit vectors g, which are fewer than the columns. Without damping, drag and actuators, the
// columns of P for velocities are zero. The velocity of a kinematic member stays the same: its M⁻¹ is zero.
import type { LinearLaw } from '../../contact/linear-laws.ts';
import type { CorrectionIsland } from './correction-island.ts';
import { Dense } from './dense.ts';
import { Factored } from './linear-solve.ts';
import type { MotionTangent } from './motion-tangent.ts';
import type { PlacedMember } from './placed-member.ts';
import type { ProjectionMatrix } from './projection-matrix.ts';
import type { ConstraintVariables } from './row-block.ts';
import type { Workspace } from './workspace.ts';

/** The rows of one constraint. */
export interface LinearRows {
  /** The first row in the island. */
  readonly row: number;
  /** The number of rows. */
  readonly rows: number;
  /** The number of degrees of freedom, and the island's column of each. */
  readonly columns: Pick<ConstraintVariables, 'dofs' | 'target'>;
  /** J: rows × degrees of freedom. */
  readonly jacobian: Float64Array;
}

/** An entry of F. */
interface LawChange {
  readonly row: number;
  readonly column: number;
  readonly rate: number;
}

/** Numbers of Λ and Σ of three rows. */
const lawSize = 18;

/**
 * A kink of a step: the derivative is one-sided there.
 *
 * - `'touching'`: a contact or joint limit without impulse that does not separate.
 * - `'sticking'`: friction at its limit, without slip.
 * - `'edge'`: with a pyramid, friction at a corner and slip along the normal of a facet.
 * - `'frame'`: with a pyramid, a normal perpendicular to the z axis, where the pyramid's frame jumps.
 * - `'impact'`: a body was stopped within the step before it would have entered another body (`continuous`). The derivative keeps the time
 *   of the stop fixed.
 * - `'speed'`: a joint was braked because Coriolis forces accelerated it beyond its velocity limit after the solve. The derivative is the one
 *   without the braking.
 * - `'undetermined'`: impulses that are not unique, and velocities that depend on them: rigid contacts that slide in different
 *   directions and can share their load in several ways. A small compliance makes them unique.
 */
export interface StepKink {
  readonly reason: 'touching' | 'sticking' | 'edge' | 'frame' | 'impact' | 'speed' | 'undetermined';
  /** The index in `report().contacts`; null for a joint, or if no single contact is the cause. */
  readonly contact: number | null;
  /**
   * The index in `state.v` of a joint at a limit or with dry friction; for `'impact'` and `'speed'` the first index of the body or robot;
   * otherwise null.
   */
  readonly coordinate: number | null;
}

export class LinearIsland {
  /** The number of columns of P and C: positions, velocities, parameters. */
  readonly width: number;
  /** P: n × width. */
  readonly momentumChange: Float64Array;
  /** C: rows × width. */
  readonly change: Float64Array;
  /** P and C as matrices. */
  private readonly momentum: Dense;
  private readonly velocity: Dense;
  readonly blocks: LinearRows[] = [];
  /** The diagonal of R. */
  readonly compliance: Float64Array;
  readonly kinks: StepKink[] = [];
  /** The correction of positions, if there was one. */
  correction: CorrectionIsland | null = null;
  /** The free motion of each member before forces and contacts, with the midpoint integrator. */
  readonly firstHalves: ProjectionMatrix[] = [];
  /** The projections that closed loops after the step, for members that have them. */
  readonly projections: ProjectionMatrix[] = [];
  /** The motion of each member after its velocities are solved for, in the order of `placed`. */
  readonly tangents: MotionTangent[] = [];
  /** Λ and Σ of each triple of rows after the bilateral rows. */
  private readonly laws: Float64Array;
  /** The entries of R off its diagonal. */
  private readonly offDiagonal: { readonly row: number; readonly by: number; readonly rate: number }[] = [];
  /** The nonzero entries of F. */
  private readonly lawChanges: LawChange[] = [];
  private factored: Factored | null = null;
  /** J M⁻¹, once all rows are added: rows × n. */
  private response: Dense = Dense.zero(0, 0);
  /** The memory of all arrays. */
  readonly workspace: Workspace;

  /**
   * @param n the number of velocity coordinates of all members together
   * @param bilateral the number of bilateral rows, which come first
   * @param isIncremental whether the equations are of the change δd = δv⁺ − δv, otherwise of δv⁺ itself
   */
  constructor(
    readonly placed: readonly PlacedMember[],
    readonly n: number,
    readonly parameters: number,
    readonly rows: number,
    readonly bilateral: number,
    private readonly timeStep: number,
    private readonly isIncremental = true,
  ) {
    this.width = 2 * n + parameters;
    this.workspace = placed[0].workspace;
    const { workspace } = this;
    this.momentum = workspace.zero(n, this.width);
    this.velocity = workspace.zero(rows, this.width);
    this.momentumChange = this.momentum.numbers;
    this.change = this.velocity.numbers;
    this.compliance = workspace.array(rows);
    this.laws = workspace.array((lawSize * (rows - bilateral)) / 3);
  }

  /** Sets Λ and Σ of the three rows from `row` on. */
  setLaw(row: number, { byImpulse, byVelocity }: LinearLaw): void {
    const at = (lawSize * (row - this.bilateral)) / 3;
    this.laws.set(byImpulse, at);
    this.laws.set(byVelocity, at + 9);
  }

  /** σ of a row has the term `rate` times λ of the row `by`. */
  couple(row: number, by: number, rate: number): void {
    this.offDiagonal.push({ row, by, rate });
  }

  addLawChange(row: number, column: number, rate: number): void {
    if (rate !== 0) this.lawChanges.push({ row, column, rate });
  }

  /** δv⁺ with respect to all columns and then to the torques: n × (width + n). */
  solveColumns(): Dense {
    return this.pullBack(this.workspace.identity(this.n), true);
  }

  /**
   * Pulls back the cotangents of v⁺ in the m rows of g to cotangents of all columns and then of the torques: m × (width + n).
   * @param isUnit whether g is the identity matrix
   */
  pullBack(g: Dense, isUnit = false): Dense {
    const { n, width, rows, momentum, velocity, timeStep } = this;
    const m = g.rows;
    const out = this.workspace.zero(m, width + n);
    const byColumns = out.block(0, 0, m, width);
    const z = this.solveMasses(g);
    if (rows > 0) {
      const factored = this.factor();
      const y = isUnit ? this.response : this.workspace.zero(rows, m).addProduct(this.response, this.transposed(g));
      const w = factored.solveTransposed(y);
      if (!factored.isConsistent) this.addUndeterminedKink();
      const u = this.applySigmaTransposed(w);
      z.addProduct(u, this.response, -1);
      byColumns.addProduct(u, velocity, -1);
      this.addLawChanges(w, out);
    }
    const columns = this.hasVelocityOrParameterChange() ? width : n;
    out.block(0, 0, m, columns).addProduct(z, momentum.block(0, 0, n, columns));
    out.block(0, width, m, n).add(z, timeStep);
    if (this.isIncremental) out.block(0, n, m, n).add(g);
    return out;
  }

  /** Whether P has entries in columns other than positions. */
  private hasVelocityOrParameterChange(): boolean {
    const { n, width, momentumChange } = this;
    for (let row = 0; row < n; row++)
      for (let k = row * width + n; k < (row + 1) * width; k++) if (momentumChange[k] !== 0) return true;
    return false;
  }

  private addUndeterminedKink(): void {
    if (this.kinks.some(({ reason }) => reason === 'undetermined')) return;
    this.kinks.push({ reason: 'undetermined', contact: null, coordinate: null });
  }

  /** M⁻¹ g. */
  private solveMasses(g: Dense): Dense {
    const out = this.workspace.zero(g.rows, this.n);
    for (const { member, first, inverse } of this.placed) {
      const { nv } = member.model;
      for (let i = 0; i < g.rows; i++) {
        const from = g.at(i, first);
        const to = out.at(i, first);
        for (let k = 0; k < nv; k++) {
          const factor = g.values[from + k];
          if (factor !== 0) addRow(out.values, to, factor, inverse.values, inverse.at(k, 0), nv);
        }
      }
    }
    return out;
  }

  private transposed(x: Dense): Dense {
    const out = this.workspace.zero(x.columns, x.rows);
    for (let i = 0; i < x.rows; i++) {
      const from = x.at(i, 0);
      for (let j = 0; j < x.columns; j++) out.values[out.at(j, i)] = x.values[from + j];
    }
    return out;
  }

  /** −wᵀ F. */
  private addLawChanges(w: Dense, out: Dense): void {
    for (const { row, column, rate } of this.lawChanges)
      for (let i = 0; i < out.rows; i++) out.values[out.at(i, column)] -= rate * w.values[w.at(row, i)];
  }

  /** Factors S, and computes J M⁻¹. */
  private factor(): Factored {
    if (this.factored) return this.factored;
    const { n, rows, bilateral, laws, compliance, workspace, velocity } = this;
    const delassus = workspace.zero(rows, rows);
    // Rows that move no member get a virtual mass of 1 kg.
    for (let row = 0; row < rows; row++) delassus.values[delassus.at(row, row)] = 1 + compliance[row];
    for (const { row, rows: height } of this.blocks)
      for (let k = row; k < row + height; k++) delassus.values[delassus.at(k, k)] = compliance[k];
    for (const { row, by, rate } of this.offDiagonal) delassus.values[delassus.at(row, by)] += rate;
    const jacobian = this.jacobianMatrix();
    if (this.isIncremental) velocity.block(0, n, rows, n).add(jacobian);
    this.response = workspace.zero(rows, n);
    this.forEachPart((row, height, { first, member: { model }, inverse }) => {
      const part = jacobian.block(row, first, height, model.nv);
      this.response.block(row, first, height, model.nv).addProduct(part, inverse);
    });
    const columns = this.transposed(this.response);
    this.forEachPart((row, height, { first, member: { model } }) => {
      const part = jacobian.block(row, first, height, model.nv);
      delassus.slice(row, row + height).addProduct(part, columns.slice(first, first + model.nv));
    });
    const system = this.applySigma(delassus);
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) system[(row + i) * rows + row + j] += laws[law + 3 * i + j];
    });
    this.factored = new Factored(system, rows, workspace);
    return this.factored;
  }

  /** J: rows × n. */
  private jacobianMatrix(): Dense {
    const out = this.workspace.zero(this.rows, this.n);
    for (const { row, rows, columns, jacobian } of this.blocks) {
      const { dofs, target } = columns;
      for (let k = 0; k < rows; k++)
        for (let c = 0; c < dofs; c++) out.values[out.at(row + k, target[c])] += jacobian[k * dofs + c];
    }
    return out;
  }

  /** Visits the parts of J that are not zero: `height` rows from `row` on in the columns of a member. */
  private forEachPart(visit: (row: number, height: number, placed: PlacedMember) => void): void {
    for (const { row, rows, columns } of this.blocks)
      for (const placed of this.placed) {
        const { first, member } = placed;
        const stop = first + member.model.nv;
        let isMoved = false;
        for (let c = 0; c < columns.dofs && !isMoved; c++)
          isMoved = columns.target[c] >= first && columns.target[c] < stop;
        if (isMoved) visit(row, rows, placed);
      }
  }

  /** Σ X, X being rows × rows. */
  private applySigma({ values, start }: Dense): Float64Array {
    const { rows, bilateral, laws } = this;
    const out = this.workspace.array(rows * rows);
    for (let k = 0; k < bilateral * rows; k++) out[k] = values[start + k];
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const factor = laws[law + 9 + 3 * i + j];
          if (factor !== 0) addRow(out, (row + i) * rows, factor, values, start + (row + j) * rows, rows);
        }
      }
    });
    return out;
  }

  /** wᵀ Σ, m × rows; w is rows × m. */
  private applySigmaTransposed(w: Dense): Dense {
    const { rows, bilateral, laws } = this;
    const m = w.columns;
    const out = this.workspace.zero(m, rows);
    for (let row = 0; row < bilateral; row++)
      for (let k = 0; k < m; k++) out.values[out.at(k, row)] = w.values[w.at(row, k)];
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++) {
        const from = w.at(row + i, 0);
        for (let j = 0; j < 3; j++) {
          const factor = laws[law + 9 + 3 * i + j];
          for (let k = 0; factor !== 0 && k < m; k++) out.values[out.at(k, row + j)] += factor * w.values[from + k];
        }
      }
    });
    return out;
  }
}

function addRow(out: Float64Array, to: number, factor: number, x: Float64Array, from: number, count: number): void {
  for (let k = 0; k < count; k++) out[to + k] += factor * x[from + k];
}

/** Calls `visit` with the first row of each contact or joint, and the index of its law. */
function forEachTriple(rows: number, bilateral: number, visit: (row: number, law: number) => void): void {
  for (let row = bilateral; row < rows; row += 3) visit(row, (lawSize * (row - bilateral)) / 3);
}
