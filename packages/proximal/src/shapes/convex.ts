import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { integerIndex } from '../engine/integers.ts';
import { ClimbBlock, HullBlock, KIND_CONVEX, MapCell, ShapeBlock } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import { convexHull, type DroppedPoints, type Hull, hullOfMesh } from '../hull/hull.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { dot, length, subtract, type Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';
import { type PointsLike, readPoints } from './points.ts';
import { buildSupportMap, type SupportMap, scanLimit } from './support-map.ts';

/** The convex hull of a cloud of points. */
export class Convex extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Convex';

  readonly kind: string = 'convex';
  readonly radius = 0;
  private measured: { center: Vec3; inradius: number; boundingRadius: number } | null = null;

  /** @internal @param hull the shape takes ownership */
  constructor(
    private readonly hull: Hull,
    private readonly search: 'map' | 'scan' | 'climb' = 'map',
  ) {
    super();
  }

  /** The center of mass; for a flat hull, a segment or a point, the mean of the vertices. */
  get center(): Readonly<Vec3> {
    return this.measures().center;
  }

  get inradius(): number {
    return this.measures().inradius;
  }

  get boundingRadius(): number {
    return this.measures().boundingRadius;
  }

  /** Computed on first use. */
  private measures(): { center: Vec3; inradius: number; boundingRadius: number } {
    if (!this.measured) {
      const { hull } = this;
      const center = hull.dimension === 3 ? this.centerOfMass : mean(hull.vertices);
      this.measured = {
        center,
        inradius: distanceToFaces(hull, center),
        boundingRadius: distanceToFarthestVertex(hull.vertices, center),
      };
    }
    return this.measured;
  }

  /** 0 for a point, 1 for a segment, 2 for a flat polygon, 3 for a solid. */
  get dimension(): 0 | 1 | 2 | 3 {
    return this.hull.dimension;
  }

  /** The number of vertices of the hull. */
  get vertexCount(): number {
    return this.hull.vertices.length / 3;
  }

  /** Number of faces, coplanar ones merged. A flat hull has two, one for each side. */
  get faceCount(): number {
    return this.hull.faceStart.length - 1;
  }

  /** The numbers of the cloud's points that are not vertices of the hull, by reason. */
  get dropped(): DroppedPoints {
    return this.hull.dropped;
  }

  /** Vertex number `index`, in body coordinates. */
  vertex(index: number): Vec3 {
    this.checkIndex('vertex', index, this.vertexCount);
    const [x, y, z] = this.hull.vertices.subarray(3 * index, 3 * index + 3);
    return [x, y, z];
  }

  /** The vertices of face `index`, counter-clockwise seen from outside. */
  face(index: number): number[] {
    this.checkIndex('face', index, this.faceCount);
    const { faceStart, loop } = this.hull;
    return [...loop.subarray(faceStart[index], faceStart[index + 1])];
  }

  /** The vertices that share an edge with vertex `index`. */
  neighbors(index: number): number[] {
    this.checkIndex('neighbors', index, this.vertexCount);
    const { neighborStart, neighbors } = this.hull;
    return [...neighbors.subarray(neighborStart[index], neighborStart[index + 1])];
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { vertexCount: count, hull, search } = this;
    const parameters =
      search === 'climb' && count > scanLimit
        ? encodeClimb(hull)
        : encodeVertices(hull.vertices, search === 'scan' ? null : buildSupportMap(hull));
    return ShapeRecord.encode(KIND_CONVEX, this, parameters, { count });
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { points: [...this.hull.vertices] };
  }

  /** @internal */
  override corePolytope(): PolytopeFaces {
    return this.hull;
  }

  private checkIndex(method: string, index: number, count: number): void {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) {
      throw outOfRange(`Convex.${method}`, 'index', index, `give a whole number from 0 to ${count - 1}`);
    }
  }
}

/** The offsets of a `HullBlock` and of its table, relative to the shape's parameters. */
const start = -ShapeBlock.DATA;
const tableAt = start + HullBlock.TABLE;

