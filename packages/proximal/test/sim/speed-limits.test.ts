// Velocity limits of joints: they hold whatever drives the joint, and only take energy away.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import { type Robot, Simulator, World } from '../../src/sim/index.ts';
import { generatedArm, generatedQuadruped, ifShared, loadRobot } from '../dynamics/shared.ts';
import { check, solver } from './step-differences.ts';

const limit = 2;

/** Two rods in a row that hang from a hinge. */
function pendulum(velocityLimit = limit): Model {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.25], inertia: [0.02, 0.02, 0.001] };
  const hinge = { kind: 'revolute', axis: [0, 1, 0], velocityLimit } as const;
  return new ModelBuilder({ name: 'pendulum' })
    .link('upper', rod)
    .link('lower', rod)
    .joint('shoulder', { ...hinge, parent: 'world', child: 'upper' })
    .joint('elbow', { ...hinge, parent: 'upper', child: 'lower', placement: { position: [0, 0, -0.5] } })
    .geometry('lower', { shape: sphere(0.05), pose: { position: [0, 0, -0.5] } })
    .build();
}

/** The largest |v|/v_max, and the largest rise of the energy in a step, in joules. */
function watch(world: World, robot: Robot, steps: number): { fastest: number; rise: number } {
  const { velocity } = robot.model.limits;
  let [fastest, rise, energy] = [0, -Infinity, Infinity];
  for (let k = 0; k < steps; k++) {
    world.step();
    robot.velocity.forEach((v, i) => {
      fastest = Math.max(fastest, Math.abs(v) / velocity[i]);
    });
    const { kineticEnergy, potentialEnergy } = world.report();
    if (k > 0) rise = Math.max(rise, kineticEnergy + potentialEnergy - energy);
    energy = kineticEnergy + potentialEnergy;
  }
  return { fastest, rise };
}

describe('a velocity limit', () => {
  it.each([
    ['a torque', (robot: Robot) => Object.assign(robot.joint('shoulder'), { torque: 300 })],
    ['a target', (robot: Robot) => Object.assign(robot.joint('elbow'), { target: -2 })],
    ['gravity', (robot: Robot) => Object.assign(robot.joint('shoulder'), { position: 2 })],
    ['a velocity that was set', (robot: Robot) => Object.assign(robot.joint('elbow'), { velocity: 30 })],
    ['an impulse', (robot: Robot) => robot.link('lower').applyImpulse([5, 0, 0], [0, 0, -1])],
  ])('holds against %s', (_, act) => {
    for (const rate of [60, 240, 1000]) {
      const world = new World({ timeStep: 1 / rate });
      const robot = world.add(pendulum());
      act(robot);
      const { fastest } = watch(world, robot, rate);
      expect(fastest).toBeLessThan(1 + 2e-6);
      expect(fastest).toBeGreaterThan(0.98);
    }
  });

  it('holds in the step of a hit', () => {
    const world = new World({ timeStep: 1 / 240, gravity: [0, 0, 0] });
    const robot = world.add(pendulum());
    world.add(sphere(0.1), { mass: 5, pose: { position: [-0.4, 0, -1] }, velocity: { linear: [20, 0, 0] } });
    const { fastest } = watch(world, robot, 60);
    expect(fastest).toBeGreaterThan(0.98);
    expect(fastest).toBeLessThan(1 + 2e-6);
  });

  it('adds no energy', () => {
    const world = new World({ timeStep: 1 / 240, gravity: [0, 0, 0] });
    const robot = world.add(pendulum());
    robot.setVelocity(Float64Array.of(1.9, -1.9));
    robot.joint('elbow').position = 1;
    const { rise, fastest } = watch(world, robot, 2400);
    expect(fastest).toBeGreaterThan(0.99);
    expect(rise).toBeLessThan(1e-9);
  });

  it('can be ignored', () => {
    const world = new World({ timeStep: 1 / 240, velocityLimits: 'ignore' });
    const robot = world.add(pendulum());
    robot.joint('shoulder').position = 2;
    expect(watch(world, robot, 240).fastest).toBeGreaterThan(2);
    expect(() => new World({ velocityLimits: 'maybe' as never })).toThrow('options.velocityLimits is "maybe"');
  });

  it('leaves slower joints as they are, bit for bit', () => {
    const [slow, free] = [pendulum(100), pendulum()].map((model, k) => {
      const sim = new Simulator({ models: [model], velocityLimits: k === 0 ? 'enforce' : 'ignore' });
      sim.setState({ q: Float64Array.of(1, 0.5) });
      for (let step = 0; step < 240; step++) sim.step();
      return sim.state.q;
    });
    expect(slow).toEqual(free);
  });

  it('has derivatives', () => {
    const sim = new Simulator({ models: [pendulum()], timeStep: 1e-3, solver });
    sim.setState({ q: Float64Array.of(0.5, 0.2), v: Float64Array.of(1, limit) });
    // The elbow is pushed against its limit; afterwards, Coriolis forces slow it down.
    check(sim, Float64Array.of(0, 50));
    expect(sim.state.v[1]).toBeLessThan(limit);
    expect(sim.state.v[1]).toBeGreaterThan(0.99 * limit);
  });

  it('is a kink where Coriolis forces exceed it', () => {
    const sim = new Simulator({ models: [pendulum()], timeStep: 1e-3, gravity: [0, 0, 0] });
    sim.setState({ q: Float64Array.of(0.5, -0.2), v: Float64Array.of(1, limit) });
    sim.step();
    expect(sim.state.v[1]).toBeCloseTo(limit, 9);
    expect(sim.stepDerivatives().kinks.map(({ reason }) => reason)).toContain('speed');
  });

  it.each([
    generatedArm,
    generatedQuadruped,
    ...ifShared([{ file: 'robots/ur5/ur5.urdf' }, { file: 'robots/panda/panda.urdf' }]),
  ])('of $file holds while the robot collapses without drives', async (robot) => {
    const world = new World({ timeStep: 1 / 240 });
    const limp = world.add(await loadRobot(robot));
    expect(watch(world, limp, 480).fastest).toBeLessThan(1 + 2e-6);
  });
});
