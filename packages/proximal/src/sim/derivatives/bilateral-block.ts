// Bilateral rows of loop closures and of joints between bodies.
import type { SimulatorSettings } from '../options.ts';
import { closureReference } from '../reference-velocities.ts';
import type { CurvatureTangent } from './curvature-tangent.ts';
import { RowBlock } from './row-block.ts';

export abstract class BilateralBlock extends RowBlock {
  /** The errors, in meters and radians. */
  abstract readonly errors: Float64Array;
  /** The derivatives of the errors: rows × degrees of freedom. */
  abstract readonly errorRates: Float64Array;
  /** The curvature terms κ of its rows; null for rows of first order. */
  curvature: CurvatureTangent | null = null;
  /** Whether its rows are springs, whose lengths position corrections do not restore. */
  readonly isSpring: boolean = false;

  /** Whether the derivatives include its correction even if its errors were too small to be corrected. */
  get isCorrected(): boolean {
    return false;
  }

  /** The derivative of −c* with respect to a row's error. c* is linear in the error. */
  slopeOf(_row: number, settings: SimulatorSettings): number {
    return closureReference(-1, settings);
  }

  /** R of a row in a correction. */
  correctionCompliance(_row: number): number {
    return 0;
  }

  /** Whether a row of a triple is a constraint; the others act on virtual masses. */
  isUsed(_row: number): boolean {
    return true;
  }
}
