// The feature of a shape (face, edge or point) in a contact, projected to the contact plane.
import type { Engine } from '../../engine/engine.ts';
import { KIND_CONVEX, ShapeBlock } from '../../engine/layout.ts';
import { Figure, FigurePoint } from '../../engine/manifold-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import type { PosedShape } from './manifold.ts';
import { PatchPolygon } from './polygon.ts';
import { type Feature, PolytopeFeatures } from './polytope-features.ts';

/**
 * Faces and edges perpendicular to the normal within this angle, in radians, count as support features. Tilted faces are harmless: the gap is
 * computed for each point of a patch, and points that are too far away are dropped.
 */
const tolerance = 0.2;

/** The features of shapes whose core is given as a polytope; null for other shapes. */
const featuresByShape = /* @__PURE__ */ new WeakMap<Shape, PolytopeFeatures | null>();
const recordsByShape = /* @__PURE__ */ new WeakMap<Shape, ShapeRecord | null>();

/** The contact plane: a point, the unit normal and two tangential axes, in world coordinates. */
export class Plane {
  readonly origin: Vec3 = [0, 0, 0];
  readonly normal: Vec3 = [0, 0, 0];
  readonly u: Vec3 = [0, 0, 0];
  readonly v: Vec3 = [0, 0, 0];

  /** Sets the plane with this normal halfway between two points. */
  set(normal: Readonly<Vec3>, pointA: Readonly<Vec3>, pointB: Readonly<Vec3>): void {
    for (let axis = 0; axis < 3; axis++) {
      this.origin[axis] = (pointA[axis] + pointB[axis]) * 0.5;
      this.normal[axis] = normal[axis];
    }
    perpendicular(normal, this.u);
    cross(normal, this.u, this.v);
  }

  /** Writes point `k` of a polygon at its height over the plane, three numbers from `to` on. */
  write(polygon: PatchPolygon, k: number, heights: Float64Array, out: Float64Array, to: number): void {
    const { origin, normal, u, v } = this;
    for (let axis = 0; axis < 3; axis++)
      out[to + axis] = origin[axis] + u[axis] * polygon.u[k] + (v[axis] * polygon.v[k] + normal[axis] * heights[k]);
  }
}

const feature: Feature = { points: /* @__PURE__ */ new Float64Array(0), corners: [], normal: null };
/** An axis of the plane, in the body's frame. */
const local: Vec3 = [0, 0, 0];
/** A face's normal, in the world. */
const tilt: Vec3 = [0, 0, 0];

/**
 * A face, edge or point projected to the contact plane, with the heights of its corners over the plane along the normal. Labels are indices
 * of corners: of a polytope's corners, which are constant; of other shapes, within the feature.
 */
export class FlatFeature extends PatchPolygon {
  heights = new Float64Array(16);
  private isFace = false;
  /** The slope of a face along the axes u and v: its height decreases by slopeU du + slopeV dv. */
  private slopeU = 0;
  private slopeV = 0;
  /** The unit vector, in the body's frame, along which this is the support feature. */
  private readonly direction: Vec3 = [0, 0, 0];

  /** Projects the feature of a shape along `side` times the plane's normal; a half-space has none. */
  project({ shape, pose }: PosedShape, plane: Plane, side: 1 | -1): void {
    this.count = 0;
    if (!shape.isBounded) return;
    rotateBackInto(pose, plane.normal, this.direction);
    for (let axis = 0; axis < 3; axis++) this.direction[axis] *= side;
    // findFeature writes to the module's variable `feature`. A user's support function may itself search contacts and overwrite it, so
    // none is called below.
    findFeature(shape, this.direction);
    const { corners, normal } = feature;
    this.count = corners.length;
    this.reserve(this.count);
    for (let k = 0; k < corners.length; k++) this.labels[k] = corners[k];
    this.writeAlong(plane.u, shape, pose, plane.origin, this.u);
    this.writeAlong(plane.v, shape, pose, plane.origin, this.v);
    this.writeAlong(plane.normal, shape, pose, plane.origin, this.heights);
    this.isFace = normal !== null;
    if (!normal) return;
    // The face's plane t·x = t·x₀, solved for the height.
    rotateInto(pose, normal, tilt);
    const rise = dot(tilt, plane.normal);
    this.slopeU = dot(tilt, plane.u) / rise;
    this.slopeV = dot(tilt, plane.v) / rise;
  }

