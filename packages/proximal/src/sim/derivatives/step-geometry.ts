// The poses of the bodies where a step evaluates forces and contacts (`StepMotion.q`), and the rows of its contacts, joints between bodies and loop
// closures at these poses.
import type { Vec3 } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { partOf } from '../../scene/part-pairs.ts';
import type { BodyJoint } from '../body-joint.ts';
import type { SimulatedContact } from '../contact-set.ts';
import { freeMotionOf } from '../joint-curvature.ts';
import type { JointRow } from '../joint-rows.ts';
import type { Member, Owner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import type { BilateralBlock } from './bilateral-block.ts';
import { BodyJointBlock } from './body-joint-block.ts';
import type { ConstraintSide } from './chain.ts';
import { ClosureBlock } from './closure-block.ts';
import { ContactBlock } from './contact-block.ts';
import type { Touching } from './contact-motion.ts';
import { changesOf } from './corrected.ts';
import { CurvatureTangent } from './curvature-tangent.ts';
import { GearBlock } from './gear-block.ts';
import { closureRows } from './groups.ts';
import type { LinearIsland } from './linear-island.ts';
import type { LinearizeOptions } from './linearize-options.ts';
import { sizesOf } from './parameter-columns.ts';
import type { ResolvedParameter } from './parameters.ts';
import { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';
import type { SmoothedStep } from './smoothed-patches.ts';
import type { Workspace } from './workspace.ts';

export class StepGeometry {
  readonly placed: readonly PlacedMember[];
  /** The poses of the members' bodies where forces and contacts are evaluated. */
  readonly poses = new Map<Body, Float64Array>();

  /** @param isIsotropic whether the law of contact does not depend on the tangents' directions */
  constructor(
    members: readonly Member[],
    private readonly owners: ReadonlyMap<Body, Owner>,
    private readonly isIsotropic: boolean,
    workspace: Workspace,
  ) {
    let firstQ = 0;
    this.placed = members.map((member) => {
      const placed = new PlacedMember(member, firstQ, workspace);
      firstQ += member.model.nq;
      for (const [k, body] of member.bodies.entries()) this.poses.set(body, placed.poses.subarray(7 * k, 7 * k + 7));
      return placed;
    });
  }

  ownersOf({ a, b }: SimulatedContact): readonly [Owner | undefined, Owner | undefined] {
    return [this.owners.get(a), this.owners.get(b)];
  }

  /** The closures of an island's members and the joints between the members, and the first row of each in the record. */
  bilateralOf(
    island: LinearIsland,
    record: StepRecord,
    settings: SimulatorSettings,
    parameters: readonly ResolvedParameter[],
  ): { block: BilateralBlock; from: number }[] {
    const found: { block: BilateralBlock; from: number }[] = [];
    let row = 0;
    for (const placed of island.placed) {
      let from = this.firstClosure(placed);
      for (const constraint of placed.member.model.constraints) {
        const block = new ClosureBlock(row, placed, constraint);
        found.push({ block, from });
        row += block.rows;
        from += block.rows;
      }
    }
    const { bodyJoints } = record;
    let from = this.placed.reduce((sum, { member }) => sum + closureRows(member), 0);
    for (const bodyJoint of bodyJoints) {
      if (island.placed.some(({ member }) => member === bodyJoint.members[0])) {
        const block =
          bodyJoint.kind === 'gear'
            ? new GearBlock(row, bodyJoint, record.errors[from], (hinge) => this.endsOf(hinge), settings)
            : new BodyJointBlock(row, bodyJoint, this.endsOf(bodyJoint), settings);
        if (record.curved.has(bodyJoint))
          block.curvature = new CurvatureTangent(bodyJoint, block, record, freeMotionOf(settings), (placed) =>
            changesOf(placed, parameters, this.poses),
          );
        found.push({ block, from });
        row += block.rows;
      }
      from += bodyJoint.bilateral;
    }
    return found;
  }

  /** The row of a limit, motor or friction of a joint between bodies, as row `row` of the island. */
  bodyJointRow(
    bodyJoint: BodyJoint,
    { sign, coordinate }: JointRow,
    row: number,
    settings: SimulatorSettings,
  ): BodyJointBlock {
    const kinds = [bodyJoint.coordinates[coordinate]];
    return new BodyJointBlock(row, bodyJoint, this.endsOf(bodyJoint), settings, kinds, sign);
  }

  /** The moving ends of a joint between bodies. */
  private endsOf({ endA, endB }: BodyJoint): ConstraintSide[] {
    return [endA, endB].flatMap(({ holder, joint }, k) =>
      holder && joint >= 0 ? [{ placed: this.placed[holder.member.index], joint, sign: k === 0 ? -1 : 1 }] : [],
    );
  }

  /** The rows of a contact of the record, beginning at `row` of the island. */
  contactBlock(
    { n }: LinearIsland,
    k: number,
    row: number,
    { record, touching: patchTouching }: SmoothedStep,
    { collision, parameters }: LinearizeOptions,
  ): ContactBlock {
    const contact = record.contacts[k];
    const sides = this.sidesOf(contact);
    const sizes = sizesOf(contact, parameters, 2 * n);
    const touching = patchTouching.get(contact) ?? this.touching(contact);
    return new ContactBlock(row, contact, sides, sizes, touching, collision, isAlone(record, k), this.isIsotropic);
  }

  /** The two parts of a contact, with their poses where forces and contacts are evaluated. */
  touching({ a, b, partA, partB }: SimulatedContact): Touching {
    const [poseA, poseB] = [this.poseOf(a), this.poseOf(b)];
    const p = partOf({ volume: a.volume, current: poseA }, partA);
    const q = partOf({ volume: b.volume, current: poseB }, partB);
    return { shapes: [p.shape, q.shape], poses: [p.pose, q.pose], origins: [originOf(poseA), originOf(poseB)] };
  }

  /** The first row of a member's closures in the record. */
  private firstClosure(placed: PlacedMember): number {
    let first = 0;
    for (const { member } of this.placed) {
      if (member === placed.member) break;
      first += closureRows(member);
    }
    return first;
  }

  private sidesOf(contact: SimulatedContact): ConstraintSide[] {
    const [ownerA, ownerB] = this.ownersOf(contact);
    const sides: ConstraintSide[] = [];
    if (ownerA && ownerA.joint >= 0)
      sides.push({ placed: this.placed[ownerA.member.index], joint: ownerA.joint, sign: -1 });
    if (ownerB && ownerB.joint >= 0)
      sides.push({ placed: this.placed[ownerB.member.index], joint: ownerB.joint, sign: 1 });
    return sides;
  }

  private poseOf(body: Body): Float64Array {
    return this.poses.get(body) ?? body.current;
  }
}

function originOf([x, y, z]: Float64Array): Vec3 {
  return [x, y, z];
}

/** Whether a contact is the only one between its two parts. Contacts come in the order of their bodies and parts. */
function isAlone({ contacts }: StepRecord, k: number): boolean {
  const { a, b, partA, partB } = contacts[k];
  const isSame = (other: SimulatedContact | undefined): boolean =>
    other?.a === a && other?.b === b && other.partA === partA && other.partB === partB;
  return !isSame(contacts[k - 1]) && !isSame(contacts[k + 1]);
}
