// Closed forms of the distance between spheres and capsules, and between a sphere and a box; boxes may be rounded. As in GJK, the
// nearest points give the upper bound, and the support planes perpendicular to the line between them give the lower bound. If the
// bounds do not meet to the tolerance, the cores touch, or capsules are nearly parallel, GJK is used.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON, STATUS_OVERLAPPING, STATUS_SEPARATED, STATUS_TOUCHING } from '../constants.ts';
import { smallerSize } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { crossComponent, quaternionScale, rotateByQuaternion, rotatedComponent } from '../rotation.ts';
import { KIND_BOX, KIND_POINT } from '../shapes/kinds.ts';
import { areInRange, betweenSegments, largestOf, lengthSquared, nearestOfBox, setVector } from './nearest.ts';

/** No closed form for the pair, or its result is undecided. */
export const NO_FORM: i32 = -1;

/**
 * Segments with a smaller squared sine between their directions are left to GJK: the nearest points of parallel segments are not
 * unique.
 */
const PARALLEL: f64 = 1.0e-6;

/**
 * The status of the shapes of two records at two poses, or NO_FORM. Row `n` of the result, `distance` … `localB`, goes to columns
 * of `capacity` rows from `out` on, as in a batch. The workspace gives the settings and receives `coreLower`, `coreUpper`, `coreA` and `coreB`
 * (unless the core is a point), and `nearest`, here in world axes.
 */
export function distanceClosed(w: i32, a: i32, poseA: i32, b: i32, poseB: i32, out: i32, capacity: i32, n: i32): i32 {
  const kindA: i32 = ShapeBlock.kind(a);
  const kindB: i32 = ShapeBlock.kind(b);
  // A point with a point, segment or box, or two segments.
  if (kindA > KIND_BOX || kindB > KIND_BOX || kindA + kindB > KIND_BOX) return NO_FORM;
  const squaredA: f64 = lengthSquared(poseA + 3);
  const squaredB: f64 = lengthSquared(poseB + 3);
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  const z: f64 = ld(poseB + 2) - ld(poseA + 2);
  const largest: f64 = largestOf(x, y, z, a, b);
  if (!areInRange(squaredA, squaredB, largest)) return NO_FORM;
  const scaleA: f64 = quaternionScale(squaredA);
  const scaleB: f64 = quaternionScale(squaredB);
  if (kindA === KIND_POINT && kindB === KIND_POINT) {
    setVector(w + Query.NEAREST, -x, -y, -z);
    Query.setCoreLower(w, x * x + y * y + z * z);
  } else if (kindA === KIND_BOX) {
    nearestOfBox(w, a, poseA, scaleA, x, y, z, w + Query.CORE_A, 0.0, 0.0);
    rotateByQuaternion(
      poseA + 3,
      scaleA,
      Query.nearest(w, 0),
      Query.nearest(w, 1),
      Query.nearest(w, 2),
      w + Query.NEAREST,
    );
  } else if (kindB === KIND_BOX) {
    nearestOfBox(w, b, poseB, scaleB, -x, -y, -z, w + Query.CORE_B, 0.0, 0.0);
    rotateByQuaternion(
      poseB + 3,
      scaleB,
      -Query.nearest(w, 0),
      -Query.nearest(w, 1),
      -Query.nearest(w, 2),
      w + Query.NEAREST,
    );
  } else {
    betweenSegments(w, a, poseA, scaleA, b, poseB, scaleB, 0.0, 0.0);
    if (kindA === kindB && !(Query.sine(w) > PARALLEL)) return NO_FORM;
  }
  const status: i32 = statusOf(w, a, b, 32.0 * EPSILON * largest);
  if (status === NO_FORM) return NO_FORM;
  writeBounds(w, a, b, status, out, capacity, n);
  // `nearest` points from B's core to A's: the witness of A is moved by −radius along it, the witness of B by +radius.
  const radii: f64 = ShapeBlock.radius(a) + ShapeBlock.radius(b);
  const norm: f64 = Query.coreUpper(w);
  const unitScale: f64 = norm > radii ? Query.inverse(w) : 1.0 / radii;
  const to: i32 = out + 3 * n;
  const moveA: f64 = -unitScale * ShapeBlock.radius(a);
  const moveB: f64 = unitScale * ShapeBlock.radius(b);
  writePoint(w, kindA, poseA, scaleA, moveA, w + Query.CORE_A, to + 3 * capacity, to + 12 * capacity);
  writePoint(w, kindB, poseB, scaleB, moveB, w + Query.CORE_B, to + 6 * capacity, to + 15 * capacity);
  return status;
}

