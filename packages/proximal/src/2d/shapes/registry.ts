// One entry per kind of shape: its fields (for the JSON form and for panels that edit shapes), its constructor, and its kinds in
// the kernel. A test fails if this list, the kernel's list and the exported functions disagree.
import { type Definition, define, length, readShapeJson } from '../../check/shape-json.ts';
import {
  KIND_BOX,
  KIND_CROWDED,
  KIND_CUSTOM,
  KIND_EIGHT,
  KIND_ELLIPSE,
  KIND_FOUR,
  KIND_HALFPLANE,
  KIND_POLYGON,
} from '../../engine/2d-layout.ts';
import type { Vector2Like } from '../../math/vec2.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import { circle } from './circle.ts';
import { ellipse } from './ellipse.ts';
import { halfplane } from './halfplane.ts';
import { point } from './point.ts';
import { polygon } from './polygon.ts';
import { rounded } from './rounded.ts';
import { segment } from './segment.ts';
import type { Shape, ShapeJSON2 } from './shape.ts';

/** A kind of shape: its name, its fields and its constructor. */
export interface ShapeDefinition extends Definition<Shape> {}

const square = { version: 1, kind: 'box', hx: 1, hy: 1 };

/**
 * Every kind of 2D shape with its fields. This is a function, so that importing one shape does not import all of them.
 * @example
 * ```ts
 * shapeDefinitions().find(({ kind }) => kind === 'circle')?.fields; // [{ name: 'radius', type: 'length', initial: 1 }]
 * ```
 */
export function shapeDefinitions(): readonly ShapeDefinition[] {
  return [
    define('point', KIND_FOUR, point),
    define('segment', KIND_FOUR, segment, length('halfLength', 1)),
    define('circle', KIND_FOUR, circle, length('radius', 1)),
    define('box', KIND_BOX, box, length('hx', 1), length('hy', 1)),
    define('capsule', KIND_FOUR, capsule, length('radius', 0.5), length('halfLength', 1)),
    define('ellipse', KIND_ELLIPSE, ellipse, length('rx', 1), length('ry', 0.5)),
    define(
      'polygon',
      [KIND_FOUR, KIND_EIGHT, KIND_POLYGON, KIND_CROWDED],
      (list: ArrayLike<number> | ArrayLike<Vector2Like>) => polygon(list),
      {
        name: 'vertices',
        type: 'points',
        initial: [0, 1, -1, -1, 1, -1],
      },
    ),
    define('halfplane', KIND_HALFPLANE, halfplane),
    define('rounded', [], rounded, { name: 'shape', type: 'shape', initial: square }, length('radius', 0.1)),
    { kind: 'custom', codes: [KIND_CUSTOM], fields: [], make: null },
  ];
}

/**
 * Makes a 2D shape from its JSON form, as an object or text. Untrusted data is safe: everything is checked, and the
 * error message names the wrong field.
 * @example
 * ```ts
 * fromJSON({ version: 1, kind: 'circle', radius: 2 }).boundingRadius; // 2
 * fromJSON(JSON.stringify(box(1, 2))).support([1, 1]); // [1, 2]
 * ```
 */
export function fromJSON(json: ShapeJSON2 | string): Shape {
  return readShapeJson(json, shapeDefinitions(), "{ version: 1, kind: 'box', hx: 1, hy: 1 }");
}
