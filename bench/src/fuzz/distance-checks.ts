// Checks of a result of `distance` beyond its certificate.
import { type DistanceResult, type Shape, supportBatch } from 'proximal';
import type { Vec3 } from 'proximal/math';
import type { Failure } from './fuzzer.ts';
import { type Body, dot, length, pointDistance, type Scene, toBodyAxes, toWorld, toWorldAxes } from './scene.ts';

/** The default relative tolerance of `distance`. */
const relativeTolerance = 1e-9;

/** The smaller of the two bounding radii; a body of radius 0 is ignored. 1 if neither radius is positive and finite. */
export function sizeOf({ a, b }: Scene): number {
  const [sizeA, sizeB] = [a.shape.boundingRadius, b.shape.boundingRadius];
  const size = Math.min(sizeA > 0 ? sizeA : Infinity, sizeB > 0 ? sizeB : Infinity);
  return size < Infinity ? size : 1;
}

/** The tolerance of the default options, or the rounding error if that is larger. */
export function toleranceOf(scene: Scene, allowance: number): number {
  return Math.max(relativeTolerance * sizeOf(scene), allowance);
}

const names = [
  'distance',
  'lower',
  'upper',
  'iterations',
  'supportCalls',
  'converged',
  'status',
  'termination',
] as const;
const vectorNames = ['pointA', 'pointB', 'normal', 'localA', 'localB'] as const;

/** Describes the first number or text in which two results and their proofs differ; null if there is none. Signs of zeros count. */
export function firstDifference(one: DistanceResult, other: DistanceResult): string | null {
  for (const name of names) if (!Object.is(one[name], other[name])) return `${name}: ${one[name]}, ${other[name]}`;
  for (const name of vectorNames) if (!areSame(one[name], other[name])) return `${name}: ${one[name]}, ${other[name]}`;
  for (const name of ['weights', 'directions'] as const) {
    const [x, y] = [one.proof[name], other.proof[name]];
    if (!areSame(x, y)) return `proof.${name}: ${x}, ${y}`;
  }
  return null;
}

function areSame(x: ArrayLike<number>, y: ArrayLike<number>): boolean {
  for (let k = 0; k < x.length; k++) if (!Object.is(x[k], y[k])) return false;
  return true;
}

/** Whether two results are bit for bit the same. */
export function isSame(one: DistanceResult, other: DistanceResult): boolean {
  if (one.iterations !== other.iterations || one.distance !== other.distance) return false;
  return firstDifference(one, other) === null;
}

/** Checks the numbers, the normal and the witness points, and for a touching pair that the balls inside the bodies hardly overlap. */
export function shapeErrors(scene: Scene, result: DistanceResult, tolerance: number, allowance: number): Failure[] {
  const { status, normal } = result;
  const failures: Failure[] = [];
  const fail = (kind: string, detail: string): void => void failures.push({ kind, detail });
  if (!areNumbersFinite(result)) fail('not finite', 'a number of the result is NaN or infinite');
  const norm = length(normal);
  if (status === 'separated' && !(Math.abs(norm - 1) <= 1e-13)) fail('normal', `its length is ${norm}`);
  if (status === 'overlapping' && norm !== 0) fail('normal', `an overlapping pair has the normal ${normal}`);
  if (status === 'touching' && norm === 0) fail('normal', 'touching without a normal');
  if (status === 'touching') checkTouching(scene, tolerance, fail);
  if (norm > 0) {
    const slack = (status === 'touching' ? 6 : 2) * tolerance + 2 * allowance;
    const mostBeyond = result.termination === 'converged' ? slack : Infinity;
    checkPlane('localA', scene.a, toBodyAxes(scene.a, normal), result.localA, allowance, mostBeyond, fail);
    checkPlane('localB', scene.b, toBodyAxes(scene.b, normal, -1), result.localB, allowance, mostBeyond, fail);
  }
  checkWorld('pointA', scene.a, result.localA, result.pointA, fail);
  checkWorld('pointB', scene.b, result.localB, result.pointB, fail);
  return failures;
}

type Fail = (kind: string, detail: string) => void;

