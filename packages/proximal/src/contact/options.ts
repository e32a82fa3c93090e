// The options of `solve`, checked once. Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative
// Analysis".

import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { Pyramid } from './pyramid.ts';
import { type ContactSolver, type ContactSolverName, contactSolvers, findSolver } from './registry.ts';

/** Options of `solve`. */
export interface ContactOptions {
  /** Default `'ncp-pgs'`: the full contact law, with cheap iterations. `contactSolvers()` describes all solvers. */
  readonly solver?: ContactSolverName;
  /**
   * The solver has converged when the primal (N·s), dual (m/s) and complementarity (J) residuals of its model are at most this, or
   * within `relativeTolerance`. Default 1e-12.
   */
  readonly tolerance?: number;
  /**
   * The relative tolerance. The velocity scale is the largest |g − c*| (`freeVelocity` minus `reference` of the problem) of bilateral rows and of
   * contacts that need an impulse. The impulse scale of a contact is the largest of ‖λ_T‖, |λ_N| and the impulse that stops its approach, but at most the largest |λ| of
   * the problem; the scale of its complementarity is the product of both. The larger of absolute and relative tolerance applies.
   * Default 1e-8.
   */
  readonly relativeTolerance?: number;
  /** Hard cap on sweeps, steps or pivots, without the inner steps of the staggered solvers. Default 1000. */
  readonly maxIterations?: number;
  /**
   * Over-relaxation (22): λ ← (1 − ω) λ⁻ + ω λ, with ω between 0 and 2. Default 1: no relaxation. (The printed equation (22)
   * exchanges the two terms; the paper's text agrees with the form here.) `lcp-lemke` and `ccp-newton` ignore this option.
   */
  readonly relaxation?: number;
  /**
   * `'anderson'`: solvers that visit one contact after the other extrapolate λ along the secant of the last two sweeps, while
   * this helps; other solvers ignore it. The convergence criterion is the same; slow problems, such as walls, take a fraction of the sweeps. Default
   * `'none'`: as in the paper.
   */
  readonly acceleration?: 'none' | 'anderson';
  /** The number of facets of the pyramid of the LCP solvers, even, from 4 to 64. Default 4. */
  readonly facets?: number;
  /** Whether the pyramid is circumscribed about the cone (the default, as in Alg. 1) or inscribed in it. */
  readonly pyramid?: 'circumscribed' | 'inscribed';
  /**
   * α, above 0 and at most 1: `ccp-newton` adds R = α diag(G) to G, with the mean of the two tangential entries of a contact for both;
   * here G includes the problem's compliance. Default 1e-4.
   */
  readonly regularization?: number;
  /** The initial ρ of the proximal solvers, in kg⁻¹. Default: from the warm start, or else from G. */
  readonly rho?: number;
  /** Whether ρ is adapted to the residuals. Default true. */
  readonly adaptRho?: boolean;
  /**
   * The ρ of each contact in the ADMM solvers. `'uniform'` (the default): the same for all, as in Alg. 3. `'diagonal'`: proportional to the
   * largest diagonal entry of its rows of G + R, and for a bilateral row to its own. Contacts of light and heavy bodies, and rows of
   * torques beside rows of forces, then converge alike.
   */
  readonly rhoScaling?: 'uniform' | 'diagonal';
  /**
   * `'any'` (the default): if impulses are not unique, the impulses that the solver finds. `'least'`: the impulses of least norm among
   * all that obey the law at the same velocities; this costs a factorization of G and further iterations. A solution is unchanged if it has
   * not converged, or if the result would violate the law.
   */
  readonly internalForces?: 'any' | 'least';
  /** Whether to keep the residuals after every iteration in `solution.trace`; each costs a product with G. Default false. */
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
  'rhoScaling',
  'internalForces',
  'trace',
];

