/** A convex hull as plain data, from any cloud of points (`convexHull`) or from a convex mesh (`hullOfMesh`). */
export interface Hull {
  /** 0 point, 1 segment, 2 flat polygon, 3 solid. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x y z of the hull's vertices only, in the order of their input index. */
  readonly vertices: Float64Array;
  /** Input index of each vertex (the lowest of duplicates). */
  readonly source: Uint32Array;
  /**
   * Faces as convex polygons, counter-clockwise seen from outside, coplanar triangles merged: face f's vertices are
   * loop[faceStart[f] … faceStart[f + 1] − 1]. A flat hull has two faces (both sides); a segment or point none.
   */
  readonly faceStart: Uint32Array;
  readonly loop: Uint32Array;
  /** Outward unit normal and offset (n·x = d) of each face: 4 numbers. */
  readonly planes: Float64Array;
  /** Neighbors of each vertex along edges: neighbors[neighborStart[v] … neighborStart[v + 1] − 1]. */
  readonly neighborStart: Uint32Array;
  readonly neighbors: Uint32Array;
  /** The dropped points. Their counts and the number of vertices add up to the number of input points. */
  readonly dropped: DroppedPoints;
  /**
   * Every input point that `maxVertices` did not cut off is within this distance of the hull, in meters:
   * 64 · 2⁻⁵² times the largest coordinate.
   */
  readonly tolerance: number;
}

/** The numbers of dropped points by reason. */
export interface DroppedPoints {
  /** Points equal to one with a lower index. */
  readonly duplicates: number;
  /** Points inside the hull of all points, or within tolerance of its surface. */
  readonly interior: number;
  /** Vertices of the hull of all points that `maxVertices` cut off. */
  readonly beyond: number;
  /** An upper bound on the distance from a dropped point to the hull, in meters. */
  readonly deepest: number;
}

export interface HullOptions {
  /**
   * The largest number of vertices (≥ 4). After the first four, each next vertex is the point highest above its face of the hull of the previous
   * vertices; for a flat hull, after the first two, the point farthest from the edge that cuts it off. The result lies inside
   * the hull of all points.
   */
  readonly maxVertices?: number;
}

export { convexHull } from './convex-hull.ts';
export { hullOfMesh } from './mesh.ts';
