// Exact sums and products of floating-point numbers. A number is kept as an expansion: a sum of doubles that do not overlap,
// smallest first; the last one has the sign of the whole (Dekker 1971, Priest 1991, Shewchuk 1997). The operations are
// exact unless a number under- or overflows; for hulls, the scaling in hull/cloud.ts prevents that.

import { productTail, sumTail } from './exact.ts';

/** An exact running sum. */
export class Expansion {
  readonly terms: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.terms = new Float64Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  /** Adds one double: the carry is added to each term in turn, and each rounding error becomes a term. */
  add(value: number): void {
    const { terms, length } = this;
    let carry = value;
    let count = 0;
    for (let k = 0; k < length; k++) {
      const term = terms[k];
      const sum = carry + term;
      const tail = sumTail(carry, term, sum);
      if (tail !== 0) terms[count++] = tail;
      carry = sum;
    }
    if (carry !== 0) terms[count++] = carry;
    this.length = count;
  }

  /** Adds a · b. */
  addProduct(a: number, b: number): void {
    if (a === 0 || b === 0) return;
    const product = a * b;
    const tail = productTail(a, b, product);
    if (tail !== 0) this.add(tail);
    this.add(product);
  }

  /** Adds `factor` times another expansion. */
  addScaled(other: Expansion, factor: number): void {
    for (let k = 0; k < other.length; k++) this.addProduct(other.terms[k], factor);
  }

  /** −1, 0 or 1. */
  sign(): number {
    return this.length === 0 ? 0 : Math.sign(this.terms[this.length - 1]);
  }

  /** The nearest double, up to one rounding error. */
  value(): number {
    let sum = 0;
    for (let k = 0; k < this.length; k++) sum += this.terms[k];
    return sum;
  }
}
