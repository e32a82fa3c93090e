import { checkNumber } from '../check/argument.ts';
import { Point } from './point.ts';

/** A ball around the body's origin: a point with a radius. */
export class Sphere extends Point {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Sphere';

  override readonly kind = 'sphere';

  constructor(override readonly radius: number) {
    super();
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { radius: this.radius };
  }
}

/**
 * A ball around the body's origin.
 * @param radius in meters, above 0
 * @example
 * ```ts
 * const ball = sphere(0.11);
 * ```
 */
export function sphere(radius: number): Sphere {
  return new Sphere(
    checkNumber(
      'sphere',
      'radius',
      radius,
      'give a radius in meters, finite and above 0 (for radius 0 use point())',
      0,
      true,
    ),
  );
}
