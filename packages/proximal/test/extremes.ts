// Extreme lengths: a definite status has a valid certificate; otherwise the status is 'unknown'.
import { describe, expect, it } from 'vitest';

type Result = { readonly status: string };

/** Shapes as functions of their size, and the queries on two of them: one at the origin, the other at a position. */
export interface Extremes<Shape, Position extends readonly number[]> {
  readonly makers: Readonly<Record<string, (size: number) => Shape>>;
  /** Meters. */
  readonly sizes: readonly number[];
  /** Unbounded kinds of shape; two of them are not queried. */
  readonly isUnbounded: (kind: string) => boolean;
  /** Where the second shape is, in units of the size. */
  readonly positionOf: (shift: number) => Position;
  /** The first answer is the result of `distance`. */
  readonly runQuery: (a: Shape, b: Shape, position: Position) => Result[];
  readonly grow: (a: Shape, b: Shape, position: Position) => Result;
  readonly certify: (a: Shape, b: Shape, position: Position, result: Result) => { readonly valid: boolean };
  readonly collide: (a: Shape, b: Shape, position: Position) => boolean;
}

const shifts = [0, 0.3, 1.5, 5];

/** The result, or null if the call threw a RangeError. Other errors are passed on. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}

/** One test for each kind of shape and size, against all kinds of the same size and of one meter. */
export function testExtremes<Shape, Position extends readonly number[]>(space: Extremes<Shape, Position>): void {
  const { makers, sizes, isUnbounded } = space;
  const kinds = Object.keys(makers);
  // No shape if its size would overflow.
  const make = (kind: string, size: number): Shape | null => unlessRefused(() => makers[kind](size));
  describe.each(kinds)('%s', (kind) => {
    const others = kinds.filter((other) => !(isUnbounded(kind) && isUnbounded(other)));
    it.each(sizes)('of %s m', (size) => {
      const a = make(kind, size);
      if (!a) return;
      const faults: string[] = [];
      for (const other of others) {
        for (const scale of new Set([size, 1])) {
          const b = make(other, scale);
          if (b) faults.push(...faultsOf(space, a, b, size).map((fault) => `${other} of ${scale} m at ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
  });
}

/** The faults of the answers about two shapes, at each of the positions. */
function faultsOf<Shape, Position extends readonly number[]>(
  { positionOf, runQuery, grow, certify, collide }: Extremes<Shape, Position>,
  a: Shape,
  b: Shape,
  size: number,
): string[] {
  const faults: string[] = [];
  const at = (shift: number): Position => positionOf(shift).map((x) => x * size) as readonly number[] as Position;
  // Growth distances reject unbounded shapes, and pairs in which neither shape is thicker than rounding.
  const canGrow = unlessRefused(() => grow(a, b, at(0))) !== null;
  for (const position of shifts.map(at)) {
    if (!position.every(Number.isFinite)) continue;
    const results = runQuery(a, b, position);
    if (canGrow) results.push(grow(a, b, position));
    results.forEach((result, k) => {
      if (result.status !== 'unknown' && !certify(a, b, position, result).valid)
        faults.push(`${position}, query ${k}: ${result.status} without a valid certificate`);
    });
    // `collide` may return false only with a proof.
    if (!collide(a, b, position) && !/separated|unknown/.test(results[0].status))
      faults.push(`${position}: no collision, but ${results[0].status}`);
  }
  return faults;
}
