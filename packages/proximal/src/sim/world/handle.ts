import { outOfRange } from '../../check/argument.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { type Material, readMaterial } from '../surfaces.ts';
import type { MemberAccess } from './member-access.ts';
import type { World } from './world.ts';

/**
 * A rigid body or a robot in a world, returned by `world.add`.
 * @example
 * ```ts
 * for (const handle of world.contents) if (handle.name.startsWith('crumb')) handle.remove();
 * ```
 */
export abstract class Handle {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Handle';

  /** For the user; not part of snapshots. */
  userData: unknown;
  private surface: Material = {};
  /** Its world, or null after its removal. @internal */
  protected home: World | null;

  /** @internal */
  constructor(
    world: World,
    private readonly label: string,
  ) {
    this.home = world;
  }

  /** Unique in its world. It cannot change. */
  get name(): string {
    return this.label;
  }

  /** Its bodies in `world.scene`: one body, or the bodies of a robot's links. None before the end of the step in which it was added. */
  abstract get bodies(): readonly Body[];

  /** The access to its member of the simulation; null for a static body. @internal */
  abstract readonly moving: MemberAccess | null;

  /** The contact properties of all of its bodies; `{}` if the properties of the world's options and of the model apply. */
  get material(): Material {
    return this.surface;
  }

  set material(material: Material) {
    const { surfaces, sleep } = this.require('Handle.material');
    this.surface = readMaterial('Handle.material', 'material', material);
    for (const body of this.bodies) {
      surfaces.setMaterial(body, this.surface);
      sleep.disturb(body);
    }
  }

  /** Sets the material before the bodies are in the scene, if one is given; errors name the call and the argument. @internal */
  writeMaterial(where: string, argument: string, material: Material | undefined): void {
    if (material !== undefined) this.surface = readMaterial(where, argument, material);
  }

  /** Whether it is asleep: at rest, and not part of steps until something wakes it. */
  get isSleeping(): boolean {
    return this.moving?.member.isAsleep ?? false;
  }

  /** Wakes it, and the bodies that rest with it or are joined to it; the next step wakes all bodies that touch it. */
  wake(): void {
    const { sleep, joints } = this.require('Handle.wake');
    if (!sleep.hasSleepers) return;
    for (const body of this.bodies) sleep.disturb(body);
    for (const joint of joints) if (joint.a === this || joint.b === this) joint.wake();
  }

  /** Whether it was removed from its world. */
  get isRemoved(): boolean {
    return this.home === null;
  }

  /** Removes it from its world, at the end of the step if one is under way. A second call has no effect. */
  remove(): void {
    this.home?.remove(this);
  }

  /** @internal */
  leave(): void {
    this.home = null;
  }

  /**
   * The world; throws an error that names the call if there is none. Also tells `sleep` that a state or force may change, so every function
   * that changes one must call this first. @internal
   */
  require(where: string): World {
    if (this.home) {
      this.home.sleep.noteChange();
      return this.home;
    }
    throw new RangeError(`${where}: "${this.name}" was removed from its world; add it again and use the new handle`);
  }

  /** Throws if it is not in this world. @internal */
  requireIn(world: World, where: string, argument: string): void {
    if (this.require(where) !== world) throw outOfRange(where, argument, this.name, 'it belongs to another world');
  }
}

/** A point in the world, or undefined. */
export function readPoint(where: string, point: VectorLike | undefined): Vec3 | undefined {
  return point === undefined ? undefined : readVector(where, 'point', point);
}
