// Identifies the friction and mass of a crate from an observed slide under a known force.
import { box, halfspace } from 'proximal';
import { Rng } from 'proximal/math';
import { Scene } from 'proximal/scene';
import { freeBody, rollout, rolloutGradient, Simulator } from 'proximal/sim';
import type { Task } from './task.ts';

const [timeStep, steps] = [0.01, 80];
export const truth = { friction: 0.35, mass: 2.4 };

/** 16 N for 0.3 s, then 6 N against the motion. */
const pushes = Array.from({ length: steps }, (_, k) => Float64Array.of(k < 30 ? 16 : -6, 0, 0, 0, 0, 0));

function simulate(friction: number, mass: number): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  const crate = freeBody(box(0.15, 0.15, 0.1), { name: 'crate', mass, pose: { position: [0, 0, 0.0995] } });
  const solver = { solver: 'ncp-pgs', tolerance: 1e-12 } as const;
  const sim = new Simulator({ models: [crate], scene, friction, timeStep, solver });
  sim.setState({ v: Float64Array.of(1, 0, 0, 0, 0, 0) });
  return sim;
}

/** The unknowns are the logarithms of friction and mass, so that both remain positive. */
const simulationOf = ([friction, mass]: readonly number[]): Simulator => simulate(Math.exp(friction), Math.exp(mass));
const positions = (sim: Simulator): number[] => rollout(sim, pushes).map(({ q }) => q[0]);

/** @param noise the standard deviation of the camera's noise, in meters @param seed of that noise */
export function slideTask(noise: number, seed = 1): Task {
  const rng = new Rng(seed);
  const seen = positions(simulate(truth.friction, truth.mass)).map((x) => x + noise * rng.normal());
  const termOf = (x: number, step: number): number => (x - seen[step]) ** 2 / (2 * steps);
  return {
    name: 'slide',
    question: `A crate slid for ${steps * timeStep} s under a known force, seen to within ${1000 * noise} mm. Friction and mass?`,
    start: [Math.log(0.6), Math.log(4)],
    // With noise the loss cannot fall much below half of the noise's variance, which is above this goal.
    goal: 1e-13,
    lossAt: (x) => positions(simulationOf(x)).reduce((sum, position, step) => sum + termOf(position, step), 0),
    gradientAt: (x) => {
      const { parameters } = rolloutGradient(
        simulationOf(x),
        pushes,
        ({ q }, step) => ({ value: termOf(q[0], step), q: [(q[0] - seen[step]) / steps, 0, 0, 0, 0, 0, 0] }),
        { parameters: [{ kind: 'friction' }, { kind: 'mass', body: 'crate' }] },
      );
      return Array.from(parameters, (value, k) => value * Math.exp(x[k]));
    },
    describe: ([friction, mass]) =>
      `µ = ${Math.exp(friction).toFixed(4)} (${truth.friction} in truth), mass ${Math.exp(mass).toFixed(4)} kg (${truth.mass} kg)`,
    draw: (start, end) => ({
      title: 'A crate slides: where it was seen, and where it is simulated',
      xLabel: 'time in s',
      yLabel: 'x in m',
      curves: [
        { name: 'first guess', points: curveOf(positions(simulationOf(start))) },
        { name: 'identified', points: curveOf(positions(simulationOf(end))) },
        { name: 'seen', points: curveOf(seen) },
      ],
    }),
  };
}

const curveOf = (values: readonly number[]): { x: number; y: number }[] =>
  values.map((y, k) => ({ x: k * timeStep, y }));
