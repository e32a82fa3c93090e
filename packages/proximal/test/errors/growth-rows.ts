// Wrong arguments to the growth queries.
import * as proximal from '../../src/index.ts';
import { a, b, type Row, wrong } from './row.ts';

const {
  box,
  capsule,
  collide,
  cylinder,
  growthCollide,
  growthDistance,
  growthGradient,
  halfspace,
  Pair,
  point,
  segment,
  triangle,
} = proximal;

const growth = (options: unknown): unknown => growthDistance(a, {}, b, {}, wrong(options));
const flat = triangle([1, 0, 0], [0, 1, 0], [0, 0, 1]);

/** Further rows of functions that have rows in other files. */
export const growthPairRows: Row[] = [
  [
    () => new Pair(a, b, wrong({ certified: true })),
    TypeError,
    'Pair: options.certified is true; give it to setPenetration; the options are algorithm',
  ],
  [
    () => new Pair(a, b, wrong({ warmStart: 'dual' })),
    TypeError,
    'Pair: options.warmStart is "dual"; give it to setGrowth; the options are algorithm',
  ],
  [() => new Pair(a, b, wrong({ toString: 1 })), TypeError, 'Pair: options.toString is 1; there is no such option'],
  [() => new Pair(a, b).setGrowth(wrong(3)), TypeError, 'Pair.setGrowth: options is 3; give an object'],
  [() => new Pair(a, b).growthDistance({}, wrong(3)), TypeError, 'Pair.growthDistance: poseB is 3; give'],
  [
    () => new Pair(a, b).growthDistance({}, Float64Array.of(0, 0, Number.NaN, 0, 0, 0, 1)),
    RangeError,
    'Pair.growthDistance: poseB[2] is NaN; give finite numbers, in meters',
  ],
  [
    () => new Pair(point(), segment(1)).growthDistance({}, {}),
    RangeError,
    'Pair.growthDistance: b is a Segment; neither',
  ],
  [
    () => new Pair(a, b).setGrowth(wrong({ warmStart: 'hot' })),
    RangeError,
    'Pair.setGrowth: options.warmStart is "hot"; give one of none, primal, dual',
  ],
  [
    () => new Pair(a, b).setGrowth({ algorithm: 'conic', warmStart: 'primal' }),
    RangeError,
    `Pair.setGrowth: options.warmStart is "primal"; algorithm 'conic' has no warm start: leave it out`,
  ],
  [
    () => new Pair(a, b, wrong({ algorithm: 'growth', margin: 1 })),
    RangeError,
    `Pair: options.margin is 1; algorithm 'growth' has no margin`,
  ],
];

export const growthCollideRows: Row[] = [
  [
    () => collide(a, {}, b, {}, wrong({ algorithm: 'growth', margin: 1 })),
    RangeError,
    `collide: options.margin is 1; algorithm 'growth' has no margin: leave it out`,
  ],
  [
    () => collide(a, {}, b, {}, { algorithm: 'growth', centerA: [5, 0, 0] }),
    RangeError,
    'collide: options.centerA is [5, 0, 0]; it is 4 m outside its shape',
  ],
  [() => collide(a, wrong(3), b, {}, { algorithm: 'growth' }), TypeError, 'collide: poseA is 3; give'],
];

