// Closed forms of the Boolean query for points, segments and boxes, the cores of spheres, capsules and rounded boxes. The nearest
// points give an upper bound; the support planes across the line between them give the lower one, as in GJK.
import {
  CORE_LOWER,
  EPSILON,
  FLOOR,
  KIND_BOX,
  KIND_POINT,
  KIND_SEGMENT,
  NEAREST,
  RECORD_KIND_INT,
  RECORD_RADIUS,
  RECORD_REACH,
  TRANSLATION,
} from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { relativeRotation, turnBack } from '../rotation.ts';
import { APART, MEET, UNDECIDED } from './answer.ts';
import { boxesMeet } from './boxes.ts';
import { areInRange, betweenSegments, CORE_A, lengthSquared, nearestOfBox } from './nearest.ts';

/** Whether the shapes of two records at two poses come within `margin` of each other, where a formula can tell. */
export function meetClosed(w: i32, a: i32, poseA: i32, b: i32, poseB: i32, margin: f64): i32 {
  const kindA: i32 = ldi(2 * a + RECORD_KIND_INT);
  const kindB: i32 = ldi(2 * b + RECORD_KIND_INT);
  if (kindA > KIND_BOX || kindB > KIND_BOX) return UNDECIDED;
  if (kindA === KIND_POINT && kindB === KIND_POINT) return pointsMeet(a, poseA, b, poseB, margin);
  const squaredA: f64 = lengthSquared(poseA + 3);
  const squaredB: f64 = lengthSquared(poseB + 3);
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  const z: f64 = ld(poseB + 2) - ld(poseA + 2);
  const largest: f64 = largestOf(x, y, z, a, b);
  if (!areInRange(squaredA, squaredB, largest)) return UNDECIDED;
  const floor: f64 = 32.0 * EPSILON * largest;
  const reach: f64 = ld(a + RECORD_RADIUS) + ld(b + RECORD_RADIUS) + margin;
  if (kindA <= KIND_SEGMENT && kindB <= KIND_SEGMENT) {
    const scale: f64 = 2.0 / (squaredA * squaredB);
    betweenSegments(w, a, poseA, scale * squaredB, b, poseB, scale * squaredA);
    return compare(w, reach, floor);
  }
  if (kindA === KIND_BOX && kindB === KIND_BOX) {
    // Swept boxes have round edges.
    if (reach > margin) return UNDECIDED;
    turnBack(poseA + 3, 2.0 / squaredA, x, y, z, w + TRANSLATION);
    relativeRotation(w, poseA + 3, poseB + 3, squaredA * squaredB);
    st(w + FLOOR, floor);
    return boxesMeet(w, a, b, margin);
  }
  if (kindB === KIND_POINT) nearestOfBox(w, a, poseA, 2.0 / squaredA, x, y, z, w + CORE_A);
  else if (kindA === KIND_POINT) nearestOfBox(w, b, poseB, 2.0 / squaredB, -x, -y, -z, w + CORE_A);
  else return UNDECIDED;
  return compare(w, reach, floor);
}

/** Spheres, which need no rotation. */
// @inline
export function pointsMeet(a: i32, poseA: i32, b: i32, poseB: i32, margin: f64): i32 {
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  const z: f64 = ld(poseB + 2) - ld(poseA + 2);
  const largest: f64 = largestOf(x, y, z, a, b);
  const reach: f64 = ld(a + RECORD_RADIUS) + ld(b + RECORD_RADIUS) + margin;
  const far: f64 = reach + 32.0 * EPSILON * largest;
  const squared: f64 = x * x + y * y + z * z;
  // Poses that are none are not for here either.
  if (!areInRange(lengthSquared(poseA + 3), lengthSquared(poseB + 3), largest)) return UNDECIDED;
  return squared <= reach * reach ? MEET : squared > far * far ? APART : UNDECIDED;
}

/** The largest coordinate: not less than the one that measurePair takes, and without a root. */
// @inline
function largestOf(x: f64, y: f64, z: f64, a: i32, b: i32): f64 {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) + ld(a + RECORD_REACH) + ld(b + RECORD_REACH);
}

/** Where betweenSegments or nearestOfBox have left x and the smallest ⟨x, z⟩ over all points z of the cores' difference. */
// @inline
function compare(w: i32, reach: f64, floor: f64): i32 {
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  const squared: f64 = x * x + y * y + z * z;
  if (squared <= reach * reach) return MEET;
  const least: f64 = ld(w + CORE_LOWER);
  const far: f64 = reach + floor;
  // That ⟨x, z⟩ / |x| is more than `far`, without a root.
  return least > 0.0 && least * least > far * far * squared ? APART : UNDECIDED;
}
