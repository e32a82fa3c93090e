import { checkNumber, outOfRange } from '../check/argument.ts';
import { KIND_SUPERELLIPSOID } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { superellipsoidMass } from '../mass/primitives.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';

/** ((|x/rx|^{2/e2} + |y/ry|^{2/e2})^{e2/e1} + |z/rz|^{2/e1}) ≤ 1: box-like for e → 0, round for e = 1, pointed for e → 2. */
export class Superellipsoid extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Superellipsoid';

  readonly kind = 'superellipsoid';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];

  constructor(
    readonly radii: Readonly<Vec3>,
    readonly e1: number,
    readonly e2: number,
  ) {
    super();
  }

  get inradius(): number {
    const [x, y, z] = this.radii;
    // With exponents up to 1 the shape contains the ellipsoid of the same radii; it always contains the octahedron of the six axis
    // points.
    if (this.e1 <= 1 && this.e2 <= 1) return Math.min(x, y, z);
    return 1 / Math.sqrt(1 / (x * x) + 1 / (y * y) + 1 / (z * z));
  }

  get boundingRadius(): number {
    const [x, y, z] = this.radii;
    // With exponents of at least 1 the shape lies inside the ellipsoid of the same radii; it always lies inside the box.
    if (this.e1 >= 1 && this.e2 >= 1) return Math.max(x, y, z);
    return length(this.radii);
  }

  /** Exponents of the dual norms: p within the xy-plane, q between that plane and z. */
  private get dual(): { p: number; q: number } {
    return { p: 2 / (2 - this.e2), q: 2 / (2 - this.e1) };
  }

  override get isStrictlyConvex(): boolean {
    return true;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return true;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { radii, dual } = this;
    return ShapeRecord.encode(KIND_SUPERELLIPSOID, this, [...radii, dual.p, dual.q]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [rx, ry, rz] = this.radii;
    return { rx, ry, rz, e1: this.e1, e2: this.e2 };
  }

  /** @internal */
  protected override computeMass(): MassProperties {
    return superellipsoidMass(...this.radii, this.e1, this.e2);
  }
}

/**
 * A superellipsoid centered at the body's origin.
 * @param rx radius along x, in meters, above 0
 * @param ry radius along y
 * @param rz radius along z
 * @param e1 roundness along z: near 0 like a box, 1 like an ellipsoid, near 2 like a double cone
 * @param e2 roundness of the cross-section perpendicular to z: near 0 like a square, 1 like an ellipse, near 2 like a rhombus
 * @example
 * ```ts
 * const cushion = superellipsoid(0.3, 0.3, 0.1, 1, 0.4);
 * ```
 */
export function superellipsoid(rx: number, ry: number, rz: number, e1: number, e2: number): Superellipsoid {
  const where = 'superellipsoid';
  const remedy = 'give a radius in meters, finite and above 0';
  const radii: Vec3 = [
    checkNumber(where, 'rx', rx, remedy, 0, true),
    checkNumber(where, 'ry', ry, remedy, 0, true),
    checkNumber(where, 'rz', rz, remedy, 0, true),
  ];
  for (const [name, exponent] of Object.entries({ e1, e2 })) {
    const range = 'give an exponent between 0 and 2, both excluded';
    checkNumber(where, name, exponent, range, 0, true);
    if (exponent >= 2) throw outOfRange(where, name, exponent, range);
  }
  return new Superellipsoid(radii, e1, e2);
}
