import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import {
  compose,
  fromAxisAngle,
  inverse,
  type Pose,
  type PoseLike,
  quaternionOfAxes,
  readPose,
  transformPoint,
} from '../math/pose.ts';
import { cross, length, perpendicular, readVector, scale, subtract, type Vec3, type VectorLike } from '../math/vec3.ts';
import { checkPair } from '../proximity/check-pair.ts';
import { Pair } from '../proximity/pair.ts';
import { signedDistance } from '../proximity/penetration.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { copyOf } from '../query/result.ts';
import { point } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Derivatives } from './derivative.ts';
import { curvatureOptionNames, type DerivativeOptions, readDerivativeSettings } from './derivative-options.ts';
import { solveLeastSquares } from './least-squares.ts';

/**
 * Options of `contactPose`: the options of derivatives, except `withRespectTo` and `result`, and the options below. The default estimator here is
 * `'gumbel'`.
 */
export interface ContactPoseOptions extends Omit<DerivativeOptions, 'withRespectTo' | 'result'> {
  /** The initial pose of B in A's frame. Default: the two targets coincide, and the bodies touch there from outside. */
  readonly start?: PoseLike;
  /** The largest number of Gauss-Newton steps. Default 50. */
  readonly maxIterations?: number;
  /** Stop at this cost, in m². Default 1e-16 times the square of the smaller bounding radius, or 1e-16 m² if this is 0. */
  readonly tolerance?: number;
  /**
   * The factor by which the noise is multiplied after each step: large noise at first gets around corners, small noise at the end
   * is accurate. Default 0.92 for `'gumbel'` and `'gaussian'`, whose `noise` is 1 by default here, and 1 for the other estimators.
   * The default of `noiseOn` is `'normal'` here: touching bodies have no separation vector, and noise on it would stay at its upper
   * limit.
   */
  readonly decay?: number;
  /**
   * Whether the best of the long trial steps is taken if no trial step decreases the cost enough, to get around a corner; the lowest cost of all
   * steps is returned in any case. Default true for `'gumbel'` and `'gaussian'`, and false for the other estimators.
   */
  readonly uphill?: boolean;
}

/** The result of `contactPose`. */
export interface ContactPose {
  /** The final pose of B in A's frame. */
  readonly pose: Pose;
  /**
   * Half the sum of three squared distances, in m²: of each nearest point from its target, and of the two nearest points from each
   * other.
   */
  readonly cost: number;
  /** The initial cost, then the lowest cost so far after each step, in m². */
  readonly costs: readonly number[];
  /** Steps that were taken or tried. */
  readonly iterations: number;
  /** The cost is at most the tolerance. */
  readonly converged: boolean;
  /** The signed distance at the pose, with A at the origin. */
  readonly result: DistanceResult;
}

const atOrigin: Pose = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const optionNames = ['start', 'maxIterations', 'tolerance', 'decay', 'uphill'];
/** The largest number of trial steps of the line search; each is half as long as the one before. */
const mostTries = 30;
/** The first `longSteps` trial steps may increase the cost, to get around a corner. */
const longSteps = 6;
/** The fraction of the linear decrease that a step must achieve (Armijo). */
const leastFraction = 1e-4;
/** The largest distance of a target from the surface, relative to the smaller bounding radius. Points in files are rounded. */
const surfaceTolerance = 1e-3;
/** Signed distances at two initial poses that differ by less than this, relative to the smaller body's bounding radius, count as equal. */
const distanceTolerance = 1e-7;
/** Damping: the contact leaves degrees of freedom along which the normal equations are singular. */
const damping = 1e-10;

/**
 * Searches for a pose of B in A's frame at which the two shapes touch with `pointA` of A and `pointB` of B as their nearest points: for
 * example of a finger on an object, or a foot on the ground. Minimizes ½ (|p_A − `pointA`|² + |p_B − `pointB`|² + |p_A − p_B|²),
 * where p_A and p_B are the nearest or deepest points of the signed distance, by Gauss-Newton steps with a backtracking line
 * search (Montaut et al. 2023, (30)). Two points inside flat faces can only touch face to face, where the nearest points are not
 * unique; the cost then stays above zero.
 * @param pointA a point on A's surface, in A's frame, meters; its distance from the surface may be at most a thousandth of the
 * smaller bounding radius
 * @param pointB a point on B's surface, in B's frame, meters, with the same tolerance
 * @example
 * ```ts
 * const { pose, cost } = contactPose(box(1, 1, 1), [1, 1, 1], sphere(0.5), [0, 0, -0.5]);
 * ```
 */
