// Options and results of planners.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Model } from '../dynamics/model.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import type { RobotCell } from './cell.ts';
import type { MotionProof } from './motion.ts';
import { type ConfigurationLike, isList, readConfiguration } from './options.ts';

/**
 * The progress of a planner.
 * @example
 * ```ts
 * planMotion(cell, { start, goal, onProgress: ({ iterations, nodes }: PlanProgress) => console.log(iterations, nodes) });
 * ```
 */
export interface PlanProgress {
  /** Samples so far. */
  readonly iterations: number;
  /** Configurations in the trees or the roadmap. */
  readonly nodes: number;
  /** The length of the best path so far, in radians and meters; infinite until there is one. */
  readonly length: number;
  /** Seconds since the start. */
  readonly time: number;
}

/**
 * A configuration that a planner has added to a tree or to its roadmap. The arrays are valid only during the call of `onNode`.
 * @example
 * ```ts
 * planMotion(cell, { start, goal, onNode: ({ tree, q }: PlanNode) => console.log(tree, q.join(' ')) });
 * ```
 */
export interface PlanNode {
  /** The tree from the start, the tree from the goals, or the roadmap. */
  readonly tree: 'start' | 'goal' | 'roadmap';
  readonly q: Float64Array;
  /** The configuration of the tree from which a free motion leads to `q`; null in a roadmap, whose motions are tested later. */
  readonly parent: Float64Array | null;
}

/**
 * The name of a planner.
 * @example
 * ```ts
 * const planner: PlannerName = 'anytime';
 * ```
 */
export type PlannerName = 'rrt-connect' | 'rrt' | 'prm' | 'anytime';

/**
 * A goal of `planMotion`: configurations that bring a frame to a pose, found by inverse kinematics.
 * @example
 * ```ts
 * const goal: PoseGoal = { frame: 'hand', pose: { position: [0.4, 0, 0.5] } };
 * ```
 */
export interface PoseGoal {
  /** The name of a link, joint or frame. */
  readonly frame: string;
  /** Its pose in the world. */
  readonly pose: PoseLike;
  /** The largest number of free configurations that become goals. Default 4. */
  readonly solutions?: number;
  /** The largest number of starts of inverse kinematics. Default 50. */
  readonly starts?: number;
  /** The largest error of the position in meters, and of the orientation in radians. Default 1e-6. */
  readonly tolerance?: number;
}

/**
 * Options of `planMotion`.
 * @example
 * ```ts
 * const options: PlanOptions = { start, goal, seed: 1, timeLimit: 5 };
 * ```
 */
export interface PlanOptions {
  /** The first configuration. */
  readonly start: ConfigurationLike;
  /** The last configuration; or a list of configurations, one of which must be reached; or a pose of a frame. */
  readonly goal: ConfigurationLike | readonly ConfigurationLike[] | PoseGoal;
  /**
   * `'rrt-connect'` (the default): two trees, from the start and from the goal, that grow toward each other, with balanced sizes and dynamic
   * domains. `'rrt'`: one tree from the start. `'prm'`: a roadmap, lazily checked; for many queries use a `Roadmap`. `'anytime'`: makes the path
   * of `'rrt-connect'` shorter until the samples or the time are used up.
   */
  readonly planner?: PlannerName;
  /** A whole number from 0 to 2³² − 1. A plan is the same to the bit for the same seed, unless the time limit ends the search. Default 0. */
  readonly seed?: number;
  /** Seconds after which the search ends. Default 10. */
  readonly timeLimit?: number;
  /** The largest number of samples. Default 1,000,000. */
  readonly maxIterations?: number;
  /**
   * `'proven'` (the default): every motion of the plan has a proof. `'sampled'`: motions are only checked at `resolution` configurations per
   * unit of length, without a proof; obstacles between two samples can be missed.
   */
  readonly edges?: 'proven' | 'sampled';
  /** With `edges: 'sampled'`: samples per unit length of a motion, the length of a vector of joint coordinates. Default 32. */
  readonly resolution?: number;
  /** The longest motion that is added to a tree, as the length of a vector of joint coordinates, in radians and meters. Default 1. */
  readonly range?: number;
  /** An `AbortSignal`: when it is aborted, its reason is thrown. It is read at the start and about every 20 ms. */
  readonly signal?: { throwIfAborted(): void };
  /** Called about every 20 ms. If it throws, the search ends with this error. */
  readonly onProgress?: (progress: PlanProgress) => void;
  /**
   * Called for each configuration that is added to a tree or to the roadmap, but not for the start, the goals and the shortened paths of
   * `'anytime'`. If it throws, the search ends with this error.
   */
  readonly onNode?: (node: PlanNode) => void;
}

