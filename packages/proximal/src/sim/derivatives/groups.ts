// The islands of a step that is differentiated: their members, and their active contacts and joints.
import type { Body } from '../../scene/body.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { JointRow } from '../joint-rows.ts';
import type { Member, Owner } from '../member.ts';
import { UnionFind } from '../union-find.ts';
import { type Law, type Scales, scalesOf } from './law.ts';
import type { StepKink } from './linear-island.ts';
import type { PlacedMember } from './placed-member.ts';
import type { SmoothedStep } from './smoothed-patches.ts';

/** The contents of an island. Contacts and joint rows are indices of the record. */
export interface IslandContents {
  readonly placed: PlacedMember[];
  /** All contacts of the island. */
  readonly allContacts: number[];
  /** All joint rows of the island. */
  readonly allJoints: number[];
  /** The active contacts. */
  contacts: number[];
  /** The active joint rows. */
  joints: number[];
  /** The number of bilateral rows. */
  bilateral: number;
  /** A kink for each contact and joint without impulse that is about to become active. */
  touchingKinks: StepKink[];
  scales: Scales;
}

/** The members, and the owners of bodies. */
interface MembersAndOwners {
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, Owner>;
}

/** Finds the islands, which are independent of each other within a step, and their active rows. */
export function groupsOf(
  step: SmoothedStep,
  all: readonly PlacedMember[],
  { members, owners }: MembersAndOwners,
  law: Law,
): IslandContents[] {
  const { record } = step;
  const sets = new UnionFind(members.length);
  for (const { a, b } of record.contacts) {
    const [ownerA, ownerB] = [owners.get(a), owners.get(b)];
    if (ownerA && ownerB && ownerA.joint >= 0 && ownerB.joint >= 0) sets.join(ownerA.member.index, ownerB.member.index);
  }
  for (const { members: ends } of record.bodyJoints)
    for (const { index } of ends.slice(1)) sets.join(ends[0].index, index);
  const groups = new Map<number, IslandContents>();
  const groupOf = (member: number): IslandContents => {
    const root = sets.rootOf(member);
    const group = groups.get(root) ?? newGroup();
    groups.set(root, group);
    return group;
  };
  for (const placed of all) {
    const group = groupOf(placed.member.index);
    group.placed.push(placed);
    group.bilateral += closureRows(placed.member);
  }
  for (const [k, { a, b }] of record.contacts.entries())
    groupOf(memberOf(owners.get(a), owners.get(b))).allContacts.push(k);
  for (const { members: ends, bilateral } of record.bodyJoints) groupOf(ends[0].index).bilateral += bilateral;
  const contactMember = ({ a, b }: SimulatedContact): number => memberOf(owners.get(a), owners.get(b));
  for (const [k, { member, bodyJoint, torque }] of record.joints.entries()) {
    const memberIndex = torque ? contactMember(record.contacts[torque.contact]) : member;
    groupOf(bodyJoint ? bodyJoint.members[0].index : memberIndex).allJoints.push(k);
  }
  for (const group of groups.values()) dropIdle(step, group, members, law);
  return [...groups.values()];
}

/** Contacts and joints without impulse, and friction torques of such contacts, are inactive: they are left out of the equations. */
function dropIdle(
  { record, sources }: SmoothedStep,
  group: IslandContents,
  members: readonly Member[],
  law: Law,
): void {
  const { allContacts, allJoints } = group;
  const ofContact = (k: number): number => record.bilateral + 3 * k;
  group.scales = scalesOf(record, [...allContacts.map(ofContact), ...allJoints.map((k) => record.joints[k].row)]);
  const isActive = (row: number, friction: number, contact: number | null, coordinate: number | null): boolean => {
    const activity = law.activityOf(record, row, friction, group.scales);
    if (activity === 'touching') group.touchingKinks.push({ reason: 'touching', contact, coordinate });
    return activity === 'active';
  };
  group.contacts = allContacts.filter((k) => isActive(ofContact(k), record.contacts[k].friction, sources[k], null));
  group.joints = allJoints.filter((k) => {
    const joint = record.joints[k];
    if (joint.torque && !group.contacts.includes(joint.torque.contact)) return false;
    return isActive(joint.row, joint.friction, null, coordinateOf(members, joint));
  });
}

/** The index of a joint row's coordinate among all velocities; null for a joint between bodies and for the friction torque of a contact. */
export function coordinateOf(members: readonly Member[], { member, coordinate }: JointRow): number | null {
  return member < 0 ? null : members[member].firstV + coordinate;
}

function newGroup(): IslandContents {
  return {
    placed: [],
    allContacts: [],
    allJoints: [],
    contacts: [],
    joints: [],
    bilateral: 0,
    touchingKinks: [],
    scales: { impulse: 0, velocity: 0, stillness: 0 },
  };
}

/** The number of rows of a member's closures. */
export function closureRows({ model }: Member): number {
  return model.constraints.reduce((sum, { kind }) => sum + (kind === 'weld' ? 6 : 3), 0);
}

/** The member of a moving body of a contact. One of the two bodies always moves. */
function memberOf(a: Owner | undefined, b: Owner | undefined): number {
  const moving = a && a.joint >= 0 ? a : (b as Owner);
  return moving.member.index;
}
