// The reference velocities c* of a step's rows and their derivatives: the assembly of the contact problem uses the values, and
// the derivatives of steps use the slopes. Compliant rows act as springs, through velocities. Errors of rigid rows are left to
// the position correction.
import { type ReferenceSlope, referenceVelocity } from '../contact/reference.ts';
import type { SimulatorSettings } from './options.ts';
import type { ContactSurface } from './surfaces.ts';

/**
 * c*_N of a contact.
 * @param velocity the normal velocity before the step, negative when approaching
 * @param slope receives the derivatives, if given
 */
export function contactReference(
  gap: number,
  restitution: number,
  velocity: number,
  settings: SimulatorSettings,
  slope?: ReferenceSlope,
): number {
  const { timeStep, restingSpeed, allowedPenetration, correctionSpeed } = settings;
  const gain = gainOf(settings);
  // The penetration is clamped, so that the correction speed stays limited.
  const deepest = gain > 0 ? -allowedPenetration - correctionSpeed / gain : -Infinity;
  const clampedGap = Math.max(gap, deepest);
  const value = referenceVelocity(
    clampedGap,
    timeStep,
    restitution,
    velocity,
    restingSpeed,
    gain,
    allowedPenetration,
    slope,
  );
  if (slope && gap < deepest) slope.byGap = 0;
  return value;
}

/** The compliance R and the reference velocity c* of a row that acts as a spring. */
export interface SpringRow {
  readonly compliance: number;
  readonly reference: number;
}

/**
 * An implicit spring: λ = −Δt (k (e + Δt v⁺) + d (v⁺ − v*)) is v⁺ + R λ = c* with R = 1/(Δt² k + Δt d) and c* = R Δt (d v* − k e). It is
 * stable for any k and d.
 */
export function implicitSpring(
  stiffness: number,
  damping: number,
  error: number,
  velocity: number,
  timeStep: number,
): SpringRow {
  const compliance = 1 / (timeStep * (timeStep * stiffness + damping));
  return { compliance, reference: compliance * timeStep * (damping * velocity - stiffness * error) };
}

/**
 * The normal row of a contact between compliant materials: an implicit spring that only pushes. An open contact is not damped, so that
 * it exerts no force before it closes.
 * @param slope receives the derivatives of c*, if given
 */
export function contactSpring(
  gap: number,
  { stiffness, damping }: ContactSurface,
  { timeStep }: SimulatorSettings,
  slope?: ReferenceSlope,
): SpringRow {
  const row = implicitSpring(stiffness, gap > 0 ? 0 : damping, gap, 0, timeStep);
  if (slope) {
    slope.byGap = -row.compliance * timeStep * stiffness;
    slope.byVelocity = 0;
  }
  return row;
}

/** c*_N of a joint limit: a contact with no restitution, no allowed penetration and no limit of the correction speed. */
export function limitReference(gap: number, settings: SimulatorSettings, slope?: ReferenceSlope): number {
  return referenceVelocity(gap, settings.timeStep, 0, 0, 0, gainOf(settings), 0, slope);
}

/** c* of a row of a loop closure with this error: linear in the error. */
export function closureReference(error: number, { closureCompliance, baumgarte, timeStep }: SimulatorSettings): number {
  return closureCompliance > 0 ? (-baumgarte * error) / timeStep : 0;
}

/** Baumgarte's gain of contacts and limits, in 1/s; 0 if they are rigid. */
function gainOf({ compliance, baumgarte, timeStep }: SimulatorSettings): number {
  return compliance > 0 ? baumgarte / timeStep : 0;
}
