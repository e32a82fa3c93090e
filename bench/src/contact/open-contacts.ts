// Measures how contacts that stay open, and so have no impulse, change the number of iterations: the problems of a trajectory are solved with
// these contacts and without them.
import { type ContactProblem, ContactSolution, DenseMatrix, solve } from 'proximal/contact';
import type { Trajectory } from './robots.ts';
import { accuracy } from './times.ts';

export interface OpenContactsResult {
  readonly trajectory: string;
  readonly solver: (typeof solvers)[number];
  /** The mean number of contacts in the measured problems: those that have both an open contact and a contact with an impulse. */
  readonly contacts: number;
  /** The mean number of open contacts in the measured problems. */
  readonly open: number;
  /** The number of measured problems. */
  readonly count: number;
  /** The number of problems of the trajectory. */
  readonly all: number;
  /** Mean iterations from zero, with all contacts and without the open ones. */
  readonly withOpen: number;
  readonly withoutOpen: number;
}

const solvers = ['ncp-admm', 'ncp-pgs'] as const;
const options = { tolerance: accuracy, relativeTolerance: 0 };

export function measureOpenContacts({ name, problems }: Trajectory): OpenContactsResult[] {
  const pairs = problems.flatMap(({ problem }) => {
    const closed = closedContacts(problem);
    const isMixed = closed.length > 0 && closed.length < problem.friction.length;
    return isMixed
      ? [{ problem, reduced: onlyContacts(problem, closed), open: problem.friction.length - closed.length }]
      : [];
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return solvers.map((solver) => {
    const iterations = (problem: ContactProblem): number => solve(problem, { solver, ...options }).iterations;
    return {
      ...{ trajectory: name, solver, count: pairs.length, all: problems.length },
      contacts: mean(pairs.map(({ problem }) => problem.friction.length)),
      open: mean(pairs.map(({ open }) => open)),
      withOpen: mean(pairs.map(({ problem }) => iterations(problem))),
      withoutOpen: mean(pairs.map(({ reduced }) => iterations(reduced))),
    };
  });
}

/** The contacts with a normal impulse in an accurate solution by ADMM. */
function closedContacts(problem: ContactProblem): number[] {
  const { impulses } = solve(problem, { solver: 'ncp-admm', tolerance: 1e-9 }, undefined, new ContactSolution());
  return [...problem.friction.keys()].filter((c) => impulses[3 * c + 2] > 0);
}

/** The problem restricted to the given contacts. Problems of trajectories have neither compliance nor bilateral rows. */
function onlyContacts(
  { delassus, freeVelocity, friction, reference }: ContactProblem,
  contacts: readonly number[],
): ContactProblem {
  const rows = contacts.flatMap((c) => [3 * c, 3 * c + 1, 3 * c + 2]);
  const row = new Float64Array(delassus.size);
  const pick = (values: ArrayLike<number>): number[] => rows.map((k) => values[k]);
  return {
    delassus: DenseMatrix.fromRows(
      rows.map((k) => {
        delassus.row(k, row);
        return pick(row);
      }),
    ),
    freeVelocity: Float64Array.from(pick(freeVelocity)),
    friction: Float64Array.from(contacts, (c) => friction[c]),
    ...(reference && { reference: Float64Array.from(pick(reference)) }),
  };
}
