// Growth methods, and their starts. Equation numbers refer to Thirugnanam and Sreenath's paper on growth distance.
import * as GrowthVertex from './blocks/growth-vertex.ts';

export const GROWTH_RAY_METHOD: i32 = 0;
export const GROWTH_EXPANDING: i32 = 1;
export const GROWTH_FACETS: i32 = 2;
export const GROWTH_NEWTON: i32 = 3;
export const GROWTH_CONIC: i32 = 4;

/**
 * The start of a query: cold, from the inner approximation of the last query for the current poses (31), or from its outer
 * approximation.
 */
export const GROWTH_COLD: i32 = 0;
export const GROWTH_PRIMAL: i32 = 1;
export const GROWTH_DUAL: i32 = 2;

/** The count of numbers of a vertex that are saved, beginning with `a`; the others follow from them and the poses. */
export const GROWTH_VERTEX_NUMBERS: i32 = GrowthVertex.SCALE - GrowthVertex.A;
