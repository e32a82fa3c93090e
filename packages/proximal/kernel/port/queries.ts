// Queries of the `proximal` module that other modules call. The WebAssembly version, queries.wasm.ts, imports them from that module.
import { penetration } from '../penetration/penetration.ts';

/** The signed distance of the query in workspace `w`: see penetration/penetration.ts. */
export function signedDistance(w: i32, polytope: i32): i32 {
  return penetration(w, polytope, 0);
}
