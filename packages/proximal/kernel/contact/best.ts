// The best λ of a solve. Extrapolated sweeps are not monotone: they may pass near the solution and end far from it at the limit of sweeps. So
// with acceleration, a check stores λ if its `excess` is the smallest so far. A solve whose last excess is much larger returns the stored λ.
import { ld, ldi, st } from '../port/memory.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';

/** Stores λ of the island as the best one if `isStored`, otherwise restores the stored λ. */
export function copyBest(r: i32, from: i32, to: i32, isStored: bool): void {
  const lambda: i32 = ContactWorkspace.lambda(r);
  const best: i32 = ContactWorkspace.bestLambda(r);
  const shift: i32 = isStored ? best - lambda : lambda - best;
  const start: i32 = isStored ? lambda : best;
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = start + 3 * ldi(ContactWorkspace.order(r) + place);
    for (let k: i32 = at; k < at + 3; k += 1) st(k + shift, ld(k));
  }
}
