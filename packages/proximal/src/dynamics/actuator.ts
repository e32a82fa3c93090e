import { outOfRange, wrongType } from '../check/argument.ts';
import { readObject } from '../check/document.ts';
import type { Actuator } from './description.ts';

const keys = ['name', 'kind', 'joint', 'gear', 'kp', 'kv', 'gain', 'bias', 'controlRange', 'forceRange'];

/** Checks the kind, numbers and ranges of an actuator, and fills in the defaults of all but `gain` and `bias`. */
export function readActuator(where: string, path: string, value: unknown): Actuator {
  const given = readObject(where, path, value, keys);
  const { kind, gain = 0, bias = [0, 0, 0] } = given;
  if (kind !== 'motor' && kind !== 'position' && kind !== 'velocity' && kind !== 'affine')
    throw outOfRange(where, `${path}.kind`, kind, "give 'motor', 'position', 'velocity' or 'affine'");
  if (!Number.isFinite(gain)) throw wrongType(where, `${path}.gain`, gain, 'give a finite number');
  if (!Array.isArray(bias) || bias.length !== 3 || !bias.every(Number.isFinite))
    throw wrongType(where, `${path}.bias`, bias, 'give three finite numbers');
  const { gear = 1, kp = 0, kv = 0, controlRange = null, forceRange = null } = given;
  for (const [key, number] of Object.entries({ gear, kp, kv }))
    if (!Number.isFinite(number)) throw wrongType(where, `${path}.${key}`, number, 'give a finite number');
  for (const [key, range] of Object.entries({ controlRange, forceRange }))
    if (range !== null && !isRange(range))
      throw wrongType(where, `${path}.${key}`, range, 'a range is null or two numbers');
  return { ...given, gear, kp, kv, controlRange, forceRange } as Actuator;
}

function isRange(range: unknown): boolean {
  return Array.isArray(range) && range.length === 2 && range.every((x) => typeof x === 'number' && !Number.isNaN(x));
}
