import { checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import { transformPoint } from '../math/pose.ts';
import { checkGeometry, type Geometry } from '../scene/geometry.ts';
import { HeightField } from '../scene/nonconvex/height-field.ts';
import { TriangleMesh } from '../scene/nonconvex/triangle-mesh.ts';
import { Assembly } from '../shapes/assembly.ts';
import type { Shape } from '../shapes/shape.ts';
import { exactPolytope, relativeTolerance, tessellate } from '../shapes/tessellation.ts';

/**
 * Triangles as plain data, as `triangleMesh` takes them.
 * @example
 * ```ts
 * const { vertices, triangles }: Triangulation = triangulate(box(1, 1, 1)); // 8 vertices, 12 triangles
 * ```
 */
export interface Triangulation {
  /** x y z of each vertex, in body coordinates, in meters. */
  readonly vertices: Float64Array;
  /** Three vertex indices for each triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Options of `triangulate`. */
export interface TriangulateOptions {
  /**
   * For curved shapes: no point of the shape is farther than this beyond the plane of a triangle, in meters. At least 1e-5 of the
   * largest half extent. Default: 0.005 of the smallest half extent of the shape, or of each part of a compound; of shapes
   * thinner than 2 % of their length, 1e-4 of the largest half extent.
   */
  readonly tolerance?: number;
  /** Half the width of the square that represents a half-space, in meters. Default 10. */
  readonly extent?: number;
}

const defaultFraction = 0.005;
/** The least tolerance, as a fraction of the largest half extent: a ball then has about 500,000 vertices. */
const minFraction = 1e-5;
const defaultExtent = 10;

/**
 * The surface of a shape, compound, mesh or height field as triangles, for drawing and for mesh files. A convex shape is a closed
 * surface with all vertices on the shape, and so is each part of a compound. Meshes have their own triangles, a height field has the triangles
 * between its samples, and a half-space is a square. Points and segments have no triangles, and flat shapes have triangles on both sides.
 * @example
 * ```ts
 * const { vertices, triangles } = triangulate(capsule(0.1, 0.5), { tolerance: 1e-3 });
 * writeStl({ name: 'capsule', vertices, triangles });
 * ```
 */
export function triangulate(geometry: Geometry, options: TriangulateOptions = {}): Triangulation {
  const where = 'triangulate';
  checkGeometry(where, 'geometry', geometry);
  checkOptions(where, 'options', options, ['tolerance', 'extent']);
  const { tolerance, extent = defaultExtent } = options;
  if (tolerance !== undefined)
    checkNumber(where, 'options.tolerance', tolerance, 'give a length in meters, above 0', 0, true);
  checkNumber(where, 'options.extent', extent, 'give a length in meters, above 0', 0, true);
  const toleranceOf = (shape: Shape): number => {
    if (tolerance === undefined) return relativeTolerance(shape, defaultFraction);
    const least = minFraction * Math.max(...shape.orientedBoundingBox().halfExtents);
    if (tolerance >= least) return tolerance;
    throw outOfRange(where, 'options.tolerance', tolerance, `give at least ${least} m for a shape of this size`);
  };
  return trianglesOf(geometry, toleranceOf, extent);
}

/** @param toleranceOf the tolerance of a curved shape, in meters */
export function trianglesOf(geometry: Geometry, toleranceOf: (shape: Shape) => number, extent: number): Triangulation {
  if (geometry instanceof TriangleMesh) return ownTriangles(geometry);
  if (geometry instanceof HeightField) return trianglesOfField(geometry);
  if (geometry instanceof Assembly) {
    const parts = Array.from({ length: geometry.partCount }, (_, k) => {
      const part = trianglesOf(geometry.part(k), toleranceOf, extent);
      const pose = geometry.partPose(k);
      if (pose)
        for (let at = 0; at < part.vertices.length; at += 3)
          part.vertices.set(transformPoint(pose, part.vertices.subarray(at, at + 3)), at);
      return part;
    });
    return united(parts);
  }
  if (!geometry.isBounded) return square(extent, geometry.radius);
  const { vertices, faceStart, loop } = exactPolytope(geometry) ?? tessellate(geometry, toleranceOf(geometry));
  return { vertices: vertices.slice(), triangles: fans(faceStart, loop) };
}

function ownTriangles(mesh: TriangleMesh): Triangulation {
  const { vertices, triangles } = mesh.toJSON() as unknown as Record<keyof Triangulation, number[]>;
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function trianglesOfField(field: HeightField): Triangulation {
  const vertices = new Float64Array(3 * field.columns * field.rows);
  const triangles = new Uint32Array(3 * field.partCount);
  for (let part = 0; part < field.partCount; part++)
    field.corners(part).forEach((corner, k) => {
      triangles[3 * part + k] = field.cornerNumber(part, k);
      vertices.set(corner, 3 * triangles[3 * part + k]);
    });
  return { vertices, triangles };
}

/** Each face as a fan of triangles. */
function fans(faceStart: Uint32Array, loop: Uint32Array): Uint32Array {
  const triangles: number[] = [];
  for (let face = 0; face + 1 < faceStart.length; face++) {
    const corners = loop.subarray(faceStart[face], faceStart[face + 1]);
    // The fans of the two sides of a flat shape have different apices: no edge belongs to four triangles.
    const isBack = face === 1 && faceStart.length === 3;
    const apex = isBack ? corners.indexOf(loop[1]) : 0;
    const corner = (k: number): number => corners[(apex + k) % corners.length];
    for (let k = 2; k < corners.length; k++) triangles.push(corner(0), corner(k - 1), corner(k));
  }
  return Uint32Array.from(triangles);
}

function square(extent: number, height: number): Triangulation {
  const corners = [-1, -1, 1, -1, 1, 1, -1, 1];
  const vertices = new Float64Array(12);
  for (let k = 0; k < 4; k++) vertices.set([extent * corners[2 * k], extent * corners[2 * k + 1], height], 3 * k);
  return { vertices, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}

function united(parts: readonly Triangulation[]): Triangulation {
  const vertices = new Float64Array(parts.reduce((sum, part) => sum + part.vertices.length, 0));
  const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let [vertex, corner] = [0, 0];
  for (const part of parts) {
    vertices.set(part.vertices, vertex);
    for (const index of part.triangles) triangles[corner++] = index + vertex / 3;
    vertex += part.vertices.length;
  }
  return { vertices, triangles };
}