/**
 * The cost of a plan.
 * @example
 * ```ts
 * const { time, motions }: PlanStatistics = plan.statistics;
 * ```
 */
export interface PlanStatistics {
  /** Samples of the configuration space. */
  readonly iterations: number;
  /** Configurations in the trees or the roadmap. */
  readonly nodes: number;
  /** Motions that were tested. */
  readonly motions: number;
  /** Intervals of motions that were examined: each places the robot once. */
  readonly intervals: number;
  /** Configurations that were checked on their own. */
  readonly checks: number;
  /** The length of the path: the sum of the lengths of its motions, in radians and meters. */
  readonly length: number;
  /** Seconds. */
  readonly time: number;
}

/**
 * The result of `planMotion`, `simplify`, `smooth`, `optimize` and `roadmap.plan`.
 * @example
 * ```ts
 * const plan: Plan = planMotion(cell, { start, goal });
 * if (plan.status === 'failed') console.log(plan.reason);
 * ```
 */
export interface Plan {
  /** The cell of the plan. */
  readonly cell: RobotCell;
  readonly status: 'solved' | 'failed';
  /**
   * Why there is no plan: `'start'` or `'goal'` if that configuration is in contact or outside the limits, or no free configuration with
   * the goal's pose was found; `'time'` or `'iterations'` if a limit ended the search; `'changed'` if the cell has changed since
   * the plan was made, and a motion is no longer free; null if there is a plan.
   */
  readonly failure: 'start' | 'goal' | 'time' | 'iterations' | 'changed' | null;
  /** The failure in words, with the names of the pair in contact, its depth, or the joint; empty if there is a plan. */
  readonly reason: string;
  /**
   * The configurations from the start to the goal; empty if there is no plan. The last angle of a continuous joint may differ from the goal's by
   * whole turns.
   */
  readonly path: readonly Float64Array[];
  /**
   * The proof of each motion between two configurations of the path; empty if motions were only sampled. The `via` of a proof is the
   * control point of a curve, and null for a straight motion.
   */
  readonly proof: readonly MotionProof[];
  /** The samples per unit of length, if motions were only sampled; null if they are proven. */
  readonly resolution: number | null;
  readonly statistics: PlanStatistics;
}

/** A pose goal with all defaults filled in. */
export interface PoseTarget {
  readonly frame: string;
  readonly pose: Float64Array;
  readonly solutions: number;
  readonly starts: number;
  readonly tolerance: number;
}

export interface PlanSettings {
  readonly start: Float64Array;
  /** The configurations that are goals; empty if the goal is a pose. */
  readonly goals: readonly Float64Array[];
  readonly target: PoseTarget | null;
  readonly planner: PlannerName;
  readonly seed: number;
  readonly timeLimit: number;
  readonly maxIterations: number;
  readonly resolution: number | null;
  readonly range: number;
  readonly signal: PlanOptions['signal'];
  readonly onProgress: PlanOptions['onProgress'];
  readonly onNode: PlanOptions['onNode'];
}

const planners: readonly PlannerName[] = ['rrt-connect', 'rrt', 'prm', 'anytime'];
/** Samples per unit of length: as in VAMP (Thomason, Kingston and Kavraki 2024). */
const defaultResolution = 32;

