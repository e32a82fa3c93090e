// A hand turns a ball about the vertical: the targets of its position servos, found through the contacts of finger tips, palm and ball.
import { sphere } from 'proximal';
import {
  type ControlCost,
  type ControlProblem,
  type ControlProgress,
  type ControlSolution,
  type CostTerms,
  optimizeControls,
  simulatorDynamics,
} from 'proximal/control';
import { forwardKinematics, frameJacobian, framePose, type Model } from 'proximal/dynamics';
import { freeBody, Simulator, type SimulatorOptions } from 'proximal/sim';
import { createHand, damping, fingerNames, stiffness as servoStiffness, tipRadius } from './allegro.ts';
import { addOrientation, addPosition, addSquare, axesOf, type Gradient } from './squares.ts';

/** Time steps of the search and of the plant, in seconds. */
export const [timeStep, plantStep] = [0.02, 0.001];
export const steps = 50;
/** The angular velocity of the wanted motion, in rad/s: 90° in 50 steps. */
const rate = Math.PI / 2;
const joints = 16;
/** The index of the ball's first number in q and in v: its numbers follow the numbers of the hand. */
export const ball = { q: joints, v: joints } as const;
export const radius = 0.035;
const mass = 0.08;
/** The ball lies on the palm, 0.1 mm deep, 1 cm from the edge of the palm. */
const center = [-0.01, 0, 0.046] as const;
/** The stiffness of the contacts of the search, 1/(R Δt²) for the compliance R, in N/m. */
const stiffness = 6000;

/** The tips of index, middle, ring and thumb touch the equator of the ball at −90°, 0°, 38° and 215° from x. In radians. */
export const start = Float64Array.of(
  ...[0.081, 1.002, 1.639, 1.228],
  ...[0, 0.228, 1.521, 1.543],
  ...[0.359, 0.377, 1.565, 1.445],
  ...[0.382, 1.112, 1.28, 1.659],
);
/** Torques that press the tips against the ball, in N m: the torques of the servos if the targets place the tips 1 cm inside the ball. */
const grip = Float64Array.of(
  ...[-0.205, 0.014, -0.007, -0.009],
  ...[0, 0.148, 0.081, -0.031],
  ...[0.095, 0.145, 0.009, -0.058],
  ...[0.1, -0.111, 0.012, -0.082],
);

/** The hand and the ball. */
export const createModels = (): Model[] => [
  createHand(),
  freeBody(sphere(radius), { name: 'ball', mass, pose: { position: center } }),
];

/** Options of the plant, with rigid contacts. */
export const plantOptions = {
  friction: 0.8,
  continuous: false,
  selfCollision: false,
  timeStep: plantStep,
  solver: { solver: 'ncp-admm', tolerance: 1e-10 },
} as const;

function simulate(options: Omit<SimulatorOptions, 'models'>): Simulator {
  const sim = new Simulator({ models: createModels(), ...options });
  const { q } = sim.state;
  q.set(start);
  sim.setState({ q });
  return sim;
}

/** The model of the search, whose contacts are springs. */
function createModel(): Simulator {
  const compliance = 1 / (stiffness * timeStep * timeStep);
  return simulate({
    ...plantOptions,
    timeStep,
    solver: { solver: 'ncp-pgs', tolerance: 1e-12, maxIterations: 1000 },
    baumgarte: 1,
    allowedPenetration: 0,
    // High, so that the contact acts as a spring at any depth.
    correctionSpeed: 1000,
    compliance,
    tangentCompliance: compliance,
  });
}

export const createPlant = (): Simulator => simulate(plantOptions);

const hand = createHand();
const data = hand.createData();

/** The tips stay at the ball: |p − c| = r for the center p of a tip, the center c of the ball and the sum r of their radii, less 0.3 mm. */
function addTips(state: Float64Array, terms: CostTerms): void {
  forwardKinematics(hand, data, state.slice(0, joints));
  const axes = axesOf(state, ball.q);
  for (const [k, name] of fingerNames.entries()) {
    const tip = framePose(hand, data, `${name} tip`);
    const jacobian = frameJacobian(hand, data, `${name} tip`, 'local-world-aligned');
    const offset = [0, 1, 2].map((i) => tip[i] - state[ball.q + i]);
    const distance = Math.hypot(...offset);
    /** The component of a vector along the offset. */
    const along = (component: (i: number) => number): number =>
      offset.reduce((sum, x, i) => sum + (x / distance) * component(i), 0);
    const gradient: Gradient = [
      ...[0, 1, 2, 3].map((j) => ({ at: 4 * k + j, slope: along((i) => jacobian[i * joints + 4 * k + j]) })),
      ...[0, 1, 2].map((j) => ({ at: ball.v + j, slope: -along((i) => axes[3 * i + j]) })),
    ];
    addSquare(terms, 1000, distance - (radius + tipRadius - 3e-4), gradient);
  }
}

