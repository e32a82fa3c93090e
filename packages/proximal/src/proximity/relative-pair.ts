// Two shapes in A's frame, for certificates: only through their support functions.
import { Query } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { compose, inverse, type PoseLike, transformPoint } from '../math/pose.ts';
import { add, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { copyPoses, isPlainPose, writeCheckedPoses } from './poses.ts';
import type { Proof } from './result.ts';

/** The points that a certificate compares, in the bodies' own frames and in the world. */
interface Witnesses {
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly localA: Vec3;
  readonly localB: Vec3;
}

/** Two shapes in A's frame, through their support functions. */
export class RelativePair {
  readonly allowance: number;
  /** The largest distance of shapes in contact. */
  readonly touching: number;
  /** B's rotation in A's frame by rows and its translation, as the kernel has them: see `readRelativePose`. */
  private readonly r: Float64Array;
  private readonly t: Vec3;
  private readonly rotationA: PoseLike;
  /** The swept radii over the cores of the proof. */
  private readonly radiusA: number;
  private readonly radiusB: number;

  /** @param inner whether the proof is about inner cores: see `Proof` */
  constructor(
    private readonly a: Shape,
    private readonly poseA: PoseLike,
    private readonly b: Shape,
    private readonly poseB: PoseLike,
    tolerance: number | undefined,
    inner: boolean,
  ) {
    this.radiusA = a.radius + (inner ? a.record.rollingRadius : 0);
    this.radiusB = b.radius + (inner ? b.record.rollingRadius : 0);
    const { rotation, translation } = readRelativePose('certify', poseA, poseB);
    this.r = rotation;
    this.t = translation;
    this.rotationA = { rotation: compose(poseA, {}).subarray(3) };
    this.allowance = 64 * Number.EPSILON * (length(translation) + reach(a) + reach(b));
    const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
    this.touching = Math.max(this.allowance, tolerance ?? 2e-9 * Math.min(...sizes, sizes.length > 0 ? Infinity : 1));
  }

  get radii(): number {
    return this.radiusA + this.radiusB;
  }

  /** Turns a world direction into A's frame. */
  toA(direction: Vec3): Vec3 {
    return transformPoint(inverse(this.rotationA), direction);
  }

  /**
   * The cores' farthest points along and against `direction`, in A's frame. A half-space's are a whole plane: the one next to
   * the other shape's point is taken, or that point itself if it is inside.
   */
  cores(direction: Vec3): { a: Vec3; b: Vec3 } {
    const { a, b } = this;
    const against = this.againstInB(direction);
    const size = length(direction);
    const coreA = (): Vec3 => subtract(a.support(direction), scale(direction, this.radiusA / size));
    const coreB = (): Vec3 => this.fromB(subtract(b.support(against), scale(against, this.radiusB / size)));
    if (!a.isBounded) return { a: intoHalfspace(coreB(), [0, 0, 0], [0, 0, 1]), b: coreB() };
    if (!b.isBounded) return { a: coreA(), b: intoHalfspace(coreA(), this.t, this.upOfB()) };
    return { a: coreA(), b: coreB() };
  }

  /** The points of the cores that a proof combines, in A's frame, and whether its weights are convex ones. */
  combine({ weights, directions }: Proof): { pointA: Vec3; pointB: Vec3; isConvex: boolean } {
    let pointA: Vec3 = [0, 0, 0];
    let pointB: Vec3 = [0, 0, 0];
    let total = 0;
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue;
      const cores = this.cores([directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]]);
      pointA = add(pointA, scale(cores.a, weights[k]));
      pointB = add(pointB, scale(cores.b, weights[k]));
      total += weights[k];
    }
    return { pointA, pointB, isConvex: weights.every((weight) => weight >= 0) && Math.abs(total - 1) <= 1e-14 };
  }

  /** The gap between the support planes along the unit vector `normal`: a lower bound of the distance. */
  gapAlong(normal: Vec3): number {
    const { a, b } = this;
    const reachOfA = a.isBounded ? dot(normal, a.support(normal)) : planeReach(normal, [0, 0, 0], [0, 0, 1], a.radius);
    if (!b.isBounded) return -planeReach(scale(normal, -1), this.t, this.upOfB(), b.radius) - reachOfA;
    return dot(normal, this.fromB(b.support(this.againstInB(normal)))) - reachOfA;
  }

  /** The overlap of the inner balls around the centers; negative if they are apart. */
  depthOfBalls(): number {
    const { a, b } = this;
    if (!a.isBounded || !b.isBounded) return Number.NEGATIVE_INFINITY;
    const [x, y, z] = b.center;
    return a.inradius + b.inradius - length(subtract(this.fromB([x, y, z]), [...a.center]));
  }

  /** B's z axis in A's frame. */
  private upOfB(): Vec3 {
    return [this.r[2], this.r[5], this.r[8]];
  }

  /**
   * The witness points are what the proof combines to, each moved out by its radius; pointB − pointA = `between`; and the
   * world's points are the bodies' own. Points common to both may be `slack` off.
   */
  hasWitnesses(result: Witnesses, between: Vec3, coreA: Vec3, coreB: Vec3, slack: number): boolean {
    const { radiusA, radiusB, allowance } = this;
    const allowed = slack + allowance;
    const localB = this.fromB(result.localB);
    const isNear = (p: Vec3, q: Vec3, reach: number): boolean => length(subtract(p, q)) <= reach + allowed;
    return (
      isNear(subtract(localB, result.localA), between, 0) &&
      isNear(result.localA, coreA, radiusA) &&
      isNear(localB, coreB, radiusB) &&
      this.isInWorld(this.poseA, result.localA, result.pointA) &&
      this.isInWorld(this.poseB, result.localB, result.pointB)
    );
  }

  private isInWorld(pose: PoseLike, local: Vec3, world: Vec3): boolean {
    const reach = length(compose(pose, {}).subarray(0, 3) as unknown as Vec3) + length(local);
    return length(subtract(transformPoint(pose, local), world)) <= 64 * Number.EPSILON * reach;
  }

  private againstInB([x, y, z]: Vec3): Vec3 {
    const { r } = this;
    return [-(r[0] * x + r[3] * y + r[6] * z), -(r[1] * x + r[4] * y + r[7] * z), -(r[2] * x + r[5] * y + r[8] * z)];
  }

  private fromB([x, y, z]: Vec3): Vec3 {
    const { r, t } = this;
    return [
      r[0] * x + r[1] * y + r[2] * z + t[0],
      r[3] * x + r[4] * y + r[5] * z + t[1],
      r[6] * x + r[7] * y + r[8] * z + t[2],
    ];
  }
}

