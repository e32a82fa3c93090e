// Solves M X = Y for many columns: the factors of articulated.ts as a sparse matrix.
//
// The inward pass of a solve is uⱼ = yⱼ − Σ hᵢⱼ uᵢ over the degrees of freedom i beyond j in its subtree, with hᵢⱼ = Sⱼ·Uᵢ/Dᵢ, and the outward
// pass is xᵢ = uᵢ/Dᵢ − Σ hᵢⱼ xⱼ over the degrees of freedom j between i and the world. So M = Hᵀ D H, where the unit triangular matrix H of
// the hᵢⱼ has the sparsity of the tree (Featherstone, 6.3–6.5). Computing H takes seven multiplications per entry, and a solve two; the passes
// of articulated.ts take 24 per degree of freedom.
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { dot6 } from './spatial.ts';

/** The largest mean number of entries in a row of H for which a solve takes no longer than the passes of articulated.ts. */
const maxEntries = 12;

export class AncestorFactor {
  /** The range of each row's entries: `first[i]` to `first[i + 1]` − 1. */
  private readonly first: Int32Array;
  /** The column of each entry, and its value. */
  private readonly columns: Int32Array;
  private readonly entries: Float64Array;
  /** Three columns of X, interleaved. */
  private readonly x: Float64Array;

  private constructor(columns: readonly number[], first: Int32Array) {
    this.first = first;
    this.columns = Int32Array.from(columns);
    this.entries = new Float64Array(columns.length);
    this.x = new Float64Array(3 * (first.length - 1));
  }

  /** The memory of a model's factor; null if it has mimic joints, without such a factor, or long chains, for which `solveMass` is faster. */
  static of({ tree, nv }: Model): AncestorFactor | null {
    if (tree.hasMimic) return null;
    const columns: number[] = [];
    const first = new Int32Array(nv + 1);
    for (let dof = 0; dof < nv; dof++) {
      for (let other = tree.dofParent[dof]; other >= 0; other = tree.dofParent[other]) columns.push(other);
      if (columns.length > maxEntries * nv) return null;
      first[dof + 1] = columns.length;
    }
    return new AncestorFactor(columns, first);
  }

  /** Computes H from the factors of `factorMass`. */
  update({ axes, U, Dinv }: Data): void {
    const { first, columns, entries } = this;
    for (let dof = 0; dof < first.length - 1; dof++)
      for (let at = first[dof]; at < first[dof + 1]; at++)
        entries[at] = Dinv[dof] * dot6(axes, 6 * columns[at], U, 6 * dof);
  }

  /**
   * Writes M⁻¹ by rows, from index `at` of `out`, after `update`. H M⁻¹ = D⁻¹ H⁻ᵀ is zero below the diagonal, and 1/Dᵢ on it, so row i of M⁻¹ up
   * to its diagonal is −Σ hᵢⱼ times row j, and 1/Dᵢ on the diagonal. The rest of the row follows by symmetry.
   */
  invert({ Dinv }: Data, out: Float64Array, at: number): void {
    const { first, columns, entries } = this;
    const nv = first.length - 1;
    for (let i = 0; i < nv; i++) {
      const row = at + i * nv;
      for (let k = 0; k < i; k++) out[row + k] = 0;
      let entry = first[i];
      // Two rows at a time, which halves the loads and stores of the sum.
      for (; entry + 1 < first[i + 1]; entry += 2) {
        const h = entries[entry];
        const g = entries[entry + 1];
        const from = at + columns[entry] * nv;
        const other = at + columns[entry + 1] * nv;
        for (let k = 0; k < i; k++) out[row + k] -= h * out[from + k] + g * out[other + k];
      }
      for (; entry < first[i + 1]; entry++) {
        const from = at + columns[entry] * nv;
        for (let k = 0; k < i; k++) out[row + k] -= entries[entry] * out[from + k];
      }
      let diagonal = Dinv[i];
      for (entry = first[i]; entry < first[i + 1]; entry++) diagonal -= entries[entry] * out[row + columns[entry]];
      out[row + i] = diagonal;
      for (let k = 0; k < i; k++) out[at + k * nv + i] = out[row + k];
    }
  }

  /** Solves for three columns after `update`. Both arrays have them one after the other, from index `at`. */
  solveTriple({ Dinv }: Data, y: Float64Array, out: Float64Array, at: number): void {
    const { first, columns, entries, x } = this;
    const nv = first.length - 1;
    for (let dof = 0; dof < nv; dof++) {
      x[3 * dof] = y[at + dof];
      x[3 * dof + 1] = y[at + nv + dof];
      x[3 * dof + 2] = y[at + 2 * nv + dof];
    }
    for (let dof = nv - 1; dof >= 0; dof--) {
      const u = x[3 * dof];
      const v = x[3 * dof + 1];
      const w = x[3 * dof + 2];
      // The right side of a contact is zero on other branches.
      if (u === 0 && v === 0 && w === 0) continue;
      for (let entry = first[dof]; entry < first[dof + 1]; entry++) {
        const to = 3 * columns[entry];
        const h = entries[entry];
        x[to] -= h * u;
        x[to + 1] -= h * v;
        x[to + 2] -= h * w;
      }
      x[3 * dof] = u * Dinv[dof];
      x[3 * dof + 1] = v * Dinv[dof];
      x[3 * dof + 2] = w * Dinv[dof];
    }
    for (let dof = 0; dof < nv; dof++) {
      let u = x[3 * dof];
      let v = x[3 * dof + 1];
      let w = x[3 * dof + 2];
      for (let entry = first[dof]; entry < first[dof + 1]; entry++) {
        const from = 3 * columns[entry];
        const h = entries[entry];
        u -= h * x[from];
        v -= h * x[from + 1];
        w -= h * x[from + 2];
      }
      x[3 * dof] = u;
      x[3 * dof + 1] = v;
      x[3 * dof + 2] = w;
      out[at + dof] = u;
      out[at + nv + dof] = v;
      out[at + 2 * nv + dof] = w;
    }
  }
}
