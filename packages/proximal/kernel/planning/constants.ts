// Numbers that the kernel of configuration checks shares with the engine.

/** Kinds of obstacles. The caller tests obstacles of the kind OBSTACLE_OTHER. */
export const OBSTACLE_OTHER: i32 = 0;
export const OBSTACLE_BOX: i32 = 1;
export const OBSTACLE_CYLINDER: i32 = 2;
export const OBSTACLE_SEGMENT: i32 = 3;
export const OBSTACLE_HALFSPACE: i32 = 4;

/** Masks of an answer's bits for two configurations: the two bits of contact, the two bits of undecided. */
export const TOUCHES: i32 = 3;
export const ALL_UNDECIDED: i32 = 12;
/** The joints could not be placed, because an angle is too large. */
export const NOT_PLACED: i32 = 16;

/** Answers about one configuration. */
export const CHECK_FREE: i32 = 0;
export const CHECK_CONTACT: i32 = 1;
export const CHECK_UNDECIDED: i32 = 2;
export const CHECK_NOT_PLACED: i32 = 3;
