// Rows of one constraint between two bodies, and the derivatives of J v (v fixed) and of Jᵀ λ (λ fixed) with respect to the configuration.
//
// A row acts on each of its bodies by a spatial force F, six numbers in world axes at the tree's origin. Its entries in J are ± F·S for the columns
// S of the motion subspaces between the body and the world, times the ratio of a mimic joint. A displacement of the degree of freedom j moves the
// subtree of its joint by Sⱼ: ∂Sᵢ/∂qⱼ = Sⱼ × Sᵢ for every i in the subtree or of the same joint, for every kind of joint. So the velocity V of a
// body changes by Sⱼ × (V − V_p), with the velocity V_p of the parent body of j's joint. With the change δF of the force itself, which depends on
// the kind of constraint,
//   δ(J v) = ± (δF·V + F·δV),   δ(Jᵀ λ)ᵢ = ± λ (δF·Sᵢ + F·δSᵢ).
// Sizes of shapes change F but not S; they are columns too.
import { addCrossForce, crossMotion, dot6 } from '../../dynamics/spatial.ts';
import type { ConstraintSide } from './chain.ts';
import type { PlacedMember } from './placed-member.ts';
import { Workspace } from './workspace.ts';

/** The workspace of the first side's member; a new one if both bodies are fixed. */
function workspaceOf(sides: readonly ConstraintSide[]): Workspace {
  return sides.length > 0 ? sides[0].placed.workspace : new Workspace();
}

/** The variables of a constraint: the degrees of freedom of its sides, one side after the other, then parameters. */
export class ConstraintVariables {
  /** The number of degrees of freedom, which come first. */
  readonly dofs: number;
  /** The number of variables. */
  readonly count: number;
  /** The island's column of each variable. */
  readonly target: Int32Array;
  /** The degree of freedom of each variable in its model; −1 for parameters. */
  readonly dof: Int32Array;
  /** The side of each degree of freedom; −1 for parameters. */
  readonly side: Int32Array;
  /** The mimic ratio of each degree of freedom: see `forEachDof` of chain.ts. */
  readonly ratio: Float64Array;

  constructor(sides: readonly ConstraintSide[], parameters: readonly number[]) {
    let dofs = 0;
    for (const { placed, joint } of sides) {
      const { tree } = placed.member.model;
      for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) dofs++;
    }
    this.dofs = dofs;
    this.count = dofs + parameters.length;
    this.target = new Int32Array(this.count);
    this.dof = new Int32Array(this.count).fill(-1);
    this.side = new Int32Array(this.count).fill(-1);
    this.ratio = workspaceOf(sides).array(this.count);
    let at = 0;
    for (let index = 0; index < sides.length; index++) {
      const { placed, joint } = sides[index];
      const { tree } = placed.member.model;
      for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
        this.target[at] = placed.first + tree.coordinate[dof];
        this.dof[at] = dof;
        this.side[at] = index;
        this.ratio[at++] = tree.dofRatio[dof];
      }
    }
    this.target.set(parameters, dofs);
  }
}

export class RowBlock {
  /** F of each side: six numbers per row. */
  readonly forces: readonly Float64Array[];
  /** δF of each side: six numbers per row and column. */
  readonly changes: readonly Float64Array[];
  /** J: rows × degrees of freedom. */
  readonly jacobian: Float64Array;
  /** The memory of all arrays. */
  protected readonly workspace: Workspace;

  /**
   * @param row its first row in the island
   * @param rows the number of its rows
   */
  constructor(
    readonly row: number,
    readonly rows: number,
    readonly sides: readonly ConstraintSide[],
    readonly columns: ConstraintVariables,
  ) {
    this.workspace = workspaceOf(sides);
    const { workspace } = this;
    this.forces = sides.map(() => workspace.array(6 * rows));
    this.changes = sides.map(() => workspace.array(6 * rows * columns.count));
    this.jacobian = workspace.array(rows * columns.dofs);
  }

  /** J from the forces. */
  fillJacobian(): void {
    const { rows, sides, forces, columns, jacobian } = this;
    const { dofs, dof, side, ratio } = columns;
    for (let c = 0; c < dofs; c++) {
      const { placed, sign } = sides[side[c]];
      const force = forces[side[c]];
      for (let k = 0; k < rows; k++)
        jacobian[k * dofs + c] = sign * ratio[c] * dot6(force, 6 * k, placed.data.axes, 6 * dof[c]);
    }
  }

  /** J v of one row. */
  velocityOf(row: number, motion: (placed: PlacedMember) => Float64Array): number {
    let sum = 0;
    for (const [index, { placed, joint, sign }] of this.sides.entries())
      sum += sign * dot6(this.forces[index], 6 * row, motion(placed), 6 * joint);
    return sum;
  }

  /** Adds `factor` · δ(J v) of one row to `out`, by the island's columns. `motion` returns the velocities of the bodies for v. */
  addRowChange(
    row: number,
    motion: (placed: PlacedMember) => Float64Array,
    factor: number,
    out: Float64Array,
    to: number,
  ): void {
    this.addChanges(row, row + 1, motion, factor, out, to, 0);
  }

