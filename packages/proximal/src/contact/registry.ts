// The solvers, one entry each: the options, the benchmarks and the studio read this list.

import { ccpTangent, type LawTangent, lcpTangent, ncpTangent, raisimTangent } from './linear-laws.ts';
import { type ContactModel, measureCcp, measureLcp, measureNcp, measureRaisim } from './models.ts';
import type { SolverSettings } from './options.ts';
import type { Progress } from './progress.ts';
import type { Measure, SolverWorkspace } from './solver-workspace.ts';
import { runCcpAdmm, runNcpAdmm } from './solvers/admm.ts';
import { prepareCcpNewton, runCcpNewton } from './solvers/ccp-newton.ts';
import { runCcpPgs } from './solvers/ccp-pgs.ts';
import { runLcpLemke } from './solvers/lcp-lemke.ts';
import { runLcpPgs } from './solvers/lcp-pgs.ts';
import { runNcpPgs } from './solvers/ncp-pgs.ts';
import { runRaisim } from './solvers/raisim.ts';
import { runLcpStaggered, runNcpStaggered } from './solvers/staggered.ts';

/** A contact solver, its model, and its reference in Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis". */
export interface ContactSolver {
  readonly name: string;
  readonly title: string;
  /** The contact law that it solves: `'ncp'` is the full law, the others are relaxations. */
  readonly model: ContactModel;
  /** Whether it visits one contact after the other; otherwise it treats all contacts at once and needs the whole matrix G. */
  readonly isPerContact: boolean;
  /** The parts of a warm start that it uses: impulses, the dual variable, ρ, or only the set of nonzero impulses (`'basis'`). */
  readonly warmStart: readonly ('impulses' | 'dual' | 'rho' | 'basis')[];
  /** The known result about its convergence. */
  readonly guarantee: string;
  /** Whether convergence is proven for every problem with friction. */
  readonly isGuaranteed: boolean;
  readonly reference: string;
  /** @internal Whether it needs only the diagonal blocks of G and products with rows of G, not the rows. */
  readonly isMatrixFree?: true;
  /** @internal */
  readonly measure: Measure;
  /** @internal The linearization of its law, for derivatives. */
  readonly tangent: LawTangent;
  /** @internal Whether `prepare` adds R = `regularization` · diag(G) to the problem: see regularization.ts. */
  readonly isRegularized?: true;
  /** @internal Called before the first measurement: adds the solver's regularization to the problem. */
  readonly prepare?: (workspace: SolverWorkspace, settings: SolverSettings) => void;
  /** @internal */
  readonly run: (workspace: SolverWorkspace, settings: SolverSettings, progress: Progress) => void;
}

