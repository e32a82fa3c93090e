import { singularRange } from '../bounds/matrix3.ts';
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { KIND_TRANSFORMED } from '../engine/layout.ts';
import { nestRecords, type ShapeRecord } from '../engine/record.ts';
import { type MassProperties, transformMass } from '../mass/mass.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { hypot } from '../math/hypot.ts';
import { powerOfTwo } from '../math/power-of-two.ts';
import { add, cross, dot, length, readVector, scale, type Vec3, type VectorLike } from '../math/vec3.ts';
import { DerivedShape } from './derived.ts';
import type { MassBudget } from './mass-budget.ts';
import { apply, transpose } from './matrix.ts';
import { checkBounded, checkDepth, withinRange } from './nesting.ts';
import { checkShape, type Shape } from './shape.ts';

/** An affine map x ↦ linear · x + translation. */
export interface AffineMap {
  /** Nine numbers by rows, invertible. Default: the identity. */
  readonly linear?: ArrayLike<number>;
  /** In meters. Default: none. */
  readonly translation?: VectorLike;
}

/** The image of another shape under an affine map. */
export class Transformed extends DerivedShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Transformed';

  readonly kind = 'transformed';
  readonly center: Readonly<Vec3>;
  readonly inradius: number;
  readonly boundingRadius: number;
  /**
   * The radius of the swept ball. A ball stays a ball only under a similarity; under any other map it becomes part of the core, and
   * `radius` is 0.
   */
  readonly radius: number;
  /** The largest power of two up to the geometric mean of the smallest and largest stretch: see kernel/shapes/transformed.ts. */
  private readonly unit: number;

  constructor(
    shape: Shape,
    readonly linear: readonly number[],
    readonly translation: Readonly<Vec3>,
    stretch: { readonly smallest: number; readonly largest: number },
  ) {
    super(shape);
    const isSimilarity = stretch.largest - stretch.smallest <= 8 * Number.EPSILON * stretch.largest;
    this.radius = isSimilarity ? shape.radius * stretch.largest : 0;
    this.center = add(apply(linear, shape.center), translation);
    this.inradius = shape.inradius * stretch.smallest;
    this.boundingRadius = shape.boundingRadius * stretch.largest;
    this.unit = powerOfTwo(Math.sqrt(stretch.smallest) * Math.sqrt(stretch.largest));
  }

  /** Whether the inner shape's swept ball is part of this shape's core. */
  private get coreIncludesBall(): boolean {
    return this.radius === 0 && this.shape.radius > 0;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { shape, linear, translation } = this;
    const inner = this.coreIncludesBall ? shape.record : shape.record.swept(-shape.radius);
    const parameters = [...linear, ...translation, ...linear.map((x) => x / this.unit)];
    return nestRecords(KIND_TRANSFORMED, this, parameters, [inner]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { shape: this.shape.toJSON(), linear: [...this.linear], translation: [...this.translation] };
  }

  /** @internal */
  override corePolytope(): PolytopeFaces | null {
    const inner = this.coreIncludesBall ? null : this.shape.corePolytope();
    if (!inner) return null;
    const vertices = new Float64Array(inner.vertices.length);
    for (let k = 0; k < vertices.length; k += 3) {
      const [x, y, z] = inner.vertices.subarray(k, k + 3);
      vertices.set(add(apply(this.linear, [x, y, z]), this.translation), k);
    }
    const isMirrored = singularRange(this.linear).determinant < 0;
    const loop = isMirrored ? reversedFaces(inner) : inner.loop;
    const { faceStart } = inner;
    return { vertices, faceStart, loop, planes: this.imageOfPlanes(inner, vertices) };
  }

  /** Normals transform by the inverse transpose, which is the cofactor matrix up to sign and length. */
  private imageOfPlanes({ planes, faceStart, loop }: PolytopeFaces, vertices: Float64Array): Float64Array | undefined {
    if (!planes) return undefined;
    const [a, b, c] = [0, 3, 6].map((k): Vec3 => [this.linear[k], this.linear[k + 1], this.linear[k + 2]]);
    const sign = dot(a, cross(b, c)) < 0 ? -1 : 1;
    const cofactors = [...cross(b, c), ...cross(c, a), ...cross(a, b)].map((x) => sign * x);
    const image = new Float64Array(planes.length);
    for (let face = 0; face < planes.length / 4; face++) {
      const normal = apply(cofactors, [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]]);
      const unit = scale(normal, 1 / length(normal));
      const corner = 3 * loop[faceStart[face]];
      image.set([...unit, dot(unit, [vertices[corner], vertices[corner + 1], vertices[corner + 2]])], 4 * face);
    }
    return image;
  }

  /** @internal */
  override coreFace(direction: Vec3, tolerance: number): Vec3[] {
    const inner = apply(transpose(this.linear), direction);
    const size = hypot(...inner);
    const unit: Vec3 = [inner[0] / size, inner[1] / size, inner[2] / size];
    const face = this.coreIncludesBall ? this.shape.supportFace(unit, tolerance) : this.shape.coreFace(unit, tolerance);
    const image = face.map((corner) => add(apply(this.linear, corner), this.translation));
    return singularRange(this.linear).determinant < 0 ? image.reverse() : image;
  }

  /** @internal */
  protected override computeMass(budget: MassBudget): MassProperties {
    return transformMass(this.shape.massWithin(budget), this.linear, this.translation);
  }
}

/** A reflection turns counter-clockwise faces clockwise. */
function reversedFaces({ faceStart, loop }: PolytopeFaces): Uint32Array {
  const out = loop.slice();
  for (let face = 0; face + 1 < faceStart.length; face++) out.subarray(faceStart[face], faceStart[face + 1]).reverse();
  return out;
}

/**
 * The image of a bounded shape under an affine map: scaled, sheared, mirrored, rotated or translated within its body.
 * @example
 * ```ts
 * const egg = transformed(sphere(1), { linear: [1, 0, 0, 0, 1, 0, 0, 0, 1.4] });
 * const lens = transformed(cylinder(1, 0.1), { translation: [0, 0, 0.5] });
 * ```
 */
export function transformed(shape: Shape, map: AffineMap): Transformed {
  const where = 'transformed';
  checkShape(where, 'shape', shape);
  checkDepth(where, 'shape', shape);
  checkBounded(where, 'shape', shape, 'place it by its pose instead');
  if (map === undefined) throw wrongType(where, 'map', map, 'give { linear?, translation? }');
  checkOptions(where, 'map', map, ['linear', 'translation']);
  const linear = map.linear === undefined ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : readLinear(where, map.linear);
  const translation =
    map.translation === undefined ? ([0, 0, 0] satisfies Vec3) : readVector(where, 'map.translation', map.translation);
  const stretch = singularRange(linear);
  if (!(stretch.smallest > 0 && stretch.determinant !== 0)) {
    throw outOfRange(
      where,
      'map.linear',
      map.linear,
      'give an invertible matrix; for a flat image, give the flat shape itself',
    );
  }
  return withinRange(where, new Transformed(shape, linear, translation as Vec3, stretch), [shape]);
}

function readLinear(where: string, linear: ArrayLike<number>): number[] {
  const remedy = 'give nine finite numbers, a 3 × 3 matrix by rows';
  if (typeof linear !== 'object' || linear === null || linear.length !== 9)
    throw wrongType(where, 'map.linear', linear, remedy);
  return Array.from(linear, (x, k) => checkNumber(where, `map.linear[${k}]`, x, remedy));
}
