import { outOfRange } from '../check/argument.ts';
import { length, subtract, type Vec3 } from '../math/vec3.ts';
import { point } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { signedDistance } from './penetration.ts';
import { rayBoundary } from './ray-boundary.ts';

/** Computed radii by shape and point. */
const cache = /* @__PURE__ */ new WeakMap<Shape, Map<string, number>>();
/** The table of a shape is cleared when it has this many entries: it serves a few centers that are used repeatedly. */
const maxCenters = 64;

/**
 * The radius of a ball around a point; the ball is proven to lie inside the shape. 0 on the boundary and for flat shapes. Throws for a
 * point that is outside by more than rounding. The last radii of each shape are cached by their points.
 */
export function innerRadius(where: string, argument: string, shape: Shape, center: Vec3): number {
  if (shape.inradius > 0 && length(subtract(center, shape.center)) === 0) return shape.inradius;
  const key = center.join();
  let radii = cache.get(shape);
  const cached = radii?.get(key);
  if (cached !== undefined) return cached;
  const radius = measure(where, argument, shape, center);
  if (!radii || radii.size >= maxCenters) {
    radii = new Map();
    cache.set(shape, radii);
  }
  radii.set(key, radius);
  return radius;
}

function measure(where: string, argument: string, shape: Shape, center: Vec3): number {
  const { lower, upper, converged } = signedDistance(shape, {}, point(), { position: center });
  // The gap between the query's bounds, and the rounding error of a point far from the origin of its frame.
  const allowance = 1e-9 * shape.boundingRadius + 64 * Number.EPSILON * length(center);
  if (lower > allowance)
    throw outOfRange(where, argument, center, `it is ${lower} m outside its shape: give a point of the shape`);
  const radius = converged ? -upper : Math.max(-upper, shrunkRadius(shape, center));
  return radius > allowance ? radius : 0;
}

/**
 * A radius that is proven even if the depth is not. The ray from the shape's own center through the point leaves the shape at q; the inner
 * ball of the center, scaled about q until its center is the point, stays inside the shape.
 */
function shrunkRadius(shape: Shape, center: Vec3): number {
  const offset = subtract(center, shape.center);
  if (length(offset) === 0) return shape.inradius;
  const { lower } = rayBoundary(shape, {}, point(), { position: center }, offset);
  return (shape.inradius * lower) / (lower + length(offset));
}
