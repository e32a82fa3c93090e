import { checkInteger, checkNumber, checkOptions } from '../check/argument.ts';

/**
 * Options of `solveQp` and `QpSolver`.
 * @example
 * ```ts
 * const options: QpOptions = { tolerance: 1e-6, relativeTolerance: 1e-6 };
 * ```
 */
export interface QpOptions {
  /** The absolute tolerance of the primal residual, the dual residual and the duality gap. Default 1e-9. */
  readonly tolerance?: number;
  /**
   * The relative tolerance: its product with the scale of each residual is added to `tolerance`. The scale is the largest component of A x and of the
   * bounded x for the primal residual, the largest component of H x, g and Aᵀ y + z for the dual residual, and the largest term of the duality gap.
   * Default 1e-9.
   */
  readonly relativeTolerance?: number;
  /** The largest number of Newton steps (default 1000) or of steps of ADMM (default 10,000). */
  readonly maxIterations?: number;
}

export interface QpSettings {
  readonly tolerance: number;
  readonly relativeTolerance: number;
  readonly maxIterations: number;
}

export function readQpOptions(where: string, options: QpOptions | undefined, iterations: number): QpSettings {
  checkOptions(where, 'options', options, ['tolerance', 'relativeTolerance', 'maxIterations']);
  const { tolerance = 1e-9, relativeTolerance = 1e-9, maxIterations = iterations } = options ?? {};
  const remedy = 'give a finite number, 0 or more';
  return {
    tolerance: checkNumber(where, 'options.tolerance', tolerance, remedy, 0),
    relativeTolerance: checkNumber(where, 'options.relativeTolerance', relativeTolerance, remedy, 0),
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000_000),
  };
}
