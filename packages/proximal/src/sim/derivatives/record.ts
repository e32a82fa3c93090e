// The record of a step, for its derivatives.

import type { BodyJoint } from '../body-joint.ts';
import type { ContactSet, SimulatedContact } from '../contact-set.ts';
import type { CorrectionSolution } from '../correction.ts';
import type { JointRow } from '../joint-rows.ts';
import type { Member } from '../member.ts';
import { type MotionResult, resultOf } from '../motion-result.ts';
import type { ProjectionStage } from '../projection.ts';
import type { Resolver } from '../resolver.ts';
import type { Saturation } from '../servos.ts';

/** The free motion in the first half of a step. */
export interface FirstHalfRecord {
  /** Configuration and velocity before this motion. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** The time that each member moved, in seconds. */
  readonly times: Float64Array;
  /** The coordinates of each member that were locked: see `LockedCoordinates.marks`. Empty for free bodies. */
  readonly locks: readonly Uint8Array[];
  /** The projections that closed the loops of each member after this motion. */
  readonly projections: readonly (readonly ProjectionStage[])[];
}

/** The state at which a step evaluates forces and contacts, its inputs, and the velocities that it solved for. */
export interface StepMotion {
  /** Configuration and velocity at which forces and contacts are evaluated: before the step, or after `moveFirstHalf`. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** The free motion before forces and contacts act, with the midpoint integrator; null with the Euler integrator. */
  readonly firstHalf: FirstHalfRecord | null;
  /** The velocity that the step solved for, in the body axes at `q`. */
  readonly next: Float64Array;
  /** The pseudo-velocities of the position correction. */
  readonly shift: Float64Array;
  /** The time that each member moved with its new velocity, in seconds: less than usual if it was stopped at an impact. */
  readonly times: Float64Array;
  /** The generalized forces that the caller passed, without the forces of the actuators. */
  readonly torques: Float64Array;
  /** The forces on bodies that the caller passed: six numbers per joint. */
  readonly externalForces: Float64Array | undefined;
  /** The controls of the actuators. */
  readonly controls: Float64Array;
}

export interface StepRecord extends StepMotion {
  /** The number of bilateral rows, which come first. */
  readonly bilateral: number;
  readonly contacts: readonly SimulatedContact[];
  readonly joints: readonly JointRow[];
  /** Joints between bodies, in the order of their bilateral rows, which follow the rows of closures. */
  readonly bodyJoints: readonly BodyJoint[];
  /** The joints of second order: see joint-curvature.ts. */
  readonly curved: ReadonlySet<BodyJoint>;
  /** The errors of the bilateral rows, in meters or radians; zero for springs. Those of gears count the whole turns of their hinges. */
  readonly errors: readonly number[];
  /** λ of all rows. */
  readonly impulses: Float64Array;
  /** σ = J v⁺ + R λ − c* of all rows. */
  readonly sigma: Float64Array;
  /** R of all rows, including the solver's regularization. */
  readonly compliance: Float64Array;
  /** J v of all rows, before impulses act. */
  readonly before: Float64Array;
  /** The correction of positions. If nothing was corrected: a correction of zero if joints between bodies are awake, otherwise null. */
  readonly correction: CorrectionSolution | null;
  /** The projections that closed the loops of each member after the step. */
  readonly projections: readonly (readonly ProjectionStage[])[];
  /** What the last free motion of each member computed; null for free bodies, and for motions that derivatives repeat. */
  readonly motions: readonly (MotionResult | null)[];
  /** Which actuators of each member were saturated. */
  readonly saturation: readonly Saturation[];
  /** Whether joints of each member were braked after the free motion. */
  readonly isBraking: readonly boolean[];
  /** Whether a rebound was reduced so that it adds no energy. */
  readonly isLimited: boolean;
  /** Whether an impact propagated to further bodies within the step. */
  readonly hasPropagated: boolean;
  /** The residual of the law that the solver solves, in m/s. */
  readonly residual: number;
}

/** Returns what a record stores of an array that the next step overwrites: a copy, or the array itself. */
export type Keep = (values: Float64Array) => Float64Array;

/** The state before a step, and its inputs. Steps reuse the arrays. */
export class StepStart {
  readonly q: Float64Array;
  private readonly v: Float64Array;
  private readonly controls: Float64Array;
  private readonly torques: Float64Array;
  private externalForces: Float64Array | undefined;

  constructor(nq: number, nv: number, controls: number) {
    this.q = new Float64Array(nq);
    this.v = new Float64Array(nv);
    this.controls = new Float64Array(controls);
    this.torques = new Float64Array(nv);
  }

  take(
    q: Float64Array,
    v: Float64Array,
    controls: Float64Array,
    torques: Float64Array | undefined,
    externalForces: Float64Array | undefined,
  ): void {
    this.q.set(q);
    this.v.set(v);
    this.controls.set(controls);
    if (torques) this.torques.set(torques);
    else this.torques.fill(0);
    this.externalForces = externalForces?.slice();
  }

  /** Writes the state back. */
  restore(q: Float64Array, v: Float64Array): void {
    q.set(this.q);
    v.set(this.v);
  }

  /** @param keep copies an array, if the record must outlive the next step */
  record(keep: Keep): Pick<StepRecord, 'q' | 'v' | 'controls' | 'torques' | 'externalForces'> {
    const { q, v, controls, torques, externalForces } = this;
    return { q: keep(q), v: keep(v), controls: keep(controls), torques: keep(torques), externalForces };
  }
}

/** The correction of a step whose errors were negligible. It is zero, but its derivatives are not: larger errors would be corrected. */
function noCorrection(rows: number, nv: number): CorrectionSolution {
  return { impulses: new Float64Array(rows), velocity: new Float64Array(nv), isDropped: new Uint8Array(rows / 3) };
}

/** The record of the step that was made last. @param keep copies an array, if the record must outlive the next step */
export function recordOf(
  given: StepMotion,
  members: readonly Member[],
  contacts: ContactSet,
  {
    bilateral,
    joints,
    awake: bodyJoints,
    errors,
    impulses,
    sigma,
    compliance,
    before,
    residual,
    correction,
    restitution,
    propagation,
    curvature,
  }: Resolver,
  keep: Keep,
): StepRecord {
  // Copying the properties of an object by `...` would take longer than the rest.
  const { q, v, firstHalf, next, shift, times, torques, externalForces, controls } = given;
  return {
    q,
    v,
    firstHalf,
    next,
    shift,
    times,
    torques,
    externalForces,
    controls,
    bilateral,
    contacts: contacts.list(),
    joints,
    bodyJoints,
    curved: new Set(curvature.curved),
    errors: errors.slice(),
    impulses: keep(impulses),
    sigma: keep(sigma),
    compliance: keep(compliance),
    before: keep(before),
    correction: correction.solution ?? (bodyJoints.length > 0 ? noCorrection(impulses.length, given.v.length) : null),
    isLimited: restitution.isLimited,
    hasPropagated: propagation.hasPropagated,
    projections: members.map(({ projections }) => projections),
    motions: members.map(({ tree }) => tree && resultOf(tree, keep)),
    saturation: members.map(({ servos }) => servos.saturation),
    isBraking: members.map(({ speeds }) => speeds.isBraking),
    residual,
  };
}
