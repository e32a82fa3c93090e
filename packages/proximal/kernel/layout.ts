// The memory layout of queries: an interface for each block, with its fields in order. The build turns them into
// blocks/*.ts, through which kernel and engine read and write: see tools/src/layout.

/** The start of the memory, reserved for other uses than queries. */
export interface Reserved {
  /** Scratch of elementary.ts: the bits of a double, and the low parts of results. */
  elementary: [f64, 32];
  /** Scratch of the support map for permuting the coordinates of a direction. */
  cycle: [f64, 5];
  /** The number of queries so far; see climb.ts. */
  queries: f64;
}

/** A shape's record. */
export interface ShapeBlock {
  kind: i32;
  /** The number of vertices, or the id of a custom shape. */
  count: i32;
  /** Radius of the ball that is swept over the core. The iterations run on the cores; the radii are added to the result. */
  radius: f64;
  /** Radius of a ball around the center that lies inside the shape. */
  inradius: f64;
  /** A point of the shape. */
  center: [f64, 3];
  /** Radius of a ball around the center that contains the shape; infinite if unknown or unbounded. */
  bound: f64;
  /** |center| plus `bound`, an upper bound on the shape's coordinates; if `bound` is infinite, |center| plus the swept radius. */
  radiusAboutOrigin: f64;
  /** 1 if the core has neither flat faces nor straight edges. */
  strict: i32;
  /** The parameters of the kind: see the files in shapes/. */
  data: [f64, 0];
}

/** The record of a hull: see shapes/convex.ts. */
export interface HullBlock {
  shape: ShapeBlock;
  /** The number of cells along an edge of the cube of directions; 0 without a map. */
  cells: i32;
  /** The number of all cells; −1 for a hull whose support function is hill climbing (climb.ts). */
  cellCount: i32;
  /** The cells of the map, if there is one; then the points in pairs; then, for hill climbing, a `ClimbBlock`. */
  table: [f64, 0];
}

/** The data for hill climbing, after the points of a hull: see climb.ts. */
export interface ClimbBlock {
  /** The number of the query in which the two vertices were found. */
  query: f64;
  /** The last two support vertices: the two bodies of a pair may be the same hull. */
  first: i32;
  second: i32;
  /** As integers: where each vertex's neighbors start in the list of all neighbors, its length, the list, and two integers per vertex as scratch. */
  lists: [f64, 0];
}

/** A cell of a hull's map. */
export interface MapCell {
  /** The first pair of candidates; for a divided cell the first of its squares. */
  first: i32;
  /** The number of pairs of candidates; −1 for a divided cell. */
  count: i32;
}

/** A vertex of the Minkowski difference. */
export interface Vertex {
  /** a − b in A's frame. */
  difference: [f64, 3];
  /** A's support point, and B's in B's own frame. */
  a: [f64, 3];
  b: [f64, 3];
  /** The direction of the support point, in A's frame. */
  direction: [f64, 3];
}

/** A convex combination of the vertices of a simplex. */
export interface Combination {
  weights: [f64, 4];
  point: [f64, 3];
}

/** A workspace: one query's input, state and result. */
export interface Query {
  recordA: i32;
  recordB: i32;
  maxIterations: i32;
  /** Index of the vertex that the distance sub-algorithm must use, or −1. */
  newest: i32;
  /** The absolute tolerance, in meters. */
  tolerance: f64;
  /** The tolerance relative to the size of the smaller body. */
  relativeTolerance: f64;
  /** A distance query may stop once the distance is proven to exceed this. */
  upTo: f64;
  /** Poses: x y z, qx qy qz qw. The quaternions need not be normalized. */
  poseA: [f64, 7];
  poseB: [f64, 7];

  /** B's pose in A's frame: rotation by rows, then translation. */
  rotation: [f64, 9];
  translation: [f64, 3];
  /** World rotations of both bodies, by rows. */
  rotationA: [f64, 9];
  rotationB: [f64, 9];
  /** The rounding error of a coordinate in A's frame: smaller lengths count as zero. */
  floor: f64;
  /** The gap between the bounds at which a query has converged. */
  gap: f64;
  /** Sum of the two swept radii. */
  radii: f64;

  vertices:
    | {
        /** Up to four vertices. */
        simplex: [Vertex, 4];
      }
    | {
        /** For a closed form: the cores' nearest points, each in its body's frame. */
        coreA: [f64, 3];
        coreB: [f64, 3];
        closed:
          | {
              /** The squared sine between two segments. */
              sine: f64;
              /** One over the distance of the cores. */
              inverse: f64;
            }
          | {
              /**
               * For the proof: up to three coordinates of the nearest points along edges of the cores, from 0 to 1. Each has a
               * direction in A's frame, which is perpendicular to the other edges and whose support point is the edge's high end.
               */
              coordinates: [f64, 3];
              directions: [f64, 9];
            };
      };
  /** Convex weights of the four vertices, and the point they combine to: a `Combination`. */
  weights: [f64, 4];
  nearest: [f64, 3];
  candidates:
    | {
        /** Candidates of the distance sub-algorithm: for a segment, for a triangle, and for the whole simplex. */
        candidateSegment: Combination;
        candidateTriangle: Combination;
        candidate: Combination;
      }
    | {
        /** The matrix of B's semi-axes in A's frame: see gjk/ellipsoids.ts. */
        squares: [f64, 6];
        /** The length of the support point's component across the direction. */
        slope: f64;
      };
  vertexCount: i32;
  supportCalls: i32;
  iterations: i32;
  status: i32;
  termination: i32;
  /** The number of steps so far in which neither the nearest point nor the lower bound improved. */
  idleSteps: i32;
  /** Bounds on the signed distance of the cores: on the norm of the nearest point of their difference, or on minus their depth. */
  coreLower: f64;
  coreUpper: f64;

