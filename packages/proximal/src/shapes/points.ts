import { checkNumber, wrongType } from '../check/argument.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';

/** What is accepted as a list of points: flat numbers x y z x y z …, or points one by one. */
export type PointsLike = ArrayLike<number> | ArrayLike<VectorLike>;

/** Reads a list of at least one point into a fresh array of flat numbers. */
export function readPoints(where: string, argument: string, points: PointsLike): Float64Array {
  const remedy = 'give at least one point: flat numbers x y z x y z … or a list of [x, y, z]';
  if (typeof points !== 'object' || points === null || !(points.length > 0)) {
    throw wrongType(where, argument, points, remedy);
  }
  if (typeof points[0] === 'number') return readFlat(where, argument, points as ArrayLike<number>, remedy);
  const out = new Growing(3 * points.length);
  for (let k = 0; k < points.length; k++) {
    const [x, y, z] = readVector(where, `${argument}[${k}]`, points[k] as VectorLike);
    out.push(x);
    out.push(y);
    out.push(z);
  }
  return out.finish();
}

/** Reads numbers into memory that grows with them, so that a false `length` of an object costs nothing. */
class Growing {
  private numbers: Float64Array;
  private count = 0;

  constructor(private readonly expected: number) {
    this.numbers = new Float64Array(Math.min(expected, 3072));
  }

  push(x: number): void {
    if (this.count === this.numbers.length) {
      const more = new Float64Array(Math.max(this.count + 3, Math.min(this.expected, 4 * this.count)));
      more.set(this.numbers);
      this.numbers = more;
    }
    this.numbers[this.count++] = x;
  }

  finish(): Float64Array {
    return this.count === this.numbers.length ? this.numbers : this.numbers.slice(0, this.count);
  }
}

function readFlat(where: string, argument: string, points: ArrayLike<number>, remedy: string): Float64Array {
  if (points.length % 3 !== 0) {
    throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be a multiple of three`);
  }
  const out = new Growing(points.length);
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    // One comparison for the common case; the check proper writes the message.
    out.push(typeof x === 'number' && x - x === 0 ? x : checkNumber(where, `${argument}[${k}]`, x, remedy));
  }
  return out.finish();
}