export function contactPose(
  a: Shape,
  pointA: VectorLike,
  b: Shape,
  pointB: VectorLike,
  options: ContactPoseOptions = {},
): ContactPose {
  const where = 'contactPose';
  checkPair(where, a, b);
  const targetA = readVector(where, 'pointA', pointA);
  const targetB = readVector(where, 'pointB', pointB);
  const settings = readSettings(where, a, b, options);
  const outA = outwardDirections(where, 'pointA', targetA, a, settings.size);
  const outB = outwardDirections(where, 'pointB', targetB, b, settings.size);
  const search = new Search(a, targetA, b, targetB, settings);
  if (options.start === undefined) return search.run(search.initialPose(outA, outB));
  const start = new Float64Array(7);
  readPose(where, 'options.start', options.start, start, 0);
  return search.run(start);
}

interface SearchSettings {
  readonly derivative: DerivativeOptions;
  readonly goesUphill: boolean;
  readonly isRandom: boolean;
  readonly noise: number;
  readonly decay: number;
  readonly seed: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly size: number;
}

function readSettings(where: string, a: Shape, b: Shape, options: ContactPoseOptions): SearchSettings {
  checkOptions(where, 'options', options, [...curvatureOptionNames, ...optionNames]);
  const { start: _start, maxIterations = 50, tolerance, decay, uphill, ...given } = options;
  if (uphill !== undefined && typeof uphill !== 'boolean')
    throw wrongType(where, 'options.uphill', uphill, 'give true or false');
  const estimator = given.estimator ?? 'gumbel';
  const isSmoothed = estimator === 'gumbel' || estimator === 'gaussian';
  const smoothing = { noise: given.noise ?? 1, noiseOn: given.noiseOn ?? 'normal' };
  const derivative = { ...given, estimator, ...(isSmoothed && smoothing) };
  const { noise, seed } = readDerivativeSettings(where, derivative);
  const size = Math.min(a.boundingRadius, b.boundingRadius) || 1;
  const remedy = 'give a number above 0';
  return {
    derivative,
    goesUphill: uphill ?? isSmoothed,
    isRandom: estimator === 'gaussian' || estimator === 'zeroth-order',
    noise,
    seed,
    size,
    decay: checkNumber(where, 'options.decay', decay ?? (isSmoothed ? 0.92 : 1), remedy, 0, true),
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 0, 1e6),
    tolerance: checkNumber(
      where,
      'options.tolerance',
      tolerance ?? 1e-16 * size * size,
      'give a cost in m², finite and not negative',
      0,
    ),
  };
}

/**
 * Two outward directions of a shape at a target: the surface normal, and the direction from the center, which at a corner is usually
 * well inside the normal cone. Throws for a target off the surface: nearest points are on the surface, so no pose would reach the target.
 * Most likely the target was given in another frame.
 */
function outwardDirections(where: string, argument: string, target: Vec3, shape: Shape, size: number): Vec3[] {
  const { distance, normal } = signedDistance(shape, {}, point(), { position: target });
  if (Math.abs(distance) <= surfaceTolerance * size)
    return [normal, subtract(target, shape.center as Vec3)].filter((out) => length(out) > 0).map(unit);
  const side = distance < 0 ? 'inside' : 'outside';
  const remedy = `it is ${Math.abs(distance)} m ${side}; give a point on the surface, in the body's own frame`;
  throw outOfRange(where, argument, target, remedy);
}

/** The pose at which the targets coincide and B's outward direction is opposite to A's. */
function facingPose(targetA: Vec3, outA: Vec3, targetB: Vec3, outB: Vec3): Pose {
  const [x, y] = [perpendicular(outB), perpendicular(outA)];
  // Axes (outB, x, outB × x) go to (−outA, y, −outA × y).
  const into = scale(outA, -1);
  const turned = compose(
    { rotation: quaternionOfAxes(into, y, cross(into, y)) },
    inverse({ rotation: quaternionOfAxes(outB, x, cross(outB, x)) }),
  );
  const position = subtract(targetA, transformPoint(turned, targetB));
  return compose({ position }, turned);
}

function unit(v: Vec3): Vec3 {
  return scale(v, 1 / length(v));
}

/** A pose of the search, with its cost. */
interface Candidate {
  readonly pose: Pose;
  readonly cost: number;
  readonly result: DistanceResult;
}

class Search {
  private readonly pair: Pair;
  /** p_A − pointA in A's frame, p_B − pointB in B's frame, p_B − p_A in A's frame. */
  private readonly residuals = new Float64Array(9);
  /** The derivatives of the residuals with respect to B's twist, whose linear part is in units of `size`. */
  private readonly jacobian = new Float64Array(54);
  private readonly step = new Float64Array(6);

  constructor(
    a: Shape,
    private readonly targetA: Vec3,
    b: Shape,
    private readonly targetB: Vec3,
    private readonly settings: SearchSettings,
  ) {
    this.pair = new Pair(a, b);
    // Nearest points of curved bodies are accurate only to the square root of the tolerance.
    this.pair.setPenetration({ relativeTolerance: 1e-14 });
  }

