// The linearized step of an island: all of its linear equations, with forward and reverse mode.
//
// With a = (v⁺ − v)/Δt the step is M a + g(q) = τ − D v + Jᵀλ/Δt, Δt D being part of M (member.ts), and σ = J v⁺ + R λ − c*. With
// x = (q, v, θ), positions, velocities and parameters, that is
//   M δv⁺ = P δx + Δt δτ + Jᵀ δλ,
//   δσ    = J δv⁺ + C δx + R δλ,
//   0     = Λ δλ + Σ δσ + F δx                                    (law.ts)
// so that S δλ = −Σ (C δx + J M⁻¹ (P δx + Δt δτ)) − F δx with S = Λ + Σ (G + R), G = J M⁻¹ Jᵀ. In reverse mode, for a cotangent g
// of v⁺: y = M⁻¹ g, Sᵀ w = J y, u = Σᵀ w, z = y − M⁻¹ Jᵀ u, and
//   gᵀ δv⁺ = (zᵀ P − uᵀ C − wᵀ F) δx + Δt zᵀ δτ.
// A gradient needs one g. The whole matrix needs all unit vectors g, which are fewer than the columns.
import type { LinearLaw } from '../../contact/linear-laws.ts';
import type { CorrectionIsland } from './correction-island.ts';
import { Dense } from './dense.ts';
import { Factored } from './linear-solve.ts';
import type { MotionTangent } from './motion-tangent.ts';
import type { PlacedMember } from './placed-member.ts';
import type { ProjectionMatrix } from './projection-matrix.ts';
import type { Columns } from './row-block.ts';
import type { Workspace } from './workspace.ts';

/** The rows of one constraint. */
export interface LinearRows {
  /** The first row in the island. */
  readonly row: number;
  /** The number of rows. */
  readonly rows: number;
  /** The number of degrees of freedom, and the island's column of each. */
  readonly columns: Pick<Columns, 'dofs' | 'target'>;
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
  /** 1 for each coordinate of a kinematic member. */
  private readonly isKinematic: Uint8Array;
  /** Λ and Σ of each triple of rows after the bilateral rows. */
  private readonly laws: Float64Array;
  /** The entries of R off its diagonal. */
  private readonly offDiagonal: { readonly row: number; readonly by: number; readonly rate: number }[] = [];
  /** The nonzero entries of F. */
  private readonly lawChanges: LawChange[] = [];
  private factored: Factored | null = null;
  /** J, once all rows are added. */
  private entries: Entries | null = null;
  /** M⁻¹ Jᵀ, by rows of J: rows × n. */
  private response: Float64Array = new Float64Array(0);
  /** The memory of all arrays. */
  readonly workspace: Workspace;

  /**
   * @param n the number of velocity coordinates of all members together
   * @param bilateral the number of bilateral rows, which come first
   */
  constructor(
    readonly placed: readonly PlacedMember[],
    readonly n: number,
    readonly parameters: number,
    readonly rows: number,
    readonly bilateral: number,
    private readonly timeStep: number,
  ) {
    this.width = 2 * n + parameters;
    this.workspace = placed[0].workspace;
    const { workspace } = this;
    this.momentumChange = workspace.array(n * this.width);
    this.change = workspace.array(rows * this.width);
    this.compliance = workspace.array(rows);
    this.isKinematic = new Uint8Array(n);
    this.laws = workspace.array((lawSize * (rows - bilateral)) / 3);
  }

  /** The velocity of a kinematic member is the same after the step: δv⁺ = δv, and M⁻¹ = 0. */
  keepVelocity(first: number, nv: number): void {
    this.isKinematic.fill(1, first, first + nv);
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

  /** δv⁺ by all columns and then by the torques: n × (width + n). */
  solveColumns(): Float64Array {
    const { n } = this;
    const units = this.workspace.array(n * n);
    for (let k = 0; k < n; k++) units[k * n + k] = 1;
    return this.pullBack(units, n);
  }

  /** Pulls back m cotangents of v⁺, m × n numbers, to cotangents of all columns and then of the torques: m × (width + n) numbers. */
  pullBack(g: Float64Array, m: number): Float64Array {
    const { n, width, rows, momentumChange, change, timeStep } = this;
    const wide = width + n;
    const out = this.workspace.array(m * wide);
    const byColumns = new Dense(m, width, out, 0, wide);
    const z = this.solveMasses(g, m);
    if (rows > 0) {
      const factored = this.factor();
      const w = factored.solveTransposed(this.rowVelocitiesOf(z, m), m);
      if (!factored.isConsistent) this.addUndeterminedKink();
      const u = this.applySigmaTransposed(w, m);
      new Dense(m, n, z).addProduct(u, new Dense(rows, n, this.response), -1);
      byColumns.addProduct(u, new Dense(rows, width, change), -1);
      this.addLawChanges(w, m, out);
    }
    byColumns.addProduct(new Dense(m, n, z), new Dense(n, width, momentumChange));
    for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) out[i * wide + width + k] = timeStep * z[i * n + k];
    for (let k = 0; k < n; k++)
      if (this.isKinematic[k] === 1) for (let i = 0; i < m; i++) out[i * wide + n + k] += g[i * n + k];
    return out;
  }

  private addUndeterminedKink(): void {
    if (this.kinks.some(({ reason }) => reason === 'undetermined')) return;
    this.kinks.push({ reason: 'undetermined', contact: null, coordinate: null });
  }

  /** M⁻¹ g. */
  private solveMasses(g: Float64Array, m: number): Float64Array {
    const { n } = this;
    const out = this.workspace.array(m * n);
    for (const { member, first, inverse } of this.placed) {
      const { nv } = member.model;
      for (let i = 0; i < m; i++) {
        for (let k = 0; k < nv; k++) {
          const factor = g[i * n + first + k];
          if (factor !== 0) addRow(out, i * n + first, factor, inverse, k * nv, nv);
        }
      }
    }
    return out;
  }

