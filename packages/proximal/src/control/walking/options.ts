// The options of a walking controller. The defaults are the values for Solo-12 in Léziart et al., "Implementation of a Reactive Walking
// Controller for the New Open-Hardware Quadruped Solo-12" (ICRA 2021).
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';

/** The commanded velocity of the base in its horizontal frame: forward and to the left in m/s, and the yaw rate in rad/s. */
export type WalkingVelocity = readonly [forward: number, left: number, yawRate: number];

/**
 * Options of `createWalkingController`.
 * @example
 * ```ts
 * const options: WalkingOptions = { velocity: (time) => [Math.min(0.5, 0.25 * time), 0, 0] };
 * ```
 */
export interface WalkingOptions {
  /** The commanded velocity, or a function of time. Default [0, 0, 0]. `controller.setVelocity` replaces it. */
  readonly velocity?: WalkingVelocity | ((time: number) => WalkingVelocity);
  /**
   * The frames of the centers of the feet: pairs of a left and a right foot, from front to rear. Default FL_FOOT, FR_FOOT,
   * HL_FOOT, HR_FOOT.
   */
  readonly feet?: readonly string[];
  /** The radius of the feet in meters. Default 0.0191. */
  readonly footRadius?: number;
  /**
   * The configuration at which the search for the posture starts. It is needed for robots whose knees, unlike those of Solo-12, do not all
   * point toward the middle of the body. Default: the second joint of each leg at 0.9 radians in front and −0.9 radians behind, the third at −2 times
   * this angle, and all other joints neutral. The pose of the base is not used.
   */
  readonly posture?: Float64Array;
  /**
   * Whether all feet stay on the ground in a period at whose start the command is zero and the base moves horizontally by less than 0.1 m/s.
   * Default true.
   */
  readonly standsStill?: boolean;
  /** The period of the trot in seconds, an even multiple of `mpcStep`. Default 0.32. */
  readonly period?: number;
  /** The reference height of the base above the ground in meters. Default 0.2028. */
  readonly height?: number;
  /** The mass in the model of the MPC, in kg. Default: the mass of the robot. */
  readonly mass?: number;
  /** The time step of the MPC, which is solved once per step, in seconds. Default 0.02. */
  readonly mpcStep?: number;
  /** The number of steps of the MPC's horizon. Default 16. */
  readonly horizon?: number;
  /**
   * Weights of the errors of position, roll, pitch and yaw, velocity and angular velocity. Default 2, 2, 20, 0.25, 0.25, 10, 0.2, 0.2, 0.2,
   * 0, 0, 0.3.
   */
  readonly stateWeights?: readonly number[];
  /** The weight of forces in the MPC. Default 1e-5. */
  readonly forceWeight?: number;
  /** The coefficient of friction that the controller assumes. Default 0.9. */
  readonly friction?: number;
  /** The largest normal force of a foot in the MPC, in N. Default 25. */
  readonly maxForce?: number;
  /** k in the footstep, shoulder + ½ t_stance v + k (v − v*) + ½ √(h/g) v × ω*, in seconds. Default 0.03. */
  readonly footstepGain?: number;
  /** The largest distance of a footstep from its shoulder at touch-down along each axis, in meters. Default 0.155. */
  readonly maxStep?: number;
  /** The height of the apex of swings in meters. Default 0.05. */
  readonly apex?: number;
  /** The time before touch-down at which the footstep is locked, in seconds. Default 0.07. */
  readonly lockTime?: number;
  /** The time step of the whole-body controller in seconds, `mpcStep` divided by a whole number. Default 0.002. */
  readonly controlStep?: number;
  /** Q₁: the weight of changes of the base acceleration in the whole-body QP. Default 0.1. */
  readonly accelerationWeight?: number;
  /** Q₂: the weight of changes of the forces in the whole-body QP. Default 1. */
  readonly forceChangeWeight?: number;
  /** The largest normal force of a foot in the whole-body QP, in N. Default 20. */
  readonly maxWholeBodyForce?: number;
  /** Stiffness of the motors in N m/rad. Default 3. */
  readonly stiffness?: number;
  /** Damping of the motors in N m s/rad. Default 0.2. */
  readonly damping?: number;
}