/** The point of the half-space below the plane through `origin` with normal `up` that is nearest to `point`. */
function intoHalfspace(point: Vec3, origin: Vec3, up: Vec3): Vec3 {
  return subtract(point, scale(up, Math.max(0, dot(subtract(point, origin), up))));
}

/** The support value of that half-space, grown by `radius`, along a unit vector: finite along its normal only. */
function planeReach(direction: Vec3, origin: Vec3, up: Vec3, radius: number): number {
  return length(subtract(direction, up)) < 1e-14 ? dot(up, origin) + radius : Infinity;
}

/** The largest coordinate of a shape in its own frame; of a half-space, the height of its plane over its core's. */
export function reach(shape: Shape): number {
  return length(shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : shape.radius);
}

/**
 * B's pose in A's frame, bit for bit as the queries use it. A direction of the proof may be a tie between two support
 * points of B; in another rounding of the same rotation the tie could go the other way, and the weights would no longer fit.
 */
export function readRelativePose(
  where: string,
  poseA: PoseLike,
  poseB: PoseLike,
): { rotation: Float64Array; translation: Vec3 } {
  const engine = activeEngine();
  const frame = engine.enter();
  const { workspace } = frame;
  try {
    if (isPlainPose(poseA) && isPlainPose(poseB)) {
      copyPoses(engine, workspace, poseA as Float64Array, poseB as Float64Array);
    } else {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
    }
    if (engine.kernel.relativePose(workspace) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      engine.kernel.relativePose(workspace);
    }
    const [x, y, z] = engine.f64.subarray(workspace + Query.TRANSLATION, workspace + Query.TRANSLATION + 3);
    return {
      rotation: engine.f64.slice(workspace + Query.ROTATION, workspace + Query.ROTATION + 9),
      translation: [x, y, z],
    };
  } finally {
    engine.leave();
  }
}
