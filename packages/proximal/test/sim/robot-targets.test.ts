// Targets of joints: default gains, effort limits, stiff actuators.
import { describe, expect, it } from 'vitest';
import { type Actuator, type JointDescription, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { defaultGains } from '../../src/sim/default-gains.ts';
import {
  type Robot,
  readSimulation,
  Simulator,
  startSimulation,
  World,
  worldSimulation,
  writeSimulation,
} from '../../src/sim/index.ts';
import { generatedArm, generatedHand, generatedQuadruped, ifShared, loadRobot } from '../dynamics/shared.ts';
import { lowestOf } from './robot-drops.ts';
import { check, solver } from './step-differences.ts';

const rates = [60, 240, 1000];
const inertia = 0.2;

/** A wheel about a fixed horizontal axis. */
function wheel(joint: Partial<JointDescription> = {}, actuator?: Partial<Actuator>): Model {
  const builder = new ModelBuilder({ name: 'wheel' })
    .link('disc', { mass: 1, inertia: [1, inertia, 1] })
    .joint('axle', { kind: 'revolute', parent: 'world', child: 'disc', axis: [0, 1, 0], ...joint });
  if (actuator) builder.actuator({ name: 'servo', kind: 'position', joint: 'axle', ...actuator });
  return builder.build();
}

function withinLimits({ limits }: Model, q: ArrayLike<number>): Float64Array {
  return Float64Array.from(q, (x, k) => Math.min(limits.upper[k], Math.max(limits.lower[k], x)));
}

describe('a position actuator', () => {
  it('is implicit: v⁺ = (I v + Δt kp (u − q))/(I + Δt kv + Δt² kp)', () => {
    const [kp, kv, timeStep] = [5e4, 30, 1 / 60];
    const sim = new Simulator({ models: [wheel({}, { kp, kv })], timeStep });
    sim.setState({ q: Float64Array.of(0.2), v: Float64Array.of(3) });
    sim.controls[0] = 0.7;
    sim.step();
    const next = (inertia * 3 + timeStep * kp * (0.7 - 0.2)) / (inertia + timeStep * kv + timeStep ** 2 * kp);
    expect(sim.state.v[0]).toBeCloseTo(next, 12);
  });

  it.each(rates)('of any stiffness and damping comes to rest at its target, at %i Hz', (rate) => {
    for (const [kp, kv] of [
      [1e6, 10],
      [1e8, 1e5],
      [100, 1e6],
    ]) {
      const sim = new Simulator({ models: [wheel({}, { kp, kv })], timeStep: 1 / rate });
      sim.setState({ q: Float64Array.of(1), v: Float64Array.of(50) });
      let energy = Infinity;
      for (let k = 0; k < 10 * rate; k++) {
        sim.step();
        const [q, v] = [sim.state.q[0], sim.state.v[0]];
        const now = (inertia * v * v + kp * q * q) / 2;
        expect(now).toBeLessThanOrEqual(energy);
        energy = now;
      }
      if (kp > kv) expect(Math.abs(sim.state.q[0])).toBeLessThan(1e-3);
    }
  });

  it('with a saturated force accelerates like a constant force', () => {
    const timeStep = 1 / 240;
    const sim = new Simulator({ models: [wheel({}, { kp: 1e5, kv: 1e3, forceRange: [-3, 4] })], timeStep });
    sim.controls[0] = 10;
    for (let k = 1; k < 20; k++) {
      sim.step();
      expect(sim.state.v[0]).toBeCloseTo((k * timeStep * 4) / inertia, 12);
    }
    sim.controls[0] = -10;
    const [before] = sim.state.v;
    sim.step();
    expect(sim.state.v[0] - before).toBeCloseTo((-3 * timeStep) / inertia, 12);
  });
});

describe('derivatives of a step with actuators', () => {
  const servo = { kp: 900, kv: 20 };
  it.each([
    ['implicit', servo, 0.8],
    ['at the limit of its force', { ...servo, forceRange: [-2, 2] } as const, 3],
  ])('%s', (_, actuator, control) => {
    const rod = { mass: 1, centerOfMass: [0.2, 0, -0.1], inertia: [0.01, 0.02, 0.02] };
    const model = new ModelBuilder()
      .link('upper', rod)
      .link('lower', rod)
      .joint('a', { kind: 'revolute', parent: 'world', child: 'upper', axis: [0, 1, 0] })
      .joint('b', { kind: 'revolute', parent: 'upper', child: 'lower', axis: [0, 0, 1], effortLimit: 100 })
      .actuator({ name: 'motor', kind: 'position', joint: 'b', ...actuator })
      .build();
    const sim = new Simulator({ models: [model], timeStep: 1 / 60, solver });
    sim.controls[0] = control;
    sim.setState({ q: Float64Array.of(0.5, 0.2), v: Float64Array.of(0.5, 1) });
    check(sim, Float64Array.of(2, 1));
  });
});

describe('an effort limit', () => {
  const timeStep = 1 / 240;
  const turned = (act: (robot: Robot) => void): Robot => {
    const world = new World({ timeStep });
    const robot = world.add(wheel({ effortLimit: 2 }));
    act(robot);
    world.step();
    return robot;
  };

  it.each([
    ['a target', (robot: Robot) => Object.assign(robot.joint('axle'), { target: 5 }), 2],
    ['a torque', (robot: Robot) => Object.assign(robot.joint('axle'), { torque: -100 }), -2],
    ['both', (robot: Robot) => Object.assign(robot.joint('axle'), { torque: 1.5, target: 5 }), 2],
    ['a torque against a target', (robot: Robot) => Object.assign(robot.joint('axle'), { torque: -1, target: 5 }), 2],
    ['a torque within it', (robot: Robot) => Object.assign(robot.joint('axle'), { torque: 0.5 }), 0.5],
  ])('holds for %s', (_, act, effort) => {
    const { velocity, effort: felt } = turned(act).joint('axle');
    expect(velocity).toBeCloseTo((effort * timeStep) / inertia, 12);
    expect(felt).toBeCloseTo(effort, 12);
  });

  it.each(rates)('bounds the force of a hand on a wall, also when it hits the wall, at %i Hz', (rate) => {
    const [length, effort] = [0.5, 3];
    const model = new ModelBuilder({ gravity: [0, 0, 0] })
      .link('hand', { mass: 0.5, centerOfMass: [length, 0, 0], inertia: [0.001, 0.001, 0.001] })
      .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'hand', axis: [0, 0, 1], effortLimit: effort })
      .geometry('hand', { shape: box(0.02, 0.02, 0.02), pose: { position: [length, 0, 0] } })
      .build();
    const world = new World({ timeStep: 1 / rate });
    world.add(halfspace(), {
      type: 'static',
      pose: { position: [0, 0.2, 0], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    });
    const shoulder = world.add(model).joint('shoulder');
    shoulder.target = 1.5;
    for (let k = 0; k < rate; k++) {
      world.step();
      expect(Math.abs(shoulder.effort)).toBeLessThan(effort * (1 + 1e-9));
    }
    expect(shoulder.effort).toBeCloseTo(effort, 9);
    expect(shoulder.velocity).toBeCloseTo(0, 9);
    const force = world.report().contacts.reduce((sum, { impulse }) => sum + Math.hypot(...impulse) * rate, 0);
    // The contact force balances the effort. Its lever arm about the shoulder is less than 0.53 m, the distance of the farthest
    // corner, and more than 0.4 m, because the arm is tilted by 0.4 rad and friction tilts the force.
    expect(force).toBeGreaterThan(effort / (length + 0.03));
    expect(force).toBeLessThan(effort / (length - 0.1));
  });
});

