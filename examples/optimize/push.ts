// Finds the forces of a push of 0.2 s after which a crate slides on and stops at a target.
import { box, halfspace } from 'proximal';
import { Scene } from 'proximal/scene';
import { freeBody, rollout, rolloutGradient, Simulator, type SimulatorState } from 'proximal/sim';
import type { Task } from './task.ts';

const [timeStep, steps, pushSteps] = [0.02, 60, 10];
export const target = [0.9, 0.4] as const;
/** Weight w of ½ w |force|² in the loss, per N²: selects a gentle push among many. */
const effort = 1e-10;

function simulate(): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  const crate = freeBody(box(0.15, 0.15, 0.1), { name: 'crate', mass: 2, pose: { position: [0, 0, 0.0995] } });
  const solver = { solver: 'ncp-pgs', tolerance: 1e-12 } as const;
  // The forces on four rigid corners are not unique, and the motion of a crate that turns while sliding depends on them; compliance makes
  // them unique.
  return new Simulator({ models: [crate], scene, friction: 0.4, timeStep, solver, compliance: 1e-2 });
}

/** Unknowns: the force along x and y in each of the first steps, in units of 10 N. */
const controlsOf = (x: readonly number[]): Float64Array[] =>
  Array.from({ length: steps }, (_, k) =>
    k < pushSteps ? Float64Array.of(10 * x[2 * k], 10 * x[2 * k + 1], 0, 0, 0, 0) : new Float64Array(6),
  );
const pathOf = (x: readonly number[]): SimulatorState[] => rollout(simulate(), controlsOf(x));
const effortOf = (x: readonly number[]): number => x.reduce((sum, value) => sum + effort * 50 * value * value, 0);

/** The terminal loss: half the squares of the distance from the target and, with weight 0.1, of the remaining speed. */
function termAt({ q, v }: SimulatorState): { value: number; q: number[]; v: number[] } {
  const [dx, dy] = [q[0] - target[0], q[1] - target[1]];
  const value = (dx * dx + dy * dy + 0.1 * (v[0] * v[0] + v[1] * v[1])) / 2;
  return { value, q: [dx, dy, 0, 0, 0, 0, 0], v: [0.1 * v[0], 0.1 * v[1], 0, 0, 0, 0] };
}

export const pushTask: Task = {
  name: 'push',
  question: `A crate is to stop at (${target.join(', ')}) m after a push of ${pushSteps * timeStep} s. With which force, in each of its ${pushSteps} steps?`,
  start: Array.from({ length: 2 * pushSteps }, (_, k) => (k % 2 === 0 ? 1.5 : 0.1)),
  goal: 2e-6,
  lossAt: (x) => termAt(pathOf(x)[steps]).value + effortOf(x),
  gradientAt: (x) => {
    const { torques } = rolloutGradient(simulate(), controlsOf(x), (state, step) =>
      step === steps ? termAt(state) : null,
    );
    return x.map((value, k) => 10 * torques[Math.floor(k / 2)][k % 2] + effort * 100 * value);
  },
  describe: (x) => {
    const { q, v } = pathOf(x)[steps];
    const speed = Math.sqrt(v[0] ** 2 + v[1] ** 2);
    return `it stops at (${q[0].toFixed(4)}, ${q[1].toFixed(4)}) m, with ${speed.toExponential(0)} m/s left`;
  },
  draw: (start, end) => ({
    title: `A crate is pushed to (${target.join(', ')}) m`,
    xLabel: 'x in m',
    yLabel: 'y in m',
    curves: [
      { name: 'first guess', points: pathOf(start).map(({ q }) => ({ x: q[0], y: q[1] })) },
      { name: 'optimized', points: pathOf(end).map(({ q }) => ({ x: q[0], y: q[1] })) },
    ],
  }),
};
