// Every public function of the plane with wrong arguments. For the functions of space see ../errors.
import { expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';

const { box, capsule, certify, circle, clearance, clearanceBatch, collide, collideBatch, copyResult } = plane;
const { createDistanceBatch, custom } = plane;
const {
  distance,
  distanceBatch,
  ellipse,
  fromJSON,
  growthCollide,
  growthDistance,
  growthDistanceBatch,
  halfplane,
  Pair,
  penetration,
  polygon,
  rayCast,
} = plane;
const { rounded, Scene, segment, setTarget, shapeCast, signedDistance, supportBatch, timeOfImpact } = plane;
const { certifyImpact, certifySceneImpact, differentiate } = plane;

const [a, b] = [box(1, 1), circle(1)];
const bodies = { shapes: [a, b], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
const pair = Uint32Array.of(0, 1);
const placed = { shape: a, pose: {} };
const ball = { shape: b, pose: { position: [4, 0] } };
const moving = (motion: unknown): unknown => timeOfImpact(placed, wrong(motion), ball, {});
const castWith = (options: unknown): unknown => timeOfImpact(placed, {}, ball, {}, wrong(options));
const scene = new Scene();
const posed = (pose: unknown): unknown => distance(a, {}, b, wrong(pose));
const callWith = (options: unknown): unknown => distance(a, {}, b, {}, wrong(options));
const depth = (options: unknown): unknown => penetration(a, {}, b, {}, wrong(options));

const rows: Record<string, Row[]> = {
  box: [
    [() => box(-1, 1), RangeError, 'box: hx is -1; give half of the side'],
    [() => box(1, wrong('2')), TypeError, 'box: hy is "2"; give'],
  ],
  circle: [[() => circle(0), RangeError, 'circle: radius is 0; give a radius in meters, finite and above 0']],
  segment: [[() => segment(Number.NaN), RangeError, 'segment: halfLength is NaN; give half the length']],
  capsule: [
    [() => capsule(-1, 1), RangeError, 'capsule: radius is -1; give a radius'],
    [() => capsule(1, Infinity), RangeError, 'capsule: halfLength is Infinity; give half the length'],
  ],
  ellipse: [
    [() => ellipse(0, 1), RangeError, 'ellipse: rx is 0; give a semi-axis'],
    [() => ellipse(1, wrong(null)), TypeError, 'ellipse: ry is null; give a semi-axis'],
  ],
  halfplane: [[() => halfplane().support([1, 0]), TypeError, 'it is unbounded']],
  rounded: [
    [() => rounded(wrong({}), 1), TypeError, 'rounded: shape is an object with keys ""; give a shape made by box()'],
    [() => rounded(a, -1), RangeError, 'rounded: radius is -1; give a radius'],
    [
      () => {
        let shape: plane.Shape = a;
        for (;;) shape = rounded(shape, 0.1);
      },
      RangeError,
      'it is nested 32 levels deep',
    ],
  ],
  polygon: [
    [() => polygon([]), TypeError, 'polygon: vertices is []; give at least one point'],
    [() => polygon([1, 2, 3]), TypeError, 'the count of flat numbers must be even'],
    [() => polygon([[1, 2], wrong([3])]), TypeError, 'polygon: vertices[1] is [3]; give two'],
    [() => polygon([1, Number.NaN]), RangeError, 'polygon: vertices[1] is NaN'],
    [() => polygon([0, 0], wrong({ hulls: true })), TypeError, 'there is no such option'],
    [() => polygon([0, 0], { hull: wrong(1) }), TypeError, 'polygon: options.hull is 1; give true or false'],
    [
      () => polygon([0, 0, 2, 0, 2, 2, 1, 0.5], { hull: false }),
      RangeError,
      'polygon: vertices, point 3 (the first is 0) is [1, 0.5]; it lies inside the hull of the others',
    ],
    [
      () => polygon([0, 0, 1, 1, 1, 0, 0, 1], { hull: false }),
      RangeError,
      'polygon: vertices, point 1 (the first is 0) is [1, 1]; it is out of order',
    ],
    [() => polygon([0, 0, 1, 0, 0, 1]).vertex(3), RangeError, 'Polygon.vertex: index is 3; give a whole number from 0'],
  ],
  custom: [
    [() => custom(wrong(null)), TypeError, 'custom: shape is null; give { support'],
    [() => custom(wrong({ suport: () => {} })), TypeError, 'there is no such option'],
    [() => custom({ support: () => {}, inradius: -1 }), RangeError, 'custom: shape.inradius is -1'],
    [
      () => custom({ support: () => {}, boundingBox: { min: [1, 0], max: [0, 0] } }),
      RangeError,
      'custom: shape.boundingBox.min[0] is 1; it must not exceed max[0], 0',
    ],
  ],
  fromJSON: [
    [() => fromJSON('{'), TypeError, 'it is not JSON'],
    [() => fromJSON(wrong([])), TypeError, "give an object like { version: 1, kind: 'box', hx: 1, hy: 1 }"],
    [() => fromJSON(wrong({ version: 1, kind: 'sphere' })), RangeError, 'json.kind is "sphere"; give one of point'],
    [() => fromJSON({ version: 1, kind: 'box', hx: 1, hy: -1 }), RangeError, 'fromJSON: json: box: hy is -1'],
  ],
  Shape: [[() => a.support(wrong([1, 2, 3])), TypeError, 'support: direction is [1, 2, 3]; give two']],
  supportBatch: [
    [() => supportBatch(wrong(1), new Float64Array(2)), TypeError, 'supportBatch: shape is 1'],
    [() => supportBatch(a, new Float64Array(3)), TypeError, 'give a Float64Array of two numbers'],
    [() => supportBatch(a, new Float64Array(2), new Float64Array(4)), TypeError, 'a Float64Array of length 2'],
  ],
  distance: [
    [() => distance(wrong(undefined), {}, b, {}), TypeError, 'distance: a is undefined; give a shape'],
    [() => distance(halfplane(), {}, halfplane(), {}), RangeError, 'both shapes are half-planes'],
    [() => posed(undefined), TypeError, 'distance: poseB is undefined; give { position?, angle? }'],
    [() => posed([1, 2, 3]), TypeError, 'distance: poseB is [1, 2, 3]; give'],
    [() => posed({ rotation: [0, 0, 0, 1] }), TypeError, 'distance: poseB is an object with keys "rotation"; give'],
    [() => posed({ position: [1, 2, 3] }), TypeError, 'distance: poseB.position is [1, 2, 3]; give two'],
    [() => posed({ angle: Number.NaN }), RangeError, 'distance: poseB.angle is NaN; give a finite angle'],
    [() => posed({ angle: 1e300 }), RangeError, 'distance: poseB.angle is 1e+300; give an angle'],
    [() => posed(Float64Array.of(0, Number.NaN, 1, 0)), RangeError, 'distance: poseB[1] is NaN; give finite numbers'],
    [() => posed(Float64Array.of(0, 0, 0, 0)), RangeError, 'its cosine 0 and sine 0 give no direction'],
    [() => posed(['0', 0, 1, 0]), TypeError, 'distance: poseB[0] is "0"; give'],
    [() => callWith({ tolerance: -1 }), RangeError, 'distance: options.tolerance is -1; give a length'],
    [() => callWith({ relativeTolerance: Infinity }), RangeError, 'distance: options.relativeTolerance is Infinity'],
    [() => callWith({ maxIterations: 0 }), RangeError, 'distance: options.maxIterations is 0; give a whole number'],
    [() => callWith({ upTo: -1 }), RangeError, 'distance: options.upTo is -1'],
    [() => callWith({ guess: 'previous' }), RangeError, 'a single query has no previous one'],
    [() => callWith({ guess: 'best' }), RangeError, 'distance: options.guess is "best"; give'],
    [() => callWith({ guess: 3 }), TypeError, 'distance: options.guess is 3; give'],
    [() => callWith({ circles: 1 }), TypeError, 'distance: options.circles is 1; give a boolean'],
    [() => callWith({ trace: 'yes' }), TypeError, 'distance: options.trace is "yes"; give a function'],
    [() => callWith({ speed: 1 }), TypeError, 'distance: options.speed is 1; there is no such option'],
  ],
  clearance: [
    [() => clearance(a, {}, wrong(1), {}), TypeError, 'clearance: b is 1; give a shape'],
    [() => clearance(a, {}, b, Float64Array.of(0, Infinity, 1, 0)), RangeError, 'clearance: poseB[1] is Infinity'],
    [
      () => clearance(a, {}, b, {}, wrong({ margin: 1 })),
      TypeError,
      'clearance: options.margin is 1; a clearance has no margin: compare the result, or use collide',
    ],
  ],
  signedDistance: [[() => signedDistance(a, {}, wrong(1), {}), TypeError, 'signedDistance: b is 1; give a shape']],
  collide: [
    [() => collide(a, {}, wrong({}), {}), TypeError, 'collide: b is an object'],
    [() => collide(a, {}, b, {}, { margin: -1 }), RangeError, 'collide: options.margin is -1; give a length'],
  ],
  Pair: [
    [() => new Pair(a, wrong(2)), TypeError, 'Pair: b is 2; give a shape'],
    [() => new Pair(a, b).distance({}, wrong(null)), TypeError, 'Pair.distance: poseB is null'],
    [() => new Pair(a, b).collide({}, wrong(null)), TypeError, 'Pair.collide: poseB is null'],
    [() => new Pair(a, b, wrong({ centerA: [0, 0] })), TypeError, 'give it to setGrowth; the options are tolerance'],
    [() => new Pair(a, b).clearance({}, wrong(null)), TypeError, 'Pair.clearance: poseB is null'],
    [() => new Pair(a, b).collide({}, new Float64Array(4)), RangeError, 'cosine 0 and sine 0 give no direction'],
    [() => new Pair(a, b).growthDistance({}, new Float64Array(4)), RangeError, 'cosine 0 and sine 0 give no direction'],
    [() => new Pair(a, b).signedDistance(wrong(1), {}), TypeError, 'Pair.signedDistance: poseA is 1'],
    [() => new Pair(a, b).growthDistance(wrong(1), {}), TypeError, 'Pair.growthDistance: poseA is 1'],
    [() => new Pair(a, b).setGrowth({ centerA: [5, 0] }), RangeError, 'Pair.setGrowth: options.centerA'],
  ],
  growthCollide: [
    [() => growthCollide(a, {}, wrong(0), {}), TypeError, 'growthCollide: b is 0; give a shape'],
    [() => new Pair(a, b).growthCollide(wrong(1), {}), TypeError, 'Pair.growthCollide: poseA is 1'],
  ],
  growthDistance: [
    [() => growthDistance(a, {}, wrong(0), {}), TypeError, 'growthDistance: b is 0; give a shape'],
    [() => growthDistance(halfplane(), {}, b, {}), RangeError, 'it is unbounded and cannot be scaled'],
    [() => growthDistance(segment(1), {}, segment(1), {}), RangeError, 'neither center is strictly inside its shape'],
    [
      () => growthDistance(a, {}, b, {}, { centerB: [3, 0] }),
      RangeError,
      'options.centerB is [3, 0]; it is 2 m outside its shape',
    ],
    [() => growthDistance(a, {}, b, {}, { tolerance: -1 }), RangeError, 'options.tolerance is -1; give a finite ratio'],
    [
      () => growthDistance(a, {}, b, {}, wrong({ trace: 1 })),
      TypeError,
      'growthDistance: options.trace is 1; give a function',
    ],
    [() => growthDistance(a, {}, b, {}, wrong({ upTo: 1 })), TypeError, 'there is no such option'],
  ],
  shapeCast: [
    [() => shapeCast(a, {}, wrong([1]), b, {}, [0, 0]), TypeError, 'shapeCast: motionA is [1]'],
    [() => shapeCast(a, {}, [1, 0], b, {}, [0, Number.NaN]), RangeError, 'shapeCast: motionB[1] is NaN'],
    [() => shapeCast(a, {}, [1, 0], b, {}, [0, 0], wrong({ upTo: 1 })), TypeError, 'there is no such option'],
  ],
  rayCast: [
    [() => rayCast(wrong(1), {}, [0, 0], [1, 0]), TypeError, 'rayCast: shape is 1; give a shape'],
    [
      () => rayCast(a, {}, [0, 0], [0, 0]),
      RangeError,
      'rayCast: direction is [0, 0]; give a vector of positive, finite length',
    ],
    [() => rayCast(a, {}, [0, 0], [1, 0], { upTo: -1 }), RangeError, 'rayCast: options.upTo is -1'],
    [
      () => rayCast(a, {}, [0, 0], [1, 0], wrong({ maxDistance: 1 })),
      TypeError,
      'maxDistance is 1; give it to options.upTo',
    ],
  ],
  certify: [
    [() => certify(a, {}, b, {}, wrong({})), TypeError, 'certify: result is an object'],
    [
      () => certify(a, {}, b, {}, wrong({ ...growthDistance(a, {}, b, {}), proof: distance(a, {}, b, {}).proof })),
      TypeError,
      'give a result of distance(), signedDistance(), penetration() or growthDistance()',
    ],
    [
      () => certify(a, {}, b, {}, growthDistance(a, {}, b, {}), wrong({ centerA: [0, 0] })),
      TypeError,
      'certify: options.centerA is [0, 0]; there is no such option',
    ],
    [() => certify(a, {}, b, {}, distance(a, {}, b, {}), { tolerance: -1 }), RangeError, 'options.tolerance is -1'],
  ],
  timeOfImpact: [
    [() => timeOfImpact(wrong(a), {}, ball, {}), TypeError, 'timeOfImpact: a is '],
    [() => timeOfImpact(placed, {}, wrong({ shape: 1, pose: {} }), {}), TypeError, 'timeOfImpact: b.shape is 1'],
    [
      () => moving(undefined),
      TypeError,
      'timeOfImpact: motionA is undefined; give { linear?, angular?, axes? }, or {} for a body at rest',
    ],
    [() => moving([1, 0]), TypeError, 'timeOfImpact: motionA is [1, 0]; give an object with any of linear'],
    [() => moving({ linear: [1, Number.NaN] }), RangeError, 'timeOfImpact: motionA.linear[1] is NaN'],
    [() => moving({ angular: Infinity }), RangeError, 'timeOfImpact: motionA.angular is Infinity; give a finite angle'],
    [
      () => moving({ angular: 1e7 }),
      RangeError,
      'motionA.angular is 10000000; give an angle from −1000000 to 1000000 radians',
    ],
    [() => moving({ axes: 'car' }), RangeError, "motionA.axes is \"car\"; give 'world' or 'body'"],
    [
      () => timeOfImpact(placed, {}, { shape: halfplane(), pose: {} }, { angular: 1 }),
      RangeError,
      'motionB.angular is 1; give 0: a half-plane cannot rotate',
    ],
    [() => castWith({ upTo: 2 }), RangeError, 'options.upTo is 2; give a fraction of the motion, 0 to 1'],
    [() => castWith({ margin: -1 }), RangeError, 'timeOfImpact: options.margin is -1; give a length'],
    [() => castWith({ tolerance: 0 }), RangeError, 'timeOfImpact: options.tolerance is 0'],
    [() => castWith({ maxIterations: 0 }), RangeError, 'timeOfImpact: options.maxIterations is 0'],
    [() => castWith({ mask: 1 }), TypeError, 'timeOfImpact: options.mask is 1; there is no such option'],
  ],
  penetration: [
    [() => penetration(a, {}, wrong(1), {}), TypeError, 'penetration: b is 1; give a shape'],
    [() => penetration(a, wrong(null), b, {}), TypeError, 'penetration: poseA is null'],
    [() => penetration(a, {}, b, new Float64Array(4)), RangeError, 'penetration: poseB'],
    [() => penetration(halfplane(), {}, halfplane(), {}), RangeError, 'both shapes are half-planes'],
    [() => depth(null), TypeError, 'penetration: options is null'],
    [() => depth({ keepProof: true }), TypeError, 'penetration: options.keepProof is true; there is no such option'],
    [() => depth({ algorithm: 'gjk' }), RangeError, 'options.algorithm is "gjk"; give one of auto, incremental, epa'],
    [() => depth({ direction: 'previous' }), RangeError, 'a single query has no previous one: use new Pair(a, b)'],
    [() => depth({ direction: [1, 0, 0] }), TypeError, 'penetration: options.direction is [1, 0, 0]; give two'],
    [() => depth({ certified: 1 }), TypeError, 'penetration: options.certified is 1; give a boolean'],
    [() => depth({ tolerance: -1 }), RangeError, 'penetration: options.tolerance is -1; give a length in meters'],
    [() => depth({ trace: true }), TypeError, 'penetration: options.trace is true; give a function'],
    [() => depth({ expert: { accelerate: 1 } }), TypeError, 'options.expert.accelerate is 1; give a boolean'],
    [() => new Pair(a, b).setPenetration(wrong({ margin: 1 })), TypeError, 'Pair.setPenetration: options.margin is 1'],
    [() => new Pair(a, b).penetration({}, wrong(1)), TypeError, 'Pair.penetration: poseB is 1'],
  ],
  certifyImpact: [
    [
      () => certifyImpact(placed, {}, ball, {}, wrong({})),
      TypeError,
      'certifyImpact: result is an object with keys ""; give a result of timeOfImpact',
    ],
  ],
  certifySceneImpact: [
    [
      () => certifySceneImpact(scene, placed, {}, wrong(null)),
      TypeError,
      'certifySceneImpact: impact is null; give a result of scene.timeOfImpact()',
    ],
    [
      () => certifySceneImpact(wrong({}), placed, {}, scene.timeOfImpact(placed, {})),
      TypeError,
      'certifySceneImpact: scene is an object',
    ],
  ],
  differentiate: [
    [() => differentiate(a, {}, wrong(1), {}), TypeError, 'differentiate: b is 1; give a shape'],
    [() => differentiate(a, wrong(null), b, {}), TypeError, 'differentiate: poseA is null'],
  ],
  Scene: [
    [() => scene.add(wrong(1), {}), TypeError, 'Scene.add: shape is 1; give a shape'],
    [() => scene.add(a, wrong(null)), TypeError, 'Scene.add: pose is null'],
    [() => scene.add(a, {}, wrong({ mass: 1 })), TypeError, 'Scene.add: options.mass is 1; there is no such option'],
    [() => scene.collides(wrong(a)), TypeError, 'Scene.collides: placed is'],
    [() => scene.collides(new Scene().add(a, {})), TypeError, 'give a body that scene.add() returned'],
    [() => scene.collides(placed, { margin: -1 }), RangeError, 'Scene.collides: options.margin is -1'],
    [
      () => scene.collisions(wrong({ mask: 1 })),
      TypeError,
      'Scene.collisions: options.mask is 1; there is no such option',
    ],
    [() => scene.nearest(placed, { upTo: Number.NaN }), RangeError, 'Scene.nearest: options.upTo is NaN'],
    [
      () => scene.nearest(placed, { filter: wrong(1) }),
      TypeError,
      'Scene.nearest: options.filter is 1; give a function',
    ],
    [() => scene.rayCast([0, 0], [0, 0]), RangeError, 'Scene.rayCast: direction is [0, 0]; give a vector'],
    [() => scene.timeOfImpact(placed, wrong(1)), TypeError, 'Scene.timeOfImpact: motion is 1; give'],
  ],
  Body: [[() => new Scene().add(a, {}).setPose(wrong(1)), TypeError, 'Body.setPose: pose is 1']],
  copyResult: [[() => copyResult(wrong(null)), TypeError, 'copyResult: result is null; give a result of distance()']],
  createDistanceBatch: [[() => createDistanceBatch(-1), RangeError, 'createDistanceBatch: count is -1']],
  distanceBatch: [
    [() => distanceBatch(wrong(null), pair), TypeError, 'distanceBatch: bodies.shapes is undefined'],
    [() => distanceBatch({ ...bodies, shapes: [a, wrong(1)] }, pair), TypeError, 'bodies.shapes[1] is 1; give a shape'],
    [() => distanceBatch({ ...bodies, poses: new Float64Array(7) }, pair), TypeError, 'give a Float64Array of 8'],
    [() => distanceBatch(bodies, Uint32Array.of(0, 2)), RangeError, 'pairs[1] is 2; there are 2 bodies'],
    [() => distanceBatch(bodies, Uint32Array.of(0)), TypeError, 'two body indices for each pair'],
    [() => distanceBatch(bodies, pair, {}, wrong({})), TypeError, 'distanceBatch: out is'],
    [
      () => distanceBatch({ shapes: [halfplane()], poses: Float64Array.of(0, 0, 1, 0) }, Uint32Array.of(0, 0)),
      RangeError,
      'both bodies are half-planes',
    ],
  ],
  createGrowthBatch: [[() => plane.createGrowthBatch(-1), RangeError, 'createGrowthBatch: count is -1']],
  growthDistanceBatch: [
    [() => growthDistanceBatch(wrong(null), pair), TypeError, 'growthDistanceBatch: bodies.shapes is undefined'],
    [() => growthDistanceBatch(bodies, pair, { tolerance: -1 }), RangeError, 'options.tolerance is -1'],
    [() => growthDistanceBatch(bodies, pair, wrong({ centerA: [0, 0] })), TypeError, 'centerA'],
    [() => growthDistanceBatch(bodies, pair, {}, wrong({})), TypeError, 'growthDistanceBatch: out is'],
    [() => growthDistanceBatch(bodies, pair, wrong(plane.createGrowthBatch(1))), TypeError, 'give out as the last'],
  ],
  clearanceBatch: [
    [() => clearanceBatch(bodies, pair, {}, new Float64Array(2)), TypeError, 'give a Float64Array of length 1'],
    [() => clearanceBatch(bodies, Uint32Array.of(7, 0)), RangeError, 'pairs[0] is 7; there are 2 bodies'],
    [() => clearanceBatch(bodies, pair, wrong({ margin: 1 })), TypeError, 'clearanceBatch: options.margin is'],
  ],
  collideBatch: [
    [() => collideBatch(bodies, pair, {}, new Uint8Array(2)), TypeError, 'give a Uint8Array of length 1'],
    [() => collideBatch(bodies, pair, wrong(new Uint8Array(1))), TypeError, 'give out as the last argument'],
    [() => collideBatch(bodies, pair, { trace: () => {} }), RangeError, 'a batch has no trace'],
  ],
  createDerivativeBatch: [
    [() => plane.createDerivativeBatch(-1), RangeError, 'createDerivativeBatch: count is -1; give a whole number'],
  ],
  createPenetrationBatch: [
    [() => plane.createPenetrationBatch(-1), RangeError, 'createPenetrationBatch: count is -1; give a whole number'],
  ],
  differentiateBatch: [
    [() => plane.differentiateBatch(bodies, Uint32Array.of(7, 0)), RangeError, 'pairs[0] is 7; there are 2 bodies'],
  ],
  penetrationBatch: [
    [() => plane.penetrationBatch(bodies, Uint32Array.of(7, 0)), RangeError, 'pairs[0] is 7; there are 2 bodies'],
  ],
  signedDistanceBatch: [
    [() => plane.signedDistanceBatch(bodies, Uint32Array.of(7, 0)), RangeError, 'pairs[0] is 7; there are 2 bodies'],
  ],
  setTarget: [[() => setTarget(wrong('gpu')), RangeError, "setTarget: target is \"gpu\"; give 'js' or 'wasm'"]],
};

describeErrors(rows, () => expect(distance(a, {}, b, { position: [4, 0] }).distance).toBe(2));

it('has every public function that takes arguments', () => {
  const others = ['point', 'target', 'targetReason', 'shapeDefinitions', 'batchStatuses', 'batchTerminations'];
  others.push('penetrationAlgorithms');
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(plane)
      .filter((name) => !others.includes(name))
      .sort(),
  );
});
