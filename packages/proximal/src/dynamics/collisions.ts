// The collision filter of a model: rules, masks, and joints between links.
import { checkInteger, wrongType } from '../check/argument.ts';
import { assemble } from './assemble.ts';
import { checkModel } from './check-arguments.ts';
import { readCollisionRule } from './collision-rule.ts';
import type { CollisionRule } from './description.ts';
import type { Model, ModelGeometry } from './model.ts';
import { orderLinks } from './topology.ts';

/**
 * The reason why two geometries of a model never collide: they are fixed to each other; a rule excludes them; their masks share no bit; or one joint
 * connects their links, directly or through links without mass and shapes. Joints to the world do not count.
 */
export type CollisionRefusal = 'rigid' | 'rule' | 'mask' | 'adjacent';

/** Whether the masks of two geometries let them collide, by MuJoCo's rule. */
export function masksAllow(a: ModelGeometry, b: ModelGeometry): boolean {
  return (a.contype & b.conaffinity) !== 0 || (b.contype & a.conaffinity) !== 0;
}

/** Links that fixed joints connect. */
interface RigidGroup {
  /** The kinematic tree that it belongs to. The world is the root of all trees and belongs to none. */
  readonly robot: number;
  /** The group that its joint is attached to; null for the world. */
  readonly parent: RigidGroup | null;
  /** Whether its tree is free: its first joint is a free-flyer. */
  readonly isFree: boolean;
  /**
   * Whether it has mass or shapes. Groups without either only connect joints, such as the massless links between several joints
   * of one body.
   */
  isPhysical: boolean;
}

/** The friction coefficients of a rule for two geometries; undefined where the coefficients of the geometries apply. */
export interface RuledFriction {
  readonly friction?: number;
  readonly torsionalFriction?: number;
  readonly rollingFriction?: number;
}

/** The links of a model in rigid groups, and its rules for pairs of geometries. */
export class CollisionTable {
  /** The group of each geometry; null for geometries of the world. */
  private readonly groups: readonly (RigidGroup | null)[];
  private readonly rules: RuleTable;

  constructor(readonly model: Model) {
    const groups = groupLinks(model);
    this.groups = model.geometries.map(({ link }) => groups.get(link) ?? null);
    this.rules = new RuleTable(model);
  }

  /** Whether two geometries are on links of one robot: one kinematic tree. */
  isSameRobot(i: number, j: number): boolean {
    const [a, b] = [this.groups[i], this.groups[j]];
    return a !== null && b !== null && a.robot === b.robot;
  }

  /** Whether an overlap in the reference configuration is by construction: between links of one robot, or a link and its mount. */
  isBuiltTogether(i: number, j: number): boolean {
    const [a, b] = [this.groups[i], this.groups[j]];
    if (a !== null && b !== null) return a.robot === b.robot;
    const [group, mount] = a === null ? [b, i] : [a, j];
    // A half-space is a floor, not a mount.
    const canMount = this.model.geometries[mount].shape.isBounded;
    return canMount && group !== null && !group.isFree && solidParent(group) === null;
  }

  /** Whether the rule for two geometries lets them collide; undefined if there is no rule. */
  ruleFor(i: number, j: number): boolean | undefined {
    return this.rules.between(i, j)?.collide;
  }

  /** The friction coefficients of the last rule for two geometries; none if there is no rule or it names links. */
  frictionFor(i: number, j: number): RuledFriction {
    const rule = this.rules.between(i, j);
    return rule && 'geometries' in rule ? rule : {};
  }

  /** The reason why two geometries never collide; null if they may. */
  refusal(i: number, j: number): CollisionRefusal | null {
    const { geometries } = this.model;
    const [a, b] = [this.groups[i], this.groups[j]];
    if (a === b || (geometries[i].joint < 0 && geometries[j].joint < 0)) return 'rigid';
    const rule = this.ruleFor(i, j);
    if (rule !== undefined) return rule ? null : 'rule';
    if (!masksAllow(geometries[i], geometries[j])) return 'mask';
    if (a === null || b === null) return null;
    return solidParent(a) === b || solidParent(b) === a ? 'adjacent' : null;
  }
}

/** The nearest group toward the world that has mass or shapes. */
function solidParent({ parent }: RigidGroup): RigidGroup | null {
  let group = parent;
  while (group && !group.isPhysical) group = group.parent;
  return group;
}

