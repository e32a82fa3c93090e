// The block of a derivative, beside the workspace of its query: what is asked for, the state, and the Jacobians. Indices as in
// ../layout.ts.
import { WORKSPACE_SIZE } from '../layout.ts';

// ── What is asked for ───────────────────────────────────────────────────────────────────────────────────────────
export const ESTIMATOR_INT: i32 = 0;
/** Queries or support points to draw. */
export const WANTED_SAMPLES_INT: i32 = 1;
/** How many edges away from the farthest vertex the soft-max reaches. */
export const NEIGHBOURS_INT: i32 = 2;
export const WITH_RESPECT_TO_INT: i32 = 3;
/** 1: every sample comes with its mirror image. */
export const ANTITHETIC_INT: i32 = 4;
/** The skeletons of both cores, 0 where a core is none or the estimator needs none. */
export const SKELETON_A_INT: i32 = 5;
export const SKELETON_B_INT: i32 = 6;
export const SEED_INT: i32 = 7;
/** Relative to a size, or in radians; 0: as much as levels the facets. */
export const NOISE: i32 = 8;
/** What the noise of the smoothed Hessians is on. */
export const NOISE_ON_INT: i32 = 13;

// ── What is found beside the Jacobians ──────────────────────────────────────────────────────────────────────────
export const SAMPLES_INT: i32 = 8;
export const CALLS_INT: i32 = 9;
/** 1 where the true derivative exists: of the distance, of the normal, of the points. */
export const DISTANCE_EXISTS_INT: i32 = 10;
export const NORMAL_EXISTS_INT: i32 = 11;
export const POINTS_EXIST_INT: i32 = 12;

export const ESTIMATOR_GUMBEL: i32 = 0;
export const ESTIMATOR_GAUSSIAN: i32 = 1;
export const ESTIMATOR_ZEROTH_ORDER: i32 = 2;
export const ESTIMATOR_FINITE_DIFFERENCE: i32 = 3;
export const ESTIMATOR_EXACT: i32 = 4;

export const NOISE_ON_SEPARATION: i32 = 0;
export const NOISE_ON_NORMAL: i32 = 1;

export const RESPECT_RELATIVE: i32 = 0;
export const RESPECT_A: i32 = 1;
export const RESPECT_B: i32 = 2;
export const RESPECT_BOTH: i32 = 3;

// ── State ───────────────────────────────────────────────────────────────────────────────────────────────────────
/** The words of the random numbers. */
export const RANDOM_INT: i32 = 18;
/** Two normally distributed numbers. */
export const DRAWN: i32 = 11;

/** The pair at the pose, in A's frame: unit normal, two unit vectors across it, the signed distance, both points. */
export const AXIS: i32 = 13;
export const ACROSS: i32 = 16;
export const HEIGHT: i32 = 22;
export const AT_A: i32 = 23;
export const AT_B: i32 = 26;
/** The same in B's frame: its point, and the normal. */
export const OWN_B: i32 = 29;
export const OWN_AXIS: i32 = 32;
/** All of these, from AXIS. */
export const PLACE_SIZE: i32 = 22;

/** 2 × 2 matrices by rows across the normal: how it turns, and how A's point slides, with B's motion. See solve.ts. */
export const TURN_MOVED: i32 = 35;
export const TURN_TURNED: i32 = 39;
export const SLIDE_MOVED: i32 = 43;
export const SLIDE_TURNED: i32 = 47;
/** Five rooms for their factors. */
export const FACTOR: i32 = 51;

/**
 * With respect to the twist of B in A, in A's frame: point of A, point of B, separation and normal, 3 × 6 each by rows; then the
 * distance, 6.
 */
export const RELATIVE: i32 = 71;
export const SEPARATION_ROW: i32 = 6;
export const NORMAL_ROW: i32 = 9;
export const DISTANCE_ROW: i32 = 12;
export const JACOBIAN_ROWS: i32 = 13;
/** The same as it was asked for, with up to twelve columns. */
export const JACOBIANS: i32 = 149;

/** A sample's motion of B, the pose of B in A that it starts from, and both answers: points, normal, distance. */
export const MOTION: i32 = 305;
export const BASE_POSE: i32 = 311;
export const ANSWER: i32 = 318;
export const ANSWER_SIZE: i32 = 10;
/** A vertex of the Minkowski difference. */
export const TRIAL: i32 = 338;
/** The workspace as the query left it, while others are asked in it; or the pair at its pose, while smoothed bodies are. */
export const KEPT: i32 = 350;

// ── One side: a shape seen along its outward normal, in its own frame ───────────────────────────────────────────
/** Unit direction; the two vectors that the Hessian is wanted along; the core's point. */
export const SIDE_DIRECTION: i32 = 0;
export const SIDE_FIRST: i32 = 3;
export const SIDE_SECOND: i32 = 6;
export const SIDE_POINT: i32 = 9;
/** The Hessian H of the support value along them: gHg, gHh, hHh. */
export const SIDE_BEND: i32 = 12;
/** Across the direction, where the farthest points are an edge or a face: along which they lie, up to two vectors. */
export const SIDE_FREE: i32 = 15;
/** Angles, in radians: within the first a face or edge counts as perpendicular; within the second if the point lies inside it. */
export const SIDE_TIGHT: i32 = 21;
export const SIDE_LOOSE: i32 = 22;
export const SIDE_SCRATCH: i32 = 23;
export const SIDE_FREE_COUNT_INT: i32 = 52;
/** 1 unless the point is on the border of its edge or face, or the surface is too sharp or flat for a Hessian. */
export const SIDE_REGULAR_INT: i32 = 53;
export const SIDE_SIZE: i32 = 27;
/** Shapes nest 32 deep at most, and each has its side behind that of the one around it; the last has room for what it lists. */
const SIDE_ROOM: i32 = 1430;
export const MOST_LISTED: i32 = 1024;

/** How wide the cores are, as the lower triangle of L by rows in metres, and the noise that levels their facets, in radians. */
export const LEVEL_A: i32 = KEPT + WORKSPACE_SIZE;
export const LEVEL_ANGLE: i32 = 6;
export const LEVEL_SIZE: i32 = 7;
export const LEVEL_B: i32 = LEVEL_A + LEVEL_SIZE;

export const SIDE_A: i32 = LEVEL_B + LEVEL_SIZE;
export const SIDE_B: i32 = SIDE_A + SIDE_ROOM;
export const DERIVATIVE_SIZE: i32 = SIDE_B + SIDE_ROOM;

// ── A skeleton: the vertices of a polytope and the edges between them, as a record ──────────────────────────────
export const KIND_SKELETON: i32 = 100;
/** The round of the last search, so that marks of earlier ones need not be wiped. */
export const SKELETON_ROUND_INT: i32 = 0;
/** Directions are divided into the squares of a grid on the faces of a cube: how many along an edge. */
export const SKELETON_CELLS_INT: i32 = 1;
/** Where the marks of the vertices and the queue of the search start, as integers. */
export const SKELETON_MARKS_INT: i32 = 2;
export const SKELETON_QUEUE_INT: i32 = 3;
/** For each square the star of the vertex that is farthest along its middle, as integers. */
export const SKELETON_GRID_INT: i32 = 4;
/**
 * The star of a vertex: x y z and two integers, its number and how many neighbours it has; then x y z of each neighbour, its number
 * and where its star is. So a search reads what it needs in one piece.
 */
export const STAR_STRIDE: i32 = 4;
export const STAR_NUMBER_INT: i32 = 6;
export const STAR_COUNT_INT: i32 = 7;
export const STAR_LINK_INT: i32 = 7;
