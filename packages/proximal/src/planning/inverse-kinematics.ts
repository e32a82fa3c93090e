// Inverse kinematics by the Levenberg–Marquardt method, from many starts.
//
// The error of a pose is six numbers: the position, and the rotation vector from the present to the target orientation, both in world axes. A
// rotation by 1 rad counts like a displacement of 1 m. With the frame's Jacobian J at its origin, a step solves (JᵀJ + μ D) δ = Jᵀ e, where D
// is the diagonal of JᵀJ, enlarged such that it is never zero. A coordinate at its limit that the step would push farther out is fixed
// (unless it wraps), and the step is solved again without it. A step is taken if it reduces the error; μ falls after a success and rises after a
// failure.
import { checkInteger, checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import { moveConfiguration } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import { fillJacobian } from '../dynamics/jacobian.ts';
import { placed, placeFrame, writePose } from '../dynamics/kinematics.ts';
import type { Frame, Model, ModelJoint } from '../dynamics/model.ts';
import { place } from '../dynamics/place.ts';
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import { Rng } from '../math/rng.ts';
import { writeRotationBetween } from '../math/rotation-vector.ts';
import { RobotCell } from './cell.ts';
import { type ConfigurationLike, readConfiguration } from './options.ts';
import { Space } from './space.ts';

/**
 * Options of `ik.solve`.
 * @example
 * ```ts
 * const options: InverseKinematicsOptions = { start: q, collisionFree: true };
 * ```
 */
export interface InverseKinematicsOptions {
  /** The first configuration from which the search starts. Default: a random one. */
  readonly start?: ConfigurationLike;
  /** The largest number of starts; all but the first are random, within the joint limits. Default 50. */
  readonly starts?: number;
  /** The seed of the random starts, a whole number from 0 to 2³² − 1. Default 0. */
  readonly seed?: number;
  /** The largest error of the position in meters, and of the orientation in radians. Default 1e-6. */
  readonly tolerance?: number;
  /** The largest number of iterations for each start. Default 60. */
  readonly maxIterations?: number;
  /** Whether the configuration must be free in the cell. Default false. */
  readonly collisionFree?: boolean;
}

/**
 * The result of `ik.solve`.
 * @example
 * ```ts
 * const { status, q }: InverseKinematicsResult = ik.solve(pose);
 * ```
 */
export interface InverseKinematicsResult {
  /** `'failed'`: no start led to a configuration within the tolerance that is also free, if `collisionFree` is set. */
  readonly status: 'solved' | 'failed';
  /** The solution; if the search failed, the configuration with the smallest error. */
  readonly q: Float64Array;
  /** The distance from the target position in meters, and the angle from the target orientation in radians. */
  readonly positionError: number;
  readonly rotationError: number;
  /** Why there is no solution; empty if there is one. */
  readonly reason: string;
  /** Starts and iterations that were used; in `solveMany`, the starts since the first search and the iterations since the last solution. */
  readonly starts: number;
  readonly iterations: number;
}

interface Settings {
  readonly start: Float64Array | undefined;
  readonly starts: number;
  readonly seed: number;
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly collisionFree: boolean;
}

const optionNames = ['start', 'starts', 'seed', 'tolerance', 'maxIterations', 'collisionFree'];
/** The first damping; and the largest, at which a search ends. */
const firstDamping = 1e-2;
const largestDamping = 1e6;
/** A step is slow if it leaves more than this fraction of the squared error. */
const slowFraction = 0.8;
/** The search from a start ends after this many slow steps in succession, which occur where limits prevent progress. */
const maxSlowSteps = 3;
/** A random start is the best of this many configurations: placing the robot takes only a fraction of an iteration. */
const startCandidates = 4;
const wholeTurn = 2 * Math.PI;
/** Limits allow a whole turn if they are at least 2π minus this angle apart, in radians: files give ±π with seven digits. */
const turnTolerance = 1e-5;
/** Solutions at a smaller distance from each other count as the same. */
const minDistance = 0.01;

/**
 * Configurations of a robot that bring a frame to a pose, within the joint limits, and free of contacts with `collisionFree`.
 * @example
 * ```ts
 * const ik = new InverseKinematics(cell, 'hand');
 * const { status, q } = ik.solve({ position: [0.4, 0, 0.5] }, { collisionFree: true });
 * ```
 */
export class InverseKinematics {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'InverseKinematics';

  private readonly model: Model;
  private readonly target: Frame;
  private readonly data: Data;
  private readonly space: Space;
  private readonly jacobian: Float64Array;
  /** JᵀJ and Jᵀe: the lower triangle by rows, and the vector. */
  private readonly product: Float64Array;
  private readonly slope: Float64Array;
  private readonly normalMatrix: Float64Array;
  private readonly step: Float64Array;
  private readonly isFixed: Uint8Array;
  /** The indices in q and v of coordinates that may have limits: the coordinates of joints without quaternions. */
  private readonly limitedQ: Int32Array;
  private readonly limitedV: Int32Array;
  /** For each of these coordinates, 1 if the limits allow a whole turn: beyond a limit the angle continues from the other limit. */
  private readonly wraps: Uint8Array;
  private readonly goal = new Float64Array(7);
  private readonly pose = new Float64Array(7);
  private readonly goalOrientation = this.goal.subarray(3);
  private readonly orientation = this.pose.subarray(3);
  /** The error at the configuration that was measured last. */
  private readonly error = new Float64Array(6);
  private readonly q: Float64Array;
  private readonly next: Float64Array;
  private iterations = 0;

  /** @param frame the name of a link, joint or frame */
  constructor(
    readonly cell: RobotCell,
    readonly frame: string,
  ) {
    const where = 'InverseKinematics';
    if (!(cell instanceof RobotCell)) throw wrongType(where, 'cell', cell, 'give a RobotCell');
    const { model } = cell;
    this.model = model;
    this.target = model.frame(where, frame);
    this.data = model.createData();
    this.space = new Space(model);
    this.jacobian = new Float64Array(6 * model.nv);
    this.product = new Float64Array(model.nv * model.nv);
    this.slope = new Float64Array(model.nv);
    this.normalMatrix = new Float64Array(model.nv * model.nv);
    this.step = new Float64Array(model.nv);
    this.isFixed = new Uint8Array(model.nv);
    const limited = model.joints.filter(({ mimic, nq, nv }) => !mimic && nq === nv);
    const indicesOf = (first: (joint: ModelJoint) => number): Int32Array =>
      Int32Array.from(limited.flatMap((joint) => Array.from({ length: joint.nv }, (_, k) => first(joint) + k)));
    this.limitedQ = indicesOf(({ q }) => q);
    this.limitedV = indicesOf(({ v }) => v);
    const { lower, upper } = model.limits;
    this.wraps = Uint8Array.from(
      limited.flatMap(({ kind, q, nv }) =>
        Array.from({ length: nv }, (_, k) =>
          kind === 'revolute' && upper[q + k] - lower[q + k] > wholeTurn - turnTolerance ? 1 : 0,
        ),
      ),
    );
    this.q = new Float64Array(model.nq);
    this.next = new Float64Array(model.nq);
  }

  /** Searches for a configuration at which the frame has the pose in the world. The same seed gives the same bits. */
  solve(pose: PoseLike, options?: InverseKinematicsOptions): InverseKinematicsResult {
    const where = 'InverseKinematics.solve';
    readPose(where, 'pose', pose, this.goal, 0);
    const settings = readOptions(where, this.model, options);
    return this.search(new Rng(settings.seed), settings, 0);
  }

  /**
   * Searches for up to `count` configurations at which the frame has the pose, at least 0.01 (radians or meters) apart. `starts` limits all
   * starts together.
   * @returns the solutions in the order in which they were found; empty if there are none
   */
  solveMany(pose: PoseLike, count: number, options?: InverseKinematicsOptions): InverseKinematicsResult[] {
    const where = 'InverseKinematics.solveMany';
    readPose(where, 'pose', pose, this.goal, 0);
    checkInteger(where, 'count', count, 1, 1e6);
    const settings = readOptions(where, this.model, options);
    const rng = new Rng(settings.seed);
    const found: InverseKinematicsResult[] = [];
    for (let used = 0; used < settings.starts && found.length < count; ) {
      const result = this.search(rng, settings, used);
      used = result.starts;
      const isNew = found.every(({ q }) => this.space.distance(q, result.q) > minDistance);
      if (result.status === 'solved' && isNew) found.push(result);
    }
    return found;
  }

  /** Continues with start number `first` until there is a solution or no start is left. */
  private search(rng: Rng, settings: Settings, first: number): InverseKinematicsResult {
    const { q, cell } = this;
    const best = new Float64Array(q.length);
    let [least, position, rotation, blocked] = [Infinity, Infinity, Infinity, 0];
    this.iterations = 0;
    for (let start = first; start < settings.starts; start++) {
      if (start === 0 && settings.start) q.set(settings.start);
      else this.chooseStart(rng);
      const squared = this.descend(settings);
      const error = [this.size(0), this.size(3)];
      const isReached = error[0] <= settings.tolerance && error[1] <= settings.tolerance;
      const isBlocked = isReached && settings.collisionFree && !cell.checker.isFree(q);
      if (squared < least) {
        least = squared;
        best.set(q);
        [position, rotation] = error;
      }
      if (isReached && !isBlocked) return this.result('solved', q.slice(), error, '', start + 1);
      if (isBlocked) blocked++;
    }
    const { starts } = settings;
    const reason =
      blocked > 0
        ? `${blocked} of ${starts} starts reached the pose, all in contact`
        : `none of ${starts} starts reached the pose; the nearest is ${position} m and ${rotation} rad away`;
    return this.result('failed', best, [position, rotation], reason, starts);
  }

  private result(
    status: 'solved' | 'failed',
    q: Float64Array,
    [positionError, rotationError]: readonly number[],
    reason: string,
    starts: number,
  ): InverseKinematicsResult {
    return { status, q, positionError, rotationError, reason, starts, iterations: this.iterations };
  }

  /** The length of three numbers of the error, from index `at`: the error of the position (0) or the rotation (3). */
  private size(at: number): number {
    const { error } = this;
    return Math.sqrt(error[at] ** 2 + error[at + 1] ** 2 + error[at + 2] ** 2);
  }

  /** Draws several random configurations, and sets `q` to the one with the smallest error. */
  private chooseStart(rng: Rng): void {
    const { q, next, space } = this;
    let least = Infinity;
    for (let k = 0; k < startCandidates; k++) {
      space.sample(rng, next);
      const squared = this.measure(next);
      if (k > 0 && !(squared < least)) continue;
      least = squared;
      q.set(next);
    }
  }

  /** Iterates from `q` until the error is small, steps hardly reduce it, or a limit is reached. Returns the squared error at `q`. */
  private descend({ tolerance, maxIterations }: Settings): number {
    const { q, next } = this;
    let damping = firstDamping;
    let slowSteps = 0;
    let squared = this.measure(q);
    for (let k = 0; k < maxIterations && damping < largestDamping && slowSteps < maxSlowSteps; k++) {
      // Converged: the norm of the error is at most half the tolerance.
      if (squared <= (tolerance * tolerance) / 4) break;
      this.iterations++;
      this.linearize();
      let isBetter = false;
      while (!isBetter && damping < largestDamping) {
        this.solveStep(damping);
        this.advance();
        const nextSquared = this.measure(next);
        isBetter = nextSquared < squared;
        damping *= isBetter ? 0.2 : 5;
        if (!isBetter) continue;
        slowSteps = nextSquared > slowFraction * squared ? slowSteps + 1 : 0;
        squared = nextSquared;
        q.set(next);
      }
    }
    return this.measure(q);
  }

  /** Places the robot, and writes the error of the frame. Returns its squared norm. */
  private measure(q: Float64Array): number {
    const { model, data, pose, goal, error } = this;
    place(model, data, q);
    placeFrame(model, data, this.target);
    for (let k = 0; k < 3; k++) error[k] = goal[k] - placed[12 + k];
    writePose(pose, 0);
    writeRotationBetween(this.orientation, this.goalOrientation, error, 3);
    let squared = 0;
    for (let k = 0; k < 6; k++) squared += error[k] * error[k];
    return squared;
  }

  /** Writes the damped step for the Jacobian and the error at `q`, without coordinates that it would push out of their limits. */
  private solveStep(damping: number): void {
    const { step, isFixed, model, limitedQ, limitedV, wraps } = this;
    isFixed.fill(0);
    for (let round = 0; round <= model.nv; round++) {
      this.solveFree(damping);
      let isPushed = false;
      for (let k = 0; k < limitedQ.length; k++) {
        const v = limitedV[k];
        if (isFixed[v] === 1 || wraps[k] === 1 || !this.isPushedOut(limitedQ[k], step[v])) continue;
        isFixed[v] = 1;
        isPushed = true;
      }
      if (!isPushed) return;
    }
  }

  private isPushedOut(at: number, change: number): boolean {
    const { lower, upper } = this.model.limits;
    return (change > 0 && this.q[at] >= upper[at]) || (change < 0 && this.q[at] <= lower[at]);
  }

  /** Computes JᵀJ and Jᵀe at `q`, where the robot was placed last. */
  private linearize(): void {
    const { jacobian: j, product, slope, error, model } = this;
    const { nv } = model;
    fillJacobian(model, this.data, this.target, 'local-world-aligned', j);
    for (let a = 0; a < nv; a++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += j[k * nv + a] * error[k];
      slope[a] = sum;
      for (let b = 0; b <= a; b++) {
        sum = 0;
        for (let k = 0; k < 6; k++) sum += j[k * nv + a] * j[k * nv + b];
        product[a * nv + b] = sum;
      }
    }
  }

  /** Solves for the step of the coordinates that are not fixed. */
  private solveFree(damping: number): void {
    const { product, slope, normalMatrix, step, isFixed } = this;
    const { nv } = this.model;
    for (let a = 0; a < nv; a++) {
      step[a] = isFixed[a] === 1 ? 0 : slope[a];
      for (let b = 0; b < a; b++)
        normalMatrix[a * nv + b] = isFixed[a] === 1 || isFixed[b] === 1 ? 0 : product[a * nv + b];
      const diagonal = product[a * nv + a];
      normalMatrix[a * nv + a] = isFixed[a] === 1 ? 1 : diagonal + damping * (diagonal + 1e-3);
    }
    if (factorize(normalMatrix, nv) >= 0) step.fill(0);
    else solveFactorized(normalMatrix, nv, step);
  }

  /** Writes q ⊕ step, within the limits, to `next`. */
  private advance(): void {
    const { model, q, next, step, limitedQ, wraps } = this;
    const { lower, upper } = model.limits;
    moveConfiguration(model, q, step, next);
    for (let k = 0; k < limitedQ.length; k++) {
      const at = limitedQ[k];
      if (wraps[k] === 1) {
        if (next[at] > upper[at]) next[at] -= wholeTurn * Math.ceil((next[at] - upper[at]) / wholeTurn);
        else if (next[at] < lower[at]) next[at] += wholeTurn * Math.ceil((lower[at] - next[at]) / wholeTurn);
      }
      next[at] = Math.max(lower[at], Math.min(upper[at], next[at]));
    }
  }
}

function readOptions(where: string, model: Model, options: InverseKinematicsOptions = {}): Settings {
  checkOptions(where, 'options', options, optionNames);
  const { start, starts = 50, seed = 0, tolerance = 1e-6, maxIterations = 60, collisionFree = false } = options;
  const first = start === undefined ? undefined : readConfiguration(where, 'options.start', start, model);
  checkInteger(where, 'options.starts', starts, 1, 1e9);
  checkInteger(where, 'options.seed', seed, 0, 0xffffffff);
  checkNumber(where, 'options.tolerance', tolerance, 'give meters and radians, finite and positive', 0, true);
  checkInteger(where, 'options.maxIterations', maxIterations, 1, 1e6);
  if (typeof collisionFree !== 'boolean')
    throw wrongType(where, 'options.collisionFree', collisionFree, 'give true or false');
  return { start: first, starts, seed, tolerance, maxIterations, collisionFree };
}
