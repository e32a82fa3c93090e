// The memory of contact manifolds, as blocks: the features of polytopes, pairs of bodies with their contacts, and the workspace.

/** The corners, faces and edges of a polytope. Lists of integers are addressed from the table's start in numbers of 4 bytes. */
export interface FeatureTable {
  cornerCount: i32;
  /** Outward unit normals of the faces: an offset in numbers of 8 bytes. */
  normals: i32;
  /** The faces around each corner: the faces of corner k have the positions `faceStarts[k]` to `faceStarts[k + 1]` − 1 in `faces`. */
  faceStarts: i32;
  faces: i32;
  /** The corners of each face, in order around it; `loopStarts` is like `faceStarts`. */
  loopStarts: i32;
  loops: i32;
  /** The edges around each corner, as two corners each; `edgeStarts` is like `faceStarts`. */
  edgeStarts: i32;
  edges: i32;
  /** For each of these edges its vector and its length: an offset in numbers of 8 bytes. */
  edgeVectors: i32;
  /** Three coordinates for each corner. */
  points: [f64, 0];
}

/** A contact point: the row of a `ContactBuffer`. */
export interface ContactPoint {
  partA: f64;
  partB: f64;
  id: f64;
  gap: f64;
  pointA: [f64, 3];
  pointB: [f64, 3];
  normal: [f64, 3];
  distance: f64;
  local: f64;
  growth: f64;
}

/** Two bodies, their warm start and their contacts. */
export interface ManifoldPair {
  /** Slots in the table of bodies. */
  a: i32;
  b: i32;
  /** Addresses of their features; 0 for a half-space. */
  featuresA: i32;
  featuresB: i32;
  /** In: whether the last query found an overlap. Out: whether this one did. */
  hasOverlapped: i32;
  /** Out: the number of contacts; −1 for invalid poses. */
  count: i32;
  /** The largest distance of bodies with contacts, and the largest gap of a contact, in meters. */
  maxDistance: f64;
  /** The smaller bounding radius, in meters. */
  extent: f64;
  /** In: the start direction in A's frame. Out: the normal in A's frame. */
  direction: [f64, 3];
  /** Out: a lower bound on the distance, in meters. */
  lower: f64;
  points: [ContactPoint, 4];
}

/** A point in the contact plane: of a feature, of a polygon that is being clipped, or of a patch. */
export interface FigurePoint {
  u: f64;
  v: f64;
  /** The height over the contact plane, in meters: for a patch, of the point on A; for a polygon, the distance from the cutting line, positive inside. */
  height: f64;
  /** For a patch, the height of the point on B, and the gap. */
  heightB: f64;
  gap: f64;
  /** For a feature the index of the corner, for a polygon the edge after it, for a patch the id of the contact point. */
  label: i32;
}

/** An ordered list of points in the contact plane: a polygon, a segment or a point. */
export interface Figure {
  count: i32;
  /** 1 for a face, 0 for an edge or a corner. */
  isFace: i32;
  /** The slope of a face along the axes u and v: its height decreases by slopeU du + slopeV dv. */
  slopeU: f64;
  slopeV: f64;
  points: [FigurePoint, 0];
}

/** The workspace of a manifold. */
export interface PatchWorkspace {
  /** The contact plane: a point, the unit normal and two tangential axes, in world coordinates. */
  origin: [f64, 3];
  normal: [f64, 3];
  u: [f64, 3];
  v: [f64, 3];
  /** The unit vector, in a body's frame, along which its feature is searched. */
  direction: [f64, 3];
  /** Scratch: a vector in a body's or the world's axes. */
  local: [f64, 3];
  /** Positions of the four ends of two edges along the first edge. */
  ends: [f64, 4];
  /** Addresses of figures, which have space for the corners of both features and one more point. */
  featureA: i32;
  featureB: i32;
  /** The polygon before and after it is clipped by an edge. */
  cuts: i32;
  spare: i32;
  corners: i32;
  patch: i32;
  /** The points of the patch that are contacts. */
  chosen: [i32, 128];
  chosenCount: i32;
  /** Positions in the list of chosen points, ascending. */
  subset: [i32, 3];
}
