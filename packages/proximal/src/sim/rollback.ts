// Saves the state of a simulation in reusable arrays, and restores it bit for bit.
import { outOfRange, wrongType } from '../check/argument.ts';
import { Tape } from '../check/tape.ts';
import type { Body } from '../scene/body.ts';
import { resumePairs, storePairs } from '../scene/pair-memory.ts';
import type { Scene } from '../scene/scene.ts';
import type { BodyJoint } from './body-joint.ts';
import type { Clock } from './clock.ts';
import { packState, roundStates, unpackState } from './compact-state.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import type { Member, ShapeOwner } from './member.ts';
import type { Sleep } from './sleep.ts';
import { hashNumbers } from './state-hash.ts';
import type { MemberVectors } from './state-vectors.ts';

/** A part of the data on which the next steps depend. The members and bodies are the same at `save` and `load`. */
export interface StatePart {
  /** Whether it is part of the hash: true for the state, false for warm starts, sleep, events and the time. */
  readonly isState: boolean;
  save(tape: Tape): void;
  load(tape: Tape): void;
  /** Writes the numbers that the hash covers, if they are not the numbers that `save` writes. */
  describe?(tape: Tape): void;
}

/**
 * A state of a simulator or world, saved by `save`, to which `load` returns. Given to `save` again, it is overwritten without
 * allocation. Only the simulator or world that saved it can load it.
 * @example
 * ```ts
 * const saved = world.save();
 * world.step();
 * world.load(saved); // as before the step
 * world.save(saved); // allocates nothing
 * ```
 */
export class Rollback {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Rollback';

  /** @internal */
  readonly tape = new Tape();
  /** The simulator that saved the state; null before the first `save`. @internal */
  owner: object | null = null;
  /** How often the simulator's members, bodies, joints and options had changed before the `save`. @internal */
  version = 0;

  /** The size of the saved state, in bytes. */
  get byteLength(): number {
    return 8 * this.tape.length;
  }
}

/** The parts of a simulator's state, saved and loaded in order: a later part may use data that an earlier part has restored. */
export class StateParts {
  private readonly scratch = new Tape();

  constructor(
    private readonly owner: object,
    private readonly parts: StatePart[],
  ) {}

  add(...parts: readonly StatePart[]): void {
    this.parts.push(...parts);
  }

  save(where: string, version: number, out: Rollback): Rollback {
    checkRollback(where, 'out', out);
    out.owner = this.owner;
    out.version = version;
    out.tape.clear();
    for (const part of this.parts) part.save(out.tape);
    return out;
  }

  load(where: string, version: number, saved: Rollback): void {
    checkRollback(where, 'saved', saved);
    const { owner, tape } = saved;
    if (owner === null) throw new RangeError(`${where}: saved is empty; give what save() returned`);
    if (owner !== this.owner)
      throw new RangeError(
        `${where}: saved belongs to another simulator; copy the other simulator with snapshot() and restore()`,
      );
    if (saved.version !== version)
      throw outOfRange(
        where,
        'saved',
        saved,
        'bodies, joints or options have changed since save(): use snapshot() to keep a state across such changes',
      );
    tape.rewind();
    for (const part of this.parts) part.load(tape);
  }

  /** A hash of the parts of the state: 16 hexadecimal digits. */
  hash(): string {
    const { scratch } = this;
    scratch.clear();
    for (const part of this.parts) if (part.isState) (part.describe ?? part.save).call(part, scratch);
    return hashNumbers(scratch.numbers, scratch.length);
  }
}

function checkRollback(where: string, argument: string, rollback: unknown): void {
  if (!(rollback instanceof Rollback)) throw wrongType(where, argument, rollback, 'give what save() returned');
}

/** The properties of a simulator that the parts of its state read and write. */
interface SimulatorInternals {
  readonly scene: Scene;
  readonly owners: ReadonlyMap<Body, ShapeOwner>;
  readonly members: readonly Member[];
  readonly memory: ImpulseMemory;
  readonly sleep: Sleep;
  /** The present vectors, which are replaced when members are added or removed. */
  vectors(): MemberVectors;
  /** Whether the states of free bodies are rounded and packed. */
  isCompact(): boolean;
  clock(): Clock;
}

