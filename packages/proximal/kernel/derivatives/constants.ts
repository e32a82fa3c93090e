// Constants shared by the derivatives in the kernel and the library: estimators, variables of differentiation, rows of the Jacobians.

export const ESTIMATOR_GUMBEL: i32 = 0;
export const ESTIMATOR_GAUSSIAN: i32 = 1;
export const ESTIMATOR_ZEROTH_ORDER: i32 = 2;
export const ESTIMATOR_FINITE_DIFFERENCE: i32 = 3;
export const ESTIMATOR_EXACT: i32 = 4;

/** The vector to which smoothing estimators add noise. */
export const NOISE_ON_SEPARATION: i32 = 0;
export const NOISE_ON_NORMAL: i32 = 1;

/** The motion by which a query is differentiated: of B relative to A, of A, of B, or of both. */
export const RESPECT_RELATIVE: i32 = 0;
export const RESPECT_A: i32 = 1;
export const RESPECT_B: i32 = 2;
export const RESPECT_BOTH: i32 = 3;

/** Rows of the Jacobians: 0–2 are the point on A, 3–5 the point on B, 6–8 the separation, 9–11 the normal, 12 the distance. */
export const SEPARATION_ROW: i32 = 6;
export const NORMAL_ROW: i32 = 9;
export const DISTANCE_ROW: i32 = 12;
export const JACOBIAN_ROWS: i32 = 13;

/** The kind of a record with the vertices and edges of a polytope (gumbel.ts), which is not a shape. */
export const KIND_SKELETON: i32 = 100;
