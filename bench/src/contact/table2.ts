// Table II from measurements: every tick is a number that was small enough.
import { type ContactProblem, type ContactSolverName, contactSolvers, DenseMatrix, solve } from 'proximal/contact';
import { Rng } from 'proximal/math';
import { Cube } from './cube.ts';
import type { RatioResult } from './mass-ratio.ts';
import type { StictionResult } from './stiction.ts';

export interface Table2Row {
  readonly solver: ContactSolverName;
  readonly title: string;
  /** What decides each tick. */
  readonly signorini: number;
  readonly coulomb: number;
  readonly dissipation: number;
  readonly shift: number;
  readonly internal: number;
  readonly isRobust: boolean;
  readonly guarantee: string;
  readonly isGuaranteed: boolean;
  /** The share of random problems on which it converged. */
  readonly converged: number;
}

/** Residuals, relative to ‖λ‖ and ‖g‖, below this count as none; internal forces below one percent of the impulses. */
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
    const still = solve(resting, options);
    const ratio = ratios.find((each) => each.solver === solver);
    return {
      solver,
      title,
      guarantee,
      isGuaranteed,
      signorini: worst('signorini'),
      coulomb: worst('coulomb'),
      dissipation: worst('dissipation'),
      shift: Math.max(...still.velocities.map(Math.abs)) / Math.max(...resting.freeVelocity.map(Math.abs)),
      internal: stiction.find((each) => each.solver === solver)?.internal ?? Number.NaN,
      isRobust: ratio?.status === 'converged',
      converged: random.filter((problem) => solve(problem, options).status === 'converged').length / random.length,
    };
  });
}

/** A cube that slides and turns on the plane, its pyramid at any angle. */
function slidingProblems(count: number, seed: number): ContactProblem[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, () => {
    const velocity: [number, number, number] = [rng.normal(), rng.normal(), 0];
    const setup = { options: {}, timeStep: 0.01, friction: rng.uniform(0.1, 0.6), velocity, turn: rng.uniform(0, 3) };
    const cube = new Cube(setup);
    cube.spin[2] = 3 * rng.normal();
    return cube.problem();
  });
}

/** Contacts of a random system: J and v of normally distributed numbers. */
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

/** The seven ticks, the last by theory, as in the paper. */
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
