// Where everything stands in linear memory. Indices count f64 numbers (8 bytes), unless a name says INT:
// those count i32 numbers from the start of the same block, two to each f64.
// The engine reads and writes through these names too, so this file is the whole contract between the two.

/** The first numbers belong to the elementary functions, which pass a double's bits through them … */
export const RESERVED: i32 = 64;
/** … but for these five: the support map turns the coordinates of a direction in them. */
export const CYCLE: i32 = 32;

// ── A shape's record ────────────────────────────────────────────────────────────────────────────────────────────
// The first number holds two integers: the kind and a count (vertices, or the id of a custom shape).
export const RECORD_KIND_INT: i32 = 0;
export const RECORD_COUNT_INT: i32 = 1;
/** Radius of the ball that is swept over the core. It stays out of the iterations and is added to the answer. */
export const RECORD_RADIUS: i32 = 1;
/** Radius of a ball around the centre that lies inside the shape. */
export const RECORD_INRADIUS: i32 = 2;
/** A point of the shape, three numbers. */
export const RECORD_CENTER: i32 = 3;
/** Radius of a ball around the centre that holds the shape; infinite when unknown or unbounded. */
export const RECORD_BOUND: i32 = 6;
/** Length of the centre plus the radius around it, as far as that is finite: the largest coordinate of the shape. */
export const RECORD_REACH: i32 = 7;
/** 1 if the core has neither flat faces nor straight edges. */
export const RECORD_STRICT_INT: i32 = 16;
/** The parameters of the kind start here; each file in support/ says which. */
export const RECORD_DATA: i32 = 9;

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
/** Made by the kernel alone: what is left of an ellipsoid when a ball that fits its surface everywhere is taken off. */
export const KIND_INNER_ELLIPSOID: i32 = 12;

// ── A workspace: one query's input, state and answer ────────────────────────────────────────────────────────────
export const RECORD_A_INT: i32 = 0;
export const RECORD_B_INT: i32 = 1;
export const MAX_ITERATIONS_INT: i32 = 2;
/** Index of the vertex that the distance sub-algorithm must use, or −1. */
export const NEWEST_INT: i32 = 3;
/** Absolute tolerance in metres, and the one relative to the smaller body. */
export const TOLERANCE: i32 = 2;
export const RELATIVE_TOLERANCE: i32 = 3;
/** A distance query may stop once the distance is proven to exceed this. */
export const UP_TO: i32 = 4;
/**
 * Where the search starts: a direction in A's frame, from A towards B, zero meaning from centre to centre; or a point of A and
 * one of B, each in its own frame, and the direction between where they are now.
 */
export const GUESS: i32 = 183;
export const GUESS_INT: i32 = 378;
/** The direction that this comes to. */
export const START: i32 = 196;
/** Poses: x y z, qx qy qz qw. The quaternions need not be normalised. */
export const POSE_A: i32 = 8;
export const POSE_B: i32 = 15;

/** B's pose in A's frame: rotation by rows, then translation. */
export const ROTATION: i32 = 22;
export const TRANSLATION: i32 = 31;
/** World rotations of both bodies, by rows. */
export const ROTATION_A: i32 = 34;
export const ROTATION_B: i32 = 43;

/** What counts as zero: the rounding error of a coordinate in A's frame. */
export const FLOOR: i32 = 52;
/** The gap between the bounds at which a query has converged. */
export const GAP: i32 = 53;
/** Sum of the two swept radii. */
export const RADII: i32 = 54;

