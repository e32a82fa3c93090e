import { checkNumber } from '../../check/argument.ts';
import { KIND_ELLIPSE } from '../../engine/2d-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { encodeShape, Shape } from './shape.ts';

/** An ellipse centered at the body's origin, with its axes along x and y. */
export class Ellipse extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Ellipse';

  readonly kind = 'ellipse';
  /** The swept radius: an ellipse has none. Its semi-axes are `radii`. */
  readonly radius = 0;
  readonly center: Readonly<Vec2> = [0, 0];

  /** @param radii the semi-axes along x and y, in meters */
  constructor(readonly radii: Readonly<Vec2>) {
    super();
  }

  get inradius(): number {
    return Math.min(...this.radii);
  }

  get boundingRadius(): number {
    return Math.max(...this.radii);
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return encodeShape(this, KIND_ELLIPSE, this.radii);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [rx, ry] = this.radii;
    return { rx, ry };
  }
}

/**
 * An ellipse centered at the body's origin.
 * @param rx semi-axis along x, in meters, above 0
 * @param ry semi-axis along y
 * @example
 * ```ts
 * const pond = ellipse(3, 2);
 * ```
 */
export function ellipse(rx: number, ry: number): Ellipse {
  const remedy = 'give a semi-axis in meters, finite and above 0';
  return new Ellipse([
    checkNumber('ellipse', 'rx', rx, remedy, 0, true),
    checkNumber('ellipse', 'ry', ry, remedy, 0, true),
  ]);
}
