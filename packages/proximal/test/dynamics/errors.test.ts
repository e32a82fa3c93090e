// Wrong arguments: every exported function names itself, the argument, the value and the remedy, and changes nothing.
import { expect, it } from 'vitest';
import * as dynamics from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';

const {
  centerOfMass,
  centerOfMassJacobian,
  centroidalMomentum,
  constraintError,
  constraintJacobian,
  ConstraintRows,
  coriolisMatrix,
  Data,
  DelassusFactor,
  delassus,
  delassusCholesky,
  difference,
  forwardDynamics,
  forwardDynamicsDerivatives,
  forwardKinematics,
  frameAcceleration,
  frameJacobian,
  framePose,
  frameVelocity,
  frameVelocityDerivatives,
  geometryPoses,
  gravityTorque,
  biasTorque,
  integrate,
  inverseDynamics,
  inverseDynamicsDerivatives,
  inverseMassMatrix,
  kineticEnergy,
  massMatrix,
  Model,
  ModelBuilder,
  mayCollide,
  neutral,
  passiveTorque,
  springEnergy,
  withCollisions,
  potentialEnergy,
  randomConfiguration,
} = dynamics;

const body = { mass: 1, inertia: [1, 1, 1] };
const make = (): dynamics.Model =>
  new ModelBuilder()
    .link('a', body)
    .link('b', body)
    .joint('free', { kind: 'free-flyer', parent: 'world', child: 'a' })
    .joint('hinge', { kind: 'revolute', parent: 'a', child: 'b' })
    .constraint('anchor', { kind: 'point', a: 'b' })
    .build();
const model = make();
const data = model.createData();
const fresh = (): dynamics.Data => model.createData();
const placed = (): dynamics.Data => {
  const other = model.createData();
  forwardKinematics(model, other, neutral(model));
  return other;
};
const q = neutral(model);
const v = model.zeroVelocity();
const short = new Float64Array(3);
const nan = Float64Array.from(v, (_, k) => (k === 2 ? Number.NaN : 0));
const zeros = new Float64Array(8);
const dataOfOther = make().createData();
const builder = (): dynamics.ModelBuilder => new ModelBuilder();
const joint = (description: unknown): unknown => builder().joint('j', wrong(description));
const row = (
  jointA: number,
  jointB = -1,
  point: number[] = [0, 0, 0],
  direction: number[] = [0, 0, 1, 0, 0, 0],
): dynamics.ConstraintRows => {
  const rows = new ConstraintRows(1);
  rows.add(jointA, point, jointB, [0, 0, 0], direction);
  return rows;
};
const hinge = { kind: 'revolute', parent: 'world', child: 'a' };

/** Invalid arguments that all algorithms of configuration (and velocity, and more) reject. */
function common(name: string, call: (...args: unknown[]) => unknown, vectors: string[]): Row[] {
  const good = [q, v, v].slice(0, vectors.length);
  const swap = (index: number, value: unknown): unknown[] => good.map((each, k) => (k === index ? value : each));
  return [
    [() => call({}, data, ...good), TypeError, `${name}: model is an object with keys ""; give a model made by`],
    [
      () => call(model, dataOfOther, ...good),
      TypeError,
      `${name}: data is a Data; give the data made by model.createData()`,
    ],
    [() => call(model, data, ...swap(0, zeros)), RangeError, `${name}: q[3…6] is "0 0 0 0"; this is a quaternion`],
    ...vectors.flatMap((argument, k): Row[] => [
      [
        () => call(model, data, ...swap(k, short)),
        TypeError,
        `${name}: ${argument} is Float64Array [0, 0, 0]; give a Float64Array of length ${k === 0 ? 8 : 7}`,
      ],
      ...(k === 0
        ? []
        : [
            [
              () => call(model, data, ...swap(k, nan)),
              RangeError,
              `${name}: ${argument}[2] is NaN; give finite numbers`,
            ] as Row,
          ]),
    ]),
  ];
}

