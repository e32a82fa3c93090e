// Contacts of the scene as rows: (t1, t2, n) for each point, in the order that `proximal/contact` wants.
import { referenceVelocity } from '../contact/reference.ts';
import type { ContactSet } from './contact-set.ts';
import type { SimulatorSettings } from './options.ts';

/**
 * c*_N of a contact whose points approach at −`velocity` before the step. A compliant contact is a spring and pushes out; the overlap of a
 * rigid one is left to the correction of positions.
 */
export function referenceOf(
  { gaps, restitution }: ContactSet,
  k: number,
  velocity: number,
  isSoft: boolean,
  settings: SimulatorSettings,
): number {
  const { timeStep, baumgarte, restingSpeed, allowedPenetration, correctionSpeed } = settings;
  const gain = isSoft ? baumgarte / timeStep : 0;
  // The speed is limited, however deep the penetration.
  const gap = gain > 0 ? Math.max(gaps[k], -allowedPenetration - correctionSpeed / gain) : gaps[k];
  return referenceVelocity(gap, timeStep, restitution[k], velocity, restingSpeed, gain, allowedPenetration);
}

/** The impulse of rows (t1, t2, n) of a contact in world coordinates. */
export function toWorld({ frames, impulses }: ContactSet, k: number, rows: Float64Array, row: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = 9 * k + axis;
    impulses[3 * k + axis] = frames[at] * rows[row] + frames[at + 3] * rows[row + 1] + frames[at + 6] * rows[row + 2];
  }
}

/** An impulse in world coordinates as rows (t1, t2, n) of a contact. */
export function fromWorld(
  { frames }: ContactSet,
  k: number,
  world: Float64Array,
  from: number,
  out: Float64Array,
  row: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = 9 * k + 3 * axis;
    out[row + axis] = frames[at] * world[from] + frames[at + 1] * world[from + 1] + frames[at + 2] * world[from + 2];
  }
}