/** The status as in distance.ts and contact-status.ts, or NO_FORM if undecided. Writes `coreLower`, `coreUpper` and `inverse`. */
function statusOf(w: i32, a: i32, b: i32, floor: f64): i32 {
  const radii: f64 = ShapeBlock.radius(a) + ShapeBlock.radius(b);
  const x: f64 = Query.nearest(w, 0);
  const y: f64 = Query.nearest(w, 1);
  const z: f64 = Query.nearest(w, 2);
  const norm: f64 = Math.sqrt(x * x + y * y + z * z);
  const inverse: f64 = 1.0 / norm;
  const least: f64 = Query.coreLower(w) * inverse;
  const upper: f64 = norm - radii;
  const lower: f64 = least - radii;
  Query.setCoreUpper(w, norm);
  Query.setCoreLower(w, least);
  Query.setInverse(w, inverse);
  const gap: f64 = Math.max(Math.max(Query.tolerance(w), Query.relativeTolerance(w) * smallerSize(a, b)), floor);
  if (!(norm > floor && upper - lower <= gap)) return NO_FORM;
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap) return STATUS_OVERLAPPING;
  return upper <= gap + floor && lower >= -gap ? STATUS_TOUCHING : NO_FORM;
}

/** Writes the distance, its bounds, and the normal. */
function writeBounds(w: i32, a: i32, b: i32, status: i32, out: i32, capacity: i32, n: i32): void {
  const radii: f64 = ShapeBlock.radius(a) + ShapeBlock.radius(b);
  const norm: f64 = Query.coreUpper(w);
  const upper: f64 = Math.max(0.0, norm - radii);
  const scale: f64 = status === STATUS_OVERLAPPING ? 0.0 : -Query.inverse(w);
  st(out + n, upper);
  st(out + capacity + n, Math.max(0.0, Math.min(Query.coreLower(w) - radii, upper)));
  st(out + 2 * capacity + n, upper);
  // Adding zero makes a negative zero positive.
  setVector(
    out + 9 * capacity + 3 * n,
    scale * Query.nearest(w, 0) + 0.0,
    scale * Query.nearest(w, 1) + 0.0,
    scale * Query.nearest(w, 2) + 0.0,
  );
}

/** Writes a witness: the core's point, moved by `move` times `nearest`, in the world and in the body's frame. */
function writePoint(w: i32, kind: i32, pose: i32, scale: f64, move: f64, core: i32, toWorld: i32, toBody: i32): void {
  const ux: f64 = ld(pose + 3);
  const uy: f64 = ld(pose + 4);
  const uz: f64 = ld(pose + 5);
  const uw: f64 = ld(pose + 6);
  const x: f64 = move * Query.nearest(w, 0);
  const y: f64 = move * Query.nearest(w, 1);
  const z: f64 = move * Query.nearest(w, 2);
  const cx: f64 = crossComponent(scale, uy, uz, y, z);
  const cy: f64 = crossComponent(scale, uz, ux, z, x);
  const cz: f64 = crossComponent(scale, ux, uy, x, y);
  const px: f64 = rotatedComponent(x, -uw, cx, uy, uz, cy, cz);
  const py: f64 = rotatedComponent(y, -uw, cy, uz, ux, cz, cx);
  const pz: f64 = rotatedComponent(z, -uw, cz, ux, uy, cx, cy);
  if (kind === KIND_POINT) {
    setVector(toBody, px, py, pz);
    setVector(toWorld, ld(pose) + x, ld(pose + 1) + y, ld(pose + 2) + z);
    return;
  }
  const qx: f64 = ld(core) + px;
  const qy: f64 = ld(core + 1) + py;
  const qz: f64 = ld(core + 2) + pz;
  const dx: f64 = crossComponent(scale, uy, uz, qy, qz);
  const dy: f64 = crossComponent(scale, uz, ux, qz, qx);
  const dz: f64 = crossComponent(scale, ux, uy, qx, qy);
  setVector(toBody, qx, qy, qz);
  setVector(
    toWorld,
    ld(pose) + rotatedComponent(qx, uw, dx, uy, uz, dy, dz),
    ld(pose + 1) + rotatedComponent(qy, uw, dy, uz, ux, dz, dx),
    ld(pose + 2) + rotatedComponent(qz, uw, dz, ux, uy, dx, dy),
  );
}
