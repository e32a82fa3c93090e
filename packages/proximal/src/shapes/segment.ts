import { checkNumber } from '../check/argument.ts';
import { KIND_SEGMENT } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { capsuleMass } from '../mass/primitives.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import type { Vec3 } from '../math/vec3.ts';
import { AlignedShape } from './aligned-shape.ts';

/** A line segment along z, centered at the body's origin. */
export class Segment extends AlignedShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Segment';

  readonly kind: string = 'segment';
  readonly radius: number = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];

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
  protected get coreHalves(): Readonly<Vec3> {
    return [0, 0, this.halfLength];
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_SEGMENT, this, [this.halfLength]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { halfLength: this.halfLength };
  }

  /** @internal */
  override corePolytope(): PolytopeFaces {
    const { halfLength } = this;
    const ends = halfLength > 0 ? [0, 0, -halfLength, 0, 0, halfLength] : [0, 0, 0];
    return { vertices: Float64Array.from(ends), faceStart: new Uint32Array(1), loop: new Uint32Array(0) };
  }

  /** @internal */
  protected computeMass(): MassProperties {
    return capsuleMass(this.radius, this.halfLength);
  }
}

/**
 * A line segment along z from −halfLength to +halfLength.
 * @param halfLength in meters, 0 or more
 * @example
 * ```ts
 * const wire = segment(0.5); // one meter long
 * ```
 */
export function segment(halfLength: number): Segment {
  return new Segment(
    checkNumber('segment', 'halfLength', halfLength, 'give half the length in meters, finite and not negative', 0),
  );
}
