// An arm throws a ball to a target: the torques of its joints, found through the contacts of the ball with a cup.
import { box, sphere } from 'proximal';
import {
  type ControlCost,
  type ControlOptions,
  type ControlProblem,
  type ControlSolution,
  type CostTerms,
  optimizeControls,
  simulatorDynamics,
} from 'proximal/control';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { freeBody, Simulator } from 'proximal/sim';
import { addControls, addPosition, addSquare } from './squares.ts';

export const timeStep = 0.01;
export const steps = 70;
export const target = [2.5, 0, 1.2] as const;
/** The largest torque of a joint, in N m. */
const torqueLimit = 25;
/** The height of the shoulder, the length of upper arm and forearm, and the radius of the ball, in meters. */
const [shoulder, length, radius] = [1, 0.4, 0.04];
/** Angles of shoulder, elbow and wrist about y; the arm points up at zero. The forearm begins level, behind the shoulder. */
export const start = [-1.2, 1.2 - Math.PI / 2, 0] as const;
/** The index of the ball's first number in q and in v: its numbers follow the numbers of the joints. */
export const ball = { q: start.length, v: start.length } as const;
const velocities = start.length + 6;
/** The stiffness of the contacts, 1/(R Δt²) for the compliance R, in N/m. The end of a rigid contact is a kink at which the search can end. */
const stiffness = 20_000;

/** The cup is a groove of two plates, open along x. */
function createArm(): Model {
  const rod = { mass: 0.5, centerOfMass: [0, 0, length / 2], inertia: [0.007, 0.007, 0.0005] } as const;
  const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
  const builder = new ModelBuilder()
    .link('upper arm', rod)
    .link('forearm', rod)
    .link('cup', { mass: 0.2, inertia: [0.0004, 0.0004, 0.0004] })
    .joint('shoulder', { ...hinge, parent: 'world', child: 'upper arm', placement: { position: [0, 0, shoulder] } })
    .joint('elbow', { ...hinge, parent: 'upper arm', child: 'forearm', placement: { position: [0, 0, length] } })
    .joint('wrist', { ...hinge, parent: 'forearm', child: 'cup', placement: { position: [0, 0, length] } });
  for (const side of [-1, 1]) {
    const halfAngle = (side * Math.PI) / 8;
    builder.geometry('cup', {
      shape: box(0.005, 0.05, 0.05),
      name: `plate ${side}`,
      pose: { position: [0.0318, 0, 0.0389 * side], rotation: [0, Math.sin(halfAngle), 0, Math.cos(halfAngle)] },
    });
  }
  return builder.build();
}

/** The arm and the ball. */
export function createModels(): Model[] {
  const [x, z] = [length * (Math.sin(start[0]) - 1), shoulder + length * Math.cos(start[0])];
  const pose = { position: [x, 0, z + Math.SQRT2 * radius] } as const;
  return [createArm(), freeBody(sphere(radius), { name: 'ball', mass: 0.15, pose })];
}

const compliance = 1 / (stiffness * timeStep * timeStep);
export const options = {
  timeStep,
  friction: 0.5,
  solver: { solver: 'ncp-pgs', tolerance: 1e-12 },
  baumgarte: 1,
  allowedPenetration: 0,
  // High, so that the contact acts as a spring at any depth.
  correctionSpeed: 1000,
  compliance,
  tangentCompliance: compliance,
  // Continuous collision detection would stop the thin plates at contacts as fast bodies, and the derivatives of a stopped body are one-sided.
  continuous: false,
} as const;

export function simulate(): Simulator {
  const sim = new Simulator({ models: createModels(), ...options });
  const { q } = sim.state;
  q.set(start);
  sim.setState({ q });
  return sim;
}

/** Adds ½ (position (q − start)² + velocity q̇²) for each joint, with the weights `position` and `velocity`. */
function addArm(state: Float64Array, terms: CostTerms, position: number, velocity: number): void {
  for (const [k, angle] of start.entries()) {
    addSquare(terms, position, state[k] - angle, [{ at: k, slope: 1 }]);
    addSquare(terms, velocity, state[start.length + 7 + k], [{ at: velocities + k, slope: 1 }]);
  }
}

function costOf(goal: readonly number[]): ControlCost {
  return {
    running(state, controls, _index, terms) {
      addControls(terms, 1e-3, controls);
      addArm(state, terms, 0.01, 1e-3);
    },
    final(state, terms) {
      addPosition(terms, [10_000, 10_000, 10_000], state, ball, goal);
      addArm(state, terms, 0.1, 0.1);
    },
  };
}

export function throwProblem(count = steps, goal: readonly number[] = target): ControlProblem {
  const sim = simulate();
  const upper = new Float64Array(start.length).fill(torqueLimit);
  return {
    dynamics: simulatorDynamics(sim, { actuated: [0, 1, 2] }),
    cost: costOf(goal),
    steps: count,
    initialState: Float64Array.of(...sim.state.q, ...sim.state.v),
    lower: upper.map((limit) => -limit),
    upper,
  };
}

/** Torques that lift the arm for 0.25 s: a throw that misses. */
export const firstGuess = (count = steps): Float64Array[] =>
  Array.from({ length: count }, (_, k) => (k < 25 ? Float64Array.of(8, 4, 0.5) : new Float64Array(3)));

export const solveThrow = (onProgress?: ControlOptions['onProgress']): ControlSolution =>
  optimizeControls(
    throwProblem(),
    { maxIterations: 100, tolerance: 1e-3, ...(onProgress && { onProgress }) },
    { controls: firstGuess() },
  );

/** The positions of the ball that follow from the torques, and the largest complementarity of a step, in J. */
export function replay(controls: readonly Float64Array[]): { path: number[][]; complementarity: number } {
  const sim = simulate();
  const path = [[...sim.state.q.subarray(ball.q, ball.q + 3)]];
  let complementarity = 0;
  for (const control of controls) {
    sim.step(Float64Array.of(...control, 0, 0, 0, 0, 0, 0));
    path.push([...sim.state.q.subarray(ball.q, ball.q + 3)]);
    complementarity = Math.max(complementarity, sim.report().residuals.complementarity);
  }
  return { path, complementarity };
}

/** The distance of the ball from its target at the end of the path, in meters. */
export const missOf = (path: readonly (readonly number[])[]): number =>
  Math.hypot(...target.map((x, k) => path[path.length - 1][k] - x));
