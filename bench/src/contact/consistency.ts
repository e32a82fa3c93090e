// Tables III and IV, Fig. 14 and 15: how much of a trajectory depends on the time step and on the stopping criterion.
import type { Curve } from '../plot.ts';
import { type CubeState, simulate } from './cube.ts';
import { analyticEnergy, friction, shown, speed } from './sliding.ts';

export interface ConsistencyResult {
  readonly name: string;
  readonly setting: number;
  /** ∫ ‖x(t) − x_reference(t)‖ dt, in m·s. */
  readonly error: number;
  readonly states: readonly CubeState[];
}

const duration = 0.4;
const models = shown.filter(({ name }) => name !== 'LCP');
export const timeSteps = [1e-3, 1e-2, 1e-1] as const;
export const criteria = [1e-6, 1e-4, 1e-2] as const;

function run(solver: (typeof shown)[number]['solver'], timeStep: number, tolerance: number): CubeState[] {
  const options = { solver, tolerance, relativeTolerance: 0, maxIterations: 2000 };
  return simulate({ options, timeStep, friction, velocity: [0, speed, 0], turn: Math.PI / 6, isWarm: false }, duration);
}

/** The trapezoidal rule on the coarser of the two grids, whose points the finer one has as well. */
function integralError(states: readonly CubeState[], reference: readonly CubeState[]): number {
  const every = (reference.length - 1) / (states.length - 1);
  const distances = states.map(({ position }, k) =>
    Math.hypot(...position.map((x, axis) => x - reference[Math.round(every * k)].position[axis])),
  );
  const step = duration / (states.length - 1);
  return distances.reduce((sum, d, k) => sum + (k === 0 || k === distances.length - 1 ? d / 2 : d) * step, 0);
}

/** Table III: time steps against one of 0.1 ms. */
export function measureTimeSteps(): ConsistencyResult[] {
  return models.flatMap(({ name, solver }) => {
    const reference = run(solver, 1e-4, 1e-9);
    return timeSteps.map((timeStep) => {
      const states = run(solver, timeStep, 1e-9);
      return { name, setting: timeStep, error: integralError(states, reference), states };
    });
  });
}

/** Table IV: stopping criteria against one of 1e-9, at a step of 1 ms. */
export function measureCriteria(): ConsistencyResult[] {
  return models.flatMap(({ name, solver }) => {
    const reference = run(solver, 1e-3, 1e-9);
    return criteria.map((tolerance) => {
      const states = run(solver, 1e-3, tolerance);
      return { name, setting: tolerance, error: integralError(states, reference), states };
    });
  });
}

/** The energy of one model for each setting, and the analytic one. */
export function energyCurvesOf(results: readonly ConsistencyResult[], model: string, unit: string): Curve[] {
  const own = results.filter(({ name }) => name === model);
  const analytic = own[0].states.length > 50 ? own[0].states : own[own.length - 1].states;
  return [
    { name: 'analytic', points: analytic.map(({ time }) => ({ x: time, y: analyticEnergy(time) })) },
    ...own.map(({ setting, states }) => ({
      name: `${setting}${unit}`,
      points: states.map(({ time, energy }) => ({ x: time, y: energy })),
    })),
  ];
}