export const growthRows: Record<string, Row[]> = {
  growthCollide: [
    [() => growthCollide(wrong(1), {}, b, {}), TypeError, 'growthCollide: a is 1; give a shape'],
    [() => growthCollide(a, {}, b, wrong(null)), TypeError, 'growthCollide: poseB is null; give'],
    [() => new Pair(a, b).growthCollide({}, wrong(3)), TypeError, 'Pair.growthCollide: poseB is 3; give'],
  ],
  growthDistance: [
    [() => growthDistance(wrong(1), {}, b, {}), TypeError, 'growthDistance: a is 1; give a shape'],
    [() => growthDistance(a, {}, b, wrong(null)), TypeError, 'growthDistance: poseB is null; give'],
    [
      () => growthDistance(a, {}, b, Float64Array.of(0, 0, Number.NaN, 0, 0, 0, 1)),
      RangeError,
      'growthDistance: poseB[2] is NaN; give finite numbers, in meters',
    ],
    [
      () => growthDistance(a, {}, halfspace(), {}),
      RangeError,
      'growthDistance: b is a Halfspace; it is unbounded and cannot be scaled: give a bounded shape',
    ],
    [
      () => growthDistance(flat, {}, segment(1), {}),
      RangeError,
      'growthDistance: b is a Segment; neither center is strictly inside its shape: give a shape with a volume, or another center',
    ],
    [
      () => growthDistance(cylinder(1e-14, 3e-6), {}, segment(2e4), {}),
      RangeError,
      'neither center is strictly inside its shape by more than rounding (1e-14 m, rounding 2.8',
    ],
    [
      () => growthDistance(a, {}, flat, {}, { centerA: [1, 0, 0] }),
      RangeError,
      'growthDistance: b is a Triangle; neither center is strictly inside its shape',
    ],
    [() => growth({ margin: 1 }), TypeError, 'growthDistance: options.margin is 1; there is no such option'],
    [
      () => growth({ centerA: [3, 0, 0] }),
      RangeError,
      'growthDistance: options.centerA is [3, 0, 0]; it is 2 m outside its shape: give a point of the shape',
    ],
    [() => growth({ centerB: [0, 0, 2] }), RangeError, 'growthDistance: options.centerB is [0, 0, 2]; it is 1'],
    [() => growth({ centerB: [0, 2] }), TypeError, 'growthDistance: options.centerB is [0, 2]; give three'],
    [() => growth({ centerA: [0, Number.NaN, 0] }), RangeError, 'growthDistance: options.centerA[1] is NaN; give'],
    [() => growth({ tolerance: -1 }), RangeError, 'growthDistance: options.tolerance is -1; give a finite ratio'],
    [() => growth({ maxIterations: 0 }), RangeError, 'growthDistance: options.maxIterations is 0; give'],
    [
      () => growth({ accelerate: true }),
      TypeError,
      'growthDistance: options.accelerate is true; give it to options.expert',
    ],
    [
      () => growth({ expert: { accelerate: 1 } }),
      TypeError,
      'growthDistance: options.expert.accelerate is 1; give a boolean',
    ],
    [() => growth({ trace: true }), TypeError, 'growthDistance: options.trace is true; give a function'],
    [
      () => growth({ algorithm: 'gjk' }),
      RangeError,
      'growthDistance: options.algorithm is "gjk"; give one of ray, internal-expanding, incremental, smooth, conic',
    ],
    [
      () => growthDistance(a, {}, capsule(1, 1), {}, { algorithm: 'incremental' }),
      RangeError,
      `growthDistance: b is a Capsule; algorithm 'incremental' takes polytopes`,
    ],
    [
      () => growthDistance(box(1, 1, 1), {}, b, {}, { algorithm: 'smooth' }),
      RangeError,
      `growthDistance: a is a Box; algorithm 'smooth' takes shapes with a twice differentiable support function`,
    ],
    [
      () => growth({ warmStart: 'primal' }),
      RangeError,
      'growthDistance: options.warmStart is "primal"; a single query has no previous one: use new Pair(a, b)',
    ],
  ],
  growthGradient: [
    [() => growthGradient(wrong(1), {}, b, {}), TypeError, 'growthGradient: a is 1; give a shape'],
    [() => growthGradient(a, {}, b, wrong(3)), TypeError, 'growthGradient: poseB is 3; give'],
    [
      () => growthGradient(a, {}, b, {}, wrong({ warmStart: 'primal' })),
      RangeError,
      'growthGradient: options.warmStart is "primal"; a single query has no previous one',
    ],
  ],
};