  /** J z of m vectors: rows × m. */
  private rowVelocitiesOf(z: Float64Array, m: number): Float64Array {
    const { n } = this;
    const { rows, coordinates, values, count } = this.jacobianEntries();
    const out = this.workspace.array(this.rows * m);
    for (let e = 0; e < count; e++) {
      const value = values[e];
      const to = rows[e] * m;
      const from = coordinates[e];
      for (let i = 0; i < m; i++) out[to + i] += value * z[i * n + from];
    }
    return out;
  }

  /** −wᵀ F. */
  private addLawChanges(w: Float64Array, m: number, out: Float64Array): void {
    const wide = this.width + this.n;
    for (const { row, column, rate } of this.lawChanges)
      for (let i = 0; i < m; i++) out[i * wide + column] -= rate * w[row * m + i];
  }

  /** Factors S, and computes M⁻¹ Jᵀ. */
  private factor(): Factored {
    if (this.factored) return this.factored;
    const { n, rows, bilateral, laws, compliance } = this;
    this.response = this.workspace.array(rows * n);
    const delassus = this.workspace.array(rows * rows);
    // Rows that move no member get a virtual mass of 1 kg.
    for (let row = 0; row < rows; row++) delassus[row * rows + row] = 1 + compliance[row];
    for (const { row, rows: height } of this.blocks)
      for (let k = row; k < row + height; k++) delassus[k * rows + k] = compliance[k];
    for (const { row, by, rate } of this.offDiagonal) delassus[row * rows + by] += rate;
    this.respond();
    const { response, isKinematic, change, width } = this;
    const { rows: entryRows, coordinates, values, count } = this.jacobianEntries();
    for (let e = 0; e < count; e++) {
      const value = values[e];
      const row = entryRows[e];
      const coordinate = coordinates[e];
      // J δv⁺ of a kinematic member is J δv.
      if (isKinematic[coordinate] === 1) change[row * width + n + coordinate] += value;
      for (let k = 0; k < rows; k++) delassus[row * rows + k] += value * response[k * n + coordinate];
    }
    const system = this.applySigma(delassus);
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) system[(row + i) * rows + row + j] += laws[law + 3 * i + j];
    });
    this.factored = new Factored(system, rows, this.workspace);
    return this.factored;
  }

  private respond(): void {
    const { n, response } = this;
    const owner = new Int32Array(n);
    for (const [index, { member, first }] of this.placed.entries()) owner.fill(index, first, first + member.model.nv);
    const { rows, coordinates, values, count } = this.jacobianEntries();
    for (let e = 0; e < count; e++) {
      const { member, first, inverse } = this.placed[owner[coordinates[e]]];
      const { nv } = member.model;
      addRow(response, rows[e] * n + first, values[e], inverse, (coordinates[e] - first) * nv, nv);
    }
  }

  /** Σ X, X being rows × rows. */
  private applySigma(x: Float64Array): Float64Array {
    const { rows, bilateral, laws } = this;
    const out = this.workspace.array(rows * rows);
    out.set(x.subarray(0, bilateral * rows));
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const factor = laws[law + 9 + 3 * i + j];
          if (factor !== 0) addRow(out, (row + i) * rows, factor, x, (row + j) * rows, rows);
        }
      }
    });
    return out;
  }

  /** wᵀ Σ, m × rows; w is rows × m. */
  private applySigmaTransposed(w: Float64Array, m: number): Dense {
    const { rows, bilateral, laws } = this;
    const out = this.workspace.zero(m, rows);
    for (let row = 0; row < bilateral; row++) for (let k = 0; k < m; k++) out.values[out.at(k, row)] = w[row * m + k];
    forEachTriple(rows, bilateral, (row, law) => {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const factor = laws[law + 9 + 3 * i + j];
          for (let k = 0; factor !== 0 && k < m; k++) out.values[out.at(k, row + j)] += factor * w[(row + i) * m + k];
        }
      }
    });
    return out;
  }

  /** The nonzero entries of J. */
  private jacobianEntries(): Entries {
    if (this.entries) return this.entries;
    let capacity = 0;
    for (const { rows, columns } of this.blocks) capacity += rows * columns.dofs;
    const found = {
      rows: new Int32Array(capacity),
      coordinates: new Int32Array(capacity),
      values: this.workspace.array(capacity),
      count: 0,
    };
    for (const { row, rows, columns, jacobian } of this.blocks) {
      const { dofs, target } = columns;
      for (let k = 0; k < rows; k++)
        for (let c = 0; c < dofs; c++) {
          const value = jacobian[k * dofs + c];
          if (value === 0) continue;
          found.rows[found.count] = row + k;
          found.coordinates[found.count] = target[c];
          found.values[found.count++] = value;
        }
    }
    this.entries = found;
    return found;
  }
}

/** Entries of a matrix; the first `count` are used. */
interface Entries {
  readonly rows: Int32Array;
  readonly coordinates: Int32Array;
  readonly values: Float64Array;
  readonly count: number;
}

function addRow(out: Float64Array, to: number, factor: number, x: Float64Array, from: number, count: number): void {
  for (let k = 0; k < count; k++) out[to + k] += factor * x[from + k];
}

/** Calls `visit` with the first row of each contact or joint, and the index of its law. */
function forEachTriple(rows: number, bilateral: number, visit: (row: number, law: number) => void): void {
  for (let row = bilateral; row < rows; row += 3) visit(row, (lawSize * (row - bilateral)) / 3);
}
