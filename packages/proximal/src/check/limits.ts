// The options common to all queries: tolerances, iteration limit and distance limits.
import { checkInteger, checkNumber, wrongType } from './argument.ts';

/** The checked numbers that a query writes to the kernel. Lengths are in meters. */
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
  // An option with the value undefined has its default.
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
    upTo:
      upTo === Infinity
        ? upTo
        : checkNumber(where, 'options.upTo', upTo, 'give a length in meters, not negative, or Infinity', 0),
    margin: checkNumber(where, 'options.margin', margin, length, 0),
  };
}

/** Checks the type of an option unless it is undefined. */
export function checkType(where: string, name: string, value: unknown, type: 'function' | 'boolean'): void {
  if (value !== undefined && typeof value !== type)
    throw wrongType(where, `options.${name}`, value, `give a ${type}, or leave it out`);
}

/**
 * Returns `previous` if `read` has equal values. Pairs with equal options then share one object, and a query frame that already has
 * these options is not rewritten for the next pair.
 */
export function shared<Values extends object>(previous: Values, read: Values): Values {
  for (const name of Object.keys(read) as (keyof Values)[]) if (read[name] !== previous[name]) return read;
  return previous;
}
