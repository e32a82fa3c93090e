// Moving bodies that are not convex: compounds, decomposed meshes and closed meshes.
import { afterAll, describe, expect, it } from 'vitest';
import { box, convex, cylinder, halfspace, setTarget, sphere, target } from '../../src/index.ts';
import { type Compound, compound, decompose, type Geometry, heightField, triangleMesh } from '../../src/scene/index.ts';
import {
  freeBody,
  type RigidBody,
  readSimulation,
  Simulator,
  startSimulation,
  World,
  writeSimulation,
} from '../../src/sim/index.ts';
import { ellMesh } from '../fixtures/ell-mesh.ts';
import { cup, cupProfile, revolved } from '../fixtures/revolved.ts';
import { flatMesh } from './floors.ts';
import { check, onFloor as onPlane } from './step-differences.ts';

const stepsPerSecond = 240;
const initialTarget = target();
afterAll(() => setTarget(initialTarget));

/** An L of two boxes that stands on its long side, with its lowest points at z = −0.1. */
const ell = (): Compound =>
  compound([{ shape: box(0.4, 0.1, 0.1) }, { shape: box(0.1, 0.1, 0.2), pose: { position: [-0.3, 0, 0.3] } }]);

/** A table that stands on z = 0. */
const table = (): Compound =>
  compound([
    { shape: box(0.5, 0.3, 0.02), pose: { position: [0, 0, 0.4] } },
    ...[0, 1, 2, 3].map((k) => ({
      shape: box(0.03, 0.03, 0.19),
      pose: { position: [k & 1 ? 0.45 : -0.45, k & 2 ? 0.25 : -0.25, 0.19] as const },
    })),
  ]);

const mug = (): ReturnType<typeof cup> => cup(0.05, 0.1, 0.005, 16);

function onFloor(floor: Geometry = halfspace(), height = 0): World {
  const world = new World({ sleeping: false });
  world.add(floor, { type: 'static', name: 'floor', pose: { position: [0, 0, height] } });
  return world;
}

/** The sine of the angle between the body's z and the world's. */
function tilt({ pose: [, , , x, y, z, w] }: RigidBody): number {
  return Math.hypot(2 * (x * z + w * y), 2 * (y * z - w * x));
}

const speed = ({ velocity: { linear, angular } }: RigidBody): number => Math.hypot(...linear, ...angular);

/** @returns the largest growth of the energy in a step, relative to its first value, and the deepest penetration */
function run(world: World, steps: number): { growth: number; depth: number } {
  let [growth, depth] = [0, 0];
  let before = Infinity;
  let first = 0;
  for (let k = 0; k < steps; k++) {
    world.step();
    const { kineticEnergy, potentialEnergy, penetration } = world.report();
    const energy = kineticEnergy + potentialEnergy;
    if (k === 0) first = Math.abs(energy);
    growth = Math.max(growth, (energy - before) / first);
    depth = Math.max(depth, penetration);
    before = energy;
  }
  return { growth, depth };
}

function expectNoEnergyGainOrPenetration({ growth, depth }: ReturnType<typeof run>): void {
  expect(growth).toBeLessThan(1e-7);
  expect(depth).toBeLessThan(1e-6);
}

function expectStopAtWall(shape: Geometry, speed: number): void {
  const world = new World({ sleeping: false, gravity: [0, 0, 0], timeStep: 1 / 60 });
  world.add(box(0.01, 2, 2), { type: 'static', pose: { position: [3, 0, 0] } });
  const body = world.add(shape, { velocity: { linear: [speed, 0, 0], angular: [1, 2, 3] } });
  run(world, 60);
  expect(body.pose[0]).toBeLessThan(3);
}