const optionNames = [
  'start',
  'goal',
  'planner',
  'seed',
  'timeLimit',
  'maxIterations',
  'edges',
  'resolution',
  'range',
  'signal',
  'onProgress',
  'onNode',
];

export function readPlanOptions(where: string, model: Model, options: PlanOptions): PlanSettings {
  if (options === undefined) throw wrongType(where, 'options', options, 'give { start, goal }');
  checkOptions(where, 'options', options, optionNames);
  const { start, goal, planner = 'rrt-connect', seed = 0, timeLimit = 10, maxIterations = 1e6, range = 1 } = options;
  const first = readConfiguration(where, 'options.start', start, model).slice();
  const target = isPoseGoal(goal) ? readPoseGoal(where, model, goal) : null;
  const goals = target ? [] : readGoals(where, model, goal as ConfigurationLike | readonly ConfigurationLike[]);
  if (!planners.includes(planner))
    throw outOfRange(where, 'options.planner', planner, `give one of ${planners.join(', ')}`);
  checkInteger(where, 'options.seed', seed, 0, 0xffffffff);
  checkNumber(where, 'options.timeLimit', timeLimit, 'give seconds, finite and not negative', 0);
  checkInteger(where, 'options.maxIterations', maxIterations, 0, 1e9);
  const { edges = 'proven', resolution: given } = options;
  if (edges !== 'proven' && edges !== 'sampled')
    throw outOfRange(where, 'options.edges', edges, 'give one of proven, sampled');
  if (given !== undefined && edges === 'proven')
    throw outOfRange(where, 'options.resolution', given, "leave it out, or give edges: 'sampled'");
  const resolution = edges === 'sampled' ? (given ?? defaultResolution) : null;
  if (resolution !== null)
    checkNumber(
      where,
      'options.resolution',
      resolution,
      'give samples per unit of length, finite and positive',
      0,
      true,
    );
  checkNumber(where, 'options.range', range, 'give a length in joint coordinates, finite and positive', 0, true);
  const { signal, onProgress, onNode } = options;
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType(where, 'options.signal', signal, 'give an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  if (onNode !== undefined && typeof onNode !== 'function')
    throw wrongType(where, 'options.onNode', onNode, 'give a function, or leave it out');
  return {
    start: first,
    goals,
    target,
    planner,
    seed,
    timeLimit,
    maxIterations,
    resolution,
    range,
    signal,
    onProgress,
    onNode,
  };
}

function isPoseGoal(goal: PlanOptions['goal']): goal is PoseGoal {
  return typeof goal === 'object' && goal !== null && !ArrayBuffer.isView(goal) && !Array.isArray(goal);
}

function readGoals(
  where: string,
  model: Model,
  goal: ConfigurationLike | readonly ConfigurationLike[],
): Float64Array[] {
  // An array of numbers is one configuration.
  const goals = Array.isArray(goal) && !(isList(goal) && goal.length > 0) ? goal : [goal];
  if (goals.length === 0) throw outOfRange(where, 'options.goal', goal, 'give at least one configuration');
  return goals.map((each) => readConfiguration(where, 'options.goal', each, model).slice());
}

function readPoseGoal(where: string, model: Model, goal: PoseGoal): PoseTarget {
  checkOptions(where, 'options.goal', goal, ['frame', 'pose', 'solutions', 'starts', 'tolerance']);
  const { frame, solutions = 4, starts = 50, tolerance = 1e-6 } = goal;
  if (typeof frame !== 'string')
    throw wrongType(where, 'options.goal.frame', frame, 'give the name of a link, joint or frame');
  model.frame(where, frame);
  const pose = new Float64Array(7);
  readPose(where, 'options.goal.pose', goal.pose, pose, 0);
  checkInteger(where, 'options.goal.solutions', solutions, 1, 1e6);
  checkInteger(where, 'options.goal.starts', starts, 1, 1e9);
  checkNumber(where, 'options.goal.tolerance', tolerance, 'give meters and radians, finite and positive', 0, true);
  return { frame, pose, solutions, starts, tolerance };
}
