import { KIND_HALFSPACE } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { OrientedBox } from './bounds.ts';
import { GeneralShape } from './general-shape.ts';
import type { Bounds } from './shape.ts';

/** All points below the plane z = 0 of the body: floors, walls and tables. */
export class Halfspace extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Halfspace';

  readonly kind = 'halfspace';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];
  readonly inradius = 0;
  readonly boundingRadius = Infinity;

  override get isBounded(): boolean {
    return false;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_HALFSPACE, this);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return {};
  }

  /** Unbounded except at the top. */
  override boundingBox(): Bounds {
    return { min: [-Infinity, -Infinity, -Infinity], max: [Infinity, Infinity, 0] };
  }

  /** Throws a `RangeError`: an unbounded shape has no such box. */
  override orientedBoundingBox(): OrientedBox {
    throw new RangeError(
      'orientedBoundingBox: a half-space is unbounded and has no such box; use boundingBox() for its top.',
    );
  }

  /** @internal */
  protected override computeMass(): MassProperties {
    throw new RangeError('massProperties: a half-space is unbounded and has no mass; use it for static bodies only.');
  }
}

/**
 * The unbounded half-space z ≤ 0: a floor, wall or table top, at any pose. Queries accept it together with a bounded shape;
 * operations that need bounds (`support`, mass properties, `transformed`, `sum`) and queries between two half-spaces throw.
 * @example
 * ```ts
 * distance(halfspace(), {}, sphere(1), { position: [0, 0, 3] }).distance; // 2
 * ```
 */
export function halfspace(): Halfspace {
  return new Halfspace();
}
