// The rows of a loop closure or anchor: two places, each fixed to its body, that are to come together.
import { placeOnBody } from '../../dynamics/kinematics.ts';
import type { Constraint } from '../../dynamics/model.ts';
import { armTo, crossTo, type Side, velocityAt } from './chain.ts';
import type { Placed } from './placed.ts';
import { Columns, RowBlock } from './row-block.ts';

export class ClosureBlock extends RowBlock {
  /** How the errors, in metres and radians, change with each column: rows × columns. */
  readonly error: Float64Array;

  constructor(row: number, placed: Placed, { kind, jointA, jointB, rigidA, rigidB }: Constraint) {
    const sides: Side[] = [];
    if (jointA >= 0) sides.push({ placed, joint: jointA, sign: -1 });
    if (jointB >= 0) sides.push({ placed, joint: jointB, sign: 1 });
    super(row, kind === 'weld' ? 6 : 3, sides, new Columns(sides, []));
    const { model } = placed.member;
    placeOnBody(model, placed.data, jointA, rigidA, placeA, 0);
    placeOnBody(model, placed.data, jointB, rigidB, placeB, 0);
    for (const [index, side] of sides.entries()) this.placeSide(index, side);
    this.fillJacobian();
    // The places come apart as fast as the rows say; the turn between them is not the angle, but half the skew part of R_B R_Aᵀ.
    this.error = this.jacobian.slice();
    if (kind === 'weld') this.turnErrors();
  }

  private placeSide(index: number, side: Side): void {
    const { columns, rows, forces, changes } = this;
    const point = (side.sign < 0 ? placeA : placeB).subarray(12);
    armTo(side, point, arm);
    for (let k = 0; k < 3; k++) {
      forces[index][6 * k + k] = 1;
      crossTo(arm, 0, axes, 3 * k, forces[index], 6 * k + 3);
      if (rows === 6) forces[index][6 * (3 + k) + 3 + k] = 1;
    }
    // The point moves with its body.
    for (let c = 0; c < columns.dofs; c++) {
      if (columns.side[c] !== index) continue;
      velocityAt(side.placed.data.axes, 6 * columns.dof[c], arm, shift, 0);
      for (let k = 0; k < 3; k++) shift[k] *= columns.ratio[c];
      for (let k = 0; k < 3; k++) crossTo(shift, 0, axes, 3 * k, changes[index], 6 * (k * columns.count + c) + 3);
    }
  }

  /**
   * With E = R_B R_Aᵀ the error is half the axis of E − Eᵀ. Turns by ω give δE = [ω_B] E − E [ω_A], and [ω] E + Eᵀ [ω] is
   * [(tr E − E) ω]: so the error changes by ½ (tr E − E) ω_B − ½ (tr E − Eᵀ) ω_A.
   */
  private turnErrors(): void {
    const { columns, jacobian, error } = this;
    const { dofs, side } = columns;
    const entry = (i: number, j: number): number =>
      placeB[3 * i] * placeA[3 * j] + placeB[3 * i + 1] * placeA[3 * j + 1] + placeB[3 * i + 2] * placeA[3 * j + 2];
    const trace = entry(0, 0) + entry(1, 1) + entry(2, 2);
    for (let c = 0; c < dofs; c++) {
      const isOfA = this.sides[side[c]].sign < 0;
      for (let i = 0; i < 3; i++) {
        let sum = trace * jacobian[(3 + i) * dofs + c];
        for (let j = 0; j < 3; j++) sum -= (isOfA ? entry(j, i) : entry(i, j)) * jacobian[(3 + j) * dofs + c];
        error[(3 + i) * dofs + c] = sum / 2;
      }
    }
  }
}

const [placeA, placeB] = [new Float64Array(15), new Float64Array(15)];
const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const [arm, shift] = [new Float64Array(3), new Float64Array(3)];
