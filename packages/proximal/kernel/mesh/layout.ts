// A triangle mesh in memory, with its tree of boxes: see src/scene/nonconvex/mesh-record.ts, which writes it.

/** The head of a mesh. */
export interface Mesh {
  /** The number of triangles. */
  triangles: i32;
  /** Offsets of the nodes and triangles from the start of the mesh, in numbers of 8 bytes. */
  nodesAt: i32;
  trianglesAt: i32;
}

export interface MeshNode {
  /** The smallest coordinates, then the largest. */
  box: [f64, 6];
  /** For an inner node the index of its first child, directly before the second; for a leaf the index of its first triangle. */
  first: i32;
  /** The number of triangles of a leaf; 0 for an inner node. */
  count: i32;
  /**
   * A slab around the triangles: their heights along `normal`, from the middle of the box, are from −`below` to `above`. For a patch of a
   * smooth surface it is much thinner than the box. The normal of a large node is zero.
   */
  normal: [f64, 3];
  above: f64;
  below: f64;
}

export interface MeshTriangle {
  corners: [f64, 9];
  /** The index of the triangle in the list that the user gave. */
  index: i32;
}

/** Bounds of a convex shape in the frame of a mesh: the box of its core along its own axes, and the ball swept over the core. */
export interface ConvexBounds {
  center: [f64, 3];
  /** The half lengths of the box. */
  half: [f64, 3];
  /** The radius of the ball. */
  radius: f64;
  /** A bound on the rounding error of distances from the box. */
  error: f64;
  /** The point of a triangle that is nearest to a point of the box. */
  point: TrianglePoint;
}

/** A support plane of a convex shape. */
export interface DepthPlane {
  /** The outward unit normal. */
  normal: [f64, 3];
  height: f64;
}

/** The support planes of a search for the deepest triangle. */
export interface DepthPlanes {
  /** Planes along 14 fixed directions, along the normals of the last two depths, and along the normal of the current triangle. */
  planes: [DepthPlane, 17];
  /** The index of the older of the planes of the last two depths, which the next depth replaces. */
  oldest: i32;
  /** Memory for directions and support points in the frame of the shape. */
  directions: [f64, 42];
  points: [f64, 42];
}

/** A node that a search has yet to visit. */
export interface SearchEntry {
  /** A bound on the result in the node, which the search compares. */
  bound: f64;
  /** The address of the node. */
  node: i32;
  /** In a search of two meshes: the address of the node of mesh B. */
  nodeB: i32;
}

/** The stack of a search: enough for two trees of the largest depth, see src/broad/box-tree.ts. */
export interface SearchStack {
  entries: [SearchEntry, 150];
}

/** The nodes that a first search leaves out: a second search visits the nodes that may improve the result. */
export interface SearchList {
  /** The number of entries; −1 if the list is incomplete: the second search then begins at the root. */
  count: i32;
  entries: [SearchEntry, 400];
}

/** Memory of a search for the nearest triangle. */
export interface NearestSearch {
  bounds: ConvexBounds;
  stack: SearchStack;
  list: SearchList;
}

/** Memory of a search for the deepest triangle. */
export interface DeepestSearch {
  planes: DepthPlanes;
  stack: SearchStack;
  list: SearchList;
}

/** Input, result and memory of a search for the nearest triangles of two meshes. */
export interface PairSearch {
  /**
   * Two triangles, by their indices in the order of the trees: before the search, triangles that are likely near, or −1; after it, the
   * nearest triangles.
   */
  a: i32;
  b: i32;
  /** The corners of B's triangles in A's frame; a leaf has at most four triangles. */
  moved: [f64, 36];
  stack: SearchStack;
}

/** Memory of a search for the point of a mesh that is nearest to a given point. */
export interface PointSearch {
  point: TrianglePoint;
  stack: SearchStack;
}

/** Memory of a search for the triangles that a ray along +z crosses. */
export interface WindingSearch {
  /** x and z at which a triangle's border crosses the plane of the ray perpendicular to y, at smaller and larger x than the ray. */
  left: [f64, 2];
  right: [f64, 2];
  /** Addresses of nodes. */
  stack: [i32, 150];
}

/** Memory of a search for the triangles near a box. */
export interface CollectSearch {
  /** The box of a triangle. */
  box: [f64, 6];
  /** Addresses of nodes. */
  stack: [i32, 150];
}

/** A ray cast against a mesh: input, result, and memory. */
export interface MeshRay {
  origin: [f64, 3];
  direction: [f64, 3];
  /** The length of the ray, in multiples of |direction|, as is `distance`. */
  length: f64;
  /** The distance from the origin to the triangle that is met; `length` if none is met. */
  distance: f64;
  /** The triangle's unit normal, on the side from which the ray comes. */
  normal: [f64, 3];
  /** The index of the triangle; −1 if none is met. */
  triangle: i32;
  /** Memory of the search: addresses of nodes. */
  stack: [i32, 150];
}

/** A point, and the nearest point of a mesh. */
export interface MeshPoint {
  /** The coordinates of the point. */
  position: [f64, 3];
  /** Not negative, except inside a closed mesh; NaN if the coordinates are out of range. */
  distance: f64;
  /** A bound on the rounding error of the distance; infinite if the coordinates are out of range. */
  error: f64;
  nearest: [f64, 3];
  /** The unit vector along which the distance grows fastest. */
  gradient: [f64, 3];
  /** The index of the nearest triangle; −1 if the coordinates are out of range. */
  triangle: i32;
  /** The winding number of a closed mesh about the point; 0 for an open mesh. */
  winding: i32;
}

/** The point of a triangle that is nearest to a given point. */
export interface TrianglePoint {
  nearest: [f64, 3];
  /** From the nearest point to the given point. */
  offset: [f64, 3];
}
