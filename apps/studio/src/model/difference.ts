// The Minkowski difference A − B in A's frame, by its support points.
import { type Shape, supportBatch } from 'proximal';
import * as flat from 'proximal/2d';
import { compose, inverse, transformPoint } from 'proximal/math';
import { directions } from '../stage/surface.ts';
import type { Pair } from './document.ts';
import type { Recorder } from './recorders.ts';

const many = directions(1500);

/**
 * Surface points of the set that an algorithm searches; null for half-spaces, which are unbounded. The search for a distance uses the
 * cores, without the balls of `radii` that are swept over them.
 */
export function differencePoints(
  { a, poseA, b, poseB }: Pair,
  set: Recorder['set'],
  radii: number,
): Float64Array | null {
  if (!a.isBounded || !b.isBounded) return null;
  const relative = compose(inverse(poseA), poseB);
  const turn = { rotation: relative.subarray(3) };
  const back = inverse(turn);
  const against = new Float64Array(many.length);
  for (let k = 0; k < many.length; k += 3) {
    against.set(transformPoint(back, [-many[k], -many[k + 1], -many[k + 2]]), k);
  }
  const [pointsA, pointsB] = [supportBatch(a, many), supportBatch(b, against)];
  const [fromA, fromB] =
    set === 'cores'
      ? [
          [0, 0, 0],
          [0, 0, 0],
        ]
      : [centerOf(a), centerOf(b)];
  const start = set === 'cores' ? [...relative.subarray(0, 3)] : [0, 0, 0];
  const points = new Float64Array(many.length);
  for (let k = 0; k < many.length; k += 3) {
    const inB = [0, 1, 2].map((axis) => pointsB[k + axis] - fromB[axis]);
    transformPoint(turn, inB).forEach((turned, axis) => {
      points[k + axis] = pointsA[k + axis] - fromA[axis] - turned - start[axis] - radii * many[k + axis];
    });
  }
  return points;
}

function centerOf({ center }: Shape): number[] {
  return [...center];
}

/** Directions for the outline of 2D shapes without corners. */
const around = Float64Array.from({ length: 720 }, (_, k) => (k % 2 ? Math.sin : Math.cos)((Math.PI * (k >> 1)) / 180));

/** The outline of the set in the plane, counter-clockwise, with z = 0. */
export function planeDifference(
  { a, poseA, b, poseB }: Pair<flat.Shape>,
  set: Recorder['set'],
  radii: number,
): Float64Array | null {
  if (!a.isBounded || !b.isBounded) return null;
  const [cosine, sine] = [poseA[2] * poseB[2] + poseA[3] * poseB[3], poseA[2] * poseB[3] - poseA[3] * poseB[2]];
  const [dx, dy] = [poseB[0] - poseA[0], poseB[1] - poseA[1]];
  const turn = ([px, py]: readonly number[]): number[] => [cosine * px - sine * py, sine * px + cosine * py];
  const [cx, cy] = turn(b.center);
  // The origin of B's frame; for the centered set, with both centers moved to the origin.
  const [x, y] =
    set === 'cores'
      ? [poseA[2] * dx + poseA[3] * dy, poseA[2] * dy - poseA[3] * dx]
      : [a.center[0] - cx, a.center[1] - cy];
  const against = new Float64Array(around.length);
  for (let k = 0; k < around.length; k += 2) {
    against[k] = -(cosine * around[k] + sine * around[k + 1]);
    against[k + 1] = -(cosine * around[k + 1] - sine * around[k]);
  }
  const [pointsA, pointsB] = [flat.supportBatch(a, around), flat.supportBatch(b, against)];
  const outline: number[] = [];
  for (let k = 0; k < around.length; k += 2) {
    const [bx, by] = turn([pointsB[k], pointsB[k + 1]]);
    const px = pointsA[k] - bx - x - radii * around[k];
    const py = pointsA[k + 1] - by - y - radii * around[k + 1];
    outline.push(px, py, 0);
  }
  return Float64Array.from(outline);
}
