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
 * What each estimator is called in the kernel, and the noise and samples that it takes by default. Noise 0: as much as levels the
 * facets. Directions come in fours. The paper's Table I has 1e-4 for Gumbel and 1e-3 for Gaussian noise on the separation, which
 * smooths nothing but contacts, and 1e-2 on the pose, where few samples on meshes are farther off than no smoothing; on smooth
 * bodies 50 of them err as much by 0.3.
 */
const estimators = {
  gumbel: { code: ESTIMATOR_GUMBEL, noise: 0, samples: 24 },
  gaussian: { code: ESTIMATOR_GAUSSIAN, noise: 0, samples: 24 },
  'zeroth-order': { code: ESTIMATOR_ZEROTH_ORDER, noise: 0.3, samples: 50 },
  'finite-difference': { code: ESTIMATOR_FINITE_DIFFERENCE, noise: 1e-6, samples: 0 },
  exact: { code: ESTIMATOR_EXACT, noise: 1, samples: 0 },
} as const;

/** How derivatives are found: see `DerivativeOptions`. */
export type Estimator = keyof typeof estimators;

const noisePlaces = { separation: NOISE_ON_SEPARATION, normal: NOISE_ON_NORMAL } as const;

/** What the noise of the smoothing estimators is added to: see `DerivativeOptions`. */
export type NoiseOn = keyof typeof noisePlaces;

const respects = { relative: RESPECT_RELATIVE, a: RESPECT_A, b: RESPECT_B, both: RESPECT_BOTH } as const;

/** Which motion a derivative is taken along: see `DerivativeOptions`. */
export type WithRespectTo = keyof typeof respects;

/** Options of a derivative. */
export interface DerivativeOptions {
  /**
   * `'gaussian'` (the default): implicit differentiation, with the curvature of each shape from support points along noisy
   * directions; what is smooth already keeps its own unless a noise is given. `'gumbel'`: the same, at about half the cost, with
   * the curvature of polytopes from a soft-max over the vertices near the farthest one; strictly convex shapes keep their own,
   * the rest takes Gaussian noise. `'zeroth-order'`: queries at noisy poses. `'finite-difference'`: twelve queries at nearby
   * poses. `'exact'`: the true derivative where it exists, which on polytopes says nothing about what is around the corner;
   * elsewhere that of one of the pairs of features in contact.
   */
  readonly estimator?: Estimator;
  /**
   * How far the smoothing reaches. Default for `'gaussian'` and `'gumbel'`: as far as levels the facets, at any distance and
   * scale, with what that leaves of a ball's curvature divided out. For Gaussian noise that is 4/√N rad, at most 1, for N
   * vertices, 0.5 rad without any, on the normals of the body stretched to be as thick as it is wide; for the soft-max a
   * temperature of ¾ of how much less far than the farthest vertex its neighbors reach along the normal. With `'gaussian'` the
   * derivative of points and normal is then that of the smoothed bodies where they are nearest, unless `noiseOn` is `'normal'`.
   *
   * For these two, a number is noise on the separation vector `pointB − pointA` or on the unit normal: see `noiseOn`. For
   * `'zeroth-order'` (default 0.3) and as the step of `'finite-difference'` (default 1e-6) it is on the pose: translations relative to
   * the smaller body's bounding radius, rotations in radians.
   */
  readonly noise?: number;
  /**
   * What a `noise` that is given for `'gumbel'` or `'gaussian'` is on. `'separation'` (the default), as in the paper's (26) to (28):
   * relative to the smaller body's bounding radius r, so in meters it is noise · r, and the temperature noise · r · R in m², R being
   * the polytope's bounding radius. On the unit normal that is noise · r / |distance|: the closer the bodies, the smoother, up to the angle
   * or temperature that is the default. `'normal'`: on the unit normal at every distance, in radians, the temperature being noise · R in
   * meters; without a number, the default, but along the pair's own normal.
   */
  readonly noiseOn?: NoiseOn;
  /** Queries of `'zeroth-order'` (default 50), or support points of each shape for `'gaussian'` (default 24). */
  readonly samples?: number;
  /** How many edges away from the farthest vertex the soft-max reaches: the paper's n_l. Default 2. */
  readonly neighbors?: number;
  /** Of the random numbers: a whole number from 0 to 2³² − 1. Equal seeds give equal bits. Default 0. */
  readonly seed?: number;
  /**
   * `'antithetic'` (the default): every sample comes with its mirror image, and directions with their quarter turns, which leaves the mean
   * as it is and takes most of the variance. `'plain'`: as the paper prints it.
   */
  readonly sampling?: 'antithetic' | 'plain';
  /**
   * What moves, by a twist (v, ω) in its own frame, linear part first: position + R v, rotation ⊗ exp(ω). `'relative'` (the
   * default): B as seen from A, with points and normal in A's frame, too. `'a'`, `'b'`: one body, and `'both'`: A, then B, in twelve
   * columns; points and normal in world coordinates.
   */
  readonly withRespectTo?: WithRespectTo;
  /**
   * The answer of `signedDistance` for the same shapes and poses. It saves the query; but that several ways out of an overlap may be
   * equally short is then not noticed in `differentiable`. That of `distance` will do as long as the shapes do not overlap.
   */
  readonly result?: DistanceResult;
}

/** What says how curvature is found; the other two, what is differentiated. */
export const curvatureNames = ['estimator', 'noise', 'noiseOn', 'samples', 'neighbors', 'seed', 'sampling'];
const names = [...curvatureNames, 'withRespectTo', 'result'];

/** Options after the check, as they are written to the kernel. */
export interface DerivativeSettings {
  readonly estimator: number;
  /** 0: as much as levels the facets. */
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
  checkOptions(where, 'options', options, names);
  const given = options ?? {};
  const { estimator = 'gaussian', noiseOn = 'separation', sampling = 'antithetic', result } = given;
  const { code, noise, samples } = choose(where, 'estimator', estimator, estimators);
  if (sampling !== 'antithetic' && sampling !== 'plain')
    throw outOfRange(where, 'options.sampling', sampling, 'give one of antithetic, plain');
  if (result !== undefined) checkDistanceResult(where, 'options.result', result);
  const respect = choose(where, 'withRespectTo', given.withRespectTo ?? 'relative', respects);
  return {
    estimator: code,
    noise:
      given.noise === undefined
        ? noise
        : checkNumber(where, 'options.noise', given.noise, 'give a finite number above 0', 0, true),
    noiseOn: choose(where, 'noiseOn', noiseOn, noisePlaces),
    samples: checkInteger(where, 'options.samples', given.samples ?? samples, given.samples === undefined ? 0 : 1, 1e6),
    neighbors: checkInteger(where, 'options.neighbors', given.neighbors ?? 2, 0, 1000),
    seed: checkInteger(where, 'options.seed', given.seed ?? 0, 0, 0xffffffff),
    isAntithetic: sampling === 'antithetic',
    withRespectTo: respect,
    columns: respect === RESPECT_BOTH ? 12 : 6,
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
