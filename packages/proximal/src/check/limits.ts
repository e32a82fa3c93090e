// The options that every kind of query shares: how exact, how long, how far.
import { checkInteger, checkNumber } from './argument.ts';

/** Numbers after the check, in the form that a query writes to the kernel. */
export interface Limits {
  readonly tolerance: number;
  readonly relativeTolerance: number;
  readonly maxIterations: number;
  readonly upTo: number;
  readonly margin: number;
}

export const defaultLimits: Limits = {
  tolerance: 0,
  relativeTolerance: 1e-9,
  maxIterations: 256,
  upTo: Infinity,
  margin: 0,
};

export function readLimits(where: string, options: { readonly [name in keyof Limits]?: number }): Limits {
  const length = 'give a length in meters, finite and not negative';
  // An option with the value undefined has its default. A batch reads its options at each call.
  const {
    tolerance = defaultLimits.tolerance,
    relativeTolerance = defaultLimits.relativeTolerance,
    maxIterations = defaultLimits.maxIterations,
    upTo = defaultLimits.upTo,
    margin = defaultLimits.margin,
  } = options;
  return {
    tolerance: checkNumber(where, 'options.tolerance', tolerance, length, 0),
    relativeTolerance: checkNumber(
      where,
      'options.relativeTolerance',
      relativeTolerance,
      'give a finite ratio, not negative',
      0,
    ),
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000),
    upTo: upTo === Infinity ? upTo : checkNumber(where, 'options.upTo', upTo, length, 0),
    margin: checkNumber(where, 'options.margin', margin, length, 0),
  };
}

/** Whether all options have their defaults. */
export function isDefault(limits: Limits): boolean {
  return Object.entries(defaultLimits).every(([name, value]) => limits[name as keyof Limits] === value);
}
