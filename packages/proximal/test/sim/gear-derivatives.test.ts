// Derivatives of steps with gears, against central differences.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { type JointOptions, type RigidBody, World, type WorldJoint } from '../../src/sim/index.ts';
import { worstError } from './world-differences.ts';

const solver = { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 };
const axis = [0.3, 0.2, 0.9];
const integrators = ['euler', 'midpoint'] as const;

/** The two hinges of a gear, whose options are given. */
type Mechanism = (world: World, options: readonly Partial<JointOptions>[]) => readonly [WorldJoint, WorldJoint];

function wheels(world: World): readonly [RigidBody, RigidBody] {
  const velocity = { linear: [0.3, -2, 0.4], angular: [5, -8, 6] };
  const first = world.add(box(0.2, 0.15, 0.1), { mass: 2, velocity, mask: 0 });
  const second = world.add(box(0.1, 0.2, 0.3), { mass: 1, velocity, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
  return [first, second];
}

const atWorld: Mechanism = (world, [first, second]) => {
  const [a, b] = wheels(world);
  return [
    world.connect('world', a, { kind: 'hinge', anchor: [0.1, 0, 0], axis, ...first }),
    world.connect(b, 'world', { kind: 'hinge', anchor: [0.6, 0, 0.3], axis: [0, 1, 0], ...second }),
  ];
};

const onCarrier: Mechanism = (world, [first, second]) => {
  const [a, b] = wheels(world);
  return [
    world.connect('world', a, { kind: 'hinge', anchor: [0.1, 0, 0], axis, ...first }),
    world.connect(a, b, { kind: 'hinge', anchor: [0.3, 0.05, 0.1], axis: [0, 1, 0], ...second }),
  ];
};

/** A gear between the hinge of a wheel on a robot's tip and the hinge at the world on which the robot swings. */
const onRobot: Mechanism = (world, [first, second]) => {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.02] };
  const model = new ModelBuilder()
    .link('rod', rod)
    .link('tip', rod)
    .joint('base', { kind: 'free-flyer', parent: 'world', child: 'rod' })
    .joint('elbow', {
      kind: 'revolute',
      parent: 'rod',
      child: 'tip',
      axis: [0, 1, 0],
      placement: { position: [0, 0, -1] },
    })
    .build();
  const robot = world.add(model, {
    configuration: Float64Array.of(0.1, 0, 0.2, 0, 0, 0, 1, 0.4),
    velocity: Float64Array.of(0.5, -0.4, 0.3, 1, -2, 1, 3),
  });
  const wheel = world.add(box(0.2, 0.15, 0.1), { mass: 2, mask: 0, pose: { position: [-0.2, 0.1, -1.6] } });
  return [
    world.connect(robot.link('tip'), wheel, { kind: 'hinge', anchor: [-0.2, 0, -1.6], axis, ...first }),
    world.connect('world', robot.link('rod'), { kind: 'hinge', anchor: [0.2, 0.1, 0.3], axis: [0, 1, 0], ...second }),
  ];
};

const mechanisms: readonly (readonly [string, Mechanism])[] = [
  ['two wheels at the world', atWorld],
  ['a wheel on a body that swings, and that body', onCarrier],
  ["a wheel on a robot's link, and the hinge on which the robot swings", onRobot],
];

describe.each(mechanisms)('a gear of %s', (_what, connect) => {
  it.each<readonly [string, Partial<JointOptions>, Partial<JointOptions>]>([
    ['nothing else', {}, {}],
    ['motors with stiffness', { motor: { position: 0.4, stiffness: 30, damping: 2, maxForce: 1000 } }, {}],
    ['motors below and at their maximum force', { motor: { velocity: 20, maxForce: 0.1 } }, { friction: 0.05 }],
    ['a motor that holds a velocity', {}, { motor: { velocity: 2, maxForce: 1000 } }],
    ['limits that are near', { limits: [-6, 6] }, { limits: [-6, 6] }],
  ])('with %s', (_beside, first, second) => {
    for (const integrator of integrators)
      for (const closureCorrection of [0, 0.5, 1]) {
        const world = new World({ sleeping: false, integrator, closureCorrection, solver });
        const [one, two] = connect(world, [first, second]);
        world.connectGear(one, two, { ratio: -1.5, offset: two.position + 1.5 * one.position + 0.01 });
        for (let k = 0; k < 5; k++) world.step();
        expect(Math.abs(two.velocity)).toBeGreaterThan(0.01);
        expect(worstError(world), `${integrator} ${closureCorrection}`).toBeLessThan(1e-4);
      }
  });
});

it.each(integrators)('a geared wheel that hits its limit, %s', (integrator) => {
  // Without the correction of closures: its push against the limit would begin in this step, which is a kink.
  const world = new World({ sleeping: false, integrator, solver, closureCorrection: 0 });
  const [one, two] = atWorld(world, [{}, { limits: [-0.003, 0.003] }]);
  world.connectGear(one, two, { ratio: 2 });
  expect(worstError(world)).toBeLessThan(1e-4);
  world.step();
  expect(Math.abs(two.position)).toBeGreaterThan(0.0029);
});
