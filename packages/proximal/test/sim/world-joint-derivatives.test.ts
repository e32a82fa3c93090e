// Derivatives of steps with joints between bodies, against central differences.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, convex, sphere } from '../../src/index.ts';
import { type JointOptions, type RigidBody, World } from '../../src/sim/index.ts';
import { worstError, worstParameterError } from './world-differences.ts';

function twoBodies(): { world: World; a: RigidBody; b: RigidBody } {
  const world = new World({ sleeping: false });
  const at = { linear: [0.3, -0.2, 0.4], angular: [0.5, -0.8, 0.6] };
  const a = world.add(box(0.2, 0.15, 0.1), { mass: 2, velocity: at, mask: 0 });
  const b = world.add(box(0.1, 0.2, 0.3), { mass: 1, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
  return { world, a, b };
}

const solver = { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 };
const anchor = [0.3, 0.05, 0.1];
const axis = [0.3, 0.2, 0.9];

describe('joints between two bodies', () => {
  it.each<JointOptions>([
    { kind: 'ball', anchor },
    { kind: 'fixed', anchor },
    { kind: 'hinge', anchor, axis },
    { kind: 'slider', anchor, axis },
    { kind: 'cylindrical', anchor, axis },
    { kind: 'universal', anchor, axis: [1, 0, 0], axisB: [0, 1, 0] },
    { kind: 'distance' },
    { kind: 'spring', stiffness: 300, damping: 2, length: 0.5 },
    { kind: 'spring', stiffness: 300, damping: 2, length: 0 },
  ])('$kind', (options) => {
    const { world, a, b } = twoBodies();
    world.connect(a, b, options);
    for (let k = 0; k < 5; k++) world.step();
    expect(worstError(world)).toBeLessThan(1e-5);
  });
});

describe('joints in fast motion', () => {
  it.each<JointOptions>([
    { kind: 'ball', anchor },
    { kind: 'fixed', anchor },
    { kind: 'hinge', anchor, axis },
    { kind: 'slider', anchor, axis },
    { kind: 'universal', anchor, axis: [1, 0, 0], axisB: [0, 1, 0] },
    { kind: 'distance' },
  ])('$kind', (options) => {
    for (const integrator of ['euler', 'midpoint'] as const) {
      const world = new World({ sleeping: false, integrator });
      const velocity = { linear: [0.3, -2, 0.4], angular: [5, -8, 6] };
      const a = world.add(box(0.2, 0.15, 0.1), { mass: 2, velocity, mask: 0 });
      const b = world.add(box(0.1, 0.2, 0.3), { mass: 1, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
      world.connect(a, b, options);
      for (let k = 0; k < 20; k++) world.step();
      expect(worstError(world), integrator).toBeLessThan(1e-5);
    }
  });
});

it('a chain that hangs on a kinematic body and on the world, with a contact', () => {
  const world = new World({ sleeping: false, friction: 0.5, solver });
  const hook = world.add(sphere(0.05), { type: 'kinematic', velocity: { linear: [0.2, 0, 0.1] }, mask: 0 });
  const link = world.add(box(0.05, 0.05, 0.2), { pose: { position: [0, 0, -0.3] }, mask: 0 });
  const end = world.add(box(0.1, 0.1, 0.1), { pose: { position: [0, 0, -0.7] } });
  world.add(box(1, 1, 0.1), { type: 'static', pose: { position: [0, 0, -0.8995] } });
  world.connect(hook, link, { kind: 'hinge', anchor: [0, 0, -0.1], axis: [0, 1, 0] });
  world.connect(link, end, { kind: 'ball', anchor: [0, 0, -0.55] });
  world.step();
  expect(worstError(world)).toBeLessThan(1e-4);
});

it("a robot's link and a body", () => {
  const world = new World({ sleeping: false });
  const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };
  const model = new ModelBuilder()
    .link('rod', rod)
    .link('tip', rod)
    .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
    .joint('elbow', {
      kind: 'revolute',
      parent: 'rod',
      child: 'tip',
      axis: [1, 0, 0],
      placement: { position: [0, 0, -1] },
    })
    .build();
  const robot = world.add(model, { configuration: Float64Array.of(0.3, 0.4), velocity: Float64Array.of(1, -2) });
  const load = world.add(box(0.1, 0.15, 0.2), { pose: { position: [-0.6, 0.3, -1.7] }, mask: 0 });
  world.connect(robot.link('tip'), load, { kind: 'hinge', anchor: [-0.5, 0.3, -1.6], axis: [0, 1, 0.2] });
  for (let k = 0; k < 3; k++) world.step();
  expect(worstError(world)).toBeLessThan(1e-5);
});

describe('limits, motors and friction', () => {
  const motion = { linear: [0.3, -0.2, 0.4], angular: [0.5, -0.8, 2] };
  it.each<readonly [string, Partial<JointOptions>, number]>([
    ['a motor below its maximum force', { motor: { velocity: 2, maxForce: 1000 } }, 0],
    ['a motor at its maximum force', { motor: { velocity: 200, maxForce: 0.1 } }, 0],
    ['a motor with stiffness', { motor: { position: 0.4, stiffness: 30, damping: 2, maxForce: 1000 } }, 0],
    ['friction that holds', { friction: 1000 }, 0],
    ['friction that slips', { friction: 0.05 }, 0],
    ['a limit that is near', { limits: [-5, 5] }, 5],
  ])('%s', (_what, options, steps) => {
    for (const kind of ['hinge', 'slider'] as const) {
      const world = new World({ sleeping: false, solver });
      const a = world.add(box(0.2, 0.15, 0.1), { mass: 2, velocity: motion, mask: 0 });
      const b = world.add(box(0.1, 0.2, 0.3), { mass: 1, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
      world.connect(a, b, { kind, anchor, axis, ...options });
      for (let k = 0; k < Math.max(2, steps); k++) world.step();
      expect(worstError(world)).toBeLessThan(1e-4);
    }
  });

  it.each([
    ['hinge', 0.003],
    ['slider', 0.003],
    ['hinge', -0.001],
    ['slider', -0.001],
  ] as const)('a %s that is %d from its limit, and hits it', (kind, gap) => {
    // If the joint reaches its limit in the step (gap > 0), the correction of the other rows may or may not push against the limit, which
    // is a kink. So the correction is switched off in these cases.
    const world = new World({ sleeping: false, solver, closureCorrection: gap > 0 ? 0 : 1 });
    const a = world.add(box(0.2, 0.15, 0.1), { mass: 2, pose: { position: [0.1, 0, 0] }, mask: 0 });
    const b = world.add(box(0.1, 0.2, 0.3), { mass: 1, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
    world.connect('world', a, { kind: 'ball', anchor: [0, 0, 0] });
    const joint = world.connect(a, b, { kind, anchor, axis, limits: [-1, gap] });
    b.setVelocity({ linear: axis.map((x) => 2 * x), angular: axis.map((x) => 4 * x) });
    expect(worstError(world)).toBeLessThan(1e-4);
    expect(joint.force.concat(joint.torque).some((x) => Math.abs(x) > 1)).toBe(true);
  });

  it('a tight rope', () => {
    const world = new World({ sleeping: false, solver });
    const ball = world.add(sphere(0.1), { pose: { position: [0.3, 0, -0.9] }, mask: 0 });
    const ends = [
      [0, 0, 0],
      [0.35, 0.02, -0.9],
    ] as const;
    const rope = world.connect('world', ball, { kind: 'rope', anchors: ends });
    for (let k = 0; k < 10; k++) world.step();
    expect(rope.force[2]).toBeGreaterThan(1);
    expect(worstError(world)).toBeLessThan(1e-4);
  });
});

describe('the second coordinate', () => {
  const kinds: readonly JointOptions[] = [
    { kind: 'cylindrical', anchor, axis },
    { kind: 'universal', anchor, axis: [1, 0, 0], axisB: [0, 1, 0] },
    { kind: 'ball', anchor, axis },
  ];
  it.each<readonly [string, NonNullable<JointOptions['turn']>]>([
    ['a motor below its maximum force', { motor: { velocity: 2, maxForce: 1000 } }],
    ['a motor with stiffness', { motor: { position: 0.4, stiffness: 30, damping: 2, maxForce: 1000 } }],
    ['friction that slips', { friction: 0.05 }],
    ['a limit that is exceeded', { limits: [0.02, 1] }],
  ])('%s', (_what, turn) => {
    for (const options of kinds) {
      const { world, a, b } = twoBodies();
      world.connect(a, b, options);
      for (let k = 0; k < 30; k++) world.step();
      const driven = new World({ sleeping: false, solver, closureCorrection: 0 });
      const [c, d] = [a, b].map(({ shape, mass, pose, velocity }) =>
        driven.add(shape, { mass, pose, velocity, mask: 0 }),
      );
      const frames = (world.joints[0].definition.between as { frames: NonNullable<JointOptions['frames']> }).frames;
      driven.connect(c, d, { kind: options.kind, frames, turn });
      driven.step();
      expect(worstError(driven), options.kind).toBeLessThan(1e-4);
    }
  });

  it('a ball joint that reaches its largest swing', () => {
    const { world, a, b } = twoBodies();
    const joint = world.connect(a, b, { kind: 'ball', anchor, axis, swing: 0.01 });
    b.setVelocity({ angular: [3, -2, 1] });
    for (let k = 0; k < 3; k++) world.step();
    expect(joint.torque.some((x) => Math.abs(x) > 1e-3)).toBe(true);
    expect(worstError(world)).toBeLessThan(1e-4);
  });
});

it('mass and size of a body whose center of mass is not its origin', () => {
  const corners = [0, 0, 0, 0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.5];
  for (const integrator of ['euler', 'midpoint'] as const) {
    const make = ([size, mass]: readonly number[]): World => {
      const world = new World({ sleeping: false, integrator, closureCorrection: 0.5 });
      const shape = convex(corners.map((x) => x * size));
      const a = world.add(shape, { name: 'a', density: 1000, mask: 0 });
      const b = world.add(box(0.1, 0.2, 0.3), { name: 'b', mass, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
      world.connect(a, b, { kind: 'hinge', anchor, axis });
      world.connect('world', a, { kind: 'ball', anchor: [0.1, 0, 0.1] });
      // Both turn about the ball joint.
      for (const body of [a, b]) {
        const [x, y, z] = [body.pose[0] - 0.1, body.pose[1], body.pose[2] - 0.1];
        body.setVelocity({ linear: [-3 * z - 4 * y, 4 * x - 2 * z, 2 * y + 3 * x], angular: [2, -3, 4] });
      }
      return world;
    };
    const parameters = [{ kind: 'size', body: 'a', solid: true } as const, { kind: 'mass', body: 'b' } as const];
    expect(worstParameterError(make, [1, 2], parameters), integrator).toBeLessThan(1e-5);
  }
});
