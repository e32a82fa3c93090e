import { KIND_ELLIPSOID, Query, ShapeBlock } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { activeEngine } from '../engine/target.ts';
import { compose, inverse, type PoseLike, transformPoint } from '../math/pose.ts';
import { length, subtract, type Vec3 } from '../math/vec3.ts';
import { RelativeShapes } from '../query/relative-shapes.ts';
import type { Shape } from '../shapes/shape.ts';
import { copyPoses, isPlainPose, writeCheckedPoses } from './poses.ts';

/** Two shapes in A's frame. */
export class RelativePair extends RelativeShapes<Vec3> {
  readonly allowance: number;
  /** B's rotation in A's frame by rows and its translation, with the bits of the kernel: see `readRelativePose`. */
  private readonly r: Float64Array;
  protected readonly shift: Vec3;
  private readonly rotationA: PoseLike;

  /** @param inner whether the proof refers to inner cores: see `Proof` */
  constructor(
    private readonly shapeA: Shape,
    private readonly poseA: PoseLike,
    private readonly shapeB: Shape,
    private readonly poseB: PoseLike,
    inner: boolean,
  ) {
    const radiusOf = ({ radius, record }: Shape): number => radius + (inner ? rollingRadius(record) : 0);
    super(shapeA, shapeB, radiusOf(shapeA), radiusOf(shapeB));
    const { rotation, translation } = readRelativePose('certify', poseA, poseB);
    this.r = rotation;
    this.shift = translation;
    this.rotationA = { rotation: compose(poseA, {}).subarray(3) };
    const sizes = length(translation) + radiusAboutOrigin(shapeA) + radiusAboutOrigin(shapeB);
    this.allowance = 64 * Number.EPSILON * sizes;
  }

  toA(direction: Vec3): Vec3 {
    return transformPoint(inverse(this.rotationA), direction);
  }

  /** The overlap of the inner balls around the centers; negative if they are apart, and −∞ if a shape is unbounded. */
  depthOfBalls(): number {
    const { shapeA, shapeB } = this;
    if (!shapeA.isBounded || !shapeB.isBounded) return Number.NEGATIVE_INFINITY;
    const [x, y, z] = shapeB.center;
    return shapeA.inradius + shapeB.inradius - length(subtract(this.fromB([x, y, z]), shapeA.center));
  }

  protected upOfB(): Vec3 {
    return [this.r[2], this.r[5], this.r[8]];
  }

  protected inWorld(body: 'A' | 'B', local: Vec3): { point: Vec3; position: Vec3 } {
    const pose = body === 'A' ? this.poseA : this.poseB;
    const [x, y, z] = compose(pose, {});
    return { point: transformPoint(pose, local), position: [x, y, z] };
  }

  protected againstInB([x, y, z]: Vec3): Vec3 {
    const { r } = this;
    return [-(r[0] * x + r[3] * y + r[6] * z), -(r[1] * x + r[4] * y + r[7] * z), -(r[2] * x + r[5] * y + r[8] * z)];
  }

  fromB([x, y, z]: Vec3): Vec3 {
    const { r, shift: t } = this;
    return [
      r[0] * x + r[1] * y + r[2] * z + t[0],
      r[3] * x + r[4] * y + r[5] * z + t[1],
      r[6] * x + r[7] * y + r[8] * z + t[2],
    ];
  }
}

/** Radius of a ball that rolls freely inside the core of an ellipsoid; 0 for other cores: see kernel/penetration/inner-core.ts. */
function rollingRadius({ data }: ShapeRecord): number {
  if (ShapeBlock.kind(new Int32Array(data.buffer), 0) !== KIND_ELLIPSOID) return 0;
  const radii = data.subarray(ShapeBlock.DATA, ShapeBlock.DATA + 3);
  const shortest = Math.min(...radii);
  return shortest * (shortest / Math.max(...radii));
}

/**
 * A bound on the distance of a shape's points from the origin of its frame; for an unbounded shape, only its center and swept radius count.
 */
export function radiusAboutOrigin(shape: Shape): number {
  return length(shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : shape.radius);
}

/**
 * B's pose in A's frame, with the bits that the queries use. Two points of B may be equally far along a direction of the proof.
 * With another rounding of the same rotation, the support function could return the other point, and the proof's weights would not fit it.
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
