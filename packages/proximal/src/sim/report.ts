// The report of a step.

import type { ContactStatus } from '../contact/progress.ts';
import { createResiduals, type ResidualNumbers, type Residuals } from '../contact/residuals.ts';
import type { ContactSet, SimulatedContact } from './contact-set.ts';

/** The outcome of the last step. */
export interface StepReport {
  /** Steps since the start; a restored simulator continues the count. */
  steps: number;
  /** Simulated seconds since the start; a restored simulator continues from the time of its snapshot. */
  time: number;
  /**
   * `'free'`: no contact, joint or closure rows. `'converged'`, `'stalled'`, `'limit'`: the status of the contact solver.
   * `'failed'`: the numbers became infinite or NaN, or positions would exceed 10¹² m; velocities were set to zero and positions
   * kept. `'crowded'`: there were more pairs or contacts than the limits allow, see `leftOut`. `'open'`: the solver converged, but
   * at the end of the step a loop closure is open by more than 10⁻⁴ m or rad, or a joint between bodies by more than 1 mm and more
   * than 2 % of its longer lever arm. `'stopped'`: `shouldStop` ended the step, and no body moved.
   */
  status: ContactStatus | 'free' | 'failed' | 'crowded' | 'open' | 'stopped';
  /**
   * Pairs of bodies and of parts that were skipped because of `maxPairs` (a fast body whose surroundings were skipped counts
   * once), and contacts that did not act because of `maxContacts`.
   */
  readonly leftOut: { readonly pairs: number; readonly contacts: number };
  /** Iterations of the contact solver, over all its stages, for the island that needed most. */
  iterations: number;
  /** Residuals of the contact law: see `proximal/contact`. */
  residuals: Residuals;
  /** Contacts of the last step: copies, made on access; later steps do not change them. */
  readonly contacts: readonly SimulatedContact[];
  /** The deepest penetration of the contacts, in meters: at the beginning of the step, or in its middle with the midpoint integrator. */
  penetration: number;
  /** The kinetic energy of all members at the current state, in joules. */
  kineticEnergy: number;
  /** The potential energy of gravity and springs at the current state, in joules. */
  potentialEnergy: number;
  /** Durations of collision detection, of the dynamics and of the contact solver in the step, in milliseconds. */
  timings: { collision: number; dynamics: number; solver: number };
}

/** @param contacts returns the contacts of the last step */
export function createReport(contacts: () => ContactSet): StepReport {
  return {
    steps: 0,
    time: 0,
    status: 'free',
    get leftOut(): StepReport['leftOut'] {
      return contacts().leftOut;
    },
    iterations: 0,
    residuals: createResiduals(),
    get contacts(): readonly SimulatedContact[] {
      return contacts().list();
    },
    penetration: 0,
    kineticEnergy: 0,
    potentialEnergy: 0,
    timings: { collision: 0, dynamics: 0, solver: 0 },
  };
}

export function clearResiduals(residuals: Residuals): void {
  clear(residuals as ResidualNumbers);
  clear(residuals.scaled);
}

function clear(numbers: ResidualNumbers): void {
  numbers.primal = 0;
  numbers.dual = 0;
  numbers.complementarity = 0;
  numbers.ncp = 0;
  numbers.signorini = 0;
  numbers.coulomb = 0;
  numbers.dissipation = 0;
}
