// What a closed form of the Boolean query can say.

/** There is a separating direction whose gap exceeds the margin by more than rounding. */
export const APART: i32 = 0;
/** The shapes have points within the margin of each other. */
export const MEET: i32 = 1;
/** No closed form for the pair, or rounding or the margin leave it to GJK. */
export const UNDECIDED: i32 = 2;
