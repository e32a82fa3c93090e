// The polytope that EPA grows: a block of its own beside the workspace, of fixed size. Indices as in ../layout.ts.

export const MOST_VERTICES: i32 = 256;
/** Room for a face that lives and one that is gone, each: when it is full, those that are gone make room. */
export const QUEUE_ROOM: i32 = 1024;

export const VERTICES_USED_INT: i32 = 0;
export const FACES_USED_INT: i32 = 1;
/** The first face whose place is free again, 0 if there is none. */
export const FREE_FACE_INT: i32 = 2;
export const QUEUE_COUNT_INT: i32 = 3;
export const HORIZON_COUNT_INT: i32 = 4;
/** Counts the vertices taken in, so that marks of earlier ones need not be wiped. */
export const ROUND_INT: i32 = 5;
/** The face that the answer was found at, and its corners: it may be gone. */
export const KEPT_FACE_INT: i32 = 6;
export const KEPT_CORNERS_INT: i32 = 7;

/** Vertices, laid out like those of a simplex, and two integers behind. */
export const CORNERS: i32 = 6;
export const CORNER_STRIDE: i32 = 13;
/** The new face whose edge on the horizon starts here, and the round in which that was so. */
export const CORNER_FACE_INT: i32 = 24;
export const CORNER_ROUND_INT: i32 = 25;

/** Faces: the outward unit normal, the plane's distance from the origin, three corners and three neighbours. */
export const FACES: i32 = 3334;
export const FACE_STRIDE: i32 = 8;
export const FACE_DISTANCE: i32 = 3;
/** Corners counter-clockwise, seen from outside. */
export const FACE_CORNER_INT: i32 = 8;
/** Behind the edge from corner k to the next: four times that face, plus the number of its edge. */
export const FACE_NEIGHBOUR_INT: i32 = 11;
export const FACE_STATE_INT: i32 = 14;
export const FACE_FREE_INT: i32 = 15;

export const FACE_GONE: i32 = 0;
export const FACE_LIVES: i32 = 1;
/** Seen from the vertex that is being taken in. */
export const FACE_SEEN: i32 = 2;

/** The priority queue, a heap: the distance, then the face as an integer. */
export const QUEUE: i32 = 7430;
/** Edges of the horizon: the face behind, and the number of its edge, as a neighbour. */
export const HORIZON_INT: i32 = 18956;
/** Faces that are seen, in the order in which they were found. */
export const SEEN_INT: i32 = 19468;

export const POLYTOPE_SIZE: i32 = 9990;
