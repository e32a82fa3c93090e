import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import type { ResolvedParameter } from './parameters.ts';

/** What is differentiated, and how. */
export interface LinearizeOptions {
  /** How collision detection is differentiated. */
  readonly collision: DerivativeOptions;
  readonly parameters: readonly ResolvedParameter[];
}
