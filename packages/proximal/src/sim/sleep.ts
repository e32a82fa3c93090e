// Sleeping: islands at rest take no part in steps. Their contacts are not searched, their rows are not solved for and their
// members do not move, until something changes that could move them. The impulses of their contacts are kept: a stack that wakes up is in equilibrium
// at once.
import type { Tape } from '../check/tape.ts';
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { Body } from '../scene/body.ts';
import type { BodyJoint } from './body-joint.ts';
import type { BodyJointEnd } from './body-joint-end.ts';
import type { ContactSet } from './contact-set.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import type { Member, Owner } from './member.ts';
import { hasValue, timeToSleep } from './rest.ts';
import { UnionFind } from './union-find.ts';

/** Members that fell asleep together, with the contacts of their last step. */
export interface SleepingIsland {
  readonly members: readonly Member[];
  /** The keys of the contacts, as in `ContactSet`. */
  readonly keys: Float64Array;
  /** The impulses of the contacts, as in `ContactSet`. */
  readonly impulses: Float64Array;
  /** The static and kinematic bodies that they touch. */
  readonly supports: ReadonlySet<Body>;
}

export class Sleep {
  /** Whether islands may fall asleep. */
  isOn = false;
  /** Whether members slept in the last step, or fell asleep at its end. */
  hadSleepers = false;
  /** Changes whenever the pairs of bodies that are searched for contacts may change. */
  revision = 0;
  private readonly islands = new Set<SleepingIsland>();
  /** The sleeping islands that touch each static or kinematic body. */
  private readonly supported = new Map<Body, Set<SleepingIsland>>();
  /** Bodies that were added, placed or changed since the last step. */
  private readonly disturbed = new Set<Body>();
  /** The revision in the last step, if nothing was awake in it; −1 otherwise. */
  private quietRevision = -1;
  /** The revision in the last step, if it was skipped; −1 otherwise. */
  private skippedRevision = -1;
  private sets = new UnionFind(0);
  /**
   * 1 for each member without floating joints, and for each that touches or is joined to a static body or a kinematic body at rest; also for the
   * roots of their islands.
   */
  private isSupported = new Uint8Array(0);
  /** 1 for each member that is not at rest or has a moving support, and for the roots of their islands. */
  private isRestless = new Uint8Array(0);

  constructor(
    private readonly memory: ImpulseMemory,
    private readonly owners: ReadonlyMap<Body, Owner>,
  ) {}

  /** Whether any member sleeps. */
  get hasSleepers(): boolean {
    return this.islands.size > 0;
  }

  /** Whether the member that moves a body sleeps. */
  isAsleep(body: Body): boolean {
    return sleeps(this.owners.get(body));
  }

  /** Whether a body moves or was changed since the last step, and so wakes the sleepers that it touches. */
  wakesSleepers(body: Body): boolean {
    if (this.disturbed.has(body)) return true;
    const owner = this.owners.get(body);
    if (owner === undefined || owner.joint < 0) return false;
    const { member } = owner;
    return member.isKinematic ? hasValue(member.v) : !member.isAsleep;
  }

  /** Whether a body may wake sleepers in this step or, being kinematic, in a later one. */
  isWatched(body: Body): boolean {
    return this.wakesSleepers(body) || (this.owners.get(body)?.member.isKinematic ?? false);
  }

  /** Sets `isSkippable`, and returns it: whether nothing moved in the last step, and nothing will in this one. */
  checkQuiet(members: readonly Member[]): boolean {
    this.isSkippable = this.quietRevision === this.revision && members.every(isStill);
    return this.isSkippable;
  }

  /**
   * Whether the last step was skipped, and nothing was woken or changed since then. Without robots, whose drives may be set at any time, the next
   * step can then be skipped, too.
   */
  get isSkippable(): boolean {
    return this.skippedRevision === this.revision;
  }

  private set isSkippable(isSkippable: boolean) {
    this.skippedRevision = isSkippable ? this.revision : -1;
  }

  /** Must be called when states, forces or members may have been changed: the next step then checks all members. */
  noteChange(): void {
    this.isSkippable = false;
  }

  /** Wakes the members that a body belongs to or supports; the next step wakes all that it touches. */
  disturb(body: Body): void {
    if (!this.hasSleepers) return;
    const owner = this.owners.get(body);
    if (owner && sleeps(owner)) this.wake(owner.member);
    for (const island of this.supported.get(body) ?? []) this.wakeIsland(island);
    this.disturbed.add(body);
    this.revision++;
  }

  /** Must be called when a body leaves the scene. */
  remove(body: Body): void {
    this.disturb(body);
    this.disturbed.delete(body);
  }

  /** Wakes a member and its island. */
  wake(member: Member): void {
    const { island } = member.rest;
    if (island) this.wakeIsland(island);
  }

