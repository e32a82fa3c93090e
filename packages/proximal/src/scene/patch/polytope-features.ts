// Support features of a polytope: the face, edge or corner that is farthest along a direction.
import { FeatureTable } from '../../engine/manifold-layout.ts';
import { ShapeRecord } from '../../engine/record.ts';
import { dot, length, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { flatRegions } from './flat-regions.ts';

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

/** The support feature of a core along a direction: a face, an edge or a corner. Its lists belong to the core and must not be changed. */
export interface Feature {
  /** Body coordinates of the core's corners, three numbers each. */
  points: Float64Array;
  /** The corners of the feature, in order around the face. */
  corners: readonly number[];
  /** Outward unit normal of a face; null for an edge or a corner. */
  normal: Vec3 | null;
}

/** The largest number of corners that a face may have in the kernel, whose polygons have space for the corners of two faces. */
const maxCorners = 60;

/** Scratch: the vector along an edge. */
const edge: Vec3 = [0, 0, 0];

export class PolytopeFeatures {
  /** Three coordinates for each corner. */
  private readonly points: Float64Array;
  /** The corners of each face, in order. Nearly coplanar faces count as one: see flat-regions.ts. */
  private readonly loops: readonly (readonly number[])[];
  /** The normal of each face. */
  private readonly normals: readonly Vec3[];
  /** The normals as a flat array, three numbers for each face. */
  private readonly normalNumbers: Float64Array;
  /** The faces at corner 0, then those at corner 1, and so on: those at corner k are the entries `faceStarts[k]` to `faceStarts[k + 1]` − 1. */
  private readonly faces: Int32Array;
  private readonly faceStarts: Int32Array;
  /** The edges at each corner, each as its two corners. */
  private readonly edgesOf: readonly (readonly number[])[][];
  /** For each corner a list that contains only this corner. */
  private readonly singletons: readonly (readonly number[])[];

  constructor({ vertices, faceStart, loop }: Polytope) {
    this.points = Float64Array.from(vertices);
    const faces = Array.from({ length: faceStart.length - 1 }, (_, face) => [
      ...loop.subarray(faceStart[face], faceStart[face + 1]),
    ]);
    const { loops, normals, regionOf } = flatRegions(this.points, faces);
    this.loops = loops;
    this.normals = normals;
    this.singletons = Array.from({ length: vertices.length / 3 }, (_, corner) => [corner]);
    this.normalNumbers = Float64Array.from(this.normals.flat());
    const facesOf: number[][] = this.singletons.map(() => []);
    const neighbors = this.singletons.map(() => new Set<number>());
    faces.forEach((corners, face) => {
      corners.forEach((corner, k) => {
        const next = corners[(k + 1) % corners.length];
        if (!facesOf[corner].includes(regionOf[face])) facesOf[corner].push(regionOf[face]);
        neighbors[corner].add(next);
        neighbors[next].add(corner);
      });
    });
    this.faces = Int32Array.from(facesOf.flat());
    this.faceStarts = new Int32Array(facesOf.length + 1);
    facesOf.forEach(({ length: count }, corner) => {
      this.faceStarts[corner + 1] = this.faceStarts[corner] + count;
    });
    // A segment has no faces, which would give its edge.
    if (neighbors.length === 2) {
      neighbors[0].add(1);
      neighbors[1].add(0);
    }
    this.edgesOf = neighbors.map((others, corner) =>
      [...others].map((other) => [Math.min(corner, other), Math.max(corner, other)]),
    );
  }

  /** The table that the kernel reads; null if a face has more corners than it can hold. */
  encode(): ShapeRecord | null {
    const { points, loops, normalNumbers, faces, faceStarts, edgesOf } = this;
    if (loops.some((corners) => corners.length > maxCorners)) return null;
    const edges = edgesOf.flat();
    const vectors = edges.flatMap(([p, q]) => {
      for (let axis = 0; axis < 3; axis++) edge[axis] = points[3 * q + axis] - points[3 * p + axis];
      return [...edge, length(edge)];
    });
    const normals = FeatureTable.POINTS + points.length;
    const edgeVectors = normals + normalNumbers.length;
    const lists = [faceStarts, faces, startsOf(loops), loops.flat(), startsOf(edgesOf), edges.flat()];
    const integerCount = lists.reduce((sum, { length: count }) => sum + count, 0);
    const floatCount = edgeVectors + vectors.length;
    const data = new Float64Array(floatCount + Math.ceil(integerCount / 2));
    data.set(points, FeatureTable.POINTS);
    data.set(normalNumbers, normals);
    data.set(vectors, edgeVectors);
    const i32 = new Int32Array(data.buffer);
    const starts: number[] = [];
    let at = 2 * floatCount;
    for (const list of lists) {
      starts.push(at);
      i32.set(list, at);
      at += list.length;
    }
    FeatureTable.setCornerCount(i32, 0, points.length / 3);
    FeatureTable.setNormals(i32, 0, normals);
    FeatureTable.setEdgeVectors(i32, 0, edgeVectors);
    FeatureTable.setFaceStarts(i32, 0, starts[0]);
    FeatureTable.setFaces(i32, 0, starts[1]);
    FeatureTable.setLoopStarts(i32, 0, starts[2]);
    FeatureTable.setLoops(i32, 0, starts[3]);
    FeatureTable.setEdgeStarts(i32, 0, starts[4]);
    FeatureTable.setEdges(i32, 0, starts[5]);
    return ShapeRecord.of(data);
  }

  /**
   * The face at the support point whose normal is nearest to the unit vector `direction`, if within `tolerance` radians; otherwise the edge that is
   * most nearly perpendicular to it, if within `tolerance`; otherwise the corner.
   */
  along(direction: Vec3, tolerance: number, out: Feature): void {
    const corner = this.farthest(direction);
    const face = this.flattestFace(corner, direction, tolerance);
    out.points = this.points;
    out.corners = face < 0 ? this.flattestEdge(corner, direction, tolerance) : this.loops[face];
    out.normal = face < 0 ? null : this.normals[face];
  }

  /** The corner that is farthest along a direction. */
  private farthest(direction: Vec3): number {
    const { points } = this;
    let best = 0;
    let greatestHeight = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < points.length; k += 3) {
      const height = direction[0] * points[k] + direction[1] * points[k + 1] + direction[2] * points[k + 2];
      if (height <= greatestHeight) continue;
      greatestHeight = height;
      best = k;
    }
    return best / 3;
  }

  /** The face at a corner whose normal is nearest to the direction, within the tolerance; or −1. */
  private flattestFace(corner: number, direction: Vec3, tolerance: number): number {
    const { faces, faceStarts, normalNumbers } = this;
    let best = -1;
    let greatestCosine = 1 - 0.5 * tolerance * tolerance;
    for (let k = faceStarts[corner]; k < faceStarts[corner + 1]; k++) {
      const at = 3 * faces[k];
      const cosine =
        normalNumbers[at] * direction[0] + normalNumbers[at + 1] * direction[1] + normalNumbers[at + 2] * direction[2];
      if (cosine < greatestCosine) continue;
      greatestCosine = cosine;
      best = faces[k];
    }
    return best;
  }

  /** The edge at a corner that is most nearly perpendicular to the direction, within the tolerance; otherwise the corner alone. */
  private flattestEdge(corner: number, direction: Vec3, tolerance: number): readonly number[] {
    const { points } = this;
    const edges = this.edgesOf[corner];
    let best = this.singletons[corner];
    let leastSlope = tolerance;
    for (let k = 0; k < edges.length; k++) {
      for (let axis = 0; axis < 3; axis++) edge[axis] = points[3 * edges[k][1] + axis] - points[3 * edges[k][0] + axis];
      const slope = Math.abs(dot(direction, edge)) / length(edge);
      if (!(slope <= leastSlope)) continue;
      leastSlope = slope;
      best = edges[k];
    }
    return best;
  }
}

/** The start of each list in the concatenation of all lists, and the length of the concatenation. */
function startsOf(lists: readonly (readonly unknown[])[]): number[] {
  const starts = [0];
  for (const { length: count } of lists) starts.push(starts[starts.length - 1] + count);
  return starts;
}
