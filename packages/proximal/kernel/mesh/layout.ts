// A triangle mesh in memory, with its tree of boxes: see src/scene/nonconvex/mesh-record.ts, which writes it.

/** The head of a mesh. */
export interface Mesh {
  /** How many triangles there are. */
  triangles: i32;
  /** Where nodes and triangles begin, counted in numbers from the mesh on. */
  nodesAt: i32;
  trianglesAt: i32;
}

export interface MeshNode {
  /** The least coordinates, then the largest. */
  box: [f64, 6];
  /** The first child, whose sibling comes next, and 0; or the first triangle and how many. */
  first: i32;
  count: i32;
}

export interface MeshTriangle {
  corners: [f64, 9];
  /** In the user's list. */
  number: i32;
}

/** A ray against a mesh: what is asked, and the answer. */
export interface MeshRay {
  origin: [f64, 3];
  direction: [f64, 3];
  /** How far it goes. */
  most: f64;
  distance: f64;
  /** Unit, toward the origin. */
  normal: [f64, 3];
  /** The triangle's number, −1 if none is met. */
  triangle: i32;
}
