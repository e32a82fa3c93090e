import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { difference } from '../dynamics/configuration.ts';
import type { Model } from '../dynamics/model.ts';
import { composeInto, type Pose, type PoseLike, readPose } from '../math/pose.ts';
import { SelfCollisions } from '../robots/self-collisions.ts';
import { checkGeometry, type Geometry } from '../scene/geometry.ts';
import type { Scene } from '../scene/scene.ts';
import { Checker } from './checker.ts';
import { type Clearance, clearanceAt, createClearance, type SweepClearance } from './clearance.ts';
import { curveOf } from './curve.ts';
import { ballsOf } from './fit-spheres.ts';
import { type MotionResult, motionOf } from './motion.ts';
import {
  type CellOptions,
  type CellSettings,
  type ConfigurationLike,
  isNameIn,
  keyOfNames,
  type MotionOptions,
  nameOfBody,
  readCellOptions,
  readConfiguration,
  readConfigurations,
  readMotionOptions,
} from './options.ts';
import { type CellMember, pairsOf } from './pairs.ts';
import { poseOfRigid, solidsOf } from './solid.ts';
import { sweepClearanceOf } from './sweep-minimum.ts';

/**
 * Options of `cell.attach`.
 * @example
 * ```ts
 * cell.attach(box(0.03, 0.03, 0.1), 'hand', {}, { name: 'bottle', touching: ['left_finger', 'right_finger'] });
 * ```
 */
export interface AttachOptions {
  /** The name in results. Default `'attached'` and a number. */
  readonly name?: string;
  /**
   * Names of links, bodies and attached objects that the object may touch, besides links that are fixed to `link` or connected to it by one
   * joint.
   */
  readonly touching?: readonly string[];
}

/**
 * An object that a robot carries. Made by `cell.attach`.
 * @example
 * ```ts
 * const bottle: Attachment = cell.attach(cylinder(0.03, 0.1), 'hand');
 * cell.detach(bottle);
 * ```
 */
export interface Attachment {
  readonly name: string;
  /** The link, joint or frame to which it is fixed. */
  readonly link: string;
}

/**
 * Two solids that a cell checks.
 * @example
 * ```ts
 * const pairs: readonly CellPair[] = cell.pairs;
 * console.log(pairs.map(({ a, b }) => `${a} and ${b}`).join('\n'));
 * ```
 */
export interface CellPair {
  /** The link or attached object that moves, and its convex part. */
  readonly a: string;
  readonly partA: number;
  /** The link, attached object or body of the scene. A mesh or height field that is fixed to the world is one solid. */
  readonly b: string;
  readonly partB: number;
}

const noNames: ReadonlySet<string> = /* @__PURE__ */ new Set();
const membersByModel = /* @__PURE__ */ new WeakMap<Model, Map<number | null, readonly CellMember[]>>();

/** The solids of a robot's links, shared by all cells of the robot. @param excess of the balls that cover the shapes; null: the shapes themselves */
function membersOf(model: Model, excess: number | null): readonly CellMember[] {
  const byExcess = membersByModel.get(model) ?? new Map<number | null, readonly CellMember[]>();
  membersByModel.set(model, byExcess);
  const found = byExcess.get(excess);
  if (found) return found;
  const members = model.geometries.flatMap(({ link, joint, shape, rigid, placement }, geometry) =>
    solidsOf(
      'RobotCell',
      'link',
      link,
      joint,
      excess === null ? shape : ballsOf(shape, excess),
      poseOfRigid(rigid),
      placement,
    ).map((solid): CellMember => ({ solid, geometry, kind: 'link', touching: noNames })),
  );
  byExcess.set(excess, members);
  return members;
}

/**
 * A robot among obstacles: checks of configurations and proven motions, by the exact shapes of links and bodies, or by balls. Links that are fixed to
 * the world are not checked against the scene: a robot may stand on a floor. Checks of convex shapes create no objects.
 * @example
 * ```ts
 * const cell = new RobotCell({ model, scene, padding: 0.01 });
 * cell.isFree(q);
 * const { distance, a, b } = cell.clearance(q);
 * cell.motion(q, target).status; // 'free', with a proof
 * ```
 */