/** Up to four vertices of the Minkowski difference, VERTEX_STRIDE apart. */
export const SIMPLEX: i32 = 56;
export const VERTEX_STRIDE: i32 = 12;
/** Within a vertex: the difference a − b in A's frame, A's support point, B's in B's own frame, the direction. */
export const VERTEX_DIFFERENCE: i32 = 0;
export const VERTEX_A: i32 = 3;
export const VERTEX_B: i32 = 6;
export const VERTEX_DIRECTION: i32 = 9;
/** Convex weights of the four vertices, then the point they combine to. */
export const WEIGHTS: i32 = 104;
export const NEAREST: i32 = 108;
/** Candidates of the distance sub-algorithm, each laid out like WEIGHTS and NEAREST: one per rank. */
export const CANDIDATE_SEGMENT: i32 = 111;
export const CANDIDATE_TRIANGLE: i32 = 118;
export const CANDIDATE: i32 = 125;
export const CANDIDATE_POINT: i32 = 129;
export const VERTEX_COUNT_INT: i32 = 264;
export const SUPPORT_CALLS_INT: i32 = 265;
export const ITERATIONS_INT: i32 = 266;
export const STATUS_INT: i32 = 267;
export const TERMINATION_INT: i32 = 268;
export const IDLE_STEPS_INT: i32 = 269;

/** Bounds on the norm of the nearest point of the cores' difference. */
export const CORE_LOWER: i32 = 135;
export const CORE_UPPER: i32 = 136;

/** The answer. */
export const DISTANCE: i32 = 137;
export const LOWER: i32 = 138;
export const UPPER: i32 = 139;
export const POINT_A: i32 = 140;
export const POINT_B: i32 = 143;
export const NORMAL: i32 = 146;
export const LOCAL_A: i32 = 149;
export const LOCAL_B: i32 = 152;
/** The normal in A's frame. */
export const LOCAL_NORMAL: i32 = 155;
/** Convex weights of the proof and its directions, kept while the simplex is used again to settle the status. */
export const PROOF_WEIGHTS: i32 = 158;
export const PROOF_DIRECTIONS: i32 = 162;

/** The search ends once the distance is proven to exceed the first, or to be at most the second, which may be negative. */
export const ABOVE: i32 = 174;
export const BELOW: i32 = 175;
/** The last accelerated direction d (28b) and support point s (28a), in A's frame. */
export const MOMENTUM: i32 = 176;
export const LAST_SUPPORT: i32 = 179;
/** The best lower bound of the search so far. */
export const BEST_LOWER: i32 = 182;

/** What was asked for: the acceleration, the active set, the criterion that ends the search, normalisation, a trace. */
export const WANTED_MOMENTUM_INT: i32 = 380;
export const WANTED_ACTIVE_SET_INT: i32 = 381;
export const WANTED_CRITERION_INT: i32 = 382;
export const WANTED_NORMALIZE_INT: i32 = 383;
export const WANTED_TRACE_INT: i32 = 384;
/** 1 if a Boolean query that finds the shapes apart should leave witness points. */
export const WANTED_WITNESSES_INT: i32 = 390;
/** How the momentum grows. */
export const WANTED_SCHEDULE_INT: i32 = 391;
/** What the search under way uses of it. The acceleration ends before the search does. */
export const MOMENTUM_INT: i32 = 385;
export const ACTIVE_SET_INT: i32 = 386;
export const CRITERION_INT: i32 = 387;
export const NORMALIZE_INT: i32 = 388;
export const TRACE_INT: i32 = 389;

export const GUESS_DIRECTION: i32 = 0;
export const GUESS_WITNESSES: i32 = 1;

/** 1 for a Boolean query: any direction that separates the shapes ends it. */
export const BOOLEAN_INT: i32 = 398;
/** How many iterations the search under way may take, and the schedule of its momentum. */
export const LIMIT_INT: i32 = 399;
export const SCHEDULE_INT: i32 = 400;

/** How a penetration is found, and whether its depth must be proven to be the least. */
export const WANTED_DEPTH_INT: i32 = 402;
export const WANTED_CERTIFIED_INT: i32 = 403;
/** 1 if the answer is only known to be the least depth among the directions near it. */
export const LOCAL_INT: i32 = 404;

/** 1 if EPA has left a polytope around the origin. */
export const HAS_POLYTOPE_INT: i32 = 405;
/** MPR's portal: which vertices of SIMPLEX are its corners, counter-clockwise seen from outside, and which is the candidate. */
export const PORTAL_INT: i32 = 406;
export const CANDIDATE_CORNER_INT: i32 = 409;
/** The portal's unit normal and its distance from the origin, then that of the support plane along the normal. */
export const PORTAL_NORMAL: i32 = 205;
export const PORTAL_DISTANCE: i32 = 208;
export const PORTAL_SUPPORT: i32 = 209;