describe('default gains', () => {
  const poses: Readonly<Record<string, readonly number[]>> = {
    'generated arm': [0.3, 0.1, -0.2, 0.2, 0.7, 0.1],
    'robots/panda/panda.urdf': [0, -0.4, 0, -2.2, 0, 1.9, 0.8, 0.02],
    'robots/ur5/ur5.urdf': [0.3, -1.2, 1.4, -0.5, 0.7, 0.1],
  };
  it.each([
    generatedArm,
    generatedHand,
    ...ifShared(
      ['panda/panda.urdf', 'ur5/ur5.urdf', 'allegro_right/allegro_right.urdf'].map((file) => ({
        file: `robots/${file}`,
      })),
    ),
  ])('let $file sag by at most 2 mrad or 1 mm, by the same angles at all time steps', async (robot) => {
    const model = await loadRobot(robot);
    const sags = rates.map((rate) => {
      const world = new World({ timeStep: 1 / rate });
      const arm = world.add(model);
      arm.setConfiguration(withinLimits(model, poses[robot.file] ?? arm.configuration));
      const wanted = arm.configuration;
      arm.hold();
      for (let k = 0; k < 2 * rate; k++) world.step();
      expect(Math.max(...arm.velocity.map(Math.abs))).toBeLessThan(1e-5);
      return arm.configuration.map((x, k) => x - wanted[k]);
    });
    for (const sag of sags) {
      expect(Math.max(...sag.map(Math.abs))).toBeLessThan(2e-3);
      expect(Math.max(...sag.map((x, k) => Math.abs(x - sags[0][k])))).toBeLessThan(1e-6);
    }
  });

  it.each([
    generatedQuadruped,
    ...ifShared([
      { file: 'robots/solo12/solo12.urdf', root: 'free-flyer' as const },
      { file: 'robots/talos/talos.urdf', root: 'free-flyer' as const },
    ]),
  ])('let $file stand on a floor', async (robot) => {
    const model = await loadRobot(robot);
    for (const rate of [60, 240]) {
      const world = new World({ timeStep: 1 / rate, sleeping: false });
      const standing = world.add(model);
      world.add(halfspace(), { type: 'static', pose: { position: [0, 0, lowestOf(standing.bodies) - 0.001] } });
      standing.setConfiguration(withinLimits(model, standing.configuration));
      const before = standing.configuration;
      standing.hold();
      for (let k = 0; k < 2 * rate; k++) world.step();
      for (const [k, x] of standing.configuration.entries()) expect(Math.abs(x - before[k])).toBeLessThan(3e-3);
      for (const speed of standing.velocity) expect(Math.abs(speed)).toBeLessThan(1e-3);
    }
  });

  it.each(ifShared(['robots/a1_mjcf/a1.xml', 'robots/go1_mjcf/go1.xml']))(
    'are not needed by %s, which stands on the actuators of its file',
    async (file) => {
      const model = await loadRobot({ file });
      const leg = [0, 0.9, -1.8];
      for (const rate of rates) {
        const world = new World({ timeStep: 1 / rate });
        world.add(halfspace(), { type: 'static' });
        const dog = world.add(model);
        dog.setConfiguration(Float64Array.from([0, 0, 0.3, 0, 0, 0, 1, ...leg, ...leg, ...leg, ...leg]));
        dog.hold();
        expect(dog.actuator(model.actuators[1].name).control).toBe(0.9);
        for (let k = 0; k < 2 * rate; k++) world.step();
        const [x, y, z, ...rotation] = dog.configuration;
        expect(Math.hypot(x, y)).toBeLessThan(0.03);
        expect(z).toBeCloseTo(0.27, 1);
        expect(Math.abs(rotation[3])).toBeCloseTo(1, 3);
        expect(Math.max(...dog.velocity.map(Math.abs))).toBeLessThan(1e-2);
      }
    },
  );

  it('follow from the weight of the rod and its lever arm', () => {
    const [mass, length, effortLimit] = [3, 0.7, 200];
    const link = { mass, centerOfMass: [0, 0, -length], inertia: [0.1, 0.1, 0.2] };
    const model = (more: object): Model =>
      new ModelBuilder()
        .link('rod', link)
        .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0], ...more })
        .build();
    const [{ stiffness, damping }] = defaultGains(model({}));
    expect(stiffness).toBeCloseTo((mass * 9.81 * length) / 0.002, 9);
    expect(damping).toBeCloseTo(2 * Math.sqrt(stiffness * (mass * length ** 2 + 0.2)), 9);
    expect(defaultGains(model({ effortLimit: 1e4 }))[0].stiffness).toBeCloseTo(1e5, 9);
    expect(defaultGains(model({ effortLimit }))[0].stiffness).toBe(stiffness);
    expect(defaultGains(model({ kind: 'prismatic' }))[0].stiffness).toBeCloseTo((mass * 9.81) / 0.001, 9);
  });
});

