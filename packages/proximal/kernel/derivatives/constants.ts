// Constants shared by the derivatives and the engine: estimators, variables of differentiation, rows of the Jacobians.

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

export const SEPARATION_ROW: i32 = 6;
export const NORMAL_ROW: i32 = 9;
export const DISTANCE_ROW: i32 = 12;
export const JACOBIAN_ROWS: i32 = 13;

export const KIND_SKELETON: i32 = 100;
