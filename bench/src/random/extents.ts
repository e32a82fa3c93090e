// Seeded random lengths. How thin a body may be decides whether the library promises anything for it.
import { exp, log, type Rng } from 'proximal/math';

/** How large a random shape is, and what may be strange about it. */
export interface Range {
  /** About its largest half extent, in meters. */
  readonly size: number;
  /** Length over thickness at most this, unless it is flat. */
  readonly aspect: number;
  /** Exponents, noise and nesting at their extremes too. */
  readonly isWild: boolean;
}

/** What is promised: needles and sheets of 1:10,000, a micrometer to a thousand kilometers. Sizes are half extents. */
export const promise = { aspect: 1e4, smallest: 1e-6, largest: 1e6, ratio: 1e6 };
/** Beyond it. */
const wild = { aspect: 1e9, ratio: 1e12 };

export function logUniform(rng: Rng, low: number, high: number): number {
  return exp(rng.uniform(log(low), log(high)));
}

/** Two ranges for the shapes of a pair: mostly comparable, sometimes of the same size, sometimes anything allowed. */
export function randomRanges(rng: Rng, isWild: boolean): [Range, Range] {
  const { smallest, largest } = promise;
  const { aspect, ratio } = isWild ? wild : promise;
  const size = logUniform(rng, smallest, largest);
  const choice = rng.uniform();
  const clamp = (x: number): number => Math.min(largest, Math.max(smallest, x));
  let other = size;
  if (choice >= 0.2) {
    const spread = choice < 0.7 ? 10 : ratio;
    other = clamp(size * logUniform(rng, 1 / spread, spread));
  }
  const range = { aspect, isWild };
  return [
    { ...range, size },
    { ...range, size: other },
  ];
}

/** A half extent: mostly near the size, sometimes exactly it, sometimes as thin as allowed, sometimes `zero`. */
export function extent(rng: Rng, { size, aspect }: Range, zero = 0): number {
  const choice = rng.uniform();
  if (choice < 0.07) return zero;
  if (choice < 0.3) return size * logUniform(rng, 1 / aspect, 1);
  if (choice < 0.45) return size;
  return size * rng.uniform(0.1, 1);
}

/** Half extents, one of which is the size itself: the body is as large as the range says. */
export function extents(rng: Rng, range: Range, count: number, zero = 0): number[] {
  const out = Array.from({ length: count }, () => extent(rng, range, zero));
  out[rng.index(count)] = range.size;
  return out;
}

/** The same, none of them zero. */
export function positiveExtents(rng: Rng, range: Range, count: number): number[] {
  return extents(rng, range, count, range.size / range.aspect);
}
