// Queries of the `proximal` module that other modules call. The WebAssembly version, queries.wasm.ts, imports them from that module.
import { collide } from '../collide.ts';
import { distance } from '../distance.ts';
import { penetration } from '../penetration/penetration.ts';
import { supportMany } from '../support.ts';

/** Computes the signed distance of the query in workspace `w`: see penetration/penetration.ts. Returns 0 if a pose is invalid. */
export function signedDistance(w: i32, polytope: i32): i32 {
  return penetration(w, polytope, 0);
}

/** Like `signedDistance`, but for separated shapes a plane between them suffices. */
export function depthOf(w: i32, polytope: i32): i32 {
  return penetration(w, polytope, 1);
}

/** Computes the distance of the query in workspace `w`: see distance.ts. Returns 0 if a pose is invalid. */
export function distanceOf(w: i32): i32 {
  return distance(w);
}

/** 1 if the shapes of workspace `w` come within `margin` of each other, 0 if not, −1 if a pose is invalid: see collide.ts. */
export function areWithin(w: i32, margin: f64): i32 {
  return collide(w, margin);
}

/** Writes the support points of a shape along `count` directions to `out`: see support.ts. */
export function supportsOf(record: i32, directions: i32, count: i32, out: i32): void {
  supportMany(record, directions, count, out);
}
