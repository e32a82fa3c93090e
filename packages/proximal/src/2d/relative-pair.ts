// Two shapes in A's frame, for certificates: only through their support functions, independent of the kernel's iterations.
import { plane } from '../engine/2d.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import { hypot } from '../math/hypot.ts';
import type { Vec2 } from '../math/vec2.ts';
import { type Pose2Like, readPose2 } from './pose.ts';
import type { DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

export const add = ([x, y]: Readonly<Vec2>, [u, v]: Readonly<Vec2>, factor = 1): Vec2 => [
  x + factor * u,
  y + factor * v,
];
export const dot = ([x, y]: Vec2, [u, v]: Vec2): number => x * u + y * v;
export const cross = ([x, y]: Vec2, [u, v]: Vec2): number => x * v - y * u;
export const length = ([x, y]: Vec2): number => Math.sqrt(x * x + y * y);

/** Two shapes in A's frame, through their support functions. */
export class RelativePair {
  /** The rounding error of a coordinate. */
  readonly allowance: number;
  /** The size of the smaller shape, without shapes of size zero. */
  readonly size: number;
  /** The largest coordinates of both shapes in their own frames, together. */
  readonly reach: number;
  /** The two poses, and B's in A's frame as the kernel has it, bit for bit: a direction of the proof may be a tie. */
  private readonly poses = new Float64Array(8);
  private readonly cosine: number;
  private readonly sine: number;
  private readonly shift: Vec2;

  constructor(
    where: string,
    private readonly a: Shape,
    poseA: Pose2Like,
    private readonly b: Shape,
    poseB: Pose2Like,
  ) {
    readPose2(where, 'poseA', poseA, this.poses, 0);
    readPose2(where, 'poseB', poseB, this.poses, 4);
    const [cosine, sine, x, y] = relativePose(this.poses);
    this.cosine = cosine;
    this.sine = sine;
    this.shift = [x, y];
    this.reach = reach(a) + reach(b);
    this.allowance = 64 * Number.EPSILON * (length(this.shift) + this.reach);
    const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
    this.size = Math.min(...sizes, sizes.length > 0 ? Infinity : 1);
  }

  /** The rounding error of a point in the world. */
  get worldError(): number {
    const [xA, yA, , , xB, yB] = this.poses;
    return 64 * Number.EPSILON * (length([xA, yA]) + length([xB, yB]) + this.reach);
  }

  /** Turns a world direction into A's frame. */
  toA([x, y]: Vec2): Vec2 {
    const [, , cosine, sine] = this.poses;
    return [cosine * x + sine * y, cosine * y - sine * x];
  }

  /** Turns and moves a world point into A's frame. */
  toAPoint([x, y]: Vec2): Vec2 {
    return this.toA([x - this.poses[0], y - this.poses[1]]);
  }

  /** The farthest point of A along a direction, and of B against it, in A's frame. */
  supportA(direction: Vec2): Vec2 {
    return this.a.support(direction);
  }

  supportB(direction: Vec2): Vec2 {
    return this.fromB(this.b.support(this.againstInB(direction)));
  }

  /** The same for B, relative to a point of its own frame, so that no digits are lost if B is far away. */
  supportBFrom(center: Readonly<Vec2>, direction: Vec2): Vec2 {
    const [x, y] = add(this.b.support(this.againstInB(direction)), center, -1);
    return [this.cosine * x - this.sine * y, this.sine * x + this.cosine * y];
  }

  /**
   * The cores' farthest points along and against `direction`, in A's frame. A half-plane's are a whole line: the one next to the
   * other shape's point is taken, or that point itself if it is inside and `isDeep` does not ask for the depth.
   */
  cores(direction: Vec2, isDeep: boolean): { a: Vec2; b: Vec2 } {
    const { a, b } = this;
    if (!a.isBounded) return { a: ontoLine(this.coreB(direction), [0, 0], [0, 1], isDeep), b: this.coreB(direction) };
    const pointA = coreOf(a, direction);
    return { a: pointA, b: b.isBounded ? this.coreB(direction) : ontoLine(pointA, this.shift, this.upOfB(), isDeep) };
  }

  private coreB(direction: Vec2): Vec2 {
    return this.fromB(coreOf(this.b, this.againstInB(direction)));
  }

  /** The gap between the support lines along the unit vector `normal`: a lower bound of the distance. */
  gapAlong(normal: Vec2): number {
    const { a, b } = this;
    const reachOfA = a.isBounded ? dot(normal, a.support(normal)) : lineReach(normal, [0, 0], [0, 1], a.radius);
    if (!b.isBounded) return -lineReach([-normal[0], -normal[1]], this.shift, this.upOfB(), b.radius) - reachOfA;
    return dot(normal, this.supportB(normal)) - reachOfA;
  }

  /** B's y axis in A's frame. */
  private upOfB(): Vec2 {
    return [-this.sine, this.cosine];
  }

  /**
   * The witness points are what the proof combines to, each moved out by its radius; pointB − pointA = distance · normal; and the
   * world's points are the bodies' own. Points common to both may be `slack` off.
   */
  hasWitnesses(result: DistanceResult, normal: Vec2, coreA: Vec2, coreB: Vec2, slack: number): boolean {
    const { a, b, poses } = this;
    const allowed = slack + this.allowance;
    const localB = this.fromB(result.localB);
    const isNear = (p: Vec2, q: Vec2, most: number): boolean => length(add(p, q, -1)) <= most + allowed;
    return (
      isNear(add(localB, result.localA, -1), [normal[0] * result.distance, normal[1] * result.distance], 0) &&
      isNear(result.localA, coreA, a.radius) &&
      isNear(localB, coreB, b.radius) &&
      isInWorld(poses.subarray(0, 4), result.localA, result.pointA) &&
      isInWorld(poses.subarray(4), result.localB, result.pointB)
    );
  }

  private againstInB([x, y]: Vec2): Vec2 {
    return [-(this.cosine * x + this.sine * y), -(this.cosine * y - this.sine * x)];
  }

  /** A point of B's own frame in A's. */
  fromB([x, y]: Vec2): Vec2 {
    return [this.cosine * x - this.sine * y + this.shift[0], this.sine * x + this.cosine * y + this.shift[1]];
  }
}

function coreOf(shape: Shape, direction: Vec2): Vec2 {
  const size = length(direction);
  return add(shape.support(direction), direction, size > 0 ? -shape.radius / size : 0);
}

function isInWorld([x, y, cosine, sine]: Float64Array, [u, v]: Vec2, world: Vec2): boolean {
  const reached: Vec2 = [cosine * u - sine * v + x, sine * u + cosine * v + y];
  return length(add(reached, world, -1)) <= 64 * Number.EPSILON * (length([x, y]) + length([u, v]));
}

/** The point of the half-plane below the line through `origin` with normal `up` that is nearest to `point`, or of the line. */
function ontoLine(point: Vec2, origin: Vec2, up: Vec2, isDeep: boolean): Vec2 {
  const height = dot(add(point, origin, -1), up);
  return add(point, up, isDeep ? -height : -Math.max(0, height));
}

/** The support value of that half-plane, grown by `radius`, along a unit vector: finite along its normal only. */
function lineReach(direction: Vec2, origin: Vec2, up: Vec2, radius: number): number {
  return length(add(direction, up, -1)) < 1e-14 ? dot(up, origin) + radius : Infinity;
}

/** The largest coordinate of a shape in its own frame, as far as it is bounded. */
function reach(shape: Shape): number {
  return hypot(...shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : 0);
}

function relativePose(poses: Float64Array): [cosine: number, sine: number, x: number, y: number] {
  const engine = plane.engine();
  const { workspace } = engine.enter();
  try {
    engine.f64.set(poses, workspace + PlaneQuery.POSE_A);
    engine.kernel.relativePose(workspace);
    const { f64 } = engine;
    const [rotation, translation] = [workspace + PlaneQuery.ROTATION, workspace + PlaneQuery.TRANSLATION];
    return [f64[rotation], f64[rotation + 1], f64[translation], f64[translation + 1]];
  } finally {
    engine.leave();
  }
}
