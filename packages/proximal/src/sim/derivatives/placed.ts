// A member at the state before a step, in a separate workspace, so that derivatives do not change the simulation.
import { factorWeighed, solveUnit } from '../../dynamics/articulated.ts';
import { moveBodies } from '../../dynamics/bodies.ts';
import type { Data, InverseDynamicsDerivatives } from '../../dynamics/data.ts';
import { geometryPoses } from '../../dynamics/kinematics.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { applyInertia, dot6 } from '../../dynamics/spatial.ts';
import type { Member } from '../member.ts';
import { forEachDof } from './chain.ts';
import type { StepRecord } from './record.ts';
import type { Workspace } from './workspace.ts';

export class Placed {
  readonly data: Data;
  /** Seven numbers for each shape. */
  readonly poses: Float64Array;
  /** Velocities of the bodies before and after the step, six numbers per joint. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** The bodies' velocities for the pseudo-velocity of the position correction. */
  readonly shift: Float64Array;
  /** M⁻¹, nv × nv. */
  readonly inverse: Float64Array;
  /** M, nv × nv, after `place`. */
  mass: Float64Array = new Float64Array(0);
  /** Workspaces for the motion after the solve. */
  ahead: Data | null = null;
  aside: Data | null = null;
  /** The index of the member's first coordinate in its island. */
  first = 0;
  /** Accelerations of the bodies relative to free fall, at the end of the step. */
  private readonly acceleration: Float64Array;
  private readonly v: Float64Array;
  private readonly next: Float64Array;
  private readonly rate: Float64Array;
  private readonly q: Float64Array;
  /** The model without gravity, for derivatives of the mass matrix. */
  private still: Model | null = null;
  private stillData: Data | null = null;

  /**
   * @param firstQ the index of the member's first number in the configuration of all members @param workspace for the matrices of
   * its motion
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
    this.inverse = new Float64Array(model.nv * model.nv);
    this.q = new Float64Array(model.nq);
    [this.v, this.next, this.rate] = [0, 1, 2].map(() => new Float64Array(model.nv)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
  }

  /** The member's part of a step's configuration and velocities. */
  partOf({ q, v, next, shift }: StepRecord): Pick<StepRecord, 'q' | 'v' | 'next' | 'shift'> {
    const { model, firstV } = this.member;
    const part = (all: Float64Array): Float64Array => all.subarray(firstV, firstV + model.nv);
    return { q: q.subarray(this.firstQ, this.firstQ + model.nq), v: part(v), next: part(next), shift: part(shift) };
  }

  /** Places the member at the start of the step. @returns the derivatives of inverse dynamics for its motion, owned by `data` */
  place(record: StepRecord, timeStep: number, externalForces: Float64Array | undefined): InverseDynamicsDerivatives {
    const { data, rate } = this;
    const { model } = this.member;
    const { nv } = model;
    const { q, v, next } = this.partOf(record);
    this.q.set(q);
    this.v.set(v);
    this.next.set(next);
    for (let k = 0; k < nv; k++) rate[k] = (next[k] - v[k]) / timeStep;
    const found = differentiateTorque(model, data, q, data.zero, rate, externalForces);
    this.mass = found.da;
    geometryPoses(model, data, this.poses);
    this.acceleration.set(data.acceleration);
    // With mimic joints this writes the same mass matrix again.
    factorWeighed(model, data);
    if (!this.member.isKinematic) for (let k = 0; k < nv; k++) solveUnit(model, data, k, this.inverse, k * nv);
    moveBodies(model, data, this.v);
    this.before.set(data.velocity);
    if (record.correction) {
      const { firstV } = this.member;
      moveBodies(model, data, record.correction.velocity.subarray(firstV, firstV + nv));
      this.shift.set(data.velocity);
    }
    moveBodies(model, data, this.next);
    this.after.set(data.velocity);
    return found;
  }

  /** ∂(M u)/∂q at the configuration of `place`: nv × nv. */
  massChange(u: Float64Array): Float64Array {
    const { model } = this.member;
    const weightless = { gravity: new Float64Array(3) };
    this.still ??= Object.assign(Object.create(Object.getPrototypeOf(model)) as Model, model, weightless);
    this.stillData ??= this.still.createData();
    const rest = new Float64Array(model.nv);
    return differentiateTorque(this.still, this.stillData, this.q, rest, u, undefined).dq;
  }

  /** The torques for the accelerations of a position correction of an inertia: see `torquesOf`. */
  shiftTorquesOf(inertia: Float64Array, joint: number, visit: (coordinate: number, torque: number) => void): void {
    applyInertia(inertia, 0, this.shift, 6 * joint, force, 0);
    this.projectForce(joint, visit);
  }

  /** Sᵀ of `force` on a joint's body. */
  private projectForce(joint: number, visit: (coordinate: number, torque: number) => void): void {
    forEachDof(this.member.model, joint, (dof, coordinate, ratio) => {
      visit(coordinate, ratio * dot6(this.data.axes, 6 * dof, force, 0));
    });
  }

  /**
   * The torques for moving an inertia (mass, first moment, second moments, about the tree's origin in world axes)
   * fixed to a joint's body: Sᵀ I a, which is the derivative of the torques by the body's inertia.
   */
  torquesOf(inertia: Float64Array, joint: number, visit: (coordinate: number, torque: number) => void): void {
    applyInertia(inertia, 0, this.acceleration, 6 * joint, force, 0);
    this.projectForce(joint, visit);
  }
}

const force = new Float64Array(6);
