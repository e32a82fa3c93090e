import { checkNumber } from '../../check/argument.ts';
import { KIND_POLYGON } from '../../engine/plane-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { encodeVertices } from './directory.ts';
import { encodeShape, Shape } from './shape.ts';

/** A rectangle centred at the body's origin, given by its half extents. */
export class Box extends Shape {
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
    return Math.hypot(...this.halfExtents);
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const vertices = this.vertices();
    return encodeShape(this, KIND_POLYGON, encodeVertices(vertices, true), vertices.length / 2);
  }

  /** Those of a flat box coincide, and only different ones are vertices. */
  private vertices(): Float64Array {
    const [x, y] = this.halfExtents;
    if (x > 0 && y > 0) return Float64Array.of(-x, -y, x, -y, x, y, -x, y);
    return x > 0 || y > 0 ? Float64Array.of(-x, -y, x, y) : new Float64Array(2);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [hx, hy] = this.halfExtents;
    return { hx, hy };
  }
}

/**
 * A rectangle centred at the body's origin. Zero extents make a segment or a point.
 * @param hx half extent along x, in metres, 0 or more
 * @param hy half extent along y
 * @example
 * ```ts
 * const car = box(2.4, 0.95); // 4.8 m × 1.9 m
 * ```
 */
export function box(hx: number, hy: number): Box {
  const remedy = 'give half of the side in metres, finite and not negative';
  return new Box([checkNumber('box', 'hx', hx, remedy, 0), checkNumber('box', 'hy', hy, remedy, 0)]);
}