const rows: Record<string, Row[]> = {
  Model: [
    [
      () => model.jointIndex('knee'),
      TypeError,
      'Model.jointIndex: name is "knee"; there is no such joint; the model has free, hinge',
    ],
    [() => model.frameIndex('tool'), TypeError, 'Model.frameIndex: name is "tool"; there is no such frame'],
  ],
  ModelBuilder: [
    [
      () => new ModelBuilder(wrong({ weight: 1 })),
      TypeError,
      'ModelBuilder: options.weight is 1; there is no such option',
    ],
    [() => new ModelBuilder({ gravity: [0, 0] }), TypeError, 'ModelBuilder: options.gravity is [0, 0]'],
    [() => new ModelBuilder({ timeStep: 0 }), RangeError, 'ModelBuilder: options.timeStep is 0; give seconds'],
    [() => new ModelBuilder(wrong({ strict: 1 })), TypeError, 'ModelBuilder: options.strict is 1'],
    [() => new ModelBuilder({ name: '' }), TypeError, 'ModelBuilder: options.name is ""'],
    [() => builder().link(''), TypeError, 'ModelBuilder.link: name is ""; give a name'],
    [
      () => builder().link('world'),
      RangeError,
      'ModelBuilder.link: name is "world"; this name is reserved for the world',
    ],
    [
      () => builder().link('a').link('a'),
      RangeError,
      'ModelBuilder.link: name is "a"; there is already a link with this name',
    ],
    [() => builder().link('a', { mass: -1 }), RangeError, 'ModelBuilder.link: link "a": mass is -1; give a mass in kg'],
    [
      () => builder().link('a', { mass: 1 }),
      RangeError,
      'link "a": inertia is "0 0 0 0 0 0 0 0 0"; a link with mass needs',
    ],
    [() => builder().link('a', { mass: 1, inertia: [1, 1] }), TypeError, 'link "a": inertia is [1, 1]; give three'],
    [() => builder().link('a', { mass: 1, inertia: [1, 0.1, 0, 0, 1, 0, 0, 0, 1] }), RangeError, 'it is not symmetric'],
    [() => joint(null), TypeError, 'ModelBuilder.joint: description is null; give { kind'],
    [() => joint({ ...hinge, kind: 'ball' }), RangeError, 'joint "j": kind is "ball"; give one of fixed, revolute'],
    [
      () => joint({ ...hinge, axis: [0, 0, 0] }),
      RangeError,
      'joint "j": axis is "0 0 0"; give a vector that is not zero',
    ],
    [() => joint({ ...hinge, pitch: 1 }), RangeError, 'joint "j": pitch is 1; only helical joints have a pitch'],
    [() => joint({ ...hinge, damping: -1 }), RangeError, 'joint "j": damping is -1; give a finite number'],
    [() => joint({ ...hinge, lower: [0, 1] }), TypeError, 'joint "j": lower is [0, 1]; give one number'],
    [
      () => joint({ kind: 'planar', parent: 'world', child: 'a', mimic: { joint: 'k' } }),
      RangeError,
      'a planar joint cannot mimic',
    ],
    [() => builder().frame('f', wrong(3)), TypeError, 'ModelBuilder.frame: link is 3; give a name'],
    [() => builder().frame('f', 'absent').build(), RangeError, 'frame "f": there is no link "absent"'],
    [
      () => builder().geometry('a', wrong({ shape: 'box' })),
      TypeError,
      'ModelBuilder.geometry: description.shape is "box"; give a shape',
    ],
    [
      () =>
        builder()
          .geometry('a', { shape: sphere(1) })
          .build(),
      RangeError,
      'there is no link "a"',
    ],
    [
      () => builder().constraint('c', wrong({ kind: 'rope', a: 'a' })),
      RangeError,
      "description.kind is \"rope\"; give 'point' or 'weld'",
    ],
    [() => builder().actuator(wrong(null)), TypeError, 'ModelBuilder.actuator: actuator is null'],
    [() => builder().reference('j', wrong(1)), TypeError, 'ModelBuilder.reference: values is 1'],
    [() => builder().notice(wrong('hello')), TypeError, 'ModelBuilder.notice: notice is "hello"'],
    [
      () =>
        builder()
          .link('a', body)
          .joint('j', wrong({ ...hinge, parent: 'b' }))
          .build(),
      RangeError,
      'ModelBuilder.build: joint "j": its parent "b" is not a link',
    ],
  ],
  ConstraintRows: [
    [() => new ConstraintRows(-1), RangeError, 'ConstraintRows: capacity is -1; give a whole number'],
    [
      () => new ConstraintRows(0).add(0, [], 0, [], []),
      RangeError,
      'ConstraintRows.add: count is 1; the capacity is 0',
    ],
    [() => row(0.5), RangeError, 'ConstraintRows.add: jointA is 0.5; give the index of a joint of the model, or -1'],
    [() => row(0, -2), RangeError, 'ConstraintRows.add: jointB is -2; give the index'],
    [() => row(0, -1, [0, 0]), TypeError, 'ConstraintRows.add: pointA is [0, 0]; give 3 finite numbers'],
    [
      () => row(0, -1, [0, 0, 0], [1, 0, 0]),
      TypeError,
      'ConstraintRows.add: direction is [1, 0, 0]; give 6 finite numbers',
    ],
    [
      () => row(0, -1, [0, 0, 0], [Number.NaN, 0, 0, 0, 0, 0]),
      RangeError,
      'ConstraintRows.add: direction[0] is NaN; give 6 finite numbers',
    ],
    [
      () => delassus(model, placed(), row(0, 7)),
      RangeError,
      'delassus: constraints.jointB[0] is 7; give the index of a joint',
    ],
  ],
  DelassusFactor: [
    [
      () => delassusCholesky(model, placed(), model.constraints).solve(v),
      TypeError,
      'DelassusFactor.solve: b is a Float64Array of length 7',
    ],
  ],
  forwardKinematics: common('forwardKinematics', wrong(forwardKinematics), ['q', 'v', 'a']),
  inverseDynamics: [
    ...common('inverseDynamics', wrong(inverseDynamics), ['q', 'v', 'a']),
    [
      () => inverseDynamics(model, data, q, v, v, short),
      TypeError,
      'inverseDynamics: externalForces is Float64Array [0, 0, 0]; give a Float64Array of length 12',
    ],
  ],
  forwardDynamics: common('forwardDynamics', wrong(forwardDynamics), ['q', 'v', 'tau']),
  inverseDynamicsDerivatives: common('inverseDynamicsDerivatives', wrong(inverseDynamicsDerivatives), ['q', 'v', 'a']),
  forwardDynamicsDerivatives: common('forwardDynamicsDerivatives', wrong(forwardDynamicsDerivatives), [
    'q',
    'v',
    'tau',
  ]),
  massMatrix: common('massMatrix', wrong(massMatrix), ['q']),
  inverseMassMatrix: common('inverseMassMatrix', wrong(inverseMassMatrix), ['q']),
  coriolisMatrix: common('coriolisMatrix', wrong(coriolisMatrix), ['q', 'v']),
  gravityTorque: common('gravityTorque', wrong(gravityTorque), ['q']),
  biasTorque: common('biasTorque', wrong(biasTorque), ['q', 'v']),
  kineticEnergy: common('kineticEnergy', wrong(kineticEnergy), ['q', 'v']),
  potentialEnergy: common('potentialEnergy', wrong(potentialEnergy), ['q']),
  centerOfMass: common('centerOfMass', wrong(centerOfMass), ['q']),
  centerOfMassJacobian: common('centerOfMassJacobian', wrong(centerOfMassJacobian), ['q']),
  centroidalMomentum: common('centroidalMomentum', wrong(centroidalMomentum), ['q', 'v']),
  framePose: [
    [
      () => framePose(model, fresh(), 'a'),
      TypeError,
      'framePose: data is a Data; it has no results; call forwardKinematics with the configuration first',
    ],
    [() => framePose(model, placed(), 'tool'), TypeError, 'framePose: frame is "tool"; there is no such frame'],
    [() => framePose(model, placed(), 99), RangeError, 'framePose: frame is 99; give a whole number from 0'],
    [
      () => framePose(model, placed(), 'a', short),
      TypeError,
      'framePose: out is Float64Array [0, 0, 0]; give a Float64Array of length 7',
    ],
  ],
  frameVelocity: [
    [
      () => frameVelocity(model, placed(), 'a'),
      TypeError,
      'it has placements only; call forwardKinematics with a velocity first',
    ],
  ],
  frameAcceleration: [
    [() => frameAcceleration(model, placed(), 'a'), TypeError, 'call forwardKinematics with an acceleration first'],
  ],
  frameJacobian: [
    [() => frameJacobian(model, fresh(), 'a'), TypeError, 'frameJacobian: data is a Data; it has no results'],
    [
      () => frameJacobian(model, placed(), 'a', wrong('global')),
      RangeError,
      'frameJacobian: reference is "global"; give one of local, world, local-world-aligned',
    ],
  ],
  frameVelocityDerivatives: [
    [() => frameVelocityDerivatives(model, data, q, v, 'tool'), TypeError, 'frameVelocityDerivatives: frame is "tool"'],
    [() => frameVelocityDerivatives(model, data, q, nan, 'a'), RangeError, 'frameVelocityDerivatives: v[2] is NaN'],
  ],
  geometryPoses: [[() => geometryPoses(model, fresh()), TypeError, 'geometryPoses: data is a Data; it has no results']],
  constraintError: [
    [
      () => constraintError(model, placed(), wrong('anchor')),
      TypeError,
      'constraintError: constraints is "anchor"; give model.constraints',
    ],
  ],
  constraintJacobian: [
    [
      () => constraintJacobian(model, placed(), wrong([{}])),
      TypeError,
      'constraintJacobian: constraints[0] is an object with keys ""',
    ],
  ],
  delassus: [
    [() => delassus(model, fresh(), model.constraints), TypeError, 'delassus: data is a Data; it has no results'],
    [
      () => delassus(model, placed(), model.constraints, short),
      TypeError,
      'delassus: out is Float64Array [0, 0, 0]; give a Float64Array of length 9',
    ],
  ],
  delassusCholesky: [
    [
      () => delassusCholesky(model, placed(), model.constraints, { regularization: 0 }),
      RangeError,
      'delassusCholesky: options.regularization is 0; give a ratio above 0',
    ],
  ],
  integrate: [
    [
      () => integrate(model, q, short),
      TypeError,
      'integrate: v is Float64Array [0, 0, 0]; give a Float64Array of length 7',
    ],
    [() => integrate(model, zeros, v), RangeError, 'integrate: q[3…6] is "0 0 0 0"'],
    [
      () => integrate(model, q, v, short),
      TypeError,
      'integrate: out is Float64Array [0, 0, 0]; give a Float64Array of length 8',
    ],
  ],
  difference: [
    [() => difference(model, q, short), TypeError, 'difference: to is Float64Array [0, 0, 0]'],
    [() => difference(model, zeros, q), RangeError, 'difference: from[3…6] is "0 0 0 0"'],
  ],
  passiveTorque: [
    [() => passiveTorque(wrong('robot'), q, q), TypeError, 'passiveTorque: model is "robot"; give a model'],
    [() => passiveTorque(model, wrong(1), q), TypeError, 'passiveTorque: q is 1; give a Float64Array'],
    [() => passiveTorque(model, q, wrong(1)), TypeError, 'passiveTorque: v is 1; give a Float64Array'],
  ],
  springEnergy: [
    [() => springEnergy(wrong('robot'), q), TypeError, 'springEnergy: model is "robot"; give a model'],
    [() => springEnergy(model, wrong(1)), TypeError, 'springEnergy: q is 1; give a Float64Array'],
  ],
  mayCollide: [
    [() => mayCollide(wrong('robot'), 0, 0), TypeError, 'mayCollide: model is "robot"; give a model'],
    [() => mayCollide(model, 0, 0), RangeError, 'mayCollide: i is 0'],
  ],
  withCollisions: [
    [() => withCollisions(wrong('robot'), []), TypeError, 'withCollisions: model is "robot"; give a model'],
    [() => withCollisions(model, wrong('all')), TypeError, 'withCollisions: rules is "all"; give an array of rules'],
    [() => withCollisions(model, [wrong(1)]), TypeError, 'withCollisions: rule is 1; give { links'],
  ],
  neutral: [[() => neutral(wrong('robot')), TypeError, 'neutral: model is "robot"; give a model']],
  randomConfiguration: [
    [
      () => randomConfiguration(model, wrong(Math.random)),
      TypeError,
      'randomConfiguration: rng is a function; give a generator',
    ],
  ],
};

const torques = [...inverseDynamics(model, data, q, v, v)];

describeErrors(rows, () => expect([...inverseDynamics(model, data, q, v, v)]).toEqual(torques));

it('the table has every export', () => {
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(dynamics)
      .filter((name) => name !== 'Data')
      .sort(),
  );
  // Data is made by the model only.
  expect(model.createData()).toBeInstanceOf(Data);
  expect(model).toBeInstanceOf(Model);
  expect(delassusCholesky(model, placed(), model.constraints)).toBeInstanceOf(DelassusFactor);
});
