// Table II from measurements, and the mass ratios of Fig. 12.
import { type ContactProblem, type ContactSolverName, contactSolvers, DenseMatrix, solve } from 'proximal/contact';
import { Rng } from 'proximal/math';
import type { Curve } from '../harness/plot.ts';
import { Cube, gravity } from './cube.ts';
import type { StictionResult } from './cube-experiments.ts';

export interface Table2Row {
  readonly solver: ContactSolverName;
  readonly title: string;
  /** The number that decides each tick. */
  readonly signorini: number;
  readonly coulomb: number;
  readonly dissipation: number;
  readonly shift: number;
  readonly internal: number;
  readonly isRobust: boolean;
  readonly guarantee: string;
  readonly isGuaranteed: boolean;
  /** The share of random problems on which the solver converged. */
  readonly converged: number;
}

/** Limits of residuals, relative to ‖λ‖ and ‖g‖, and of internal forces, relative to the impulses. */
export const small = 1e-6;
export const smallInternal = 0.01;

/** The paper's ticks, in the order Signorini, Coulomb, MDP, no shift, no internal forces, robust, guarantees. */
export const paperTicks: Readonly<Partial<Record<ContactSolverName, string>>> = {
  'lcp-pgs': '✓..✓..✓',
  'lcp-staggered': '✓..✓✓✓.',
  'ccp-pgs': '.✓✓✓..✓',
  'ccp-newton': '.✓✓.✓✓✓',
  'ccp-admm': '.✓✓✓✓✓✓',
  raisim: '✓✓.✓...',
  'ncp-pgs': '✓✓✓✓..✓',
  'ncp-staggered': '✓✓✓✓✓✓.',
};

export function measureTable2(
  stiction: readonly StictionResult[],
  ratios: readonly RatioResult[],
  count: number,
  seed: number,
): Table2Row[] {
  const sliding = slidingProblems(count, seed);
  const resting = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, force: () => [2, 1, 0] }).problem();
  const random = randomProblems(count, seed);
  return contactSolvers().map(({ name: solver, title, guarantee, isGuaranteed }) => {
    const options = { solver, relativeTolerance: 1e-9, maxIterations: 5000 };
    const found = sliding.map((problem) => solve(problem, options).residuals.scaled);
    const worst = (name: 'signorini' | 'coulomb' | 'dissipation'): number =>
      Math.max(...found.map((residuals) => residuals[name]));
    const solution = solve(resting, options);
    const ratio = ratios.find((each) => each.solver === solver);
    return {
      solver,
      title,
      guarantee,
      isGuaranteed,
      signorini: worst('signorini'),
      coulomb: worst('coulomb'),
      dissipation: worst('dissipation'),
      shift: Math.max(...solution.velocities.map(Math.abs)) / Math.max(...resting.freeVelocity.map(Math.abs)),
      internal: stiction.find((each) => each.solver === solver)?.internal ?? Number.NaN,
      isRobust: ratio?.status === 'converged',
      converged: random.filter((problem) => solve(problem, options).status === 'converged').length / random.length,
    };
  });
}

/** A cube that slides and rotates on the plane, with its pyramid at a random angle. */
function slidingProblems(count: number, seed: number): ContactProblem[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, () => {
    const velocity: [number, number, number] = [rng.normal(), rng.normal(), 0];
    const setup = {
      options: {},
      timeStep: 0.01,
      friction: rng.uniform(0.1, 0.6),
      velocity,
      tangentAngle: rng.uniform(0, 3),
    };
    const cube = new Cube(setup);
    cube.spin[2] = 3 * rng.normal();
    return cube.problem();
  });
}

/** Contacts of a random system: J and v of normally distributed numbers, M = 1. */
function randomProblems(count: number, seed: number): ContactProblem[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, () => {
    const contacts = 1 + rng.index(8);
    const freedoms = 6 + rng.index(3 * contacts);
    const jacobian = Array.from({ length: 3 * contacts }, () => Array.from({ length: freedoms }, () => rng.normal()));
    const velocity = Array.from({ length: freedoms }, () => rng.normal());
    const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
    return {
      delassus: DenseMatrix.fromRows(jacobian.map((a) => jacobian.map((b) => dot(a, b)))),
      freeVelocity: Float64Array.from(jacobian, (row) => dot(row, velocity)),
      friction: Float64Array.from({ length: contacts }, () => rng.uniform(0.1, 1)),
    };
  });
}

