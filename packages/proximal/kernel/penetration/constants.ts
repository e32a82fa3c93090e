// Constants of EPA and of portals.

/** The index of the vertex that may become a corner of the portal, after the portal's three corners. */
export const PORTAL_CANDIDATE: i32 = 3;

export const FACE_REMOVED: i32 = 0;
export const FACE_CURRENT: i32 = 1;
/** Visible from the vertex that is being added. */
export const FACE_VISIBLE: i32 = 2;
