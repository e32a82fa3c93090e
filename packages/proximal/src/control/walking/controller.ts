import { checkNumber, outOfRange, wrongType } from '../../check/argument.ts';
import { checkConfiguration, checkVector } from '../../dynamics/check-arguments.ts';
import { massMatrix } from '../../dynamics/crba.ts';
import type { Model } from '../../dynamics/model.ts';
import { hypot } from '../../math/hypot.ts';
import type { QpSolution } from '../../qp/solution.ts';
import type { ControllerInput } from '../controller.ts';
import { CentroidalMpc } from './centroidal-mpc.ts';
import { Footsteps } from './footsteps.ts';
import { Gait } from './gait.ts';
import { findLegs, findPosture } from './legs.ts';
import { RobotMotion } from './motion.ts';
import { fillMpcInput } from './mpc-input.ts';
import {
  readVelocity,
  readWalkingOptions,
  type WalkingOptions,
  type WalkingSettings,
  type WalkingVelocity,
} from './options.ts';
import { Tracking } from './tracking.ts';
import { WholeBody } from './whole-body.ts';

/** The base counts as at rest below this horizontal speed, in m/s. */
const restSpeed = 0.1;

/**
 * What a walking controller did at its last step. Later steps overwrite some of its arrays.
 * @example
 * ```ts
 * const { stance, forces, mpc }: WalkingReport = controller.report;
 * ```
 */
export interface WalkingReport {
  /** The commanded velocity. */
  readonly velocity: WalkingVelocity;
  /** Whether each foot is to be on the ground. */
  readonly stance: readonly boolean[];
  /** The desired positions of the centers of the feet in the world, three numbers each, in meters. */
  readonly feet: Float64Array;
  /** The desired forces of the ground on the feet, in world coordinates, three numbers each, in N. */
  readonly forces: Float64Array;
  /** The desired joint coordinates and velocities, which the motors follow: nq and nv numbers. */
  readonly jointTargets: Float64Array;
  readonly jointVelocities: Float64Array;
  /** The feedforward torques of the motors, without the torques of their stiffness and damping: nv numbers, in N m. */
  readonly feedForward: Float64Array;
  /** The solution of the last quadratic program of the MPC; null before the first step. */
  readonly mpc: QpSolution | null;
  /** The number of programs of the MPC solved so far. */
  readonly mpcCount: number;
  /** The solution of the last quadratic program of the whole-body controller; null before the first step with a foot on the ground. */
  readonly wholeBody: QpSolution | null;
  /** The estimated height of the ground, in meters; NaN before the first step. */
  readonly ground: number;
}

/**
 * The reactive walking controller of Léziart et al. (ICRA 2021) for quadrupeds: a trot, footsteps that follow the velocity, model predictive
 * control of the forces, and a whole-body controller that turns them into torques. See `createWalkingController`.
 * @example
 * ```ts
 * const controller: WalkingController = createWalkingController(model);
 * controller.setVelocity([0.3, 0, 0]);
 * const torques = controller.control({ q, v, time: 0 });
 * ```
 */
export class WalkingController {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'WalkingController';

  /** The configuration in which the robot stands, with its base at the reference height and its feet on the plane z = 0. */
  readonly posture: Float64Array;
  private readonly motion: RobotMotion;
  private readonly gait: Gait;
  private readonly footsteps: Footsteps;
  private readonly mpc: CentroidalMpc;
  private readonly tracking: Tracking;
  private readonly wholeBody: WholeBody;
  private command: (time: number) => WalkingVelocity;
  private velocity: WalkingVelocity = [0, 0, 0];
  private lastTick = -1;
  private mpcCount = 0;
  private mpcSolution: QpSolution | null = null;
  private readonly desiredForces: Float64Array;
  private readonly jointTargets: Float64Array;
  private readonly jointVelocities: Float64Array;
  private readonly torques: Float64Array;

  /** @internal */
  constructor(
    private readonly model: Model,
    private readonly settings: WalkingSettings,
    velocity: WalkingOptions['velocity'],
  ) {
    const legs = findLegs(model, settings);
    const data = model.createData();
    this.posture = findPosture(model, legs, settings);
    this.motion = new RobotMotion(model, data, legs);
    this.gait = new Gait(settings.period, legs.length);
    this.footsteps = new Footsteps(this.motion, this.gait, settings);
    const mass = massMatrix(model, data, this.posture)[0];
    this.mpc = new CentroidalMpc(settings, settings.mass ?? mass, legs.length);
    this.tracking = new Tracking(this.motion);
    this.wholeBody = new WholeBody(model, data, settings, legs.length);
    this.desiredForces = new Float64Array(3 * legs.length);
    this.jointTargets = this.posture.slice();
    this.jointVelocities = new Float64Array(model.nv);
    this.torques = new Float64Array(model.nv);
    this.command = readCommand('createWalkingController', 'options.velocity', velocity ?? [0, 0, 0]);
  }

  /** Replaces the commanded velocity, from the next step on. */
  setVelocity(velocity: WalkingVelocity | ((time: number) => WalkingVelocity)): void {
    this.command = readCommand('WalkingController.setVelocity', 'velocity', velocity);
  }

  /** Resets the controller: it can begin again from any state and time. */
  reset(): void {
    this.lastTick = -1;
    this.mpcCount = 0;
    this.mpcSolution = null;
    this.footsteps.reset();
    this.gait.reset();
    this.mpc.reset();
    this.wholeBody.reset();
  }

