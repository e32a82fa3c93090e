// What an answer of `distance` promises beyond its certificate.
import { type Certificate, type DistanceResult, type PoseLike, type Shape, supportBatch } from 'proximal';
import { inverse, type Pose, transformPoint, type Vec3 } from 'proximal/math';
import type { Failure } from './fuzzer.ts';

export interface Scene {
  readonly a: Shape;
  readonly poseA: readonly number[];
  readonly b: Shape;
  readonly poseB: readonly number[];
}

/** The default relative tolerance of `distance`. */
const relativeTolerance = 1e-9;

/** The size of the smaller body that has one, and what the default options promise for it: never below rounding. */
export function toleranceOf(a: Shape, b: Shape, { allowance }: Certificate): { size: number; tolerance: number } {
  const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0);
  const size = sizes.length > 0 ? Math.min(...sizes) : 1;
  return { size, tolerance: Math.max(relativeTolerance * size, allowance) };
}

/** The first number or word in which two results differ, or null. Signs of zero count. */
export function differentNumber(one: DistanceResult, other: DistanceResult): string | null {
  for (const name of Object.keys(one) as (keyof DistanceResult)[]) {
    if (name === 'proof') continue;
    const [x, y] = [one[name], other[name]];
    const same = Array.isArray(x) ? x.every((value, k) => Object.is(value, (y as number[])[k])) : Object.is(x, y);
    if (!same) return `${name} is ${x} and ${y}`;
  }
  for (const name of ['weights', 'directions'] as const) {
    const [x, y] = [one.proof[name], other.proof[name]];
    if (!x.every((value, k) => Object.is(value, y[k]))) return `proof.${name} is ${x} and ${y}`;
  }
  return null;
}

/** Checks that need the shapes: numbers, normal, witness points and the plane of a touching pair. */
export function* shapeErrors(
  scene: Scene,
  result: DistanceResult,
  tolerance: number,
  allowance: number,
): Generator<Failure> {
  const { status, normal } = result;
  if (!allFinite(result)) yield { kind: 'not finite', detail: 'a number of the result is NaN or infinite' };
  const length = Math.hypot(...normal);
  if (status === 'separated' && !(Math.abs(length - 1) <= 1e-13))
    yield { kind: 'normal', detail: `its length is ${length}` };
  if (status === 'overlapping' && length !== 0) yield { kind: 'normal', detail: `${normal} of an overlap` };
  if (status === 'touching' && length === 0) yield { kind: 'normal', detail: 'touching without a normal' };
  if (status === 'touching') yield* overlapErrors(scene, tolerance);
  if (status === 'overlapping') yield* contactErrors(scene, tolerance, allowance);
  if (length > 0) yield* planeErrors(scene, result, tolerance, allowance);
  yield* worldErrors(scene, result);
}

function allFinite({ distance, lower, upper, pointA, pointB, normal, localA, localB, proof }: DistanceResult): boolean {
  const numbers = [
    distance,
    lower,
    upper,
    ...pointA,
    ...pointB,
    ...normal,
    ...localA,
    ...localB,
    ...proof.weights,
    ...proof.directions,
  ];
  return numbers.every(Number.isFinite);
}

/** Along the normal: each witness is on its body's support plane, and touching planes are at most a few gaps deep. */
function* planeErrors(
  { a, poseA, b, poseB }: Scene,
  result: DistanceResult,
  tolerance: number,
  allowance: number,
): Generator<Failure> {
  const { normal, localA, localB, status } = result;
  const along = turnBack(poseA, normal);
  const against = turnBack(poseB, normal.map((x) => -x) as Vec3);
  const beyondA = dot(along, a.support(along)) - dot(along, localA);
  const beyondB = dot(against, b.support(against)) - dot(against, localB);
  const slack = (status === 'touching' ? 6 : 2) * tolerance + 2 * allowance;
  for (const [name, beyond] of [
    ['localA', beyondA],
    ['localB', beyondB],
  ] as const) {
    if (!(beyond >= -2 * allowance))
      yield { kind: 'witness', detail: `${name} is ${-beyond} outside of its shape, allowance ${allowance}` };
    if (result.termination === 'converged' && !(beyond <= slack)) {
      yield {
        kind: 'witness',
        detail: `the shape reaches ${beyond} beyond ${name} along the normal, tolerance ${tolerance}`,
      };
    }
  }
}

