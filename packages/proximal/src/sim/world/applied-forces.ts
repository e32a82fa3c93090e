// The forces that act through the handles of a world: forces of the next step, and the torques and targets of joints.
import type { Tape } from '../../check/tape.ts';
import { checkVector } from '../../dynamics/check-arguments.ts';
import type { Member } from '../member.ts';
import type { StatePart } from '../rollback.ts';
import type { Servos } from '../servos.ts';
import type { Handle } from './handle.ts';
import type { MemberAccess } from './member-access.ts';

/** The arguments of a step. */
interface StepForces {
  readonly torques: Float64Array | undefined;
  readonly externalForces: Float64Array | undefined;
}

export class AppliedForces implements StatePart {
  readonly isState = true;
  /** The servos whose effort limits also apply to torques of `joint.torque` in this step. */
  private readonly reserving: Servos[] = [];

  constructor(private readonly handles: ReadonlyMap<string, Handle>) {}

  /** The arguments of a step plus the torques and forces of the handles; each is undefined if there are none. */
  gather(
    members: readonly Member[],
    nv: number,
    torques: Float64Array | undefined,
    externalForces: Float64Array | undefined,
  ): StepForces {
    if (torques !== undefined) checkVector('World.step', 'torques', torques, nv);
    if (externalForces !== undefined)
      checkVector('World.step', 'externalForces', externalForces, numbersOfForces(members));
    const moving: MemberAccess[] = [];
    for (const handle of this.handles.values())
      if (handle.moving?.isForced || handle.moving?.isTorqued) moving.push(handle.moving);
    for (const servos of this.reserving) servos.reserved = null;
    this.reserving.length = 0;
    if (moving.length === 0) return { torques, externalForces };
    const isTorqued = moving.some((each) => each.isTorqued);
    const isForced = moving.some((each) => each.isForced);
    const all = {
      torques: isTorqued ? Float64Array.from(torques ?? new Float64Array(nv)) : torques,
      externalForces: isForced
        ? Float64Array.from(externalForces ?? new Float64Array(numbersOfForces(members)))
        : externalForces,
    };
    const accessOf = new Map(moving.map((each) => [each.member, each]));
    let firstJoint = 0;
    for (const member of members) {
      const access = accessOf.get(member);
      if (access?.isTorqued) {
        const commanded = access.commanded();
        member.servos.reserved = commanded;
        this.reserving.push(member.servos);
        for (let k = 0; k < commanded.length; k++) (all.torques as Float64Array)[member.firstV + k] += commanded[k];
      }
      if (access?.isForced)
        access.forces.forEach((force, k) => {
          (all.externalForces as Float64Array)[firstJoint + k] += force;
        });
      firstJoint += 6 * member.model.joints.length;
    }
    return all;
  }

  /** Clears the forces of the step; the torques of joints act until they are changed. */
  clear(): void {
    for (const { moving } of this.handles.values()) if (moving?.isForced) moving.clearForces();
  }

  /** Writes the index, forces, torques and drives of each handle that has any; then −1. */
  save(tape: Tape): void {
    let index = 0;
    for (const { moving } of this.handles.values()) {
      if (moving && (moving.isForced || moving.isTorqued || moving.drives.size > 0)) {
        tape.put(index);
        tape.put((moving.isForced ? 1 : 0) + 2 * moving.drives.size);
        tape.putAll(moving.forces);
        tape.putAll(moving.torques);
        for (const [at, { target, stiffness, damping }] of moving.drives)
          for (const value of [at, target, stiffness, damping]) tape.put(value);
      }
      index++;
    }
    tape.put(-1);
  }

  load(tape: Tape): void {
    let index = 0;
    let next = tape.take();
    for (const { moving } of this.handles.values()) {
      if (index === next && moving) {
        const counts = tape.take();
        moving.isForced = counts % 2 === 1;
        tape.takeAll(moving.forces);
        tape.takeAll(moving.torques);
        moving.drives.clear();
        for (let remaining = Math.floor(counts / 2); remaining > 0; remaining--) {
          const at = tape.take();
          moving.drives.set(at, { target: tape.take(), stiffness: tape.take(), damping: tape.take() });
        }
        next = tape.take();
      } else if (moving) {
        if (moving.isForced) moving.clearForces();
        moving.torques.fill(0);
        moving.drives.clear();
      }
      index++;
    }
  }
}

/** Six numbers for each joint. */
function numbersOfForces(members: readonly Member[]): number {
  return members.reduce((sum, { model }) => sum + 6 * model.joints.length, 0);
}