  /** What the controller did at its last step. */
  get report(): WalkingReport {
    const { velocity, footsteps, jointTargets, jointVelocities, mpcCount, wholeBody } = this;
    const { stance, swing, ground } = footsteps;
    return {
      velocity,
      stance: stance.slice(),
      feet: Float64Array.from({ length: 3 * stance.length }, (_, k) => swing[3 * k]),
      forces: wholeBody.forces,
      jointTargets,
      jointVelocities,
      feedForward: wholeBody.torques,
      mpc: this.mpcSolution,
      mpcCount,
      wholeBody: wholeBody.solution ?? null,
      ground,
    };
  }

  /**
   * A `Controller`, for `runController` and `controlledStep`. It returns the torques of the joints, nv numbers with zeros for the base, in an
   * array that the next call overwrites. The whole-body controller runs at multiples of `controlStep`, the MPC at multiples of `mpcStep`, and both at
   * the first call; the motors' stiffness and damping act at every call. The input has `q` and `v` of the robot, and `time` in seconds, which must
   * not be negative, nor decrease except after `reset`.
   */
  readonly control = (input: Pick<ControllerInput, 'q' | 'v' | 'time'>): Float64Array => {
    const where = 'WalkingController.control';
    const { model, settings, torques } = this;
    if (typeof input !== 'object' || input === null) throw wrongType(where, 'input', input, 'give { q, v, time }');
    const { q, v, time } = input;
    checkConfiguration(where, 'input.q', q, model);
    checkVector(where, 'input.v', v, model.nv);
    checkNumber(where, 'input.time', time, 'give seconds, not negative', 0);
    const tick = Math.floor(time / settings.controlStep + 1e-6);
    if (tick < this.lastTick)
      throw outOfRange(where, 'input.time', time, 'give times that do not decrease, or call reset()');
    if (tick > this.lastTick) this.tick(q, v, tick);
    const { wholeBody, jointTargets, jointVelocities } = this;
    torques.set(wholeBody.torques);
    for (const leg of this.motion.legs)
      for (let k = 0; k < 3; k++)
        torques[leg.v[k]] +=
          settings.stiffness * (jointTargets[leg.q[k]] - q[leg.q[k]]) +
          settings.damping * (jointVelocities[leg.v[k]] - v[leg.v[k]]);
    return torques;
  };

  private tick(q: Float64Array, v: Float64Array, tick: number): void {
    const { motion, settings, gait, footsteps } = this;
    const { controlStep, mpcStep, height } = settings;
    const time = tick * controlStep;
    this.velocity = this.command(time);
    motion.update(q, v);
    const isSlow = hypot(motion.linear[0], motion.linear[1]) < restSpeed;
    gait.update(time, settings.standsStill && isSlow && this.velocity.every((x) => x === 0));
    footsteps.update(this.velocity, time, (this.lastTick < 0 ? 1 : tick - this.lastTick) * controlStep);
    const mpcTicks = Math.round(mpcStep / controlStep);
    if (this.lastTick < 0 || Math.floor(tick / mpcTicks) > Math.floor(this.lastTick / mpcTicks)) this.solveMpc(time);
    this.lastTick = tick;
    this.tracking.update(this.velocity, height, footsteps);
    for (const leg of motion.legs)
      for (let i = 0; i < 3; i++) {
        this.jointTargets[leg.q[i]] = q[leg.q[i]] + this.tracking.errors[leg.v[i]];
        this.jointVelocities[leg.v[i]] = this.tracking.speeds[leg.v[i]];
      }
    const down = footsteps.stance.flatMap((isDown, k) => (isDown ? [k] : []));
    this.wholeBody.solve(q, v, this.tracking.acceleration, this.desiredForces, motion.jacobians, down);
  }

  private solveMpc(time: number): void {
    const { mpc, motion, desiredForces, settings } = this;
    fillMpcInput(mpc.input, motion, this.footsteps, this.gait, this.velocity, settings, time);
    this.mpcSolution = mpc.solve();
    this.mpcCount++;
    const forces = this.mpcSolution.x.subarray(12 * settings.horizon);
    const { cos, sin } = motion;
    for (let at = 0; at < desiredForces.length; at += 3) {
      desiredForces[at] = cos * forces[at] - sin * forces[at + 1];
      desiredForces[at + 1] = sin * forces[at] + cos * forces[at + 1];
      desiredForces[at + 2] = forces[at + 2];
    }
  }
}

function readCommand(
  where: string,
  argument: string,
  velocity: WalkingVelocity | ((time: number) => WalkingVelocity),
): (time: number) => WalkingVelocity {
  if (typeof velocity === 'function') return (time) => readVelocity(where, `${argument}(${time})`, velocity(time));
  const constant = readVelocity(where, argument, velocity);
  return () => constant;
}

/**
 * A controller with which a quadruped walks: its `control` is a `Controller`. The defaults fit Solo-12.
 * @param model a robot whose base is free, with legs of three joints each
 * @example
 * ```ts
 * const controller = createWalkingController(model, { velocity: (time) => [Math.min(0.5, 0.25 * time), 0, 0] });
 * simulator.setState({ q: controller.posture });
 * runController(simulator, controller.control, { steps: 4000 });
 * ```
 */
export function createWalkingController(model: Model, options: WalkingOptions = {}): WalkingController {
  return new WalkingController(model, readWalkingOptions(options), options.velocity);
}