describe('bodies of convex parts', () => {
  it.each([
    ['a half-space', halfspace(), 0],
    ['a box', box(2, 2, 0.5), -0.5],
    ['a mesh', flatMesh(2, 0.13), 0],
  ] as const)('fall and come to rest on %s', (_floor, floor, height) => {
    for (const [shape, lowest] of [
      [ell(), 0.1],
      [table(), 0],
    ] as const) {
      const world = onFloor(floor, height);
      const body = world.add(shape, { pose: { position: [0, 0, lowest + 0.1] } });
      expectNoEnergyGainOrPenetration(run(world, 10 * stepsPerSecond));
      expect(tilt(body)).toBeLessThan(1e-6);
      expect(speed(body)).toBeLessThan(1e-6);
      expect(body.pose[2]).toBeCloseTo(lowest, 6);
      // The vertical contact impulses of a step add up to the weight times the time step.
      const impulse = world.report().contacts.reduce((sum, contact) => sum + Math.abs(contact.impulse[2]), 0);
      expect(stepsPerSecond * impulse).toBeCloseTo(9.81 * body.mass, 3);
    }
  });

  it('tumble without gaining energy', () => {
    const world = onFloor();
    const small = compound([
      { shape: box(0.08, 0.02, 0.02) },
      { shape: cylinder(0.02, 0.04), pose: { position: [-0.06, 0, 0.06] } },
    ]);
    const body = world.add(small, {
      pose: { position: [0, 0, 0.3], rotation: [0.3, 0.1, 0, Math.sqrt(0.9)] },
      velocity: { linear: [0.3, 0.2, 0], angular: [3, 5, 1] },
    });
    expectNoEnergyGainOrPenetration(run(world, 4 * stepsPerSecond));
    expect(body.pose[2]).toBeLessThan(0.1);
  });

  it('come to rest on each other: three tables in a stack, with a ball on top', () => {
    const world = onFloor();
    const tables = [0, 1, 2].map((k) => world.add(table(), { pose: { position: [0.01 * k, 0, 0.421 * k] } }));
    const ball = world.add(sphere(0.1), { pose: { position: [0.05, 0.05, 1.4] } });
    expectNoEnergyGainOrPenetration(run(world, 10 * stepsPerSecond));
    tables.forEach((body, k) => {
      expect(tilt(body)).toBeLessThan(1e-5);
      expect(body.pose[2]).toBeCloseTo(0.42 * k, 5);
    });
    expect(ball.pose[2]).toBeCloseTo(1.36, 5);
  });

  it.each([40, 300])('stop at a thin wall at %i m/s', (speed) => expectStopAtWall(ell(), speed));

  it('hang on a peg: a hook of three boxes', () => {
    const world = new World({ sleeping: false });
    world.add(box(0.02, 0.2, 0.02), { type: 'static', name: 'peg' });
    const hook = world.add(
      compound([
        { shape: box(0.1, 0.02, 0.01), pose: { position: [0, 0, 0.03] } },
        { shape: box(0.01, 0.02, 0.1), pose: { position: [-0.09, 0, -0.08] } },
        { shape: box(0.01, 0.02, 0.1), pose: { position: [0.09, 0, -0.08] } },
      ]),
    );
    expectNoEnergyGainOrPenetration(run(world, 2 * stepsPerSecond));
    expect(hook.pose[2]).toBeCloseTo(0, 6);
  });
});