/** 1 if EPA's polytope is wanted: a closed form would not leave one. */
export const WANTED_POLYTOPE_INT: i32 = 420;
/** 1 if the simplex is one of inner cores, and two records of theirs: see penetration/inner-core.ts. */
export const INNER_INT: i32 = 421;
export const INNER_A: i32 = 211;
export const INNER_B: i32 = 224;

export const WORKSPACE_SIZE: i32 = 237;

/** Incremental where a good direction is known and no proof is asked for, EPA otherwise, closed forms wherever there are any. */
export const DEPTH_AUTO: i32 = 0;
export const DEPTH_EPA: i32 = 1;
export const DEPTH_INCREMENTAL: i32 = 2;
export const DEPTH_SQP: i32 = 3;
export const DEPTH_MPR: i32 = 4;

export const MOMENTUM_NONE: i32 = 0;
export const MOMENTUM_POLYAK: i32 = 1;
export const MOMENTUM_NESTEROV: i32 = 2;
/** Whatever is fastest for the two shapes, closed forms included. */
export const MOMENTUM_AUTO: i32 = 3;
/** No acceleration but another algorithm: portals, for Boolean queries. A distance takes what is fastest. */
export const MOMENTUM_PORTALS: i32 = 4;

/** As the paper prints it, and as its authors' code has it. */
export const SCHEDULE_PAPER: i32 = 0;
export const SCHEDULE_CODE: i32 = 1;

/**
 * TRACE_INT: steps are not shown, shown, or the last one is, which has asked for no support point; or it is a step of another
 * algorithm than GJK, whose three corners and support point are those of the portal: EPA, portals, secants.
 */
export const TRACE_OFF: i32 = 0;
export const TRACE_STEP: i32 = 1;
export const TRACE_END: i32 = 2;
export const TRACE_FACE: i32 = 3;
export const TRACE_PORTAL: i32 = 4;
export const TRACE_SECANT: i32 = 5;

export const NORMALIZE_NEVER: i32 = 0;
export const NORMALIZE_ALWAYS: i32 = 1;
/** For Nesterov, unless both cores are strictly convex or points. */
export const NORMALIZE_AUTO: i32 = 2;

/** GJK keeps the vertices of its simplex; Frank-Wolfe keeps the current point alone. */
export const ACTIVE_SET_SIMPLEX: i32 = 0;
export const ACTIVE_SET_POINT: i32 = 1;

export const CRITERION_BOUNDS: i32 = 0;
export const CRITERION_DUALITY_GAP: i32 = 1;

/** A body of a scene: its record's address as an integer, then its pose. */
export const BODY_SIZE: i32 = 8;
export const BODY_POSE: i32 = 1;
/** A pair of a scene: two body numbers; the answer; the direction that kept the bodies apart, or zero. */
export const NEAR_SIZE: i32 = 5;
export const NEAR_ANSWER_INT: i32 = 2;
export const NEAR_DIRECTION: i32 = 2;
/** How many numbers of an answer leave in a batch, DISTANCE … LOCAL_B, and how many with its four integers. */
export const RESULT_NUMBERS: i32 = 18;
export const RESULT_ROW: i32 = 20;

export const STATUS_SEPARATED: i32 = 0;
export const STATUS_TOUCHING: i32 = 1;
export const STATUS_OVERLAPPING: i32 = 2;
export const STATUS_UNKNOWN: i32 = 3;
/** In a batch only: the poses are none. */
export const STATUS_INVALID: i32 = 4;

export const TERMINATION_CONVERGED: i32 = 0;
export const TERMINATION_LIMIT: i32 = 1;
export const TERMINATION_STALLED: i32 = 2;
export const TERMINATION_UP_TO: i32 = 3;

/** 2⁻⁵²: the distance from 1 to the next double. */
export const EPSILON: f64 = 2.220446049250313e-16;
