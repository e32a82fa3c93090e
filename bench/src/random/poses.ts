// Random placements of two shapes from a seed, including placements that are hard for proximity queries.
import { type Bounds, distance, type Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose, type Rng, transformPoint, type Vec3 } from 'proximal/math';
import { logUniform } from './extents.ts';

export interface Placement {
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** The gap of the placement, if it is known. */
  readonly gap?: KnownGap;
}

/** A gap in meters, negative for an overlap, and its rounding error. */
export interface KnownGap {
  readonly value: number;
  readonly error: number;
}

export interface Situation {
  readonly name: string;
  /** B is the same shape as A. */
  readonly sameShape?: boolean;
  readonly place: (rng: Rng, a: Shape, b: Shape) => Placement;
}

/** All situations, one entry each. Case numbers depend on the order, so new ones go to the end. */
export const situations: readonly Situation[] = [
  { name: 'distant', place: placeDistant },
  { name: 'near', place: (rng, a, b) => approach(rng, a, b, placeDistant(rng, a, b)) },
  { name: 'overlapping', place: placeOverlapping },
  { name: 'identical', sameShape: true, place: placeIdentical },
  { name: 'aligned', place: (rng, a, b) => placeAligned(rng, a, b, quarterTurns(rng)) },
  { name: 'tilted', place: placeTilted },
  { name: 'far', place: placeFar },
];

function distanceFromOrigin(x: Pose): number {
  return Math.hypot(x[0], x[1], x[2]);
}

function poseOf(position: readonly number[], rotation: ArrayLike<number> = [0, 0, 0, 1]): Pose {
  return compose({ position: [...position], rotation }, {});
}

function moved(pose: Pose, by: readonly number[], factor = 1): Pose {
  const out = pose.slice();
  for (let k = 0; k < 3; k++) out[k] += factor * by[k];
  return out;
}

/** The sum of the bounding radii, without unbounded shapes; 1 if it is zero. */
function sizeOf(a: Shape, b: Shape): number {
  return boundOf(a) + boundOf(b) || 1;
}

/** Bounding radius of a bounded shape, else zero. */
function boundOf(shape: Shape): number {
  return shape.isBounded ? shape.boundingRadius : 0;
}

/** The smaller bounding radius of the two, without zeros and unbounded shapes; 1 if none is left. */
function smallerOf(a: Shape, b: Shape): number {
  const sizes = [boundOf(a), boundOf(b)].filter((size) => size > 0);
  return sizes.length > 0 ? Math.min(...sizes) : 1;
}

/** A's pose: the identity, or random within ten sizes of the origin. */
function randomBase(rng: Rng, size: number): Pose {
  return rng.uniform() < 0.4
    ? poseOf([0, 0, 0])
    : moved(poseOf([0, 0, 0], rng.rotation()), rng.direction(), size * rng.uniform(0, 10));
}

/** B with the rotation of `pose`, moved so that its center is at `factor` · `offset` from A's. */
function centerAt(a: Shape, poseA: Pose, b: Shape, pose: Pose, offset: readonly number[], factor: number): Pose {
  const centerA = transformPoint(poseA, a.center);
  const centerB = transformPoint(pose, b.center);
  const between = centerA.map((x, k) => x - centerB[k]);
  return moved(moved(pose, between), offset, factor);
}

function placeDistant(rng: Rng, a: Shape, b: Shape): Placement {
  const size = sizeOf(a, b);
  const poseA = randomBase(rng, size);
  const distanceRatio = rng.uniform() < 0.2 ? logUniform(rng, 1, 1e4) : rng.uniform(1.01, 5);
  return {
    poseA,
    poseB: centerAt(a, poseA, b, poseOf([0, 0, 0], rng.rotation()), rng.direction(), size * distanceRatio),
  };
}

/** Moves B, if it is separated from A, along the normal to a random gap: zero, or ±1e-12 … 1e-3 of a size. */
function approach(rng: Rng, a: Shape, b: Shape, placement: Placement): Placement {
  const size = rng.uniform() < 0.5 ? sizeOf(a, b) : smallerOf(a, b);
  const sign = [0, 1, 1, -1][rng.index(4)];
  const value = sign * size * logUniform(rng, 1e-12, 1e-3);
  const { poseA, poseB } = placement;
  const found = distance(a, poseA, b, poseB);
  if (found.status !== 'separated') return placement;
  const near = moved(poseB, found.normal, value - found.distance);
  const error = found.upper - found.lower + placementError(a, poseA, b, poseB) + placementError(a, poseA, b, near);
  return { poseA, poseB: near, gap: { value, error } };
}

function placeOverlapping(rng: Rng, a: Shape, b: Shape): Placement {
  const poseA = randomBase(rng, sizeOf(a, b));
  const centerDistance = rng.uniform() < 0.2 ? 0 : rng.uniform() * smallerOf(a, b);
  return { poseA, poseB: centerAt(a, poseA, b, poseOf([0, 0, 0], rng.rotation()), rng.direction(), centerDistance) };
}

