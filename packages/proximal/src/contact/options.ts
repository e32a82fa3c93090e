import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { Pyramid } from './pyramid.ts';
import { type ContactSolver, type ContactSolverName, contactSolvers, findSolver } from './registry.ts';

/** Options of `solve`. */
export interface ContactOptions {
  /** Default `'ncp-pgs'`: the law of contact without a relaxation, cheap. `contactSolvers()` describes them all. */
  readonly solver?: ContactSolverName;
  /** Converged when primal (N·s), dual (m/s) and complementarity (J) of the solver's model are below this. Default 1e-12. */
  readonly tolerance?: number;
  /**
   * The same relative to the largest |λ|, the largest |g − c*| of all bilateral rows and of contacts that are not open without
   * impulses, and their product; the larger allowance counts. Default 1e-8.
   */
  readonly relativeTolerance?: number;
  /** Hard cap on sweeps, steps or pivots. Default 1000. */
  readonly maxIterations?: number;
  /**
   * Over-relaxation (22): λ ← (1 − ω) λ⁻ + ω λ, with ω between 0 and 2. Default 1: none. (As printed, (22) has the two exchanged; its
   * text, which extrapolates above 1, fits this one.) `lcp-lemke` and
   * `ccp-newton` do not iterate on λ in this way and do not use it.
   */
  readonly relaxation?: number;
  /**
   * `'anderson'`: after each sweep of a solver that visits one contact after the other λ is extrapolated along the secant of the
   * last two sweeps, as long as that helps. Convergence is measured as without it; slow problems, such as walls, take a fraction
   * of the sweeps. Default `'none'`: as in the paper.
   */
  readonly acceleration?: 'none' | 'anderson';
  /** The number of facets of the pyramid of the LCP solvers, even, from 4 to 64. Default 4. */
  readonly facets?: number;
  /** Whether that pyramid stands around the cone (the default, as in Alg. 1) or in it. */
  readonly pyramid?: 'circumscribed' | 'inscribed';
  /** α in the R = α diag(G) that `ccp-newton` adds to G, above 0 and at most 1. Default 1e-4. */
  readonly regularization?: number;
  /** The first ρ of the proximal solvers, in kg⁻¹. Default: from the warm start, or else from G. */
  readonly rho?: number;
  /** Whether ρ follows the residuals. Default true. */
  readonly adaptRho?: boolean;
  /**
   * `'any'` (the default): where impulses are not unique, those that the solver finds. `'least'`: of all that obey the law at the same
   * velocities, those of least norm; costs a factorization of G and iterations with it. Solutions that have not converged are unchanged.
   */
  readonly internalForces?: 'any' | 'least';
  /** Keep the residuals after every iteration in `solution.trace`, at the price of a product by G each. Default false. */
  readonly trace?: boolean;
}

const names = [
  'solver',
  'tolerance',
  'relativeTolerance',
  'maxIterations',
  'relaxation',
  'acceleration',
  'facets',
  'pyramid',
  'regularization',
  'rho',
  'adaptRho',
  'internalForces',
  'trace',
];

/** Checked options: one object for all solves of a solution, to avoid allocations. */
export class Settings {
  solver = findSolver('ncp-pgs') as ContactSolver;
  tolerance = 0;
  relativeTolerance = 0;
  maxIterations = 0;
  relaxation = 1;
  isAccelerated = false;
  regularization = 0;
  /** 0: none was given. */
  rho = 0;
  adaptRho = true;
  isLeast = false;
  trace = false;
  readonly pyramid = new Pyramid();
  /** Its names were checked. */
  private known: ContactOptions | undefined;

  read(where: string, options: ContactOptions): void {
    if (options !== this.known) checkOptions(where, 'options', options, names);
    this.known = options;
    const { solver = 'ncp-pgs', facets = 4, pyramid = 'circumscribed', adaptRho = true, trace = false } = options;
    const { tolerance = 1e-12, relativeTolerance = 1e-8, maxIterations = 1000, relaxation = 1 } = options;
    const { regularization = 1e-4, rho, internalForces = 'any', acceleration = 'none' } = options;
    const found = findSolver(solver);
    if (!found) {
      const all = contactSolvers().map(({ name }) => name);
      throw outOfRange(where, 'options.solver', solver, `give one of ${all.join(', ')}`);
    }
    this.solver = found;
    const ratio = 'give a finite number, not negative';
    this.tolerance = checkNumber(where, 'options.tolerance', tolerance, ratio, 0);
    this.relativeTolerance = checkNumber(where, 'options.relativeTolerance', relativeTolerance, ratio, 0);
    this.maxIterations = checkInteger(where, 'options.maxIterations', maxIterations, 1, 10_000_000);
    const between = 'give a factor above 0 and below 2';
    this.relaxation = checkNumber(where, 'options.relaxation', relaxation, between, 0, true);
    if (relaxation >= 2) throw outOfRange(where, 'options.relaxation', relaxation, between);
    if (acceleration !== 'none' && acceleration !== 'anderson')
      throw outOfRange(where, 'options.acceleration', acceleration, "give 'none' or 'anderson'");
    this.isAccelerated = acceleration === 'anderson';
    checkInteger(where, 'options.facets', facets, 4, 64);
    if (facets % 2 !== 0) throw outOfRange(where, 'options.facets', facets, 'give an even number from 4 to 64');
    if (pyramid !== 'circumscribed' && pyramid !== 'inscribed')
      throw outOfRange(where, 'options.pyramid', pyramid, "give 'circumscribed' or 'inscribed'");
    this.pyramid.set(facets, pyramid === 'inscribed');
    this.regularization = readRegularization(where, regularization);
    const stiffness = 'give a number above 0, in kg⁻¹, or leave it out';
    this.rho = rho === undefined ? 0 : checkNumber(where, 'options.rho', rho, stiffness, 0, true);
    if (internalForces !== 'any' && internalForces !== 'least')
      throw outOfRange(where, 'options.internalForces', internalForces, "give 'any' or 'least'");
    this.isLeast = internalForces === 'least';
    this.adaptRho = checkFlag(where, 'adaptRho', adaptRho);
    this.trace = checkFlag(where, 'trace', trace);
  }
}

function readRegularization(where: string, value: number): number {
  const name = 'options.regularization';
  if (value === 0)
    throw outOfRange(
      where,
      name,
      value,
      "Newton needs R > 0: give a share of diag(G) above 0, or use 'ccp-admm', which needs none",
    );
  const remedy = 'give a share of diag(G) above 0 and at most 1';
  checkNumber(where, name, value, remedy, 0, true);
  if (value > 1) throw outOfRange(where, name, value, remedy);
  return value;
}

function checkFlag(where: string, name: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw wrongType(where, `options.${name}`, value, 'give true or false');
  return value;
}
