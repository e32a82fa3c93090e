// Wrong arguments to `proximal/derivatives`.

import {
  contactPose,
  createDerivativeBatch,
  differentiate,
  differentiateBatch,
  smoothedSupportHessian,
} from '../../src/derivatives/index.ts';
import { distance, growthDistance, halfspace, Pair, penetration, signedDistance } from '../../src/index.ts';
import { a, b, type Row, wrong } from './row.ts';

const distantPose = { position: [5, 0, 0] };
const callWith = (options: unknown): unknown => differentiate(a, {}, b, {}, wrong(options));
/** The options object is unchanged, but the pair's result in it now has no normal. */
const reuseResult = (): unknown => {
  const pair = new Pair(a, b);
  const options = { result: pair.result };
  for (const pose of [distantPose, {}]) {
    pair.distance({}, pose);
    pair.differentiate({}, pose, options);
  }
  return pair.derivatives;
};
const smoothHessian = (options: unknown): unknown => smoothedSupportHessian(a, [0, 0, 1], wrong(options));
const findContactPose = (options: unknown): unknown => contactPose(a, [1, 0, 0], b, [1, 0, 0], wrong(options));

export const derivativeRows: Record<string, Row[]> = {
  createDerivativeBatch: [
    [() => createDerivativeBatch(-1), RangeError, 'createDerivativeBatch: count is -1; give a whole number'],
  ],
  differentiateBatch: [
    [
      () => differentiateBatch({ shapes: [a], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1) }, Uint32Array.of(0, 1)),
      RangeError,
      'differentiateBatch: pairs[1] is 1; there are 1 bodies',
    ],
  ],
  differentiate: [
    [() => differentiate(wrong(1), {}, b, {}), TypeError, 'differentiate: a is 1; give a shape'],
    [() => differentiate(halfspace(), {}, halfspace(), {}), RangeError, 'differentiate: b is a Halfspace; both shapes'],
    [() => differentiate(a, {}, b, wrong(7)), TypeError, 'differentiate: poseB is 7; give'],
    [
      () => differentiate(a, Float64Array.of(Number.NaN, 0, 0, 0, 0, 0, 1), b, {}),
      RangeError,
      'differentiate: poseA[0] is NaN',
    ],
    [() => callWith(3), TypeError, 'differentiate: options is 3; give an object with any of estimator, noise'],
    [() => callWith({ epsilon: 1 }), TypeError, 'differentiate: options.epsilon is 1; there is no such option'],
    [
      () => callWith({ estimator: 'cauchy' }),
      RangeError,
      'differentiate: options.estimator is "cauchy"; give one of gumbel, gaussian, zeroth-order, finite-difference, exact',
    ],
    [() => callWith({ noise: 0 }), RangeError, 'differentiate: options.noise is 0; give a finite number above 0'],
    [() => callWith({ noise: '1' }), TypeError, 'differentiate: options.noise is "1"; give'],
    [
      () => callWith({ noiseOn: 'pose' }),
      RangeError,
      'differentiate: options.noiseOn is "pose"; give one of separation, normal',
    ],
    [
      () => callWith({ samples: 0 }),
      RangeError,
      'differentiate: options.samples is 0; give a whole number from 1 to 1000000',
    ],
    [
      () => callWith({ neighbors: -1 }),
      RangeError,
      'differentiate: options.neighbors is -1; give a whole number from 0 to',
    ],
    [
      () => callWith({ seed: 0.5 }),
      RangeError,
      'differentiate: options.seed is 0.5; give a whole number from 0 to 4294967295',
    ],
    [
      () => callWith({ sampling: 'sobol' }),
      RangeError,
      'differentiate: options.sampling is "sobol"; give one of antithetic',
    ],
    [
      () => callWith({ withRespectTo: 'c' }),
      RangeError,
      'differentiate: options.withRespectTo is "c"; give one of relative, a, b, both',
    ],
    [
      () => callWith({ result: {} }),
      TypeError,
      'differentiate: options.result is an object with keys ""; give a result of signed',
    ],
    [() => callWith({ result: growthDistance(a, {}, b, distantPose) }), TypeError, 'differentiate: options.result is'],
    [() => callWith({ result: penetration(a, {}, b, {}) }), TypeError, 'differentiate: options.result is'],
    [
      () => callWith({ result: distance(a, {}, b, {}) }),
      RangeError,
      'its normal is zero, as in results of distance() for overlapping shapes; give the result of signedDistance()',
    ],
    [() => reuseResult(), RangeError, 'Pair.differentiate: options.result is'],
    [
      () => new Pair(a, b).differentiate({}, {}, wrong({ noise: -1 })),
      RangeError,
      'Pair.differentiate: options.noise is -1; give',
    ],
  ],
  smoothedSupportHessian: [
    [() => smoothedSupportHessian(wrong(1), [0, 0, 1]), TypeError, 'smoothedSupportHessian: shape is 1; give a shape'],
    [
      () => smoothedSupportHessian(halfspace(), [0, 0, 1]),
      RangeError,
      'smoothedSupportHessian: shape is a Halfspace; it is unbounded',
    ],
    [() => smoothedSupportHessian(a, [0, 0]), TypeError, 'smoothedSupportHessian: direction is [0, 0]; give'],
    [
      () => smoothedSupportHessian(a, [0, 0, 0]),
      RangeError,
      'smoothedSupportHessian: direction is [0, 0, 0]; give a vector',
    ],
    [
      () => smoothHessian({ estimator: 'zeroth-order' }),
      RangeError,
      'smoothedSupportHessian: options.estimator is "zeroth-order"; give',
    ],
    [
      () => smoothHessian({ withRespectTo: 'a' }),
      TypeError,
      'smoothedSupportHessian: options.withRespectTo is "a"; there is no such option',
    ],
    [
      () => smoothHessian({ result: signedDistance(a, {}, b, {}) }),
      TypeError,
      'there is no such option; the options are estimator, noise, samples, neighbors, seed, sampling',
    ],
    [
      () => smoothHessian({ noiseOn: 'normal' }),
      TypeError,
      'smoothedSupportHessian: options.noiseOn is "normal"; there is no such option',
    ],
    [() => smoothHessian({ noise: Infinity }), RangeError, 'smoothedSupportHessian: options.noise is Infinity; give'],
  ],
  contactPose: [
    [() => contactPose(a, [0, 0, 0], wrong(0), [0, 0, 0]), TypeError, 'contactPose: b is 0; give a shape'],
    [() => contactPose(a, [0, 0], b, [0, 0, 0]), TypeError, 'contactPose: pointA is [0, 0]; give'],
    [() => contactPose(a, [0, 0, 0], b, wrong('x')), TypeError, 'contactPose: pointB is "x"; give'],
    [
      () => contactPose(a, [0.5, 0, 0], b, [1, 0, 0]),
      RangeError,
      'contactPose: pointA is [0.5, 0, 0]; it is 0.5 m inside; give a point on the surface',
    ],
    [
      () => contactPose(a, [1, 0, 0], b, [0, 0, 1.5]),
      RangeError,
      'contactPose: pointB is [0, 0, 1.5]; it is 0.5 m outside; give a point on the surface',
    ],
    [
      () => findContactPose({ withRespectTo: 'a' }),
      TypeError,
      'contactPose: options.withRespectTo is "a"; there is no such option',
    ],
    [() => findContactPose({ start: 5 }), TypeError, 'contactPose: options.start is 5; give'],
    [
      () => findContactPose({ maxIterations: -1 }),
      RangeError,
      'contactPose: options.maxIterations is -1; give a whole number',
    ],
    [() => findContactPose({ tolerance: -1 }), RangeError, 'contactPose: options.tolerance is -1; give a cost'],
    [() => findContactPose({ uphill: 1 }), TypeError, 'contactPose: options.uphill is 1; give true or false'],
    [() => findContactPose({ decay: 0 }), RangeError, 'contactPose: options.decay is 0; give a number above 0'],
    [() => findContactPose({ noise: 0 }), RangeError, 'contactPose: options.noise is 0; give'],
  ],
};
