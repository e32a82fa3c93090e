// The layout of a row of a `ContactBuffer`, which has the numbers of one contact point.
export const PART_A = 0;
export const PART_B = 1;
/** Identifies the point in successive queries: it changes only if other vertices or edges touch. Unique within its manifold. */
export const ID = 2;
/** In meters; negative where the parts overlap. */
export const GAP = 3;
/** The points on the surfaces of A and B, in world coordinates. */
export const POINT_A = 4;
export const POINT_B = 7;
/** Unit vector from A to B. This, the numbers below and the parts are equal for all points of a manifold. */
export const NORMAL = 10;
/** The smallest gap of the manifold. */
export const DISTANCE = 13;
/**
 * 1 if the depth is not proven to be the smallest, or is the depth at one triangle of a mesh or column of a height field; also for planes ahead:
 * see `ContactSearch`.
 */
export const LOCAL = 14;
/** α of the growth distance; NaN if the contact was not found by it. */
export const GROWTH = 15;
export const SIZE = 16;
