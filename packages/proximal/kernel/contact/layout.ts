// Where the rows of a contact problem stand in linear memory. Everything is found through a room's header: one i32 each, from the room's
// address on. Rows come in triples: a contact's t1, t2, n, or three bilateral ones. A triple moves one or two members, and has a block
// of 3 × width numbers, row after row, for each: block 2 t + k is the k-th of triple t, and one that is not there has a width of 0.

/** Counts: triples in use, numbers in use in the blocks, leading triples that are bilateral, and the most sweeps … */
export const ROOM_TRIPLES_INT: i32 = 0;
export const ROOM_USED_INT: i32 = 1;
export const ROOM_BILATERAL_INT: i32 = 2;
export const ROOM_LIMIT_INT: i32 = 3;
/** … and how many sweeps there were. */
export const ROOM_SWEEPS_INT: i32 = 4;
/** Whether sweeps are accelerated: 1 or 0. */
export const ROOM_ACCELERATED_INT: i32 = 5;
/** Address of an i32 array: for each member a block that stands for it in the island at hand. */
export const ROOM_DELEGATES_INT: i32 = 6;
/** Addresses of i32 arrays: of each block its start, its member's first coordinate, width and number … */
export const ROOM_STARTS_INT: i32 = 8;
export const ROOM_FIRSTS_INT: i32 = 9;
export const ROOM_WIDTHS_INT: i32 = 10;
export const ROOM_MEMBERS_INT: i32 = 11;
/** … the triples in the order in which they are solved, island after island … */
export const ROOM_ORDER_INT: i32 = 12;
/** … the two members of each contact, −1 for none, and of each member width, first coordinate and whether it is free. */
export const ROOM_PAIRS_INT: i32 = 14;
export const ROOM_TABLE_INT: i32 = 15;
export const TABLE_SIZE: i32 = 3;
/** Addresses of f64 arrays: J and M⁻¹ Jᵀ in blocks, and what is added to the diagonal of G for each row. */
export const ROOM_JACOBIAN_INT: i32 = 16;
export const ROOM_RESPONSE_INT: i32 = 17;
export const ROOM_EXTRA_INT: i32 = 18;
/** M⁻¹ Jᵀ λ by coordinates. */
export const ROOM_VELOCITY_INT: i32 = 19;
/** For each row: g and c*, R, λ, σ, the diagonal of G + R, step lengths; nine numbers of G for each triple; µ for each triple. */
export const ROOM_FREE_INT: i32 = 20;
export const ROOM_REFERENCE_INT: i32 = 21;
export const ROOM_COMPLIANCE_INT: i32 = 22;
export const ROOM_LAMBDA_INT: i32 = 23;
export const ROOM_SIGMA_INT: i32 = 24;
export const ROOM_DIAGONAL_INT: i32 = 25;
export const ROOM_STEPS_INT: i32 = 26;
export const ROOM_BLOCKS_INT: i32 = 27;
export const ROOM_FRICTION_INT: i32 = 28;
/** J times the velocity before the step; that velocity and the one after it without impulses, by coordinates. */
export const ROOM_BEFORE_INT: i32 = 29;
export const ROOM_OLD_INT: i32 = 30;
export const ROOM_NEXT_INT: i32 = 31;
/** Of the contacts: points, three numbers each, and frames, rows t1, t2, n. */
export const ROOM_POINTS_INT: i32 = 32;
export const ROOM_FRAMES_INT: i32 = 33;
/** States of the members that are free. */
export const ROOM_STATES_INT: i32 = 34;
/** For each row: g − c*, and what its own impulse yields beside J M⁻¹ Jᵀ: R and the inverse of a virtual mass. */
export const ROOM_DRIVES_INT: i32 = 35;
export const ROOM_YIELDS_INT: i32 = 36;
/** Of the acceleration, for each row: λ before the sweep, what the last sweep has changed, and λ after it; M⁻¹ Jᵀ λ after it. */
export const ROOM_BEGUN_INT: i32 = 37;
export const ROOM_CHANGES_INT: i32 = 38;
export const ROOM_SWEPT_INT: i32 = 39;
export const ROOM_SWEPT_VELOCITY_INT: i32 = 7;
/** Numbers of the header, f64 each: what the solver may leave … */
export const ROOM_TOLERANCE: i32 = 20;
export const ROOM_RELATIVE: i32 = 21;
/** … the residuals of the last check, scaled and absolute, in the order of `law.ts`, with five more behind them … */
export const ROOM_SCALED: i32 = 22;
export const ROOM_RESIDUALS: i32 = 29;
/** … the largest |λ| of that check, and the largest |g − c*| that the island has to resist … */
export const ROOM_IMPULSE: i32 = 41;
export const ROOM_DRIVE: i32 = 42;
/** … and the least excess over the tolerance in this window of sweeps and in the last, … */
export const ROOM_BEST: i32 = 43;
export const ROOM_LAST_BEST: i32 = 44;
/** … where the window began, windows without progress, and the sweep of the last check, as integers. */
export const ROOM_WINDOW_INT: i32 = 90;
export const ROOM_IDLE_INT: i32 = 91;
export const ROOM_CHECKED_INT: i32 = 92;
/** … and the energy of what the last sweep has changed; 0 if there was none, as a number. */
export const ROOM_LAST_ENERGY: i32 = 47;
export const ROOM_HEADER: i32 = 48;

export const STATUS_CONVERGED: i32 = 0;
export const STATUS_LIMIT: i32 = 1;
export const STATUS_STALLED: i32 = 2;

/** The state of a free body: position, rotation by rows, M⁻¹ by rows, and 1 if that has a diagonal only. */
export const STATE_ROTATION: i32 = 3;
export const STATE_INVERSE: i32 = 12;
export const STATE_IS_DIAGONAL: i32 = 48;
export const STATE_SIZE: i32 = 50;
