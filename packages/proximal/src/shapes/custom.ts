import { checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { KIND_CUSTOM } from '../engine/layout.ts';
import { type HostSupport, nextHostId, ShapeRecord } from '../engine/record.ts';
import type { MassProperties } from '../mass/mass.ts';
import { cross, dot, length, readVector, scale, subtract, type Vec3, type VectorLike } from '../math/vec3.ts';
import {
  type CustomMeasures,
  checkCustom,
  type GivenMeasures,
  measureCustom,
  readMeasures,
  refuseJson,
} from '../query/custom.ts';
import { GeneralShape } from './general-shape.ts';
import type { Bounds } from './shape.ts';

/** A convex shape described by its support function. Only `support` is required; the other fields save work. */
export interface CustomShape {
  /**
   * Writes the farthest point of the shape along (dx, dy, dz) into `out[0]`, `out[1]`, `out[2]`, in body coordinates. The
   * direction need not have unit length. It may throw (the error is passed to the caller of the query) and may itself run
   * queries.
   */
  readonly support: (dx: number, dy: number, dz: number, out: Float64Array) => void;
  /** A point inside the shape. Default: the mean of the support points along the six axis directions. */
  readonly center?: VectorLike;
  /** Radius of a ball around `center` inside the shape, in meters. Default: a lower bound from the six support points. */
  readonly inradius?: number;
  /** A box around the shape, in body coordinates. Default: from the six support points. */
  readonly boundingBox?: { readonly min: VectorLike; readonly max: VectorLike };
  /** Volume in m³. */
  readonly volume?: number;
  /** Center of mass in body coordinates, in meters. */
  readonly centerOfMass?: VectorLike;
  /** Inertia tensor about the center of mass for unit density, by rows: nine numbers in m⁵. */
  readonly inertia?: ArrayLike<number>;
  /** Writes the Hessian of the support value at the unit vector (dx, dy, dz) into nine numbers of `out`, by rows. */
  readonly hessian?: (dx: number, dy: number, dz: number, out: Float64Array) => void;
  /** Whether the shape has neither flat faces nor straight edges. Default: false. */
  readonly strictlyConvex?: boolean;
}

const keysInSpace = ['volume', 'centerOfMass', 'inertia', 'hessian', 'strictlyConvex'];

/** A shape with a user-defined support function. Bounds that were not given are computed on first use. */
export class Custom extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Custom';

  readonly kind = 'custom';
  readonly radius = 0;
  private readonly id = nextHostId();
  private measured: CustomMeasures<Vec3> | null = null;

  /** @internal */
  constructor(
    private readonly given: CustomShape,
    private readonly givenMeasures: GivenMeasures<Vec3>,
  ) {
    super();
  }

  get center(): Readonly<Vec3> {
    return this.measures().center;
  }

  get inradius(): number {
    return this.measures().inradius;
  }

  get boundingRadius(): number {
    return this.measures().boundingRadius;
  }

  override get isStrictlyConvex(): boolean {
    return this.given.strictlyConvex ?? false;
  }

  override boundingBox(): Bounds {
    const { min, max } = this.measures().bounds;
    return { min: [...min], max: [...max] };
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { id, given } = this;
    const support: HostSupport = (dx, dy, dz, out) => given.support(dx, dy, dz, out);
    const host = { id, support, hasHessian: given.hessian !== undefined };
    return ShapeRecord.encode(KIND_CUSTOM, this, [], { count: id, hosts: [host] });
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return refuseJson();
  }

  /** @internal */
  protected override hessianAt([x, y, z]: Vec3): number[] | null {
    if (!this.given.hessian) return null;
    const out = new Float64Array(9).fill(Number.NaN);
    this.given.hessian(x, y, z, out);
    return [...out];
  }

  /** The mass properties given by the user; throws an error that names a missing field. @internal */
  protected override computeMass(): MassProperties {
    const { volume, inertia, centerOfMass } = this.given;
    const missing = Object.entries({ volume, centerOfMass, inertia }).find(([, value]) => value === undefined);
    if (volume === undefined || inertia === undefined || centerOfMass === undefined) {
      throw new TypeError(
        `massProperties: this custom shape has no ${missing?.[0]}; give custom({ ${missing?.[0]}: … }).`,
      );
    }
    return {
      volume,
      centerOfMass: readVector('custom', 'shape.centerOfMass', centerOfMass),
      inertia: Array.from(inertia),
      error: 0,
    };
  }

  private measures(): CustomMeasures<Vec3> {
    const { given, givenMeasures } = this;
    this.measured ??= measureCustom(
      3,
      givenMeasures,
      ([x, y, z], out) => given.support(x, y, z, out),
      innerRadius,
      length,
    );
    return this.measured;
  }
}

