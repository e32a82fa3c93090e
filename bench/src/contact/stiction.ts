// Fig. 11: a force that grows until the cube lets go, and how the four feet share the friction before it does.
import { type ContactSolverName, solve } from 'proximal/contact';
import type { Curve } from '../plot.ts';
import { Cube, type CubeState, simulate } from './cube.ts';

const friction = 0.4;
/** Newton per second: friction gives way at 0.4 · 9.81 N, after a quarter of a second. */
const growth = 16;
const direction = [Math.cos(0.4), Math.sin(0.4)] as const;

export interface StictionResult {
  readonly solver: ContactSolverName;
  readonly states: readonly CubeState[];
  /** When it moves at more than a millimeter per second. */
  readonly letsGo: number;
  /** How far the friction of the feet is from the least one, at a quarter of the force that they bear, from a cold start: relative to all impulses. */
  readonly internal: number;
}

export function measureStiction(solver: ContactSolverName, timeStep: number): StictionResult {
  const options = { solver, tolerance: 1e-9, relativeTolerance: 0, maxIterations: 2000 };
  const force = (time: number): [number, number, number] => [
    growth * time * direction[0],
    growth * time * direction[1],
    0,
  ];
  const states = simulate({ options, timeStep, friction, force }, 0.4);
  const moving = states.find(({ velocity }) => Math.hypot(velocity[0], velocity[1]) > 1e-3);
  return { solver, states, letsGo: moving?.time ?? Number.NaN, internal: internalShare(solver) };
}

/** At 2 N with µ = 0.8, a quarter of the force that the cube of 1 kg can bear, from a cold start. */
function internalShare(solver: ContactSolverName): number {
  const push = 2;
  const force = (): [number, number, number] => [push * direction[0], push * direction[1], 0];
  const cube = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, force });
  const problem = cube.problem();
  const { impulses } = solve(problem, { solver, relativeTolerance: 1e-10, maxIterations: 5000 });
  const least = leastImpulses(problem.delassus.size, (x, out) => problem.delassus.apply(x, out), problem.freeVelocity);
  const tangential = least.map((x, k) => (k % 3 === 2 ? 0 : impulses[k] - x));
  return Math.hypot(...tangential) / Math.hypot(...least);
}

/**
 * The solution of G λ = −g of the least norm, from zero by conjugate gradients, which never leave the range of G. It lies inside the
 * cones here, so that it is the answer of the quadratic program, too.
 */
export function leastImpulses(
  size: number,
  apply: (x: Float64Array, out: Float64Array) => void,
  g: Float64Array,
): number[] {
  const x = new Float64Array(size);
  const rest = Float64Array.from(g, (v) => -v);
  const direction = rest.slice();
  const product = new Float64Array(size);
  const square = (v: Float64Array): number => v.reduce((sum, entry) => sum + entry * entry, 0);
  const first = square(rest);
  for (let k = 0; k < 10 * size && square(rest) > 1e-28 * first; k++) {
    apply(direction, product);
    const before = square(rest);
    const step = before / direction.reduce((sum, d, j) => sum + d * product[j], 0);
    for (let j = 0; j < size; j++) {
      x[j] += step * direction[j];
      rest[j] -= step * product[j];
    }
    const share = square(rest) / before;
    for (let j = 0; j < size; j++) direction[j] = rest[j] + share * direction[j];
  }
  return [...x];
}

export function speedCurves(results: readonly StictionResult[]): Curve[] {
  return results.map(({ solver, states }) => ({
    name: solver,
    points: states.map(({ time, velocity }) => ({ x: time, y: Math.hypot(velocity[0], velocity[1]) })),
  }));
}

/** Four curves for each solver: the friction of every foot along the push, in newton. */
export function footCurves(results: readonly StictionResult[], timeStep: number): Curve[] {
  return results.flatMap(({ solver, states }) =>
    [0, 3, 6, 9].map((at) => ({
      name: solver,
      points: states.slice(1).map(({ time, impulses }) => ({
        x: time,
        y: -(impulses[at] * direction[0] + impulses[at + 1] * direction[1]) / timeStep,
      })),
    })),
  );
}
