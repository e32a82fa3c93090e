// Queries of the `proximal` module that other modules call. The WebAssembly version, queries.wasm.ts, imports them from that module.
import { collide } from '../collide.ts';
import { distance } from '../distance.ts';
import { penetration } from '../penetration/penetration.ts';
import { supportMany } from '../support.ts';

/** The signed distance of the query in workspace `w`: see penetration/penetration.ts. */
export function signedDistance(w: i32, polytope: i32): i32 {
  return penetration(w, polytope, 0);
}

/** The depth of the query in workspace `w`; for separated shapes a plane between them suffices. */
export function depthOf(w: i32, polytope: i32): i32 {
  return penetration(w, polytope, 1);
}

/** The distance of the query in workspace `w`: see distance.ts. */
export function distanceOf(w: i32): i32 {
  return distance(w);
}

/** Whether the shapes of workspace `w` come within `margin` of each other: see collide.ts. */
export function areWithin(w: i32, margin: f64): i32 {
  return collide(w, margin);
}

/** The support points of a shape along `count` directions: see support.ts. */
export function supportsOf(record: i32, directions: i32, count: i32, out: i32): void {
  supportMany(record, directions, count, out);
}