export function simulatorParts(of: SimulatorInternals): StatePart[] {
  return [motion(of), new UnownedBodies(of), time(of), rests(of), of.memory, warmPairs(of)];
}

/** Joints between bodies: angles and motors, and the impulses of the last step. */
export function bodyJointParts(bodyJoints: readonly BodyJoint[]): StatePart[] {
  return [
    {
      isState: true,
      save(tape) {
        for (const bodyJoint of bodyJoints) bodyJoint.save(tape);
      },
      load(tape) {
        for (const bodyJoint of bodyJoints) bodyJoint.load(tape);
      },
    },
    {
      isState: false,
      save(tape) {
        for (const bodyJoint of bodyJoints) bodyJoint.saveImpulse(tape);
      },
      load(tape) {
        for (const bodyJoint of bodyJoints) bodyJoint.loadImpulse(tape);
      },
    },
  ];
}

/** Configurations, velocities and controls. */
function motion({ members, vectors, isCompact }: SimulatorInternals): StatePart {
  const describe = (tape: Tape): void => {
    const { q, v, controls } = vectors();
    tape.putAll(q);
    tape.putAll(v);
    tape.putAll(controls);
  };
  return {
    isState: true,
    describe,
    save(tape) {
      if (!isCompact()) return describe(tape);
      // The user may have changed the state since the last step.
      roundStates(members);
      for (const { free, q, v } of members) {
        if (free) packState(q, v, tape);
        else for (const values of [q, v]) tape.putAll(values);
      }
      tape.putAll(vectors().controls);
    },
    load(tape) {
      const { q, v, controls } = vectors();
      if (isCompact()) {
        for (const member of members) {
          if (member.free) unpackState(member.q, member.v, tape);
          else for (const values of [member.q, member.v]) tape.takeAll(values);
        }
      } else for (const values of [q, v]) tape.takeAll(values);
      tape.takeAll(controls);
      for (const member of members) member.updatePlacement();
    },
  };
}

/** The poses of the bodies that belong to no member, such as static bodies. */
class UnownedBodies implements StatePart {
  readonly isState = true;
  private bodies: readonly Body[] = [];
  private version = -1;

  constructor(private readonly of: SimulatorInternals) {}

  private list(): readonly Body[] {
    const { scene, owners } = this.of;
    if (this.version !== scene.changes) this.bodies = scene.bodies.filter((body) => !owners.has(body));
    this.version = scene.changes;
    return this.bodies;
  }

  save(tape: Tape): void {
    for (const { current } of this.list()) tape.putAll(current);
  }

  load(tape: Tape): void {
    for (const body of this.list()) {
      const pose = tape.view(7);
      // A body that has not moved need not be sorted into the broad phase again.
      if (!body.current.every((x, k) => Object.is(x, pose[k]))) body.moveTo(pose, 0);
    }
  }
}

function time({ clock }: SimulatorInternals): StatePart {
  return {
    isState: false,
    save: (tape) => clock().save(tape),
    load: (tape) => clock().load(tape),
  };
}

/** Which members sleep, and since when the others are at rest. */
function rests({ members, sleep }: SimulatorInternals): StatePart {
  return {
    isState: false,
    save(tape) {
      if (sleep.isOn) sleep.save(members, tape);
    },
    load(tape) {
      if (sleep.isOn) sleep.load(members, tape);
    },
  };
}

/** The warm starts of collision detection. */
function warmPairs({ scene }: SimulatorInternals): StatePart {
  return {
    isState: false,
    save(tape) {
      const at = tape.length;
      tape.put(0);
      storePairs(scene, tape);
      tape.numbers[at] = tape.length - at - 1;
    },
    load(tape) {
      resumePairs(scene, tape.view(tape.take()), (why) => new Error(why));
    },
  };
}
