import { checkNumber } from '../check/argument.ts';
import { KIND_ELLIPSOID } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { ellipsoidMass } from '../mass/primitives.ts';
import type { Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';

/** An ellipsoid centered at the body's origin, with its axes along x, y and z. */
export class Ellipsoid extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Ellipsoid';

  readonly kind = 'ellipsoid';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];

  constructor(readonly radii: Readonly<Vec3>) {
    super();
  }

  get inradius(): number {
    return Math.min(...this.radii);
  }

  get boundingRadius(): number {
    return Math.max(...this.radii);
  }

  override get isStrictlyConvex(): boolean {
    return true;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return true;
  }

  /** @internal */
  override get isConic(): boolean {
    return true;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_ELLIPSOID, this, this.radii);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [rx, ry, rz] = this.radii;
    return { rx, ry, rz };
  }

  /** @internal */
  protected override computeMass(): MassProperties {
    return ellipsoidMass(...this.radii);
  }
}

/**
 * An ellipsoid centered at the body's origin.
 * @param rx semi-axis along x, in meters, above 0
 * @param ry semi-axis along y
 * @param rz semi-axis along z
 * @example
 * ```ts
 * const pebble = ellipsoid(0.03, 0.02, 0.01);
 * ```
 */
export function ellipsoid(rx: number, ry: number, rz: number): Ellipsoid {
  const remedy = 'give a semi-axis in meters, finite and above 0';
  return new Ellipsoid([
    checkNumber('ellipsoid', 'rx', rx, remedy, 0, true),
    checkNumber('ellipsoid', 'ry', ry, remedy, 0, true),
    checkNumber('ellipsoid', 'rz', rz, remedy, 0, true),
  ]);
}
