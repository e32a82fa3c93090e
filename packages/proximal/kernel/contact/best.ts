// The best λ of a solve. Extrapolated sweeps are not monotone: those that end at their limit may end far from the solution, after passing
// near it. So every check stores λ if its residual is the smallest so far, and sweeps whose last residual is much larger return the stored λ.
import { ld, ldi, st } from '../port/memory.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';

/** Stores λ as the best one, or restores the stored λ. */
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
