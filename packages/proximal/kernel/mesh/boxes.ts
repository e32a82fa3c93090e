// Boxes of nodes and triangles.
import { ld } from '../port/memory.ts';

/** Squared distance between the boxes at `p` and `q`: six numbers each, least coordinates first. */
export function squaredGap(p: i32, q: i32): f64 {
  let sum: f64 = 0.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const gap: f64 = Math.max(ld(q + axis) - ld(p + 3 + axis), ld(p + axis) - ld(q + 3 + axis));
    if (gap > 0.0) sum += gap * gap;
  }
  return sum;
}

/** Whether the boxes at `p` and `q` come within `margin` of each other along every axis. */
export function areNear(p: i32, q: i32, margin: f64): bool {
  return (
    ld(q) - ld(p + 3) <= margin &&
    ld(p) - ld(q + 3) <= margin &&
    ld(q + 1) - ld(p + 4) <= margin &&
    ld(p + 1) - ld(q + 4) <= margin &&
    ld(q + 2) - ld(p + 5) <= margin &&
    ld(p + 2) - ld(q + 5) <= margin
  );
}
