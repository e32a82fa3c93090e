// A ball on two slides pushes a box along a line by predictive control through contact.
import { box, halfspace, sphere } from 'proximal';
import {
  type ControlCost,
  type ControlProblem,
  type CostTerms,
  PredictiveControl,
  simulatorDynamics,
} from 'proximal/control';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { Scene } from 'proximal/scene';
import { freeBody, Simulator, type SimulatorOptions } from 'proximal/sim';
import { addControls, addOrientation, addPosition, addSquare, axesOf } from './squares.ts';

/** Time steps of the prediction and of the plant, in seconds. */
export const [predictionStep, plantStep] = [0.02, 0.002];
export const horizon = 30;
/** The speed along the line y = 0, in m/s. */
export const speed = 0.15;
/** Half extents of the box and radius of the pusher, in meters. */
const [halfWidth, halfHeight, radius] = [0.1, 0.05, 0.02];
/** The distance of the pusher's center from the center of the box, in meters. */
const centerDistance = halfWidth + radius;
/** The largest force of the pusher along each slide, in N. */
const forceLimit = 20;
/** Where the box begins: beside the line, in meters, and turned, in radians. */
export interface Start {
  readonly offset: number;
  readonly angle: number;
}
export const firstStart: Start = { offset: 0.03, angle: 0.2 };
/** The index of the box's first number in q and in v: its numbers follow the numbers of the pusher. */
export const crate = { q: 2, v: 2 } as const;
const [configurations, velocities] = [9, 8];

function createPusher(): Model {
  const slide = { kind: 'prismatic', parent: 'world' } as const;
  return new ModelBuilder()
    .link('carriage', { mass: 0.5, inertia: [1e-3, 1e-3, 1e-3] })
    .link('pusher', { mass: 0.3, inertia: [1e-4, 1e-4, 1e-4] })
    .joint('x', { ...slide, axis: [1, 0, 0], child: 'carriage', placement: { position: [0, 0, halfHeight] } })
    .joint('y', { ...slide, axis: [0, 1, 0], parent: 'carriage', child: 'pusher' })
    .geometry('pusher', { shape: sphere(radius), name: 'tip' })
    .build();
}

/** Where the pusher begins: at the back of the box. */
export const behind = ({ offset, angle }: Start): [number, number] => [
  -centerDistance * Math.cos(angle),
  offset - centerDistance * Math.sin(angle),
];

/** The pusher and the box. */
export function createModels({ offset, angle }: Start): Model[] {
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const pose = { position: [0, offset, halfHeight - 2.5e-4], rotation: [0, 0, s, c] } as const;
  return [createPusher(), freeBody(box(halfWidth, halfWidth, halfHeight), { name: 'box', mass: 1, pose })];
}

function simulate(start: Start, options: Partial<SimulatorOptions>): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  const sim = new Simulator({ models: createModels(start), scene, ...options });
  const { q } = sim.state;
  q.set(behind(start));
  sim.setState({ q });
  return sim;
}

/**
 * Contacts are springs, 1/(R Δt²) = 1e4 N/m for the compliance R. They make the forces on the four corners of the box unique: the
 * motion of a box that turns and slides depends on them.
 */
function createModel(): Simulator {
  const compliance = 1 / (1e4 * predictionStep ** 2);
  return simulate(firstStart, {
    continuous: false,
    timeStep: predictionStep,
    friction: 0.4,
    solver: { solver: 'ncp-pgs', tolerance: 1e-12 },
    baumgarte: 1,
    allowedPenetration: 0,
    // High, so that the contact acts as a spring at any depth.
    correctionSpeed: 1000,
    compliance,
    tangentCompliance: compliance,
  });
}

/** The plant has rigid contacts and a larger coefficient of friction than the model. */
export const plantOptions = {
  continuous: false,
  timeStep: plantStep,
  friction: 0.5,
  solver: { solver: 'ncp-admm', tolerance: 1e-12 },
} as const;

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function addState(state: Float64Array, time: number, factor: number, terms: CostTerms): void {
  addPosition(terms, [40 * factor, 500 * factor, 0], state, crate, [speed * time, 0, 0]);
  addOrientation(terms, 5 * factor, state, crate, identity);
  addContact(state, terms, factor);
  for (const k of [0, 1])
    addSquare(terms, 0.1, state[configurations + k] - (k === 0 ? speed : 0), [{ at: velocities + k, slope: 1 }]);
}

