// The function table of the `proximal` module: one flat list, exported by both targets.
import { ld } from './port/memory.ts';
export function probe(at: i32): f64 {
  return Math.sqrt(ld(at)) + Math.min(1.0, 2.0) + Math.abs(ld(at + 1)) + Math.floor(ld(at));
}
