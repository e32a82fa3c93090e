// The rows of a joint between bodies, and their derivatives. The rows are the rates of the errors, so the derivatives of the errors are J, except
// for the angles of open joints: see `gradientOf`.
import { placeOnBody } from '../../dynamics/kinematics.ts';
import type { BodyJoint } from '../body-joint.ts';
import {
  directionOf,
  distanceOf,
  gradientOf,
  isAngular,
  leastDistance,
  type RowGeometry,
  twistDenominator,
} from '../body-joint-geometry.ts';
import { softRow } from '../body-joint-rows.ts';
import { springCompliance } from '../correction.ts';
import type { SimulatorSettings } from '../options.ts';
import { BilateralBlock } from './bilateral-block.ts';
import { type ConstraintSide, crossTo, leverArm, velocityAt } from './chain.ts';
import { ConstraintVariables } from './row-block.ts';

export class BodyJointBlock extends BilateralBlock {
  readonly errors: Float64Array;
  readonly errorRates: Float64Array;
  override readonly isSpring: boolean;
  private readonly kinds: readonly (RowGeometry | null)[];
  /** The lever arms of p_B on each side. */
  private readonly arms: readonly Float64Array[];

  /**
   * @param sides the moving ends of the joint, in their placements before the step
   * @param kinds its rows; by default its bilateral rows
   * @param factor on all rows and on `errorRates`, but not on `errors`
   */
  constructor(
    row: number,
    private readonly bodyJoint: BodyJoint,
    sides: readonly ConstraintSide[],
    private readonly settings: SimulatorSettings,
    kinds: readonly (RowGeometry | null)[] = bodyJoint.triples.flat(),
    factor = 1,
  ) {
    super(row, kinds.length, sides, new ConstraintVariables(sides, []));
    this.kinds = kinds;
    this.isSpring = bodyJoint.isSpring;
    const { a, b } = bodyJoint;
    bodyJoint.place();
    for (const { placed, joint, sign } of sides) {
      const { endA, endB } = bodyJoint;
      placeOnBody(placed.member.model, placed.data, joint, (sign < 0 ? endA : endB).rigid, sign < 0 ? a : b, 0);
    }
    this.arms = sides.map((side) => leverArm(side, b.subarray(12), new Float64Array(3)));
    this.errors = Float64Array.from(kinds, (kind) => (kind ? bodyJoint.errorOf(kind) : 0));
    for (const [k, kind] of kinds.entries()) if (kind) this.fillRow(k, kind);
    if (factor !== 1)
      for (const values of [...this.forces, ...this.changes])
        for (let k = 0; k < values.length; k++) values[k] *= factor;
    this.fillJacobian();
    this.errorRates = this.workspace.arrayOf(this.jacobian);
    for (const [k, kind] of kinds.entries())
      if (kind?.type === 'about' || kind?.type === 'aboutB') this.fillAngle(k, kind, factor);
  }

  /** The derivative of the angle of a row. */
  private fillAngle(k: number, kind: RowGeometry, factor: number): void {
    const { columns, sides, bodyJoint, errorRates } = this;
    const { dofs, side, ratio, dof } = columns;
    gradientOf(kind, bodyJoint.a, bodyJoint.b, direction);
    for (let c = 0; c < dofs; c++) {
      const { placed, sign } = sides[side[c]];
      const { axes } = placed.data;
      const at = 6 * dof[c] + 3;
      const along = direction[0] * axes[at] + direction[1] * axes[at + 1] + direction[2] * axes[at + 2];
      errorRates[k * dofs + c] = factor * sign * ratio[c] * along;
    }
  }

  override get isCorrected(): boolean {
    return !this.isSpring;
  }

  override isUsed(row: number): boolean {
    return this.kinds[row] !== null;
  }

  override correctionCompliance(row: number): number {
    return this.isSpring ? springCompliance : this.softRowAt(row, 0).compliance;
  }

  override slopeOf(row: number): number {
    return this.kinds[row] ? this.softRowAt(row, 0).reference - this.softRowAt(row, 1).reference : 0;
  }

  private softRowAt(row: number, error: number): { readonly compliance: number; readonly reference: number } {
    return softRow(this.bodyJoint, 0, this.kinds[row] as RowGeometry, error, this.settings);
  }