function areNumbersFinite({
  distance,
  lower,
  upper,
  pointA,
  pointB,
  normal,
  localA,
  localB,
  proof,
}: DistanceResult): boolean {
  let sum = distance + lower + upper;
  for (const vector of [pointA, pointB, normal, localA, localB]) sum += vector[0] + vector[1] + vector[2];
  for (let k = 0; k < 4; k++) sum += proof.weights[k];
  for (let k = 0; k < 12; k++) sum += proof.directions[k];
  return Number.isFinite(sum);
}

/** Checks that a witness point is on its body's support plane along `along`, the normal toward the other body, in axes of the body. */
function checkPlane(
  name: string,
  { shape }: Body,
  along: Vec3,
  local: Vec3,
  allowance: number,
  mostBeyond: number,
  fail: Fail,
): void {
  const beyond = reachAlong(shape, along) - dot(along, local);
  if (!(beyond >= -2 * allowance)) fail('witness', `${name} is ${-beyond} outside, allowance ${allowance}`);
  if (!(beyond <= mostBeyond))
    fail(
      'witness',
      `the shape extends ${beyond} beyond ${name} toward the other body; at most ${mostBeyond} is allowed`,
    );
}

/** The support value along a unit vector; for a half-space it is finite along its normal only. */
function reachAlong(shape: Shape, direction: Vec3): number {
  if (shape.isBounded) return dot(direction, shape.support(direction));
  return pointDistance(direction, [0, 0, 1]) < 1e-13 ? shape.radius : Infinity;
}

/** Fails if balls inside two "touching" bodies overlap by more than six tolerances and rounding. */
function checkTouching({ a, b }: Scene, tolerance: number, fail: Fail): void {
  const [centerA, centerB] = [toWorld(a, a.shape.center), toWorld(b, b.shape.center)];
  const overlap = a.shape.inradius + b.shape.inradius - pointDistance(centerA, centerB);
  const rounding = 8 * Number.EPSILON * (length(centerA) + length(centerB));
  if (overlap > 6 * tolerance + rounding)
    fail('status', `touching, but balls inside the bodies overlap by ${overlap}, tolerance ${tolerance}`);
}

const unitAxes: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/**
 * A message if "overlapping" bodies overlap along an axis of either body by less than 0.3 of the tolerance minus twice the allowance; otherwise, and
 * for half-spaces, null.
 */
export function overlapError(scene: Scene, tolerance: number, allowance: number): string | null {
  const { a, b } = scene;
  if (!a.shape.isBounded || !b.shape.isBounded) return null;
  const axes = [...unitAxes.map((axis) => toWorldAxes(a, axis)), ...unitAxes.map((axis) => toWorldAxes(b, axis))];
  const fromA = supportBatch(a.shape, inBody(a, axes, 1));
  const fromB = supportBatch(b.shape, inBody(b, axes, -1));
  const offset: Vec3 = [b.pose[0] - a.pose[0], b.pose[1] - a.pose[1], b.pose[2] - a.pose[2]];
  for (let k = 0; k < axes.length; k++) {
    const point = (points: Float64Array): Vec3 => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    const separation =
      dot(axes[k], offset) + dot(axes[k], toWorldAxes(b, point(fromB))) - dot(axes[k], toWorldAxes(a, point(fromA)));
    if (separation > -0.3 * tolerance + 2 * allowance)
      return `overlapping, but only ${-separation} deep along the world direction ${axes[k]}, tolerance ${tolerance}`;
  }
  return null;
}

function inBody(body: Body, directions: readonly Vec3[], sign: number): Float64Array {
  const out = new Float64Array(3 * directions.length);
  for (let k = 0; k < directions.length; k++) out.set(toBodyAxes(body, directions[k], sign), 3 * k);
  return out;
}

/** Checks that the world point is the local one transformed by the pose. */
function checkWorld(name: string, body: Body, local: Vec3, world: Vec3, fail: Fail): void {
  const error = pointDistance(toWorld(body, local), world);
  const rounding = 16 * Number.EPSILON * (length(local) + Math.hypot(body.pose[0], body.pose[1], body.pose[2]));
  if (!(error <= rounding)) fail('witness', `${name} is ${error} from the local point under the pose`);
}
