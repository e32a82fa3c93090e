// A body as the page knows it: plain data, so that it can be kept, undone, linked and saved.
import { fromJSON, type Shape, type ShapeJSON, shapeDefinitions } from 'proximal';
import { fromEuler, type Pose } from 'proximal/math';

export type Triple = readonly [x: number, y: number, z: number];

export interface Body {
  readonly shape: ShapeJSON;
  /** Metres. */
  readonly position: Triple;
  /** Roll, pitch and yaw about the world's fixed axes, in degrees. */
  readonly angles: Triple;
}

const degree = Math.PI / 180;

/** Seven numbers, as the library takes them. */
export function poseOf({ position, angles }: Body): Pose {
  const [roll, pitch, yaw] = angles;
  return fromEuler(roll * degree, pitch * degree, yaw * degree, 'ZYX', position);
}

const made = new WeakMap<ShapeJSON, Shape>();

/** The shape of a body, made once for each piece of data. */
export function shapeOf({ shape }: Body): Shape {
  let found = made.get(shape);
  if (!found) {
    found = fromJSON(shape);
    made.set(shape, found);
  }
  return found;
}

/** The kinds of shape that can be made from data, in the library's order. */
export const kinds = shapeDefinitions().filter(({ make }) => make);

/** The first shape of a kind. */
export function initialShape(kind: string): ShapeJSON {
  const fields = kinds.find((each) => each.kind === kind)?.fields ?? [];
  return { version: 1, kind, ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial])) };
}
