import { outOfRange } from '../check/argument.ts';
import { length, subtract, type Vec3 } from '../math/vec3.ts';
import { point } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { signedDistance } from './penetration.ts';
import { rayBoundary } from './ray-boundary.ts';

/** Known radii by shape and point. */
const known = /* @__PURE__ */ new WeakMap<Shape, Map<string, number>>();
/** The table of a shape is cleared at this size: it serves the few centers that are used repeatedly. */
const mostCenters = 64;

/**
 * Radius of a ball around a point that lies inside the shape, proven; 0 on its boundary and in a flat shape, and an error outside.
 * Computed once per shape and point.
 */
export function innerRadius(where: string, argument: string, shape: Shape, center: Vec3): number {
  if (shape.inradius > 0 && length(subtract(center, [...shape.center])) === 0) return shape.inradius;
  const key = center.join();
  let radii = known.get(shape);
  const cached = radii?.get(key);
  if (cached !== undefined) return cached;
  const radius = measure(where, argument, shape, center);
  if (!radii || radii.size >= mostCenters) {
    radii = new Map();
    known.set(shape, radii);
  }
  radii.set(key, radius);
  return radius;
}

function measure(where: string, argument: string, shape: Shape, center: Vec3): number {
  const { lower, upper, converged } = signedDistance(shape, {}, point(), { position: center });
  // The gap between the query's bounds, and the rounding error of a point far from the origin of its frame.
  const allowance = 1e-9 * shape.boundingRadius + 64 * Number.EPSILON * length(center);
  if (lower > allowance) {
    const place = `(${center.join(', ')})`;
    throw outOfRange(where, argument, center, `${place} is ${lower} m outside its shape: give a point of the shape`);
  }
  const radius = converged ? -upper : Math.max(-upper, shrunkRadius(shape, center));
  return radius > allowance ? radius : 0;
}

/** Without a proven depth: the inner ball around the shape's own center, shrunk toward the end of the ray through the point. */
function shrunkRadius(shape: Shape, center: Vec3): number {
  const away = subtract(center, [...shape.center]);
  if (length(away) === 0) return shape.inradius;
  const { lower } = rayBoundary(shape, {}, point(), { position: center }, away);
  return (shape.inradius * lower) / (lower + length(away));
}
