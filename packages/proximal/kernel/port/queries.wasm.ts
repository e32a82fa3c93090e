// The WebAssembly version of queries.ts.

// @ts-nocheck

@external("queries", "penetration") declare function penetration(w: i32, polytope: i32, isFar: i32): i32;
@inline export function signedDistance(w: i32, polytope: i32): i32 { return penetration(w, polytope, 0); }