  /** Wakes the members of a joint if one of them is awake, or is kinematic and moves. */
  wakeAcross({ members }: BodyJoint): void {
    const isMoving = (member: Member): boolean => (member.isKinematic ? hasValue(member.v) : !member.isAsleep);
    if (members.some(isMoving)) for (const member of members) this.wake(member);
  }

  wakeAll(): void {
    for (const island of this.islands) this.wakeIsland(island);
  }

  /** Wakes all members, and restarts the measurement of their rest. */
  restart(members: readonly Member[]): void {
    this.wakeAll();
    for (const { rest } of members) rest.restart();
  }

  /** Saves which members sleep, and since when the others are at rest. Islands do not change, so they are kept without a copy. */
  save(members: readonly Member[], tape: Tape): void {
    tape.put(this.islands.size);
    for (const island of this.islands) tape.putValue(island);
    tape.put(this.disturbed.size);
    for (const body of this.disturbed) tape.putValue(body);
    for (const { rest, q, index } of members) {
      if (rest.isFresh(q)) continue;
      tape.put(index);
      rest.save(tape);
    }
    tape.put(-1);
  }

  load(members: readonly Member[], tape: Tape): void {
    for (const island of this.islands) for (const { rest } of island.members) rest.wake();
    this.islands.clear();
    this.supported.clear();
    this.disturbed.clear();
    for (let remaining = tape.take(); remaining > 0; remaining--) this.register(tape.takeValue() as SleepingIsland);
    for (let remaining = tape.take(); remaining > 0; remaining--) this.disturbed.add(tape.takeValue() as Body);
    let next = tape.take();
    for (const { rest, q, index } of members) {
      if (index !== next) {
        rest.refresh(q);
        continue;
      }
      rest.load(q.length, tape);
      next = tape.take();
    }
    this.revision++;
  }

  private wakeIsland(island: SleepingIsland): void {
    this.islands.delete(island);
    for (const body of island.supports) {
      const others = this.supported.get(body);
      others?.delete(island);
      if (others?.size === 0) this.supported.delete(body);
    }
    for (const { rest } of island.members) rest.wake();
    this.memory.insert(island.keys, island.impulses);
    this.revision++;
  }

  /** Called before a step: wakes members whose state was set, and members with forces, actuators or drives, whose rest starts again. */
  begin(members: readonly Member[], torques: Float64Array | undefined, forces: Float64Array | undefined): void {
    if (!this.isOn || (!torques && !forces && !this.hasSleepers)) return;
    let firstJoint = 0;
    for (const member of members) {
      const { firstV, v, q, rest, model } = member;
      const joints = 6 * model.joints.length;
      const isForced =
        !member.servos.isEmpty ||
        (torques !== undefined && hasValue(torques, firstV, firstV + model.nv)) ||
        (forces !== undefined && hasValue(forces, firstJoint, firstJoint + joints));
      firstJoint += joints;
      if (isForced) rest.time = 0;
      if (member.isAsleep && (isForced || hasValue(v) || !rest.isAt(q))) this.wake(member);
    }
  }

  /**
   * After a step: islands that have been at rest for long enough fall asleep.
   * @param bodyJoints the joints between bodies that are awake
   * @param workspace the rows of the step
   */
  observe(
    members: readonly Member[],
    contacts: ContactSet,
    bodyJoints: readonly BodyJoint[],
    workspace: ContactWorkspace,
    timeStep: number,
  ): void {
    if (!this.isOn) return;
    this.hadSleepers = this.hasSleepers;
    if (this.disturbed.size > 0) {
      this.disturbed.clear();
      this.revision++;
    }
    this.quietRevision = members.every(isStill) ? this.revision : -1;
    let isAnyReady = false;
    for (const member of members) {
      if (member.isAsleep || member.isKinematic) continue;
      member.rest.observe(member, timeStep);
      isAnyReady ||= member.rest.time >= timeToSleep;
    }
    if (!isAnyReady) return;
    this.connect(members, contacts, bodyJoints, workspace);
    for (const island of this.restingIslands(members, contacts)) this.putToSleep(island);
    this.hadSleepers ||= this.hasSleepers;
  }