/**
 * The radius of a ball around the center inside the octahedron of the six support points, and so inside the shape: the least distance from the
 * eight face planes, or 0 if the center is outside one of them. `upper` has the support points along +x, +y and +z, `lower` those along −x, −y and
 * −z.
 */
function innerRadius(center: Readonly<Vec3>, upper: readonly Vec3[], lower: readonly Vec3[]): number {
  let radius = Infinity;
  for (let octant = 0; octant < 8; octant++) {
    const [a, b, c] = [0, 1, 2].map((k) => subtract((octant >> k) & 1 ? lower[k] : upper[k], center));
    const orientation = [1, 2, 4, 7].includes(octant) ? -1 : 1;
    const normal = scale(cross(subtract(b, a), subtract(c, a)), orientation);
    radius = Math.min(radius, dot(normal, a) / length(normal));
  }
  return radius > 0 ? radius : 0;
}

/**
 * A convex shape with a support function in JavaScript, which the kernel calls on both targets.
 * @example
 * ```ts
 * const disc = custom({
 *   support(dx, dy, dz, out) {
 *     const length = Math.hypot(dx, dy) || 1;
 *     out[0] = dx / length;
 *     out[1] = dy / length;
 *     out[2] = 0;
 *   },
 * });
 * ```
 */
export function custom(shape: CustomShape): Custom {
  const where = 'custom';
  checkCustom(shape, 'dx, dy, dz', keysInSpace);
  if (shape.hessian !== undefined && typeof shape.hessian !== 'function')
    throw wrongType(where, 'shape.hessian', shape.hessian, 'give a function or leave it out');
  if (shape.volume !== undefined)
    checkNumber(where, 'shape.volume', shape.volume, 'give a volume in m³, finite and not negative', 0);
  if (shape.centerOfMass !== undefined) readVector(where, 'shape.centerOfMass', shape.centerOfMass);
  if (shape.inertia !== undefined) checkInertia(where, shape.inertia);
  if (shape.strictlyConvex !== undefined && typeof shape.strictlyConvex !== 'boolean') {
    throw wrongType(where, 'shape.strictlyConvex', shape.strictlyConvex, 'give true or false, or leave it out');
  }
  return new Custom(shape, readMeasures(where, shape, readVector));
}

function checkInertia(where: string, inertia: ArrayLike<number>): void {
  const remedy = 'give nine finite numbers by rows, in m⁵';
  if (typeof inertia !== 'object' || inertia === null || inertia.length !== 9)
    throw wrongType(where, 'shape.inertia', inertia, remedy);
  for (let k = 0; k < 9; k++) checkNumber(where, `shape.inertia[${k}]`, inertia[k], remedy);
  const largest = Math.max(...Array.from(inertia, Math.abs));
  for (let row = 0; row < 3; row++) {
    const moment = inertia[4 * row];
    if (moment < 0)
      throw outOfRange(
        where,
        `shape.inertia[${4 * row}]`,
        moment,
        'give 0 or more: a moment of inertia is not negative',
      );
    for (let column = 0; column < row; column++) {
      const [below, above] = [3 * row + column, 3 * column + row];
      // Halved, because the difference of two large numbers may overflow.
      if (Math.abs(inertia[below] / 2 - inertia[above] / 2) > 0.5e-9 * largest) {
        const symmetry = `it must equal shape.inertia[${above}], ${inertia[above]}: an inertia tensor is symmetric`;
        throw outOfRange(where, `shape.inertia[${below}]`, inertia[below], symmetry);
      }
    }
  }
}
