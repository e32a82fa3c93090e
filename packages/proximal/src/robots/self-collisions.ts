// Which shapes of one model collide with each other: all shapes that the model's rules allow, except shapes of links that overlap in the
// reference configuration and that no rule names.
import { show } from '../check/argument.ts';
import { type CollisionTable, collisionTable, type RuledFriction } from '../dynamics/collisions.ts';
import type { ModelNotice } from '../dynamics/description.ts';
import { forwardKinematics, geometryPoses } from '../dynamics/kinematics.ts';
import type { Model } from '../dynamics/model.ts';
import { pollInterval } from '../scene/body-index.ts';
import { Scene } from '../scene/scene.ts';

/**
 * Two links of a model that do not collide with each other.
 * @example
 * ```ts
 * for (const { links, reason } of simulator.notices) console.log(links.join(' and '), reason);
 * ```
 */
export interface CollisionNotice extends ModelNotice {
  readonly links: readonly [string, string];
  /**
   * `'rule'`: a rule of the model, such as `<exclude>`. `'mask'`: contype and conaffinity share no bit. `'adjacent'`: a joint
   * connects them. `'overlap'`: they overlap in the reference configuration.
   */
  readonly reason: 'rule' | 'mask' | 'adjacent' | 'overlap';
  /** The depth of the overlap in the reference configuration, in meters; 0 for other reasons. */
  readonly depth: number;
}

/** Overlaps of less than this fraction of the smaller bounding radius count as touching: closed fingers touch, and numbers in files are rounded. */
const touchTolerance = 1e-4;

/** The largest number of pairs of shapes that are checked for overlap. A check may take microseconds. */
const maxPairs = 10_000;
/** The largest number of pairs of shapes whose boxes overlap. */
const maxBoxPairs = 500_000;

/** The depth of each pair of overlapping links, by a key of their names, in meters. */
type Overlaps = ReadonlyMap<string, number>;
const noOverlaps: Overlaps = /* @__PURE__ */ new Map();
const overlapsByModel = /* @__PURE__ */ new WeakMap<Model, Overlaps>();

export class SelfCollisions {
  private table: CollisionTable | null = null;
  private readonly overlaps: Overlaps;

  /** @param where the name of the calling class, for errors */
  constructor(
    where: string,
    readonly model: Model,
    private readonly isEnabled: boolean,
    overlapping: 'exclude' | 'collide',
  ) {
    this.overlaps = isEnabled && overlapping === 'exclude' ? overlapsOf(where, model) : noOverlaps;
  }

  /** Whether two geometries of the model may touch. */
  mayMeet(i: number, j: number): boolean {
    this.table ??= collisionTable(this.model);
    if (!this.isEnabled && this.table.isSameRobot(i, j)) return false;
    return this.refusal(i, j) === null;
  }

  /** The reason why two geometries never collide, other than disabled self-collisions; null if they may. */
  refusal(i: number, j: number): CollisionNotice['reason'] | 'rigid' | null {
    this.table ??= collisionTable(this.model);
    const refusal = this.table.refusal(i, j);
    if (refusal !== null || this.table.ruleFor(i, j)) return refusal;
    return this.depthOf(i, j) > 0 ? 'overlap' : null;
  }

  /** The kinds of friction that a rule of the model gives two geometries. */
  frictionFor(i: number, j: number): RuledFriction {
    this.table ??= collisionTable(this.model);
    return this.table.frictionFor(i, j);
  }

  /** The depth of the overlap of the two links in the reference configuration, in meters; 0 if they do not overlap or were not checked. */
  depthOf(i: number, j: number): number {
    return this.overlaps.size === 0 ? 0 : (this.overlaps.get(keyOf(this.model, i, j)) ?? 0);
  }
}

function keyOf({ geometries }: Model, i: number, j: number): string {
  return JSON.stringify([geometries[i].link, geometries[j].link].sort());
}

