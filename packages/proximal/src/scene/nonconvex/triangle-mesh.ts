import { checkInteger, wrongType } from '../../check/argument.ts';
import { integerIndex } from '../../engine/integers.ts';
import { MeshRay } from '../../engine/layout.ts';
import { meshKernel } from '../../engine/mesh.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { activeEngine } from '../../engine/target.ts';
import type { Pose } from '../../math/pose.ts';
import { cross, dot, readVector, subtract, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { AssemblyJSON, MassProperties, PartList } from '../../shapes/assembly.ts';
import { type MeshEdge, massOfMesh, unevenEdges } from '../../shapes/assembly-mass.ts';
import type { LocalRay, PartEntry } from '../../shapes/local-ray.ts';
import { type PointsLike, readPoints } from '../../shapes/points.ts';
import type { Bounds, Shape } from '../../shapes/shape.ts';
import { triangle } from '../../shapes/triangle.ts';
import { boundsOfPoints, boxOfTriangle } from './bounds.ts';
import { meshRecord } from './mesh-record.ts';
import {
  checkPointBatch,
  createPointDistanceBatch,
  type PointDistance,
  type PointDistanceBatch,
  pointDistanceOf,
  pointDistances,
} from './point-distance.ts';
import { Surface } from './surface.ts';
import { VertexTable } from './vertex-table.ts';

/** The largest number of triangles that are cached as shapes. */
const maxCachedShapes = 4096;
/** The capacity of the first kernel call of `collect`; if more triangles are found, a second call follows. */
const firstCapacity = 1024;

/** Directions of rays that are unlikely to be parallel to faces or edges of a mesh. */
const probeDirections: readonly Vec3[] = [
  [0.6107, 0.5231, 0.5944],
  [-0.4127, 0.7433, -0.5266],
  [0.2283, -0.6342, 0.7387],
];
/** A ray that meets more triangles than this is inconclusive: its origin counts as outside. */
const maxHits = 1000;

/**
 * A surface of triangles: closed or open, oriented or not. In queries with convex shapes it has no interior. A closed mesh is a solid for the signed
 * distances of points, and in contacts with other meshes and height fields.
 */
export class TriangleMesh extends Surface {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'TriangleMesh';

  readonly kind = 'triangleMesh';
  readonly isOneSided = false;
  private readonly shapes = new Map<number, Shape>();
  private encoded: ShapeRecord | null = null;
  private bounds: Bounds | null = null;
  private vertexTable: VertexTable | null = null;
  private cachedOrientation: number | null = null;
  private cachedIsClosed: boolean | null = null;

  /** @internal */
  constructor(
    private readonly vertices: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    super();
  }

  get partCount(): number {
    return this.triangles.length / 3;
  }

  /** The tree of boxes and the triangles, as the kernel reads them. @internal */
  get record(): ShapeRecord {
    this.encoded ??= meshRecord(this.vertices, this.triangles);
    return this.encoded;
  }

  /** Triangle number `index` as a shape. */
  part(index: number): Shape {
    checkInteger('TriangleMesh.part', 'index', index, 0, this.partCount - 1);
    const existing = this.shapes.get(index);
    if (existing) return existing;
    const shape = triangle(...this.corners(index));
    if (this.shapes.size >= maxCachedShapes) this.shapes.clear();
    this.shapes.set(index, shape);
    return shape;
  }

  /** @internal */
  corner(index: number, corner: number, out: Vec3 = [0, 0, 0]): Vec3 {
    const at = 3 * this.triangles[3 * index + corner];
    for (let k = 0; k < 3; k++) out[k] = this.vertices[at + k];
    return out;
  }

  /** Writes the corners of triangle `index` as nine numbers. @internal */
  copyCorners(index: number, out: Float64Array, at: number): void {
    for (let k = 0; k < 9; k++)
      out[at + k] = this.vertices[3 * this.triangles[3 * index + Math.floor(k / 3)] + (k % 3)];
  }

  /** @internal */
  facet(index: number): Shape {
    return this.part(index);
  }

  /** Which triangles share which vertices. */
  private get table(): VertexTable {
    this.vertexTable ??= new VertexTable(this.vertices, this.triangles);
    return this.vertexTable;
  }

  /** @internal */
  cornerNumber(index: number, corner: number): number {
    return this.table.numbers[3 * index + corner];
  }

  /** @internal */
  collectAround(corner: number, out: PartList): void {
    this.table.collectAround(corner, out);
  }

  /** 1 or −1 if the mesh is closed and its triangles face outward or inward, otherwise 0. @internal */
  get orientation(): number {
    this.cachedOrientation ??= this.isClosed ? Math.sign(this.signedVolume()) : 0;
    return this.cachedOrientation;
  }

  /**
   * Whether the mesh has an inside: its triangles traverse every edge equally often in both directions. Vertices with equal coordinates
   * count as one. A mesh with a T-junction, a vertex inside another triangle's edge, is not closed.
   */
  get isClosed(): boolean {
    this.cachedIsClosed ??= this.openEdges().length === 0;
    return this.cachedIsClosed;
  }

  /**
   * The signed distance of a point from the mesh, negative inside a closed mesh, with the nearest point and the gradient.
   * @param point in body coordinates
   * @example
   * ```ts
   * const roof = triangleMesh([0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0], [0, 1, 2, 0, 2, 3]);
   * roof.signedDistance([0, 0, 3]).distance; // 2
   * ```
   */
  signedDistance(point: VectorLike): PointDistance {
    const out = createPointDistanceBatch(1);
    pointDistances(this, Float64Array.from(readVector('TriangleMesh.signedDistance', 'point', point)), out);
    return pointDistanceOf(out);
  }

  /**
   * The signed distances of many points, with the same bits as `signedDistance`. It is fastest if successive points are near each other, because each
   * search starts from the nearest triangle of the last point.
   * @param points in body coordinates
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const roof = triangleMesh([0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0], [0, 1, 2, 0, 2, 3]);
   * roof.signedDistanceBatch([0, 0, 3, 0, 0, 4]).distance; // Float64Array [2, 3]
   * ```
   */
  signedDistanceBatch(points: PointsLike, out?: PointDistanceBatch): PointDistanceBatch {
    const where = 'TriangleMesh.signedDistanceBatch';
    const positions = readPoints(where, 'points', points);
    const batch = out ?? createPointDistanceBatch(positions.length / 3);
    checkPointBatch(where, batch, positions.length / 3);
    pointDistances(this, positions, batch);
    return batch;
  }

  /** The edges that triangles do not traverse equally often in both directions. @internal */
  openEdges(): MeshEdge[] {
    return unevenEdges(this.triangles, this.table.numbers);
  }

  /** The volume inside a closed mesh; negative if its triangles face inward. */
  private signedVolume(): number {
    const from = this.corners(0)[0];
    let sum = 0;
    for (let k = 0; k < this.partCount; k++) {
      const [p, q, r] = this.corners(k).map((corner) => subtract(corner, from));
      sum += dot(p, cross(q, r));
    }
    return sum / 6;
  }

  partPose(): Pose | null {
    return null;
  }

  boundingBox(): Bounds {
    this.bounds ??= boundsOfPoints(this.vertices, this.triangles);
    return this.bounds;
  }

  toJSON(): AssemblyJSON {
    return { version: 1, kind: this.kind, vertices: [...this.vertices], triangles: [...this.triangles] };
  }

  /** @internal */
  protected computeMass(): MassProperties {
    return massOfMesh(this.vertices, this.triangles, this.table.numbers);
  }

  /** All triangles, nine numbers each. @internal */
  soup(): Float64Array {
    const out = new Float64Array(3 * this.triangles.length);
    this.triangles.forEach((vertex, k) => {
      out.set(this.vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
    });
    return out;
  }

  /**
   * Whether a point is inside: rays in three directions all have an odd number of hits. For open meshes the rays may disagree; the result is then
   * false.
   * @internal
   */
  containsPoint(point: Vec3): boolean {
    return probeDirections.every((direction) => {
      let hits = 0;
      let from: Vec3 = [...point];
      for (
        let hit = this.enter({ origin: from, direction }, Infinity);
        hit;
        hit = this.enter({ origin: from, direction }, Infinity)
      ) {
        hits++;
        const advance = hit.distance * (1 + 1e-12) + 1e-12 * this.size();
        from = [from[0] + advance * direction[0], from[1] + advance * direction[1], from[2] + advance * direction[2]];
        if (hits > maxHits) return false;
      }
      return hits % 2 === 1;
    });
  }

  private size(): number {
    const { min, max } = this.boundingBox();
    return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  }

  /** @internal */
  override enter({ origin, direction }: LocalRay, upTo: number): PartEntry | null {
    const engine = activeEngine();
    const { record } = this;
    const frame = engine.enter();
    try {
      frame.records[0] = record;
      const mesh = engine.memory.placeCached(record);
      const { f64, i32 } = engine;
      const ray = frame.input;
      for (let k = 0; k < 3; k++) {
        MeshRay.setOrigin(f64, ray, k, origin[k]);
        MeshRay.setDirection(f64, ray, k, direction[k]);
      }
      MeshRay.setLength(f64, ray, upTo);
      if (meshKernel(engine).meshRay(mesh, ray) === 0) return null;
      return {
        part: MeshRay.triangle(i32, ray),
        distance: MeshRay.distance(f64, ray),
        normal: [MeshRay.normal(f64, ray, 0), MeshRay.normal(f64, ray, 1), MeshRay.normal(f64, ray, 2)],
      };
    } finally {
      engine.leave();
    }
  }

  /** @internal */
  override collectBelow(normal: Vec3, height: number, out: PartList): void {
    for (let k = 0; k < this.partCount; k++) if (this.heightOf(k, normal) <= height) out.push(k);
  }

  /** The triangle with the lowest point along a unit vector, and the height of this point. @internal */
  lowest(normal: Vec3): { readonly part: number; readonly height: number } {
    let best = { part: 0, height: Infinity };
    for (let part = 0; part < this.partCount; part++) {
      const height = this.heightOf(part, normal);
      if (height < best.height) best = { part, height };
    }
    return best;
  }

  private heightOf(part: number, [x, y, z]: Vec3): number {
    const { vertices, triangles } = this;
    let least = Infinity;
    for (let k = 3 * part; k < 3 * part + 3; k++) {
      const at = 3 * triangles[k];
      least = Math.min(least, x * vertices[at] + y * vertices[at + 1] + z * vertices[at + 2]);
    }
    return least;
  }

  /** @internal */
  override boxOf(index: number, out: Float64Array): void {
    boxOfTriangle(this.corners(index), out);
  }

  /** @internal */
  collect(box: Float64Array, maxDistance: number, out: PartList): void {
    let capacity = firstCapacity;
    while (capacity > 0) capacity = this.collectSome(box, maxDistance, out, capacity);
  }

  /** Collects the triangles if they are at most `capacity`, and returns 0; otherwise returns the capacity needed. */
  private collectSome(box: Float64Array, maxDistance: number, out: PartList, capacity: number): number {
    const engine = activeEngine();
    const { record } = this;
    const frame = engine.enter();
    try {
      frame.records[0] = record;
      const mesh = engine.memory.placeCached(record);
      const table = engine.memory.placeTable(frame, capacity / 2 + 1);
      engine.f64.set(box, frame.output);
      const count = meshKernel(engine).meshCollect(mesh, frame.output, maxDistance, frame.input, table, capacity);
      if (count > capacity) return 2 * Math.ceil(count / 2);
      const first = integerIndex(table);
      for (let k = first; k < first + count; k++) out.push(engine.i32[k]);
      return 0;
    } finally {
      engine.leave();
    }
  }
}

/**
 * A surface of triangles in body coordinates: closed or open, with any orientation, and possibly with degenerate triangles. For convex
 * shapes it is a surface, not a solid: a shape inside a closed mesh is separated from it, and the depth of an overlap is the depth of the deepest
 * triangle. In contacts with other meshes and with height fields, a closed mesh is a solid.
 * @param vertices in meters: flat numbers x y z x y z …, or a list of points
 * @param triangles vertex indices, three for each triangle
 * @example
 * ```ts
 * const roof = triangleMesh([0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0], [0, 1, 2, 0, 2, 3]);
 * scene.add(roof, {}, { static: true });
 * ```
 */
export function triangleMesh(vertices: PointsLike, triangles: ArrayLike<number>): TriangleMesh {
  const where = 'triangleMesh';
  const points = readPoints(where, 'vertices', vertices);
  const remedy = 'give at least one triangle: three vertex indices for each triangle';
  if (typeof triangles !== 'object' || triangles === null || !(triangles.length > 0) || triangles.length % 3 !== 0)
    throw wrongType(where, 'triangles', triangles, remedy);
  const count = points.length / 3;
  const numbers = new Uint32Array(triangles.length);
  for (let k = 0; k < triangles.length; k++)
    numbers[k] = checkInteger(where, `triangles[${k}]`, triangles[k], 0, count - 1);
  return new TriangleMesh(points, numbers);
}
