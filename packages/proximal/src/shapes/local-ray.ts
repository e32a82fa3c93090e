// Rays in the frame of a shape.
import type { Vec3 } from '../math/vec3.ts';

/** A ray in the shape's frame, with a unit direction. */
export interface LocalRay {
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** The entry point of a ray: the distance along the ray and the outward normal; from inside, 0 and the direction opposite to the ray. */
export interface RayEntry {
  readonly distance: number;
  readonly normal: Vec3;
  /** Whether the iteration limit or the limit of rounding was reached. If so, the ray is proven to miss the shape up to `distance`. */
  readonly isUnknown?: boolean;
}

/** The entry of a ray into a part of an assembly. */
export interface PartEntry extends RayEntry {
  readonly part: number;
}
