import { checkNumber } from '../check/argument.ts';
import { KIND_BOX } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import { convexHull } from '../hull/hull.ts';
import type { MassProperties } from '../mass/mass.ts';
import { boxMass } from '../mass/primitives.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { AlignedShape } from './aligned-shape.ts';

/** A box centered at the body's origin, given by its half extents. */
export class Box extends AlignedShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Box';

  readonly kind = 'box';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];
  private core: PolytopeFaces | undefined = undefined;

  constructor(readonly halfExtents: Readonly<Vec3>) {
    super();
  }

  get inradius(): number {
    return Math.min(...this.halfExtents);
  }

  get boundingRadius(): number {
    return length(this.halfExtents);
  }

  /** @internal */
  protected get coreHalves(): Readonly<Vec3> {
    return this.halfExtents;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_BOX, this, this.halfExtents);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    const [hx, hy, hz] = this.halfExtents;
    return { hx, hy, hz };
  }

  /** @internal */
  override corePolytope(): PolytopeFaces {
    if (this.core) return this.core;
    const [hx, hy, hz] = this.halfExtents;
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? hx : -hx, k & 2 ? hy : -hy, k & 4 ? hz : -hz]);
    const vertices = Float64Array.from(corners);
    // The corners of a sheet or needle coincide, so the faces are taken from the hull.
    this.core = isThick(this.halfExtents) ? thickPolytope(this.halfExtents, vertices) : convexHull(vertices);
    return this.core;
  }

  /** @internal */
  protected computeMass(): MassProperties {
    return boxMass(...this.halfExtents);
  }
}

/** Whether no two corners are near each other relative to the largest extent, which is far from overflow and underflow. */
function isThick(halfExtents: Readonly<Vec3>): boolean {
  const largest = Math.max(...halfExtents);
  return Math.min(...halfExtents) >= 1e-6 * largest && largest > 1e-60 && largest < 1e60;
}

/** The faces −y, −z, −x, x, y, z: the axis and the sign of each normal, and the corners, counter-clockwise seen from outside. */
const faceAxes = [1, 2, 0, 0, 1, 2];
const faceSigns = [-1, -1, -1, 1, 1, 1];
const faceStart = /* @__PURE__ */ Uint32Array.of(0, 4, 8, 12, 16, 20, 24);
// biome-ignore format: one face per line
const loop = /* @__PURE__ */ Uint32Array.of(
  0, 1, 5, 4,
  0, 2, 3, 1,
  0, 4, 6, 2,
  1, 3, 7, 5,
  2, 6, 7, 3,
  4, 5, 7, 6,
);

/** The faces and planes that `convexHull` finds for the corners of a box that is neither a sheet nor a needle. */
function thickPolytope(halfExtents: Readonly<Vec3>, vertices: Float64Array): PolytopeFaces {
  const planes = new Float64Array(24);
  faceAxes.forEach((axis, face) => {
    planes[4 * face + axis] = faceSigns[face];
    planes[4 * face + 3] = halfExtents[axis];
  });
  return { vertices, faceStart, loop, planes };
}

/**
 * A box centered at the body's origin. Zero extents make a sheet, a needle or a point.
 * @param hx half extent along x, in meters, 0 or more
 * @param hy half extent along y
 * @param hz half extent along z
 * @example
 * ```ts
 * const brick = box(0.1, 0.05, 0.03); // 20 cm × 10 cm × 6 cm
 * ```
 */
export function box(hx: number, hy: number, hz: number): Box {
  const remedy = 'give half of the side in meters, finite and not negative';
  return new Box([
    checkNumber('box', 'hx', hx, remedy, 0),
    checkNumber('box', 'hy', hy, remedy, 0),
    checkNumber('box', 'hz', hz, remedy, 0),
  ]);
}
