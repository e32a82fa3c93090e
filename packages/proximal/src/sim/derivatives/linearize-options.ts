import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import type { ResolvedParameter } from './parameters.ts';

/** Options of the linearization. */
export interface LinearizeOptions {
  /** Options of the derivatives of collision detection. */
  readonly collision: DerivativeOptions;
  readonly parameters: readonly ResolvedParameter[];
}