describe('an arm that pushes against a wall', () => {
  it.each([
    { robot: generatedArm, from: [0, 0, 0, 0, 0, 0], to: [0, 1.3, 0, 0, 0, 0], wall: 0.6 },
    ...ifShared([
      {
        robot: { file: 'robots/panda/panda.urdf' },
        from: [0, -0.4, 0, -2.2, 0, 1.9, 0.785, 0],
        to: [0, 0.6, 0, -1.4, 0, 1.9, 0.785, 0],
        wall: 0.75,
      },
      {
        robot: { file: 'robots/ur5/ur5.urdf' },
        from: [0, -1.2, 1.8, -0.6, -1.5, 0],
        to: [0, -0.4, 0.8, -0.6, -1.5, 0],
        wall: 0.75,
      },
    ]),
  ])('keeps its effort and velocity limits and comes to rest: $robot.file', async ({ robot, from, to, wall }) => {
    const model = await loadRobot(robot);
    const { effort, velocity } = model.limits;
    for (const rate of [60, 240]) {
      const world = new World({ timeStep: 1 / rate });
      world.add(box(0.02, 1, 1), { type: 'static', pose: { position: [wall, 0, 0.5] } });
      const arm = world.add(model);
      arm.setConfiguration(Float64Array.from(from));
      arm.hold(Float64Array.from(to));
      let use = 0;
      for (let k = 0; k < 4 * rate; k++) {
        world.step();
        for (const { name, v, mimic } of model.joints) {
          if (mimic !== null) continue;
          const joint = arm.joint(name);
          use = Math.max(use, Math.abs(joint.effort) / effort[v], Math.abs(joint.velocity) / velocity[v]);
        }
      }
      expect(use).toBeLessThan(1 + 2e-6);
      expect(world.report().contacts.length).toBeGreaterThan(0);
      expect(world.report().penetration).toBeLessThan(1e-3);
      expect(Math.max(...arm.velocity.map(Math.abs))).toBeLessThan(0.01);
    }
  });
});

