// A triangle mesh in memory, with its tree of boxes: see src/scene/nonconvex/mesh-record.ts, which writes it.

/** Integers of the head: the number of triangles, and where nodes and triangles begin, counted in numbers from the mesh on. */
export const MESH_TRIANGLES_INT: i32 = 0;
export const MESH_NODES_AT_INT: i32 = 2;
export const MESH_TRIANGLES_AT_INT: i32 = 3;
export const MESH_DATA: i32 = 2;

/** A node: a box, then two integers: its first child, whose sibling comes next, and 0; or its first triangle and how many. */
export const NODE_SIZE: i32 = 7;
export const NODE_FIRST_INT: i32 = 12;
export const NODE_COUNT_INT: i32 = 13;

/** A triangle: three corners, and its number in the user's list. */
export const TRIANGLE_SIZE: i32 = 10;
export const TRIANGLE_NUMBER_INT: i32 = 18;

/** A ray: origin, direction, how far; the answer: distance, unit normal towards the origin, triangle. */
export const RAY_ORIGIN: i32 = 0;
export const RAY_DIRECTION: i32 = 3;
export const RAY_MOST: i32 = 6;
export const RAY_DISTANCE: i32 = 7;
export const RAY_NORMAL: i32 = 8;
export const RAY_TRIANGLE_INT: i32 = 22;
export const RAY_SIZE: i32 = 12;
