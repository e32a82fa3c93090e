// The Boolean query of pairs of the simplest shapes, two pairs at a time. WebAssembly's twin, side-by-side.wasm.ts, has the formulas of
// closed/meet.ts in vector instructions, with the same answers; here there is nothing that would be faster than those.
import { UNDECIDED } from '../closed/answer.ts';
import { sti } from './memory.ts';

/**
 * What the closed forms say of `count` pairs, one integer each, or UNDECIDED where they are to be asked themselves. The lists are those of
 * a batch; of an odd number of pairs the integer behind the last is written, too.
 */
export function meetSideBySide(_records: i32, _poses: i32, _pairs: i32, count: i32, out: i32, _margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) sti(2 * out + n, UNDECIDED);
}
