// The feature of a shape (face, edge or point) in a contact, projected to the contact plane.
import { dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import { type Feature, PolytopeFeatures } from './polytope-features.ts';

/**
 * Faces and edges perpendicular to the normal within this angle, in radians, count. Tilted faces are harmless, since each point
 * of a patch has its own gap, and points that are too far away are dropped.
 */
const tolerance = 0.2;

const known = /* @__PURE__ */ new WeakMap<Shape, PolytopeFeatures | 'curved'>();

/**
 * A face, edge or point projected to the contact plane: coordinates along the plane's two axes, and the height above it along the
 * normal.
 */
export interface FlatFeature {
  readonly points: readonly (readonly [u: number, v: number])[];
  readonly heights: readonly number[];
  /** Corner numbers, which are constant for a shape. */
  readonly numbers: readonly number[];
  /** The height of the face, edge or point above a point of the plane. */
  heightAt(u: number, v: number): number;
}

/** The contact plane: a point, the unit normal and two tangential axes, in world coordinates. */
export interface Plane {
  readonly origin: Vec3;
  readonly normal: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
}

/** The feature of a bounded shape at a pose along `side` times the plane's normal. */
export function flatFeature(shape: Shape, pose: Float64Array, plane: Plane, side: 1 | -1): FlatFeature {
  // The plane's axes in the body's frame, so that corners need not be rotated.
  const axisU = rotateBackInto(pose, plane.u);
  const axisV = rotateBackInto(pose, plane.v);
  const axisN = rotateBackInto(pose, plane.normal);
  const direction = scale(axisN, side);
  const { points, numbers, normal } = featureAlong(shape, direction);
  // A rounded face is offset by the radius along its own normal; an edge or corner, along the contact normal.
  const lift = scale(normal ?? direction, shape.radius);
  const offset = subtract([pose[0], pose[1], pose[2]], plane.origin);
  const offsetU = dot(offset, plane.u) + dot(lift, axisU);
  const offsetV = dot(offset, plane.v) + dot(lift, axisV);
  const offsetN = dot(offset, plane.normal) + dot(lift, axisN);
  const flat: (readonly [number, number])[] = [];
  const heights: number[] = [];
  for (let k = 0; k < points.length; k++) {
    flat.push([dot(points[k], axisU) + offsetU, dot(points[k], axisV) + offsetV]);
    heights.push(dot(points[k], axisN) + offsetN);
  }
  const tilt = normal ? rotateInto(pose, normal) : null;
  return { points: flat, heights, numbers, heightAt: heightOf(flat, heights, tilt, plane) };
}

/** Whether a face or edge of a bounded shape is the support feature along a direction of the world, not just a point. */
export function isFlatAlong(shape: Shape, pose: Float64Array, direction: Vec3): boolean {
  return featureAlong(shape, rotateBackInto(pose, direction)).points.length > 1;
}

function featureAlong(shape: Shape, direction: Vec3): Feature {
  let features = known.get(shape);
  if (features === undefined) {
    const polytope = shape.corePolytope();
    features = polytope ? new PolytopeFeatures(polytope) : 'curved';
    known.set(shape, features);
  }
  if (features !== 'curved') return features.along(direction, tolerance);
  const points = shape.coreFace(direction, tolerance);
  return { points, numbers: points.map((_, k) => k), normal: points.length > 2 ? flatNormal(points, direction) : null };
}

/** The normal of a disc, given by points on its rim, on the side of `direction`. */
function flatNormal(points: readonly Vec3[], direction: Vec3): Vec3 {
  const [p, q, r] = [points[0], points[Math.floor(points.length / 3)], points[Math.floor((2 * points.length) / 3)]];
  const [ax, ay, az] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [bx, by, bz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
  const normal: Vec3 = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const size = length(normal);
  if (!(size > 0)) return direction;
  return scale(normal, (dot(normal, direction) < 0 ? -1 : 1) / size);
}

function heightOf(
  points: readonly (readonly [number, number])[],
  heights: readonly number[],
  tilt: Vec3 | null,
  plane: Plane,
): FlatFeature['heightAt'] {
  const [[u0, v0], h0] = [points[0], heights[0]];
  if (tilt) {
    // The face's plane t·x = t·x₀, solved for the height.
    const along = dot(tilt, plane.normal);
    const [su, sv] = [dot(tilt, plane.u) / along, dot(tilt, plane.v) / along];
    return (u, v) => h0 - su * (u - u0) - sv * (v - v0);
  }
  if (points.length === 1) return () => h0;
  const [[u1, v1], h1] = [points[1], heights[1]];
  const squared = (u1 - u0) ** 2 + (v1 - v0) ** 2;
  return (u, v) => h0 + (h1 - h0) * (squared > 0 ? ((u - u0) * (u1 - u0) + (v - v0) * (v1 - v0)) / squared : 0);
}