/** The vertices in the layout of kernel/shapes/convex.ts: in pairs, with the lists of the map's cells one after the other. */
export function encodeVertices(vertices: Float64Array, map: SupportMap | null): Float64Array {
  if (!map) {
    const every = Int32Array.from({ length: vertices.length / 3 }, (_, k) => k);
    const data = new Float64Array(tableAt + 6 * pairsFor(every.length));
    writePairs(data, tableAt, vertices, every);
    return data;
  }
  const { cells, table, candidates } = map;
  const cellCount = table.length / 2;
  let pairs = 0;
  for (let cell = 0; cell < cellCount; cell++) pairs += pairsFor(Math.max(0, table[2 * cell + 1]));
  const first = tableAt + MapCell.SIZE * cellCount;
  const data = new Float64Array(first + 6 * pairs);
  const integers = new Int32Array(data.buffer);
  HullBlock.setCells(integers, start, cells);
  HullBlock.setCellCount(integers, start, cellCount);
  integers.set(table, integerIndex(tableAt));
  let at = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const [from, count] = [table[2 * cell], table[2 * cell + 1]];
    if (count < 0) continue;
    writePairs(data, first + 6 * at, vertices, candidates.subarray(from, from + count));
    MapCell.setFirst(integers, tableAt + MapCell.SIZE * cell, at);
    MapCell.setCount(integers, tableAt + MapCell.SIZE * cell, pairsFor(count));
    at += pairsFor(count);
  }
  return data;
}

/** The vertices in pairs, and behind them the neighbors in the layout of kernel/climb.ts. */
function encodeClimb({ vertices, neighborStart, neighbors }: Hull): Float64Array {
  const points = encodeVertices(vertices, null);
  const lists = points.length + ClimbBlock.LISTS;
  const scratch = 2 * (vertices.length / 3);
  const data = new Float64Array(lists + Math.ceil((neighborStart.length + neighbors.length + scratch) / 2));
  data.set(points);
  const integers = new Int32Array(data.buffer);
  HullBlock.setCellCount(integers, start, -1);
  integers.set(neighborStart, integerIndex(lists));
  integers.set(neighbors, integerIndex(lists) + neighborStart.length);
  return data;
}

function pairsFor(count: number): number {
  return Math.ceil(count / 2);
}

/** x x y y z z for every two vertices; an odd vertex is paired with itself. */
function writePairs(data: Float64Array, at: number, vertices: Float64Array, list: Int32Array): void {
  for (let k = 0; k < 2 * pairsFor(list.length); k++) {
    const vertex = list[Math.min(k, list.length - 1)];
    for (let axis = 0; axis < 3; axis++) {
      data[at + 6 * Math.floor(k / 2) + 2 * axis + (k % 2)] = vertices[3 * vertex + axis];
    }
  }
}

function mean(vertices: Float64Array): Vec3 {
  const count = vertices.length / 3;
  const sum: Vec3 = [0, 0, 0];
  // Divide first, because the sum of large coordinates may overflow.
  for (let k = 0; k < vertices.length; k++) sum[k % 3] += vertices[k] / count;
  return sum;
}

function distanceToFarthestVertex(vertices: Float64Array, center: Vec3): number {
  let largest = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    largest = Math.max(largest, length(subtract([vertices[k], vertices[k + 1], vertices[k + 2]], center)));
  }
  return largest;
}

/** The least distance of the center from the face planes, which is the radius of a ball inside; 0 for a flat hull. */
function distanceToFaces({ dimension, planes }: Hull, center: Vec3): number {
  let least = dimension === 3 ? Infinity : 0;
  for (let k = 0; k < planes.length; k += 4) {
    least = Math.min(least, planes[k + 3] - dot([planes[k], planes[k + 1], planes[k + 2]], center));
  }
  return Math.max(0, least);
}

/** Options of `convex`. */
export interface ConvexOptions {
  /** The largest number of vertices, 4 or more; the most extreme ones are kept. The result lies inside the full hull. */
  readonly maxVertices?: number;
  /**
   * Whether support points are looked up in a map from directions to vertices. Default true. Hulls of at most 8 vertices are scanned in any case.
   * With `false` every query scans all vertices, which saves the map's memory (about 120 bytes per vertex of a round hull, up to 2 kB for a can or
   * plate) and the time to build it.
   */
  readonly supportMap?: boolean;
  /**
   * Whether support points are found by climbing along the edges, from the last one of the same query, instead of by the map. Default
   * false. The cost then depends on how far the direction turns. Takes about 80 bytes per vertex. For comparison with libraries that
   * climb.
   */
  readonly climb?: boolean;
}

