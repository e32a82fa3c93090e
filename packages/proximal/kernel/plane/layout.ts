// Where everything stands in linear memory for the plane. A record starts like one of space (../layout.ts: kind, count, radius,
// inradius, centre, bound), so that the engine places both alike; the workspace and what the kinds keep behind the header are
// the plane's own. Indices count f64 numbers, unless a name says INT: those count i32 numbers from the start of the same block.

/** Convex polygons of one to four and of five to eight vertices: points and segments too. */
export const KIND_FOUR: i32 = 0;
export const KIND_EIGHT: i32 = 1;
export const KIND_BOX: i32 = 2;
/** A convex polygon with a directory of few edges in each sector. */
export const KIND_POLYGON: i32 = 3;
/** Up to here the shapes are corners that the kernel finds without calling a function. */
export const LAST_PLAIN_KIND: i32 = 3;
/** A convex polygon with many edges in a sector, or without a directory. */
export const KIND_CROWDED: i32 = 4;
export const KIND_ELLIPSE: i32 = 5;
export const KIND_CUSTOM: i32 = 6;
export const KIND_HALFPLANE: i32 = 7;

/** What a record of the plane has where one of space has the centre's z: the largest coordinate of the shape, 0 if unbounded. */
export const RECORD_REACH: i32 = 5;
/** The bounding radius, or 1e300 where that is no size: for points and unbounded shapes. */
export const RECORD_SIZE: i32 = 9;
/** The parameters of the kind. An ellipse has its two semi-axes, a box its four corners: x y, −x y, x −y, −x −y. */
export const RECORD_PARAMETERS: i32 = 10;

/**
 * Of a polygon of up to four or eight vertices: these in pairs, x x y y, filled up with the first, so that one step measures two;
 * and behind them x y of each.
 */
export const FOUR_PAIRS: i32 = 10;
export const FOUR_VERTICES: i32 = 18;
export const EIGHT_PAIRS: i32 = 10;
export const EIGHT_VERTICES: i32 = 26;
/** Of a larger polygon: the most edges in a sector of directions; −1: there is no directory, and all vertices are scanned. */
export const POLYGON_MOST_INT: i32 = 20;
/** Polygons with more edges than this in a sector are crowded. */
export const FEW_EDGES: i32 = 12;
/** The directory: for each sector one integer, how many edges' normals lie in it, plus 2¹⁶ times the vertex to start from. */
export const POLYGON_SECTORS_INT: i32 = 22;
export const SECTOR_COUNT: i32 = 16;
/** Polygons of more vertices have no directory. */
export const MOST_IN_DIRECTORY: i32 = 32767;
/** x y of each vertex, counter-clockwise; the first ones are repeated at the end, so that no climb has to wrap around. */
export const POLYGON_VERTICES: i32 = 19;

// ── A workspace: one query's input, state and answer ────────────────────────────────────────────────────────────
export const RECORD_A_INT: i32 = 0;
export const RECORD_B_INT: i32 = 1;
export const MAX_ITERATIONS_INT: i32 = 2;
/** Whether each step is to be shown. */
export const WANTED_TRACE_INT: i32 = 3;
/** Absolute tolerance in metres, and the one relative to the smaller body. */
export const TOLERANCE: i32 = 2;
export const RELATIVE_TOLERANCE: i32 = 3;
/** The query may stop once the distance is proven to exceed this. */
export const UP_TO: i32 = 4;
/** First search direction in A's frame, from A towards B; zero means: from centre to centre. */
export const GUESS: i32 = 5;
/** Poses: x y cos sin. The last two may have any length that their square keeps its digits of; a query scales them to one. */
export const POSE_A: i32 = 8;
export const POSE_B: i32 = 12;

/** B's pose in A's frame: cosine and sine of the rotation, then the translation. */
export const ROTATION: i32 = 16;
export const TRANSLATION: i32 = 18;
/** What counts as zero: the rounding error of a coordinate in A's frame. */
export const FLOOR: i32 = 20;
/** The gap between the bounds at which a query has converged. */
export const GAP: i32 = 21;
/** Sum of the two swept radii. */
export const RADII: i32 = 22;
/** How many vertices the simplex has, and their places in VERTICES. */
export const VERTEX_COUNT_INT: i32 = 48;
export const PLACES_INT: i32 = 49;
/** Of a traced query: the place of the support point that a step has found; and of EPA's, where the edge begins, else 0. */
export const TRACE_PLACE_INT: i32 = 14;
export const TRACE_EDGE_INT: i32 = 15;
/** Direction d from the nearest point v to the origin, of any length; −d·v, and −d·w with the last support point w. */
export const NEAREST_DIRECTION: i32 = 26;
export const NEAREST_PRODUCT: i32 = 28;
export const SUPPORT_PRODUCT: i32 = 29;
/** Of a traced growth query: the ray, from A's centre to B's. */
export const TRACE_RAY: i32 = 26;
/** Bounds on the cores' distance; negative where they overlap and it is known how deep. */
export const CORE_LOWER: i32 = 30;
export const CORE_UPPER: i32 = 31;
/** The normal in A's frame. */
export const LOCAL_NORMAL: i32 = 32;

/** The answer: numbers, then integers. */
export const DISTANCE: i32 = 34;
export const LOWER: i32 = 35;
export const UPPER: i32 = 36;
export const POINT_A: i32 = 37;
export const POINT_B: i32 = 39;
export const NORMAL: i32 = 41;
export const LOCAL_A: i32 = 43;
export const LOCAL_B: i32 = 45;
export const RESULT_NUMBERS: i32 = 13;
export const ITERATIONS_INT: i32 = 94;
export const SUPPORT_CALLS_INT: i32 = 95;
export const STATUS_INT: i32 = 96;
export const TERMINATION_INT: i32 = 97;
/** Convex weights of the proof and its directions in A's frame, of any length. */
export const PROOF_WEIGHTS: i32 = 49;
export const PROOF_DIRECTIONS: i32 = 52;

/** Of a growth query: the two centres, each in its body's frame. Of a cast: the motions of the bodies in the world. */
export const CENTER_A: i32 = 58;
export const CENTER_B: i32 = 60;
export const MOTION_A: i32 = 58;
export const MOTION_B: i32 = 60;
/** Of a growth query: the common image of the two points. Of a cast: the time of contact, and the last time to look at. */
export const CONTACT: i32 = 62;
export const TIME: i32 = 62;
export const LAST_TIME: i32 = 63;

/** Vertices of the Minkowski difference: three places for the simplex; the polygon of the depth query goes on behind them. */
export const VERTICES: i32 = 64;
export const VERTEX_STRIDE: i32 = 13;
export const MOST_VERTICES: i32 = 256;
/**
 * Within a vertex: the difference a − b in A's frame, the direction it was found along, of any length, the addresses of the two
 * support points, and room for curved shapes' points. In a polygon, the signed distance of the origin inside the edge to the
 * next vertex, and that vertex.
 */
export const VERTEX_DIFFERENCE: i32 = 0;
export const VERTEX_DIRECTION: i32 = 2;
export const VERTEX_POINT_A_INT: i32 = 8;
export const VERTEX_POINT_B_INT: i32 = 9;
export const VERTEX_ROOM_A: i32 = 5;
export const VERTEX_ROOM_B: i32 = 8;
export const VERTEX_DEPTH: i32 = 11;
export const VERTEX_NEXT_INT: i32 = 24;

export const PLANE_WORKSPACE_SIZE: i32 = 3392;
