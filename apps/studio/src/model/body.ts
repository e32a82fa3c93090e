// A body in 3D or 2D as plain data, so that it can be stored, undone, linked and saved.
import { fromJSON, type Shape, type ShapeField, type ShapeJSON, shapeDefinitions, signedDistance } from 'proximal';
import * as flat from 'proximal/2d';
import { fromEuler, transformPoint } from 'proximal/math';

export interface Body {
  readonly shape: ShapeJSON;
  /** Meters, one number for each axis. */
  readonly position: readonly number[];
  /** Roll, pitch and yaw about the world's fixed axes, in degrees; in 2D, the one angle. */
  readonly angles: readonly number[];
}

const degree = Math.PI / 180;

interface Kind {
  readonly kind: string;
  readonly fields: readonly ShapeField[];
}

/** The ambient space of bodies, 3D or 2D, with the functions that differ between the two. */
export interface Ambient<AnyShape> {
  readonly dimension: 2 | 3;
  /** The kinds of shape that can be made from data, in the library's order. */
  readonly kinds: readonly Kind[];
  readonly axes: readonly string[];
  readonly angleNames: readonly string[];
  /** Throws an error that says what is wrong with the data. */
  readonly make: (shape: ShapeJSON) => AnyShape;
  /** The pose in the library's form. */
  readonly poseOf: (body: Body) => Float64Array;
  /** A method, so that the ambient space of any shapes is an `Ambient<unknown>`. */
  signedDistance(
    a: AnyShape,
    poseA: Float64Array,
    b: AnyShape,
    poseB: Float64Array,
  ): { readonly distance: number; readonly normal: readonly number[] };
  /** The world coordinates of a point in body coordinates. */
  readonly worldPoint: (pose: Float64Array, point: readonly number[]) => readonly number[];
  /** The body at a pose. */
  readonly bodyAt: (shape: ShapeJSON, pose: Float64Array) => Body;
}

export const space: Ambient<Shape> = {
  dimension: 3,
  kinds: shapeDefinitions().filter(({ make }) => make),
  axes: ['x', 'y', 'z'],
  angleNames: ['roll', 'pitch', 'yaw'],
  make: fromJSON,
  poseOf: ({ position, angles: [roll, pitch, yaw] }) =>
    fromEuler(roll * degree, pitch * degree, yaw * degree, 'ZYX', position),
  signedDistance,
  worldPoint: (pose, [x, y, z]) => transformPoint(pose, [x, y, z]),
  bodyAt: (shape, [x, y, z, ...quaternion]) => ({ shape, position: [x, y, z], angles: anglesOf(quaternion) }),
};

export const plane: Ambient<flat.Shape> = {
  dimension: 2,
  kinds: flat.shapeDefinitions().filter(({ make }) => make),
  axes: ['x', 'y'],
  angleNames: ['angle'],
  make: flat.fromJSON,
  poseOf: ({ position: [x, y], angles: [angle] }) =>
    Float64Array.of(x, y, Math.cos(angle * degree), Math.sin(angle * degree)),
  signedDistance: flat.signedDistance,
  worldPoint: ([x, y, cosine, sine], [px, py]) => [x + cosine * px - sine * py, y + sine * px + cosine * py],
  bodyAt: (shape, [x, y, cosine, sine]) => ({ shape, position: [x, y], angles: [Math.atan2(sine, cosine) / degree] }),
};

const made = new WeakMap<ShapeJSON, unknown>();

/** The shape of a body, made once for each piece of data. */
export function shapeOf<AnyShape>({ make }: Ambient<AnyShape>, { shape }: Body): AnyShape {
  let found = made.get(shape) as AnyShape | undefined;
  if (!found) {
    found = make(shape);
    made.set(shape, found);
  }
  return found;
}

/** The initial shape of a kind. */
export function initialShape({ kinds }: Ambient<unknown>, kind: string): ShapeJSON {
  const fields = kinds.find((each) => each.kind === kind)?.fields ?? [];
  return { version: 1, kind, ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial])) };
}

/** Roll, pitch and yaw of a unit quaternion, in degrees. */
export function anglesOf([x, y, z, w]: readonly number[]): number[] {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) / degree,
    Math.asin(sine) / degree,
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) / degree,
  ];
}
