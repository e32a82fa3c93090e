// The polytope that EPA grows: a block of its own beside the workspace, of fixed size.
import type { Vertex } from '../layout.ts';

export interface Polytope {
  verticesUsed: i32;
  facesUsed: i32;
  /** The first face whose place is free again, 0 if there is none. */
  freeFace: i32;
  queueUsed: i32;
  horizonUsed: i32;
  /** Counts the vertices taken in, so that marks of earlier ones need not be wiped. */
  round: i32;
  /** The face that the answer was found at, and its corners: it may be gone. */
  keptFace: i32;
  keptCorners: [i32, 3];
  corners: [PolytopeCorner, 256];
  faces: [PolytopeFace, 512];
  /** A heap, with room for a face that lives and one that is gone, each: when it is full, those that are gone make room. */
  queue: [QueueEntry, 1024];
  /** Edges of the horizon: the face behind, and the number of its edge, as a neighbor. */
  horizon: [i32, 512];
  /** Faces that are seen, in the order in which they were found. */
  seen: [i32, 512];
}

export interface PolytopeCorner {
  vertex: Vertex;
  /** The new face whose edge on the horizon starts here, and the round in which that was so. */
  face: i32;
  round: i32;
}

export interface PolytopeFace {
  /** The outward unit normal, and the plane's distance from the origin. */
  normal: [f64, 3];
  distance: f64;
  /** Counter-clockwise, seen from outside. */
  corner: [i32, 3];
  /** Behind the edge from corner k to the next: four times that face, plus the number of its edge. */
  neighbor: [i32, 3];
  state: i32;
  /** The next face whose place is free. */
  free: i32;
}

/** An entry of the priority queue. */
export interface QueueEntry {
  distance: f64;
  face: i32;
}
