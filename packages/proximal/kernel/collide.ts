// The Boolean query (Montaut et al. 2024, Alg. 2): the same search, which ends as soon as either answer is certain.
import { ABOVE, BELOW, CORE_LOWER, FLOOR, GAP, RADII } from './layout.ts';
import { measurePair } from './minkowski.ts';
import { ld, st } from './port/memory.ts';
import { relativePose } from './rotation.ts';
import { search } from './search.ts';

/**
 * Whether the shapes come within `margin` of each other: 1, or 0 with a separating direction whose gap exceeds it by more
 * than rounding. Where neither can be proven, as with a broken custom shape, the answer is the cautious one. −1 if a pose is
 * none.
 */
export function collide(w: i32, margin: f64): i32 {
  if (relativePose(w) === 0) return -1;
  measurePair(w);
  const allowed: f64 = margin + ld(w + FLOOR);
  st(w + GAP, ld(w + FLOOR));
  st(w + BELOW, margin);
  st(w + ABOVE, allowed);
  search(w);
  return ld(w + CORE_LOWER) - ld(w + RADII) > allowed ? 0 : 1;
}
