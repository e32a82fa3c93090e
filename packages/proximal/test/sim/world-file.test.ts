// Simulation files with all features of worlds.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import {
  readSimulation,
  restoreSimulator,
  type Simulation,
  Simulator,
  startSimulation,
  World,
  worldSimulation,
  writeSimulation,
} from '../../src/sim/index.ts';
import { jointedWorld, readings } from './jointed-world.ts';

const boxOf = (x: number, y: number, z: number): object => ({ version: 1, kind: 'box', hx: x, hy: y, hz: z });
const ball = { version: 1, kind: 'sphere', radius: 0.1 };
const head = { format: 'proximal-simulation', version: 1 };
const urdf = '<robot name="arm"/>';

const cell = {
  ...head,
  options: { timeStep: 0.01, substeps: 2, sleeping: false, continuous: true, gravity: [0, 0, -9.81] },
  bodies: [
    { name: 'floor', shape: { version: 1, kind: 'halfspace' }, static: true, material: { friction: 0.9 } },
    {
      name: 'belt',
      shape: boxOf(1, 0.3, 0.05),
      pose: [0, 0, 0.05, 0, 0, 0, 1],
      kinematic: true,
      velocity: [0.2, 0, 0],
    },
    {
      name: 'crate',
      shape: boxOf(0.1, 0.1, 0.1),
      pose: [0, 0, 0.2, 0, 0, 0, 1],
      material: { friction: 0.6, frictionRule: 'min' },
    },
    { name: 'gate', shape: boxOf(0.1, 1, 1), pose: [0.5, 0, 0, 0, 0, 0, 1], static: true, sensor: true },
    { name: 'door', shape: boxOf(0.4, 0.02, 1), pose: [0.4, 3, 1.1, 0, 0, 0, 1], mass: 10 },
    { name: 'ghost', shape: ball, pose: [0, 0, 1, 0, 0, 0, 1], group: 4, mask: 0 },
    { name: 'wheel 1', shape: ball, pose: [5, 0, 1, 0, 0, 0, 1] },
    { name: 'wheel 2', shape: ball, pose: [6, 0, 1, 0, 0, 0, 1] },
  ],
  robots: [{ name: 'arm', text: urdf, material: { restitution: 0.5 } }],
  joints: [
    {
      name: 'door hinge',
      kind: 'hinge',
      a: null,
      b: 'door',
      anchor: [0, 3, 1],
      axis: [0, 0, 1],
      limits: [null, 1.5],
      motor: { velocity: 1, maxForce: 20 },
    },
    { kind: 'hinge', a: null, b: 'wheel 1', anchor: [5, 0, 1], axis: [0, 1, 0], motor: { velocity: 2, maxForce: 9 } },
    { kind: 'hinge', a: null, b: 'wheel 2', anchor: [6, 0, 1], axis: [0, 1, 0] },
    { kind: 'gear', first: 'joint 2', second: 'joint 3', ratio: -2 },
    { kind: 'rope', a: 'ghost', b: { robot: 'arm', link: 'rod' }, length: 5, breakForce: 1e6 },
    {
      kind: 'ball',
      a: 'ghost',
      b: 'wheel 1',
      anchor: [2, 0, 1],
      axis: [1, 0, 0],
      swing: 3,
      turn: { limits: [null, 3] },
      breakForce: 1,
    },
  ],
  exclusions: [
    { a: 'arm', b: 'floor' },
    { a: { robot: 'arm', link: 'rod' }, b: 'crate' },
  ],
};

const arm = () =>
  new ModelBuilder({ name: 'arm' })
    .link('rod', { mass: 1, centerOfMass: [0, 0, -0.3], inertia: [0.02, 0.02, 0.001] })
    .joint('pivot', {
      kind: 'revolute',
      axis: [0, 1, 0],
      parent: 'world',
      child: 'rod',
      placement: { position: [0, -3, 1] },
    })
    .geometry('rod', { shape: sphere(0.1), pose: { position: [0, 0, -0.5] } })
    .build();

const step = (simulator: Simulator, count: number): void => {
  for (let k = 0; k < count; k++) simulator.step();
};

