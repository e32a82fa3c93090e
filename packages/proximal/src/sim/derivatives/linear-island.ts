// A step around its solution, for members that touch each other: all of its linear equations, and both ways through them.
//
// With a = (v⁺ − v)/Δt the step is M a + b(q, v) = τ − D v + Jᵀλ/Δt, Δt D being part of M (member.ts), and σ = J v⁺ + R λ − c*. With
// x = (q, v, θ), positions, velocities and parameters, that is
//   M δv⁺ = P δx + Δt δτ + Jᵀ δλ,
//   δσ    = J δv⁺ + C δx + R δλ,
//   0     = Λ δλ + Σ δσ + F δθ                                    (law.ts)
// so that S δλ = −Σ (C δx + J M⁻¹ (P δx + Δt δτ)) − F δθ with S = Λ + Σ (G + R), G = J M⁻¹ Jᵀ. Columns are solved for all at once;
// backwards, for one cotangent g of v⁺: y = M⁻¹ g, Sᵀ w = J y, u = Σᵀ w, z = y − M⁻¹ Jᵀ u, and
//   gᵀ δv⁺ = (zᵀ P − uᵀ C) δx + Δt zᵀ δτ − wᵀ F δθ.
import { LAW_SIZE } from './law.ts';
import { Factored } from './linear-solve.ts';
import type { Placed } from './placed.ts';
import type { Columns } from './row-block.ts';
import type { JointTangent } from './tangent.ts';

/** What the equations need of some rows: J, rows × degrees of freedom, and the islands' columns that those are. */
export interface LinearRows {
  readonly row: number;
  readonly rows: number;
  readonly columns: Pick<Columns, 'dofs' | 'target'>;
  readonly jacobian: Float64Array;
}

/** What the friction of a contact, with its law at `row`, changes by with a parameter. */
export interface FrictionRate {
  readonly triple: number;
  readonly column: number;
  readonly rate: number;
}

export class LinearIsland {
  /** Columns of P and C: positions, velocities, parameters. */
  readonly width: number;
  /** P: n × width, and C: rows × width. */
  readonly push: Float64Array;
  readonly change: Float64Array;
  readonly blocks: LinearRows[] = [];
  /** Λ, Σ and f of each triple of rows after the bilateral ones. */
  readonly laws: Float64Array;
  readonly frictions: FrictionRate[] = [];
  /** How the integration goes on with each member's velocities, in the order of `placed`. */
  readonly tangents: (readonly JointTangent[])[] = [];
  private factored: Factored | null = null;
  /** M⁻¹ Jᵀ, by rows of J: rows × n. */
  private response = new Float64Array(0);

  /** @param n coordinates of all members together @param bilateral rows that always hold; they come first */
  constructor(
    readonly placed: readonly Placed[],
    readonly n: number,
    readonly parameters: number,
    readonly rows: number,
    readonly bilateral: number,
    private readonly timeStep: number,
    private readonly compliance: number,
  ) {
    this.width = 2 * n + parameters;
    this.push = new Float64Array(n * this.width);
    this.change = new Float64Array(rows * this.width);
    this.laws = new Float64Array((LAW_SIZE * (rows - bilateral)) / 3);
  }

