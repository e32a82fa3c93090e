// Wrong arguments to the shape functions and to the methods of shapes.
import * as proximal from '../../src/index.ts';
import { a, type Row, wrong } from './row.ts';

const {
  box,
  capsule,
  cone,
  convex,
  convexMesh,
  custom,
  cylinder,
  distance,
  ellipsoid,
  fromJSON,
  frustum,
  halfspace,
  Pair,
  rounded,
  segment,
  smoothHull,
  sphere,
  sum,
  superellipsoid,
  supportBatch,
  transformed,
  triangle,
} = proximal;

const good = { support() {} };
const corners = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];
const nest = (wrap: (shape: proximal.Shape) => proximal.Shape): proximal.Shape =>
  Array.from({ length: 40 }).reduce((shape: proximal.Shape) => wrap(shape), a);
const deepJSON = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((shape: unknown) => ({ version: 1, kind: 'rounded', shape, radius: 1 }), {
    version: 1,
    kind: 'point',
  });
/** A sum of sums of …, where both parts are the same object. */
const wideJSON = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((part: unknown) => ({ version: 1, kind: 'sum', a: part, b: part }), {
    version: 1,
    kind: 'point',
  });
const negativeBox = { version: 1, kind: 'box', hx: -1, hy: 1, hz: 1 };
const pointTransform = {
  version: 1,
  kind: 'transformed',
  shape: { version: 1, kind: 'point' },
  translation: [0, 0, 0],
} as const;

