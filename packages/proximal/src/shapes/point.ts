import { KIND_POINT } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { sphereMass } from '../mass/primitives.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import type { Vec3 } from '../math/vec3.ts';
import { AlignedShape } from './aligned-shape.ts';

/** A single point at the body's origin. */
export class Point extends AlignedShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Point';

  readonly kind: string = 'point';
  readonly radius: number = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];

  get inradius(): number {
    return this.radius;
  }

  get boundingRadius(): number {
    return this.radius;
  }

  override get isStrictlyConvex(): boolean {
    return true;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return true;
  }

  /** @internal */
  protected get coreHalves(): Readonly<Vec3> {
    return [0, 0, 0];
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_POINT, this);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return {};
  }

  /** @internal */
  override corePolytope(): PolytopeFaces {
    return { vertices: new Float64Array(3), faceStart: new Uint32Array(1), loop: new Uint32Array(0) };
  }

  /** @internal */
  protected computeMass(): MassProperties {
    return sphereMass(this.radius);
  }
}

/**
 * A single point at the body's origin.
 * @example
 * ```ts
 * distance(point(), { position: [3, 0, 0] }, sphere(1), {}).distance; // 2
 * ```
 */
export function point(): Point {
  return new Point();
}