  /** δv⁺ by all columns and then by the torques: n × (width + n). */
  solveColumns(): Float64Array {
    const { n, width, rows, push, change } = this;
    const wide = width + n;
    const velocity = new Float64Array(n * wide);
    for (const { member, first, inverse } of this.placed) {
      const { nv } = member.model;
      for (let i = 0; i < nv; i++) {
        const to = (first + i) * wide;
        for (let k = 0; k < nv; k++) {
          const factor = inverse[i * nv + k];
          if (factor === 0) continue;
          addRow(velocity, to, factor, push, (first + k) * width, width);
          velocity[to + width + first + k] = this.timeStep * factor;
        }
      }
    }
    if (rows === 0) return velocity;
    const slip = new Float64Array(rows * wide);
    for (let row = 0; row < rows; row++) for (let c = 0; c < width; c++) slip[row * wide + c] = change[row * width + c];
    this.forEachEntry((row, coordinate, value) => addRow(slip, row * wide, value, velocity, coordinate * wide, wide));
    const right = this.applySigma(slip, wide);
    for (const { triple, column, rate } of this.frictions) {
      const [row, at] = [this.bilateral + 3 * triple, LAW_SIZE * triple + 18];
      for (let k = 0; k < 3; k++) right[(row + k) * wide + column] -= rate * this.laws[at + k];
    }
    const impulses = this.factor().solve(right, wide);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < n; k++) {
        const factor = this.response[row * n + k];
        if (factor !== 0) addRow(velocity, k * wide, factor, impulses, row * wide, wide);
      }
    }
    return velocity;
  }

  /** A cotangent of v⁺ as one of all columns and then of the torques: width + n numbers. */
  pullBack(g: Float64Array): Float64Array {
    const { n, width, rows, push, change, laws, bilateral } = this;
    const out = new Float64Array(width + n);
    const z = new Float64Array(n);
    for (const { member, first, inverse } of this.placed) {
      const { nv } = member.model;
      for (let i = 0; i < nv; i++) for (let k = 0; k < nv; k++) z[first + i] += inverse[i * nv + k] * g[first + k];
    }
    if (rows > 0) {
      const right = new Float64Array(rows);
      this.forEachEntry((row, coordinate, value) => {
        right[row] += value * z[coordinate];
      });
      const w = this.factor().solveTransposed(right);
      const u = this.applySigmaTransposed(w);
      for (let row = 0; row < rows; row++) {
        if (u[row] === 0) continue;
        addRow(z, 0, -u[row], this.response, row * n, n);
        addRow(out, 0, -u[row], change, row * width, width);
      }
      for (const { triple, column, rate } of this.frictions)
        for (let k = 0; k < 3; k++)
          out[column] -= rate * laws[LAW_SIZE * triple + 18 + k] * w[bilateral + 3 * triple + k];
    }
    for (let k = 0; k < n; k++) {
      addRow(out, 0, z[k], push, k * width, width);
      out[width + k] = this.timeStep * z[k];
    }
    return out;
  }

  /** S, factored; M⁻¹ Jᵀ on the way. */
  private factor(): Factored {
    if (this.factored) return this.factored;
    const { n, rows, bilateral, laws, compliance } = this;
    this.response = new Float64Array(rows * n);
    const delassus = new Float64Array(rows * rows);
    // Rows of nobody have a mass of 1 kg.
    for (let row = 0; row < rows; row++) delassus[row * rows + row] = 1 + compliance;
    for (const { row, rows: count } of this.blocks)
      for (let k = row; k < row + count; k++) delassus[k * rows + k] = compliance;
    this.respond();
    const { response } = this;
    this.forEachEntry((row, coordinate, value) => {
      for (let k = 0; k < rows; k++) delassus[row * rows + k] += value * response[k * n + coordinate];
    });
    const system = this.applySigma(delassus, rows);
    for (let k = 0; k < system.length; k++) system[k] = -system[k];
    for (let triple = 0; 3 * triple < rows - bilateral; triple++) {
      const [row, at] = [bilateral + 3 * triple, LAW_SIZE * triple];
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) system[(row + i) * rows + row + j] += laws[at + 3 * i + j];
    }
    this.factored = new Factored(system, rows);
    return this.factored;
  }

  private respond(): void {
    const { n, response } = this;
    const owner = new Int32Array(n);
    for (const [index, { member, first }] of this.placed.entries()) owner.fill(index, first, first + member.model.nv);
    this.forEachEntry((row, coordinate, value) => {
      const { member, first, inverse } = this.placed[owner[coordinate]];
      const { nv } = member.model;
      addRow(response, row * n + first, value, inverse, (coordinate - first) * nv, nv);
    });
  }

  /** −Σ X, X having rows of `wide` numbers. */
  private applySigma(x: Float64Array, wide: number): Float64Array {
    const { rows, bilateral, laws } = this;
    const out = new Float64Array(rows * wide);
    for (let k = 0; k < bilateral * wide; k++) out[k] = -x[k];
    for (let triple = 0; 3 * triple < rows - bilateral; triple++) {
      const row = bilateral + 3 * triple;
      const at = LAW_SIZE * triple + 9;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          const factor = laws[at + 3 * i + j];
          if (factor !== 0) addRow(out, (row + i) * wide, -factor, x, (row + j) * wide, wide);
        }
    }
    return out;
  }

  private applySigmaTransposed(w: Float64Array): Float64Array {
    const { rows, bilateral, laws } = this;
    const out = w.slice();
    out.fill(0, bilateral);
    for (let triple = 0; 3 * triple < rows - bilateral; triple++) {
      const row = bilateral + 3 * triple;
      const at = LAW_SIZE * triple + 9;
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out[row + j] += laws[at + 3 * i + j] * w[row + i];
    }
    return out;
  }

  /** Calls `visit` with the entries of J. */
  private forEachEntry(visit: (row: number, coordinate: number, value: number) => void): void {
    for (const { row, rows, columns, jacobian } of this.blocks) {
      const { dofs, target } = columns;
      for (let k = 0; k < rows; k++)
        for (let c = 0; c < dofs; c++) {
          const value = jacobian[k * dofs + c];
          if (value !== 0) visit(row + k, target[c], value);
        }
    }
  }
}

function addRow(out: Float64Array, to: number, factor: number, x: Float64Array, from: number, count: number): void {
  for (let k = 0; k < count; k++) out[to + k] += factor * x[from + k];
}