const solvers = [
  {
    name: 'lcp-pgs',
    title: 'LCP, projected Gauss-Seidel',
    model: 'lcp',
    isPerContact: true,
    warmStart: ['impulses'],
    guarantee: 'converges without friction; with friction no proof, because the bound µ λ_N changes',
    isGuaranteed: false,
    reference: 'Alg. 1',
    isMatrixFree: true,
    measure: measureLcp,
    tangent: lcpTangent,
    run: runLcpPgs,
  },
  {
    name: 'lcp-lemke',
    title: 'LCP, Lemke',
    model: 'lcp',
    isPerContact: false,
    warmStart: ['basis'],
    guarantee: 'finite: the matrix is copositive (Stewart and Trinkle 1996)',
    isGuaranteed: true,
    reference: '[50], Sec. III',
    measure: measureLcp,
    tangent: lcpTangent,
    run: runLcpLemke,
  },
  {
    name: 'lcp-staggered',
    title: 'LCP, staggered projections',
    model: 'lcp',
    isPerContact: false,
    warmStart: ['impulses', 'dual', 'rho'],
    guarantee: 'each projection converges; no proof for their alternation',
    isGuaranteed: false,
    reference: 'Alg. 6 with a pyramid, [34]',
    measure: measureLcp,
    tangent: lcpTangent,
    run: runLcpStaggered,
  },
  {
    name: 'ccp-pgs',
    title: 'CCP, projected Gauss-Seidel',
    model: 'ccp',
    isPerContact: true,
    warmStart: ['impulses'],
    guarantee: 'converges: block descent on a convex problem',
    isGuaranteed: true,
    reference: 'Alg. 2, [61]',
    isMatrixFree: true,
    measure: measureCcp,
    tangent: ccpTangent,
    run: runCcpPgs,
  },
  {
    name: 'ccp-admm',
    title: 'CCP, ADMM',
    model: 'ccp',
    isPerContact: false,
    warmStart: ['impulses', 'dual', 'rho'],
    guarantee: 'converges once ρ is constant: splitting of a convex problem',
    isGuaranteed: true,
    reference: 'Alg. 3',
    measure: measureCcp,
    tangent: ccpTangent,
    run: runCcpAdmm,
  },
  {
    name: 'ccp-newton',
    title: 'regularized CCP (MuJoCo), Newton',
    model: 'ccp',
    isPerContact: false,
    warmStart: ['impulses'],
    guarantee: 'converges, at the end quadratically: descent on a strictly convex problem',
    isGuaranteed: true,
    reference: '[32], (19) with G + R',
    measure: measureCcp,
    tangent: ccpTangent,
    isRegularized: true,
    prepare: prepareCcpNewton,
    run: runCcpNewton,
  },
  {
    name: 'raisim',
    title: 'RaiSim, per-contact bisection',
    model: 'raisim',
    isPerContact: true,
    warmStart: ['impulses'],
    guarantee: 'none',
    isGuaranteed: false,
    reference: 'Alg. 4, [33]',
    isMatrixFree: true,
    measure: measureRaisim,
    tangent: raisimTangent,
    run: runRaisim,
  },
  {
    name: 'ncp-pgs',
    title: 'NCP, projected Gauss-Seidel',
    model: 'ncp',
    isPerContact: true,
    warmStart: ['impulses'],
    guarantee: 'converges without friction; with friction no proof',
    isGuaranteed: false,
    reference: 'Alg. 5',
    measure: measureNcp,
    tangent: ncpTangent,
    run: runNcpPgs,
  },
  {
    name: 'ncp-staggered',
    title: 'NCP, staggered projections',
    model: 'ncp',
    isPerContact: false,
    warmStart: ['impulses', 'dual', 'rho'],
    guarantee: 'each projection converges; no proof for their alternation',
    isGuaranteed: false,
    reference: 'Alg. 6, [34], [6]',
    measure: measureNcp,
    tangent: ncpTangent,
    run: runNcpStaggered,
  },
  {
    name: 'ncp-admm',
    title: 'NCP, ADMM with de Saxcé’s correction',
    model: 'ncp',
    isPerContact: false,
    warmStart: ['impulses', 'dual', 'rho'],
    guarantee: 'none with friction; a fixed point solves (14)',
    isGuaranteed: false,
    reference: 'Alg. 3 with (13); beyond the paper',
    measure: measureNcp,
    tangent: ncpTangent,
    run: runNcpAdmm,
  },
] as const satisfies readonly ContactSolver[];

/** The solvers by name: see `contactSolvers`. */
export type ContactSolverName = (typeof solvers)[number]['name'];

/**
 * Every solver, with its model, its capabilities and its reference.
 * @example
 * ```ts
 * contactSolvers().map(({ name }) => name); // ['lcp-pgs', 'lcp-lemke', …]
 * ```
 */
export function contactSolvers(): readonly (ContactSolver & { readonly name: ContactSolverName })[] {
  return solvers;
}

export function findSolver(name: string): ContactSolver | undefined {
  // A plain loop, without allocating a closure: every solve runs it.
  for (let k = 0; k < solvers.length; k++) if (solvers[k].name === name) return solvers[k];
  return undefined;
}
