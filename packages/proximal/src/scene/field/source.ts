// The signed distance of a point from a body, with a bound of its error: the input of a distance field.
import { outOfRange, wrongType } from '../../check/argument.ts';
import type { MeshLike } from '../../scene/decompose/decompose.ts';
import { Compound } from '../../scene/nonconvex/compound.ts';
import { HeightField } from '../../scene/nonconvex/height-field.ts';
import { TriangleMesh, triangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { Assembly } from '../../shapes/assembly.ts';
import { type Bounds, Shape } from '../../shapes/shape.ts';
import type { Geometry } from '../geometry.ts';
import { largestCoordinateOf } from './boxes.ts';
import { ConvexSource } from './convex-source.ts';
import { GroundSource } from './ground-source.ts';
import { MeshSource } from './mesh-source.ts';

/** A body of which a distance field can be made: a geometry, a mesh as `proximal/io` reads it, or the result of `decompose`. */
export type FieldBody = Geometry | MeshLike | { readonly compound: Compound };

export interface DistanceSource {
  /** A box that contains the body. Points outside of it are at least as far from the body as from the box. */
  readonly box: Bounds;
  /** The box that a grid covers: `box`, or its part around the surface. */
  readonly region: Bounds;
  /** Whether distances are negative inside. */
  readonly isSigned: boolean;
  readonly notices: readonly string[];
  /**
   * Measures the signed distances of points, in meters.
   * @param points x y z of each, in an order in which neighbors are near each other
   * @param values receives the distances
   */
  measure(points: Float64Array, values: Float64Array): void;
  /** A bound of the absolute error of all distances measured so far, in meters. */
  readonly error: number;
}

/** The bounds of a body's largest coordinate, in meters: products of a few smaller or larger lengths underflow or overflow. */
const [smallest, largest] = [1e-60, 1e60];

/** The geometry of a body, as scenes use it. */
export function geometryOf(where: string, body: FieldBody): Geometry {
  if (body instanceof Shape || body instanceof Assembly) return body;
  if (typeof body === 'object' && body !== null) {
    if ('compound' in body && body.compound instanceof Compound) return body.compound;
    if ('vertices' in body && 'triangles' in body) return triangleMesh(body.vertices, body.triangles);
  }
  const kinds = 'a shape, a compound(), a triangleMesh(), a heightField(), the result of decompose()';
  throw wrongType(where, 'body', body, `give ${kinds} or { vertices, triangles }`);
}

export function sourceOf(where: string, body: Geometry): DistanceSource {
  if (!body.isBounded)
    throw outOfRange(where, 'body', body, 'give a bounded body; compute distances from a half-space by its plane');
  const size = largestCoordinateOf(body.boundingBox());
  if (!(size < largest && (size === 0 || size > smallest)))
    throw outOfRange(
      where,
      'body',
      body,
      `its largest coordinate is ${size} m; give a body of ${smallest} m to ${largest} m`,
    );
  if (body instanceof TriangleMesh) return new MeshSource(body);
  if (body instanceof HeightField) return new GroundSource(body);
  return new ConvexSource(where, body);
}
