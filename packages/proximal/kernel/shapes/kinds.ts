// The kinds of shapes, one line each. The functions of a kind are in the file of its name: those of KIND_SMOOTH_HULL in smooth-hull.ts.
// From this file and those files the build writes the switches over the kinds into dispatch/ (see tools/src/dispatch.ts). Only kinds
// up to KIND_BOX have closed forms with each other; kinds up to KIND_CONVEX have no curved core.

export const KIND_POINT: i32 = 0;
export const KIND_SEGMENT: i32 = 1;
export const KIND_BOX: i32 = 2;
export const KIND_CONVEX: i32 = 3;
export const KIND_CUSTOM: i32 = 4;
export const KIND_ELLIPSOID: i32 = 5;
export const KIND_FRUSTUM: i32 = 6;
export const KIND_SUPERELLIPSOID: i32 = 7;
export const KIND_SMOOTH_HULL: i32 = 8;
export const KIND_TRANSFORMED: i32 = 9;
export const KIND_SUM: i32 = 10;
export const KIND_HALFSPACE: i32 = 11;
/** Used only inside the kernel: the set whose Minkowski sum with a ball is an ellipsoid. */
export const KIND_INNER_ELLIPSOID: i32 = 12;
