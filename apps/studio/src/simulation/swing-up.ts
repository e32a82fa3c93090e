// The scene "swing-up": a pendulum and a cart-pole, whose motions are optimized when the scene opens and then tracked.
import {
  type Controller,
  type ControlSolution,
  continuousLqr,
  modelDynamics,
  optimizeControls,
  quadraticCost,
} from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { readSimulation, type Simulation } from 'proximal/sim';
import type { Loaded } from './robots.ts';

const inertial = (mass: number, z: number, inertia: number): string =>
  `<inertial><origin xyz="0 0 ${z}"/><mass value="${mass}"/><inertia ixx="${inertia}" iyy="${inertia}" izz="${inertia}" ixy="0" ixz="0" iyz="0"/></inertial>`;
const box = (size: string, z = 0): string =>
  `<collision><origin xyz="0 0 ${z}"/><geometry><box size="${size}"/></geometry></collision>`;
const ball = (z: number): string =>
  `<collision><origin xyz="0 0 ${z}"/><geometry><sphere radius="0.08"/></geometry></collision>`;
const hinge = (parent: string, origin: string): string =>
  `<joint name="hinge" type="continuous"><parent link="${parent}"/><child link="rod"/><origin xyz="${origin}"/><axis xyz="0 1 0"/></joint>`;

const pendulum = `<robot name="pendulum"><link name="base"/>
<link name="rod">${inertial(1, -0.5, 0.083)}${box('0.05 0.05 0.92', -0.46)}${ball(-0.94)}</link>
${hinge('base', '-1.7 0 1.3')}</robot>`;
const cartPole = `<robot name="cart-pole"><link name="base"/>
<link name="cart">${inertial(1, 0, 1)}${box('0.4 0.24 0.2')}</link>
<link name="rod">${inertial(0.1, -0.5, 0.01)}${box('0.04 0.04 0.74', -0.45)}${ball(-0.88)}</link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><origin xyz="0.9 0 1.3"/><axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="100" velocity="100"/></joint>
${hinge('cart', '0 -0.18 0')}</robot>`;

/** A machine with one drive, which acts on the first velocity of its model. */
interface Task {
  readonly text: string;
  /** The time between two controls, in seconds, and their number. */
  readonly timeStep: number;
  readonly steps: number;
  /** The state to reach: q and v. */
  readonly target: readonly number[];
  readonly weights: { readonly state: readonly number[]; readonly control: number; readonly final: readonly number[] };
  /** The largest magnitude of the drive's force or torque. */
  readonly limit: number;
}

const tasks: readonly Task[] = [
  {
    text: pendulum,
    timeStep: 0.02,
    steps: 200,
    target: [Math.PI, 0],
    weights: { state: [0, 0], control: 0.02, final: [1000, 100] },
    limit: 2,
  },
  {
    text: cartPole,
    timeStep: 0.025,
    steps: 120,
    target: [0, Math.PI, 0, 0],
    weights: { state: [0.01, 0.01, 0.001, 0.001], control: 0.01, final: [1000, 1000, 100, 100] },
    limit: 8,
  },
];

/** An optimal motion, and the regulator that holds its end. */
class Motion {
  readonly solution: ControlSolution;
  private readonly holding: Float64Array;

  constructor(
    readonly task: Task,
    readonly model: Model,
  ) {
    const { timeStep, steps, target, weights, limit } = task;
    const dynamics = modelDynamics(model, timeStep, [model.joints[0].name]);
    const cost = quadraticCost(Float64Array.from(target), {
      state: Float64Array.from(weights.state),
      control: Float64Array.of(weights.control),
      final: Float64Array.from(weights.final),
    });
    this.solution = optimizeControls({
      dynamics,
      cost,
      steps,
      initialState: new Float64Array(2 * model.nv),
      lower: Float64Array.of(-limit),
      upper: Float64Array.of(limit),
    });
    this.holding = holdingGain(model, timeStep, target);
  }