/** Checked options: one object for all solves of a solution, to avoid allocations. */
export class SolverSettings {
  solver = findSolver('ncp-pgs') as ContactSolver;
  tolerance = 0;
  relativeTolerance = 0;
  maxIterations = 0;
  relaxation = 1;
  isAccelerated = false;
  regularization = 0;
  /** 0 if not given. */
  rho = 0;
  adaptRho = true;
  isRhoScaled = false;
  hasLeastForces = false;
  trace = false;
  readonly pyramid = new Pyramid();
  /** The last options object whose names were checked. */
  private checkedOptions: ContactOptions | undefined;

  read(where: string, options: ContactOptions): void {
    if (options !== this.checkedOptions) checkOptions(where, 'options', options, names);
    this.checkedOptions = options;
    const { solver = 'ncp-pgs', facets = 4, pyramid = 'circumscribed', adaptRho = true, trace = false } = options;
    const { tolerance = 1e-12, relativeTolerance = 1e-8, maxIterations = 1000, relaxation = 1 } = options;
    const {
      regularization = 1e-4,
      rho,
      rhoScaling = 'uniform',
      internalForces = 'any',
      acceleration = 'none',
    } = options;
    const found = findSolver(solver);
    if (!found) {
      const all = contactSolvers().map(({ name }) => name);
      throw outOfRange(where, 'options.solver', solver, `give one of ${all.join(', ')}`);
    }
    this.solver = found;
    const nonNegative = 'give a finite number, not negative';
    this.tolerance = checkNumber(where, 'options.tolerance', tolerance, nonNegative, 0);
    this.relativeTolerance = checkNumber(where, 'options.relativeTolerance', relativeTolerance, nonNegative, 0);
    this.maxIterations = checkInteger(where, 'options.maxIterations', maxIterations, 1, 10_000_000);
    const relaxationRemedy = 'give a factor above 0 and below 2';
    this.relaxation = checkNumber(where, 'options.relaxation', relaxation, relaxationRemedy, 0, true);
    if (relaxation >= 2) throw outOfRange(where, 'options.relaxation', relaxation, relaxationRemedy);
    if (acceleration !== 'none' && acceleration !== 'anderson')
      throw outOfRange(where, 'options.acceleration', acceleration, "give 'none' or 'anderson'");
    this.isAccelerated = acceleration === 'anderson';
    checkInteger(where, 'options.facets', facets, 4, 64);
    if (facets % 2 !== 0) throw outOfRange(where, 'options.facets', facets, 'give an even number from 4 to 64');
    if (pyramid !== 'circumscribed' && pyramid !== 'inscribed')
      throw outOfRange(where, 'options.pyramid', pyramid, "give 'circumscribed' or 'inscribed'");
    this.pyramid.set(facets, pyramid === 'inscribed');
    this.regularization = readRegularization(where, regularization);
    const rhoRemedy = 'give a number above 0, in kg⁻¹, or leave it out';
    this.rho = rho === undefined ? 0 : checkNumber(where, 'options.rho', rho, rhoRemedy, 0, true);
    if (internalForces !== 'any' && internalForces !== 'least')
      throw outOfRange(where, 'options.internalForces', internalForces, "give 'any' or 'least'");
    this.hasLeastForces = internalForces === 'least';
    if (rhoScaling !== 'uniform' && rhoScaling !== 'diagonal')
      throw outOfRange(where, 'options.rhoScaling', rhoScaling, "give 'uniform' or 'diagonal'");
    this.isRhoScaled = rhoScaling === 'diagonal';
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
      "Newton needs R > 0: give a fraction of diag(G) above 0, or use 'ccp-admm', which needs none",
    );
  const remedy = 'give a fraction of diag(G) above 0 and at most 1';
  checkNumber(where, name, value, remedy, 0, true);
  if (value > 1) throw outOfRange(where, name, value, remedy);
  return value;
}

function checkFlag(where: string, name: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw wrongType(where, `options.${name}`, value, 'give true or false');
  return value;
}
