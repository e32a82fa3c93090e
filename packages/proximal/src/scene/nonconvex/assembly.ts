// Nonconvex bodies are made of convex parts.
import { identity, type Pose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Entry, LocalRay } from '../../scene/cast/ray-shapes.ts';
import type { Bounds, Shape } from '../../shapes/shape.ts';
import { boundsAt } from '../bounds-at.ts';
import type { SlotList } from '../store.ts';

/** The entry of a ray into a part. */
export interface PartEntry extends Entry {
  readonly part: number;
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
  /** The name of the function that makes this kind. */
  abstract readonly kind: string;
  /** The number of convex parts. */
  abstract readonly partCount: number;
  /**
   * Whether the depth of an overlap refers to one part, so that moving by it need not separate the bodies: for surfaces and
   * columns.
   */
  abstract readonly isLocal: boolean;

  /** Part number `index`, in its own frame. */
  abstract part(index: number): Shape;

  /** The pose of part `index` in the body's frame, or null where it is the identity. */
  abstract partPose(index: number): Pose | null;

  /** The axis-aligned box around all parts, in body coordinates. */
  abstract boundingBox(): Bounds;

  /** The JSON form, which `assemblyFromJSON` reads. */
  abstract toJSON(): AssemblyJSON;

  /**
   * Where a ray in body coordinates first meets a part, up to `most`; null for a miss, undefined if the caller must try all
   * parts.
   * @internal
   */
  enter(_ray: LocalRay, _most: number): PartEntry | null | undefined {
    return undefined;
  }

  /**
   * Collects every part that reaches down to `height` along a unit vector, and possibly further parts.
   * @internal
   */
  collectBelow(_normal: Vec3, _height: number, out: SlotList): void {
    for (let part = 0; part < this.partCount; part++) out.push(part);
  }

  /**
   * Writes the box around part `index` in body coordinates, six numbers.
   * @internal
   */
  boxOf(index: number, out: Float64Array): void {
    boundsAt(this.part(index), this.partPose(index) ?? identity(), out);
  }

  /**
   * Collects every part whose box, in body coordinates, comes within `reach` of `box`, six numbers.
   * @internal
   */
  abstract collect(box: Float64Array, reach: number, out: SlotList): void;
}

/** An assembly as plain data. */
export interface AssemblyJSON {
  readonly version: 1;
  readonly kind: string;
  readonly [field: string]: unknown;
}
