import { wrongType } from '../check/argument.ts';
import { batchSize, type Engine } from '../engine/engine.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { activeEngine } from '../engine/target.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';

/** An axis-aligned box by its two extreme corners, in metres. */
export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** A ball by its centre and radius, in metres. */
export interface Ball {
  readonly center: Vec3;
  readonly radius: number;
}

/**
 * A convex shape in its own frame: immutable, usable in any number of bodies and queries, on both targets of the
 * kernel, and owned by JavaScript alone, so there is nothing to free. Made by `box`, `sphere` and their like.
 */
export abstract class Shape {
  /** The name of the function that makes this kind of shape. */
  abstract readonly kind: string;
  private encoded: ShapeRecord | null = null;

  /** Radius of the ball that is swept over the shape's core, in metres: a capsule is a segment with a radius. */
  abstract readonly radius: number;
  /** A point of the shape that the queries measure from, in body coordinates. */
  abstract readonly center: Vec3;
  /** Radius of a ball around `center` that lies inside the shape, in metres; 0 when none is known. */
  abstract readonly inradius: number;
  /** Radius of a ball around `center` that holds the shape, in metres; infinite when none is known. */
  abstract readonly boundingRadius: number;

  /** @internal */
  protected abstract encode(): ShapeRecord;

  /** @internal */
  get record(): ShapeRecord {
    this.encoded ??= this.encode();
    return this.encoded;
  }

  /**
   * The farthest point of the shape along `direction`, in body coordinates. The direction need not have unit length.
   * @example
   * ```ts
   * box(1, 2, 3).support([1, -1, 0.5]); // [1, -2, 3]
   * ```
   */
  support(direction: VectorLike): Vec3 {
    const [x, y, z] = supportBatch(this, Float64Array.from(readVector('support', 'direction', direction)));
    return [x, y, z];
  }

  /** The smallest axis-aligned box around the shape, in body coordinates. */
  boundingBox(): Bounds {
    const p = supportBatch(this, axes);
    return { min: [p[9], p[13], p[17]], max: [p[0], p[4], p[8]] };
  }

  /** A ball around `center` that holds the shape, in body coordinates. */
  boundingSphere(): Ball {
    return { center: [...this.center], radius: this.boundingRadius };
  }
}

/** The six axis directions: +x +y +z −x −y −z. */
const axes = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1);

/** Refuses anything that is not a shape. */
export function checkShape(where: string, argument: string, value: unknown): asserts value is Shape {
  if (!(value instanceof Shape)) {
    throw wrongType(
      where,
      argument,
      value,
      'give a shape made by box(), sphere(), convex() or another shape function of this copy of proximal',
    );
  }
}

/**
 * Support points for many directions at once: three numbers each, in body coordinates. One call into the kernel for
 * every few hundred directions, so it costs little more than the support function itself.
 * @param directions three numbers each, of any length
 * @param out receives the points; made if left out. It may be `directions` itself.
 * @example
 * ```ts
 * supportBatch(box(1, 1, 1), Float64Array.of(1, 1, 1, -1, -1, -1)); // [1, 1, 1, -1, -1, -1]
 * ```
 */
export function supportBatch(shape: Shape, directions: Float64Array, out?: Float64Array): Float64Array {
  checkShape('supportBatch', 'shape', shape);
  const remedy = 'give a Float64Array of three numbers for each direction';
  if (!(directions instanceof Float64Array) || directions.length % 3 !== 0) {
    throw wrongType('supportBatch', 'directions', directions, remedy);
  }
  const points = out ?? new Float64Array(directions.length);
  if (!(points instanceof Float64Array) || points.length !== directions.length) {
    throw wrongType('supportBatch', 'out', out, `give a Float64Array of length ${directions.length}, or leave it out`);
  }
  const { record } = shape;
  const engine = activeEngine();
  for (let done = 0; done < directions.length; done += 3 * batchSize)
    supportSome(engine, record, directions, points, done);
  return points;
}

function supportSome(
  engine: Engine,
  record: ShapeRecord,
  directions: Float64Array,
  points: Float64Array,
  from: number,
): void {
  const length = Math.min(3 * batchSize, directions.length - from);
  const level = engine.enter();
  try {
    const address = engine.place(level, 0, record);
    engine.f64.set(directions.subarray(from, from + length), level.input);
    engine.kernel.supportMany(address, level.input, length / 3, level.output);
    points.set(engine.f64.subarray(level.output, level.output + length), from);
  } finally {
    engine.leave();
  }
}
