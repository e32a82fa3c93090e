import { checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { KIND_CONVEX } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';
import { Shape } from './shape.ts';

/** The convex hull of a list of points. */
export class Convex extends Shape {
  readonly kind = 'convex';
  readonly radius = 0;
  readonly inradius = 0;
  readonly center: Vec3;
  readonly boundingRadius: number;

  /** @param vertices x y z of each point, owned by the shape */
  constructor(private readonly vertices: Float64Array) {
    super();
    this.center = mean(vertices);
    this.boundingRadius = reach(vertices, this.center);
  }

  /** Number of vertices. */
  get vertexCount(): number {
    return this.vertices.length / 3;
  }

  /** Vertex number `index`, in body coordinates. */
  vertex(index: number): Vec3 {
    const { vertices, vertexCount } = this;
    if (!(Number.isInteger(index) && index >= 0 && index < vertexCount)) {
      throw outOfRange('Convex.vertex', 'index', index, `give a whole number from 0 to ${vertexCount - 1}`);
    }
    return [vertices[3 * index], vertices[3 * index + 1], vertices[3 * index + 2]];
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { radius, inradius, center, boundingRadius, vertices, vertexCount } = this;
    return ShapeRecord.encode(
      { kind: KIND_CONVEX, count: vertexCount, radius, inradius, center, boundingRadius },
      vertices,
    );
  }
}

function mean(vertices: Float64Array): Vec3 {
  const count = vertices.length / 3;
  const sum: Vec3 = [0, 0, 0];
  // Divided first: the sum of large coordinates may overflow.
  for (let k = 0; k < vertices.length; k++) sum[k % 3] += vertices[k] / count;
  return sum;
}

function reach(vertices: Float64Array, [x, y, z]: Vec3): number {
  let most = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const [dx, dy, dz] = [vertices[k] - x, vertices[k + 1] - y, vertices[k + 2] - z];
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(most);
}

/**
 * The convex hull of a list of points, in body coordinates.
 * @param vertices in metres: flat numbers x y z x y z …, or a list of points
 * @example
 * ```ts
 * const tetrahedron = convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * const same = convex([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
 * ```
 */
export function convex(vertices: ArrayLike<number> | readonly VectorLike[]): Convex {
  return new Convex(readPoints('convex', 'vertices', vertices));
}

/** Reads a list of at least one point, flat or as triples, into a fresh array. */
function readPoints(where: string, argument: string, points: ArrayLike<number> | readonly VectorLike[]): Float64Array {
  const remedy = 'give at least one point: flat numbers x y z x y z … or a list of [x, y, z]';
  if (typeof points !== 'object' || points === null || !(points.length > 0))
    throw wrongType(where, argument, points, remedy);
  if (typeof points[0] === 'number') {
    if (points.length % 3 !== 0)
      throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be a multiple of three`);
    return Float64Array.from({ length: points.length }, (_, k) =>
      checkNumber(where, `${argument}[${k}]`, points[k], remedy),
    );
  }
  const out = new Float64Array(3 * points.length);
  for (let k = 0; k < points.length; k++)
    out.set(readVector(where, `${argument}[${k}]`, points[k] as VectorLike), 3 * k);
  return out;
}
