// Support points of the Minkowski difference A − B in A's frame, as points of its surface.
import { type Shape, supportBatch } from 'proximal';
import * as flat from 'proximal/2d';
import { compose, inverse, transformPoint } from 'proximal/math';
import { directions } from '../stage/surface.ts';
import type { Pair } from './document.ts';
import type { Recorder } from './recorders.ts';

const sphereDirections = directions(1500);

/**
 * Surface points of the set that an algorithm searches; null if a shape is unbounded. The set 'cores' is A − B, 'centered' is
 * (A − cA) − (B − cB).
 * @param radii the radius that the search leaves out (see `Recording`), in meters: the points are moved inward by it
 */
export function differencePoints(
  { a, poseA, b, poseB }: Pair,
  set: Recorder['set'],
  radii: number,
): Float64Array | null {
  if (!a.isBounded || !b.isBounded) return null;
  const relative = compose(inverse(poseA), poseB);
  const rotation = { rotation: relative.subarray(3) };
  const inverseRotation = inverse(rotation);
  const directionsB = new Float64Array(sphereDirections.length);
  for (let k = 0; k < sphereDirections.length; k += 3) {
    directionsB.set(
      transformPoint(inverseRotation, [-sphereDirections[k], -sphereDirections[k + 1], -sphereDirections[k + 2]]),
      k,
    );
  }
  const [pointsA, pointsB] = [supportBatch(a, sphereDirections), supportBatch(b, directionsB)];
  const [offsetA, offsetB] =
    set === 'cores'
      ? [
          [0, 0, 0],
          [0, 0, 0],
        ]
      : [centerOf(a), centerOf(b)];
  const translation = set === 'cores' ? [...relative.subarray(0, 3)] : [0, 0, 0];
  const points = new Float64Array(sphereDirections.length);
  for (let k = 0; k < sphereDirections.length; k += 3) {
    const inB = [0, 1, 2].map((axis) => pointsB[k + axis] - offsetB[axis]);
    transformPoint(rotation, inB).forEach((rotated, axis) => {
      points[k + axis] =
        pointsA[k + axis] - offsetA[axis] - rotated - translation[axis] - radii * sphereDirections[k + axis];
    });
  }
  return points;
}

function centerOf({ center }: Shape): number[] {
  return [...center];
}

/** Unit vectors at every degree, two numbers each, for the outlines of all 2D shapes. */
const circleDirections = Float64Array.from({ length: 720 }, (_, k) =>
  (k % 2 ? Math.sin : Math.cos)((Math.PI * (k >> 1)) / 180),
);

/** The difference of 2D shapes: points of its outline, counter-clockwise, with z = 0. */
export function planeDifference(
  { a, poseA, b, poseB }: Pair<flat.Shape>,
  set: Recorder['set'],
  radii: number,
): Float64Array | null {
  if (!a.isBounded || !b.isBounded) return null;
  const [cosine, sine] = [poseA[2] * poseB[2] + poseA[3] * poseB[3], poseA[2] * poseB[3] - poseA[3] * poseB[2]];
  const [dx, dy] = [poseB[0] - poseA[0], poseB[1] - poseA[1]];
  const rotate = ([px, py]: readonly number[]): number[] => [cosine * px - sine * py, sine * px + cosine * py];
  const [cx, cy] = rotate(b.center);
  // The offset to subtract from a − R b: B's position in A's frame, or cA − R cB for the centered set.
  const [x, y] =
    set === 'cores'
      ? [poseA[2] * dx + poseA[3] * dy, poseA[2] * dy - poseA[3] * dx]
      : [a.center[0] - cx, a.center[1] - cy];
  const directionsB = new Float64Array(circleDirections.length);
  for (let k = 0; k < circleDirections.length; k += 2) {
    directionsB[k] = -(cosine * circleDirections[k] + sine * circleDirections[k + 1]);
    directionsB[k + 1] = -(cosine * circleDirections[k + 1] - sine * circleDirections[k]);
  }
  const [pointsA, pointsB] = [flat.supportBatch(a, circleDirections), flat.supportBatch(b, directionsB)];
  const outline: number[] = [];
  for (let k = 0; k < circleDirections.length; k += 2) {
    const [bx, by] = rotate([pointsB[k], pointsB[k + 1]]);
    const px = pointsA[k] - bx - x - radii * circleDirections[k];
    const py = pointsA[k + 1] - by - y - radii * circleDirections[k + 1];
    outline.push(px, py, 0);
  }
  return Float64Array.from(outline);
}
