// The set that the ray leaves: D̃ = (A − cA) − R (B − cB), swept radii included, in A's frame.
import {
  LOCAL_A,
  LOCAL_B,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  ROTATION,
  SUPPORT_CALLS_INT,
  TRANSLATION,
} from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { supportCore } from '../support/dispatch.ts';
import {
  GROWTH_ACROSS,
  GROWTH_BASIS_INT,
  GROWTH_CENTER_A,
  GROWTH_CENTER_B,
  GROWTH_INRADIUS_A,
  GROWTH_INRADIUS_B,
  GROWTH_VERTEX_A,
  GROWTH_VERTEX_ACROSS,
  GROWTH_VERTEX_B,
  GROWTH_VERTEX_INNER_INT,
  GROWTH_VERTEX_TOWARDS_A,
  GROWTH_VERTEX_TOWARDS_B,
  GROWTH_WEIGHTS,
} from './layout.ts';

/** The vertex of D̃ farthest along (dx, dy, dz), of any length but zero. */
export function supportGrowth(w: i32, g: i32, vertex: i32, dx: f64, dy: f64, dz: f64): void {
  const a: i32 = vertex + GROWTH_VERTEX_A;
  const b: i32 = vertex + GROWTH_VERTEX_B;
  const towardsA: i32 = vertex + GROWTH_VERTEX_TOWARDS_A;
  const towardsB: i32 = vertex + GROWTH_VERTEX_TOWARDS_B;
  const recordA: i32 = ldi(2 * w + RECORD_A_INT);
  const recordB: i32 = ldi(2 * w + RECORD_B_INT);
  st(towardsA, dx);
  st(towardsA + 1, dy);
  st(towardsA + 2, dz);
  rotateBack(w + ROTATION, -dx, -dy, -dz, towardsB);
  supportCore(recordA, dx, dy, dz, a);
  supportCore(recordB, ld(towardsB), ld(towardsB + 1), ld(towardsB + 2), b);
  if (ld(w + RADII) > 0.0) {
    const inverse: f64 = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    moveAlong(a, towardsA, inverse * ld(recordA + RECORD_RADIUS));
    moveAlong(b, towardsB, inverse * ld(recordB + RECORD_RADIUS));
  }
  sti(2 * vertex + GROWTH_VERTEX_INNER_INT, 0);
  placeVertex(w, g, vertex);
  sti(2 * w + SUPPORT_CALLS_INT, ldi(2 * w + SUPPORT_CALLS_INT) + 1);
}

function moveAlong(point: i32, direction: i32, factor: f64): void {
  st(point, ld(point) + factor * ld(direction));
  st(point + 1, ld(point + 1) + factor * ld(direction + 1));
  st(point + 2, ld(point + 2) + factor * ld(direction + 2));
}

/** A vertex in the ball around the origin that D̃ holds, at (x, y, z), shared between the balls of the two shapes. */
export function innerVertex(w: i32, g: i32, vertex: i32, x: f64, y: f64, z: f64): void {
  const radiusA: f64 = ld(g + GROWTH_INRADIUS_A);
  const radiusB: f64 = ld(g + GROWTH_INRADIUS_B);
  const shareA: f64 = radiusA / (radiusA + radiusB);
  const shareB: f64 = radiusB / (radiusA + radiusB);
  const towardsA: i32 = vertex + GROWTH_VERTEX_TOWARDS_A;
  const towardsB: i32 = vertex + GROWTH_VERTEX_TOWARDS_B;
  st(towardsA, shareA * x);
  st(towardsA + 1, shareA * y);
  st(towardsA + 2, shareA * z);
  rotateBack(w + ROTATION, -shareB * x, -shareB * y, -shareB * z, towardsB);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(vertex + GROWTH_VERTEX_A + k, ld(g + GROWTH_CENTER_A + k) + ld(towardsA + k));
    st(vertex + GROWTH_VERTEX_B + k, ld(g + GROWTH_CENTER_B + k) + ld(towardsB + k));
  }
  sti(2 * vertex + GROWTH_VERTEX_INNER_INT, 1);
  placeVertex(w, g, vertex);
}

/** Where the points of a vertex put it, with the bodies as they stand now. */
export function placeVertex(w: i32, g: i32, vertex: i32): void {
  const r: i32 = w + ROTATION;
  const t: i32 = w + TRANSLATION;
  const a: i32 = vertex + GROWTH_VERTEX_A;
  const bx: f64 = ld(vertex + GROWTH_VERTEX_B);
  const by: f64 = ld(vertex + GROWTH_VERTEX_B + 1);
  const bz: f64 = ld(vertex + GROWTH_VERTEX_B + 2);
  const x: f64 = ld(a) - (ld(r) * bx + ld(r + 1) * by + ld(r + 2) * bz + ld(t));
  const y: f64 = ld(a + 1) - (ld(r + 3) * bx + ld(r + 4) * by + ld(r + 5) * bz + ld(t + 1));
  const z: f64 = ld(a + 2) - (ld(r + 6) * bx + ld(r + 7) * by + ld(r + 8) * bz + ld(t + 2));
  st(vertex, x);
  st(vertex + 1, y);
  st(vertex + 2, z);
  const e: i32 = g + GROWTH_ACROSS;
  st(vertex + GROWTH_VERTEX_ACROSS, ld(e) * x + ld(e + 1) * y + ld(e + 2) * z);
  st(vertex + GROWTH_VERTEX_ACROSS + 1, ld(e + 3) * x + ld(e + 4) * y + ld(e + 5) * z);
}

/** z¹ and z² (28) from the basis and its weights. */
export function combineBasis(w: i32, g: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    let a: f64 = 0.0;
    let b: f64 = 0.0;
    for (let m: i32 = 0; m < 3; m += 1) {
      const vertex: i32 = ldi(2 * g + GROWTH_BASIS_INT + m);
      a += ld(g + GROWTH_WEIGHTS + m) * ld(vertex + GROWTH_VERTEX_A + k);
      b += ld(g + GROWTH_WEIGHTS + m) * ld(vertex + GROWTH_VERTEX_B + k);
    }
    st(w + LOCAL_A + k, a);
    st(w + LOCAL_B + k, b);
  }
}
