// The Boolean query of pairs of the simplest shapes, two pairs at a time. The WebAssembly version, side-by-side.wasm.ts, has the
// formulas of closed/meet.ts in vector instructions, with the same results. In JavaScript they would not be faster, so this version
// leaves all pairs undecided.
import { UNDECIDED } from '../closed/answer.ts';
import { sti } from './memory.ts';

/**
 * Writes the results of the closed forms for `count` pairs, one integer each, or UNDECIDED if closed/meet.ts must decide. The lists are
 * those of batch.ts: addresses of records, poses, and pairs of indices. For an odd number of pairs the
 * WebAssembly version also writes the integer after the last.
 */
export function meetSideBySide(_records: i32, _poses: i32, _pairs: i32, count: i32, out: i32, _margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) sti(2 * out + n, UNDECIDED);
}
