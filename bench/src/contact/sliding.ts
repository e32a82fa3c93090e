// Fig. 9 and 10: a cube that slides on a plane, by every model, beside the analytic solution.
import type { ContactSolverName } from 'proximal/contact';
import type { Curve } from '../plot.ts';
import { type CubeState, gravity, simulate } from './cube.ts';

/** What the figures compare: a solver of each model. */
export const shown: readonly { readonly name: string; readonly solver: ContactSolverName }[] = [
  { name: 'LCP', solver: 'lcp-pgs' },
  { name: 'CCP', solver: 'ccp-pgs' },
  { name: 'RaiSim', solver: 'raisim' },
  { name: 'NCP', solver: 'ncp-pgs' },
];

export const friction = 0.4;
export const speed = 1;
/** The facets of the LCP's pyramid stand at this angle to the motion, which goes along y. */
const turn = Math.PI / 6;

export interface SlidingResult {
  readonly name: string;
  readonly states: readonly CubeState[];
  /** How far it goes along the motion and across it, how high it jumps, in meters. */
  readonly along: number;
  readonly across: number;
  readonly height: number;
  /** The largest difference to the analytic energy, relative to the first. */
  readonly energyError: number;
}

/** ½ m (v − µ g t)², until it rests. */
export function analyticEnergy(time: number): number {
  return Math.max(0, speed - friction * gravity * time) ** 2 / 2;
}

/** v² / (2 µ g). */
export const analyticDistance = speed ** 2 / (2 * friction * gravity);

export function measureSliding(timeStep: number): SlidingResult[] {
  return shown.map(({ name, solver }) => {
    const options = { solver, tolerance: 1e-9, relativeTolerance: 0, maxIterations: 2000 };
    const states = simulate({ options, timeStep, friction, velocity: [0, speed, 0], turn }, 0.4);
    const last = states[states.length - 1];
    const errors = states.map(({ time, energy }) => Math.abs(energy - analyticEnergy(time)));
    return {
      name,
      states,
      along: last.position[1],
      across: last.position[0],
      height: Math.max(...states.map(({ position }) => position[2])) - states[0].position[2],
      energyError: Math.max(...errors) / analyticEnergy(0),
    };
  });
}

export function pathCurves(results: readonly SlidingResult[]): Curve[] {
  return results.map(({ name, states }) => ({
    name,
    points: states.map(({ position }) => ({ x: position[1], y: position[0] })),
  }));
}

export function heightCurves(results: readonly SlidingResult[]): Curve[] {
  return results.map(({ name, states }) => ({
    name,
    points: states.map(({ time, position }) => ({ x: time, y: 1000 * (position[2] - states[0].position[2]) })),
  }));
}

export function energyCurves(results: readonly SlidingResult[]): Curve[] {
  const analytic = results[0].states.map(({ time }) => ({ x: time, y: analyticEnergy(time) }));
  const curves = results.map(({ name, states }) => ({
    name,
    points: states.map(({ time, energy }) => ({ x: time, y: energy })),
  }));
  return [{ name: 'analytic', points: analytic }, ...curves];
}
