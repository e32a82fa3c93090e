// Support features of a polytope: the face, edge or corner that is farthest along a direction.
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

/** The support feature along a direction: corners in body coordinates, in order around the face, and their numbers. */
export interface Feature {
  readonly points: readonly Vec3[];
  readonly numbers: readonly number[];
  /** Outward unit normal of a face; null for an edge or a corner. */
  readonly normal: Vec3 | null;
}

export class PolytopeFeatures {
  private readonly corners: readonly Vec3[];
  private readonly coordinates: Float64Array;
  private readonly loops: readonly (readonly number[])[];
  /** The corners of each face. */
  private readonly faces: readonly (readonly Vec3[])[];
  private readonly normals: readonly Vec3[];
  /** The faces around each corner, and the corners at the other end of its edges. */
  private readonly facesOf: readonly number[][];
  private readonly neighborsOf: readonly Set<number>[];

  constructor({ vertices, faceStart, loop }: Polytope) {
    const count = vertices.length / 3;
    this.corners = Array.from({ length: count }, (_, k) => [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]]);
    this.loops = Array.from({ length: faceStart.length - 1 }, (_, face) => [
      ...loop.subarray(faceStart[face], faceStart[face + 1]),
    ]);
    this.coordinates = Float64Array.from(vertices);
    this.faces = this.loops.map((corners) => corners.map((corner) => this.corners[corner]));
    this.normals = this.faces.map(normalOf);
    this.facesOf = this.corners.map(() => []);
    this.neighborsOf = this.corners.map(() => new Set());
    this.loops.forEach((corners, face) => {
      corners.forEach((corner, k) => {
        const next = corners[(k + 1) % corners.length];
        this.facesOf[corner].push(face);
        this.neighborsOf[corner].add(next);
        this.neighborsOf[next].add(corner);
      });
    });
    if (count === 2) {
      this.neighborsOf[0].add(1);
      this.neighborsOf[1].add(0);
    }
  }

  /**
   * The face at the support point that is perpendicular to the unit vector `direction` within `tolerance` radians; else the edge;
   * else the corner.
   */
  along(direction: Vec3, tolerance: number): Feature {
    const corner = this.farthest(direction);
    const faces = this.facesOf[corner];
    let best = -1;
    let most = 1 - 0.5 * tolerance * tolerance;
    for (let k = 0; k < faces.length; k++) {
      const cosine = dot(this.normals[faces[k]], direction);
      if (cosine < most) continue;
      most = cosine;
      best = faces[k];
    }
    if (best >= 0) {
      return { points: this.faces[best], numbers: this.loops[best], normal: this.normals[best] };
    }
    const other = this.flattestEdge(corner, direction, tolerance);
    const numbers = other < 0 ? [corner] : [Math.min(corner, other), Math.max(corner, other)];
    return { points: numbers.map((number) => this.corners[number]), numbers, normal: null };
  }

  private farthest(direction: Vec3): number {
    const { coordinates } = this;
    const [x, y, z] = direction;
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < coordinates.length; k += 3) {
      const reach = x * coordinates[k] + y * coordinates[k + 1] + z * coordinates[k + 2];
      if (reach <= most) continue;
      most = reach;
      best = k;
    }
    return best / 3;
  }

  private flattestEdge(corner: number, direction: Vec3, tolerance: number): number {
    let best = -1;
    let least = tolerance;
    for (const other of this.neighborsOf[corner]) {
      const way = subtract(this.corners[other], this.corners[corner]);
      const slope = Math.abs(dot(direction, way)) / length(way);
      if (!(slope <= least)) continue;
      least = slope;
      best = other;
    }
    return best;
  }
}

/** The normal by Newell's sum, which is robust for long thin faces. */
function normalOf(points: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (let k = 0; k < points.length; k++) {
    const p = subtract(points[k], points[0]);
    const q = subtract(points[(k + 1) % points.length], points[0]);
    const c = cross(p, q);
    sum = [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]];
  }
  const size = length(sum);
  return size > 0 ? scale(sum, 1 / size) : [0, 0, 0];
}
