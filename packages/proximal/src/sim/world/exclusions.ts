// Pairs of bodies that do not collide, by name.
import { checkOptions } from '../../check/argument.ts';
import type { Body } from '../../scene/body.ts';
import { Handle } from './handle.ts';
import { freeNumber, givenName, notBody } from './names.ts';
import { RobotLink } from './robot.ts';
import type { World } from './world.ts';

/** A body, a robot with all of its links, or one link of a robot. */
export type ExcludedBody = Handle | RobotLink;

/** The functions of a world that exclusions use. */
interface WorldAccess {
  afterStep(change: () => void): void;
  readonly world: World;
  /** Excludes or allows collisions of two bodies. */
  separate(a: Body, b: Body, isSeparate: boolean): void;
}

/**
 * Two bodies, robots or links that do not collide with each other, made by `world.exclude`.
 * @example
 * ```ts
 * const grasp = world.exclude(hand, cup, { name: 'grasp' });
 * world.exclusion('grasp')?.remove(); // they collide again
 * ```
 */
export class Exclusion {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Exclusion';

  isRemoved = false;

  /** @internal */
  constructor(
    private readonly exclusions: Exclusions,
    /** Unique among the exclusions of its world. */
    readonly name: string,
    readonly a: ExcludedBody,
    readonly b: ExcludedBody,
  ) {}

  /** Lets the two collide again, unless a joint or another exclusion separates them. During a step, this takes effect at its end. */
  remove(): void {
    this.exclusions.remove(this);
  }
}

export class Exclusions {
  private readonly all = new Map<string, Exclusion>();
  private readonly pairs = new Map<Exclusion, readonly (readonly [Body, Body])[]>();

  constructor(private readonly access: WorldAccess) {}

  get list(): readonly Exclusion[] {
    return [...this.all.values()];
  }

  find(name: string): Exclusion | undefined {
    return this.all.get(name);
  }

  add(where: string, a: ExcludedBody, b: ExcludedBody, options: { readonly name?: string }): Exclusion {
    checkOptions(where, 'options', options, ['name']);
    for (const [argument, given] of Object.entries({ a, b })) this.checkEnd(where, argument, given);
    const name =
      givenName(where, options.name, this.all, 'an exclusion') ?? `exclusion ${freeNumber('exclusion', this.all, 1)}`;
    const exclusion = new Exclusion(this, name, a, b);
    this.all.set(name, exclusion);
    this.access.afterStep(() => this.apply(exclusion));
    return exclusion;
  }

  remove(exclusion: Exclusion): void {
    if (exclusion.isRemoved) return;
    exclusion.isRemoved = true;
    this.all.delete(exclusion.name);
    this.access.afterStep(() => {
      for (const [p, q] of this.pairs.get(exclusion) ?? []) this.access.separate(p, q, false);
      this.pairs.delete(exclusion);
    });
  }

  /** Removes the exclusions of a body or robot. */
  removeOf(handle: Handle): void {
    for (const each of this.list) if (handleOf(each.a) === handle || handleOf(each.b) === handle) this.remove(each);
  }

  private apply(exclusion: Exclusion): void {
    if (exclusion.isRemoved) return;
    const [first, second] = [exclusion.a.bodies, exclusion.b.bodies];
    // If a and b are the same robot, each pair of its bodies counts once.
    const isOnce = (p: Body, q: Body): boolean => p !== q && !(first.includes(q) && second.includes(p) && p.id > q.id);
    const pairs = first.flatMap((p) => second.filter((q) => isOnce(p, q)).map((q) => [p, q] as const));
    for (const [p, q] of pairs) this.access.separate(p, q, true);
    this.pairs.set(exclusion, pairs);
  }

  private checkEnd(where: string, argument: string, given: ExcludedBody): void {
    const { world } = this.access;
    if (!(given instanceof Handle) && !(given instanceof RobotLink))
      throw notBody(world, where, argument, given, "give a body, a robot or a robot's link");
    handleOf(given).requireIn(world, where, argument);
  }
}

export function handleOf(given: ExcludedBody): Handle {
  return given instanceof RobotLink ? given.robot : given;
}