describe('hollow and concave bodies', () => {
  it.each([
    ['a half-space', halfspace(), 0],
    ['a box', box(2, 2, 0.5), -0.5],
    ['a mesh', flatMesh(0.4, 0.13), 0],
  ] as const)('hold a ball: a cup of triangles on %s', (_floor, floor, height) => {
    const world = onFloor(floor, height);
    const body = world.add(mug(), { pose: { position: [0, 0, 0.05] } });
    const ball = world.add(sphere(0.02), { pose: { position: [0.01, 0, 0.15] } });
    expectNoEnergyGainOrPenetration(run(world, 1.5 * stepsPerSecond));
    expect(tilt(body)).toBeLessThan(1e-6);
    expect(ball.pose[2]).toBeCloseTo(0.025, 6);
    expect(Math.hypot(ball.pose[0] - body.pose[0], ball.pose[1] - body.pose[1])).toBeLessThan(0.025);
    // The cup is pushed, and takes the ball along.
    body.applyImpulse([0.1 * body.mass, 0, 0]);
    run(world, stepsPerSecond / 2);
    expect(Math.hypot(ball.pose[0] - body.pose[0], ball.pose[1] - body.pose[1])).toBeLessThan(0.0251);
    expect(ball.pose[2]).toBeCloseTo(0.025, 4);
  });

  it('stop at a thin wall at 300 m/s: a cup of triangles', () => expectStopAtWall(mug(), 300));

  it('hold a ball: a cup of eight convex staves', () => {
    const corner = (radius: number, k: number, z: number): [number, number, number] => {
      const angle = (Math.PI * k) / 4;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    };
    const staves = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
      convex([0, 0.1].flatMap((z) => [0.04, 0.05].flatMap((r) => [corner(r, k, z), corner(r, k + 1, z)]))),
    );
    const bottom = convex([0, 0.01].flatMap((z) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => corner(0.04, k, z))));
    const shape = compound([bottom, ...staves].map((part) => ({ shape: part })));
    const { vertices, triangles } = revolved(cupProfile(0.05, 0.1, 0.01), 8, false);
    expect(shape.volume).toBeCloseTo(triangleMesh(vertices, triangles).volume, 12);
    const world = onFloor();
    const body = world.add(shape, { pose: { position: [0, 0, 0.05] } });
    const ball = world.add(sphere(0.015), { pose: { position: [0.005, 0, 0.15] } });
    expectNoEnergyGainOrPenetration(run(world, 3 * stepsPerSecond));
    expect(tilt(body)).toBeLessThan(1e-6);
    expect(ball.pose[2]).toBeCloseTo(0.025, 6);
    expect(Math.hypot(ball.pose[0] - body.pose[0], ball.pose[1] - body.pose[1])).toBeLessThan(0.03);
  });

  it('are one body and come to rest: a decomposed mesh', () => {
    const { vertices, triangles } = ellMesh();
    const { compound: parts, error } = decompose({ vertices, triangles });
    expect(error).toBeLessThan(0.05);
    const world = onFloor();
    const body = world.add(parts, { mass: 2, pose: { position: [0, 0, 0.1] } });
    expect(world.scene.bodies).toHaveLength(2);
    expectNoEnergyGainOrPenetration(run(world, 3 * stepsPerSecond));
    expect(tilt(body)).toBeLessThan(1e-6);
    expect(body.pose[2]).toBeCloseTo(0, 6);
  });

  it('carry a compound: a kinematic mesh', () => {
    const world = onFloor();
    const { vertices, triangles } = revolved(cupProfile(0.5, 0.2, 0.05), 12, false);
    const platform = world.add(triangleMesh(vertices, triangles), {
      type: 'kinematic',
      pose: { position: [0, 0, 0.3] },
      velocity: { linear: [0.2, 0, 0.1] },
    });
    const rider = world.add(ell(), { pose: { position: [0, 0, 0.45] } });
    for (let k = 0; k < 10 * stepsPerSecond; k++) world.step();
    expect(platform.pose[0]).toBeCloseTo(2, 9);
    expect(rider.pose[0] - platform.pose[0]).toBeCloseTo(0, 2);
    expect(rider.pose[2] - platform.pose[2]).toBeCloseTo(0.15, 5);
    expect(tilt(rider)).toBeLessThan(1e-5);
    expect(rider.velocity.linear[0]).toBeCloseTo(0.2, 5);
  });
});

