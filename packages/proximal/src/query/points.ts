// Lists of points as arguments, in space and in the plane.
import { checkNumber, wrongType } from '../check/argument.ts';

const words = {
  2: { remedy: 'give at least one point: flat numbers x y x y … or a list of [x, y]', count: 'even' },
  3: {
    remedy: 'give at least one point: flat numbers x y z x y z … or a list of [x, y, z]',
    count: 'a multiple of three',
  },
} as const;

/** Reads a list of at least one point, flat or point by point, into a fresh array of flat numbers. */
export function readPointList<VectorLike>(
  where: string,
  argument: string,
  points: ArrayLike<number> | ArrayLike<VectorLike>,
  dimension: 2 | 3,
  readVector: (where: string, argument: string, value: VectorLike) => number[],
): Float64Array {
  const { remedy, count } = words[dimension];
  if (typeof points !== 'object' || points === null || !(points.length > 0)) {
    throw wrongType(where, argument, points, remedy);
  }
  const isFlat = typeof points[0] === 'number';
  if (isFlat && points.length % dimension !== 0) {
    throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be ${count}`);
  }
  const out = new Growing((isFlat ? 1 : dimension) * points.length);
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    if (!isFlat) for (const y of readVector(where, `${argument}[${k}]`, x as VectorLike)) out.push(y);
    // One comparison for the common case; the check proper writes the message.
    else out.push(typeof x === 'number' && x - x === 0 ? x : checkNumber(where, `${argument}[${k}]`, x, remedy));
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
