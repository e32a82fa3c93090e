// Closed forms of the Boolean query for two spheres or capsules, for a sphere and a box, which may be rounded, and for two boxes with sharp
// edges (boxes.ts). The nearest points of the cores give an upper bound; the support planes perpendicular to the line between them give the
// lower bound, as in GJK.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { ld } from '../port/memory.ts';
import { quaternionScale, relativeRotation, rotateBackByQuaternion } from '../rotation.ts';
import { KIND_BOX, KIND_POINT, KIND_SEGMENT } from '../shapes/kinds.ts';
import { APART, MEET, UNDECIDED } from './answer.ts';
import { boxesMeet } from './boxes.ts';
import { areInRange, betweenSegments, largestOf, lengthSquared, nearestOfBox } from './nearest.ts';

/** Whether the shapes of two records at two poses come within `margin` of each other: MEET, APART or UNDECIDED. */
export function meetClosed(w: i32, a: i32, poseA: i32, b: i32, poseB: i32, margin: f64): i32 {
  const kindA: i32 = ShapeBlock.kind(a);
  const kindB: i32 = ShapeBlock.kind(b);
  if (kindA > KIND_BOX || kindB > KIND_BOX) return UNDECIDED;
  const squaredA: f64 = lengthSquared(poseA + 3);
  const squaredB: f64 = lengthSquared(poseB + 3);
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  const z: f64 = ld(poseB + 2) - ld(poseA + 2);
  const largest: f64 = largestOf(x, y, z, a, b);
  if (!areInRange(squaredA, squaredB, largest)) return UNDECIDED;
  const floor: f64 = 32.0 * EPSILON * largest;
  const limit: f64 = ShapeBlock.radius(a) + ShapeBlock.radius(b) + margin;
  if (kindA === KIND_POINT && kindB === KIND_POINT) {
    const squared: f64 = x * x + y * y + z * z;
    const far: f64 = limit + floor;
    return squared <= limit * limit ? MEET : squared > far * far ? APART : UNDECIDED;
  }
  const scaleA: f64 = quaternionScale(squaredA);
  const scaleB: f64 = quaternionScale(squaredB);
  if (kindA <= KIND_SEGMENT && kindB <= KIND_SEGMENT)
    return betweenSegments(w, a, poseA, scaleA, b, poseB, scaleB, limit, floor);
  if (kindB === KIND_POINT) return nearestOfBox(w, a, poseA, scaleA, x, y, z, w + Query.CORE_A, limit, floor);
  if (kindA === KIND_POINT) return nearestOfBox(w, b, poseB, scaleB, -x, -y, -z, w + Query.CORE_A, limit, floor);
  // The separating axis test is for two boxes with sharp edges.
  if (kindA + kindB < 2 * KIND_BOX || limit > margin) return UNDECIDED;
  rotateBackByQuaternion(poseA + 3, scaleA, x, y, z, w + Query.TRANSLATION);
  relativeRotation(w, poseA + 3, poseB + 3, 0.5 * scaleA * scaleB);
  Query.setFloor(w, floor);
  return boxesMeet(w, a, b, margin);
}