  /** Writes the coordinates of the feature's corners along an axis. */
  private writeAlong(axis: Vec3, { radius }: Shape, pose: Float64Array, origin: Vec3, out: Float64Array): void {
    // In the body's frame: the corners need no rotation.
    rotateBackInto(pose, axis, local);
    const { points, corners } = feature;
    // A rounded face is offset by the radius along the face's normal; an edge or corner, along the contact normal toward the other shape.
    const outward = feature.normal ?? this.direction;
    let offset = 0;
    let lift = 0;
    for (let k = 0; k < 3; k++) {
      offset += (pose[k] - origin[k]) * axis[k];
      lift += outward[k] * radius * local[k];
    }
    offset += lift;
    for (let k = 0; k < corners.length; k++) {
      const at = 3 * corners[k];
      out[k] = points[at] * local[0] + points[at + 1] * local[1] + points[at + 2] * local[2] + offset;
    }
  }

  /** Writes the feature to a figure of the kernel. */
  writeTo({ f64, i32 }: Engine, figure: number): void {
    Figure.setCount(i32, figure, this.count);
    Figure.setIsFace(i32, figure, this.isFace ? 1 : 0);
    Figure.setSlopeU(f64, figure, this.slopeU);
    Figure.setSlopeV(f64, figure, this.slopeV);
    for (let k = 0; k < this.count; k++) {
      const point = Figure.points(figure, k);
      FigurePoint.setU(f64, point, this.u[k]);
      FigurePoint.setV(f64, point, this.v[k]);
      FigurePoint.setHeight(f64, point, this.heights[k]);
      FigurePoint.setLabel(i32, point, this.labels[k]);
    }
  }
}

/**
 * Whether a face or edge of a bounded shape is the support feature along a direction of the world, not just a point. `scratch` receives the
 * direction in the body's frame.
 */
export function isFlatAlong(shape: Shape, pose: Float64Array, direction: Vec3, scratch: Vec3): boolean {
  findFeature(shape, rotateBackInto(pose, direction, scratch));
  return feature.corners.length > 1;
}

/** The features of a shape; null if its core is not given as a polytope. */
function featuresOf(shape: Shape): PolytopeFeatures | null {
  let features = featuresByShape.get(shape);
  if (features === undefined) {
    const polytope = shape.corePolytope();
    features = polytope ? new PolytopeFeatures(polytope) : null;
    featuresByShape.set(shape, features);
  }
  return features;
}

/** The features of a point, segment, box or hull, rounded or not, in the form that the kernel reads; null for other shapes and too large faces. */
export function featureRecordOf(shape: Shape): ShapeRecord | null {
  let record = recordsByShape.get(shape);
  if (record === undefined) {
    const kind = ShapeBlock.kind(new Int32Array(shape.record.data.buffer), 0);
    record = kind <= KIND_CONVEX ? (featuresOf(shape)?.encode() ?? null) : null;
    recordsByShape.set(shape, record);
  }
  return record;
}

/** Writes the feature along a unit vector of the body to `feature`. */
function findFeature(shape: Shape, direction: Vec3): void {
  const features = featuresOf(shape);
  if (features) {
    features.along(direction, tolerance, feature);
    return;
  }
  const points = shape.coreFace(direction, tolerance);
  feature.points = Float64Array.from(points.flat());
  feature.corners = points.map((_, k) => k);
  feature.normal = points.length > 2 ? flatNormal(points, direction) : null;
}

/** The normal of a flat face, given by its corners or by points on its rim, on the side of `direction`; `direction` itself if it has no area. */
function flatNormal(points: readonly Vec3[], direction: Vec3): Vec3 {
  const toThird = (k: number): Vec3 => subtract(points[Math.floor((k * points.length) / 3)], points[0]);
  const normal = cross(toThird(1), toThird(2));
  const size = length(normal);
  if (!(size > 0)) return direction;
  return scale(normal, (dot(normal, direction) < 0 ? -1 : 1) / size);
}
