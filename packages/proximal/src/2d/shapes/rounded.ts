import { checkNumber } from '../../check/argument.ts';
import { PlaneShape } from '../../engine/2d-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { checkDepth } from '../../query/convex-shape.ts';
import { type Bounds2, checkShape, Shape } from './shape.ts';

/** Another shape, offset outward by a radius. */
export class Rounded extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Rounded';

  readonly kind = 'rounded';

  constructor(
    readonly shape: Shape,
    /** The offset of the inner shape, in meters. */
    readonly rounding: number,
  ) {
    super();
  }

  get radius(): number {
    return this.shape.radius + this.rounding;
  }

  get center(): Readonly<Vec2> {
    return this.shape.center;
  }

  get inradius(): number {
    return this.shape.inradius + this.rounding;
  }

  get boundingRadius(): number {
    return this.shape.boundingRadius + this.rounding;
  }

  /** @internal */
  override get depth(): number {
    return this.shape.depth + 1;
  }

  override get isBounded(): boolean {
    return this.shape.isBounded;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const record = this.shape.record.swept(this.rounding);
    PlaneShape.setRadiusAboutOrigin(record.data, 0, PlaneShape.radiusAboutOrigin(record.data, 0) + this.rounding);
    if (this.isBounded && this.boundingRadius > 0) PlaneShape.setExtent(record.data, 0, this.boundingRadius);
    return record;
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { shape: this.shape.toJSON(), radius: this.rounding };
  }

  override boundingBox(): Bounds2 {
    const { min, max } = this.shape.boundingBox();
    const { rounding } = this;
    return { min: [min[0] - rounding, min[1] - rounding], max: [max[0] + rounding, max[1] + rounding] };
  }
}

/**
 * All points within `radius` of a shape: its corners become round, and its edges move outward.
 * @param radius in meters, 0 or more
 * @example
 * ```ts
 * const carWithMargin = rounded(box(2.4, 0.95), 0.2);
 * ```
 */
export function rounded(shape: Shape, radius: number): Rounded {
  checkShape('rounded', 'shape', shape);
  checkDepth('rounded', 'shape', shape);
  const remedy = 'give a radius in meters, finite and not negative';
  return new Rounded(shape, checkNumber('rounded', 'radius', radius, remedy, 0));
}
