// Names in a world: unique among the bodies and robots, among the joints, and among the exclusions.
import { outOfRange, show, wrongType } from '../../check/argument.ts';
import type { World } from './world.ts';

type Taken = ReadonlyMap<string, unknown>;

/** The name that was given, if it is free; undefined if none was given. @param what the kind of object with the names in `taken`, for errors */
export function givenName(where: string, name: unknown, taken: Taken, what: string): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name !== 'string' || name === '') throw wrongType(where, 'options.name', name, 'give a name');
  if (!taken.has(name)) return name;
  const remedy = `there is ${what} of this name already: give another, or remove that one`;
  throw outOfRange(where, 'options.name', name, remedy);
}

/** The error for an argument that is not a body. If it is the name of a body, the message recommends `world.find`. */
export function notBody(world: World, where: string, argument: string, given: unknown, remedy: string): TypeError {
  const isKnown = typeof given === 'string' && world.find(given) !== undefined;
  return wrongType(where, argument, given, isKnown ? `${remedy}; world.find(${show(given)}) gives it` : remedy);
}

/** The first number from `from` on for which the kind followed by the number is a free name. */
export function freeNumber(kind: string, taken: Taken, from: number): number {
  let number = from;
  while (taken.has(`${kind} ${number}`)) number++;
  return number;
}

/** The kind itself, or, if that name is taken, the kind with the next number. @param numbers the last number of each kind, which is updated */
export function nextName(kind: string, taken: Taken, numbers: Map<string, number>): string {
  if (!taken.has(kind)) return kind;
  const number = freeNumber(kind, taken, (numbers.get(kind) ?? 1) + 1);
  numbers.set(kind, number);
  return `${kind} ${number}`;
}
