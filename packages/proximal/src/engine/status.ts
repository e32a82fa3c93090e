// The meaning of the kernels' integer codes.

/**
 * What is true of the pair: `'separated'` by a proven gap, `'touching'` within the tolerance, `'overlapping'` deeper than
 * that, or `'unknown'` when the query ended before it could tell. The sets are closed: touching is collision.
 */
export type Status = 'separated' | 'touching' | 'overlapping' | 'unknown';

/** Why the iterations ended: at the tolerance, at their cap, without further progress, or beyond `upTo`. */
export type Termination = 'converged' | 'limit' | 'stalled' | 'upTo';

/** In the order of the kernel's codes. */
export const statuses = ['separated', 'touching', 'overlapping', 'unknown'] as const satisfies readonly Status[];
export const terminations = ['converged', 'limit', 'stalled', 'upTo'] as const satisfies readonly Termination[];
