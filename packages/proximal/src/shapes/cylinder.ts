import { checkNumber } from '../check/argument.ts';
import { Frustum } from './frustum.ts';

/** A cylinder along z, centered at the body's origin. */
export class Cylinder extends Frustum {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Cylinder';

  override readonly kind = 'cylinder';

  constructor(radius: number, halfLength: number) {
    super(radius, radius, halfLength);
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { radius: this.bottomRadius, halfLength: this.halfLength };
  }
}

/**
 * A cylinder along z, centered at the body's origin.
 * @param radius in meters, 0 or more
 * @param halfLength half the height in meters, 0 or more
 * @example
 * ```ts
 * const can = cylinder(0.033, 0.06);
 * ```
 */
export function cylinder(radius: number, halfLength: number): Cylinder {
  return new Cylinder(
    checkNumber('cylinder', 'radius', radius, 'give a radius in meters, finite and not negative', 0),
    checkNumber('cylinder', 'halfLength', halfLength, 'give half the height in meters, finite and not negative', 0),
  );
}
