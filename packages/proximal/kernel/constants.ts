// Constants shared by the kernel and the engine: settings, statuses and terminations.
import * as Query from './blocks/query.ts';

export const GUESS_DIRECTION: i32 = 0;
export const GUESS_WITNESSES: i32 = 1;
export const GUESS_SIMPLEX: i32 = 2;

/**
 * The closed form for boxes if neither a trace nor EPA's polytope is requested. Otherwise EPA if a proof or its polytope is requested or no
 * guess is given, and else the incremental method.
 */
export const DEPTH_AUTO: i32 = 0;
export const DEPTH_EPA: i32 = 1;
export const DEPTH_INCREMENTAL: i32 = 2;
export const DEPTH_SQP: i32 = 3;
export const DEPTH_MPR: i32 = 4;

export const MOMENTUM_NONE: i32 = 0;
export const MOMENTUM_POLYAK: i32 = 1;
export const MOMENTUM_NESTEROV: i32 = 2;
/** The fastest for the two shapes, closed forms included. */
export const MOMENTUM_AUTO: i32 = 3;
/** Another algorithm instead of an acceleration: portals, for Boolean queries. For distances, MOMENTUM_AUTO without closed forms. */
export const MOMENTUM_PORTALS: i32 = 4;

/** The momentum schedules of Montaut et al. 2024 and of the authors' published code. */
export const SCHEDULE_PAPER: i32 = 0;
export const SCHEDULE_CODE: i32 = 1;

/**
 * The kind of a traced step: none, a step of GJK with its support point, or the end of GJK where no support point is needed. The other kinds are
 * steps of EPA, portals and secants, whose three corners and support point are in `Query.portal`.
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

/** GJK keeps the vertices of its simplex; Frank-Wolfe keeps only the current point. */
export const ACTIVE_SET_SIMPLEX: i32 = 0;
export const ACTIVE_SET_POINT: i32 = 1;

export const CRITERION_BOUNDS: i32 = 0;
export const CRITERION_DUALITY_GAP: i32 = 1;

/** Numbers per result of a batch, distance … localB; four integers follow. */
export const RESULT_NUMBERS: i32 = Query.LOCAL_NORMAL - Query.DISTANCE;

export const STATUS_SEPARATED: i32 = 0;
export const STATUS_TOUCHING: i32 = 1;
export const STATUS_OVERLAPPING: i32 = 2;
export const STATUS_UNKNOWN: i32 = 3;
/** In a batch only: the poses are invalid. */
export const STATUS_INVALID: i32 = 4;

export const TERMINATION_CONVERGED: i32 = 0;
export const TERMINATION_LIMIT: i32 = 1;
export const TERMINATION_STALLED: i32 = 2;
export const TERMINATION_UP_TO: i32 = 3;

/** 2⁻⁵²: the distance from 1 to the next double. */
export const EPSILON: f64 = 2.220446049250313e-16;
