// Errors are part of the product: every public function with wrong arguments. Each message names the function, the
// argument, its value and the remedy, and nothing is changed by the call that throws.
import { describe, expect, it } from 'vitest';
import * as proximal from '../src/index.ts';
import * as math from '../src/math/index.ts';

const {
  box,
  capsule,
  certify,
  collide,
  cone,
  convex,
  convexMesh,
  custom,
  cylinder,
  distance,
  ellipsoid,
  fromJSON,
  frustum,
} = proximal;
const { halfspace, Pair, point, rounded, segment, setTarget, smoothHull, sphere, sum, supportBatch } = proximal;
const { collideBatch, createDistanceBatch, distanceBatch, superellipsoid, transformed, triangle } = proximal;
const { compose, fromAxisAngle, fromEuler, inverse, lookAt, Rng, transformPoint } = math;

/** Calls with any argument, as JavaScript would. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to pass what the types forbid
type Anything = any;
const wrong = (value: unknown): Anything => value;

const [a, b] = [box(1, 1, 1), sphere(1)];
const scaled = [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const mirrored = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1];
const transposed = [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const good = { support() {} };
const noPairs = new Uint32Array(0);
const poses = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
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
const ask = (options: unknown): unknown => distance(a, {}, b, {}, wrong(options));
const posed = (pose: unknown): unknown => distance(a, {}, b, wrong(pose));

type Row = [call: () => unknown, kind: typeof RangeError | typeof TypeError, message: string];
const rows: Record<string, Row[]> = {
  sphere: [
    [
      () => sphere(0),
      RangeError,
      'sphere: radius is 0; give a radius in metres, finite and above 0 (for radius 0 use point())',
    ],
    [() => sphere(-1), RangeError, 'sphere: radius is -1; give'],
    [() => sphere(Number.NaN), RangeError, 'sphere: radius is NaN; give'],
    [() => sphere(Infinity), RangeError, 'sphere: radius is Infinity; give'],
    [() => sphere(wrong('1')), TypeError, 'sphere: radius is "1"; give'],
    [() => wrong(sphere)(), TypeError, 'sphere: radius is undefined; give'],
  ],
  segment: [
    [() => segment(-1), RangeError, 'segment: halfLength is -1; give half the length in metres'],
    [() => segment(wrong(null)), TypeError, 'segment: halfLength is null; give'],
  ],
  box: [
    [() => box(-1, 1, 1), RangeError, 'box: hx is -1; give half of the side in metres, finite and not negative'],
    [() => box(1, Number.NaN, 1), RangeError, 'box: hy is NaN; give'],
    [() => box(1, 1, wrong([1])), TypeError, 'box: hz is an array of length 1; give'],
    [() => wrong(box)(1, 2), TypeError, 'box: hz is undefined; give'],
  ],
  capsule: [
    [() => capsule(-1, 1), RangeError, 'capsule: radius is -1; give'],
    [() => capsule(1, -1), RangeError, 'capsule: halfLength is -1; give'],
  ],
  triangle: [
    [
      () => triangle([0, 0], [1, 0, 0], [0, 1, 0]),
      TypeError,
      'triangle: a is an array of length 2; give three finite numbers',
    ],
    [() => triangle([0, 0, 0], [1, Number.NaN, 0], [0, 1, 0]), RangeError, 'triangle: b[1] is NaN; give'],
    [() => wrong(triangle)([0, 0, 0], [1, 0, 0]), TypeError, 'triangle: c is undefined; give'],
  ],
  ellipsoid: [
    [() => ellipsoid(0, 1, 1), RangeError, 'ellipsoid: rx is 0; give a semi-axis in metres, finite and above 0'],
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
    [() => smoothHull([], 3), TypeError, 'smoothHull: vertices is an array of length 0; give at least one point'],
  ],
  transformed: [
    [() => transformed(wrong(1), {}), TypeError, 'transformed: shape is 1; give a shape'],
    [
      () => transformed(a, wrong(undefined)),
      TypeError,
      'transformed: map is undefined; give { linear?, translation? }',
    ],
    [
      () => transformed(a, { linear: [1, 2, 3] }),
      TypeError,
      'transformed: map.linear is an array of length 3; give nine',
    ],
    [
      () => transformed(a, { linear: [1, 0, 0, 0, 1, 0, 0, 0, 0] }),
      RangeError,
      'transformed: map.linear is an array of length 9; it must be invertible',
    ],
    [
      () => transformed(a, { linear: [1, 0, 0, 0, 1, 0, 0, 0, Number.NaN] }),
      RangeError,
      'transformed: map.linear[8] is NaN; give',
    ],
    [
      () => transformed(a, { translation: [1, 2] }),
      TypeError,
      'transformed: map.translation is an array of length 2; give',
    ],
    [() => transformed(a, wrong({ scale: 2 })), TypeError, 'transformed: map.scale is 2; there is no such option'],
    [() => transformed(halfspace(), {}), RangeError, 'it is unbounded; place it by its pose instead'],
    [() => nest((shape) => transformed(shape, {})), RangeError, 'it is nested 32 deep already, and 32 is the most'],
  ],
  sum: [
    [() => sum(wrong(null), a), TypeError, 'sum: a is null; give a shape'],
    [() => sum(a, halfspace()), RangeError, 'sum: b is a Halfspace; it is unbounded'],
    [() => nest((shape) => sum(shape, a)), RangeError, 'nested 32 deep'],
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
    [() => convex({ length: 3e9, 0: 1 }), TypeError, 'convex: points[1] is undefined; give at least one point'],
    [() => convex([]), TypeError, 'convex: points is an array of length 0; give at least one point'],
    [() => convex([1, 2, 3, 4]), TypeError, 'convex: points is an array of length 4; give'],
    [
      () =>
        convex([
          [0, 0, 0],
          [1, 0],
        ]),
      TypeError,
      'convex: points[1] is an array of length 2; give three finite numbers',
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
    [() => convex([0, 0, Infinity]), RangeError, 'convex: points[2] is Infinity; give'],
    [() => convex(wrong(7)), TypeError, 'convex: points is 7; give'],
    [
      () => convex(corners, { maxVertices: 3 }),
      RangeError,
      'convex: options.maxVertices is 3; give a whole number from 4',
    ],
    [() => convex(corners, wrong({ limit: 3 })), TypeError, 'convex: options.limit is 3; there is no such option'],
    [() => convex(corners, wrong({ supportMap: 1 })), TypeError, 'convex: options.supportMap is 1; give true or false'],
    [() => convex([0, 0, 0]).vertex(1), RangeError, 'Convex.vertex: index is 1; give a whole number from 0 to 0'],
    [() => convex(corners).face(4), RangeError, 'Convex.face: index is 4; give a whole number from 0 to 3'],
    [() => convex(corners).neighbours(-1), RangeError, 'Convex.neighbours: index is -1; give'],
  ],
  convexMesh: [
    [
      () => convexMesh(corners, [[0, 1, 2]], { tolerance: -1 }),
      RangeError,
      'convexMesh: options.tolerance is -1; give a length',
    ],
    [() => convexMesh([], []), TypeError, 'convexMesh: vertices is an array of length 0; give'],
    [() => convexMesh(corners, []), TypeError, 'convexMesh: faces is an array of length 0; give'],
    [() => convexMesh(corners, [0, 1]), TypeError, 'convexMesh: faces is an array of length 2; give'],
    [() => convexMesh(corners, wrong([[0, 1, 2], 3])), TypeError, 'convexMesh: faces[1] is 3; give'],
  ],
  rounded: [
    [() => rounded(a, -1), RangeError, 'rounded: radius is -1; give'],
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
    [() => custom({ ...good, center: [0, 0] }), TypeError, 'custom: shape.center is an array of length 2; give'],
    [() => custom({ ...good, inradius: -1 }), RangeError, 'custom: shape.inradius is -1; give'],
    [() => custom({ ...good, volume: -1 }), RangeError, 'custom: shape.volume is -1; give'],
    [
      () => custom({ ...good, inertia: [1, 2, 3] }),
      TypeError,
      'custom: shape.inertia is an array of length 3; give nine',
    ],
    [
      () => custom({ ...good, inertia: [1, 0, 0, 0, -1, 0, 0, 0, 1] }),
      RangeError,
      'custom: shape.inertia[4] is -1; a moment of inertia is never negative',
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
      'supportBatch: directions is a Float64Array of length 4; give',
    ],
    [
      () => supportBatch(a, wrong([1, 0, 0])),
      TypeError,
      'supportBatch: directions is an array of length 3; give a Float64Array',
    ],
    [
      () => supportBatch(a, new Float64Array(3), new Float64Array(6)),
      TypeError,
      'supportBatch: out is a Float64Array of length 6; give a Float64Array of length 3',
    ],
  ],
  distance: [
    [() => distance(wrong(undefined), {}, b, {}), TypeError, 'distance: a is undefined; give a shape'],
    [() => distance(a, {}, wrong('sphere'), {}), TypeError, 'distance: b is "sphere"; give a shape'],
    [() => distance(a, wrong(b), wrong({}), {}), TypeError, 'distance: b is an object with keys ""; give a shape'],
    [
      () => distance(a, wrong(undefined), b, {}),
      TypeError,
      'distance: poseA is undefined; give { position?, rotation? }',
    ],
    [() => posed(null), TypeError, 'distance: poseB is null; give'],
    [() => posed([1, 2, 3]), TypeError, 'distance: poseB is an array of length 3; give'],
    [
      () => posed({ translation: [1, 2, 3] }),
      TypeError,
      'distance: poseB is an object with keys "translation"; give { position?, rotation? }',
    ],
    [
      () => posed({ position: [1, 2] }),
      TypeError,
      'distance: poseB.position is an array of length 2; give three finite numbers',
    ],
    [() => posed({ position: [1, Number.NaN, 3] }), RangeError, 'distance: poseB.position[1] is NaN; give'],
    [
      () => posed({ position: { x: 1, y: 2 } }),
      TypeError,
      'distance: poseB.position is an object with keys "x, y"; give',
    ],
    [() => posed({ position: { x: 1, y: 2, z: '3' } }), TypeError, 'distance: poseB.position.z is "3"; give'],
    [
      () => posed({ rotation: [0, 0, 0] }),
      TypeError,
      'distance: poseB.rotation is an array of length 3; give a quaternion',
    ],
    [() => posed({ rotation: [0, 0, 0, 0] }), RangeError, 'that is not zero'],
    [
      () => posed({ rotation: { x: 0, y: 0, z: 0 } }),
      TypeError,
      'distance: poseB.rotation is an object with keys "x, y, z"; give a quaternion',
    ],
    [
      () => posed({ rotation: { x: 0, y: 0, z: 0, w: Infinity } }),
      RangeError,
      'distance: poseB.rotation.w is Infinity; give',
    ],
    [() => posed(new Float64Array(7)), RangeError, 'distance: poseB'],
    [
      () => posed(Float64Array.of(0, Number.NaN, 0, 0, 0, 0, 1)),
      RangeError,
      'distance: poseB[1] is NaN; give finite numbers, in metres',
    ],
    [() => posed(Float64Array.of(0, 0, 0, 0, 0, 0, Number.NaN)), RangeError, 'distance: poseB'],
    [() => posed([null, '3', true, 0, 0, 0, 1]), TypeError, 'distance: poseB[0] is null; give'],
    [() => posed(Promise.resolve({})), TypeError, 'distance: poseB is a Promise; give'],
    [() => posed(new Map()), TypeError, 'distance: poseB is a Map; give'],
    [() => ask(new Map()), TypeError, 'distance: options is a Map; give an object'],
    [() => posed(scaled), RangeError, 'transformed(shape, { linear })'],
    [() => posed(mirrored), RangeError, 'transformed(shape, { linear })'],
    [() => posed(transposed), RangeError, 'matrices are column-major'],
    [() => ask(null), TypeError, 'distance: options is null; give an object'],
    [() => ask(7), TypeError, 'distance: options is 7; give an object'],
    [
      () => ask({ tolerence: 1 }),
      TypeError,
      'distance: options.tolerence is 1; there is no such option; the options are algorithm, tolerance, relativeTolerance',
    ],
    [() => ask({ tolerance: -1 }), RangeError, 'distance: options.tolerance is -1; give a length in metres'],
    [() => ask({ tolerance: '1' }), TypeError, 'distance: options.tolerance is "1"; give'],
    [() => ask({ relativeTolerance: Number.NaN }), RangeError, 'distance: options.relativeTolerance is NaN; give'],
    [
      () => ask({ maxIterations: 0 }),
      RangeError,
      'distance: options.maxIterations is 0; give a whole number from 1 to 1000000',
    ],
    [() => ask({ maxIterations: 1.5 }), RangeError, 'distance: options.maxIterations is 1.5; give'],
    [() => ask({ upTo: -1 }), RangeError, 'distance: options.upTo is -1; give'],
    [
      () => ask({ guess: 'previous' }),
      RangeError,
      'distance: options.guess is "previous"; a single query has no previous one: use new Pair(a, b)',
    ],
    [() => ask({ guess: 'center' }), RangeError, 'distance: options.guess is "center"; give'],
    [() => ask({ guess: 3 }), TypeError, 'distance: options.guess is 3; give'],
    [() => ask({ guess: [0, Number.NaN, 0] }), RangeError, 'distance: options.guess[1] is NaN; give'],
  ],
  collide: [
    [() => collide(wrong(1), {}, b, {}), TypeError, 'collide: a is 1; give a shape'],
    [() => collide(a, {}, b, wrong(null)), TypeError, 'collide: poseB is null; give'],
    [() => collide(a, {}, b, {}, { margin: -1 }), RangeError, 'collide: options.margin is -1; give a length in metres'],
    [
      () => collide(a, {}, b, {}, wrong({ algorithm: 'epa' })),
      RangeError,
      'collide: options.algorithm is "epa"; give one of auto, gjk',
    ],
    [
      () => ask({ criterion: 'gap' }),
      RangeError,
      'distance: options.criterion is "gap"; give one of bounds, duality-gap',
    ],
    [() => ask({ normalize: 1 }), TypeError, 'distance: options.normalize is 1; give a boolean'],
    [() => ask({ trace: true }), TypeError, 'distance: options.trace is true; give a function'],
  ],
  createDistanceBatch: [
    [() => createDistanceBatch(-1), RangeError, 'createDistanceBatch: count is -1; give a whole number of pairs'],
  ],
  distanceBatch: [
    [
      () => distanceBatch(wrong(undefined), noPairs),
      TypeError,
      'distanceBatch: bodies.shapes is undefined; give a list of shapes',
    ],
    [
      () => distanceBatch({ shapes: [wrong(1)], poses }, noPairs),
      TypeError,
      'distanceBatch: bodies.shapes[0] is 1; give a shape',
    ],
    [
      () => distanceBatch({ shapes: [a], poses: wrong([]) }, noPairs),
      TypeError,
      'distanceBatch: bodies.poses is an array of length 0; give a Float64Array of 7',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, wrong([0, 0])),
      TypeError,
      'distanceBatch: pairs is an array of length 2; give a Uint32Array',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, Uint32Array.of(0, 1)),
      RangeError,
      'distanceBatch: pairs[1] is 1; there are 1 bodies',
    ],
    [
      () => distanceBatch({ shapes: [halfspace()], poses }, Uint32Array.of(0, 0)),
      RangeError,
      'both bodies are half-spaces',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, Uint32Array.of(0, 0), createDistanceBatch(2)),
      TypeError,
      'distanceBatch: out is an object',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, noPairs, undefined, { tolerance: -1 }),
      RangeError,
      'distanceBatch: options.tolerance is -1; give',
    ],
  ],
  collideBatch: [
    [
      () => collideBatch({ shapes: [a], poses }, Uint32Array.of(0, 5)),
      RangeError,
      'collideBatch: pairs[1] is 5; there are 1 bodies',
    ],
    [
      () => collideBatch({ shapes: [a], poses }, noPairs, wrong([])),
      TypeError,
      'collideBatch: out is an array of length 0; give a Uint8Array of length 0',
    ],
  ],
  Pair: [
    [() => new Pair(wrong(1), b), TypeError, 'Pair: a is 1; give a shape'],
    [() => new Pair(a, wrong(undefined)), TypeError, 'Pair: b is undefined; give a shape'],
    [() => new Pair(a, b, wrong({ warm: true })), TypeError, 'Pair: options.warm is true; there is no such option'],
    [() => new Pair(a, b).distance({}, wrong('here')), TypeError, 'Pair.distance: poseB is "here"; give'],
  ],
  certify: [
    [() => certify(wrong(1), {}, b, {}, distance(a, {}, b, {})), TypeError, 'certify: a is 1; give a shape'],
    [() => certify(a, {}, b, wrong(7), distance(a, {}, b, {})), TypeError, 'certify: poseB is 7; give'],
    [
      () => certify(a, {}, b, {}, wrong({ distance: 1 })),
      TypeError,
      'certify: result is an object with keys "distance"; give a result of distance()',
    ],
    [
      () => certify(a, {}, b, {}, wrong({ proof: 1 })),
      TypeError,
      'certify: result is an object with keys "proof"; give a result of distance()',
    ],
  ],
  copyResult: [
    [() => proximal.copyResult(wrong(1)), TypeError, 'copyResult: result is 1; give a result of distance()'],
  ],
  setTarget: [[() => setTarget(wrong('gpu')), RangeError, "setTarget: target is \"gpu\"; give 'js' or 'wasm'"]],
  compose: [
    [() => compose(wrong(1), {}), TypeError, 'compose: outer is 1; give'],
    [() => compose({}, wrong([])), TypeError, 'compose: inner is an array of length 0; give'],
  ],
  inverse: [[() => inverse(wrong('x')), TypeError, 'inverse: pose is "x"; give']],
  transformPoint: [
    [() => transformPoint(wrong(0), [0, 0, 0]), TypeError, 'transformPoint: pose is 0; give'],
    [() => transformPoint({}, [0, 0]), TypeError, 'transformPoint: point is an array of length 2; give'],
  ],
  fromAxisAngle: [
    [
      () => fromAxisAngle([0, 0, 0], 1),
      RangeError,
      'fromAxisAngle: axis is an array of length 3; give a vector that is not zero',
    ],
    [
      () => fromAxisAngle([0, 0, 1], Infinity),
      RangeError,
      'fromAxisAngle: angle is Infinity; give a finite angle in radians',
    ],
    [() => fromAxisAngle([0, 0, 1], 1, wrong(1)), TypeError, 'fromAxisAngle: position is 1; give'],
  ],
  fromEuler: [
    [() => fromEuler(Number.NaN, 0, 0), RangeError, 'fromEuler: x is NaN; give'],
    [() => fromEuler(0, 0, 0, wrong('xyz')), RangeError, 'fromEuler: order is "xyz"; give one of XYZ'],
    [() => fromEuler(0, 0, 0, 'XYZ', [0]), TypeError, 'fromEuler: position is an array of length 1; give'],
  ],
  lookAt: [
    [
      () => lookAt([0, 0, 0], [0, 0, 0]),
      RangeError,
      'lookAt: target is an array of length 3; give a target away from the eye',
    ],
    [() => lookAt(wrong(1), [0, 0, 0]), TypeError, 'lookAt: eye is 1; give'],
    [() => lookAt([0, 0, 0], [1, 0, 0], wrong('z')), TypeError, 'lookAt: up is "z"; give'],
  ],
  Rng: [
    [() => new Rng(-1), RangeError, 'Rng: seed is -1; give a whole number from 0 to 4294967295'],
    [() => new Rng(wrong('1')), TypeError, 'Rng: seed is "1"; give'],
  ],
};

describe.each(Object.entries(rows))('%s', (_name, cases) => {
  it.each(cases.map(([call, kind, message]) => ({ call, kind, message })))(
    'says "$message"',
    ({ call, kind, message }) => {
      let error: unknown;
      try {
        call();
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(kind);
      expect((error as Error).message).toContain(message);
      // A wrong call leaves everything as it was.
      expect(distance(a, {}, b, { position: [4, 0, 0] }).distance).toBe(2);
    },
  );
});

describe('the table', () => {
  it('has every public function that takes arguments', () => {
    const withoutArguments = [
      'point',
      'target',
      'targetReason',
      'identity',
      'shapeDefinitions',
      'distanceAlgorithms',
      'batchStatuses',
      'batchTerminations',
    ];
    // One number in, one number out, NaN for what has no answer: like those of Math.
    const elementary = ['acos', 'atan2', 'cos', 'exp', 'log', 'pow', 'sin'];
    const names = [...Object.keys(proximal), ...Object.keys(math)].filter(
      (name) => ![...withoutArguments, ...elementary].includes(name),
    );
    expect(Object.keys(rows).sort()).toEqual([...new Set(names)].sort());
    expect(point().kind).toBe('point');
  });
});
