// Constants of EPA and of portals.

/** The portal's fourth vertex, beside its three corners. */
export const PORTAL_CANDIDATE: i32 = 3;

export const FACE_GONE: i32 = 0;
export const FACE_LIVES: i32 = 1;
/** Visible from the vertex that is being added. */
export const FACE_SEEN: i32 = 2;
