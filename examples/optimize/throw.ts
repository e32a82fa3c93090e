// Finds a throw with which a ball passes through a hoop after one bounce.
//
// The contact is soft: a bounce takes a few dozen steps. With `restitution` a bounce would happen in a single step, and a faster throw could
// bounce one step earlier: a discontinuity that the derivatives of single steps do not include.
import { halfspace, sphere } from 'proximal';
import { Scene } from 'proximal/scene';
import { freeBody, rollout, rolloutGradient, Simulator, type SimulatorState } from 'proximal/sim';
import type { Task } from './task.ts';

const [timeStep, steps] = [0.002, 500];
export const hoop = [2.2, 0.5, 0.65] as const;

/** The mass of the ball, in kg, and the stiffness of the floor, 1/(R Δt²) in N/m for the compliance R: the ball touches the floor for about 50 ms. */
const [mass, stiffness] = [0.5, 2000];

function simulate([vx, vy, vz, wx, wy, wz]: readonly number[]): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  const ball = freeBody(sphere(0.1), { name: 'ball', mass, pose: { position: [0, 0, 1] } });
  const sim = new Simulator({
    models: [ball],
    scene,
    friction: 0.3,
    timeStep,
    solver: { solver: 'ncp-pgs', tolerance: 1e-12 },
    baumgarte: 1,
    allowedPenetration: 0,
    // High, so that the contact acts as a spring at any depth.
    correctionSpeed: 1000,
    compliance: 1 / (stiffness * timeStep * timeStep),
    // Friction is compliant, too: with rigid friction, the motion would have a kink where sliding changes to sticking.
    tangentCompliance: 1 / (stiffness * timeStep * timeStep),
    margin: 0.05,
  });
  sim.setState({ v: Float64Array.of(vx, vy, vz, wx, wy, wz) });
  return sim;
}

const pathOf = (x: readonly number[]): SimulatorState[] => rollout(simulate(x), steps);
/** Weight w of ½ w |spin|² in the loss, per (rad/s)²: selects a throw with little spin among many. */
const spinWeight = 1e-8;
const spinOf = (x: readonly number[]): number => (spinWeight * (x[3] ** 2 + x[4] ** 2 + x[5] ** 2)) / 2;

function termAt({ q }: SimulatorState): { value: number; q: number[] } {
  const offset = hoop.map((x, k) => q[k] - x);
  return { value: offset.reduce((sum, d) => sum + (d * d) / 2, 0), q: [...offset, 0, 0, 0, 0] };
}

/** The number of bounces on the floor. */
export function bouncesOf(path: readonly SimulatorState[]): number {
  return path.filter(({ q }, k) => k > 0 && q[2] < 0.1 && path[k - 1].q[2] >= 0.1).length;
}

export const throwTask: Task & { pathOf: typeof pathOf } = {
  name: 'throw',
  question: `A ball is to be at (${hoop.join(', ')}) m after ${steps * timeStep} s and one bounce. How is it thrown?`,
  start: [1.5, 0, 0.3, 0, 0, 0],
  goal: 2e-6,
  pathOf,
  lossAt: (x) => termAt(pathOf(x)[steps]).value + spinOf(x),
  gradientAt: (x) => {
    const { initial } = rolloutGradient(simulate(x), steps, (state, step) => (step === steps ? termAt(state) : null));
    return Array.from(initial.v, (value, k) => value + (k >= 3 ? spinWeight * x[k] : 0));
  },
  describe: (x) => {
    const path = pathOf(x);
    const [velocity, spin, end] = [x.slice(0, 3), x.slice(3), path[steps].q.subarray(0, 3)].map((list) =>
      Array.from(list, (value) => value.toFixed(3)).join(', '),
    );
    return `thrown with (${velocity}) m/s and a spin of (${spin}) rad/s it is at (${end}) m after ${bouncesOf(path)} bounce`;
  },
  draw: (start, end) => ({
    title: `A ball is thrown to (${hoop.join(', ')}) m, with one bounce`,
    xLabel: 'x in m',
    yLabel: 'height in m',
    curves: [
      { name: 'first guess', points: pathOf(start).map(({ q }) => ({ x: q[0], y: q[2] })) },
      { name: 'optimized', points: pathOf(end).map(({ q }) => ({ x: q[0], y: q[2] })) },
    ],
  }),
};