describe('targets of a robot', () => {
  const driven = async (): Promise<{ world: World; arm: Robot }> => {
    const world = new World({ timeStep: 1 / 240 });
    const arm = world.add(await loadRobot(generatedArm));
    arm.joint('axis2').target = 0.05;
    arm.joint('axis3').stiffness = 3000;
    arm.joint('axis3').damping = 70;
    return { world, arm };
  };
  const run = (world: World, steps: number): string => {
    for (let k = 0; k < steps; k++) world.step();
    return world.hash();
  };

  it('have gains that can be set, and are removed by null', async () => {
    const { world, arm } = await driven();
    const joint = arm.joint('axis3');
    expect([joint.target, joint.stiffness, joint.damping]).toEqual([0, 3000, 70]);
    run(world, 240);
    expect(joint.effort).toBeCloseTo(-3000 * joint.position - 70 * joint.velocity, 1);
    expect(arm.joint('axis2').position).toBeCloseTo(0.05, 2);
    for (const name of ['axis2', 'axis3']) arm.joint(name).target = null;
    expect(joint.target).toBeNull();
    run(world, 120);
    expect(arm.joint('axis2').position).toBeGreaterThan(0.2);
  });

  it('are part of snapshots, of saved states and of the hash, and survive a change of the time step', async () => {
    const { world, arm } = await driven();
    run(world, 20);
    const saved = world.save();
    const twin = World.restore(world.snapshot());
    const before = world.hash();
    expect(run(world, 30)).toBe(run(twin, 30));
    arm.joint('axis2').target = -0.5;
    expect(world.hash()).not.toBe(twin.hash());
    arm.joint('axis1').target = 1;
    world.load(saved);
    expect(world.hash()).toBe(before);
    expect(run(world, 30)).toBe(twin.hash());
    world.timeStep = 1 / 100;
    expect(arm.joint('axis2').target).toBe(0.05);
    expect(arm.joint('axis1').target).toBeNull();
  });

  it('are part of simulation files', async () => {
    const { world, arm } = await driven();
    const simulation = worldSimulation(world, { arm: { text: generatedArm.text as string } });
    const again = startSimulation(readSimulation(writeSimulation(simulation)), [await loadRobot(generatedArm)]);
    const twin = again.world?.find('arm') as Robot;
    for (const name of ['axis1', 'axis2', 'axis3']) expect(twin.joint(name).target).toBe(arm.joint(name).target);
    expect([twin.joint('axis3').stiffness, twin.joint('axis3').damping]).toEqual([3000, 70]);
    expect(run(again.world as World, 30)).toBe(run(world, 30));
    const [robot] = simulation.robots;
    const start = (targets: object) => async () =>
      startSimulation(readSimulation(writeSimulation({ ...simulation, robots: [{ ...robot, targets } as never] })), [
        await loadRobot(generatedArm),
      ]);
    await expect(start([{ joint: 'axis9', position: 1 }])).rejects.toThrow('robots[0].targets');
    await expect(start([{ joint: 'axis1', position: 'up' }])).rejects.toThrow('robots[0].targets[0].position is "up"');
    await expect(start([{ joint: 'axis1', position: 1, damping: -1 }])).rejects.toThrow('targets[0].damping is -1');
    await expect(start([{ joint: 3, position: 1 }])).rejects.toThrow('targets[0].joint is 3');
    await expect(start({})).rejects.toThrow('robots[0].targets is');
  });

  it('keep a robot awake', async () => {
    const { world, arm } = await driven();
    arm.hold();
    run(world, 480);
    expect(arm.isSleeping).toBe(false);
  });
});

describe('actuators by name', () => {
  it('have a control, and one joint may have several', () => {
    const model = new ModelBuilder()
      .link('disc', { mass: 1, inertia: [1, inertia, 1] })
      .joint('axle', { kind: 'revolute', parent: 'world', child: 'disc', axis: [0, 1, 0] })
      .actuator({ name: 'push', kind: 'motor', joint: 'axle', gear: 3 })
      .actuator({ name: 'brake', kind: 'velocity', joint: 'axle', kv: 6 })
      .build();
    const world = new World({ timeStep: 1 / 240 });
    const robot = world.add(model);
    robot.actuator('push').control = 2;
    expect(robot.actuator('push').control).toBe(2);
    expect(robot.actuator('brake').model.kv).toBe(6);
    for (let k = 0; k < 480; k++) world.step();
    // 3 · 2 N m against 6 N m s/rad.
    expect(robot.joint('axle').velocity).toBeCloseTo(1, 9);
    robot.actuator('brake').control = 4;
    for (let k = 0; k < 480; k++) world.step();
    expect(robot.joint('axle').velocity).toBeCloseTo(5, 9);
  });
});
