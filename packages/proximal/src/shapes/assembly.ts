// Geometries that are not convex: sets of convex parts.
import type { MassProperties } from '../mass/mass.ts';
import type { Pose } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { LocalRay, PartEntry } from './local-ray.ts';
import type { MassBudget } from './mass-budget.ts';
import { type Bounds, frozen, type Shape } from './shape.ts';

export type { MassProperties };

/** Receives indices of parts. */
export interface PartList {
  push(part: number): void;
}

/**
 * A body's geometry that is not convex, made of convex parts: a compound's shapes, a mesh's triangles, a height field's columns.
 * Immutable, and usable in any number of bodies and scenes.
 * @example
 * ```ts
 * const geometry: Assembly = compound([{ shape: box(1, 1, 1) }, { shape: sphere(1), pose: { position: [0, 0, 2] } }]);
 * geometry.partCount; // 2
 * ```
 */
export abstract class Assembly {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Assembly';

  /** The name of the function that makes this kind. */
  abstract readonly kind: string;
  /** The number of convex parts. */
  abstract readonly partCount: number;
  /**
   * Whether the depth of an overlap refers to a single part: true for meshes and height fields. A motion by the depth then need not separate the
   * bodies.
   */
  abstract readonly isLocal: boolean;
  readonly isBounded = true;
  private cachedMass: MassProperties | null = null;

  /** Part number `index`, in its own frame. */
  abstract part(index: number): Shape;

  /** The pose of part `index` in the body's frame, or null where it is the identity. */
  abstract partPose(index: number): Pose | null;

  /** The axis-aligned box around all parts, in body coordinates. */
  abstract boundingBox(): Bounds;

  /** The JSON form, which `assemblyFromJSON` reads. */
  abstract toJSON(): AssemblyJSON;

  /**
   * Volume, center of mass and inertia for unit density. For a compound they are sums over its parts, where overlaps count once for each part;
   * for a closed triangle mesh they refer to its interior. Height fields and open meshes have none. Computed once.
   * @throws RangeError for a height field, and for a mesh that is open or inconsistently oriented (it names the edges)
   * @example
   * ```ts
   * compound([{ shape: box(1, 1, 1) }, { shape: box(1, 1, 1), pose: { position: [2, 0, 0] } }]).massProperties().volume; // 16
   * ```
   */
  massProperties(): MassProperties {
    this.cachedMass ??= frozen(this.computeMass((part) => part.massProperties()));
    return this.cachedMass;
  }

  /** The mass properties, if they are cached or cost no more than the budget. @throws MassBudgetError @internal */
  massWithin(budget: MassBudget): MassProperties {
    return this.cachedMass ?? frozen(this.computeMass((part) => part.massWithin(budget)));
  }

  /** Volume in m³. */
  get volume(): number {
    return this.massProperties().volume;
  }

  /** @param massOf the mass properties of a part @internal */
  protected abstract computeMass(massOf: (part: Shape) => MassProperties): MassProperties;

  /**
   * The first hit of a ray in body coordinates, up to the distance `upTo`; null for a miss, undefined if the caller must try all
   * parts.
   * @internal
   */
  enter(_ray: LocalRay, _upTo: number): PartEntry | null | undefined {
    return undefined;
  }

  /**
   * Collects every part that has a point x with ⟨normal, x⟩ ≤ `height`, and possibly others.
   * @internal
   */
  collectBelow(_normal: Vec3, _height: number, out: PartList): void {
    for (let part = 0; part < this.partCount; part++) out.push(part);
  }

  /**
   * Writes the box around part `index` in body coordinates, six numbers.
   * @internal
   */
  abstract boxOf(index: number, out: Float64Array): void;

  /**
   * Collects every part whose box, in body coordinates, comes within `maxDistance` of `box`, six numbers.
   * @internal
   */
  abstract collect(box: Float64Array, maxDistance: number, out: PartList): void;
}

/** An assembly as plain data. */
export interface AssemblyJSON {
  readonly version: 1;
  readonly kind: string;
  readonly [field: string]: unknown;
}
