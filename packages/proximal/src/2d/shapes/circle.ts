import { checkNumber } from '../../check/argument.ts';
import { Point } from './point.ts';

/** A disc around the body's origin: a point with a radius. */
export class Circle extends Point {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Circle';

  override readonly kind = 'circle';

  constructor(override readonly radius: number) {
    super();
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { radius: this.radius };
  }
}

/**
 * A disc around the body's origin.
 * @param radius in meters, above 0
 * @example
 * ```ts
 * const wheel = circle(0.3);
 * ```
 */
export function circle(radius: number): Circle {
  const remedy = 'give a radius in meters, finite and above 0 (for radius 0 use point())';
  return new Circle(checkNumber('circle', 'radius', radius, remedy, 0, true));
}
