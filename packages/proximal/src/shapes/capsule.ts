import { checkNumber } from '../check/argument.ts';
import { Segment } from './segment.ts';

/** A cylinder with hemispheres on both ends, along z: a segment with a radius. */
export class Capsule extends Segment {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Capsule';

  override readonly kind = 'capsule';

  constructor(
    override readonly radius: number,
    halfLength: number,
  ) {
    super(halfLength);
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { radius: this.radius, halfLength: this.halfLength };
  }
}

/**
 * All points within `radius` of the segment along z from −halfLength to +halfLength. Its whole height is
 * 2 (halfLength + radius).
 * @param radius in meters, 0 or more
 * @param halfLength of the segment, without the round ends, in meters, 0 or more
 * @example
 * ```ts
 * const forearm = capsule(0.04, 0.13);
 * ```
 */
export function capsule(radius: number, halfLength: number): Capsule {
  return new Capsule(
    checkNumber('capsule', 'radius', radius, 'give a radius in meters, finite and not negative', 0),
    checkNumber(
      'capsule',
      'halfLength',
      halfLength,
      'give half the length of the straight part in meters, finite and not negative',
      0,
    ),
  );
}
