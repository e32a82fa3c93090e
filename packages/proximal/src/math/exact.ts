// The exact rounding errors of a sum and a product (Knuth 1969, Dekker 1971), unless a number under- or overflows.

/** 2²⁷ + 1: multiplying by it splits a double into two halves of 26 bits. */
const splitter = 134217729;

/** a + b − `sum`, exactly, where `sum` is the rounded a + b. */
export function sumTail(a: number, b: number, sum: number): number {
  const partOfB = sum - a;
  return a - (sum - partOfB) + (b - partOfB);
}

/** a · b − `product`, exactly, where `product` is the rounded a · b. */
export function productTail(a: number, b: number, product: number): number {
  const bigA = splitter * a;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = splitter * b;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}