describe('compounds in simulators', () => {
  const make = (): Simulator =>
    onPlane({
      models: [
        freeBody(table(), { pose: { position: [0, 0, 0.01] } }),
        freeBody(ell(), { pose: { position: [0.1, 0, 0.6], rotation: [0.1, 0.2, 0, Math.sqrt(0.95)] } }),
        freeBody(mug(), { pose: { position: [-0.3, 0.1, 0.45] } }),
      ],
      solver: {},
      timeStep: 1 / stepsPerSecond,
    });

  it('give bitwise identical states on the targets js and wasm', () => {
    const [first, other] = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const sim = make();
      for (let k = 0; k < 120; k++) sim.step();
      expect(sim.report().contacts.length).toBeGreaterThan(8);
      return sim.state;
    });
    setTarget(initialTarget);
    expect(first).toEqual(other);
  });

  it('continue bitwise identically from a snapshot', () => {
    const sim = make();
    for (let k = 0; k < 80; k++) sim.step();
    const again = Simulator.restore(sim.snapshot());
    for (const each of [sim, again]) for (let k = 0; k < 40; k++) each.step();
    expect(again.state).toEqual(sim.state);
  });

  it('in a world continue bitwise identically from snapshots and saved states', () => {
    const world = onFloor();
    world.add(table(), { pose: { position: [0, 0, 0.01] } });
    world.add(ell(), { pose: { position: [0.1, 0, 0.6], rotation: [0.1, 0.2, 0, Math.sqrt(0.95)] } });
    run(world, 80);
    const [bytes, saved] = [world.snapshot(), world.save()];
    const again = World.restore(bytes);
    for (const each of [world, again]) run(each, 60);
    expect(again.state).toEqual(world.state);
    const { state } = world;
    world.load(saved);
    run(world, 60);
    expect(world.state).toEqual(state);
  });

  it('are written to simulation files', () => {
    const file = {
      format: 'proximal-simulation',
      version: 1,
      bodies: [
        { name: 'floor', shape: halfspace().toJSON(), static: true },
        { name: 'table', shape: table().toJSON(), pose: [0, 0, 0.01, 0, 0, 0, 1] },
        { name: 'cup', shape: mug().toJSON(), density: 2000, pose: [0, 0, 0.5, 0, 0, 0, 1] },
      ],
    };
    const read = readSimulation(JSON.stringify(file));
    const { simulator } = startSimulation(readSimulation(writeSimulation(read)));
    expect(simulator.settings.models.map(({ mass }) => mass)).toEqual([
      expect.closeTo(1000 * table().volume, 9),
      expect.closeTo(2000 * mug().volume, 9),
    ]);
    for (let k = 0; k < 500; k++) simulator.step();
    expect(simulator.state.q[9]).toBeCloseTo(0.42, 4);
  });

  it.each([
    ['at rest', [0, 0, 0], 1],
    ['sliding', [0.5, 0.3, 0], 0.2],
  ] as const)('have derivatives: %s', (_what, linear, friction) => {
    const sim = onPlane({ models: [freeBody(ell(), { mass: 2, pose: { position: [0, 0, 0.0999] } })], friction });
    sim.setState({ v: Float64Array.of(...linear, 0, 0, 0) });
    for (let k = 0; k < 3; k++) sim.step();
    check(sim);
  });

  it('have derivatives: an impact of two compounds', () => {
    const sim = onPlane({
      models: [
        freeBody(ell(), { mass: 2, pose: { position: [0, 0, 0.0999] } }),
        freeBody(compound([{ shape: sphere(0.1), pose: { position: [0.02, 0, 0.05] } }]), {
          pose: { position: [0.1, 0, 0.1505] },
        }),
      ],
    });
    sim.setState({ v: Float64Array.of(0, 0, 0, 0, 0, 0, 0.1, 0, -1, 0, 0, 0) });
    check(sim);
  });
});

describe('bodies without mass or inertia', () => {
  it('are rejected with an error that names the geometry', () => {
    const world = onFloor();
    const sheet = triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(() => world.add(sheet)).toThrow('massProperties: the mesh is open at 3 edges: (0, 0, 0)–(1, 0, 0)');
    const field = heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: 1 });
    expect(() => world.add(field)).toThrow('a height field has no mass');
    expect(() => freeBody('compound' as never)).toThrow('freeBody: shape is "compound"; give a shape made by');
    // With a given mass, a sheet moves.
    const body = world.add(sheet, { mass: 1, inertia: [0.1, 0.1, 0.2], pose: { position: [0, 0, 0.01] } });
    run(world, stepsPerSecond);
    expect(body.pose[2]).toBeCloseTo(0, 5);
    expect(world.add(field, { type: 'kinematic' }).type).toBe('kinematic');
  });
});
