// Constants shared by the 2D kernel and the engine.
import * as PlaneQuery from './blocks/plane-query.ts';

/** Convex polygons of one to four vertices (points and segments too), and of five to eight vertices. */
export const KIND_FOUR: i32 = 0;
export const KIND_EIGHT: i32 = 1;
export const KIND_BOX: i32 = 2;
/** A convex polygon with a directory (see support.ts) whose sectors have few edges each. */
export const KIND_POLYGON: i32 = 3;
/** Kinds up to this have corners that the kernel finds inline. */
export const LAST_PLAIN_KIND: i32 = 3;
/** A convex polygon with many edges in a sector, or without a directory. */
export const KIND_CROWDED: i32 = 4;
export const KIND_ELLIPSE: i32 = 5;
export const KIND_CUSTOM: i32 = 6;
export const KIND_HALFPLANE: i32 = 7;

/** Polygons with more edges than this in a sector are crowded. */
export const FEW_EDGES: i32 = 12;

/** Polygons of more vertices have no directory. */
export const MOST_IN_DIRECTORY: i32 = 32767;

/**
 * The rows of a column of results of a batch, and the largest number of pairs in one call of the kernel. It is a constant, so that the
 * offset of a column is part of the store instruction. With this value, the columns start at different offsets in pages of 4096 bytes: at
 * equal offsets, loads would wait for stores to other columns.
 */
export const BATCH_ROWS: i32 = 504;

/** Numbers per result of a batch: distance … localB. */
export const RESULT_NUMBERS: i32 = PlaneQuery.LOCAL_B + PlaneQuery.LOCAL_B_COUNT - PlaneQuery.DISTANCE;

/** Numbers per result of a batch of growth distances. */
export const GROWTH_NUMBERS: i32 = 11;
