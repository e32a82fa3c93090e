// The memory layout of the 2D kernel, as blocks: see ../layout.ts.
import type { ShapeBlock } from '../layout.ts';

/** A shape's record. */
export interface PlaneShape {
  start:
    | {
        /** The same head as in a 3D record, so that the engine treats both in the same way. */
        head: ShapeBlock;
      }
    | {
        /** The fields of the head from `kind` to the y of `center`. */
        headStart: [f64, 5];
        /**
         * |center| plus the bounding radius, unless the shape is unbounded: a bound on the shape's coordinates. Stored as the z of the head's
         * `center`.
         */
        radiusAboutOrigin: f64;
      };
  /** The bounding radius; 1e300 for points and for shapes without a finite bounding radius, which have no size. */
  extent: f64;
  /** The parameters of the kind. An ellipse has its two semi-axes, a box its four corners: x y, −x y, x −y, −x −y. */
  parameters: [f64, 0];
}

/** A convex polygon of up to four vertices. */
export interface FourCorners {
  shape: PlaneShape;
  /** The vertices in pairs, x₀ x₁ y₀ y₁, padded with the first vertex: see port/corners.ts. */
  pairs: [f64, 8];
  /** x y of each vertex. */
  vertices: [f64, 8];
}

/** A convex polygon of up to eight vertices, in the same form. */
export interface EightCorners {
  shape: PlaneShape;
  pairs: [f64, 16];
  vertices: [f64, 16];
}

/** A larger convex polygon. */
export interface Polygon {
  shape: PlaneShape;
  /** The largest number of edges in a sector of directions; −1 without a directory: all vertices are scanned. */
  largestSector: i32;
  /** The directory: for each sector one integer, the number of edge normals in it, plus 2¹⁶ times the start vertex. */
  sectors: [i32, 16];
  /** x y of each vertex, counter-clockwise; the first ones are repeated at the end, so that hill climbing need not wrap around. */
  vertices: [f64, 0];
}

/** A workspace: one query's input, state and result. */
export interface PlaneQuery {
  recordA: i32;
  recordB: i32;
  maxIterations: i32;
  /** Whether each step is traced. */
  wantedTrace: i32;
  /** Whether Boolean and clearance queries compare inscribed (Boolean ones also bounding) circles before the search. */
  wantedCircles: i32;
  /** Whether a growth query ends as soon as both bounds are on one side of 1. */
  isBoolean: i32;
  /** For a penetration query: the algorithm, DEPTH_…. */
  wantedDepth: i32;
  /** Whether the depth must be proven to be minimal. */
  wantedCertified: i32;
  /** Whether to use the published method, without later accelerations. */
  asPublished: i32;
  /** 1 if a penetration query starts from `lastOverlap`, and stores its own overlap there. */
  isResumable: i32;
  /** Whether the depth is not proven to be minimal. */
  local: i32;
  /** The absolute tolerance, in meters. */
  tolerance: f64;
  /** The tolerance relative to the size of the smaller body; for a growth query, relative to the growth. */
  relativeTolerance: f64;
  /** The query may stop once the distance is proven to exceed this. */
  upTo: f64;
  /** The first search direction, in A's frame, from A toward B; if it is zero, the direction from center to center is used. */
  guess: [f64, 2];
  /** For a traced query: the address of the step's support point. */
  traceSupport: i32;
  /** For a traced step of EPA: the address of the first vertex of the edge; otherwise 0. */
  traceEdge: i32;
  /** The kind of a traced step: TRACE_STEP for GJK, TRACE_FACE for EPA, TRACE_PORTAL or TRACE_SECANT. */
  traceKind: i32;
  /** Poses: x y cos sin. (cos, sin) may have any length from 1e-100 to 1e100; a query normalizes it. */
  poseA: [f64, 4];
  poseB: [f64, 4];

  /** B's pose in A's frame: cosine and sine of the rotation, then the translation; for a growth query, with B's center moved to A's. */
  rotation: [f64, 2];
  translation: [f64, 2];
  /** The rounding error of a coordinate in A's frame: smaller lengths count as zero. */
  floor: f64;
  /** The gap between the bounds at which a query has converged. */
  gap: f64;
  /** Sum of the two swept radii. */
  radii: f64;
  /** For GJK: the square of the cores' distance at which they count as in contact. */
  contactSquared: f64;
  /** For GJK: the square of the cores' distance beyond which the search ends. */
  farSquared: f64;
  /** For GJK: 1 if touching cores may still be tested for a depth, by the support line at the contact. */
  mayRetestContact: i32;
  /** The number of the simplex's vertices, and their addresses, which are in `vertices`. */
  vertexCount: i32;
  simplex: [i32, 3];
  search:
    | {
        /** Direction d from the nearest point v to the origin, of any length; −d·v, and −d·w with the last support point w. */
        nearestDirection: [f64, 2];
        nearestProduct: f64;
        supportProduct: f64;
      }
    | {
        /** For a traced growth query: the ray from A's center to B's. */
        traceRay: [f64, 2];
      };
  /** Bounds on the cores' signed distance; for cores in contact, `coreLower` is −∞ until a bound on the depth is known. */
  coreLower: f64;
  coreUpper: f64;
  /** The normal in A's frame. */
  localNormal: [f64, 2];

  /** The result: numbers, then integers. */
  distance: f64;
  lower: f64;
  upper: f64;
  pointA: [f64, 2];
  pointB: [f64, 2];
  normal: [f64, 2];
  localA: [f64, 2];
  localB: [f64, 2];
  iterations: i32;
  supportCalls: i32;
  status: i32;
  termination: i32;
  /** Convex weights of the proof and its directions in A's frame, of any length. */
  proofWeights: [f64, 3];
  proofDirections: [f64, 6];

  purpose:
    | {
        /** For a growth query: the centers, each in its body's frame. */
        centerA: [f64, 2];
        centerB: [f64, 2];
        /** The point where the scaled shapes touch, in the world. */
        contact: [f64, 2];
      }
    | {
        /** For a cast: the motions of the bodies in the world. */
        motionA: [f64, 2];
        motionB: [f64, 2];
        /** The time of contact, or the last time proven free of it. */
        time: f64;
        /** The time at which the search ends. */
        lastTime: f64;
      }
    | {
        /** For a penetration query: what a pair keeps of its last overlap. */
        lastOverlap: PlaneOverlap;
      };

  /** Vertices of the Minkowski difference: GJK's simplex in the first three; EPA's polygon begins with them and adds the others. */
  vertices: [PlaneVertex, 256];
}

/** The data that a pair keeps of its last overlap for its next penetration query. */
export interface PlaneOverlap {
  hasPoints: i32;
  hasPortal: i32;
  /** Three points of each core, in its body's frame, x y of A's then of B's: their differences form a triangle around the origin. */
  points: [f64, 12];
  /** The directions of the portal's two corners. */
  directions: [f64, 4];
}

export interface PlaneVertex {
  /** a − b in A's frame. */
  difference: [f64, 2];
  /** The direction along which it is the support point, of any length. */
  direction: [f64, 2];
  /** The addresses of the support points of A and B, each in its body's frame. */
  pointA: i32;
  pointB: i32;
  /** The support points of curved shapes and half-planes, which have no vertices to point to. */
  scratchA: [f64, 3];
  scratchB: [f64, 3];
  /** In EPA's polygon: the signed distance of the origin from the edge to the next vertex, positive inside: see `measureEdge`. */
  depth: f64;
  /** In EPA's polygon: the next vertex. */
  next: i32;
}