describe('a file with features of worlds', () => {
  it('becomes a world', () => {
    const { world, simulator, parts } = startSimulation(readSimulation(JSON.stringify(cell)), [arm()]);
    expect(simulator).toBe(world);
    if (!world) return;
    expect(world.joints.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'door hinge: hinge',
      'joint 2: hinge',
      'joint 3: hinge',
      'joint 4: gear',
      'joint 5: rope',
      'joint 6: ball',
    ]);
    expect(world.exclusions.length).toBe(2);
    expect([world.timeStep, world.substeps, world.sleep.isOn]).toEqual([0.01, 2, false]);
    expect(parts.map(({ name, kind }) => `${name} ${kind}`).slice(0, 3)).toEqual([
      'floor static',
      'belt body',
      'crate body',
    ]);
    const sensed: string[] = [];
    world.listen(({ kind, phase, b }) => void (kind === 'sensor' && phase === 'began' && sensed.push(b.name)));
    step(world, 200);
    // The belt carries the crate, the motor has opened the door, the gear has turned the second wheel, the ghost has fallen.
    expect(world.find('crate')?.bodies[0].pose[0]).toBeCloseTo(0.4, 2);
    expect(world.joint('door hinge')?.position).toBeCloseTo(1.5, 3);
    expect(world.joint('joint 3')?.position).toBeCloseTo(-2 * (world.joint('joint 2')?.position ?? 0), 4);
    expect(world.find('ghost')?.bodies[0].pose[2]).toBeLessThan(-1);
    expect(sensed).toContain('crate');
  });

  it('without them stays a plain simulator', () => {
    const { world, simulator } = startSimulation(readSimulation({ ...head, bodies: [{ shape: ball }] }));
    expect(world).toBe(null);
    expect(simulator).not.toBeInstanceOf(World);
  });

  it('is written and read again as it was', () => {
    const simulation = readSimulation(cell);
    const again = readSimulation(writeSimulation(simulation));
    const plain = (each: Simulation): unknown => ({ ...each, bodies: each.bodies.map(({ shape, ...body }) => body) });
    expect(plain(again)).toEqual(plain(simulation));
    const [first, second] = [simulation, again].map((each) => startSimulation(each, [arm()]).simulator);
    step(first, 30);
    step(second, 30);
    expect(second.hash()).toBe(first.hash());
  });
});

describe('a world as a file', () => {
  it('has the same bodies, joints and first steps', () => {
    const world = jointedWorld(new Rng(3));
    // Without the robot, whose model has no file.
    world.find('arm')?.remove();
    world.add(box(0.1, 0.1, 0.1), {
      name: 'crate',
      pose: { position: [9, 0, 0.1] },
      group: 2,
      mask: 3,
      material: { friction: 0.2 },
    });
    world.exclude(world.find('crate') as never, world.find('shelf') as never, { name: 'apart' });
    step(world, 10);
    const { world: again } = startSimulation(readSimulation(writeSimulation(worldSimulation(world))));
    if (!again) throw new Error('the file did not become a world');
    expect(again.contents.map(({ name, material }) => ({ name, material }))).toEqual(
      world.contents.map(({ name, material }) => ({ name, material })),
    );
    expect(again.exclusions.map(({ name }) => name)).toEqual(['apart']);
    const given = (each: World): unknown =>
      (readings(each) as Record<string, unknown>[]).map(({ force, torque, position, velocity, turn, ...rest }) => rest);
    expect(given(again)).toEqual(given(world));
    step(world, 5);
    step(again, 5);
    const [q, p] = [world.state.q, again.state.q];
    // A file has neither the whole turns of joints nor warm starts, so that the states agree only to the solver's tolerance.
    expect(Math.max(...q.map((x, k) => Math.abs(x - p[k])))).toBeLessThan(1e-6);
  });

  it('needs the files of its robots', () => {
    const world = new World();
    const robot = world.add(arm());
    robot.joint('pivot').position = 0.5;
    expect(() => worldSimulation(world)).toThrow(/worldSimulation: robots .* the file or text of the robot "arm"/);
    const simulation = worldSimulation(world, { arm: { file: 'arm.urdf' } });
    expect(simulation.robots).toEqual([{ name: 'arm', file: 'arm.urdf', root: 'fixed', q: [0.5], v: [0] }]);
    const { world: again } = startSimulation(readSimulation(writeSimulation(simulation)), [arm()]);
    step(world, 20);
    step(again as World, 20);
    expect(again?.hash()).toBe(world.hash());
    const scaled = new World({ friction: () => 1 });
    expect(() => worldSimulation(scaled)).toThrow(/options\.friction/);
    expect(() => worldSimulation(3 as never)).toThrow(/give a World/);
  });
});

it('restoreSimulator returns a world for a snapshot of a world, and a simulator otherwise', () => {
  const { simulator } = startSimulation(readSimulation(cell), [arm()]);
  expect(restoreSimulator(simulator.snapshot())).toBeInstanceOf(World);
  expect(restoreSimulator(new Simulator({ models: [] }).snapshot())).not.toBeInstanceOf(World);
  expect(() => restoreSimulator(new Uint8Array(9))).toThrow(/^restoreSimulator: /);
});