export const shapeRows: Record<string, Row[]> = {
  sphere: [
    [
      () => sphere(0),
      RangeError,
      'sphere: radius is 0; give a radius in meters, finite and above 0 (for radius 0 use point())',
    ],
    [() => sphere(-1), RangeError, 'sphere: radius is -1; give'],
    [() => sphere(Number.NaN), RangeError, 'sphere: radius is NaN; give'],
    [() => sphere(Infinity), RangeError, 'sphere: radius is Infinity; give'],
    [() => sphere(wrong('1')), TypeError, 'sphere: radius is "1"; give'],
    [() => wrong(sphere)(), TypeError, 'sphere: radius is undefined; give'],
  ],
  segment: [
    [() => segment(-1), RangeError, 'segment: halfLength is -1; give half the length in meters'],
    [() => segment(wrong(null)), TypeError, 'segment: halfLength is null; give'],
  ],
  box: [
    [() => box(-1, 1, 1), RangeError, 'box: hx is -1; give half of the side in meters, finite and not negative'],
    [() => box(1, Number.NaN, 1), RangeError, 'box: hy is NaN; give'],
    [() => box(1, 1, wrong([1])), TypeError, 'box: hz is [1]; give'],
    [() => wrong(box)(1, 2), TypeError, 'box: hz is undefined; give'],
  ],
  capsule: [
    [() => capsule(-1, 1), RangeError, 'capsule: radius is -1; give'],
    [() => capsule(1, -1), RangeError, 'capsule: halfLength is -1; give'],
  ],
  triangle: [
    [() => triangle([0, 0], [1, 0, 0], [0, 1, 0]), TypeError, 'triangle: a is [0, 0]; give three finite numbers'],
    [() => triangle([0, 0, 0], [1, Number.NaN, 0], [0, 1, 0]), RangeError, 'triangle: b[1] is NaN; give'],
    [() => wrong(triangle)([0, 0, 0], [1, 0, 0]), TypeError, 'triangle: c is undefined; give'],
  ],
  ellipsoid: [
    [() => ellipsoid(0, 1, 1), RangeError, 'ellipsoid: rx is 0; give a semi-axis in meters, finite and above 0'],
    [() => ellipsoid(1, -1, 1), RangeError, 'ellipsoid: ry is -1; give'],
    [() => ellipsoid(1, 1, Infinity), RangeError, 'ellipsoid: rz is Infinity; give'],
  ],
  cylinder: [
    [() => cylinder(-1, 1), RangeError, 'cylinder: radius is -1; give'],
    [() => cylinder(1, Number.NaN), RangeError, 'cylinder: halfLength is NaN; give'],
  ],
  cone: [
    [() => cone(-1, 1), RangeError, 'cone: radius is -1; give'],
    [() => cone(1, wrong('2')), TypeError, 'cone: halfLength is "2"; give'],
  ],
  frustum: [
    [() => frustum(-1, 1, 1), RangeError, 'frustum: bottomRadius is -1; give'],
    [() => frustum(1, Infinity, 1), RangeError, 'frustum: topRadius is Infinity; give'],
    [() => frustum(1, 1, -1), RangeError, 'frustum: halfLength is -1; give'],
  ],
  superellipsoid: [
    [() => superellipsoid(0, 1, 1, 1, 1), RangeError, 'superellipsoid: rx is 0; give'],
    [() => superellipsoid(1, 1, 1, 0, 1), RangeError, 'superellipsoid: e1 is 0; give an exponent between 0 and 2'],
    [() => superellipsoid(1, 1, 1, 1, 2), RangeError, 'superellipsoid: e2 is 2; give an exponent between 0 and 2'],
    [() => superellipsoid(1, 1, 1, Number.NaN, 1), RangeError, 'superellipsoid: e1 is NaN; give'],
  ],
  smoothHull: [
    [() => smoothHull(corners, 1), RangeError, 'smoothHull: p is 1; give a finite exponent of 2 or more'],
    [
      () =>
        smoothHull(
          corners.map((x) => x + 5),
          3,
        ),
      RangeError,
      'smoothHull: vertices is an array of length 12; the origin must lie strictly inside',
    ],
    [() => smoothHull([1, 0, 0, -1, 0, 0], 3), RangeError, 'the origin must lie strictly inside'],
    [() => smoothHull([], 3), TypeError, 'smoothHull: vertices is []; give at least one point'],
  ],
  transformed: [
    [() => transformed(wrong(1), {}), TypeError, 'transformed: shape is 1; give a shape'],
    [
      () => transformed(a, wrong(undefined)),
      TypeError,
      'transformed: map is undefined; give { linear?, translation? }',
    ],
    [() => transformed(a, { linear: [1, 2, 3] }), TypeError, 'transformed: map.linear is [1, 2, 3]; give nine'],
    [
      () => transformed(a, { linear: [1, 0, 0, 0, 1, 0, 0, 0, 0] }),
      RangeError,
      'transformed: map.linear is an array of length 9; give an invertible matrix',
    ],
    [
      () => transformed(a, { linear: [1e308, 0, 0, 0, 1e308, 0, 0, 0, 1e308], translation: [1e308, 1e308, 0] }),
      RangeError,
      'transformed: the distance of the farthest point is Infinity; give smaller numbers, in meters',
    ],
    [
      () => transformed(a, { linear: [1, 0, 0, 0, 1, 0, 0, 0, Number.NaN] }),
      RangeError,
      'transformed: map.linear[8] is NaN; give',
    ],
    [() => transformed(a, { translation: [1, 2] }), TypeError, 'transformed: map.translation is [1, 2]; give'],
    [() => transformed(a, wrong({ scale: 2 })), TypeError, 'transformed: map.scale is 2; there is no such option'],
    [() => transformed(halfspace(), {}), RangeError, 'it is unbounded; place it by its pose instead'],
    [() => nest((shape) => transformed(shape, {})), RangeError, 'it is nested 32 levels deep, and the limit is 32'],
  ],
  sum: [
    [() => sum(wrong(null), a), TypeError, 'sum: a is null; give a shape'],
    [() => sum(a, halfspace()), RangeError, 'sum: b is a Halfspace; it is unbounded'],
    [() => nest((shape) => sum(shape, a)), RangeError, 'nested 32 levels deep'],
    [
      () => sum(sphere(1e308), sphere(1e308)),
      RangeError,
      'sum: the distance of the farthest point is Infinity; give smaller numbers, in meters',
    ],
  ],
  halfspace: [
    [() => halfspace().support([0, 0, 1]), TypeError, 'supportBatch: shape is a Halfspace; it is unbounded'],
    [() => halfspace().massProperties(), RangeError, 'massProperties: a half-space is unbounded and has no mass'],
    [() => halfspace().orientedBoundingBox(), RangeError, 'orientedBoundingBox: a half-space is unbounded'],
    [
      () => distance(halfspace(), {}, halfspace(), {}),
      RangeError,
      'distance: b is a Halfspace; both shapes are half-spaces',
    ],
    [() => new Pair(halfspace(), halfspace()), RangeError, 'Pair: b is a Halfspace; both shapes are half-spaces'],
  ],
  fromJSON: [
    [() => fromJSON('{'), TypeError, 'fromJSON: json is "{"; it is not JSON'],
    [() => fromJSON(wrong(7)), TypeError, 'fromJSON: json is 7; give an object like'],
    [
      () => fromJSON(wrong({ kind: 'box' })),
      RangeError,
      'fromJSON: json.version is undefined; this copy of proximal reads version 1',
    ],
    [() => fromJSON(wrong({ version: 2, kind: 'box' })), RangeError, 'fromJSON: json.version is 2; this copy'],
    [
      () => fromJSON({ version: 1, kind: 'blob' }),
      RangeError,
      'fromJSON: json.kind is "blob"; give one of point, segment',
    ],
    [() => fromJSON({ version: 1, kind: 'custom' }), RangeError, 'fromJSON: json.kind is "custom"; give one of'],
    [() => fromJSON({ version: 1, kind: 'sphere' }), TypeError, 'fromJSON: json.radius is undefined; sphere needs it'],
    [() => fromJSON({ version: 1, kind: 'sphere', radius: -1 }), RangeError, 'sphere: radius is -1; give'],
    [
      () => fromJSON({ version: 1, kind: 'sphere', radius: 1, color: 'red' }),
      TypeError,
      'fromJSON: json.color is "red"; the fields of sphere are radius',
    ],
    [
      () => fromJSON({ version: 1, kind: 'rounded', shape: { version: 1, kind: 'box', hx: 1 }, radius: 1 }),
      TypeError,
      'fromJSON: json.shape.hy is undefined; box needs it',
    ],
    [() => fromJSON(wrong(deepJSON(10_000))), RangeError, 'shapes may be nested 40 deep at most'],
    [
      () => fromJSON({ version: 1, kind: 'rounded', shape: negativeBox, radius: 1 }),
      RangeError,
      'fromJSON: json.shape: box: hx is -1; give half of the side',
    ],
    [
      () => fromJSON({ version: 1, kind: 'sum', a: { version: 1, kind: 'point' }, b: negativeBox }),
      RangeError,
      'fromJSON: json.b: box: hx is -1; give half of the side',
    ],
    [
      () => fromJSON('{"version":1,"kind":"convex","points":{"length":1000000000000}}'),
      TypeError,
      'fromJSON: json.points is an object with keys "length"; give an array of numbers',
    ],
    [
      () => fromJSON('{"version":1,"kind":"convex","points":{"length":400000000,"0":[1,2,3]}}'),
      TypeError,
      'fromJSON: json.points is an object with keys "0, length"; give an array of numbers',
    ],
    [
      () => fromJSON({ version: 1, kind: 'triangle', a: { length: 3 }, b: [1, 0, 0], c: [0, 1, 0] }),
      TypeError,
      'fromJSON: json.a is an object with keys "length"; give an array of numbers',
    ],
    [
      () => fromJSON({ version: 1, kind: 'transformed', shape: negativeBox, linear: '', translation: [0, 0, 0] }),
      RangeError,
      'fromJSON: json.shape: box: hx is -1; give',
    ],
    [
      () => fromJSON({ ...pointTransform, linear: { length: 9 } }),
      TypeError,
      'fromJSON: json.linear is an object with keys "length"; give an array of numbers',
    ],
    [() => fromJSON({ ...pointTransform, linear: [1, 2] }), TypeError, 'fromJSON: json: transformed: '],
    [() => fromJSON(wrong(wideJSON(30))), RangeError, 'a file may have 10000 shapes at most'],
  ],
  convex: [
    [() => convex({ length: 1e12 }), TypeError, 'convex: points[0] is undefined; give three finite numbers'],
    [() => convex({ length: 4e8, 0: [1, 2, 3] }), TypeError, 'convex: points[1] is undefined; give three'],
    [() => convex({ length: 3e9, 0: 1 }), TypeError, 'convex: points[1] is undefined; give a finite number'],
    [() => convex([]), TypeError, 'convex: points is []; give at least one point'],
    [() => convex([1, 2, 3, 4]), TypeError, 'convex: points is [1, 2, 3, 4]; give'],
    [
      () =>
        convex([
          [0, 0, 0],
          [1, 0],
        ]),
      TypeError,
      'convex: points[1] is [1, 0]; give three finite numbers',
    ],
    [
      () =>
        convex([
          [0, 0, 0],
          [1, Number.NaN, 0],
        ]),
      RangeError,
      'convex: points[1][1] is NaN; give',
    ],
    [() => convex([0, 0, Infinity]), RangeError, 'convex: points[2] is Infinity; give a finite number'],
    [() => convex(wrong(7)), TypeError, 'convex: points is 7; give'],
    [
      () => convex(corners, { maxVertices: 3 }),
      RangeError,
      'convex: options.maxVertices is 3; give a whole number from 4',
    ],
    [() => convex(corners, wrong({ limit: 3 })), TypeError, 'convex: options.limit is 3; there is no such option'],
    [() => convex(corners, wrong({ supportMap: 1 })), TypeError, 'convex: options.supportMap is 1; give true or false'],
    [() => convex(corners, wrong({ climb: 1 })), TypeError, 'convex: options.climb is 1; give true or false'],
    [() => convex([0, 0, 0]).vertex(1), RangeError, 'Convex.vertex: index is 1; give a whole number from 0 to 0'],
    [() => convex(corners).face(4), RangeError, 'Convex.face: index is 4; give a whole number from 0 to 3'],
    [() => convex(corners).neighbors(-1), RangeError, 'Convex.neighbors: index is -1; give'],
  ],
  convexMesh: [
    [
      () => convexMesh(corners, [[0, 1, 2]], { tolerance: -1 }),
      RangeError,
      'convexMesh: options.tolerance is -1; give a length',
    ],
    [() => convexMesh([], []), TypeError, 'convexMesh: vertices is []; give'],
    [() => convexMesh(corners, []), TypeError, 'convexMesh: faces is []; give'],
    [() => convexMesh(corners, [0, 1]), TypeError, 'convexMesh: faces is [0, 1]; give'],
    [() => convexMesh(corners, wrong([[0, 1, 2], 3])), TypeError, 'convexMesh: faces[1] is 3; give'],
  ],
  rounded: [
    [() => rounded(a, -1), RangeError, 'rounded: radius is -1; give'],
    [
      () => rounded(sphere(1e308), 1e308),
      RangeError,
      'rounded: the distance of the farthest point is Infinity; give smaller numbers, in meters',
    ],
    [() => rounded(wrong({}), 1), TypeError, 'rounded: shape is an object with keys ""; give a shape made by'],
  ],
  custom: [
    [() => custom(wrong(undefined)), TypeError, 'custom: shape is undefined; give { support(dx, dy, dz, out) { … } }'],
    [() => custom(wrong({})), TypeError, 'custom: shape.support is undefined; give'],
    [
      () => custom(wrong({ ...good, suport: 1 })),
      TypeError,
      'custom: shape.suport is 1; there is no such option; the options are support, center',
    ],
    [() => custom({ ...good, center: [0, 0] }), TypeError, 'custom: shape.center is [0, 0]; give'],
    [() => custom({ ...good, inradius: -1 }), RangeError, 'custom: shape.inradius is -1; give'],
    [() => custom({ ...good, volume: -1 }), RangeError, 'custom: shape.volume is -1; give'],
    [() => custom({ ...good, inertia: [1, 2, 3] }), TypeError, 'custom: shape.inertia is [1, 2, 3]; give nine'],
    [
      () => custom({ ...good, inertia: [1, 0, 0, 0, -1, 0, 0, 0, 1] }),
      RangeError,
      'custom: shape.inertia[4] is -1; give 0 or more: a moment of inertia is not negative',
    ],
    [
      () => custom({ ...good, inertia: [1, 0, 0.5, 0, 1, 0, 0.25, 0, 1] }),
      RangeError,
      'custom: shape.inertia[6] is 0.25; it must equal shape.inertia[2], 0.5',
    ],
    [
      () => custom({ ...good, boundingBox: { min: [0, 0, 1], max: [1, 1, 0] } }),
      RangeError,
      'custom: shape.boundingBox.min[2] is 1; it must not exceed max[2], 0',
    ],
    [() => custom({ ...good, boundingBox: wrong(3) }), TypeError, 'custom: shape.boundingBox is 3; give { min, max }'],
    [() => custom({ ...good, hessian: wrong(1) }), TypeError, 'custom: shape.hessian is 1; give a function'],
    [
      () => custom({ ...good, strictlyConvex: wrong('yes') }),
      TypeError,
      'custom: shape.strictlyConvex is "yes"; give true or false',
    ],
  ],
  Shape: [
    [() => a.support(wrong(undefined)), TypeError, 'support: direction is undefined; give three finite numbers'],
    [() => a.supportFace([0, 0, 1], -1), RangeError, 'supportFace: tolerance is -1; give an angle in radians'],
    [() => a.supportFace([0, 0, 1], wrong('x')), TypeError, 'supportFace: tolerance is "x"; give'],
    [() => a.supportHessian(wrong(1)), TypeError, 'supportHessian: direction is 1; give'],
    [() => a.support([Number.NaN, 0, 0]), RangeError, 'support: direction[0] is NaN; give'],
  ],
  supportBatch: [
    [() => supportBatch(wrong('box'), new Float64Array(3)), TypeError, 'supportBatch: shape is "box"; give a shape'],
    [
      () => supportBatch(a, new Float64Array(4)),
      TypeError,
      'supportBatch: directions is Float64Array [0, 0, 0, 0]; give',
    ],
    [() => supportBatch(a, wrong([1, 0, 0])), TypeError, 'supportBatch: directions is [1, 0, 0]; give a Float64Array'],
    [
      () => supportBatch(a, new Float64Array(3), new Float64Array(6)),
      TypeError,
      'supportBatch: out is a Float64Array of length 6; give a Float64Array of length 3',
    ],
  ],
};
