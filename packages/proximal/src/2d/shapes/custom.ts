import { KIND_CUSTOM } from '../../engine/2d-layout.ts';
import { nextHostId, type ShapeRecord } from '../../engine/record.ts';
import { hypot } from '../../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../../math/vec2.ts';
import {
  type CustomMeasures,
  checkCustom,
  type GivenMeasures,
  measureCustom,
  readMeasures,
  refuseJson,
} from '../../query/custom.ts';
import { type Bounds2, encodeShape, Shape } from './shape.ts';

/** A convex 2D shape described by its support function. Only `support` is required; the other fields save work. */
export interface CustomShape {
  /**
   * Writes the farthest point of the shape along (dx, dy) into `out[0]` and `out[1]`, in body coordinates. The direction need not
   * have unit length. It may throw (the error is passed to the caller of the query) and may itself run queries.
   */
  readonly support: (dx: number, dy: number, out: Float64Array) => void;
  /** A point inside the shape. Default: the mean of the support points along the four axis directions. */
  readonly center?: Vector2Like;
  /** Radius of a circle around `center` inside the shape, in meters. Default: a lower bound from the four support points. */
  readonly inradius?: number;
  /** A rectangle around the shape, in body coordinates. Default: from the four support points. */
  readonly boundingBox?: { readonly min: Vector2Like; readonly max: Vector2Like };
}

/** A shape with a user-defined support function. Sizes that were not given are computed on first use. */
export class Custom extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Custom';

  readonly kind = 'custom';
  readonly radius = 0;
  private readonly id = nextHostId();
  private measured: CustomMeasures<Vec2> | null = null;

  /** @internal */
  constructor(
    private readonly given: CustomShape,
    private readonly givenMeasures: GivenMeasures<Vec2>,
  ) {
    super();
  }

  get center(): Readonly<Vec2> {
    return this.measures().center;
  }

  get inradius(): number {
    return this.measures().inradius;
  }

  get boundingRadius(): number {
    return this.measures().boundingRadius;
  }

  override boundingBox(): Bounds2 {
    const { min, max } = this.measures().bounds;
    return { min: [...min], max: [...max] };
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { id, given } = this;
    const support = (dx: number, dy: number, _dz: number, out: Float64Array): void => given.support(dx, dy, out);
    return encodeShape(this, KIND_CUSTOM, [], id, [{ id, support }]);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return refuseJson();
  }

  private measures(): CustomMeasures<Vec2> {
    this.measured ??= measureCustom(
      2,
      this.givenMeasures,
      ([x, y], out) => this.given.support(x, y, out),
      innerRadius,
      ([x, y]) => hypot(x, y),
    );
    return this.measured;
  }
}

/**
 * The radius of a circle around the center inside the quadrilateral of the four support points, and so inside the shape. `upper` has the
 * support points along +x and +y, `lower` those along −x and −y.
 */
function innerRadius([x, y]: Readonly<Vec2>, upper: readonly Vec2[], lower: readonly Vec2[]): number {
  const corners = [...upper, ...lower];
  const distances = corners.map(([px, py], k) => {
    const [qx, qy] = corners[(k + 1) % 4];
    const [ex, ey] = [qx - px, qy - py];
    // A zero-length edge does not bound the circle.
    return ex === 0 && ey === 0 ? Infinity : (ex * (y - py) - ey * (x - px)) / hypot(ex, ey);
  });
  const radius = Math.min(...distances);
  return radius > 0 && radius < Infinity ? radius : 0;
}

/**
 * A convex shape with a support function in JavaScript, which the kernel calls on both targets.
 * @example
 * ```ts
 * const disc = custom({
 *   support(dx, dy, out) {
 *     const length = Math.hypot(dx, dy) || 1;
 *     out[0] = dx / length;
 *     out[1] = dy / length;
 *   },
 * });
 * ```
 */
export function custom(shape: CustomShape): Custom {
  checkCustom(shape, 'dx, dy');
  return new Custom(shape, readMeasures('custom', shape, readVector2));
}
