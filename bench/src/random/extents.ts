// Random lengths from a seed, within the supported range of sizes and aspect ratios or beyond it.
import { exp, log, type Rng } from 'proximal/math';

/** The size and the allowed degeneracy of a random shape. */
export interface Range {
  /** The largest half extent, in meters, approximately. */
  readonly size: number;
  /** The largest aspect ratio, unless the shape is flat. */
  readonly aspect: number;
  /** Whether exponents, noise and nesting may be beyond the supported range. */
  readonly isExtreme: boolean;
}

/** The supported range: aspect ratios up to 10,000, half extents of 1 µm to 1000 km, whose ratio in a pair is at most a million. */
export const supported = { aspect: 1e4, smallest: 1e-6, largest: 1e6, ratio: 1e6 };
/** Aspect ratios and ratios of two sizes beyond the supported range; the sizes stay in it. */
const extreme = { aspect: 1e9, ratio: 1e12 };

export function logUniform(rng: Rng, low: number, high: number): number {
  return exp(rng.uniform(log(low), log(high)));
}

/** Ranges for the shapes of a pair: half of them of comparable size, a fifth equal, the others of any allowed ratio. */
export function randomRanges(rng: Rng, isExtreme: boolean): [Range, Range] {
  const { smallest, largest } = supported;
  const { aspect, ratio } = isExtreme ? extreme : supported;
  const size = logUniform(rng, smallest, largest);
  const choice = rng.uniform();
  const clamp = (x: number): number => Math.min(largest, Math.max(smallest, x));
  let other = size;
  if (choice >= 0.2) {
    const spread = choice < 0.7 ? 10 : ratio;
    other = clamp(size * logUniform(rng, 1 / spread, spread));
  }
  const range = { aspect, isExtreme };
  return [
    { ...range, size },
    { ...range, size: other },
  ];
}

/** A half extent: mostly a tenth of the size or more, sometimes equal, sometimes anything down to 1/`aspect` of it, sometimes `zero`. */
export function extent(rng: Rng, { size, aspect }: Range, zero = 0): number {
  const choice = rng.uniform();
  if (choice < 0.07) return zero;
  if (choice < 0.3) return size * logUniform(rng, 1 / aspect, 1);
  if (choice < 0.45) return size;
  return size * rng.uniform(0.1, 1);
}

/** Half extents, one of which is the size. */
export function extents(rng: Rng, range: Range, count: number, zero = 0): number[] {
  const out = Array.from({ length: count }, () => extent(rng, range, zero));
  out[rng.index(count)] = range.size;
  return out;
}

/** Half extents, one of which is the size, and none of which is zero. */
export function positiveExtents(rng: Rng, range: Range, count: number): number[] {
  return extents(rng, range, count, range.size / range.aspect);
}
