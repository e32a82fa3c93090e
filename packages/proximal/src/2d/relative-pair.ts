import { plane } from '../engine/2d.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import { hypot } from '../math/hypot.ts';
import type { Vec2 } from '../math/vec2.ts';
import { add, length } from '../math/vector.ts';
import { RelativeShapes } from '../query/relative-shapes.ts';
import { type Pose2Like, readPose2 } from './pose.ts';
import type { Shape } from './shapes/shape.ts';

/** Two 2D shapes in A's frame, through their support functions. */
export class RelativePair extends RelativeShapes<Vec2> {
  readonly allowance: number;
  /** The sum over both shapes of a bound on the distance of their points from their own origin. */
  readonly sumOfRadii: number;
  protected readonly shift: Vec2;
  private readonly poses = new Float64Array(8);
  /** B's rotation in A's frame. */
  private readonly cosine: number;
  private readonly sine: number;

  constructor(
    where: string,
    private readonly shapeA: Shape,
    poseA: Pose2Like,
    private readonly shapeB: Shape,
    poseB: Pose2Like,
  ) {
    super(shapeA, shapeB, shapeA.radius, shapeB.radius);
    readPose2(where, 'poseA', poseA, this.poses, 0);
    readPose2(where, 'poseB', poseB, this.poses, 4);
    const [cosine, sine, x, y] = relativePose(this.poses);
    this.cosine = cosine;
    this.sine = sine;
    this.shift = [x, y];
    this.sumOfRadii = radiusAboutOrigin(shapeA) + radiusAboutOrigin(shapeB);
    this.allowance = 64 * Number.EPSILON * (length(this.shift) + this.sumOfRadii);
  }

  /** The overlap of the inscribed circles; negative if they are apart, and −∞ if a shape is unbounded. */
  depthOfCircles(): number {
    const { shapeA, shapeB } = this;
    if (!shapeA.isBounded || !shapeB.isBounded) return Number.NEGATIVE_INFINITY;
    return shapeA.inradius + shapeB.inradius - length(add(this.fromB([...shapeB.center]), shapeA.center, -1));
  }

  /** A bound on the rounding error of a point in the world. */
  get worldError(): number {
    const [xA, yA, , , xB, yB] = this.poses;
    return 64 * Number.EPSILON * (length([xA, yA]) + length([xB, yB]) + this.sumOfRadii);
  }

  toA([x, y]: Vec2): Vec2 {
    const [, , cosine, sine] = this.poses;
    return [cosine * x + sine * y, cosine * y - sine * x];
  }

  /** Transforms a world point to A's frame. */
  toAPoint([x, y]: Vec2): Vec2 {
    return this.toA([x - this.poses[0], y - this.poses[1]]);
  }

  /**
   * B's support point along −`direction`, relative to `center` (in B's frame) and rotated to A's axes. B's position is left out, so no
   * digits are lost if B is far away.
   */
  supportBFrom(center: Vec2, direction: Vec2): Vec2 {
    return this.turnFromB(add(this.b.support(this.againstInB(direction)), center, -1));
  }

  fromB(point: Vec2): Vec2 {
    return add(this.turnFromB(point), this.shift);
  }

  private turnFromB([x, y]: Vec2): Vec2 {
    return [this.cosine * x - this.sine * y, this.sine * x + this.cosine * y];
  }

  protected againstInB([x, y]: Vec2): Vec2 {
    return [-(this.cosine * x + this.sine * y), -(this.cosine * y - this.sine * x)];
  }

  protected upOfB(): Vec2 {
    return [-this.sine, this.cosine];
  }

  protected inWorld(body: 'A' | 'B', [u, v]: Vec2): { point: Vec2; position: Vec2 } {
    const [x, y, cosine, sine] = this.poses.subarray(body === 'A' ? 0 : 4);
    return { point: [cosine * u - sine * v + x, sine * u + cosine * v + y], position: [x, y] };
  }
}

/** A bound on the distance of a shape's points from its own origin; for an unbounded shape, the distance of its center. */
function radiusAboutOrigin(shape: Shape): number {
  return hypot(...shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : 0);
}

/**
 * B's pose in A's frame as the kernel computes it, bit for bit: where two support points are equally far along a direction of the
 * proof, rounding decides which of them is found.
 */
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
