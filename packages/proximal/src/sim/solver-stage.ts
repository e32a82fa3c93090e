// The solvers that an island is solved with in turn.
import { type ContactOptions, SolverSettings } from '../contact/options.ts';
import type { SweepSettings } from '../contact/workspace.ts';

/** One solver of a sequence: the kernel's sweeps, or another solver of `proximal/contact`. */
export interface Stage {
  readonly options: ContactOptions;
  readonly sweeps: SweepSettings | null;
}

/** The kernel runs `ncp-pgs`, except for least internal forces, which need G as a matrix. */
export function stageOf(options: ContactOptions, isFrictionless: boolean): Stage {
  const settings = new SolverSettings();
  settings.read('Simulator', options);
  const { solver, relaxation, hasLeastForces, tolerance, relativeTolerance, maxIterations, isAccelerated } = settings;
  const isSwept = solver.name === 'ncp-pgs' && !hasLeastForces;
  const sweeps = {
    tolerance,
    relativeTolerance,
    maxIterations,
    relaxation,
    isAccelerated,
    trace: false,
    isFrictionless,
  };
  return { options, sweeps: isSwept ? sweeps : null };
}