/** The seven ticks; the last is theoretical, as in the paper. */
export function ticksOf(row: Table2Row): string {
  const tick = (isEarned: boolean): string => (isEarned ? '✓' : '.');
  return [
    row.signorini < small,
    row.coulomb < small,
    row.dissipation < small,
    row.shift < small,
    row.internal < smallInternal,
    row.isRobust,
    row.isGuaranteed,
  ]
    .map(tick)
    .join('');
}

export interface RatioResult {
  readonly solver: ContactSolverName;
  /** The residual of the NCP when the solver stops, after at most 1000 iterations, by mass ratio. */
  readonly ratios: readonly { readonly ratio: number; readonly ncp: number; readonly status: string }[];
  /** The same residual after each iteration, at a ratio of 10⁶. */
  readonly history: readonly { readonly iteration: number; readonly ncp: number }[];
  /** At a ratio of 10⁶ with a tolerance of 1e-8, as the others. */
  readonly iterations: number;
  readonly status: string;
}

const ratios = [1, 10, 100, 1e3, 1e4, 1e5, 1e6] as const;

export function measureRatios(): RatioResult[] {
  return contactSolvers().map(({ name: solver }) => {
    const options = { solver, tolerance: 1e-8, relativeTolerance: 0 };
    const { trace = [], iterations, status } = solve(stack(1e-3, 1e3), { ...options, trace: true });
    return {
      solver,
      iterations,
      status,
      history: trace.map((step) => ({ iteration: step.iteration, ncp: step.ncp })),
      ratios: ratios.map((ratio) => {
        const found = solve(stack(1 / Math.sqrt(ratio), Math.sqrt(ratio)), options);
        return { ratio, ncp: found.residuals.ncp, status: found.status };
      }),
    };
  });
}

const drawn = ['ccp-pgs', 'ncp-pgs', 'raisim', 'ccp-admm', 'ncp-admm', 'ncp-staggered'];
/** The smallest residual on the logarithmic axis. */
const floor = 1e-16;

export function residualCurves(results: readonly RatioResult[]): Curve[] {
  return results
    .filter(({ solver }) => drawn.includes(solver))
    .map(({ solver, history }) => ({
      name: solver,
      points: history.map(({ iteration, ncp }) => ({ x: iteration, y: Math.max(floor, ncp) })),
    }));
}

export function ratioCurves(results: readonly RatioResult[]): Curve[] {
  return results
    .filter(({ solver }) => drawn.includes(solver))
    .map(({ solver, ratios: list }) => ({
      name: solver,
      points: list.map(({ ratio, ncp }) => ({ x: ratio, y: Math.max(floor, ncp) })),
    }));
}

const half = 0.5;
const corners = [
  [half, half],
  [half, -half],
  [-half, half],
  [-half, -half],
] as const;

/**
 * A cube of 1 m on a cube of 1 m on the ground: eight contacts, twelve degrees of freedom.
 * @param lower, upper masses in kg
 */
function stack(lower: number, upper: number, friction = 0.9, timeStep = 0.01): ContactProblem {
  const none = [0, 0, 0, 0, 0, 0];
  const ground = corners.flatMap(([x, y]) => rowsAt(x, y, -half, 1).map((row) => [...row, ...none]));
  const between = corners.flatMap(([x, y]) => {
    const above = rowsAt(x, y, -half, 1);
    return rowsAt(x, y, half, -1).map((row, k) => [...row, ...above[k]]);
  });
  const jacobian = [...ground, ...between];
  const inverse = [lower, upper].flatMap((m) => [1 / m, 1 / m, 1 / m, 6 / m, 6 / m, 6 / m]);
  const falling = [0, 0, -timeStep * gravity, 0, 0, 0];
  const free = [...falling, ...falling];
  return {
    delassus: DenseMatrix.fromRows(
      jacobian.map((a) => jacobian.map((b) => a.reduce((sum, x, k) => sum + x * inverse[k] * b[k], 0))),
    ),
    freeVelocity: Float64Array.from(jacobian, (row) => row.reduce((sum, x, k) => sum + x * free[k], 0)),
    friction: new Float64Array(8).fill(friction),
  };
}

function rowsAt(x: number, y: number, z: number, sign: number): number[][] {
  const rows = [
    [1, 0, 0, 0, z, -y],
    [0, 1, 0, -z, 0, x],
    [0, 0, 1, y, -x, 0],
  ];
  return rows.map((row) => row.map((entry) => sign * entry));
}