/** Walks from the world outward. The child of a fixed joint belongs to its parent's group, unless the parent is the world. */
function groupLinks({ recipe }: Model): Map<string, RigidGroup> {
  const { links, joints, geometries } = recipe;
  const groups = new Map<string, RigidGroup>();
  let robots = 0;
  const names = links.map(({ name }) => name);
  for (const { link, joint } of orderLinks(names, joints)) {
    const parent = joint && joint.parent !== 'world' ? (groups.get(joint.parent) as RigidGroup) : null;
    const isFree = parent ? parent.isFree : joint?.kind === 'free-flyer';
    const isFixed = parent !== null && joint?.kind === 'fixed';
    groups.set(link, isFixed ? parent : { robot: parent?.robot ?? robots++, parent, isFree, isPhysical: false });
  }
  for (const { name, body } of links) if (body.mass > 0) (groups.get(name) as RigidGroup).isPhysical = true;
  for (const { link } of geometries) {
    const group = groups.get(link);
    if (group) group.isPhysical = true;
  }
  return groups;
}

/** Gives each distinct name a number, in the order of first appearance. */
class NameNumbers {
  private readonly byName = new Map<string, number>();
  private readonly ofEach: Int32Array;

  constructor(names: readonly string[]) {
    this.ofEach = Int32Array.from(names, (name) => {
      const number = this.byName.get(name) ?? this.byName.size;
      this.byName.set(name, number);
      return number;
    });
  }

  /** A number for an unordered pair of names; undefined if one of them is unknown. */
  keyOf(a: string, b: string): number | undefined {
    const [i, j] = [this.byName.get(a), this.byName.get(b)];
    return i === undefined || j === undefined ? undefined : this.pair(i, j);
  }

  /** The key of the names at two indices of the list. */
  keyAt(i: number, j: number): number {
    return this.pair(this.ofEach[i], this.ofEach[j]);
  }

  private pair(i: number, j: number): number {
    return Math.min(i, j) * this.byName.size + Math.max(i, j);
  }
}

/** Rules by names of links or geometries: links may have thousands of shapes, with too many pairs to list. */
class RuleTable {
  private readonly rules: readonly CollisionRule[];
  private readonly names: NameNumbers;
  private readonly links: NameNumbers;
  /** The index of the last rule for a pair of geometries or links. */
  private readonly byNames = new Map<number, number>();
  private readonly byLinks = new Map<number, number>();

  constructor({ geometries, collisions }: Model) {
    this.rules = collisions;
    this.names = new NameNumbers(geometries.map(({ name }) => name));
    this.links = new NameNumbers(geometries.map(({ link }) => link));
    collisions.forEach((rule, index) => {
      const [table, key] =
        'links' in rule
          ? [this.byLinks, this.links.keyOf(...rule.links)]
          : [this.byNames, this.names.keyOf(...rule.geometries)];
      if (key !== undefined) table.set(key, index);
    });
  }

  /** The last rule for two geometries; undefined if there is none. */
  between(i: number, j: number): CollisionRule | undefined {
    if (this.rules.length === 0) return undefined;
    const named = this.byNames.get(this.names.keyAt(i, j)) ?? -1;
    const linked = this.byLinks.get(this.links.keyAt(i, j)) ?? -1;
    return this.rules[Math.max(named, linked)];
  }
}

const tables = /* @__PURE__ */ new WeakMap<Model, CollisionTable>();

export function collisionTable(model: Model): CollisionTable {
  const table = tables.get(model) ?? new CollisionTable(model);
  tables.set(model, table);
  return table;
}

/**
 * Whether two geometries of a model, by their indices, may collide: they are not fixed to each other, no joint connects
 * their links, their masks share a bit, and no rule excludes them. A rule that lets them collide overrides masks and joints. A simulator
 * also excludes links that overlap in the reference configuration.
 * @example
 * ```ts
 * const scene = new Scene({ filter: (a, b) => mayCollide(model, numberOf(a), numberOf(b)) });
 * ```
 */
export function mayCollide(model: Model, i: number, j: number): boolean {
  const where = 'mayCollide';
  checkModel(where, model);
  for (const [argument, k] of [
    ['i', i],
    ['j', j],
  ] as const)
    checkInteger(where, argument, k, 0, model.geometries.length - 1);
  return collisionTable(model).refusal(i, j) === null;
}

/**
 * A copy of the model with additional collision rules.
 * @example
 * ```ts
 * const careful = withCollisions(robot, [{ links: ['left_finger', 'right_finger'], collide: true }]);
 * ```
 */
export function withCollisions(model: Model, rules: readonly CollisionRule[]): Model {
  const where = 'withCollisions';
  checkModel(where, model);
  if (!Array.isArray(rules)) throw wrongType(where, 'rules', rules, 'give an array of rules');
  const { recipe } = model;
  const added = rules.map((rule) => readCollisionRule(where, rule));
  return assemble({ ...recipe, collisions: [...recipe.collisions, ...added] });
}
