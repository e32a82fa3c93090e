import { checkNumber } from '../../check/argument.ts';
import { KIND_BOX } from '../../engine/2d-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { hypot } from '../../math/hypot.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { encodeShape, Shape } from './shape.ts';

/** A rectangle centered at the body's origin, given by its half extents. */
export class Box extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Box';

  readonly kind = 'box';
  readonly radius = 0;
  readonly center: Readonly<Vec2> = [0, 0];

  constructor(readonly halfExtents: Readonly<Vec2>) {
    super();
  }

  get inradius(): number {
    return Math.min(...this.halfExtents);
  }

  get boundingRadius(): number {
    return hypot(...this.halfExtents);
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const [x, y] = this.halfExtents;
    return encodeShape(this, KIND_BOX, [x, y, -x, y, x, -y, -x, -y]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [hx, hy] = this.halfExtents;
    return { hx, hy };
  }
}

/**
 * A rectangle centered at the body's origin. Zero extents make a segment or a point.
 * @param hx half extent along x, in meters, 0 or more
 * @param hy half extent along y
 * @example
 * ```ts
 * const car = box(2.4, 0.95); // 4.8 m × 1.9 m
 * ```
 */
export function box(hx: number, hy: number): Box {
  const remedy = 'give half of the side in meters, finite and not negative';
  return new Box([checkNumber('box', 'hx', hx, remedy, 0), checkNumber('box', 'hy', hy, remedy, 0)]);
}
