import { checkNumber } from '../../check/argument.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { encodePolygon } from './directory.ts';
import { Shape } from './shape.ts';

/** A line segment along x, centered at the body's origin. */
export class Segment extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Segment';

  readonly kind: string = 'segment';
  readonly radius: number = 0;
  readonly center: Readonly<Vec2> = [0, 0];

  constructor(readonly halfLength: number) {
    super();
  }

  get inradius(): number {
    return this.radius;
  }

  get boundingRadius(): number {
    return this.halfLength + this.radius;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { halfLength } = this;
    const vertices = halfLength > 0 ? Float64Array.of(-halfLength, 0, halfLength, 0) : new Float64Array(2);
    return encodePolygon(this, vertices, true);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { halfLength: this.halfLength };
  }
}

/**
 * A line segment along x from −halfLength to +halfLength.
 * @param halfLength in meters, 0 or more
 * @example
 * ```ts
 * const wall = segment(0.5); // one meter long
 * ```
 */
export function segment(halfLength: number): Segment {
  const remedy = 'give half the length in meters, finite and not negative';
  return new Segment(checkNumber('segment', 'halfLength', halfLength, remedy, 0));
}
