// Coefficients of friction and restitution: equal for all contacts, or functions of two bodies.
import { checkNumber, outOfRange } from '../check/argument.ts';
import type { Body } from '../scene/body.ts';

/** A number for all contacts, or a function of the two bodies. */
export type PerPair = number | ((a: Body, b: Body) => number);

/** Coefficients that are equal for all contacts; the friction is undefined if the models' coefficients apply. */
export interface CommonLaw {
  readonly friction: number | undefined;
  readonly restitution: number;
}

/** The common law; null if a coefficient is a function of two bodies. */
export function commonLawOf(friction: PerPair | undefined, restitution: PerPair = 0): () => CommonLaw | null {
  if (typeof friction === 'function' || typeof restitution === 'function') return () => null;
  const law = { friction, restitution };
  return () => law;
}

/** A checked coefficient of two bodies. */
export function perPair(
  where: string,
  name: 'friction' | 'restitution',
  given: PerPair,
  largest: number,
): (a: Body, b: Body) => number {
  const remedy = `give a number from 0${largest === Infinity ? '' : ` to ${largest}`}, or a function of two bodies`;
  const check = (value: unknown): number => {
    checkNumber(where, `options.${name}`, value, remedy, 0);
    if ((value as number) > largest) throw outOfRange(where, `options.${name}`, value, remedy);
    return value as number;
  };
  if (typeof given === 'function') return (a, b) => check(given(a, b));
  const value = check(given);
  return () => value;
}
