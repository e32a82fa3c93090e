// Closed forms of the entry of a ray into a shape, in the shape's frame.
import { dot, length, scale, type Vec3 } from '../../math/vec3.ts';
import { Box } from '../../shapes/box.ts';
import { Capsule } from '../../shapes/capsule.ts';
import { Ellipsoid } from '../../shapes/ellipsoid.ts';
import { Frustum } from '../../shapes/frustum.ts';
import { Halfspace } from '../../shapes/halfspace.ts';
import type { LocalRay, RayEntry } from '../../shapes/local-ray.ts';
import { Point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { Triangle } from '../../shapes/triangle.ts';

/** The entry, null for a miss, or undefined if there is no closed form. */
export function enterClosed(shape: Shape, ray: LocalRay): RayEntry | null | undefined {
  // Of rounded shapes only spheres and capsules have a closed form.
  if (shape instanceof Capsule) return enterCapsule(ray, shape.radius, shape.halfLength);
  if (shape instanceof Point) return enterBall(ray, [0, 0, 0], shape.radius);
  if (shape instanceof Halfspace) return enterHalfspace(ray);
  if (shape instanceof Box) return enterBox(ray, shape.halfExtents);
  if (shape instanceof Ellipsoid) return shape.inradius > 0 ? enterEllipsoid(ray, shape.radii) : undefined;
  if (shape instanceof Frustum) return enterFrustum(ray, shape);
  if (shape instanceof Triangle) return enterTriangle(ray, shape.a, shape.b, shape.c);
  return undefined;
}

function at({ origin, direction }: LocalRay, t: number): Vec3 {
  return [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
}

/** The entry of a ray that starts inside: distance 0, and the normal opposite to the ray's direction. */
function entryFromInside({ direction }: LocalRay): RayEntry {
  return { distance: 0, normal: scale(direction, -1) };
}

/** |o + t d − c|² = r², solved relative to the ray's point nearest to the center: relative to a distant origin, digits would be lost. */
function enterBall(ray: LocalRay, center: Vec3, radius: number): RayEntry | null {
  const { origin, direction } = ray;
  const from: Vec3 = [origin[0] - center[0], origin[1] - center[1], origin[2] - center[2]];
  if (dot(from, from) <= radius * radius) return entryFromInside(ray);
  const along = -dot(from, direction);
  if (along < 0) return null;
  const foot: Vec3 = [from[0] + along * direction[0], from[1] + along * direction[1], from[2] + along * direction[2]];
  const halfChordSquare = radius * radius - dot(foot, foot);
  if (halfChordSquare < 0) return null;
  const distance = along - Math.sqrt(halfChordSquare);
  const point: Vec3 = [
    from[0] + distance * direction[0],
    from[1] + distance * direction[1],
    from[2] + distance * direction[2],
  ];
  return { distance, normal: radius > 0 ? scale(point, 1 / radius) : scale(direction, -1) };
}

function enterHalfspace(ray: LocalRay): RayEntry | null {
  const { origin, direction } = ray;
  if (origin[2] <= 0) return entryFromInside(ray);
  return direction[2] < 0 ? { distance: -origin[2] / direction[2], normal: [0, 0, 1] } : null;
}

/** The last of the entries into the three slabs, if it is not after the first of the exits. */
function enterBox(ray: LocalRay, half: Readonly<Vec3>): RayEntry | null {
  const { origin, direction } = ray;
  let enter = Number.NEGATIVE_INFINITY;
  let leave = Infinity;
  let normal: Vec3 = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [o, d, h] = [origin[axis], direction[axis], half[axis]];
    if (d === 0) {
      if (Math.abs(o) > h) return null;
      continue;
    }
    const near = (-Math.sign(d) * h - o) / d;
    if (near > enter) {
      enter = near;
      normal = [0, 0, 0];
      normal[axis] = -Math.sign(d);
    }
    leave = Math.min(leave, (Math.sign(d) * h - o) / d);
  }
  if (enter > leave || leave < 0) return null;
  return enter > 0 ? { distance: enter, normal } : entryFromInside(ray);
}

function enterCapsule(ray: LocalRay, radius: number, halfLength: number): RayEntry | null {
  const z = Math.max(-halfLength, Math.min(halfLength, ray.origin[2]));
  const { origin } = ray;
  if (origin[0] ** 2 + origin[1] ** 2 + (origin[2] - z) ** 2 <= radius * radius) return entryFromInside(ray);
  const ends = [enterBall(ray, [0, 0, halfLength], radius), enterBall(ray, [0, 0, -halfLength], radius)];
  return nearestEntry([...ends, enterSide(ray, radius, 0, halfLength)]);
}

function enterEllipsoid(ray: LocalRay, [rx, ry, rz]: Readonly<Vec3>): RayEntry | null {
  const toBall = ([x, y, z]: Vec3): Vec3 => [x / rx, y / ry, z / rz];
  const direction = toBall(ray.direction);
  const size = length(direction);
  const entry = enterBall({ origin: toBall(ray.origin), direction: scale(direction, 1 / size) }, [0, 0, 0], 1);
  if (!entry) return null;
  if (entry.distance === 0) return entryFromInside(ray);
  // Transform the ball's normal by the inverse transpose.
  const normal = toBall(entry.normal);
  return { distance: entry.distance / size, normal: scale(normal, 1 / length(normal)) };
}

function enterFrustum(ray: LocalRay, { bottomRadius, topRadius, halfLength }: Frustum): RayEntry | null {
  const [x, y, z] = ray.origin;
  const slope = halfLength > 0 ? (topRadius - bottomRadius) / (2 * halfLength) : 0;
  const middle = (topRadius + bottomRadius) / 2;
  if (Math.abs(z) <= halfLength && x * x + y * y <= (middle + slope * z) ** 2) return entryFromInside(ray);
  return nearestEntry([
    enterDisc(ray, halfLength, topRadius, 1),
    enterDisc(ray, -halfLength, bottomRadius, -1),
    enterSide(ray, middle, slope, halfLength),
  ]);
}

/** The entry through the side x² + y² = (radius + slope z)², |z| ≤ halfLength, from outside. */
function enterSide(ray: LocalRay, radius: number, slope: number, halfLength: number): RayEntry | null {
  const { direction } = ray;
  // Solved relative to the ray's point nearest to the axis: relative to a distant origin, digits would be lost.
  const across = direction[0] ** 2 + direction[1] ** 2;
  const shift = across > 0 ? -(ray.origin[0] * direction[0] + ray.origin[1] * direction[1]) / across : 0;
  const [x, y, z] = at(ray, shift);
  const radiusAtZ = radius + slope * z;
  const a = across - slope * slope * direction[2] ** 2;
  const b = x * direction[0] + y * direction[1] - slope * direction[2] * radiusAtZ;
  const c = x * x + y * y - radiusAtZ * radiusAtZ;
  const entries = roots(a, b, c).map((t): RayEntry | null => {
    const point = at(ray, shift + t);
    const radiusAtPoint = radius + slope * point[2];
    if (shift + t < 0 || Math.abs(point[2]) > halfLength || radiusAtPoint < 0) return null;
    const normal: Vec3 = [point[0], point[1], -slope * radiusAtPoint];
    const size = length(normal);
    return size > 0 && dot(normal, direction) <= 0 ? { distance: shift + t, normal: scale(normal, 1 / size) } : null;
  });
  return nearestEntry(entries);
}

/** The real roots of a t² + 2 b t + c that are finite, without cancellation. */
function roots(a: number, b: number, c: number): number[] {
  const discriminant = b * b - a * c;
  if (discriminant < 0) return [];
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  return [q / a, c / q].filter(Number.isFinite);
}

function enterDisc(ray: LocalRay, height: number, radius: number, side: number): RayEntry | null {
  const { origin, direction } = ray;
  if (side * direction[2] >= 0) return null;
  const distance = (height - origin[2]) / direction[2];
  const [x, y] = at(ray, distance);
  return distance >= 0 && x * x + y * y <= radius * radius ? { distance, normal: [0, 0, side] } : null;
}

/** The entry through a triangle, from either side (Möller and Trumbore 1997). */
export function enterTriangle({ origin, direction }: LocalRay, a: Vec3, b: Vec3, c: Vec3): RayEntry | null {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Vec3 = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const facing = -dot(direction, normal);
  const size = length(normal);
  if (facing === 0 || !(size > 0)) return null;
  const from: Vec3 = [origin[0] - a[0], origin[1] - a[1], origin[2] - a[2]];
  const distance = dot(from, normal) / facing;
  const [cx, cy, cz] = [
    from[1] * direction[2] - from[2] * direction[1],
    from[2] * direction[0] - from[0] * direction[2],
    from[0] * direction[1] - from[1] * direction[0],
  ];
  const u = (vx * cx + vy * cy + vz * cz) / facing;
  const v = -(ux * cx + uy * cy + uz * cz) / facing;
  if (!(distance >= 0 && u >= 0 && v >= 0 && u + v <= 1)) return null;
  return { distance, normal: scale(normal, (facing > 0 ? 1 : -1) / size) };
}

/** The nearest of several entries; null if all are null. */
function nearestEntry(entries: readonly (RayEntry | null)[]): RayEntry | null {
  return entries.reduce((best, entry) => (entry && (!best || entry.distance < best.distance) ? entry : best), null);
}
