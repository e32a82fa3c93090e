// Constants of EPA and of portals.

/** The portal's fourth vertex, beside its three corners. */
export const PORTAL_CANDIDATE: i32 = 3;

export const FACE_REMOVED: i32 = 0;
export const FACE_CURRENT: i32 = 1;
/** Visible from the vertex that is being added. */
export const FACE_VISIBLE: i32 = 2;
