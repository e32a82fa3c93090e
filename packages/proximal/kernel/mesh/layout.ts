// A triangle mesh in memory, with its tree of boxes: see src/scene/nonconvex/mesh-record.ts, which writes it.

/** The head of a mesh. */
export interface Mesh {
  /** The number of triangles. */
  triangles: i32;
  /** Offsets of the nodes and triangles from the start of the mesh, in numbers. */
  nodesAt: i32;
  trianglesAt: i32;
}

export interface MeshNode {
  /** The least coordinates, then the largest. */
  box: [f64, 6];
  /** For an inner node the index of the first child, which the second follows; for a leaf the index of its first triangle. */
  first: i32;
  /** The number of triangles of a leaf; 0 for an inner node. */
  count: i32;
}

export interface MeshTriangle {
  corners: [f64, 9];
  /** The triangle's index in the user's list. */
  number: i32;
}

/** The indices of the nearest triangles of two meshes. */
export interface MeshPair {
  a: i32;
  b: i32;
}

/** A ray cast against a mesh: input and result. */
export interface MeshRay {
  origin: [f64, 3];
  direction: [f64, 3];
  /** The length of the ray. */
  most: f64;
  distance: f64;
  /** The triangle's unit normal, on the side from which the ray comes. */
  normal: [f64, 3];
  /** The index of the triangle; −1 if none is met. */
  triangle: i32;
}

/** A point, and the nearest point of a mesh. */
export interface MeshPoint {
  place: [f64, 3];
  /** Positive, or negative inside a closed mesh; NaN if the coordinates are out of range. */
  distance: f64;
  /** A bound of the rounding error of the distance. */
  error: f64;
  nearest: [f64, 3];
  /** The unit vector along which the distance grows fastest. */
  gradient: [f64, 3];
  /** The index of the nearest triangle; −1 if the coordinates are out of range. */
  triangle: i32;
  /** How often a closed mesh winds around the point; 0 for an open mesh. */
  winding: i32;
}

/** The point of a triangle that is nearest to a given point. */
export interface TrianglePoint {
  nearest: [f64, 3];
  /** From the nearest point to the given one. */
  offset: [f64, 3];
}
