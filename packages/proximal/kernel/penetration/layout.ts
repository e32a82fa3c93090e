// The memory layout of EPA's polytope: a block of fixed size beside the workspace.
import type { Vertex } from '../layout.ts';

export interface Polytope {
  verticesUsed: i32;
  facesUsed: i32;
  /** The head of the list of free faces, 0 if it is empty. */
  freeFace: i32;
  queueUsed: i32;
  horizonUsed: i32;
  /** Counts the horizons, so that marks of earlier ones need not be cleared. */
  round: i32;
  /** The face of the result. */
  resultFace: i32;
  /** The corners of this face, which may have been removed. */
  resultCorners: [i32, 3];
  corners: [PolytopeCorner, 256];
  faces: [PolytopeFace, 512];
  /** A heap with a capacity of two entries per face, of current and removed faces; when it is full, entries of removed faces are dropped. */
  queue: [QueueEntry, 1024];
  /** Edges of the horizon, encoded like `PolytopeFace.neighbor`: the face beyond and the index of its edge. */
  horizon: [i32, 512];
  /** The visible faces, in the order in which they were found. */
  visible: [i32, 512];
}

export interface PolytopeCorner {
  vertex: Vertex;
  /** The index of the horizon edge that starts at this vertex, then the address of the new face at this edge. */
  face: i32;
  /** The value of `Polytope.round` when `face` was set. */
  round: i32;
}

export interface PolytopeFace {
  /** The outward unit normal. */
  normal: [f64, 3];
  /** The least height of the corners over the origin along the normal: negative if the origin is outside. Infinite without a normal. */
  distance: f64;
  /** The corners, counter-clockwise seen from outside. */
  corner: [i32, 3];
  /** The neighbor across the edge from corner k to the next: four times the face, plus the index of its edge. */
  neighbor: [i32, 3];
  state: i32;
  /** The next entry in the list of free faces. */
  free: i32;
}

/** An entry of the priority queue. */
export interface QueueEntry {
  distance: f64;
  face: i32;
}
