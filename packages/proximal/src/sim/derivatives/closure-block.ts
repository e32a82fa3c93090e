// The rows of a loop closure or anchor, which makes two points or, for a weld, two frames of its bodies coincide; and the derivatives of the rows.
import { placeOnBody } from '../../dynamics/kinematics.ts';
import type { Constraint } from '../../dynamics/model.ts';
import { cos, sin } from '../../math/elementary.ts';
import { closureErrors } from '../closure-rows.ts';
import { BilateralBlock } from './bilateral-block.ts';
import { type ConstraintSide, crossTo, leverArm, velocityAt } from './chain.ts';
import type { PlacedMember } from './placed-member.ts';
import { ConstraintVariables } from './row-block.ts';

export class ClosureBlock extends BilateralBlock {
  readonly errors: Float64Array;
  readonly errorRates: Float64Array;

  constructor(row: number, placed: PlacedMember, { kind, jointA, jointB, rigidA, rigidB }: Constraint) {
    const sides: ConstraintSide[] = [];
    if (jointA >= 0) sides.push({ placed, joint: jointA, sign: -1 });
    if (jointB >= 0) sides.push({ placed, joint: jointB, sign: 1 });
    super(row, kind === 'weld' ? 6 : 3, sides, new ConstraintVariables(sides, []));
    const { model } = placed.member;
    placeOnBody(model, placed.data, jointA, rigidA, frameA, 0);
    placeOnBody(model, placed.data, jointB, rigidB, frameB, 0);
    for (const [index, side] of sides.entries()) this.placeSide(index, side);
    this.fillJacobian();
    // The translation error changes at the rate of the rows; the rotation vector does not.
    this.errorRates = this.jacobian.slice();
    this.errors = Float64Array.from(closureErrors(kind, frameA, frameB));
    if (kind === 'weld') this.differentiateRotation();
  }

  private placeSide(index: number, side: ConstraintSide): void {
    const { columns, rows, forces, changes } = this;
    const point = (side.sign < 0 ? frameA : frameB).subarray(12);
    leverArm(side, point, arm);
    for (let k = 0; k < 3; k++) {
      forces[index][6 * k + k] = 1;
      crossTo(arm, 0, axes, 3 * k, forces[index], 6 * k + 3);
      if (rows === 6) forces[index][6 * (3 + k) + 3 + k] = 1;
    }
    // The point moves with its body.
    for (let c = 0; c < columns.dofs; c++) {
      if (columns.side[c] !== index) continue;
      velocityAt(side.placed.data.axes, 6 * columns.dof[c], arm, pointVelocity, 0);
      for (let k = 0; k < 3; k++) pointVelocity[k] *= columns.ratio[c];
      for (let k = 0; k < 3; k++)
        crossTo(pointVelocity, 0, axes, 3 * k, changes[index], 6 * (k * columns.count + c) + 3);
    }
  }

  /**
   * With exp [φ] = R_B R_Aᵀ and θ = |φ|, rotations by ω give δφ = J_l⁻¹ ω_B − J_r⁻¹ ω_A, where J_l⁻¹ = 1 − ½ [φ] + κ [φ]²,
   * J_r⁻¹ = 1 + ½ [φ] + κ [φ]² and κ = (1 − θ/2 cot θ/2)/θ².
   */
  private differentiateRotation(): void {
    const { columns, jacobian, errors, errorRates } = this;
    const { dofs, side } = columns;
    const phi = errors.subarray(3);
    const square = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2];
    const half = Math.sqrt(square) / 2;
    const kappa = half < smallAngle ? 1 / 12 + square / 720 : (1 - (half * cos(half)) / sin(half)) / square;
    for (let c = 0; c < dofs; c++) {
      const skew = this.sides[side[c]].sign < 0 ? 0.5 : -0.5;
      for (let i = 0; i < 3; i++) omega[i] = jacobian[(3 + i) * dofs + c];
      crossTo(phi, 0, omega, 0, phiCross, 0);
      crossTo(phi, 0, phiCross, 0, phiCrossTwice, 0);
      for (let i = 0; i < 3; i++)
        errorRates[(3 + i) * dofs + c] = omega[i] + skew * phiCross[i] + kappa * phiCrossTwice[i];
    }
  }
}

/** Below this half angle a series replaces a difference of nearly equal numbers. */
const smallAngle = 1e-3;
/** ω, φ × ω and φ × (φ × ω). */
const [omega, phiCross, phiCrossTwice] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
const [frameA, frameB] = [new Float64Array(15), new Float64Array(15)];
const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const [arm, pointVelocity] = [new Float64Array(3), new Float64Array(3)];