  /** F and δF of a row. */
  private fillRow(k: number, kind: RowGeometry): void {
    const { forces, changes, columns, arms, bodyJoint } = this;
    const isAngularRow = isAngular(kind);
    directionOf(kind, bodyJoint.a, bodyJoint.b, direction);
    for (const [index, force] of forces.entries()) {
      if (isAngularRow) force.set(direction, 6 * k + 3);
      else {
        force.set(direction, 6 * k);
        crossTo(arms[index], 0, direction, 0, force, 6 * k + 3);
      }
    }
    for (let c = 0; c < columns.dofs; c++) {
      this.move(c);
      this.changeDirection(kind);
      for (const [index, change] of changes.entries()) {
        const at = 6 * (k * columns.count + c);
        if (isAngularRow) {
          change.set(directionChange, at + 3);
          continue;
        }
        change.set(directionChange, at);
        crossTo(shiftB, 0, direction, 0, change, at + 3);
        crossTo(arms[index], 0, directionChange, 0, lever, 0);
        for (let i = 0; i < 3; i++) change[at + 3 + i] += lever[i];
      }
    }
  }

  /** The motion of p_A and p_B and the rotations of both frames by a degree of freedom. */
  private move(c: number): void {
    const { columns, sides, bodyJoint } = this;
    const side = sides[columns.side[c]];
    const { axes } = side.placed.data;
    const at = 6 * columns.dof[c];
    for (const each of [shiftA, shiftB, rotationA, rotationB]) each.fill(0);
    const [shift, rotation, frame] =
      side.sign < 0 ? [shiftA, rotationA, bodyJoint.a] : [shiftB, rotationB, bodyJoint.b];
    leverArm(side, frame.subarray(12), arm);
    velocityAt(axes, at, arm, shift, 0);
    for (let i = 0; i < 3; i++) {
      shift[i] *= columns.ratio[c];
      rotation[i] = columns.ratio[c] * axes[at + 3 + i];
    }
  }

  /** The change of a row's direction, after `move`. */
  private changeDirection({ type, i, j }: RowGeometry): void {
    const { a, b } = this.bodyJoint;
    for (let k = 0; k < 3; k++) {
      axisA[k] = a[3 * k + i];
      axisB[k] = b[3 * k + j];
    }
    if (type === 'along' || type === 'about') crossTo(rotationA, 0, axisA, 0, directionChange, 0);
    else if (type === 'aboutB') crossTo(rotationB, 0, axisB, 0, directionChange, 0);
    else if (type === 'dot' || type === 'swing') {
      // The change of b × a.
      crossTo(rotationA, 0, axisA, 0, lever, 0);
      crossTo(axisB, 0, lever, 0, directionChange, 0);
      crossTo(rotationB, 0, axisB, 0, lever, 0);
      crossTo(lever, 0, axisA, 0, arm, 0);
      for (let k = 0; k < 3; k++) directionChange[k] += arm[k];
      if (type === 'swing') changeSwing();
    } else if (type === 'twist') changeTwist(twistDenominator(a, b));
    else {
      const distance = distanceOf(a, b);
      let along = 0;
      for (let k = 0; k < 3; k++) along += direction[k] * (shiftB[k] - shiftA[k]);
      // At coinciding points the direction is a constant.
      for (let k = 0; k < 3; k++)
        directionChange[k] = distance > leastDistance ? (shiftB[k] - shiftA[k] - along * direction[k]) / distance : 0;
    }
  }
}

/** The change of n = a × b / |a × b|, from the change of b × a. */
function changeSwing(): void {
  crossTo(axisA, 0, axisB, 0, arm, 0);
  const sine = Math.sqrt(arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]);
  const along =
    directionChange[0] * direction[0] + directionChange[1] * direction[1] + directionChange[2] * direction[2];
  for (let k = 0; k < 3; k++) directionChange[k] = sine > 0 ? (along * direction[k] - directionChange[k]) / sine : 0;
}

/** The change of d = (a + b)/(1 + a·b). */
function changeTwist(denominator: number): void {
  crossTo(rotationA, 0, axisA, 0, lever, 0);
  crossTo(rotationB, 0, axisB, 0, arm, 0);
  let change = 0;
  for (let k = 0; k < 3; k++) change += lever[k] * axisB[k] + axisA[k] * arm[k];
  for (let k = 0; k < 3; k++) directionChange[k] = (lever[k] + arm[k] - change * direction[k]) / denominator;
}

const [direction, directionChange, lever, arm] = [0, 1, 2, 3].map(() => new Float64Array(3));
const [shiftA, shiftB, rotationA, rotationB] = [0, 1, 2, 3].map(() => new Float64Array(3));
const [axisA, axisB] = [new Float64Array(3), new Float64Array(3)];
