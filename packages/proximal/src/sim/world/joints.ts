// The joints of a world: made, removed and broken.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { rotationRows } from '../../math/linear/quaternion.ts';
import { compose, identity, type Pose } from '../../math/pose.ts';
import type { Body } from '../../scene/body.ts';
import { BodyJoint, plainBodyJoint } from '../body-joint.ts';
import type { BodyJointEnd } from '../body-joint-end.ts';
import type { Handle } from './handle.ts';
import { checkCommon, type JointOptions, readJoint } from './joint-options.ts';
import { freeNumber, givenName, notBody } from './names.ts';
import { RigidBody } from './rigid-body.ts';
import { Robot, RobotLink } from './robot.ts';
import type { World } from './world.ts';
import { type JointBody, type JointOwner, WorldJoint } from './world-joint.ts';

/** Options of a gear. */
export interface GearOptions {
  /**
   * The change of the second hinge's angle per unit of the first hinge's angle; negative for two wheels that touch from outside. It must not be
   * 0.
   */
  readonly ratio: number;
  /** The angle of the second hinge if the angle of the first is 0, in rad. Default: the offset at the present angles. */
  readonly offset?: number;
  /** Unique among the joints of the world. Default: gear, with a number if there is another of that name. */
  readonly name?: string;
  /** The gear breaks at the end of a step if its torque on the second hinge, in N m, is larger in a substep. Default: never. */
  readonly breakTorque?: number;
  readonly userData?: unknown;
}

/** The functions of a world that joints use. During a step, changes take effect at its end. */
interface WorldAccess {
  readonly world: World;
  addJoint(bodyJoint: BodyJoint): void;
  removeJoint(bodyJoint: BodyJoint): void;
  disturb(bodyJoint: BodyJoint): void;
  afterStep(change: () => void): void;
  /** Excludes or allows collisions of two bodies. */
  separate(a: Body, b: Body, isSeparate: boolean): void;
}

/** A validated end of a joint. */
interface End {
  readonly handle: Handle | null;
  readonly pose: Pose;
  /** The frame of the link in the axes of the joint's body; the identity for others. */
  readonly inner: Pose;
  readonly end: Omit<BodyJointEnd, 'rigid'>;
  /** The bodies in the scene that do not collide with the other end. */
  bodies(): readonly Body[];
}

export class Joints implements JointOwner {
  private readonly all = new Map<string, WorldJoint>();
  /** For each joint, a function that lets its bodies collide again. */
  private readonly separated = new Map<WorldJoint, () => void>();

  constructor(private readonly access: WorldAccess) {}

  get list(): readonly WorldJoint[] {
    return [...this.all.values()];
  }

  find(name: string): WorldJoint | undefined {
    return this.all.get(name);
  }

  connect(a: JointBody, b: JointBody, options: JointOptions): WorldJoint {
    const where = 'World.connect';
    const ends = [this.readEnd(where, 'a', a), this.readEnd(where, 'b', b)] as const;
    checkEnds(where, ends[0], ends[1]);
    const poses = [ends[0].pose, ends[1].pose] as const;
    const { frames, bodyJoint } = readJoint(where, options, poses, [isWorld(a), isWorld(b)]);
    const [endA, endB] = ends.map(({ end, inner }, k) => ({ ...end, rigid: rigidOf(compose(inner, frames[k])) }));
    const { breakForce = Infinity, breakTorque = Infinity, collide = false, userData } = options;
    const joint = new WorldJoint(
      this,
      { a: ends[0].handle, b: ends[1].handle, between: { ends: [a, b], frames }, breakForce, breakTorque, collide },
      new BodyJoint(options.kind, this.nameFor(where, options.name, options.kind), endA, endB, bodyJoint),
    );
    joint.userData = userData;
    this.enter(joint, () => {
      if (!collide) this.separate(joint, ends[0].bodies(), ends[1].bodies());
    });
    return joint;
  }

  connectGear(first: WorldJoint, second: WorldJoint, options: GearOptions): WorldJoint {
    const where = 'World.connectGear';
    const { ratio, breakTorque, userData } = readGear(where, options);
    for (const [argument, hinge] of Object.entries({ first, second }))
      if (!(hinge instanceof WorldJoint) || this.all.get(hinge.name) !== hinge || hinge.kind !== 'hinge')
        throw wrongType(where, argument, hinge, 'give a hinge of this world');
    if (first === second) throw outOfRange(where, 'second', second.name, 'give another hinge');
    const members = new Set([first, second].flatMap(({ bodyJoint }) => movingMembers(bodyJoint)));
    if (members.size > 2)
      throw outOfRange(
        where,
        'second',
        second.name,
        'the two hinges may move two members at most: fix the bodies that carry the wheels to the world, or make them one robot',
      );
    const { offset = second.position - ratio * first.position } = options;
    const gear = { first: first.bodyJoint, second: second.bodyJoint, ratio, offset };
    const { endB } = second.bodyJoint;
    const name = this.nameFor(where, options.name, 'gear');
    const joint = new WorldJoint(
      this,
      {
        a: first.b ?? first.a,
        b: second.b ?? second.a,
        between: { first, second },
        breakForce: Infinity,
        breakTorque: breakTorque ?? Infinity,
        collide: true,
      },
      new BodyJoint('gear', name, first.bodyJoint.endB, endB, { ...plainBodyJoint, gear }),
    );
    joint.userData = userData;
    this.enter(joint, () => {});
    return joint;
  }

