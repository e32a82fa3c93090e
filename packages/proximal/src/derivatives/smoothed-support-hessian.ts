import { checkOptions, outOfRange } from '../check/argument.ts';
import { extendedKernel } from '../engine/extended.ts';
import {
  Derivative,
  ESTIMATOR_EXACT,
  ESTIMATOR_FINITE_DIFFERENCE,
  ESTIMATOR_GUMBEL,
  ESTIMATOR_ZEROTH_ORDER,
} from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { length, readVector, type VectorLike } from '../math/vec3.ts';
import { facetsOf } from '../proximity/facets.ts';
import { skeletonOf } from '../proximity/skeleton.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { leaveDerivative, writeDerivativeSettings } from './derivative.ts';
import { curvatureOptionNames, type DerivativeOptions, readDerivativeSettings } from './derivative-options.ts';

/** Options of a support Hessian: see `DerivativeOptions`. */
export type SmoothedHessianOptions = Pick<
  DerivativeOptions,
  'noise' | 'samples' | 'neighbors' | 'seed' | 'sampling'
> & {
  /**
   * Default `'gaussian'`. `'exact'` is NaN along directions perpendicular to an edge or a face, where the Hessian does not exist.
   */
  readonly estimator?: 'gumbel' | 'gaussian' | 'exact';
};

/** Without `noiseOn`, because there is no separation vector. */
const optionNames = curvatureOptionNames.filter((name) => name !== 'noiseOn');

/**
 * The second derivative of a bounded shape's support value h(d) = max{⟨d, x⟩ : x in the shape}, smoothed over the facets of a
 * polytope. A given `noise` applies to the unit direction, as with `noiseOn: 'normal'`. Like the Hessian of h, the result scales
 * with 1/|direction|.
 * @returns nine numbers by rows, in meters per unit of d
 * @example
 * ```ts
 * smoothedSupportHessian(sphere(2), [0, 0, 1]); // [2, 0, 0, 0, 2, 0, 0, 0, 0]
 * smoothedSupportHessian(box(1, 1, 1), [0, 0, 1], { noise: 0.1 })[0]; // the smoothed curvature of a flat face
 * ```
 */
export function smoothedSupportHessian(
  shape: Shape,
  direction: VectorLike,
  options?: SmoothedHessianOptions,
): Float64Array {
  const where = 'smoothedSupportHessian';
  checkShape(where, 'shape', shape);
  if (!shape.isBounded) throw outOfRange(where, 'shape', shape, 'it is unbounded; give a bounded shape');
  const d = readVector(where, 'direction', direction);
  const size = length(d);
  if (!(size > 0)) throw outOfRange(where, 'direction', direction, 'give a vector that is not zero');
  checkOptions(where, 'options', options, optionNames);
  const settings = readDerivativeSettings(where, { ...options, noiseOn: 'normal' });
  const { estimator } = settings;
  if (estimator === ESTIMATOR_ZEROTH_ORDER || estimator === ESTIMATOR_FINITE_DIFFERENCE)
    throw outOfRange(where, 'options.estimator', options?.estimator, 'give one of gumbel, gaussian, exact');
  const skeleton = estimator === ESTIMATOR_GUMBEL ? skeletonOf(shape) : null;
  const facetsA = estimator === ESTIMATOR_EXACT ? null : facetsOf(shape);
  const plan = { settings, facetsA, facetsB: null, skeletonA: skeleton, skeletonB: null, evictions: -1 };
  const { record } = shape;
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    const address = engine.memory.place(frame, 0, record);
    writeDerivativeSettings(engine, frame, plan);
    const g = frame.derivative;
    const skeletonAddress = Derivative.skeletonA(engine.i32, g);
    const exists = extendedKernel(engine).supportHessian(
      address,
      skeletonAddress,
      g,
      d[0] / size,
      d[1] / size,
      d[2] / size,
    );
    const at = g + Derivative.JACOBIANS;
    const hessian = engine.f64.slice(at, at + 9).map((x) => x / size);
    return exists === 0 && estimator === ESTIMATOR_EXACT ? hessian.fill(Number.NaN) : hessian;
  } finally {
    leaveDerivative(engine, frame);
  }
}
