// Constants of contact problems shared by the kernel and the layers above.

export const STATUS_CONVERGED: i32 = 0;
export const STATUS_LIMIT: i32 = 1;
export const STATUS_STALLED: i32 = 2;

/** Integers of a member in the table of members: its width, its first coordinate and whether it is free. */
export const TABLE_SIZE: i32 = 3;
