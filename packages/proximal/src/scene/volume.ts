// A geometry with the data that queries of its bodies need, computed once per geometry.

import { length } from '../math/vec3.ts';
import type { Assembly } from '../shapes/assembly.ts';
import { box } from '../shapes/box.ts';
import { Shape } from '../shapes/shape.ts';
import { transformed } from '../shapes/transformed.ts';
import type { FieldFilter } from './field/filter.ts';
import type { Geometry } from './geometry.ts';
import { type OrientedBoxRow, orientedBoxRow } from './oriented.ts';

export interface Volume {
  readonly geometry: Geometry;
  /** The convex shape; for an assembly, the box around its parts in the assembly's frame. */
  readonly bounds: Shape;
  /** The oriented box of `bounds`, for the kernel's pre-test; null if it is not used for the shape. */
  readonly oriented: OrientedBoxRow | null;
  /** The bounding radius of `bounds`, in meters. */
  readonly radius: number;
  /** An upper bound on the distance of the geometry's points from the body's origin, in meters. */
  readonly radiusAboutOrigin: number;
  /** The compound, triangle mesh or height field; null for a convex shape. */
  readonly assembly: Assembly | null;
  /** The distance field that `attachField` has set. */
  filter: FieldFilter | null;
}

const volumes = /* @__PURE__ */ new WeakMap<Geometry, Volume>();

export function volumeOf(geometry: Geometry): Volume {
  const found = volumes.get(geometry);
  if (found) return found;
  const assembly = geometry instanceof Shape ? null : geometry;
  const bounds = geometry instanceof Shape ? geometry : boxAround(geometry);
  const { boundingRadius: radius, center } = bounds;
  const volume: Volume = {
    geometry,
    bounds,
    oriented: orientedBoxRow(bounds),
    radius,
    radiusAboutOrigin: length(center) + radius,
    assembly,
    filter: null,
  };
  volumes.set(geometry, volume);
  return volume;
}

function boxAround(assembly: Assembly): Shape {
  const { min, max } = assembly.boundingBox();
  const half = (axis: number): number => (max[axis] - min[axis]) / 2;
  const middle = (axis: number): number => min[axis] + half(axis);
  return transformed(box(half(0), half(1), half(2)), { translation: [middle(0), middle(1), middle(2)] });
}
