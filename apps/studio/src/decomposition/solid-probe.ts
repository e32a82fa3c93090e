// The distance of points from the solid inside a mesh.
import { Scene, type TriangleMesh } from 'proximal/scene';

/** The rays for meshes that are not closed, in directions that no mesh is likely to be aligned with. */
const directions = [
  [0.6107, 0.5231, 0.5944],
  [-0.4127, 0.7433, -0.5266],
  [0.2283, -0.6342, 0.7387],
] as const;
/** Rays that meet this many triangles or more are inconclusive. */
const maxHits = 200;

export class SolidProbe {
  private readonly scene = new Scene();
  private readonly body: ReturnType<Scene['add']>;
  /** The diagonal of the mesh's bounding box, in meters. */
  readonly diagonal: number;

  constructor(
    private readonly mesh: TriangleMesh,
    private readonly vertices: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    this.body = this.scene.add(mesh, {});
    const { min, max } = mesh.boundingBox();
    this.diagonal = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  }

  /** The distance of each point, in meters; 0 inside. @param points three numbers each; a point may be repeated */
  distances(points: Float32Array): Float32Array {
    const rows = new Map<string, number>();
    const unique: number[] = [];
    const rowOf = Int32Array.from({ length: points.length / 3 }, (_, k) => {
      const point = points.subarray(3 * k, 3 * k + 3);
      const key = point.join();
      const row = rows.get(key) ?? rows.size;
      if (row === rows.size) unique.push(...point);
      rows.set(key, row);
      return row;
    });
    const { distance } = this.mesh.signedDistanceBatch(unique);
    const outside = distance.map((signed, k) => this.outside(signed, unique.slice(3 * k, 3 * k + 3)));
    return Float32Array.from(rowOf, (row) => outside[row]);
  }

  /** @param signed the signed distance, which is positive inside too if the mesh is not closed */
  private outside(signed: number, position: readonly number[]): number {
    if (this.mesh.isClosed) return Math.max(0, signed);
    return signed < 1e-9 * this.diagonal || this.isInside(position) ? 0 : signed;
  }

  /** Whether the winding number is not 0. The count along a ray that passes through an edge may be wrong, so all rays must agree. */
  private isInside(position: readonly number[]): boolean {
    return directions.every((direction) => this.windingAlong(position, direction) !== 0);
  }

  /** The winding number, counted along a ray; 0 if the ray meets too many triangles. */
  private windingAlong(position: readonly number[], direction: readonly [number, number, number]): number {
    let from = [...position];
    let winding = 0;
    for (let hits = 0; hits < maxHits; hits++) {
      const hit = this.scene.rayCast(from, direction, { filter: (body) => body === this.body });
      if (!hit) return winding;
      winding += this.crossingOf(hit.part, direction);
      const advance = hit.distance * (1 + 1e-12) + 1e-9 * this.diagonal;
      from = from.map((x, axis) => x + advance * direction[axis]);
    }
    return 0;
  }

  /** 1 if the ray crosses a triangle outward, −1 if inward. */
  private crossingOf(triangle: number, direction: readonly [number, number, number]): number {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = 3 * this.triangles[3 * triangle + corner];
      return [this.vertices[at], this.vertices[at + 1], this.vertices[at + 2]];
    });
    const [u, v] = [b, c].map((corner) => corner.map((x, axis) => x - a[axis]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return Math.sign(normal.reduce((sum, x, axis) => sum + x * direction[axis], 0));
  }
}
