// A member at the state before a step, in a separate workspace: derivatives do not change the simulation.
import { writeInverseMass } from '../../dynamics/aba.ts';
import { factorFromInertias } from '../../dynamics/articulated.ts';
import { computeVelocities } from '../../dynamics/bodies.ts';
import type { Data, InverseDynamicsDerivatives } from '../../dynamics/data.ts';
import { geometryPoses } from '../../dynamics/kinematics.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { applyInertia, dot6 } from '../../dynamics/spatial.ts';
import type { Member } from '../member.ts';
import { forEachDof } from './chain.ts';
import { Dense } from './dense.ts';
import type { StepRecord } from './record.ts';
import type { Workspace } from './workspace.ts';

/** The member's bodies, placed at the configuration before a step by `place`, with their velocities and the mass matrix. */
export class PlacedMember {
  readonly data: Data;
  /** The pose of each shape in the world: seven numbers. */
  readonly poses: Float64Array;
  /** The spatial velocity of each body before the step, with v: six numbers per joint. */
  readonly before: Float64Array;
  /** The spatial velocities with the velocity that the step solved for. */
  readonly after: Float64Array;
  /** The spatial velocities with the pseudo-velocity of the position correction. */
  readonly shift: Float64Array;
  /** M⁻¹, nv × nv; zero for kinematic members. */
  inverse: Dense = Dense.zero(0, 0);
  /** M, nv × nv. */
  mass: Float64Array = new Float64Array(0);
  /** Workspaces for repeating the position correction and the free motion after the solve, and for their derivatives. */
  motionData: Data | null = null;
  tangentData: Data | null = null;
  /** The index of the member's first coordinate in its island. */
  first = 0;
  /** The accelerations of the bodies relative to free fall, for `meanAcceleration`. */
  private readonly acceleration: Float64Array;
  /** Configuration and velocity before the step. */
  private readonly q: Float64Array;
  private readonly v: Float64Array;
  /** The velocity that the step solved for. */
  private readonly next: Float64Array;
  /** The mean acceleration (next − v)/Δt. */
  private readonly meanAcceleration: Float64Array;
  /** The model without gravity and its workspace, for derivatives of the mass matrix; null until they are needed. */
  private weightless: Model | null = null;
  private weightlessData: Data | null = null;

  /**
   * @param firstQ the index of the member's first configuration coordinate in the configuration of all members
   * @param workspace for the matrices of its motion
   */
  constructor(
    readonly member: Member,
    readonly firstQ: number,
    readonly workspace: Workspace,
  ) {
    const { model } = member;
    this.data = model.createData();
    this.poses = new Float64Array(7 * model.geometries.length);
    this.before = new Float64Array(6 * model.joints.length);
    this.after = new Float64Array(6 * model.joints.length);
    this.shift = new Float64Array(6 * model.joints.length);
    this.acceleration = new Float64Array(6 * model.joints.length);
    this.q = new Float64Array(model.nq);
    [this.v, this.next, this.meanAcceleration] = [0, 1, 2].map(() => new Float64Array(model.nv)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
  }

  /** The coordinates of this member in the vectors of a step. */
  partOf({ q, v, next, shift }: StepRecord): Pick<StepRecord, 'q' | 'v' | 'next' | 'shift'> {
    const { model, firstV } = this.member;
    const part = (all: Float64Array): Float64Array => partOf(all, firstV, model.nv);
    return { q: partOf(q, this.firstQ, model.nq), v: part(v), next: part(next), shift: part(shift) };
  }

  /**
   * Places the member at the start of the step.
   * @returns the derivatives of inverse dynamics at zero velocity for the mean acceleration, in arrays of `data`
   */
  place(record: StepRecord, timeStep: number, externalForces: Float64Array | undefined): InverseDynamicsDerivatives {
    const { data, meanAcceleration } = this;
    const { model } = this.member;
    const { nv } = model;
    const { q, v, next } = this.partOf(record);
    this.q.set(q);
    this.v.set(v);
    this.next.set(next);
    for (let k = 0; k < nv; k++) meanAcceleration[k] = (next[k] - v[k]) / timeStep;
    const found = differentiateTorque(model, data, q, data.zero, meanAcceleration, externalForces);
    this.mass = found.da;
    geometryPoses(model, data, this.poses);
    this.acceleration.set(data.acceleration);
    // With mimic joints this writes the same mass matrix again.
    factorFromInertias(model, data);
    this.inverse = this.workspace.zero(nv, nv);
    const { inverse, member } = this;
    if (!member.isKinematic) writeInverseMass(model, data, inverse.values, inverse.start);
    computeVelocities(model, data, this.v);
    this.before.set(data.velocity);
    if (record.correction) {
      const { firstV } = this.member;
      computeVelocities(model, data, record.correction.velocity.subarray(firstV, firstV + nv));
      this.shift.set(data.velocity);
    } else this.shift.fill(0);
    computeVelocities(model, data, this.next);
    this.after.set(data.velocity);
    return found;
  }

  /** ∂(M u)/∂q at the configuration of `place`: nv × nv. */
  massChange(u: Float64Array): Float64Array {
    const { model } = this.member;
    const changes = { gravity: new Float64Array(3) };
    this.weightless ??= model.withChanges(changes);
    this.weightlessData ??= this.weightless.createData();
    const data = this.weightlessData;
    return differentiateTorque(this.weightless, data, this.q, data.zero, u, undefined).dq;
  }

  /** Like `torquesOf`, with the pseudo-velocity u of the position correction in place of the acceleration: Sᵀ I u. */
  shiftTorquesOf(inertia: Float64Array, joint: number, visit: (coordinate: number, torque: number) => void): void {
    applyInertia(inertia, 0, this.shift, 6 * joint, force, 0);
    this.projectForce(joint, visit);
  }

  /** Visits the generalized forces Sᵀ f of the spatial force `force` on a joint's body. */
  private projectForce(joint: number, visit: (coordinate: number, torque: number) => void): void {
    forEachDof(this.member.model, joint, (dof, coordinate, ratio) => {
      visit(coordinate, ratio * dot6(this.data.axes, 6 * dof, force, 0));
    });
  }

  /**
   * Visits the generalized forces Sᵀ I a that accelerate an inertia fixed to a joint's body. With the derivative of the body's
   * inertia by a parameter, these are the derivatives of the generalized forces.
   * @param inertia mass, first moment and second moments about the tree's origin, in world axes
   */
  torquesOf(inertia: Float64Array, joint: number, visit: (coordinate: number, torque: number) => void): void {
    applyInertia(inertia, 0, this.acceleration, 6 * joint, force, 0);
    this.projectForce(joint, visit);
  }
}

const force = new Float64Array(6);

/** `count` numbers from `first` on; the array itself if these are all, because a view takes a tenth of a microsecond. */
function partOf(all: Float64Array, first: number, count: number): Float64Array {
  return count === all.length ? all : all.subarray(first, first + count);
}