  /** Finds the islands, and which of them are supported or have a member that is not at rest. */
  private connect(
    members: readonly Member[],
    contacts: ContactSet,
    bodyJoints: readonly BodyJoint[],
    workspace: ContactWorkspace,
  ): void {
    if (members.length !== this.isSupported.length) {
      this.sets = new UnionFind(members.length);
      this.isSupported = new Uint8Array(members.length);
      this.isRestless = new Uint8Array(members.length);
    }
    const { sets, isSupported, isRestless } = this;
    const { triples, widths, members: moved } = workspace;
    sets.clear();
    isSupported.fill(0);
    isRestless.fill(0);
    for (let t = 0; t < triples; t++) if (widths[2 * t + 1] > 0) this.join(members, moved[2 * t], moved[2 * t + 1]);
    const { pairs } = contacts;
    for (let k = 0; k < contacts.count + contacts.inactiveCount; k++)
      this.join(members, pairs[2 * k], pairs[2 * k + 1]);
    for (const { endA, endB, isSupport } of bodyJoints)
      if (isSupport) this.join(members, memberIndex(endA), memberIndex(endB));
    for (const { index, rest, isKinematic, floatingJoints, isAsleep } of members) {
      if (isKinematic || isAsleep) continue;
      if (floatingJoints.length === 0) isSupported[index] = 1;
      if (rest.time < timeToSleep) isRestless[index] = 1;
    }
    // An island is marked at its root.
    for (let k = members.length - 1; k >= 0; k--) {
      const root = sets.rootOf(k);
      isSupported[root] |= isSupported[k];
      isRestless[root] |= isRestless[k];
    }
    // An island that touches nothing at rest keeps its velocity: it sleeps only if the velocity is zero.
    for (const { index, v } of members)
      if (!isSupported[sets.rootOf(index)] && hasValue(v)) isRestless[sets.rootOf(index)] = 1;
  }

  /** Joins two connected members, or marks a member whose support is static or kinematic; −1 for static bodies. */
  private join(members: readonly Member[], a: number, b: number): void {
    const [isFixedA, isFixedB] = [a < 0 || members[a].isKinematic, b < 0 || members[b].isKinematic];
    if (!isFixedA && !isFixedB) this.sets.join(a, b);
    if (isFixedA === isFixedB) return;
    const [mover, support] = isFixedA ? [b, a] : [a, b];
    if (support >= 0 && hasValue(members[support].v)) this.isRestless[mover] = 1;
    else this.isSupported[mover] = 1;
  }

  /** The islands whose members are all at rest. */
  private restingIslands(members: readonly Member[], contacts: ContactSet): SleepingIsland[] {
    const { sets, isRestless } = this;
    const found = new Map<number, { members: Member[]; contacts: number[]; supports: Set<Body> }>();
    for (const member of members) {
      const root = sets.rootOf(member.index);
      if (member.isKinematic || member.isAsleep || isRestless[root] === 1) continue;
      const island = found.get(root) ?? { members: [], contacts: [], supports: new Set<Body>() };
      found.set(root, island);
      island.members.push(member);
    }
    const { count, pairs, bodies, keys, impulses } = contacts;
    for (let k = 0; k < count && found.size > 0; k++) {
      const [p, q] = [pairs[2 * k], pairs[2 * k + 1]];
      const isSupportFirst = p < 0 || members[p].isKinematic;
      const island = found.get(sets.rootOf(isSupportFirst ? q : p));
      if (!island) continue;
      island.contacts.push(k);
      if (isSupportFirst) island.supports.add(bodies[k].a);
      else if (q < 0 || members[q].isKinematic) island.supports.add(bodies[k].b);
    }
    return Array.from(found.values(), ({ members: own, contacts: rows, supports }) => ({
      members: own,
      keys: selected(keys, 5, rows),
      impulses: selected(impulses, 3, rows),
      supports,
    }));
  }

  private putToSleep(island: SleepingIsland): void {
    this.register(island);
    for (const member of island.members) {
      for (const velocity of [member.v, member.next, member.shift]) velocity.fill(0);
      member.projections = [];
      member.rest.refresh(member.q);
    }
    this.revision++;
  }

  private register(island: SleepingIsland): void {
    this.islands.add(island);
    for (const { rest } of island.members) rest.island = island;
    for (const body of island.supports) {
      const others = this.supported.get(body);
      if (others) others.add(island);
      else this.supported.set(body, new Set([island]));
    }
  }
}

/** Whether the member that moves a body sleeps; static links of a robot do not move. */
export function sleeps(owner: Owner | undefined): boolean {
  return owner !== undefined && owner.joint >= 0 && owner.member.isAsleep;
}

/** The index of the member that an end moves with; −1 for the world and static bodies. */
function memberIndex({ holder, joint }: BodyJointEnd): number {
  return holder && joint >= 0 ? holder.member.index : -1;
}

/** Whether a member does not move, unless something wakes it. */
function isStill({ isAsleep, isKinematic, v }: Member): boolean {
  return isAsleep || (isKinematic && !hasValue(v));
}

/** Some rows of a table. */
function selected(values: Float64Array, width: number, rows: readonly number[]): Float64Array {
  const out = new Float64Array(width * rows.length);
  rows.forEach((row, k) => {
    out.set(values.subarray(width * row, width * row + width), width * k);
  });
  return out;
}
