// One entry per kind of shape: its fields (for the JSON form and for panels that edit shapes), its constructor, and its kind in
// the kernel. A test fails if this list, the kernel's list and the exported functions disagree.
import { type Definition, define, length, type ShapeField } from '../check/shape-json.ts';
import {
  KIND_BOX,
  KIND_CONVEX,
  KIND_CUSTOM,
  KIND_ELLIPSOID,
  KIND_FRUSTUM,
  KIND_HALFSPACE,
  KIND_POINT,
  KIND_SEGMENT,
  KIND_SMOOTH_HULL,
  KIND_SUM,
  KIND_SUPERELLIPSOID,
  KIND_TRANSFORMED,
} from '../engine/layout.ts';
import type { VectorLike } from '../math/vec3.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import { cone } from './cone.ts';
import { convex } from './convex.ts';
import { cylinder } from './cylinder.ts';
import { ellipsoid } from './ellipsoid.ts';
import { frustum } from './frustum.ts';
import { halfspace } from './halfspace.ts';
import { point } from './point.ts';
import type { PointsLike } from './points.ts';
import { rounded } from './rounded.ts';
import { segment } from './segment.ts';
import type { Shape } from './shape.ts';
import { smoothHull } from './smooth-hull.ts';
import { sphere } from './sphere.ts';
import { sum } from './sum.ts';
import { superellipsoid } from './superellipsoid.ts';
import { transformed } from './transformed.ts';
import { triangle } from './triangle.ts';

export type { ShapeField } from '../check/shape-json.ts';

/** A kind of shape: its name, its fields and its constructor. */
export interface ShapeDefinition extends Definition<Shape> {}

const number = (name: string, initial: number): ShapeField => ({ name, type: 'number', initial });
const vector = (name: string, initial: readonly number[]): ShapeField => ({ name, type: 'vector', initial });
const points = (name: string): ShapeField => ({
  name,
  type: 'points',
  initial: [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1],
});
const shape = (name: string): ShapeField => ({
  name,
  type: 'shape',
  initial: { version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 },
});

/**
 * Every kind of shape with its fields. A function: importing one shape does not import all of them.
 * @example
 * ```ts
 * shapeDefinitions().find(({ kind }) => kind === 'sphere')?.fields; // [{ name: 'radius', type: 'length', initial: 1 }]
 * ```
 */
export function shapeDefinitions(): readonly ShapeDefinition[] {
  return [
    define('point', KIND_POINT, point),
    define('segment', KIND_SEGMENT, segment, length('halfLength', 1)),
    define('sphere', KIND_POINT, sphere, length('radius', 1)),
    define('box', KIND_BOX, box, length('hx', 1), length('hy', 1), length('hz', 1)),
    define('capsule', KIND_SEGMENT, capsule, length('radius', 0.5), length('halfLength', 1)),
    define('triangle', KIND_CONVEX, triangle, vector('a', [0, 0, 0]), vector('b', [1, 0, 0]), vector('c', [0, 1, 0])),
    define('ellipsoid', KIND_ELLIPSOID, ellipsoid, length('rx', 1), length('ry', 0.7), length('rz', 0.4)),
    define('cylinder', KIND_FRUSTUM, cylinder, length('radius', 0.5), length('halfLength', 1)),
    define('cone', KIND_FRUSTUM, cone, length('radius', 0.5), length('halfLength', 1)),
    define(
      'frustum',
      KIND_FRUSTUM,
      frustum,
      length('bottomRadius', 1),
      length('topRadius', 0.5),
      length('halfLength', 1),
    ),
    define(
      'superellipsoid',
      KIND_SUPERELLIPSOID,
      superellipsoid,
      ...[length('rx', 1), length('ry', 1), length('rz', 1), number('e1', 0.5), number('e2', 0.5)],
    ),
    define('convex', KIND_CONVEX, (list: PointsLike) => convex(list), points('points')),
    define('halfspace', KIND_HALFSPACE, halfspace),
    define('rounded', [], rounded, shape('shape'), length('radius', 0.1)),
    define(
      'transformed',
      KIND_TRANSFORMED,
      (inner: Shape, linear: ArrayLike<number>, translation: VectorLike) => transformed(inner, { linear, translation }),
      ...[
        shape('shape'),
        { name: 'linear', type: 'matrix', initial: [1, 0, 0, 0, 1, 0, 0, 0, 2] } as const,
        vector('translation', [0, 0, 0]),
      ],
    ),
    define('sum', KIND_SUM, sum, shape('a'), shape('b')),
    define('smoothHull', KIND_SMOOTH_HULL, smoothHull, points('vertices'), number('p', 4)),
    { kind: 'custom', codes: [KIND_CUSTOM], fields: [], make: null },
  ];
}
