import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { KIND_CUSTOM } from '../../engine/2d-layout.ts';
import { nextHostId, type ShapeRecord } from '../../engine/record.ts';
import { hypot } from '../../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../../math/vec2.ts';
import { type Bounds2, encodeShape, Shape } from './shape.ts';

/** A convex shape of the plane described by its support function. Only `support` is needed; what else is known saves work. */
export interface CustomShape {
  /**
   * Writes the farthest point of the shape along (dx, dy) into `out[0]` and `out[1]`, in body coordinates. The direction need
   * not have unit length. It may throw (the error reaches the caller of the query) and may itself ask queries.
   */
  readonly support: (dx: number, dy: number, out: Float64Array) => void;
  /** A point inside the shape. Default: the mean of the support points along the four axis directions. */
  readonly center?: Vector2Like;
  /** Radius of a circle around `center` inside the shape, in meters. Default: a lower bound from those four points. */
  readonly inradius?: number;
  /** A rectangle around the shape, in body coordinates. Default: from the four support points. */
  readonly boundingBox?: { readonly min: Vector2Like; readonly max: Vector2Like };
}

interface Measures {
  readonly center: Readonly<Vec2>;
  readonly bounds: Bounds2;
  readonly inradius: number;
  readonly boundingRadius: number;
}

type Known = Partial<Pick<Measures, 'center' | 'bounds' | 'inradius'>>;

/** A shape with a support function of the user's. Bounds that were not given are computed when first needed. */
export class Custom extends Shape {
  readonly kind = 'custom';
  readonly radius = 0;
  private readonly id = nextHostId();
  private measured: Measures | null = null;

  /** @internal */
  constructor(
    private readonly given: CustomShape,
    private readonly known: Known,
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
    throw new TypeError(
      'toJSON: a custom shape is a program and has no JSON form; write the arguments that made it instead.',
    );
  }

  private measures(): Measures {
    this.measured ??= measure(this.given, this.known);
    return this.measured;
  }
}

/** Fills in what the user did not give from the support points along ±x and ±y. */
function measure(given: CustomShape, known: Known): Measures {
  if (known.center && known.bounds && known.inradius !== undefined)
    return complete(known.center, known.bounds, known.inradius);
  const out = new Float64Array(2);
  const along = (x: number, y: number): Vec2 => {
    out.fill(Number.NaN);
    given.support(x, y, out);
    return [out[0], out[1]];
  };
  const [right, top, left, bottom] = [along(1, 0), along(0, 1), along(-1, 0), along(0, -1)];
  const corners = [right, top, left, bottom];
  const mean = (k: 0 | 1): number => corners.reduce((sum, point) => sum + point[k] / 4, 0);
  const center = known.center ?? [mean(0), mean(1)];
  const bounds = known.bounds ?? { min: [left[0], bottom[1]], max: [right[0], top[1]] };
  return complete(center, bounds, known.inradius ?? innerRadius(center, corners));
}

function complete(center: Readonly<Vec2>, bounds: Bounds2, inradius: number): Measures {
  const [x, y] = ([0, 1] as const).map((k) => Math.max(bounds.max[k] - center[k], center[k] - bounds.min[k]));
  const boundingRadius = hypot(x, y);
  if (Number.isFinite(boundingRadius)) return { center, bounds, inradius, boundingRadius };
  // A support function that answers with NaN or infinity: nothing is known, and the queries are told so.
  const everywhere: Bounds2 = { min: [-Infinity, -Infinity], max: [Infinity, Infinity] };
  return { center: [0, 0], bounds: everywhere, inradius: 0, boundingRadius: Infinity };
}

/** A circle around the center inside the quadrilateral of the four support points, hence inside the shape. */
function innerRadius([x, y]: Readonly<Vec2>, corners: readonly Vec2[]): number {
  const depths = corners.map(([px, py], k) => {
    const [qx, qy] = corners[(k + 1) % 4];
    const [ex, ey] = [qx - px, qy - py];
    // An edge of no length does not bound the circle.
    return ex === 0 && ey === 0 ? Infinity : (ex * (y - py) - ey * (x - px)) / hypot(ex, ey);
  });
  const radius = Math.min(...depths);
  return radius > 0 && radius < Infinity ? radius : 0;
}

/**
 * A convex shape with a support function of your own, in JavaScript, called by the kernel on both targets.
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
  const where = 'custom';
  const remedy = 'give { support(dx, dy, out) { … } } that writes the farthest point into out';
  if (typeof shape !== 'object' || shape === null) throw wrongType(where, 'shape', shape, remedy);
  // An object of a class may have fields of its own.
  if (Object.getPrototypeOf(shape) === Object.prototype)
    checkOptions(where, 'shape', shape, ['support', 'center', 'inradius', 'boundingBox']);
  if (typeof shape.support !== 'function') throw wrongType(where, 'shape.support', shape.support, remedy);
  const { center, inradius, boundingBox } = shape;
  const length = 'give a radius in meters, finite and not negative';
  return new Custom(shape, {
    ...(center !== undefined && { center: readVector2(where, 'shape.center', center) }),
    ...(inradius !== undefined && { inradius: checkNumber(where, 'shape.inradius', inradius, length, 0) }),
    ...(boundingBox !== undefined && { bounds: readBounds(where, boundingBox) }),
  });
}

function readBounds(where: string, bounds: NonNullable<CustomShape['boundingBox']>): Bounds2 {
  if (typeof bounds !== 'object' || bounds === null)
    throw wrongType(where, 'shape.boundingBox', bounds, 'give { min, max }, two points');
  const min = readVector2(where, 'shape.boundingBox.min', bounds.min);
  const max = readVector2(where, 'shape.boundingBox.max', bounds.max);
  for (const k of [0, 1] as const) {
    if (min[k] > max[k])
      throw outOfRange(where, `shape.boundingBox.min[${k}]`, min[k], `it must not exceed max[${k}], ${max[k]}`);
  }
  return { min, max };
}