/**
 * The pusher stays behind the box, near the middle: a₁ · (p − c) = −`centerDistance` and a₂ · (p − c) = 0 for the axes a₁ and a₂ of the box, its
 * center c and the pusher's position p.
 */
function addContact(state: Float64Array, terms: CostTerms, factor: number): void {
  const axes = axesOf(state, crate.q);
  const [x, y] = [state[0] - state[crate.q], state[1] - state[crate.q + 1]];
  const along = (k: number): number => axes[k] * x + axes[3 + k] * y;
  const { v } = crate;
  addSquare(terms, 100 * factor, along(0) + centerDistance, [
    { at: 0, slope: axes[0] },
    { at: 1, slope: axes[3] },
    { at: v, slope: -1 },
    { at: v + 4, slope: -along(2) },
    { at: v + 5, slope: along(1) },
  ]);
  addSquare(terms, 10 * factor, along(1), [
    { at: 0, slope: axes[1] },
    { at: 1, slope: axes[4] },
    { at: v + 1, slope: -1 },
    { at: v + 5, slope: -along(0) },
    { at: v + 3, slope: along(2) },
  ]);
}

/** Forces above the friction of the floor, so that the box slides: the controls have no influence on a box that sticks. */
export const firstGuess = (steps = horizon): Float64Array[] =>
  Array.from({ length: steps }, () => Float64Array.of(5, 0));

/** @param begin the time at which the horizon begins, in seconds */
export function costFrom(begin: number, steps = horizon): ControlCost {
  return {
    running(state, controls, index, terms) {
      addControls(terms, 1e-3, controls);
      addState(state, begin + index * predictionStep, 1, terms);
    },
    final: (state, terms) => addState(state, begin + steps * predictionStep, 10, terms),
  };
}

/** The problem of the first update. */
export function pushProblem(steps = horizon): ControlProblem {
  const sim = createModel();
  const upper = new Float64Array(2).fill(forceLimit);
  return {
    dynamics: simulatorDynamics(sim, { actuated: [0, 1] }),
    cost: costFrom(0, steps),
    steps,
    initialState: Float64Array.of(...sim.state.q, ...sim.state.v),
    lower: upper.map((limit) => -limit),
    upper,
  };
}

/** One update in each step of the prediction: 20 iterations in the first update, then one in each. */
export function createPredictive(): PredictiveControl {
  const { dynamics, steps, lower, upper } = pushProblem();
  return new PredictiveControl(
    { dynamics, cost: costFrom, steps, timeStep: predictionStep, lower, upper },
    { initialIterations: 20, warmStart: { controls: firstGuess() } },
  );
}

/** Forces of the pusher for a state at a time. */
type Feedback = (state: Float64Array, time: number) => ArrayLike<number>;

/** Springs that move the pusher straight ahead. */
export const straightAhead: Feedback = (state, time) => {
  const [x, y] = behind(firstStart);
  const clamp = (force: number): number => Math.min(Math.max(force, -forceLimit), forceLimit);
  const [vx, vy] = state.subarray(configurations);
  return [clamp(500 * (x + speed * time - state[0]) + 30 * (speed - vx)), clamp(500 * (y - state[1]) - 30 * vy)];
};

/** The box at a time: its position in the plane, and its angle. */
export interface Instant {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** The motion of the plant, and the largest complementarity of a step, in J. */
export function pushBy(
  feedback: Feedback,
  seconds: number,
  start = firstStart,
): { path: Instant[]; complementarity: number } {
  const plant = simulate(start, plantOptions);
  const path: Instant[] = [];
  let complementarity = 0;
  for (let k = 0; k < Math.round(seconds / plantStep); k++) {
    const { q, v } = plant.state;
    const [fx, fy] = Array.from(feedback(Float64Array.of(...q, ...v), k * plantStep));
    plant.step(Float64Array.of(fx, fy, 0, 0, 0, 0, 0, 0));
    complementarity = Math.max(complementarity, plant.report().residuals.complementarity);
    const [x, y, , , , sine, cosine] = plant.state.q.subarray(crate.q);
    path.push({ time: (k + 1) * plantStep, x, y, angle: 2 * Math.atan2(sine, cosine) });
  }
  return { path, complementarity };
}