  private enter(joint: WorldJoint, then: () => void): void {
    this.all.set(joint.name, joint);
    this.access.afterStep(() => {
      if (joint.isRemoved) return;
      this.access.addJoint(joint.bodyJoint);
      then();
    });
  }

  private separate(joint: WorldJoint, a: readonly Body[], b: readonly Body[]): void {
    const pairs = a.flatMap((p) => b.map((q) => [p, q] as const));
    const set = (isSeparate: boolean): void => {
      for (const [p, q] of pairs) this.access.separate(p, q, isSeparate);
    };
    set(true);
    this.separated.set(joint, () => set(false));
  }

  /** Removes a joint, and the gears of a hinge. */
  remove(joint: WorldJoint): void {
    if (this.all.get(joint.name) !== joint) return;
    this.all.delete(joint.name);
    joint.leave();
    this.access.afterStep(() => {
      this.access.removeJoint(joint.bodyJoint);
      this.separated.get(joint)?.();
      this.separated.delete(joint);
    });
    for (const other of this.list) {
      const { gear } = other.bodyJoint.options;
      if (gear && (gear.first === joint.bodyJoint || gear.second === joint.bodyJoint)) this.remove(other);
    }
  }

  wake(joint: WorldJoint): void {
    this.access.disturb(joint.bodyJoint);
  }

  /** Removes the joints of a body or robot. */
  removeOf(handle: Handle): void {
    for (const joint of this.list) if (joint.a === handle || joint.b === handle) this.remove(joint);
  }

  /** Removes the joints whose forces or torques in the last substep were too large, and returns them. */
  breakLoaded(): WorldJoint[] {
    const broken: WorldJoint[] = [];
    for (const joint of this.all.values()) {
      const { breakForce, breakTorque } = joint;
      if (breakForce === Infinity && breakTorque === Infinity) continue;
      const [force, torque] = [joint.force, joint.torque].map(([x, y, z]) => Math.sqrt(x * x + y * y + z * z));
      if (force > breakForce || torque > breakTorque) broken.push(joint);
    }
    for (const joint of broken) {
      joint.isBroken = true;
      this.remove(joint);
    }
    return broken;
  }

  private readEnd(where: string, argument: string, given: JointBody): End {
    const nothing: readonly Body[] = [];
    if (isWorld(given)) {
      const end = { holder: null, joint: -1, pose: null };
      return { handle: null, pose: identity(), inner: identity(), end, bodies: () => nothing };
    }
    if (given instanceof RigidBody) {
      given.requireIn(this.access.world, where, argument);
      const { moving } = given;
      const pose = moving ? null : () => given.pose;
      const end = { holder: moving, joint: moving ? 0 : -1, pose };
      return { handle: given, pose: given.pose, inner: identity(), end, bodies: () => given.bodies };
    }
    if (given instanceof RobotLink) {
      const { robot, joint } = given;
      robot.requireIn(this.access.world, where, argument);
      const end = { holder: joint < 0 ? null : robot.moving, joint, pose: null };
      return { handle: robot, pose: given.pose, inner: given.placement, end, bodies: () => given.bodies };
    }
    const remedy = "give a rigid body, a robot's link, or 'world'";
    if ((given as unknown) instanceof Robot)
      throw wrongType(where, argument, given, `${remedy}: robot.link(name) gives a link`);
    throw notBody(this.access.world, where, argument, given, remedy);
  }

  private nameFor(where: string, name: unknown, kind: string): string {
    const given = givenName(where, name, this.all, 'a joint');
    if (given !== undefined) return given;
    return this.all.has(kind) ? `${kind} ${freeNumber(kind, this.all, 2)}` : kind;
  }
}

/** Checks the options of a gear. */
export function readGear(where: string, options: GearOptions): GearOptions {
  checkOptions(where, 'options', options, ['ratio', 'offset', 'name', 'breakTorque', 'userData']);
  const { ratio, offset, breakTorque } = options ?? {};
  checkCommon(where, { breakTorque });
  checkNumber(where, 'options.ratio', ratio, 'give a number that is not 0');
  if (ratio === 0) throw outOfRange(where, 'options.ratio', ratio, 'give a number that is not 0');
  if (offset !== undefined)
    checkNumber(where, 'options.offset', offset, 'give the angle of the second hinge at which the first is 0, in rad');
  return options;
}

function isWorld(given: JointBody): given is 'world' | null {
  return given === null || given === 'world';
}

/** Checks that the ends are different bodies, of which at least one can be moved by forces. */
function checkEnds(where: string, a: End, b: End): void {
  const canMove = ({ end }: End): boolean =>
    end.holder !== null && end.joint >= 0 && !(end.holder as { member: { isKinematic: boolean } }).member.isKinematic;
  if (a.handle !== null && a.handle === b.handle && a.end.joint === b.end.joint)
    throw outOfRange(where, 'b', a.handle.name, 'it is the same body as a: give two bodies');
  if (!canMove(a) && !canMove(b))
    throw new RangeError(
      `${where}: neither a nor b is moved by forces; give at least one dynamic body or moving link of a robot`,
    );
}

function movingMembers({ endA, endB }: BodyJoint): object[] {
  return [endA, endB].flatMap(({ holder, joint }) => (holder && joint >= 0 ? [holder] : []));
}

/** A pose as a rotation by rows and a position. */
function rigidOf(pose: Pose): Float64Array {
  const out = new Float64Array(12);
  rotationRows(pose, 3, out);
  out.set(pose.subarray(0, 3), 9);
  return out;
}