/**
 * The convex hull of any cloud of points, in body coordinates. Duplicates and inner points are dropped and counted in `dropped`.
 * Flat, collinear and single-point clouds are valid.
 * @param points in meters: flat numbers x y z x y z …, or a list of points
 * @example
 * ```ts
 * const tetrahedron = convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * const same = convex([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
 * const coarse = convex(scan.vertices, { maxVertices: 64 });
 * ```
 */
export function convex(points: PointsLike, options?: ConvexOptions): Convex {
  checkOptions('convex', 'options', options, ['maxVertices', 'supportMap', 'climb']);
  const { maxVertices, supportMap = true, climb = false } = options ?? {};
  for (const [name, value] of Object.entries({ supportMap, climb })) {
    if (typeof value !== 'boolean') throw wrongType('convex', `options.${name}`, value, 'give true or false');
  }
  const search = climb ? 'climb' : supportMap ? 'map' : 'scan';
  const cloud = readPoints('convex', 'points', points);
  if (maxVertices === undefined) return new Convex(convexHull(cloud), search);
  const limit = checkInteger('convex', 'options.maxVertices', maxVertices, 4, 2 ** 31);
  return new Convex(convexHull(cloud, { maxVertices: limit }), search);
}

/** Options of `convexMesh`. */
export interface ConvexMeshOptions {
  /**
   * The largest deviation from convexity, such as the height of a vertex above a face, in meters: meshes in single precision are not exactly convex.
   * The result is the hull of the vertices in any case. Default and least value: the rounding error of double precision.
   */
  readonly tolerance?: number;
}

/**
 * A convex solid from its vertices and faces. Throws with the reason if they are not convex or not closed.
 * @param vertices in meters: flat numbers x y z x y z …, or a list of points
 * @param faces lists of vertex indices, all counter-clockwise seen from outside or all clockwise; or a flat list of indices, three for each triangle
 * @example
 * ```ts
 * const wedge = convexMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]);
 * ```
 */
export function convexMesh(
  vertices: PointsLike,
  faces: ArrayLike<ArrayLike<number>> | ArrayLike<number>,
  options?: ConvexMeshOptions,
): Convex {
  const where = 'convexMesh';
  checkOptions(where, 'options', options, ['tolerance']);
  const points = readPoints(where, 'vertices', vertices);
  const { tolerance } = options ?? {};
  if (tolerance === undefined) return new Convex(hullOfMesh(points, readFaces(where, faces)));
  checkNumber(where, 'options.tolerance', tolerance, 'give a length in meters, finite and not negative', 0);
  return new Convex(hullOfMesh(points, readFaces(where, faces), { tolerance }));
}

function readFaces(where: string, faces: ArrayLike<ArrayLike<number>> | ArrayLike<number>): ArrayLike<number>[] {
  const remedy =
    'give a list of faces, each a list of vertex indices, or a flat list of indices, three for each triangle';
  if (typeof faces !== 'object' || faces === null || !(faces.length > 0))
    throw wrongType(where, 'faces', faces, remedy);
  if (typeof faces[0] !== 'number') {
    const lists = Array.from(faces as ArrayLike<ArrayLike<number>>);
    const broken = lists.findIndex(
      (face) => typeof face !== 'object' || face === null || typeof face.length !== 'number',
    );
    if (broken >= 0) throw wrongType(where, `faces[${broken}]`, lists[broken], remedy);
    return lists;
  }
  const flat = faces as ArrayLike<number>;
  if (flat.length % 3 !== 0) throw wrongType(where, 'faces', faces, `${remedy}; the count must be a multiple of three`);
  return Array.from({ length: flat.length / 3 }, (_, k) => [flat[3 * k], flat[3 * k + 1], flat[3 * k + 2]]);
}