  /** The state at a time: between the controls it is interpolated, and after the end it is the target. */
  reference(time: number): number[] {
    const { states } = this.solution;
    const at = time / this.task.timeStep;
    const k = Math.floor(at);
    if (k >= this.task.steps) return [...this.task.target];
    return [...states[k]].map((x, i) => x + (at - k) * (states[k + 1][i] - x));
  }

  /** The force or torque of the drive: the optimal control plus the gains times the error, or after the end the regulator; limited. */
  drive(time: number, state: readonly number[]): number {
    const { task, solution, holding } = this;
    const k = Math.floor(time / task.timeStep);
    const isHeld = k >= task.steps;
    const gains = isHeld ? holding : solution.gains[k];
    const reference = this.reference(time);
    let force = isHeld ? 0 : solution.controls[k][0];
    for (let i = 0; i < state.length; i++) force += gains[i] * (state[i] - reference[i]);
    return Math.min(Math.max(force, -task.limit), task.limit);
  }
}

/** −K of the linear-quadratic regulator at the target. */
function holdingGain(model: Model, timeStep: number, target: readonly number[]): Float64Array {
  const n = 2 * model.nv;
  const [a, b] = [new Float64Array(n * n), new Float64Array(n)];
  modelDynamics(model, timeStep, [model.joints[0].name]).differentiate(
    Float64Array.from(target),
    new Float64Array(1),
    0,
    a,
    b,
  );
  // The continuous system, up to terms of the order of the time step, from its semi-implicit step.
  for (let i = 0; i < n; i++) a[i * n + i] -= 1;
  const q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) q[i * n + i] = 1;
  const { gain } = continuousLqr({
    a: a.map((x) => x / timeStep),
    b: b.map((x) => x / timeStep),
    q,
    r: Float64Array.of(1),
  });
  return gain.map((x) => -x);
}

export async function swingUp(title: string): Promise<Loaded> {
  const motions = await Promise.all(tasks.map(async (task) => new Motion(task, await readUrdf(task.text))));
  const robots = motions.map(({ model }) => ({ name: model.name, text: '<robot/>', root: 'fixed' as const }));
  const simulation: Simulation = {
    ...readSimulation({ format: 'proximal-simulation', version: 1, options: { timeStep: 1 / 240 } }),
    title,
    robots,
  };
  const control: Controller = ({ time, q, v, simulator }) => {
    const torques = new Float64Array(simulator.nv);
    forEachMotion(motions, q, v, (motion, at, state) => {
      torques[at] = motion.drive(time, state);
    });
    return torques;
  };
  return {
    simulation,
    models: motions.map(({ model }) => model),
    control: {
      makeDriver: () => ({ control, measure: ({ q, v }, time) => [largestError(motions, q, v, time)] }),
      measures: [{ plot: 'Largest error of an angle', unit: 'rad', curve: 'error', column: 'tracking' }],
      searches: motions.map(({ model, solution }) => ({
        name: model.name,
        costs: solution.history.map(({ cost }) => cost),
      })),
    },
  };
}

function largestError(motions: readonly Motion[], q: Float64Array, v: Float64Array, time: number): number {
  let error = 0;
  forEachMotion(motions, q, v, (motion, _at, state) => {
    const last = motion.model.nv - 1;
    error = Math.max(error, Math.abs(state[last] - motion.reference(time)[last]));
  });
  return error;
}

/** Calls `visit` with each motion, the index of its first velocity, and its state. */
function forEachMotion(
  motions: readonly Motion[],
  q: Float64Array,
  v: Float64Array,
  visit: (motion: Motion, at: number, state: readonly number[]) => void,
): void {
  let at = 0;
  for (const motion of motions) {
    const { nv } = motion.model;
    visit(motion, at, [...q.subarray(at, at + nv), ...v.subarray(at, at + nv)]);
    at += nv;
  }
}
