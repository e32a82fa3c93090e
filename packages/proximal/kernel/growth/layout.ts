// A growth query's block of memory, beside the workspace: what was asked, the working area of the methods, what they leave.
// Indices as in ../layout.ts.

// ── What was asked ──────────────────────────────────────────────────────────────────────────────────────────────
// The records, the poses, RELATIVE_TOLERANCE and MAX_ITERATIONS_INT are in the workspace.
export const GROWTH_ALGORITHM_INT: i32 = 0;
export const GROWTH_START_INT: i32 = 1;
/** 1 if every step is to be shown. */
export const GROWTH_TRACE_INT: i32 = 2;
/** 1 if only the side of 1 matters that the growth is on. */
export const GROWTH_BOOLEAN_INT: i32 = 3;
/** Addresses of what the method wants to know of a shape beside its record, from the registry's `table`; 0 if nothing. */
export const GROWTH_TABLE_A_INT: i32 = 4;
export const GROWTH_TABLE_B_INT: i32 = 5;
/** How many vertices of GROWTH_BASIS_INT were left by the last query of this pair, for a warm start. */
export const GROWTH_KEPT_INT: i32 = 6;
/** What each shape is scaled about, in its own frame, and the radius of a ball around it inside the shape. */
export const GROWTH_CENTER_A: i32 = 4;
export const GROWTH_CENTER_B: i32 = 7;
export const GROWTH_INRADIUS_A: i32 = 10;
export const GROWTH_INRADIUS_B: i32 = 11;

// ── The ray, set before a method starts ─────────────────────────────────────────────────────────────────────────
// p leads from A's centre to B's, in A's frame. TRANSLATION in the workspace is that which puts one centre on the other, so that
// supportVertex gives points of D̃ = (A − cA) − (B − cB), without the swept radii.
/** The unit vector along p, and its length. */
export const GROWTH_RAY: i32 = 12;
export const GROWTH_LENGTH: i32 = 15;
/** Two unit vectors across it, and to each other. */
export const GROWTH_ACROSS: i32 = 16;

// ── What a method leaves ────────────────────────────────────────────────────────────────────────────────────────
// It returns why it ended (TERMINATION_…) and leaves, beside these, ITERATIONS_INT, LOCAL_NORMAL (outward unit normal of D̃ where
// the ray leaves it, zero if none is known), LOCAL_A and LOCAL_B (z¹ and z²) in the workspace. `combineBasis` writes the points of
// those methods that have a basis; the others set GROWTH_WEIGHTS to zero.
/** The ray leaves D̃ between these distances from the origin: β |p|. */
export const GROWTH_INNER: i32 = 22;
export const GROWTH_OUTER: i32 = 23;
/** Convex weights of the three basis vertices, and their addresses; a fourth place is free for the next support point. */
export const GROWTH_WEIGHTS: i32 = 24;
export const GROWTH_BASIS_INT: i32 = 54;
/** Room for four vertices. */
export const GROWTH_VERTICES: i32 = 29;
export const GROWTH_VERTEX_STRIDE: i32 = 18;
/** Within one: the point z of D̃, swept radii included, and its coordinates across the ray. */
export const GROWTH_VERTEX_POINT: i32 = 0;
export const GROWTH_VERTEX_ACROSS: i32 = 3;
/** A's point in A's frame and B's in B's frame, z = (a − cA) − R (b − cB), and the direction of each in the same frames. */
export const GROWTH_VERTEX_A: i32 = 5;
export const GROWTH_VERTEX_B: i32 = 8;
export const GROWTH_VERTEX_TOWARDS_A: i32 = 11;
export const GROWTH_VERTEX_TOWARDS_B: i32 = 14;
/** 1 if the points are no support points but in the balls around the centres, the directions leading there from these. */
export const GROWTH_VERTEX_INNER_INT: i32 = 34;
/** The direction of the last support point, for the trace. */
export const GROWTH_DIRECTION: i32 = 101;
/** The common image of z¹ and z² in world coordinates: written after the method. */
export const GROWTH_CONTACT: i32 = 104;

export const GROWTH_SIZE: i32 = 108;

export const GROWTH_RAY_METHOD: i32 = 0;
export const GROWTH_EXPANDING: i32 = 1;
export const GROWTH_FACETS: i32 = 2;
export const GROWTH_NEWTON: i32 = 3;
export const GROWTH_CONIC: i32 = 4;

/** From nothing, from the last inner approximation moved with the bodies (31), or from the last outer one. */
export const GROWTH_COLD: i32 = 0;
export const GROWTH_PRIMAL: i32 = 1;
export const GROWTH_DUAL: i32 = 2;
