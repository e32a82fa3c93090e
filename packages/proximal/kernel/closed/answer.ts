// The results of a closed form of the Boolean query.

/** There is a separating direction along which the gap exceeds the margin by more than rounding. */
export const APART: i32 = 0;
/** The shapes have points within the margin of each other. */
export const MEET: i32 = 1;
/** No closed form for the pair, or undecided by rounding or the margin: GJK decides. */
export const UNDECIDED: i32 = 2;
