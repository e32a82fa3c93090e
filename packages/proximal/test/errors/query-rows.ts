// Wrong arguments to the queries, the targets and `proximal/math`.
import * as proximal from '../../src/index.ts';
import {
  compose,
  expPose,
  fromAxisAngle,
  fromEuler,
  interpolate,
  inverse,
  logPose,
  lookAt,
  Rng,
  transformDirection,
  transformPoint,
} from '../../src/math/index.ts';
import { growthCollideRows, growthPairRows } from './growth-rows.ts';
import { a, b, type Row, wrong } from './row.ts';

const {
  certify,
  collide,
  collideBatch,
  createDistanceBatch,
  createGrowthBatch,
  createPenetrationBatch,
  createSignedDistanceBatch,
  distance,
  distanceBatch,
  growthDistanceBatch,
  penetrationBatch,
  signedDistanceBatch,
  halfspace,
  Pair,
  penetration,
  rayBoundary,
  setTarget,
  signedDistance,
} = proximal;

const scaled = [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const mirrored = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1];
const transposed = [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const noPairs = new Uint32Array(0);
const poses = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const callWith = (options: unknown): unknown => distance(a, {}, b, {}, wrong(options));
const depth = (options: unknown): unknown => penetration(a, {}, b, {}, wrong(options));
const posed = (pose: unknown): unknown => distance(a, {}, b, wrong(pose));

export const queryRows: Record<string, Row[]> = {
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
    [() => posed([1, 2, 3]), TypeError, 'distance: poseB is [1, 2, 3]; give'],
    [
      () => posed({ translation: [1, 2, 3] }),
      TypeError,
      'distance: poseB is an object with keys "translation"; give { position?, rotation? }',
    ],
    [() => posed({ position: [1, 2] }), TypeError, 'distance: poseB.position is [1, 2]; give three finite numbers'],
    [() => posed({ position: [1, Number.NaN, 3] }), RangeError, 'distance: poseB.position[1] is NaN; give'],
    [
      () => posed({ position: { x: 1, y: 2 } }),
      TypeError,
      'distance: poseB.position is an object with keys "x, y"; give',
    ],
    [() => posed({ position: { x: 1, y: 2, z: '3' } }), TypeError, 'distance: poseB.position.z is "3"; give'],
    [() => posed({ rotation: [0, 0, 0] }), TypeError, 'distance: poseB.rotation is [0, 0, 0]; give a quaternion'],
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
      'distance: poseB[1] is NaN; give finite numbers, in meters',
    ],
    [() => posed(Float64Array.of(0, 0, 0, 0, 0, 0, Number.NaN)), RangeError, 'distance: poseB'],
    [() => posed([null, '3', true, 0, 0, 0, 1]), TypeError, 'distance: poseB[0] is null; give'],
    [() => posed(Promise.resolve({})), TypeError, 'distance: poseB is a Promise; give'],
    [() => posed(new Map()), TypeError, 'distance: poseB is a Map; give'],
    [() => callWith(new Map()), TypeError, 'distance: options is a Map; give an object'],
    [() => posed(scaled), RangeError, 'transformed(shape, { linear })'],
    [() => posed(mirrored), RangeError, 'transformed(shape, { linear })'],
    [() => posed(transposed), RangeError, 'matrices are column-major'],
    [() => callWith(null), TypeError, 'distance: options is null; give an object'],
    [() => callWith(7), TypeError, 'distance: options is 7; give an object'],
    [
      () => callWith({ tolerence: 1 }),
      TypeError,
      'distance: options.tolerence is 1; there is no such option; the options are algorithm, tolerance, relativeTolerance',
    ],
    [() => callWith({ tolerance: -1 }), RangeError, 'distance: options.tolerance is -1; give a length in meters'],
    [() => callWith({ tolerance: '1' }), TypeError, 'distance: options.tolerance is "1"; give'],
    [() => callWith({ relativeTolerance: Number.NaN }), RangeError, 'distance: options.relativeTolerance is NaN; give'],
    [
      () => callWith({ maxIterations: 0 }),
      RangeError,
      'distance: options.maxIterations is 0; give a whole number from 1 to 1000000',
    ],
    [() => callWith({ maxIterations: 1.5 }), RangeError, 'distance: options.maxIterations is 1.5; give'],
    [
      () => callWith({ algorithm: 'mpr' }),
      RangeError,
      'distance: options.algorithm is "mpr"; give one of auto, gjk, polyak, nesterov',
    ],
    [() => callWith({ upTo: -1 }), RangeError, 'distance: options.upTo is -1; give'],
    [
      () => callWith({ guess: 'previous' }),
      RangeError,
      'distance: options.guess is "previous"; a single query has no previous one: use new Pair(a, b)',
    ],
    [
      () => callWith({ guess: 'predicted' }),
      RangeError,
      'distance: options.guess is "predicted"; a single query has no previous one: use new Pair(a, b)',
    ],
    [() => callWith({ guess: 'center' }), RangeError, 'distance: options.guess is "center"; give'],
    [() => callWith({ guess: 3 }), TypeError, 'distance: options.guess is 3; give'],
    [() => callWith({ guess: [0, Number.NaN, 0] }), RangeError, 'distance: options.guess[1] is NaN; give'],
  ],
  collide: [
    ...growthCollideRows,
    [() => collide(wrong(1), {}, b, {}), TypeError, 'collide: a is 1; give a shape'],
    [() => collide(a, {}, b, wrong(null)), TypeError, 'collide: poseB is null; give'],
    [() => collide(a, {}, b, {}, { margin: -1 }), RangeError, 'collide: options.margin is -1; give a length in meters'],
    [
      () => collide(a, {}, b, {}, wrong({ algorithm: 'epa' })),
      RangeError,
      'collide: options.algorithm is "epa"; give one of auto, gjk',
    ],
    [
      () => callWith({ expert: { criterion: 'gap' } }),
      RangeError,
      'distance: options.expert.criterion is "gap"; give one of bounds, duality-gap',
    ],
    [
      () => callWith({ expert: { schedule: 'book' } }),
      RangeError,
      'distance: options.expert.schedule is "book"; give one of paper, code',
    ],
    [
      () => callWith({ expert: { normalize: 1 } }),
      TypeError,
      'distance: options.expert.normalize is 1; give a boolean',
    ],
    [
      () => callWith({ schedule: 'code' }),
      TypeError,
      'distance: options.schedule is "code"; give it to options.expert',
    ],
    [
      () => callWith({ expert: 1 }),
      TypeError,
      'distance: options.expert is 1; give an object with any of criterion, schedule',
    ],
    [
      () => callWith({ expert: { speed: 1 } }),
      TypeError,
      'distance: options.expert.speed is 1; there is no such option',
    ],
    [() => callWith({ trace: true }), TypeError, 'distance: options.trace is true; give a function'],
  ],
  createSignedDistanceBatch: [
    [() => createSignedDistanceBatch(0.5), RangeError, 'createSignedDistanceBatch: count is 0.5; give a whole number'],
  ],
  createPenetrationBatch: [
    [() => createPenetrationBatch(-1), RangeError, 'createPenetrationBatch: count is -1; give a whole number'],
  ],
  signedDistanceBatch: [
    [
      () => signedDistanceBatch({ shapes: [a], poses }, Uint32Array.of(0, 1)),
      RangeError,
      'signedDistanceBatch: pairs[1] is 1; there are 1 bodies',
    ],
    [
      () => signedDistanceBatch({ shapes: [a], poses }, noPairs, {}, wrong({})),
      TypeError,
      'signedDistanceBatch: out is',
    ],
  ],
  penetrationBatch: [
    [
      () => penetrationBatch({ shapes: [a], poses }, wrong([0, 0])),
      TypeError,
      'penetrationBatch: pairs is [0, 0]; give a Uint32Array',
    ],
    [() => penetrationBatch({ shapes: [a], poses }, noPairs, {}, wrong({})), TypeError, 'penetrationBatch: out is'],
  ],
  createGrowthBatch: [[() => createGrowthBatch(-1), RangeError, 'createGrowthBatch: count is -1; give a whole number']],
  growthDistanceBatch: [
    [
      () => growthDistanceBatch({ shapes: [a], poses }, Uint32Array.of(0, 1)),
      RangeError,
      'growthDistanceBatch: pairs[1] is 1; there are 1 bodies',
    ],
    [
      () => growthDistanceBatch({ shapes: [a], poses }, noPairs, {}, wrong({})),
      TypeError,
      'growthDistanceBatch: out is',
    ],
  ],
  createDistanceBatch: [
    [() => createDistanceBatch(-1), RangeError, 'createDistanceBatch: count is -1; give a whole number of pairs'],
  ],
  distanceBatch: [
    [
      () => distanceBatch({ shapes: [a], poses }, noPairs, wrong(createDistanceBatch(0))),
      TypeError,
      'give out as the last argument, after the options',
    ],
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
      () => distanceBatch({ shapes: [a], poses: new Float64Array(7) }, noPairs, { trace: () => {} }),
      RangeError,
      'distanceBatch: options.trace is a function; a batch has no trace: use distance() or collide() for one pair',
    ],
    [
      () => distanceBatch({ shapes: [a], poses: wrong([]) }, noPairs),
      TypeError,
      'distanceBatch: bodies.poses is []; give a Float64Array of 7',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, wrong([0, 0])),
      TypeError,
      'distanceBatch: pairs is [0, 0]; give a Uint32Array',
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
      () => distanceBatch({ shapes: [a], poses }, Uint32Array.of(0, 0), {}, createDistanceBatch(2)),
      TypeError,
      'distanceBatch: out is an object',
    ],
    [
      () => distanceBatch({ shapes: [a], poses }, noPairs, { tolerance: -1 }),
      RangeError,
      'distanceBatch: options.tolerance is -1; give',
    ],
  ],
  penetration: [
    [() => penetration(wrong(1), {}, b, {}), TypeError, 'penetration: a is 1; give a shape'],
    [() => penetration(a, {}, b, wrong(null)), TypeError, 'penetration: poseB is null; give'],
    [
      () => penetration(a, {}, b, Float64Array.of(0, 0, Number.NaN, 0, 0, 0, 1)),
      RangeError,
      'penetration: poseB[2] is NaN; give finite numbers, in meters',
    ],
    [() => penetration(halfspace(), {}, halfspace(), {}), RangeError, 'penetration: b is'],
    [() => depth({ margin: 1 }), TypeError, 'penetration: options.margin is 1; there is no such option'],
    [
      () => depth({ algorithm: 'gjk' }),
      RangeError,
      'penetration: options.algorithm is "gjk"; give one of auto, incremental, epa, sqp, mpr',
    ],
    [
      () => depth({ direction: 'previous' }),
      RangeError,
      'penetration: options.direction is "previous"; a single query has no previous one: use new Pair(a, b)',
    ],
    [() => depth({ direction: 'down' }), RangeError, `penetration: options.direction is "down"; give 'centers' or`],
    [() => depth({ direction: 3 }), TypeError, 'penetration: options.direction is 3; give'],
    [() => depth({ direction: [1, Number.NaN, 0] }), RangeError, 'penetration: options.direction[1] is NaN; give'],
    [() => depth({ certified: 1 }), TypeError, 'penetration: options.certified is 1; give a boolean'],
    [() => depth({ keepProof: 'yes' }), TypeError, 'penetration: options.keepProof is "yes"; give a boolean'],
    [() => depth({ tolerance: -1 }), RangeError, 'penetration: options.tolerance is -1; give a length in meters'],
    [() => depth({ trace: true }), TypeError, 'penetration: options.trace is true; give a function'],
  ],
  signedDistance: [
    [() => signedDistance(a, {}, wrong('b'), {}), TypeError, 'signedDistance: b is "b"; give a shape'],
    [() => signedDistance(a, wrong([]), b, {}), TypeError, 'signedDistance: poseA is []; give'],
    [
      () => signedDistance(a, {}, b, {}, wrong({ upTo: 1 })),
      TypeError,
      'signedDistance: options.upTo is 1; there is no such option',
    ],
  ],
  rayBoundary: [
    [() => rayBoundary(a, {}, wrong(2), {}, [1, 0, 0]), TypeError, 'rayBoundary: b is 2; give a shape'],
    [() => rayBoundary(a, {}, b, {}, wrong('up')), TypeError, 'rayBoundary: direction is "up"; give'],
    [() => rayBoundary(a, {}, b, {}, [0, 0, 0]), RangeError, 'rayBoundary: direction is [0, 0, 0]; give a vector'],
    [() => rayBoundary(a, wrong(0), b, {}, [0, 0, 1]), TypeError, 'rayBoundary: poseA is 0; give'],
  ],
  collideBatch: [
    [
      () => collideBatch({ shapes: [a], poses }, Uint32Array.of(0, 5)),
      RangeError,
      'collideBatch: pairs[1] is 5; there are 1 bodies',
    ],
    [
      () => collideBatch({ shapes: [a], poses }, noPairs, {}, wrong([])),
      TypeError,
      'collideBatch: out is []; give a Uint8Array of length 0',
    ],
  ],
  Pair: [
    ...growthPairRows,
    [() => new Pair(a, b).setPenetration(wrong(3)), TypeError, 'Pair.setPenetration: options is 3; give an object'],
    [() => new Pair(a, b).penetration({}, wrong(3)), TypeError, 'Pair.penetration: poseB is 3; give'],
    [() => new Pair(a, b).signedDistance({}, wrong(3)), TypeError, 'Pair.signedDistance: poseB is 3; give'],
    [() => new Pair(wrong(1), b), TypeError, 'Pair: a is 1; give a shape'],
    [() => new Pair(a, wrong(undefined)), TypeError, 'Pair: b is undefined; give a shape'],
    [() => new Pair(a, b, wrong({ warm: true })), TypeError, 'Pair: options.warm is true; there is no such option'],
    [() => new Pair(a, b).distance({}, wrong('here')), TypeError, 'Pair.distance: poseB is "here"; give'],
  ],
  certify: [
    [() => certify(wrong(1), {}, b, {}, distance(a, {}, b, {})), TypeError, 'certify: a is 1; give a shape'],
    [() => certify(a, {}, b, wrong(7), distance(a, {}, b, {})), TypeError, 'certify: poseB is 7; give'],
    [
      () => certify(a, {}, b, {}, distance(a, {}, b, {}), { tolerance: -1 }),
      RangeError,
      'certify: options.tolerance is -1; give a length in meters',
    ],
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
    [
      () => certify(a, {}, b, {}, wrong(rayBoundary(a, {}, b, {}, [1, 0, 0]))),
      TypeError,
      'penetration() or growthDistance(), which have a proof; a result of rayBoundary() has none',
    ],
  ],
  copyResult: [
    [() => proximal.copyResult(wrong(1)), TypeError, 'copyResult: result is 1; give a result of distance()'],
  ],
  setTarget: [[() => setTarget(wrong('gpu')), RangeError, "setTarget: target is \"gpu\"; give 'js' or 'wasm'"]],
  compose: [
    [() => compose(wrong(1), {}), TypeError, 'compose: outer is 1; give'],
    [() => compose({}, wrong([])), TypeError, 'compose: inner is []; give'],
  ],
  inverse: [[() => inverse(wrong('x')), TypeError, 'inverse: pose is "x"; give']],
  transformPoint: [
    [() => transformPoint(wrong(0), [0, 0, 0]), TypeError, 'transformPoint: pose is 0; give'],
    [() => transformPoint({}, [0, 0]), TypeError, 'transformPoint: point is [0, 0]; give'],
  ],
  transformDirection: [
    [() => transformDirection(wrong(0), [0, 0, 0]), TypeError, 'transformDirection: pose is 0; give'],
    [() => transformDirection({}, [0, 0]), TypeError, 'transformDirection: direction is [0, 0]; give'],
  ],
  expPose: [
    [() => expPose([0, 0, 0]), TypeError, 'expPose: twist is [0, 0, 0]; give six finite numbers'],
    [() => expPose([0, 0, 0, 0, 0, Number.NaN]), RangeError, 'expPose: twist[5] is NaN; give six finite numbers'],
  ],
  logPose: [[() => logPose(wrong('x')), TypeError, 'logPose: pose is "x"; give']],
  interpolate: [
    [() => interpolate(wrong(1), {}, 0), TypeError, 'interpolate: from is 1; give'],
    [() => interpolate({}, wrong(1), 0), TypeError, 'interpolate: to is 1; give'],
    [() => interpolate({}, {}, Infinity), RangeError, 'interpolate: t is Infinity; give a finite number'],
  ],
  fromAxisAngle: [
    [() => fromAxisAngle([0, 0, 0], 1), RangeError, 'fromAxisAngle: axis is [0, 0, 0]; give a vector that is not zero'],
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
    [() => fromEuler(0, 0, 0, 'XYZ', [0]), TypeError, 'fromEuler: position is [0]; give'],
  ],
  lookAt: [
    [() => lookAt([0, 0, 0], [0, 0, 0]), RangeError, 'lookAt: target is [0, 0, 0]; give a target away from the eye'],
    [() => lookAt(wrong(1), [0, 0, 0]), TypeError, 'lookAt: eye is 1; give'],
    [() => lookAt([0, 0, 0], [1, 0, 0], wrong('z')), TypeError, 'lookAt: up is "z"; give'],
  ],
  Rng: [
    [() => new Rng(-1), RangeError, 'Rng: seed is -1; give a whole number from 0 to 4294967295'],
    [() => new Rng(wrong('1')), TypeError, 'Rng: seed is "1"; give'],
  ],
};
