import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import type { ResolvedParameter } from './parameters.ts';

/** Options of the linearization. */
export interface LinearizeOptions {
  /** The estimator of collision detection's derivatives. */
  readonly collision: DerivativeOptions;
  readonly parameters: readonly ResolvedParameter[];
}
