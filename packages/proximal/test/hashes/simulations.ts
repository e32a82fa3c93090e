// Simulations with default options: configurations, velocities and iterations of every step.
import { box, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import {
  freeBody,
  makeSimulation,
  rolloutGradient,
  Simulator,
  simulationScenes,
  startSimulation,
} from '../../src/sim/index.ts';
import { twoLinkRobot } from '../fixtures/two-link-robot.ts';
import type { Groups } from './queries.ts';

/** The number of steps of each built-in scene, 120 by default; fewer for expensive scenes. */
const steps: Record<string, number> = { slope: 60, stack: 25, wall: 2, polytopes: 40, funnel: 60 };

function run(sim: Simulator, count: number): unknown {
  return Array.from({ length: count }, () => {
    sim.step();
    const { q, v } = sim.state;
    const { status, iterations } = sim.report();
    return [q, v, status, iterations];
  });
}

/** A robot of two links with limits and dry friction that falls on a box and a ball. */
function robot(integrator?: 'midpoint'): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const others = [
    freeBody(sphere(0.2), { pose: { position: [0.1, 0.05, 0.2] } }),
    freeBody(box(0.2, 0.2, 0.2), { pose: { position: [0.45, -0.1, 0.2] } }),
  ];
  return new Simulator({ models: [twoLinkRobot(0.8), ...others], scene, ...(integrator && { integrator }) });
}

/** Bricks in 12 layers, every other one shifted: an island of more than 1,300 contacts, whose sweeps compute M⁻¹ Jᵀ from J. */
function longWall(): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const models = Array.from({ length: 12 * 16 }, (_, k) => {
    const [column, row] = [k % 16, Math.floor(k / 16)];
    return freeBody(box(0.25, 0.125, 0.125), {
      pose: { position: [0.53 * (column + (row % 2) / 3), 0.01 * (k % 3), 0.125 + 0.25 * row] },
    });
  });
  const solver = { solver: 'ncp-pgs', acceleration: 'anderson', maxIterations: 8 } as const;
  return new Simulator({ models, scene, solver, allowedPenetration: 1e-5 });
}

/** A simulator after `count` steps. */
function later(make: () => Simulator, count: number): Simulator {
  const sim = make();
  for (let k = 0; k < count; k++) sim.step();
  return sim;
}

const builtIn = (name: string): Simulator => startSimulation(makeSimulation(name)).simulator;

export const simulations: Groups = {
  ...Object.fromEntries(
    simulationScenes().map(({ name }) => [`simulation: ${name}`, () => run(builtIn(name), steps[name] ?? 120)]),
  ),
  'simulation: a robot and two bodies': () => run(robot(), 100),
  'simulation: an island of 1,300 contacts': () => run(longWall(), 3),
  'simulation: midpoint integrator': () => run(robot('midpoint'), 100),
};

export const stepDerivatives: Groups = {
  'step derivatives: slope': () => later(() => builtIn('slope'), 20).stepDerivatives(),
  'step derivatives: stack': () => later(() => builtIn('stack'), 5).stepDerivatives(),
  'step derivatives: a robot and two bodies': () => later(robot, 90).stepDerivatives(),
  'step derivatives: midpoint integrator': () => later(() => robot('midpoint'), 90).stepDerivatives(),
  'rollout gradient: sliding-cube': () => {
    const { loss, initial, torques } = rolloutGradient(builtIn('sliding-cube'), 10, ({ q, v }, step) =>
      step === 10 ? { value: q[0], q: q.map((_, k) => (k === 0 ? 1 : 0)), v: v.map(() => 0) } : null,
    );
    return { loss, initial, torques };
  },
};