/** Balls inside the two bodies that share more than the tolerance: that is no mere touching. */
function* overlapErrors({ a, poseA, b, poseB }: Scene, tolerance: number): Generator<Failure> {
  const [centerA, centerB] = [transformPoint(poseA, a.center), transformPoint(poseB, b.center)];
  const shared = a.inradius + b.inradius - Math.hypot(...centerA.map((x, k) => x - centerB[k]));
  const rounding = 8 * Number.EPSILON * (Math.hypot(...centerA) + Math.hypot(...centerB));
  if (shared > 6 * tolerance + rounding) {
    yield {
      kind: 'status',
      detail: `touching, but balls inside the bodies overlap by ${shared}, tolerance ${tolerance}`,
    };
  }
}

/** Along the axes of both bodies: a plane that leaves less than a sliver of the tolerance is no overlap. */
function* contactErrors({ a, poseA, b, poseB }: Scene, tolerance: number, allowance: number): Generator<Failure> {
  const axes = [poseA, poseB].flatMap((pose) => {
    const turn = [0, 0, 0, pose[3], pose[4], pose[5], pose[6]];
    return [0, 1, 2].flatMap((k) =>
      [1, -1].map((sign) =>
        transformPoint(
          turn,
          [0, 1, 2].map((n) => (n === k ? sign : 0)),
        ),
      ),
    );
  });
  const fromA = supportBatch(a, Float64Array.from(axes.flatMap((axis) => turnBack(poseA, axis))));
  const fromB = supportBatch(
    b,
    Float64Array.from(axes.flatMap((axis) => turnBack(poseB, axis.map((x) => -x) as Vec3))),
  );
  const between = [0, 1, 2].map((k) => poseB[k] - poseA[k]) as Vec3;
  const origin = [0, 0, 0];
  for (let k = 0; k < axes.length; k++) {
    const pointA = transformPoint([...origin, ...poseA.slice(3)], fromA.subarray(3 * k, 3 * k + 3));
    const pointB = transformPoint([...origin, ...poseB.slice(3)], fromB.subarray(3 * k, 3 * k + 3));
    const gap = dot(axes[k], between) + dot(axes[k], pointB) - dot(axes[k], pointA);
    if (gap > -0.3 * tolerance + 2 * allowance) {
      yield {
        kind: 'status',
        detail: `overlapping, but only ${-gap} deep along the world direction ${axes[k]}, tolerance ${tolerance}`,
      };
      return;
    }
  }
}

/** The world points are the local ones under the poses. */
function* worldErrors({ poseA, poseB }: Scene, { pointA, pointB, localA, localB }: DistanceResult): Generator<Failure> {
  const sides = [
    ['pointA', poseA, localA, pointA],
    ['pointB', poseB, localB, pointB],
  ] as const;
  for (const [name, pose, local, world] of sides) {
    const expected = transformPoint(pose as PoseLike, local);
    const off = Math.hypot(...expected.map((x, k) => x - world[k]));
    const rounding = 16 * Number.EPSILON * (Math.hypot(...local) + Math.hypot(pose[0], pose[1], pose[2]));
    if (!(off <= rounding)) yield { kind: 'witness', detail: `${name} is ${off} from the local point under the pose` };
  }
}

function turnBack(pose: readonly number[], direction: Vec3): Vec3 {
  const back: Pose = inverse([0, 0, 0, pose[3], pose[4], pose[5], pose[6]]);
  return transformPoint(back, direction);
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