  /** Like `addRowChange`, for all rows: those of `out` are `width` numbers apart. */
  addRowChanges(
    motion: (placed: PlacedMember) => Float64Array,
    factor: number,
    out: Float64Array,
    to: number,
    width: number,
  ): void {
    this.addChanges(0, this.rows, motion, factor, out, to, width);
  }

  private addChanges(
    first: number,
    end: number,
    motion: (placed: PlacedMember) => Float64Array,
    factor: number,
    out: Float64Array,
    to: number,
    width: number,
  ): void {
    const { sides, forces, changes, columns } = this;
    const { count, target, side, ratio } = columns;
    const turned = this.workspace.array(6 * count);
    for (let index = 0; index < sides.length; index++) {
      const { placed, joint, sign } = sides[index];
      const velocity = motion(placed);
      this.turnVelocities(index, velocity, turned);
      const change = changes[index];
      const force = forces[index];
      for (let row = first; row < end; row++) {
        const start = to + (row - first) * width;
        for (let c = 0; c < count; c++) {
          let sum = dot6(change, 6 * (row * count + c), velocity, 6 * joint);
          if (side[c] === index) sum += ratio[c] * dot6(force, 6 * row, turned, 6 * c);
          out[start + target[c]] += factor * sign * sum;
        }
      }
    }
  }

  /** Writes δV = S × (V − V_p) of a side's body for each of its degrees of freedom, six numbers each. */
  private turnVelocities(index: number, velocity: Float64Array, out: Float64Array): void {
    const { placed, joint } = this.sides[index];
    const { count, dof, side } = this.columns;
    const { parent, dofJoint } = placed.member.model.tree;
    for (let c = 0; c < count; c++) {
      if (side[c] !== index) continue;
      const parentJoint = parent[dofJoint[dof[c]]];
      for (let k = 0; k < 6; k++)
        relative[k] = velocity[6 * joint + k] - (parentJoint < 0 ? 0 : velocity[6 * parentJoint + k]);
      crossMotion(placed.data.axes, 6 * dof[c], relative, 0, out, 6 * c);
    }
  }

  /**
   * Adds δ(Jᵀ λ) to `momentumChange`, `width` numbers for each of the island's coordinates. With the wrench W = Σ λ F, the part of δS is
   * (S_c × S_i)·W = −S_i·(S_c ×* W).
   */
  addImpulseChange(lambda: Float64Array, first: number, momentumChange: Float64Array, width: number): void {
    const { sides, columns } = this;
    const { count, dofs, target, dof, side, ratio } = columns;
    for (let index = 0; index < sides.length; index++) {
      const { placed, sign } = sides[index];
      const { axes } = placed.data;
      const { dofJoint } = placed.member.model.tree;
      const wrenches = this.wrenchChanges(index, lambda, first);
      for (let i = 0; i < dofs; i++) {
        if (side[i] !== index) continue;
        const scale = sign * ratio[i];
        const row = target[i] * width;
        const s = 6 * dof[i];
        const s0 = axes[s];
        const s1 = axes[s + 1];
        const s2 = axes[s + 2];
        const s3 = axes[s + 3];
        const s4 = axes[s + 4];
        const s5 = axes[s + 5];
        for (let c = 0; c < count; c++) {
          // Only ancestors of i and degrees of freedom of its own joint move i.
          const isMoved = side[c] === index && (dof[c] <= dof[i] || dofJoint[dof[c]] === dofJoint[dof[i]]);
          const w = isMoved ? 6 * (count + c) : 6 * c;
          momentumChange[row + target[c]] +=
            scale *
            (s0 * wrenches[w] +
              s1 * wrenches[w + 1] +
              s2 * wrenches[w + 2] +
              s3 * wrenches[w + 3] +
              s4 * wrenches[w + 4] +
              s5 * wrenches[w + 5]);
        }
      }
    }
  }

  /**
   * The changes of a side's wrench W, six numbers for each column: first Σ λ δF, for degrees of freedom that the column does not move; then, for
   * those that it moves, Σ λ δF − S_c ×* W.
   */
  private wrenchChanges(index: number, lambda: Float64Array, first: number): Float64Array {
    const { rows, sides, forces, changes, columns, workspace } = this;
    const { count, dof, side, ratio } = columns;
    const { axes } = sides[index].placed.data;
    const out = workspace.array(12 * count);
    combine(forces[index], 0, rows, 1, lambda, first, wrench, 0);
    for (let c = 0; c < count; c++) {
      const varied = 6 * c;
      const rotated = 6 * (count + c);
      combine(changes[index], varied, rows, count, lambda, first, out, varied);
      if (side[c] !== index) continue;
      addCrossForce(axes, 6 * dof[c], wrench, 0, out, rotated);
      for (let k = 0; k < 6; k++) out[rotated + k] = out[varied + k] - ratio[c] * out[rotated + k];
    }
    return out;
  }
}

const [relative, wrench] = [new Float64Array(6), new Float64Array(6)];

/** Σ λₖ Fₖ of forces that are 6 · `stride` numbers apart. */
function combine(
  forces: Float64Array,
  from: number,
  rows: number,
  stride: number,
  lambda: Float64Array,
  first: number,
  out: Float64Array,
  to: number,
): void {
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let k = 0; k < rows; k++) sum += lambda[first + k] * forces[from + 6 * stride * k + i];
    out[to + i] = sum;
  }
}