const defaults = {
  footRadius: 0.0191,
  period: 0.32,
  height: 0.2028,
  mpcStep: 0.02,
  forceWeight: 1e-5,
  friction: 0.9,
  maxForce: 25,
  footstepGain: 0.03,
  maxStep: 0.155,
  apex: 0.05,
  lockTime: 0.07,
  controlStep: 0.002,
  accelerationWeight: 0.1,
  forceChangeWeight: 1,
  maxWholeBodyForce: 20,
  stiffness: 3,
  damping: 0.2,
};

type Numbers = { readonly [name in keyof typeof defaults]: number };

/** Checked options. */
export interface WalkingSettings extends Numbers {
  readonly feet: readonly string[];
  readonly posture: Float64Array | undefined;
  readonly standsStill: boolean;
  readonly mass: number | undefined;
  readonly horizon: number;
  readonly stateWeights: readonly number[];
}

const where = 'createWalkingController';
const mayBeZero = ['footRadius', 'footstepGain', 'maxStep', 'lockTime', 'stiffness', 'damping'];

export function readWalkingOptions(options: WalkingOptions = {}): WalkingSettings {
  checkOptions(where, 'options', options, [
    'velocity',
    'feet',
    'posture',
    'standsStill',
    'mass',
    'horizon',
    'stateWeights',
    ...Object.keys(defaults),
  ]);
  const numbers = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const given = options[name as keyof typeof defaults] ?? value;
      const isPositive = !mayBeZero.includes(name);
      const remedy = `give a finite number${isPositive ? ' above 0' : ', not negative'}`;
      return [name, checkNumber(where, `options.${name}`, given, remedy, 0, isPositive)];
    }),
  ) as unknown as Numbers;
  const {
    feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'],
    stateWeights,
    posture,
    mass,
    standsStill = true,
  } = options;
  if (!Array.isArray(feet) || feet.length < 2 || feet.length % 2 !== 0)
    throw wrongType(where, 'options.feet', feet, 'give the names of an even number of frames, at least two');
  const weights = stateWeights ?? [2, 2, 20, 0.25, 0.25, 10, 0.2, 0.2, 0.2, 0, 0, 0.3];
  if (!Array.isArray(weights) || weights.length !== 12 || !weights.every((w) => Number.isFinite(w) && w >= 0))
    throw outOfRange(where, 'options.stateWeights', weights, 'give twelve numbers that are not negative');
  if (posture !== undefined && !(posture instanceof Float64Array))
    throw wrongType(where, 'options.posture', posture, 'give a configuration, a Float64Array');
  if (typeof standsStill !== 'boolean')
    throw wrongType(where, 'options.standsStill', standsStill, 'give true or false');
  const halves = numbers.period / 2 / numbers.mpcStep;
  if (Math.round(halves) < 1 || Math.abs(halves - Math.round(halves)) > 1e-9)
    throw outOfRange(where, 'options.period', numbers.period, 'give an even multiple of mpcStep');
  const ticks = numbers.mpcStep / numbers.controlStep;
  if (Math.round(ticks) < 1 || Math.abs(ticks - Math.round(ticks)) > 1e-9)
    throw outOfRange(where, 'options.controlStep', numbers.controlStep, 'give mpcStep divided by a whole number');
  return {
    ...numbers,
    feet,
    posture,
    standsStill,
    mass: mass === undefined ? undefined : checkNumber(where, 'options.mass', mass, 'give kg, above 0', 0, true),
    horizon: checkInteger(where, 'options.horizon', options.horizon ?? 16, 1, 200),
    stateWeights: weights,
  };
}

/** Checks a commanded velocity. */
export function readVelocity(name: string, argument: string, value: unknown): WalkingVelocity {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((x) => Number.isFinite(x)))
    throw wrongType(name, argument, value, 'give [forward, left, yawRate], three finite numbers');
  return value as unknown as WalkingVelocity;
}
