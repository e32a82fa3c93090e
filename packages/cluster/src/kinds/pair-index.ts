// All pairs of n bodies, in the order (0, 1), (0, 2) … (0, n − 1), (1, 2) …

/** The number of pairs. */
export function pairCount(bodies: number): number {
  return (bodies * (bodies - 1)) / 2;
}

/** The pair with a number. Exact up to 2⁵³ pairs: the root is only a first guess. */
export function pairAt(index: number, bodies: number): [number, number] {
  // Pairs with a first body below i: i (2 n − i − 1) / 2.
  const before = (i: number): number => (i * (2 * bodies - i - 1)) / 2;
  let i = Math.max(0, Math.floor(bodies - 0.5 - Math.sqrt(Math.max(0, (bodies - 0.5) ** 2 - 2 * index))));
  while (before(i) > index) i--;
  while (before(i + 1) <= index) i++;
  return [i, index - before(i) + i + 1];
}