function addState(state: Float64Array, angle: number, factor: number, terms: CostTerms): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  addPosition(terms, [2000 * factor, 2000 * factor, 2000 * factor], state, ball, center);
  addOrientation(terms, factor, state, ball, [c, -s, 0, s, c, 0, 0, 0, 1]);
  addTips(state, terms);
  for (let j = 0; j < joints; j++) {
    addSquare(terms, 0.002, state[j] - start[j], [{ at: j, slope: 1 }]);
    addSquare(terms, 0.002, state[joints + 7 + j], [{ at: joints + 6 + j, slope: 1 }]);
  }
}

/** ½ Σ (u − q − τ)² of the targets u, the joints q and the torques τ of `grip`: servos of 1 N m/rad change the grip as little as possible. */
function addServos(state: Float64Array, targets: Float64Array, terms: CostTerms): void {
  const n = terms.byState.length;
  for (const [j, target] of targets.entries()) {
    const error = target - state[j] - grip[j];
    addSquare(terms, 1, error, [{ at: j, slope: -1 }]);
    terms.byControl[j] += error;
    terms.byControlTwice[j * joints + j] += 1;
    terms.byControlAndState[j * n + j] -= 1;
  }
}

const costOf = (count: number): ControlCost => ({
  running(state, controls, index, terms) {
    addServos(state, controls, terms);
    addState(state, rate * timeStep * index, 1, terms);
  },
  final: (state, terms) => addState(state, rate * timeStep * count, 20, terms),
});

export function turnProblem(count = steps): ControlProblem {
  const sim = createModel();
  return {
    dynamics: simulatorDynamics(sim, { actuated: [...start.keys()] }),
    cost: costOf(count),
    steps: count,
    initialState: Float64Array.of(...sim.state.q, ...sim.state.v),
    // The ranges of the joints.
    lower: hand.limits.lower,
    upper: hand.limits.upper,
  };
}

/** Targets that hold the ball still. */
export const firstGuess = (count = steps): Float64Array[] =>
  Array.from({ length: count }, () => start.map((angle, j) => angle + grip[j]));

export const solveTurn = (onProgress: (progress: ControlProgress) => void = () => {}): ControlSolution =>
  optimizeControls(turnProblem(), { maxIterations: 30, tolerance: 1e-3, onProgress }, { controls: firstGuess() });

/** The ball at a time: the angle by which it has turned about the vertical and the tilt of its axis, in radians, and its offset in meters. */
export interface Instant {
  readonly time: number;
  readonly angle: number;
  readonly tilt: number;
  readonly offset: readonly number[];
}

export interface Replay {
  readonly path: readonly Instant[];
  /** The largest complementarity of a step, in J. */
  readonly complementarity: number;
  /** The largest torque of a servo, in N m. */
  readonly torque: number;
}

/** The motion of the plant that follows from the targets, without feedback from the ball. */
export function replay(controls: readonly Float64Array[]): Replay {
  const plant = createPlant();
  const path: Instant[] = [];
  let [complementarity, torque] = [0, 0];
  for (const targets of controls)
    for (let k = 0; k < Math.round(timeStep / plantStep); k++) {
      const { q, v } = plant.state;
      for (const [j, target] of targets.entries())
        torque = Math.max(torque, Math.abs(servoStiffness * (target - q[j]) - damping * v[j]));
      plant.step(Float64Array.of(...targets, 0, 0, 0, 0, 0, 0));
      complementarity = Math.max(complementarity, plant.report().residuals.complementarity);
      path.push(instantOf(plant.state.q, (path.length + 1) * plantStep));
    }
  return { path, complementarity, torque };
}

/** The rotation is a turn about the vertical, after a tilt about a horizontal axis. */
export function instantOf(q: Float64Array, time: number): Instant {
  const [x, y, z, qx, qy, qz, qw] = q.subarray(ball.q);
  const offset = [x - center[0], y - center[1], z - center[2]];
  return { time, angle: 2 * Math.atan2(qz, qw), tilt: 2 * Math.asin(Math.hypot(qx, qy)), offset };
}
