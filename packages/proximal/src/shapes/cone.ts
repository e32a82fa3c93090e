import { checkNumber } from '../check/argument.ts';
import { Frustum } from './frustum.ts';

/** A cone along z with its apex at +z. The body's origin is half-way between apex and base. */
export class Cone extends Frustum {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Cone';

  override readonly kind = 'cone';

  constructor(radius: number, halfLength: number) {
    super(radius, 0, halfLength);
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { radius: this.bottomRadius, halfLength: this.halfLength };
  }
}

/**
 * A cone along z with its apex at +z. The body's origin is half-way between apex and base.
 * @param radius in meters, 0 or more
 * @param halfLength half the height in meters, 0 or more
 * @example
 * ```ts
 * const funnel = cone(0.1, 0.15); // 30 cm high
 * ```
 */
export function cone(radius: number, halfLength: number): Cone {
  return new Cone(
    checkNumber('cone', 'radius', radius, 'give a radius in meters, finite and not negative', 0),
    checkNumber('cone', 'halfLength', halfLength, 'give half the height in meters, finite and not negative', 0),
  );
}
