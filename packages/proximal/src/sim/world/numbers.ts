// Reads the velocities of bodies, and the configurations and velocities of robots.
import { checkNumber, fieldOf, wrongType } from '../../check/argument.ts';
import type { VectorLike } from '../../math/vec3.ts';

/** A velocity as an argument, in m/s and rad/s. An omitted part does not change. */
export interface VelocityLike {
  readonly linear?: VectorLike;
  readonly angular?: VectorLike;
}

/** Checks that a velocity is an object of `linear` and `angular`; their values are not checked. */
export function checkVelocity(where: string, argument: string, velocity: VelocityLike): void {
  const remedy = 'give { linear, angular }, in m/s and rad/s';
  if (typeof velocity !== 'object' || velocity === null || Array.isArray(velocity) || ArrayBuffer.isView(velocity))
    throw wrongType(where, argument, velocity, remedy);
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(velocity));
  const unknown = Object.keys(velocity).find((name) => name !== 'linear' && name !== 'angular');
  if (isPlain && unknown !== undefined)
    throw wrongType(where, fieldOf(argument, unknown), Reflect.get(velocity, unknown), remedy);
  // For example a vector object of another library.
  if (!isPlain && !('linear' in velocity) && !('angular' in velocity))
    throw wrongType(where, argument, velocity, remedy);
}

/** Reads an array or typed array of `length` finite numbers. */
export function readNumbers(where: string, argument: string, value: ArrayLike<number>, length: number): Float64Array {
  const remedy = `give ${length} finite numbers`;
  if (!(Array.isArray(value) || ArrayBuffer.isView(value)) || value.length !== length)
    throw wrongType(where, argument, value, remedy);
  return Float64Array.from({ length }, (_, k) => checkNumber(where, `${argument}[${k}]`, value[k], remedy));
}
