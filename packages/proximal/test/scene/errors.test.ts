// Wrong arguments to `proximal/scene`: each message names the function, the argument, its value and the remedy.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import * as scenes from '../../src/scene/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';

const {
  assemblyFromJSON,
  attachField,
  bodyPenetration,
  certifyBodyPenetration,
  certifyDistanceField,
  compound,
  createPointDistanceBatch,
  DistanceField,
  decompose,
  distanceField,
  heightField,
  Scene,
  timeOfImpact,
  triangleMesh,
} = scenes;
const scene = new Scene();
const body = scene.add(box(1, 1, 1), {});
const ball = { shape: sphere(1), pose: {} };
const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const flat = triangleMesh(corners, [0, 1, 2]);
const field = distanceField(box(1, 1, 1), { resolution: 0.5 });

const rows: Record<string, Row[]> = {
  Scene: [
    [
      () => new Scene(wrong({ broadphase: 'tree' })),
      TypeError,
      'Scene: options.broadphase is "tree"; there is no such option',
    ],
    [
      () => new Scene(wrong({ broadPhase: 'grid' })),
      RangeError,
      'Scene: options.broadPhase is "grid"; give one of tree',
    ],
    [() => new Scene({ margin: -1 }), RangeError, 'Scene: options.margin is -1; give a length'],
    [() => new Scene(wrong({ filter: true })), TypeError, 'Scene: options.filter is true; give a function'],
    [() => scene.add(wrong('box'), {}), TypeError, 'Scene.add: shape is "box"; give a shape'],
    [() => scene.add(sphere(1), wrong(null)), TypeError, 'Scene.add: pose is null; give'],
    [
      () => scene.add(sphere(1), {}, { group: 1.5 }),
      RangeError,
      'Scene.add: options.group is 1.5; give a whole number',
    ],
    [() => scene.add(sphere(1), {}, { mask: -1 }), RangeError, 'Scene.add: options.mask is -1; give a whole number'],
    [
      () => scene.add(sphere(1), {}, wrong({ static: 1 })),
      TypeError,
      'Scene.add: options.static is 1; give true or false',
    ],
    [() => scene.add(sphere(1), {}, wrong({ name: 7 })), TypeError, 'Scene.add: options.name is 7; give a string'],
    [
      () => scene.pairs(wrong({ margin: 1 })),
      TypeError,
      'Scene.pairs: options is an object with keys "margin"; leave it out: pairs() uses the margin of new Scene',
    ],
    [
      () => scene.collides(wrong({ margin: 1 })),
      TypeError,
      'not removed; for all bodies, scene.collides(undefined, { margin })',
    ],
    [() => scene.contacts({ upTo: -1 }), RangeError, 'Scene.contacts: options.upTo is -1; give a length'],
    [
      () => scene.rayCast([0, 0, 0], [0, 0, 1], { upTo: -1 }),
      RangeError,
      'Scene.rayCast: options.upTo is -1; give a length',
    ],
    [
      () => scene.shapeCast(sphere(1), {}, [1, 0, 0], { upTo: 2 }),
      RangeError,
      'Scene.shapeCast: options.upTo is 2; give a fraction of the motion, 0 to 1',
    ],
    [() => scene.collides(wrong(3)), TypeError, 'Scene.collides: body is 3; give a body'],
    [() => scene.collides(body, { margin: Number.NaN }), RangeError, 'Scene.collides: options.margin is NaN; give'],
    [
      () => scene.collisions(wrong({ upTo: 1 })),
      TypeError,
      'Scene.collisions: options.upTo is 1; there is no such option',
    ],
    [() => scene.nearest(new Scene().add(sphere(1), {})), TypeError, 'Scene.nearest: body is a Body; give a body that'],
    [() => scene.nearest(body, { upTo: -1 }), RangeError, 'Scene.nearest: options.upTo is -1; give a length'],
    [() => scene.distances(wrong({ margin: '1' })), TypeError, 'Scene.distances: options.margin is "1"; give a length'],
    [
      () => scene.contacts({ maxPoints: 7 }),
      RangeError,
      'Scene.contacts: options.maxPoints is 7; give 1, 2, 3, 4 or Infinity',
    ],
    [
      () => scene.contacts(wrong({ certified: 1 })),
      TypeError,
      'Scene.contacts: options.certified is 1; give true or false',
    ],
    [() => scene.rayCast([0, 0, 0], [0, 0, 0]), RangeError, 'Scene.rayCast: direction is [0, 0, 0]; give a vector'],
    [() => scene.rayCast([0, 0], [0, 0, 1]), TypeError, 'Scene.rayCast: origin is [0, 0]; give three'],
    [() => scene.rayCastAll([0, 0, 0], [0, 0, 1], { upTo: -1 }), RangeError, 'options.upTo is -1; give a length'],
    [
      () => scene.shapeCast(sphere(1), {}, wrong(1)),
      TypeError,
      'Scene.shapeCast: motion is 1; give three finite numbers',
    ],
    [
      () => scene.shapeCast(sphere(1), {}, [1, 0, 0], { tolerance: 0 }),
      RangeError,
      'options.tolerance is 0; give a positive length',
    ],
    [() => Scene.restore(wrong([1, 2])), TypeError, 'Scene.restore: bytes is [1, 2]; give what scene.snapshot()'],
    [() => Scene.restore(new Uint8Array(3)), RangeError, 'Scene.restore: bytes are not a valid snapshot'],
  ],
  Body: [
    [
      () => body.setPose(Float64Array.of(0, 0, Number.NaN, 0, 0, 0, 1)),
      RangeError,
      'Body.setPose: pose[2] is NaN; give',
    ],
    [() => body.setShape(wrong({})), TypeError, 'Body.setShape: shape is an object with keys ""; give a shape'],
  ],
  compound: [
    [() => compound([]), TypeError, 'compound: parts is []; give a list of at least one'],
    [() => compound([{ shape: wrong(1) }]), TypeError, 'compound: parts[0].shape is 1; give a shape'],
    [
      () => compound([{ shape: halfspace() }]),
      TypeError,
      'compound: parts[0].shape is a Halfspace; give a bounded shape',
    ],
    [() => compound([{ shape: sphere(1), pose: wrong([1]) }]), TypeError, 'compound: parts[0].pose is [1]; give'],
  ],
  triangleMesh: [
    [() => triangleMesh([], [0, 1, 2]), TypeError, 'triangleMesh: vertices is []; give'],
    [() => triangleMesh(corners, [0, 1]), TypeError, 'triangleMesh: triangles is [0, 1]; give'],
    [
      () => triangleMesh(corners, [0, 1, 3]),
      RangeError,
      'triangleMesh: triangles[2] is 3; give a whole number from 0 to 2',
    ],
    [() => flat.part(1), RangeError, 'TriangleMesh.part: index is 1; give a whole number'],
    [() => flat.signedDistance(wrong(1)), TypeError, 'TriangleMesh.signedDistance: point is 1; give'],
    [() => flat.signedDistance([0, 0, NaN]), RangeError, 'TriangleMesh.signedDistance: point[2] is NaN; give'],
    [() => flat.signedDistanceBatch([0, 1]), TypeError, 'TriangleMesh.signedDistanceBatch: points is [0, 1]; give'],
    [
      () => flat.signedDistanceBatch([0, 0, 0], createPointDistanceBatch(2)),
      TypeError,
      'give createPointDistanceBatch(1), or leave it out',
    ],
  ],
  createPointDistanceBatch: [
    [
      () => createPointDistanceBatch(-1),
      RangeError,
      'createPointDistanceBatch: count is -1; give a whole number of points',
    ],
  ],
  heightField: [
    [
      () => heightField([0], wrong(undefined)),
      TypeError,
      'heightField: options.columns is undefined; give a whole number',
    ],
    [
      () => heightField([0, 0], { columns: 2, rows: 2, spacing: 1 }),
      TypeError,
      'heightField: heights is [0, 0]; give columns × rows = 4 numbers',
    ],
    [
      () => heightField([0, 0, 0, Infinity], { columns: 2, rows: 2, spacing: 1 }),
      RangeError,
      'heights[3] is Infinity; give finite',
    ],
    [
      () => heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: 0 }),
      RangeError,
      'options.spacing is 0; give a length',
    ],
  ],
  certifyDecomposition: [
    [
      () => scenes.certifyDecomposition(wrong(null), wrong({ parts: [] })),
      TypeError,
      'certifyDecomposition: mesh is null; give a mesh',
    ],
  ],
  decompose: [
    [() => decompose(wrong(corners)), TypeError, 'decompose: mesh is'],
    [
      () => decompose({ vertices: [1, 1, 1], triangles: [0, 0, 0] }),
      RangeError,
      'the diagonal of its bounding box is 0 m; give a mesh between',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, { maxVertices: 3 }),
      RangeError,
      'decompose: options.maxVertices is 3; give a whole number',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, wrong({ preserve: 'all' })),
      RangeError,
      "give 'outside' or 'both'",
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, wrong({ signal: true })),
      TypeError,
      'decompose: options.signal is true; give an AbortSignal',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 9] }),
      RangeError,
      'triangles[2] is 9; give a whole number',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, { maxParts: 0 }),
      RangeError,
      'decompose: options.maxParts is 0; give a whole number',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, { tolerance: -1 }),
      RangeError,
      'decompose: options.tolerance is -1; give a length',
    ],
    [
      () => decompose({ vertices: corners, triangles: [0, 1, 2] }, wrong({ onProgress: true })),
      TypeError,
      'decompose: options.onProgress is true; give a function',
    ],
  ],
  assemblyFromJSON: [
    [() => assemblyFromJSON(wrong(null)), TypeError, 'assemblyFromJSON: json is null; give an object'],
    [
      () => assemblyFromJSON(wrong({ version: 2 })),
      RangeError,
      'json.version is 2; this copy of proximal reads version 1',
    ],
    [() => assemblyFromJSON({ version: 1, kind: 'box' }), RangeError, 'json.kind is "box"; give one of compound'],
    [
      () => assemblyFromJSON({ version: 1, kind: 'triangleMesh', vertices: 1 }),
      TypeError,
      'json.vertices is 1; give an array',
    ],
  ],
  distanceField: [
    [
      () => distanceField(box(1, 1, 1), { resolution: 0 }),
      RangeError,
      'distanceField: options.resolution is 0; give a length in meters',
    ],
    [
      () => distanceField(box(1, 1, 1), { resolution: 1e-6 }),
      RangeError,
      'bytes, more than maxBytes, 134217728; give about 0.00098, a smaller band or padding, or more maxBytes',
    ],
    [
      () => distanceField(box(1, 1, 1), wrong({ depth: 1 })),
      TypeError,
      'distanceField: options.depth is 1; there is no such option',
    ],
    [() => distanceField(wrong('box')), TypeError, 'distanceField: body is "box"; give a shape, a compound()'],
    [() => distanceField(halfspace()), RangeError, 'distanceField: body is a Halfspace; give a bounded body'],
  ],
  DistanceField: [
    [() => field.bounds([1, 2]), TypeError, 'DistanceField.bounds: point is [1, 2]; give three finite numbers'],
    [() => field.at([Number.NaN, 0, 0]), RangeError, 'DistanceField.at: point[0] is NaN; give three finite numbers'],
    [() => field.status(wrong('x'), {}), TypeError, 'DistanceField.status: shape is "x"; give a shape'],
    [() => DistanceField.restore(new Uint8Array(3)), RangeError, 'give what field.snapshot() returned'],
  ],
  attachField: [
    [() => attachField(wrong(box(1, 1, 1)), field), TypeError, 'attachField: geometry is a Box; give a compound'],
    [() => attachField(flat, wrong({})), TypeError, 'attachField: field is'],
    [() => attachField(flat, field), RangeError, 'attachField: field'],
  ],
  bodyPenetration: [
    [
      () => bodyPenetration(wrong(sphere(1)), ball),
      TypeError,
      'bodyPenetration: a is a Sphere; give a body of a scene, or { shape, pose }',
    ],
    [
      () => bodyPenetration(ball, { shape: halfspace(), pose: {} }),
      TypeError,
      'bodyPenetration: b.shape is a Halfspace; give a bounded convex shape, a compound or a triangle mesh',
    ],
    [
      () => bodyPenetration({ shape: heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: 1 }), pose: {} }, ball),
      TypeError,
      'bodyPenetration: a.shape is a HeightField; give a bounded convex shape',
    ],
    [() => bodyPenetration(ball, ball, wrong({ depth: 3 })), TypeError, 'warmStart.depth is 3; there is no such'],
  ],
  certifyDistanceField: [
    [() => certifyDistanceField(wrong(3), wrong(3)), TypeError, 'certifyDistanceField: field is 3; give a result'],
  ],
  certifyBodyPenetration: [
    [
      () => certifyBodyPenetration(ball, ball, wrong({ upper: 3 })),
      TypeError,
      'certifyBodyPenetration: result is an object with keys "upper"; give a result of bodyPenetration',
    ],
  ],
  timeOfImpact: [
    [
      () => timeOfImpact(ball, {}, ball, {}, { upTo: Infinity }),
      RangeError,
      'timeOfImpact: options.upTo is Infinity; give a fraction of the motion',
    ],
    [
      () => timeOfImpact(wrong(sphere(1)), {}, ball, {}),
      TypeError,
      'timeOfImpact: a is a Sphere; give a body of a scene, or { shape, pose }',
    ],
    [
      () => timeOfImpact(ball, wrong({ velocity: 1 }), ball, {}),
      TypeError,
      'timeOfImpact: motionA.velocity is 1; there is no such',
    ],
    [() => timeOfImpact(ball, { linear: [1, 2] }, ball, {}), TypeError, 'motionA.linear is [1, 2]; give three'],
    [
      () => timeOfImpact(ball, {}, ball, {}, { maxIterations: 0 }),
      RangeError,
      'options.maxIterations is 0; give a whole number',
    ],
  ],
};

describeErrors(rows, () =>
  expect([scene.bodies.length, scene.pairs().length, [...body.pose].join()]).toEqual([1, 0, '0,0,0,0,0,0,1']),
);

describe('the table', () => {
  it('has every public function and class that takes arguments', () => {
    // Made by scenes and assemblies only.
    const others = ['Assembly', 'BodyPair'];
    expect(Object.keys(rows).sort()).toEqual(
      Object.keys(scenes)
        .filter((name) => !others.includes(name))
        .sort(),
    );
  });
});