  /** The result. */
  distance: f64;
  lower: f64;
  upper: f64;
  pointA: [f64, 3];
  pointB: [f64, 3];
  normal: [f64, 3];
  localA: [f64, 3];
  localB: [f64, 3];
  /** The normal in A's frame. */
  localNormal: [f64, 3];
  /** Convex weights of the proof and its directions, kept while the simplex is reused to decide the status. */
  proofWeights: [f64, 4];
  proofDirections: [f64, 12];

  /** The search ends once the distance is proven to exceed this. */
  above: f64;
  /** The search ends once the distance is proven to be at most this, which may be negative. */
  below: f64;
  /** The last accelerated direction d, (28b) of Montaut et al. 2024, in A's frame. */
  momentum: [f64, 3];
  /** The last support point s, (28a) of Montaut et al. 2024, in A's frame. */
  lastSupport: [f64, 3];
  /** The best lower bound after an idle step: see `idleSteps`. */
  bestLower: f64;
  /**
   * The start of the search: a direction in A's frame, from A toward B, or zero for center to center; or a point of A and one of
   * B, each in its own frame, which give the direction between their present positions; or a direction, followed by the directions of
   * the support points of the last simplex, in A's frame.
   */
  guess: [f64, 12];
  /** GUESS_DIRECTION, GUESS_WITNESSES, or GUESS_SIMPLEX. */
  guessKind: i32;
  /** The number of directions of the last simplex, after the start direction. */
  guessCount: i32;

  /** The requested settings: acceleration, active set, stopping criterion, normalization, trace. */
  wantedMomentum: i32;
  wantedActiveSet: i32;
  wantedCriterion: i32;
  wantedNormalize: i32;
  wantedTrace: i32;
  /** The settings of the search in progress. The acceleration may end before the search. */
  momentumKind: i32;
  activeSet: i32;
  criterion: i32;
  normalize: i32;
  trace: i32;
  /** 1 if a Boolean query that finds the shapes apart should write witness points, if it ends with a simplex. */
  wantedWitnesses: i32;
  /** The momentum schedule. */
  wantedSchedule: i32;
  /** The initial direction of the search, in A's frame. */
  start: [f64, 3];
  /** The number of directions in the guess, if the search starts from them instead of from the initial direction; otherwise 0. */
  startCount: i32;
  /** 1 for a Boolean query: any direction that separates the shapes ends it. */
  isBoolean: i32;
  /** The largest number of iterations of the search in progress. */
  limit: i32;
  /** The momentum schedule of the search in progress. */
  schedule: i32;

  /** The penetration algorithm. */
  wantedDepth: i32;
  /** 1 if the depth must be proven to be minimal. */
  wantedCertified: i32;
  /** 1 if the depth is only a local minimum over directions. */
  local: i32;
  /** 1 if EPA has built a polytope around the origin. */
  hasPolytope: i32;
  /**
   * MPR's portal: the vertices of the simplex that are its corners, counter-clockwise seen from outside; the fourth is the
   * candidate.
   */
  portal: [i32, 4];
  /** The portal's unit normal. */
  portalNormal: [f64, 3];
  /** The distance of the portal's plane from the origin. */
  portalDistance: f64;
  /** The distance of the support plane along the normal from the origin. */
  portalSupport: f64;
  /** 1 if EPA's polytope is requested, which a closed form does not give. */
  wantedPolytope: i32;
  /** 1 to use the incremental methods as published: without secants, and without support points near the ray. */
  asPublished: i32;
  /** 1 if a penetration query starts from `lastOverlap`, and writes it for the next one. */
  isResumable: i32;
  /** 1 if the vertices of the proof are the corners in `lastOverlap`, each with a direction for A and one for B. */
  hasDirectionsB: i32;
  lastOverlap: LastOverlap;
  /** 1 if the simplex belongs to inner cores: see penetration/inner-core.ts. */
  inner: i32;
  /** The records of the inner cores. */
  innerA: InnerRecord;
  innerB: InnerRecord;
}

/** The data that a query of overlapping cores stores for the next query of the same pair: see penetration/resume.ts. */
export interface LastOverlap {
  /** 1 if `points` are known. */
  hasPoints: i32;
  /** 1 if `corners` are known. */
  hasPortal: i32;
  /** Four points of A's core and four of B's, alternating, each in its body's frame. The tetrahedron of their differences contained the origin. */
  points: [f64, 24];
  /** The corners of the last portal. */
  corners: [OverlapCorner, 3];
}

/** A corner of a portal: points of the two cores, and directions whose support points they are, each in its body's own frame. */
export interface OverlapCorner {
  a: [f64, 3];
  b: [f64, 3];
  directionA: [f64, 3];
  directionB: [f64, 3];
}

/** The record of the inner core of an ellipsoid: its semi-axes, and the radius of the ball. */
export interface InnerRecord {
  head: ShapeBlock;
  axes: [f64, 3];
  ball: f64;
}

/** A body of a scene. */
export interface SceneBody {
  record: i32;
  pose: [f64, 7];
}

/** A pair of a scene. */
export interface ScenePair {
  /** The slots of the bodies. */
  a: i32;
  b: i32;
  answer: i32;
  /** The last separating direction; zero if none is known. */
  direction: [f64, 3];
}
