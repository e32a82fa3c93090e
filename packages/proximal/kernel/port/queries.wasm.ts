// The WebAssembly version of queries.ts.

// @ts-nocheck

@external("queries", "penetration") declare function penetration(w: i32, polytope: i32, isSeparationEnough: i32): i32;
@external("queries", "distance") declare function distance(w: i32): i32;
@external("queries", "collide") declare function collide(w: i32, margin: f64): i32;
@external("queries", "supportMany") declare function supportMany(record: i32, directions: i32, count: i32, out: i32): void;
@inline export function signedDistance(w: i32, polytope: i32): i32 { return penetration(w, polytope, 0); }
@inline export function depthOf(w: i32, polytope: i32): i32 { return penetration(w, polytope, 1); }
@inline export function distanceOf(w: i32): i32 { return distance(w); }
@inline export function areWithin(w: i32, margin: f64): i32 { return collide(w, margin); }
@inline export function supportsOf(record: i32, directions: i32, count: i32, out: i32): void { supportMany(record, directions, count, out); }
