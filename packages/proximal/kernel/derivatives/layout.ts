// The memory layout of derivatives: a block beside the workspace of their query.
import type { Query, Vertex } from '../layout.ts';

/** Settings, state, and the Jacobians. */
export interface Derivative {
  estimator: i32;
  /** The requested number of samples: queries or support points. */
  wantedSamples: i32;
  /** The soft-max includes the vertices up to this number of edges away from the farthest. */
  neighbors: i32;
  withRespectTo: i32;
  /** 1 if every sample comes with its mirror image. */
  antithetic: i32;
  /** The skeletons of both cores; 0 if a core is not a polytope or the estimator needs none. */
  skeletonA: i32;
  skeletonB: i32;
  seed: i32;
  /** The number of samples of a side or of queries, and of support points of the pair, for the derivative. */
  samples: i32;
  supportCalls: i32;
  /** 1 if the true derivative exists: of the distance, of the normal, of the points. */
  distanceExists: i32;
  normalExists: i32;
  pointsExist: i32;
  /** Whether the noise of the smoothed Hessians is on the normal or on the separation. */
  noiseOn: i32;
  /** The noise, relative to a size or in radians; 0: large enough to smooth the facets. */
  noise: f64;
  /** The state of the random number generator. */
  random: [i32, 4];
  /** Two normally distributed numbers. */
  drawn: [f64, 2];

  /** The pair at the pose, in A's frame: unit normal, two perpendicular unit vectors, the signed distance, both points. */
  normal: [f64, 3];
  tangents: [f64, 6];
  signedDistance: f64;
  pointA: [f64, 3];
  pointB: [f64, 3];
  /** B's point and the normal in B's frame. */
  pointInB: [f64, 3];
  normalInB: [f64, 3];

  /**
   * P, Q, U and V of solve.ts, 2 × 2 matrices by rows in the tangent plane: the derivatives of the normal and of A's point
   * with respect to the motion of B's point and the rotation of B.
   */
  normalByMotion: [f64, 4];
  normalByRotation: [f64, 4];
  pointByMotion: [f64, 4];
  pointByRotation: [f64, 4];
  /** H_A and H_B, then three matrices of intermediate results, 2 × 2 by rows: from these P, Q, U and V are computed. */
  hessians: [f64, 20];

  /**
   * With respect to the twist of B in A, in A's frame: point of A, point of B, separation and normal, 3 × 6 each by rows; then the
   * distance, 6.
   */
  relative: [f64, 78];
  /** The Jacobians with respect to the requested variables, with up to twelve columns. */
  jacobians: [f64, 156];

  /** A sample: the motion of B, the pose of B in A before it, and the results of the sample and of its mirror image. */
  motion: [f64, 6];
  basePose: [f64, 7];
  answer: [SampleAnswer, 2];
  /** A support point, or three numbers of scratch. */
  trial: Vertex;
  /** The saved workspace of the query, while others use it; or the saved pair at its pose, during queries of smoothed bodies. */
  saved: Query;
  widthA: CoreWidth;
  widthB: CoreWidth;
  sideA: SideWorkspace;
  sideB: SideWorkspace;
}

export interface SampleAnswer {
  /** Both points, the normal, the distance. */
  pointA: [f64, 3];
  pointB: [f64, 3];
  normal: [f64, 3];
  distance: f64;
}

export interface CoreWidth {
  /** The lower triangle, by rows and in meters, of the matrix L that maps a body of equal extents to the core. */
  width: [f64, 6];
  /** The noise that smooths its facets, in radians. */
  angle: f64;
}

/** A side: the local geometry of one shape of the pair at its support feature along the outward normal, in its own frame. */
export interface Side {
  /** The outward unit normal. */
  direction: [f64, 3];
  /** The two vectors g and h along which the Hessian is computed. */
  first: [f64, 3];
  second: [f64, 3];
  /** The core's support point. */
  point: [f64, 3];
  /** The Hessian H of the support value along g and h: gHg, gHh, hHh. */
  hessian: [f64, 3];
  /** If the support set is an edge or a face: up to two vectors along it, perpendicular to the direction. */
  free: [f64, 6];
  /** A face or edge counts as perpendicular to the normal within this angle, in radians. */
  tight: f64;
  /** The angle, in radians, that replaces `tight` for a face or edge with the point inside it. */
  loose: f64;
  scratch: [f64, 3];
  freeCount: i32;
  /** 1 unless the point is on the boundary of its edge or face, or the surface is too sharp or flat for a Hessian. */
  regular: i32;
}

/** Sides of nested shapes, up to 32 deep, each after the side of the enclosing shape; the last is followed by the list of a hull's vertices. */
export interface SideWorkspace {
  sides: [Side, 32];
  working: [f64, 54];
  listed: [i32, 1024];
}

/** A side, followed by the state of the Gaussian estimator. */
export interface GaussianSide {
  side: Side;
  /** The sum of s zᵀ over the samples. */
  sums: [f64, 3];
  /** The sum of s perpendicular to the direction. */
  mean: [f64, 2];
  /** The sum of s zᵀ for a unit ball. */
  ball: f64;
  /** The sum of s zᵀ for a unit ball, in the limit of small ε. */
  ballLimit: f64;
  /** L times the three vectors of the side of the body with equal extents. */
  images: [f64, 9];
}

/** A side, followed by the state of the soft-max. */
export interface SoftMaxSide {
  side: Side;
  /** The farthest vertex along the normal. */
  farthest: [f64, 3];
  /** The sum, over all vertices in the queue but the farthest, of their drops below it along the normal: see `addNeighbors` in gumbel.ts. */
  dropSum: f64;
  /**
   * The queue grows from both ends: from the front with the corners of the farthest edge or face, from the back with the other vertices,
   * in order of their number of edges from these. The number of each, and the index of the last entry.
   */
  tiedCount: i32;
  otherCount: i32;
  queueEnd: i32;
}

/** The vertices of a polytope and the edges between them, as a record. */
export interface Skeleton {
  /** Counts searches, so that marks of earlier ones need not be cleared. */
  round: i32;
  /** Directions are divided into the squares of a grid on the faces of a cube: the number of squares along an edge. */
  cells: i32;
  /** The index, in integers, of the vertices' marks. */
  marks: i32;
  /** The index, in integers, of the search queue. */
  queue: i32;
  /** For each square the star of the vertex that is farthest along its middle. */
  grid: [i32, 0];
}

/** A vertex of a skeleton, followed by its neighbors, contiguous for the search. */
export interface Star {
  point: [f64, 3];
  /** The index of the vertex. */
  index: i32;
  /** The number of its neighbors. */
  count: i32;
}

export interface StarNeighbor {
  point: [f64, 3];
  /** The index of the neighbor. */
  index: i32;
  /** The address of its star, relative to the skeleton. */
  star: i32;
}