export class RobotCell {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'RobotCell';

  readonly model: Model;
  /** The obstacles; null if there are none. */
  readonly scene: Scene | null;
  /** The least distance of a free configuration, in meters. */
  readonly padding: number;
  private readonly settings: CellSettings;
  private readonly collisions: SelfCollisions;
  private readonly robotMembers: readonly CellMember[];
  private readonly attachedMembers = new Map<Attachment, readonly CellMember[]>();
  private currentChecker: Checker;
  private pairNames: readonly CellPair[] | null = null;
  private readonly nearest: Clearance;
  private attachmentCount = 0;

  constructor(options: CellOptions) {
    this.settings = readCellOptions('RobotCell', options);
    const { model, scene, padding } = this.settings;
    this.model = model;
    this.scene = scene;
    this.padding = padding;
    this.collisions = new SelfCollisions('RobotCell', model, true, 'exclude');
    this.robotMembers = membersOf(model, this.settings.excess);
    this.nearest = createClearance(model.nv);
    this.currentChecker = this.makeChecker();
  }

  /** @internal */
  get checker(): Checker {
    return this.currentChecker;
  }

  /** The pairs that are checked. Proofs refer to them by their indices. */
  get pairs(): readonly CellPair[] {
    this.pairNames ??= this.currentChecker.pairs.map(({ a, b }) => ({
      a: a.name,
      partA: a.part,
      b: b.name,
      partB: b.part,
    }));
    return this.pairNames;
  }

  /** Reads the bodies of the scene and their poses again. */
  update(): void {
    this.currentChecker = this.makeChecker();
    this.pairNames = null;
  }

  private makeChecker(): Checker {
    const { model, padding, allowed, excess } = this.settings;
    const bodies = (this.scene?.bodies ?? []).flatMap((body) => {
      const { pose } = body;
      return solidsOf('RobotCell', 'body', nameOfBody(body), -1, body.shape, pose, pose).map(
        (solid): CellMember => ({ solid, geometry: -1, kind: 'body', touching: noNames }),
      );
    });
    const members = [...this.robotMembers, ...[...this.attachedMembers.values()].flat(), ...bodies];
    const isAllowed = (a: string, b: string): boolean => allowed.size > 0 && allowed.has(keyOfNames(a, b));
    const solids = members.map(({ solid }) => solid);
    return new Checker(model, solids, pairsOf(model, this.collisions, members, isAllowed), padding, excess !== null);
  }

  /** Whether all pairs are farther apart than the padding. Joint limits are not checked. */
  isFree(q: ConfigurationLike): boolean {
    return this.currentChecker.isFree(readConfiguration('RobotCell.isFree', 'q', q, this.model));
  }

  /**
   * Checks many configurations.
   * @param configurations nq numbers each
   * @param out receives 1 for a free configuration and 0 for others. Default: a new array
   */
  checkBatch(configurations: ConfigurationLike, out?: Uint8Array): Uint8Array {
    const where = 'RobotCell.checkBatch';
    const { model } = this;
    const all = readConfigurations(where, 'configurations', configurations, model);
    const count = all.length / model.nq;
    const free = out ?? new Uint8Array(count);
    if (!(free instanceof Uint8Array) || free.length !== count)
      throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
    this.currentChecker.checkMany(all, count, free);
    return free;
  }

  /** The smallest signed distance at a configuration, with its gradient. Returns the same object every time. */
  clearance(q: ConfigurationLike): Clearance {
    clearanceAt(this.currentChecker, readConfiguration('RobotCell.clearance', 'q', q, this.model), this.nearest);
    return this.nearest;
  }