/** The links that overlap in the reference configuration, and are excluded neither by the model's rules nor by a joint. */
function overlapsOf(where: string, model: Model): Overlaps {
  const cached = overlapsByModel.get(model);
  if (cached) return cached;
  const { geometries } = model;
  const overlaps = new Map<string, number>();
  // With shapes on a single link, there is nothing to check.
  if (geometries.some(({ link }) => link !== geometries[0].link)) {
    const table = collisionTable(model);
    const isCandidate = (i: number, j: number): boolean =>
      table.isBuiltTogether(i, j) && table.refusal(i, j) === null && table.ruleFor(i, j) === undefined;
    let pairs = 0;
    const scene = new Scene({
      filter: (a, b) => {
        const isPair = isCandidate(a.userData as number, b.userData as number);
        if (isPair && ++pairs > maxPairs) throw tooManyPairs(where, model, `more than ${maxPairs} pairs`);
        return isPair;
      },
    });
    let boxPairs = 0;
    scene.bodyIndex.poll = () => {
      boxPairs += pollInterval;
      if (boxPairs > maxBoxPairs) throw tooManyPairs(where, model, `more than ${maxBoxPairs} pairs`);
    };
    const data = model.createData();
    forwardKinematics(model, data, Float64Array.from(model.reference));
    const poses = geometryPoses(model, data);
    for (const [k, { shape }] of geometries.entries()) scene.add(shape, poses.slice(7 * k, 7 * k + 7), { userData: k });
    for (const { a, b, distance } of scene.distances({ upTo: 0 })) {
      const [i, j] = [a.userData as number, b.userData as number];
      const size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
      if (!(-distance > touchTolerance * size)) continue;
      const key = keyOf(model, i, j);
      overlaps.set(key, Math.max(-distance, overlaps.get(key) ?? 0));
    }
  }
  overlapsByModel.set(model, overlaps);
  return overlaps;
}

function tooManyPairs(where: string, { name }: Model, many: string): RangeError {
  return new RangeError(
    `${where}: model ${show(name)} has ${many} of shapes whose boxes overlap in the reference configuration; give { overlappingLinks: 'collide' }, which does not check for overlaps`,
  );
}

/** The largest number of pairs of links in a model's notices: thousands of links have millions of pairs. */
const maxNotices = 10_000;
/** The largest number of pairs of shapes that are examined for notices. */
const maxChecks = 1_000_000;

/** One notice for each pair of links with shapes that never collide, except links rigidly connected to each other, up to both limits. */
export function noticesOf(collisions: SelfCollisions): CollisionNotice[] {
  const { model } = collisions;
  const { geometries } = model;
  const notices = new Map<string, CollisionNotice>();
  let checks = 0;
  for (let i = 0; i < geometries.length; i++) {
    for (let j = i + 1; j < geometries.length; j++) {
      if (++checks > maxChecks) return [...notices.values()];
      const reason = collisions.refusal(i, j);
      if (reason === null || reason === 'rigid') continue;
      const key = keyOf(model, i, j);
      if (notices.has(key)) continue;
      if (notices.size === maxNotices) return [...notices.values()];
      notices.set(key, describe(model, [geometries[i].link, geometries[j].link], reason, collisions.depthOf(i, j)));
    }
  }
  return [...notices.values()];
}

function describe(
  { name }: Model,
  links: [string, string],
  reason: CollisionNotice['reason'],
  depth: number,
): CollisionNotice {
  const why = {
    rule: 'do not collide: a rule of the model excludes them',
    mask: 'do not collide: their masks (contype and conaffinity) share no bit',
    adjacent: 'do not collide: a joint connects them',
    overlap: `overlap by ${Number((1000 * depth).toPrecision(3))} mm in the reference configuration and do not collide; { overlappingLinks: 'collide' } or a rule of the model makes them collide`,
  };
  const pair = links.map(show).join(' and ');
  return {
    level: 'notice',
    name,
    links,
    reason,
    depth,
    message: `model ${show(name)}: the links ${pair} ${why[reason]}`,
  };
}
