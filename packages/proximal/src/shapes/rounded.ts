import { checkNumber } from '../check/argument.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { OrientedBox } from './bounds.ts';
import { DerivedShape } from './derived.ts';
import type { MassBudget } from './mass-budget.ts';
import { checkDepth, withinRange } from './nesting.ts';
import { type Ball, type Bounds, checkShape, type Shape } from './shape.ts';

/** Another shape, offset outward by a radius. */
export class Rounded extends DerivedShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Rounded';

  readonly kind = 'rounded';

  constructor(
    shape: Shape,
    /** The offset of the inner shape, in meters. */
    readonly rounding: number,
  ) {
    super(shape);
  }

  get radius(): number {
    return this.shape.radius + this.rounding;
  }

  get center(): Readonly<Vec3> {
    return this.shape.center;
  }

  get inradius(): number {
    return this.shape.inradius + this.rounding;
  }

  get boundingRadius(): number {
    return this.shape.boundingRadius + this.rounding;
  }

  /** @internal */
  override get isConic(): boolean {
    return this.shape.isConic;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return this.shape.record.swept(this.rounding);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { shape: this.shape.toJSON(), radius: this.rounding };
  }

  /** @internal */
  override corePolytope(): PolytopeFaces | null {
    return this.shape.corePolytope();
  }

  /** @internal */
  override coreFace(direction: Vec3, tolerance: number): Vec3[] {
    return this.shape.coreFace(direction, tolerance);
  }

  /** @internal */
  protected override computeMass(budget: MassBudget): MassProperties {
    return this.rounding === 0 || !this.isBounded ? this.shape.massWithin(budget) : super.computeMass(budget);
  }

  override boundingBox(): Bounds {
    if (this.isBounded) return super.boundingBox();
    const { min, max } = this.shape.boundingBox();
    return { min: min.map((x) => x - this.rounding) as Vec3, max: max.map((x) => x + this.rounding) as Vec3 };
  }

  override boundingSphere(): Ball {
    const { center, radius } = this.shape.boundingSphere();
    return { center, radius: radius + this.rounding };
  }

  override orientedBoundingBox(): OrientedBox {
    return this.isBounded ? super.orientedBoundingBox() : this.shape.orientedBoundingBox();
  }
}

/**
 * All points within `radius` of a shape: its corners and edges become round, and its faces move outward.
 * @param radius in meters, 0 or more
 * @example
 * ```ts
 * const die = rounded(box(0.006, 0.006, 0.006), 0.002); // a 16 mm die
 * ```
 */
export function rounded(shape: Shape, radius: number): Rounded {
  checkShape('rounded', 'shape', shape);
  checkDepth('rounded', 'shape', shape);
  checkNumber('rounded', 'radius', radius, 'give a radius in meters, finite and not negative', 0);
  return withinRange('rounded', new Rounded(shape, radius), [shape]);
}
