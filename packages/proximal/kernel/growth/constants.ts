// Growth methods, and their starts.
import * as GrowthVertex from './blocks/growth-vertex.ts';

export const GROWTH_RAY_METHOD: i32 = 0;
export const GROWTH_EXPANDING: i32 = 1;
export const GROWTH_FACETS: i32 = 2;
export const GROWTH_NEWTON: i32 = 3;
export const GROWTH_CONIC: i32 = 4;

/** Cold, from the last inner approximation moved with the bodies (31), or from the last outer one. */
export const GROWTH_COLD: i32 = 0;
export const GROWTH_PRIMAL: i32 = 1;
export const GROWTH_DUAL: i32 = 2;

/** The numbers of a vertex, from `a` on, that are saved: the others follow from them and the poses. */
export const GROWTH_VERTEX_NUMBERS: i32 = GrowthVertex.SCALE - GrowthVertex.A;
