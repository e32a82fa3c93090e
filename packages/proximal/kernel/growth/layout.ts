// A growth query's block of memory, beside the workspace: what was asked, the working area of the methods, what they leave.
// Indices as in ../layout.ts.

// ── What was asked ──────────────────────────────────────────────────────────────────────────────────────────────
// The records, the poses, RELATIVE_TOLERANCE and MAX_ITERATIONS_INT are in the workspace.
export const GROWTH_ALGORITHM_INT: i32 = 0;
export const GROWTH_START_INT: i32 = 1;
/** 1 if every step is to be shown. */
export const GROWTH_TRACE_INT: i32 = 2;
/** 1 if steps along interpolated normals are wanted: see ray.ts. */
export const GROWTH_LEAN_INT: i32 = 3;
/** Addresses of what the method wants to know of a shape beside its record, from the registry's `table`; 0 if nothing. */
export const GROWTH_TABLE_A_INT: i32 = 4;
export const GROWTH_TABLE_B_INT: i32 = 5;
/** 1 if the block still holds the basis and the normal of the last query of this pair, for a warm start. */
export const GROWTH_HAS_LAST_INT: i32 = 6;
/** 1 if only the side of 1 matters that the growth is on: set by the kernel. */
export const GROWTH_BOOLEAN_INT: i32 = 7;
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
/** Convex weights of the three basis vertices, and their addresses; the fourth is free for the next support point. */
export const GROWTH_WEIGHTS: i32 = 24;
export const GROWTH_BASIS_INT: i32 = 54;
/** Room for seven vertices: three of the last query, three to start with, and the next one. */
export const GROWTH_VERTICES: i32 = 30;
export const GROWTH_VERTEX_STRIDE: i32 = 20;
/** Within one: first the point z of D̃, swept radii included, then its coordinates across the ray, and the one along it. */
export const GROWTH_VERTEX_ACROSS: i32 = 3;
export const GROWTH_VERTEX_ALONG: i32 = 5;
/** A's point in A's frame and B's in B's frame, z = (a − cA) − R (b − cB), and the direction of each in the same frames. */
export const GROWTH_VERTEX_A: i32 = 6;
export const GROWTH_VERTEX_B: i32 = 9;
export const GROWTH_VERTEX_TOWARDS_A: i32 = 12;
export const GROWTH_VERTEX_TOWARDS_B: i32 = 15;
/** 1 if the points are no support points but in the balls around the centres, the directions leading there from these. */
export const GROWTH_VERTEX_INNER_INT: i32 = 36;
/** What makes TOWARDS_A 1 along the ray; 0 if it is no direction, or none that leads ahead. */
export const GROWTH_VERTEX_SCALE: i32 = 19;
/** A vertex is kept by its numbers from GROWTH_VERTEX_A on, so many: the rest follows from them and the poses. */
export const GROWTH_VERTEX_NUMBERS: i32 = 13;
/** The direction of the last support point, and 1 if it is across the triangle of the basis (24): for the trace. */
export const GROWTH_DIRECTION: i32 = 170;
export const GROWTH_ACROSS_BASIS_INT: i32 = 346;
/** Where that support point is. */
export const GROWTH_SUPPORT_INT: i32 = 347;
/** The common image of z¹ and z² in world coordinates: written after the method. */
export const GROWTH_CONTACT: i32 = 174;
/** The outward normal that the last query of this pair ended with, in A's frame. */
export const GROWTH_LAST_NORMAL: i32 = 177;

export const GROWTH_SIZE: i32 = 180;

export const GROWTH_RAY_METHOD: i32 = 0;
export const GROWTH_EXPANDING: i32 = 1;
export const GROWTH_FACETS: i32 = 2;
export const GROWTH_NEWTON: i32 = 3;
export const GROWTH_CONIC: i32 = 4;

/** From nothing, from the last inner approximation moved with the bodies (31), or from the last outer one. */
export const GROWTH_COLD: i32 = 0;
export const GROWTH_PRIMAL: i32 = 1;
export const GROWTH_DUAL: i32 = 2;
