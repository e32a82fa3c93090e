import { checkNumber } from '../../check/argument.ts';
import { Segment } from './segment.ts';

/** A strip with half discs on both ends, along x: a segment with a radius. */
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
 * All points within `radius` of the segment along x from −halfLength to +halfLength. Its whole length is
 * 2 (halfLength + radius).
 * @param radius in meters, 0 or more
 * @param halfLength of the segment, without the round ends, in meters, 0 or more
 * @example
 * ```ts
 * const cyclist = capsule(0.3, 0.6);
 * ```
 */
export function capsule(radius: number, halfLength: number): Capsule {
  return new Capsule(
    checkNumber('capsule', 'radius', radius, 'give a radius in meters, finite and not negative', 0),
    checkNumber('capsule', 'halfLength', halfLength, 'give half the length in meters, finite and not negative', 0),
  );
}
