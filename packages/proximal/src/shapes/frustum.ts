import { checkNumber } from '../check/argument.ts';
import { KIND_FRUSTUM } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { frustumMass } from '../mass/primitives.ts';
import { cos, sin } from '../math/elementary.ts';
import { hypot } from '../math/hypot.ts';
import type { Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';
import type { Ball } from './shape.ts';

/** The number of points on the rim that represent a disc in `supportFace`. */
const rimPoints = 16;

/** A truncated cone along z: the hull of two discs. Cylinders and cones are special cases. */
export class Frustum extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Frustum';

  readonly kind: string = 'frustum';
  readonly radius = 0;

  constructor(
    readonly bottomRadius: number,
    readonly topRadius: number,
    readonly halfLength: number,
  ) {
    super();
  }

  /** The center of a largest ball inside. */
  get center(): Readonly<Vec3> {
    const height = this.inradius;
    const { bottomRadius, topRadius, halfLength } = this;
    // The largest ball rests on the larger disc, unless the distance between the discs limits it.
    if (bottomRadius === topRadius || height >= halfLength) return [0, 0, 0];
    return [0, 0, bottomRadius > topRadius ? height - halfLength : halfLength - height];
  }

  get inradius(): number {
    const size = Math.max(this.bottomRadius, this.topRadius, this.halfLength);
    // Scale sizes whose squares would overflow or underflow.
    const unit = size === 0 || (size > 1e-140 && size < 1e140) ? 1 : size;
    const large = Math.max(this.bottomRadius, this.topRadius) / unit;
    const small = Math.min(this.bottomRadius, this.topRadius) / unit;
    const halfLength = this.halfLength / unit;
    const slant = Math.sqrt(4 * halfLength * halfLength + (large - small) * (large - small));
    // A ball of radius ρ on the larger disc touches the side if ρ (slant + R − r) = 2 h R.
    const touching = slant > 0 ? (2 * halfLength * large) / (slant + large - small) : 0;
    return unit * Math.min(halfLength, touching);
  }

  get boundingRadius(): number {
    const { bottomRadius, topRadius, halfLength } = this;
    const z = this.center[2];
    return Math.max(hypot(bottomRadius, z + halfLength), hypot(topRadius, z - halfLength));
  }

  /** @internal */
  override get isConic(): boolean {
    return true;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_FRUSTUM, this, [this.bottomRadius, this.topRadius, this.halfLength]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { bottomRadius: this.bottomRadius, topRadius: this.topRadius, halfLength: this.halfLength };
  }

  /** The smallest ball: through both rims, or around the larger disc if that ball contains the other disc. */
  override boundingSphere(): Ball {
    const { bottomRadius, topRadius, halfLength } = this;
    const between = halfLength > 0 ? (topRadius * topRadius - bottomRadius * bottomRadius) / (4 * halfLength) : 0;
    const z = Math.max(-halfLength, Math.min(halfLength, between));
    const radius = Math.max(hypot(bottomRadius, z + halfLength), hypot(topRadius, z - halfLength));
    return { center: [0, 0, z], radius };
  }

  /** @internal */
  override coreFace([x, y, z]: Vec3, tolerance: number): Vec3[] {
    const across = hypot(x, y);
    const { bottomRadius, topRadius, halfLength } = this;
    const side = z > 0 ? 1 : -1;
    // At zero height the two discs lie in one plane, and the larger one is the face on both sides.
    const disc = halfLength === 0 ? Math.max(bottomRadius, topRadius) : z > 0 ? topRadius : bottomRadius;
    if (across <= tolerance * Math.abs(z) && disc > 0) return rim(disc, side * halfLength, side);
    const slope = Math.abs((topRadius - bottomRadius) * across + 2 * halfLength * z);
    const isOnSide = slope <= tolerance * hypot(topRadius - bottomRadius, 2 * halfLength);
    if (!isOnSide || halfLength === 0 || across === 0) return [this.support([x, y, z])];
    const edge = (radius: number, height: number): Vec3 => [(radius * x) / across, (radius * y) / across, height];
    return [edge(bottomRadius, -halfLength), edge(topRadius, halfLength)];
  }

  /** @internal */
  protected override computeMass(): MassProperties {
    return frustumMass(this.bottomRadius, this.topRadius, this.halfLength);
  }
}

/** Points on a circle perpendicular to z, counter-clockwise seen from above (`side` 1) or below (−1). */
function rim(radius: number, height: number, side: number): Vec3[] {
  return Array.from({ length: rimPoints }, (_, k): Vec3 => {
    const angle = (side * 2 * Math.PI * k) / rimPoints;
    return [radius * cos(angle), radius * sin(angle), height];
  });
}

/**
 * A truncated cone: the hull of a disc at z = −halfLength and a disc at z = +halfLength.
 * @param bottomRadius in meters, 0 or more
 * @param topRadius in meters, 0 or more
 * @param halfLength in meters, 0 or more
 * @example
 * ```ts
 * const cup = frustum(0.03, 0.04, 0.05);
 * ```
 */
export function frustum(bottomRadius: number, topRadius: number, halfLength: number): Frustum {
  return new Frustum(
    checkNumber('frustum', 'bottomRadius', bottomRadius, 'give a radius in meters, finite and not negative', 0),
    checkNumber('frustum', 'topRadius', topRadius, 'give a radius in meters, finite and not negative', 0),
    checkNumber('frustum', 'halfLength', halfLength, 'give half the height in meters, finite and not negative', 0),
  );
}
