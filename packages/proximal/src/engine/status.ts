// The meaning of the kernels' integer codes.

/**
 * The relation of the two shapes: `'separated'` by a proven gap, `'touching'` within the tolerance, `'overlapping'` deeper than
 * that, or `'unknown'` if the query ended undecided. Shapes are closed sets: touching is collision.
 */
export type Status = 'separated' | 'touching' | 'overlapping' | 'unknown';

/**
 * The reason why the iterations ended: `'converged'` to the tolerance, `'limit'` after `maxIterations`, `'stalled'` without further
 * progress, or `'upTo'` because the distance exceeds that option.
 */
export type Termination = 'converged' | 'limit' | 'stalled' | 'upTo';

/** In the order of the kernel's codes. */
export const statuses = ['separated', 'touching', 'overlapping', 'unknown'] as const satisfies readonly Status[];
export const terminations = ['converged', 'limit', 'stalled', 'upTo'] as const satisfies readonly Termination[];