/** The same shape at nearly the same place: unchanged, moved by 1e-16 … 1 sizes, rotated by 1e-16 … 1 rad, or by quarter turns. */
function placeIdentical(rng: Rng, a: Shape, b: Shape): Placement {
  const poseA = randomBase(rng, sizeOf(a, b));
  const choice = rng.index(4);
  if (choice === 0) return { poseA, poseB: poseA.slice() };
  if (choice === 1) return { poseA, poseB: moved(poseA, rng.direction(), sizeOf(a, b) * logUniform(rng, 1e-16, 1)) };
  if (choice === 2) return { poseA, poseB: compose(poseA, fromAxisAngle(rng.direction(), logUniform(rng, 1e-16, 1))) };
  return { poseA, poseB: compose(poseA, quarterTurns(rng)) };
}

/** A rotation by a multiple of 90° about an axis. */
function quarterTurns(rng: Rng): Pose {
  const axis = rng.index(3);
  const quarters = [0, 0, 1, 2, 3][rng.index(5)];
  const rotation = [0, 0, 0, [1, Math.SQRT1_2, 0, -Math.SQRT1_2][quarters]];
  rotation[axis] = [0, Math.SQRT1_2, 1, Math.SQRT1_2][quarters];
  return poseOf([0, 0, 0], rotation);
}

/** The bounding box; for a half-space, within `bound` of its origin. */
function finiteBox(shape: Shape, bound: number): Bounds {
  return shape.isBounded ? shape.boundingBox() : { min: [-bound, -bound, -bound], max: [bound, bound, shape.radius] };
}

/** Bounding boxes that touch along one axis, or nearly (by 1e-16 … 1 sizes); along the others equal origins, flush, corner to corner or random. */
function placeAligned(rng: Rng, a: Shape, b: Shape, rotation: Pose): Placement {
  const bound = sizeOf(a, b);
  const boxA = finiteBox(a, bound);
  const { min, max } = finiteBox(b, bound);
  const corners = [min, max].map((corner) => transformPoint({ rotation: rotation.subarray(3) }, corner));
  const boxB = {
    min: corners[0].map((x, k) => Math.min(x, corners[1][k])),
    max: corners[0].map((x, k) => Math.max(x, corners[1][k])),
  };
  const contactAxis = rng.index(3);
  const position = [0, 1, 2].map((k) => {
    if (k === contactAxis) return boxA.max[k] - boxB.min[k];
    const flush = [0, boxA.max[k] - boxB.max[k], boxA.min[k] - boxB.min[k], boxA.max[k] - boxB.min[k]];
    return rng.uniform() < 0.7
      ? flush[rng.index(4)]
      : rng.uniform(boxA.min[k] - boxB.max[k], boxA.max[k] - boxB.min[k]);
  });
  if (rng.uniform() < 0.3)
    position[contactAxis] += sizeOf(a, b) * logUniform(rng, 1e-16, 1) * (rng.uniform() < 0.5 ? -1 : 1);
  return { poseA: poseOf([0, 0, 0]), poseB: moved(rotation, position) };
}

/** Faces and edges that are parallel up to an angle of 1e-16 … 0.1 rad, and nearly touch. */
function placeTilted(rng: Rng, a: Shape, b: Shape): Placement {
  const tilt = compose(fromAxisAngle(rng.direction(), logUniform(rng, 1e-16, 0.1)), quarterTurns(rng));
  const { poseA, poseB } = placeAligned(rng, a, b, tilt);
  const axis = [0, 0, 0];
  axis[rng.index(3)] = rng.uniform() < 0.5 ? 1 : -1;
  return approach(rng, a, b, { poseA, poseB: moved(poseB, axis, sizeOf(a, b) * 3) });
}

/** Distant, overlapping or tilted, a hundred thousand kilometers away from the origin. */
function placeFar(rng: Rng, a: Shape, b: Shape): Placement {
  const others = [placeDistant, placeOverlapping, placeTilted];
  const { poseA, poseB } = others[rng.index(others.length)](rng, a, b);
  const origin = rng.direction();
  return { poseA: moved(poseA, origin, 1e8), poseB: moved(poseB, origin, 1e8) };
}

/** How far rounding in world coordinates may move two bodies against each other. */
function placementError(a: Shape, poseA: Pose, b: Shape, poseB: Pose): number {
  const extentOf = (shape: Shape): number => Math.hypot(...shape.center) + boundOf(shape);
  return 64 * Number.EPSILON * (distanceFromOrigin(poseA) + distanceFromOrigin(poseB) + extentOf(a) + extentOf(b));
}

/** The displacement to a body's previous position: up to the size of the smaller body, zero in a fifth of the cases. */
export function randomStep(rng: Rng, a: Shape, b: Shape): Vec3 {
  const length = rng.uniform() < 0.2 ? 0 : smallerOf(a, b) * logUniform(rng, 1e-6, 1);
  return rng.direction().map((x) => x * length) as Vec3;
}
