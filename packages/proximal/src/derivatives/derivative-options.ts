import { checkInteger, checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import {
  ESTIMATOR_EXACT,
  ESTIMATOR_FINITE_DIFFERENCE,
  ESTIMATOR_GAUSSIAN,
  ESTIMATOR_GUMBEL,
  ESTIMATOR_ZEROTH_ORDER,
  NOISE_ON_NORMAL,
  NOISE_ON_SEPARATION,
  RESPECT_A,
  RESPECT_B,
  RESPECT_BOTH,
  RESPECT_RELATIVE,
} from '../engine/layout.ts';
import { checkDistanceResult } from '../proximity/copy-result.ts';
import type { DistanceResult } from '../proximity/result.ts';

/**
 * The code of each estimator in the kernel, and its default noise and number of samples. Noise 0 stands for noise that is large enough to smooth the
 * facets. 24 is a multiple of four, because each direction comes with its quarter turns unless `sampling` is `'plain'`. Table I of Montaut et al.
 * 2023 has 1e-4 for Gumbel and 1e-3 for Gaussian noise on the separation, which smooths only near contact, and 1e-2 on the pose; on meshes, few
 * samples with so little noise give a larger error than no smoothing. On smooth bodies, 50 samples have the same error with 0.3 as with 1e-2.
 */
const estimators = {
  gumbel: { code: ESTIMATOR_GUMBEL, noise: 0, samples: 24 },
  gaussian: { code: ESTIMATOR_GAUSSIAN, noise: 0, samples: 24 },
  'zeroth-order': { code: ESTIMATOR_ZEROTH_ORDER, noise: 0.3, samples: 50 },
  'finite-difference': { code: ESTIMATOR_FINITE_DIFFERENCE, noise: 1e-6, samples: 0 },
  exact: { code: ESTIMATOR_EXACT, noise: 1, samples: 0 },
} as const;

/** The method for derivatives: see `DerivativeOptions`. */
export type Estimator = keyof typeof estimators;

const noiseTargets = { separation: NOISE_ON_SEPARATION, normal: NOISE_ON_NORMAL } as const;

/** The vector to which the smoothing estimators add noise: see `DerivativeOptions`. */
export type NoiseOn = keyof typeof noiseTargets;

const motions = { relative: RESPECT_RELATIVE, a: RESPECT_A, b: RESPECT_B, both: RESPECT_BOTH } as const;

/** The motion by which a query is differentiated: see `DerivativeOptions`. */
export type WithRespectTo = keyof typeof motions;

/** Options of a derivative. */
export interface DerivativeOptions {
  /**
   * - `'gaussian'` (the default): implicit differentiation, with the curvature of each shape from support points along noisy directions. Smooth
   *   shapes keep their exact curvature unless a noise is given.
   * - `'gumbel'`: the same at about half the cost. The curvature of polytopes comes from a soft-max over the vertices near the support vertex;
   *   strictly convex shapes keep their exact curvature, and other shapes use Gaussian noise.
   * - `'zeroth-order'`: queries at noisy poses.
   * - `'finite-difference'`: twelve queries at nearby poses.
   * - `'exact'`: the true derivative where it exists, which for polytopes does not reflect neighboring features; elsewhere the derivative of one
   *   pair of touching features.
   */
  readonly estimator?: Estimator;
  /**
   * The strength of the smoothing, a number without unit. For `'gaussian'` and `'gumbel'` it is noise on the separation vector
   * `pointB − pointA` or on the unit normal: see `noiseOn`. For `'zeroth-order'` (default 0.3), and as the step of `'finite-difference'`
   * (default 1e-6), it applies to the pose: translations relative to the smaller body's bounding radius, rotations in radians.
   *
   * By default, the noise of `'gaussian'` and `'gumbel'` is large enough to smooth the facets, at any distance and scale, and the result is
   * divided by the factor by which this smoothing reduces the curvature of a ball. The standard deviation of Gaussian noise is then 4/√N rad
   * for N vertices, at most 1 rad, and 0.5 rad without vertices, on the normals of the body scaled to equal extents. The temperature of the
   * soft-max is ¾ of the difference between the support value and the heights of the neighboring vertices. The derivatives of points and normal
   * by `'gaussian'` are then the derivatives for the smoothed bodies at their nearest points, unless `noiseOn` is `'normal'`.
   */
  readonly noise?: number;
  /**
   * The vector to which a given `noise` of `'gumbel'` or `'gaussian'` applies. Let r be the smaller body's bounding radius and R the
   * polytope's bounding radius.
   * - `'separation'` (the default), as in (26) to (28) of Montaut et al. 2023: Gaussian noise of noise · r in meters, and a temperature of
   *   noise · r · R in m². On the unit normal this is noise · r / |distance|: the smoothing grows as the bodies approach, up to the default
   *   angle or temperature.
   * - `'normal'`: noise on the unit normal at every distance, in radians, and a temperature of noise · R in meters. Without a given noise,
   *   the default noise about the pair's normal.
   */
  readonly noiseOn?: NoiseOn;
  /**
   * Queries of `'zeroth-order'` (default 50), or support points of each shape whose curvature comes from Gaussian noise (default 24; rounded up to a
   * multiple of four with `'antithetic'` sampling).
   */
  readonly samples?: number;
  /** The soft-max includes the vertices up to this many edges from the support vertex: n_l of Montaut et al. 2023. Default 2. */
  readonly neighbors?: number;
  /** The seed of the random numbers: a whole number from 0 to 2³² − 1. Equal seeds give equal bits. Default 0. */
  readonly seed?: number;
  /**
   * `'antithetic'` (the default): every sample comes with its mirror image, and directions with their quarter turns, which keeps
   * the mean and removes most of the variance. `'plain'`: independent samples, as in Montaut et al. 2023.
   */
  readonly sampling?: 'antithetic' | 'plain';
  /**
   * The moving body. It moves by a twist (v, ω) in its own frame, linear part first: position + R v, rotation ⊗ exp(ω).
   * `'relative'` (the default): B relative to A, with points and normal in A's frame. `'a'`, `'b'`: one body; `'both'`: A, then
   * B, in twelve columns. For these three, points and normal are in world coordinates.
   */
  readonly withRespectTo?: WithRespectTo;
  /**
   * The result of `signedDistance` for the same shapes and poses, which saves the query. `differentiable` then does not detect
   * several equal depths of an overlap. A result of `distance` is accepted if the shapes do not overlap.
   */
  readonly result?: DistanceResult;
}

/** All options except `withRespectTo` and `result`. */
export const curvatureOptionNames = ['estimator', 'noise', 'noiseOn', 'samples', 'neighbors', 'seed', 'sampling'];
const optionNames = [...curvatureOptionNames, 'withRespectTo', 'result'];

/** Validated options, in the kernel's form. */
export interface DerivativeSettings {
  readonly estimator: number;
  /** 0: large enough to smooth the facets. */
  readonly noise: number;
  readonly noiseOn: number;
  readonly samples: number;
  readonly neighbors: number;
  readonly seed: number;
  readonly isAntithetic: boolean;
  readonly withRespectTo: number;
  /** Columns of the Jacobians. */
  readonly columns: number;
  readonly result: DistanceResult | undefined;
}

export function readDerivativeSettings(where: string, options: DerivativeOptions | undefined): DerivativeSettings {
  checkOptions(where, 'options', options, optionNames);
  const given = options ?? {};
  const { estimator = 'gaussian', noiseOn = 'separation', sampling = 'antithetic', result } = given;
  const { code, noise, samples } = choose(where, 'estimator', estimator, estimators);
  if (sampling !== 'antithetic' && sampling !== 'plain')
    throw outOfRange(where, 'options.sampling', sampling, 'give one of antithetic, plain');
  if (result !== undefined) checkDistanceResult(where, 'options.result', result);
  const motion = choose(where, 'withRespectTo', given.withRespectTo ?? 'relative', motions);
  return {
    estimator: code,
    noise:
      given.noise === undefined
        ? noise
        : checkNumber(where, 'options.noise', given.noise, 'give a finite number above 0', 0, true),
    noiseOn: choose(where, 'noiseOn', noiseOn, noiseTargets),
    samples: checkInteger(where, 'options.samples', given.samples ?? samples, given.samples === undefined ? 0 : 1, 1e6),
    neighbors: checkInteger(where, 'options.neighbors', given.neighbors ?? 2, 0, 1000),
    seed: checkInteger(where, 'options.seed', given.seed ?? 0, 0, 0xffffffff),
    isAntithetic: sampling === 'antithetic',
    withRespectTo: motion,
    columns: motion === RESPECT_BOTH ? 12 : 6,
    result,
  };
}

function choose<Choices extends object>(
  where: string,
  name: string,
  value: keyof Choices,
  choices: Choices,
): Choices[keyof Choices] {
  if (Object.hasOwn(choices, value)) return choices[value];
  throw outOfRange(where, `options.${name}`, value, `give one of ${Object.keys(choices).join(', ')}`);
}