  /** The smallest signed distance along the straight motion between two configurations, with its derivatives with respect to both. */
  sweepClearance(from: ConfigurationLike, to: ConfigurationLike): SweepClearance {
    const where = 'RobotCell.sweepClearance';
    const { model, checker } = this;
    const first = readConfiguration(where, 'from', from, model);
    difference(model, first, readConfiguration(where, 'to', to, model), checker.search.velocity);
    return sweepClearanceOf(checker, first);
  }

  /**
   * Proves that the straight motion between two configurations, or a curve with the control point `via`, is free, or finds its first
   * contact; the status `'unknown'` means neither. On a straight motion each joint moves with a constant velocity; a continuous joint does not
   * turn the shorter way around.
   */
  motion(from: ConfigurationLike, to: ConfigurationLike, options?: MotionOptions): MotionResult {
    const where = 'RobotCell.motion';
    const { model, currentChecker, padding } = this;
    const first = readConfiguration(where, 'from', from, model);
    const last = readConfiguration(where, 'to', to, model);
    const limits = readMotionOptions(where, options);
    const via = options?.via ? readConfiguration(where, 'options.via', options.via, model) : null;
    const { search } = currentChecker;
    if (via) {
      const moving = curveOf(model, first, via, last, search.velocity, search.acceleration);
      if (moving)
        throw outOfRange(where, 'options.via', via, `${moving} has several coordinates and must not move on a curve`);
    } else difference(model, first, last, search.velocity);
    const outcome = search.run(first, currentChecker.order, padding, limits, true, true, via !== null);
    return motionOf(currentChecker, outcome, first, via, last);
  }

  /**
   * Fixes an object to a link, such as an object that a gripper holds. If it is a body of the scene, remove it from the scene first.
   * @param link the name of the link, joint or frame
   * @param pose the pose in this frame; default: the identity
   */
  attach(shape: Geometry, link: string, pose: PoseLike = {}, options: AttachOptions = {}): Attachment {
    const where = 'RobotCell.attach';
    checkGeometry(where, 'shape', shape);
    const frame = this.model.frame(where, link);
    const poseInFrame = new Float64Array(7);
    readPose(where, 'pose', pose, poseInFrame, 0);
    checkOptions(where, 'options', options, ['name', 'touching']);
    const { name = `attached ${this.attachmentCount + 1}`, touching = [] } = options;
    if (typeof name !== 'string' || name === '')
      throw wrongType(where, 'options.name', name, 'give a name that is not empty');
    if (!Array.isArray(touching) || touching.some((each) => typeof each !== 'string'))
      throw wrongType(where, 'options.touching', touching, 'give an array of names');
    const unknown = touching.find((each) => !this.hasName(each));
    if (unknown !== undefined)
      throw outOfRange(
        where,
        'options.touching',
        unknown,
        'give the name of a link, of a body of the scene or of an attached object',
      );
    if (!shape.isBounded)
      throw outOfRange(where, 'shape', shape, 'give a bounded shape: a robot cannot carry a half-space');
    const at = (outer: Pose): Pose => composeInto(outer, poseInFrame, new Float64Array(7));
    const mayTouch = new Set(touching);
    const attachment: Attachment = Object.freeze({ name, link: frame.name });
    const { excess } = this.settings;
    const carried = excess === null ? shape : ballsOf(shape, excess);
    const solids = solidsOf(
      where,
      'shape',
      name,
      frame.joint,
      carried,
      at(poseOfRigid(frame.rigid)),
      at(frame.placement),
    );
    this.attachedMembers.set(
      attachment,
      solids.map((solid): CellMember => ({ solid, geometry: -1, kind: 'attached', touching: mayTouch })),
    );
    this.attachmentCount++;
    this.update();
    return attachment;
  }

  /** Whether a frame of the model, a body of the scene or an attached object has this name. */
  private hasName(name: string): boolean {
    return (
      isNameIn(this.model, this.scene, name) || [...this.attachedMembers.keys()].some((each) => each.name === name)
    );
  }

  /** Removes an object that was attached; no effect if it was removed already. */
  detach(attachment: Attachment): void {
    if (this.attachedMembers.delete(attachment)) this.update();
  }
}
