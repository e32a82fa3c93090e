import { outOfRange, wrongType } from '../check/argument.ts';

/** The accepted forms of a query's first search direction, in 3D or 2D. */
interface Choices<VectorLike, Vector> {
  /** Keywords for a direction. */
  readonly words: Readonly<Record<string, Vector>>;
  /** Keywords that stand for the result of a pair's previous query, each with the direction for the first query of the pair. */
  readonly ofPair: Readonly<Record<string, Vector>>;
  /** How a vector is written, for messages. */
  readonly example: string;
  readonly read: (where: string, argument: string, value: VectorLike) => Vector;
}

/** Reads a first search direction: a word, or a vector in A's frame. `keepsState`: whether there may be a previous query. */
export function readStartDirection<VectorLike, Vector>(
  where: string,
  argument: string,
  value: VectorLike | string,
  keepsState: boolean,
  { words, ofPair, example, read }: Choices<VectorLike, Vector>,
): Vector {
  const choices = keepsState ? { ...words, ...ofPair } : words;
  const list = Object.keys(choices).map((word) => `'${word}'`);
  const remedy = `give ${list.join(', ')} or a vector ${example} in A's frame`;
  if (typeof value !== 'string') {
    if (typeof value !== 'object' || value === null) throw wrongType(where, argument, value, remedy);
    return read(where, argument, value);
  }
  if (Object.hasOwn(choices, value)) return choices[value];
  const isOfPair = Object.hasOwn(ofPair, value);
  const longer = `a single query has no previous one: use new Pair(a, b), or ${remedy}`;
  throw outOfRange(where, argument, value, isOfPair ? longer : remedy);
}