  /**
   * The initial pose: the targets coincide, and the bodies face each other from outside. Coincident tangent planes separate convex
   * bodies, so two opposite normals give a contact. Of the candidate pairs of directions, the one with the largest signed distance
   * is used, and among equal distances the one with the lowest cost, because two corners may also touch tip to tip.
   */
  initialPose(outwardA: readonly Vec3[], outwardB: readonly Vec3[]): Pose {
    const { targetA, targetB, settings } = this;
    let best: Candidate | null = null;
    for (const outA of outwardA) {
      for (const outB of outwardB) {
        const candidate = this.candidateAt(facingPose(targetA, outA, targetB, outB));
        const gain = candidate.result.distance - (best?.result.distance ?? -Infinity);
        const isEqual = Math.abs(gain) <= distanceTolerance * settings.size;
        if (best === null || (isEqual ? candidate.cost < best.cost : gain > 0)) best = candidate;
      }
    }
    return best?.pose ?? atOrigin;
  }

  run(start: Pose): ContactPose {
    const { maxIterations, tolerance, isRandom, decay, noise } = this.settings;
    let candidate = this.candidateAt(start);
    let best = candidate;
    const costs = [candidate.cost];
    let iterations = 0;
    for (let strength = noise; iterations < maxIterations && best.cost > tolerance; strength *= decay) {
      const next = this.advance(candidate, strength, iterations++);
      candidate = next ?? candidate;
      if (candidate.cost < best.cost) best = candidate;
      costs.push(best.cost);
      // Repeating the same step would fail again.
      if (!next && decay === 1 && !isRandom) break;
    }
    const { pose, cost, result } = best;
    return { pose, cost, costs, iterations, converged: cost <= tolerance, result };
  }

  /** The result is stored, because a query from another start may find another of several pairs of nearest points. */
  private candidateAt(pose: Pose, cost = this.costAt(pose)): Candidate {
    return { pose, cost, result: copyOf(this.pair.result) };
  }

  private costAt(pose: Pose): number {
    this.readResiduals(this.pair.signedDistance(atOrigin, pose));
    return this.residuals.reduce((sum, r) => sum + r * r, 0) / 2;
  }

  private readResiduals({ localA, localB, pointA, pointB }: DistanceResult): void {
    for (let k = 0; k < 3; k++) {
      this.residuals[k] = localA[k] - this.targetA[k];
      this.residuals[3 + k] = localB[k] - this.targetB[k];
      this.residuals[6 + k] = pointB[k] - pointA[k];
    }
  }

  /**
   * One step, shortened until the cost decreases enough. If no trial step does this, the bodies are usually at a corner, and only the smoothed
   * derivative leads around the corner: with the option `uphill`, the best of the first `longSteps` trial steps is taken, even if the cost
   * rises. Without the option, returns null.
   */
  private advance({ pose, cost, result }: Candidate, noise: number, iteration: number): Candidate | null {
    const { derivative, goesUphill, seed, size, maxIterations } = this.settings;
    const options = { ...derivative, noise, seed: (seed * maxIterations + iteration) % 2 ** 32, result };
    this.readJacobian(pose, this.pair.differentiate(atOrigin, pose, options));
    this.readResiduals(result);
    const descentRate = solveLeastSquares(this.jacobian, this.residuals, damping, this.step);
    let uphill: Candidate | null = null;
    for (let attempt = 0, fraction = 1; attempt < mostTries; attempt++, fraction /= 2) {
      const [vx, vy, vz, wx, wy, wz] = this.step.map((x) => fraction * x);
      const angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
      const position: Vec3 = [size * vx, size * vy, size * vz];
      const next = compose(pose, angle > 0 ? fromAxisAngle([wx, wy, wz], angle, position) : { position });
      const nextCost = this.costAt(next);
      if (nextCost < cost && nextCost <= cost - leastFraction * fraction * descentRate)
        return this.candidateAt(next, nextCost);
      if (goesUphill && attempt < longSteps && nextCost < (uphill?.cost ?? Infinity))
        uphill = this.candidateAt(next, nextCost);
    }
    return uphill;
  }

  /** p_B in B's frame is y = Rᵀ(p_B − t): δy = Rᵀ δp_B − (v + ω × y). */
  private readJacobian(pose: Pose, { result, pointA, pointB, separation }: Derivatives): void {
    const { jacobian, settings } = this;
    const toB = inverse({ rotation: pose.subarray(3) });
    for (let column = 0; column < 6; column++) {
      const unitScale = column < 3 ? settings.size : 1;
      const inB = transformPoint(toB, [pointB[column], pointB[6 + column], pointB[12 + column]]);
      const axis: Vec3 = [0, 0, 0];
      axis[column % 3] = 1;
      const material = column < 3 ? axis : cross(axis, result.localB);
      for (let row = 0; row < 3; row++) {
        jacobian[6 * row + column] = unitScale * pointA[6 * row + column];
        jacobian[6 * (3 + row) + column] = unitScale * (inB[row] - material[row]);
        jacobian[6 * (6 + row) + column] = unitScale * separation[6 * row + column];
      }
    }
  }
}
