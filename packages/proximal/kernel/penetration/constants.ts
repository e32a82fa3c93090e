// States of a face of EPA's polytope.

export const FACE_GONE: i32 = 0;
export const FACE_LIVES: i32 = 1;
/** Seen from the vertex that is being taken in. */
export const FACE_SEEN: i32 = 2;