describe('a file with a wrong', () => {
  type Entry = Record<string, unknown>;
  const bodies = (change: object, name = 'crate'): object => ({
    ...cell,
    bodies: cell.bodies.map((body) => (body.name === name ? { ...body, ...change } : body)),
  });
  const joints = (index: number, change: object): object => ({
    ...cell,
    joints: cell.joints.map((joint, k) => (k === index ? { ...joint, ...change } : joint)),
  });
  const cases: Record<string, [object, RegExp]> = {
    'kinematic flag': [bodies({ kinematic: 1 }), /^readSimulation: bodies\[2\]\.kinematic is 1/],
    'static kinematic body': [
      bodies({ kinematic: true, static: true }),
      /bodies\[2\]\.kinematic is true; a static body/,
    ],
    'mass of a kinematic body': [bodies({ mass: 2 }, 'belt'), /bodies\[1\]\.mass is 2; a kinematic body has none/],
    group: [bodies({ group: 0.5 }), /bodies\[2\]: .*group is 0\.5/],
    material: [bodies({ material: { friction: -1 } }), /bodies\[2\]\.material\.friction is -1/],
    'field of a material': [bodies({ material: { color: 'red' } }), /bodies\[2\]\.material\.color/],
    'sensor flag': [bodies({ sensor: 'yes' }), /bodies\[2\]\.sensor is "yes"/],
    substeps: [{ ...cell, options: { substeps: 0 } }, /options.*substeps is 0/],
    sleeping: [{ ...cell, options: { sleeping: 'no' } }, /options.*sleeping is "no"/],
    'time step': [{ ...cell, options: { timeStep: 'x', substeps: 2 } }, /timeStep is "x"/],
    'list of joints': [{ ...cell, joints: {} }, /joints is an object/],
    joint: [{ ...cell, joints: [3] }, /joints\[0\] is 3/],
    'kind of joint': [joints(0, { kind: 'weld' }), /joints\[0\]: .*options\.kind is "weld"/],
    'option of a joint': [joints(0, { stiffness: 3 }), /joints\[0\]: .*options\.stiffness is 3/],
    'user data': [joints(0, { userData: 3 }), /joints\[0\]\.userData/],
    end: [joints(0, { b: 'window' }), /joints\[0\]\.b is "window"; no body has this name/],
    'missing end': [
      { ...cell, joints: [{ kind: 'ball', b: 'door', anchor: [0, 0, 0] }] },
      /joints\[0\]\.a is undefined/,
    ],
    'end that is a robot': [joints(0, { b: 'arm' }), /joints\[0\]\.b is "arm"; give a link/],
    robot: [joints(4, { b: { robot: 'leg', link: 'rod' } }), /joints\[4\]\.b\.robot is "leg"/],
    limit: [joints(0, { limits: [2, 1] }), /joints\[0\]: .*limits/],
    motor: [joints(0, { motor: { velocity: 1 } }), /joints\[0\]: .*maxForce/],
    'joint name': [joints(0, { name: '' }), /joints\[0\]\.name is ""/],
    'joint name twice': [joints(1, { name: 'door hinge' }), /joints\[1\]\.name is "door hinge"; another joint/],
    'hinge of a gear': [joints(3, { first: 'joint 9' }), /joints\[3\]\.first is "joint 9"/],
    ratio: [joints(3, { ratio: 0 }), /joints\[3\]: .*ratio is 0/],
    exclusion: [{ ...cell, exclusions: [{ a: 'crate', b: null }] }, /exclusions\[0\]\.b is null/],
    'field of an exclusion': [{ ...cell, exclusions: [{ a: 'crate', c: 'floor' }] }, /exclusions\[0\]\.c/],
  };
  it.each(Object.entries(cases))('%s is refused', (_name, [document, message]) => {
    expect(() => readSimulation(document as Entry)).toThrow(message);
    expect(() => readSimulation(document as Entry)).toThrow(/^readSimulation: /);
  });

  it('link is refused when the robots are known', () => {
    const simulation = readSimulation(joints(4, { b: { robot: 'arm', link: 'toe' } }));
    expect(() => startSimulation(simulation, [arm()])).toThrow(/^startSimulation: joints\[4\]\.b\.link: .*toe/);
    const same = readSimulation(joints(4, { b: 'ghost' }));
    expect(() => startSimulation(same, [arm()])).toThrow(/^startSimulation: joints\[4\]: .*same body/);
  });
});
