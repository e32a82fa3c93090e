// The row of a gear between two hinges, ratio · θ̇₁ − θ̇₂, from the rows of the hinges' angles.
import type { BodyJoint, Gear } from '../body-joint.ts';
import { softRow } from '../body-joint-rows.ts';
import type { SimulatorSettings } from '../options.ts';
import { BilateralBlock } from './bilateral-block.ts';
import { BodyJointBlock } from './body-joint-block.ts';
import type { ConstraintSide } from './chain.ts';
import { ConstraintVariables } from './row-block.ts';

export class GearBlock extends BilateralBlock {
  readonly errors: Float64Array;
  readonly errorRates: Float64Array;

  /**
   * @param error ratio · θ₁ + offset − θ₂ of the step. The placements alone do not determine the whole turns of the hinges
   * @param endsOf the moving ends of a hinge, in their placements before the step
   */
  constructor(
    row: number,
    private readonly bodyJoint: BodyJoint,
    error: number,
    endsOf: (hinge: BodyJoint) => ConstraintSide[],
    private readonly settings: SimulatorSettings,
  ) {
    const { first, second, ratio } = bodyJoint.options.gear as Gear;
    const parts = [
      new BodyJointBlock(row, first, endsOf(first), settings, [first.coordinates[0], null, null], ratio),
      new BodyJointBlock(row, second, endsOf(second), settings, [second.coordinates[0], null, null], -1),
    ];
    const sides = parts.flatMap((part) => part.sides);
    super(row, 3, sides, new ConstraintVariables(sides, []));
    this.errors = Float64Array.of(error, 0, 0);
    this.join(parts);
    this.fillJacobian();
    this.errorRates = this.workspace.array(this.jacobian.length);
    let column = 0;
    for (const { errorRates, columns } of parts) {
      this.errorRates.set(errorRates.subarray(0, columns.dofs), column);
      column += columns.dofs;
    }
  }

  /** Copies F and δF of the hinges' rows. The force of one hinge does not change with the bodies of the other. */
  private join(parts: readonly BodyJointBlock[]): void {
    let [side, column] = [0, 0];
    for (const { forces, changes, columns } of parts) {
      for (const [index, force] of forces.entries()) {
        this.forces[side].set(force);
        for (let k = 0; k < this.rows; k++) {
          const from = 6 * k * columns.count;
          const change = changes[index].subarray(from, from + 6 * columns.count);
          this.changes[side].set(change, 6 * (k * this.columns.count + column));
        }
        side++;
      }
      column += columns.count;
    }
  }

  override get isCorrected(): boolean {
    return true;
  }

  override isUsed(row: number): boolean {
    return row === 0;
  }

  override correctionCompliance(row: number): number {
    return row === 0 ? this.softRowAt(0).compliance : 0;
  }

  override slopeOf(row: number): number {
    return row === 0 ? this.softRowAt(0).reference - this.softRowAt(1).reference : 0;
  }

  private softRowAt(error: number): { readonly compliance: number; readonly reference: number } {
    const { first } = this.bodyJoint.options.gear as Gear;
    return softRow(this.bodyJoint, 0, first.coordinates[0], error, this.settings);
  }
}
