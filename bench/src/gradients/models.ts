// The contact models and a solver of each.
import type { ContactOptions } from 'proximal/contact';

/** With these tolerances, errors of the solver are small compared with the differences of two rollouts. */
const tight = { tolerance: 1e-13, relativeTolerance: 1e-12, maxIterations: 20_000 } as const;

export interface ContactModelCase {
  readonly name: string;
  readonly options: ContactOptions;
}

export const reference: ContactModelCase = { name: 'NCP', options: { solver: 'ncp-admm', ...tight } };

export const models: readonly ContactModelCase[] = [
  reference,
  { name: 'LCP', options: { solver: 'lcp-lemke', ...tight } },
  { name: 'CCP', options: { solver: 'ccp-admm', ...tight } },
  { name: 'RaiSim', options: { solver: 'raisim', ...tight } },
  { name: 'MuJoCo-like', options: { solver: 'ccp-newton', ...tight } },
];
