import { areNear } from '../../broad/broad-phase.ts';
import { checkInteger, checkOptions, wrongType } from '../../check/argument.ts';
import { type Pose, type PoseLike, readPose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { Assembly, type AssemblyJSON, type MassProperties, type PartList } from '../../shapes/assembly.ts';
import { massOfParts } from '../../shapes/assembly-mass.ts';
import { type Bounds, checkShape, type Shape } from '../../shapes/shape.ts';
import { boundsAt } from '../bounds-at.ts';

/** A convex shape of a compound, and its pose in the body's frame. */
export interface CompoundPart {
  readonly shape: Shape;
  /** Default: the identity. */
  readonly pose?: PoseLike;
}

/** Several convex shapes that move as one. */
export class Compound extends Assembly {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Compound';

  readonly kind = 'compound';
  readonly isLocal = false;
  /** Six numbers for each part, in body coordinates. */
  private readonly boxes: Float64Array;

  /** @internal */
  constructor(
    private readonly shapes: readonly Shape[],
    private readonly poses: readonly Pose[],
  ) {
    super();
    this.boxes = new Float64Array(6 * shapes.length);
    const box = new Float64Array(6);
    shapes.forEach((shape, k) => {
      boundsAt(shape, poses[k], box);
      this.boxes.set(box, 6 * k);
    });
  }

  get partCount(): number {
    return this.shapes.length;
  }

  part(index: number): Shape {
    return this.shapes[checkInteger('Compound.part', 'index', index, 0, this.partCount - 1)];
  }

  partPose(index: number): Pose {
    return this.poses[checkInteger('Compound.partPose', 'index', index, 0, this.partCount - 1)];
  }

  boundingBox(): Bounds {
    const extreme = (first: number, pick: (...values: number[]) => number): Vec3 =>
      [0, 1, 2].map((axis) => pick(...this.shapes.map((_, k) => this.boxes[6 * k + first + axis]))) as Vec3;
    return { min: extreme(0, Math.min), max: extreme(3, Math.max) };
  }

  toJSON(): AssemblyJSON {
    const parts = this.shapes.map((shape, k) => ({ shape: shape.toJSON(), pose: [...this.poses[k]] }));
    return { version: 1, kind: this.kind, parts };
  }

  /** @internal */
  protected computeMass(massOf: (part: Shape) => MassProperties): MassProperties {
    return massOfParts(this.shapes.map(massOf), this.poses);
  }

  /** @internal */
  boxOf(index: number, out: Float64Array): void {
    for (let k = 0; k < 6; k++) out[k] = this.boxes[6 * index + k];
  }

  /** @internal */
  collect(box: Float64Array, maxDistance: number, out: PartList): void {
    for (let k = 0; k < this.shapes.length; k++) if (areNear(box, 0, this.boxes, 6 * k, maxDistance)) out.push(k);
  }
}

/**
 * Several bounded convex shapes that move as one body. They may overlap; mass in an overlap counts for each part. The signed distance of a
 * compound is the signed distance of its nearest part, or of the part that overlaps deepest.
 * @example
 * ```ts
 * const hammer = compound([
 *   { shape: cylinder(0.015, 0.15) },
 *   { shape: box(0.05, 0.02, 0.02), pose: { position: [0, 0, 0.15] } },
 * ]);
 * ```
 */
export function compound(parts: readonly CompoundPart[]): Compound {
  const where = 'compound';
  if (!Array.isArray(parts) || parts.length === 0)
    throw wrongType(where, 'parts', parts, 'give a list of at least one { shape, pose? }');
  const poses = parts.map((part, k) => {
    checkOptions(where, `parts[${k}]`, part, ['shape', 'pose']);
    checkShape(where, `parts[${k}].shape`, part?.shape);
    if (!part.shape.isBounded)
      throw wrongType(
        where,
        `parts[${k}].shape`,
        part.shape,
        'give a bounded shape, and add half-spaces as separate bodies',
      );
    const pose = new Float64Array(7);
    readPose(where, `parts[${k}].pose`, part.pose ?? {}, pose, 0);
    return pose;
  });
  return new Compound(
    parts.map(({ shape }) => shape),
    poses,
  );
}
