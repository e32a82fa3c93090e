// linearDamping and angularDamping of bodies.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import {
  makeSimulation,
  type RigidBody,
  type RigidBodyOptions,
  readSimulation,
  startSimulation,
  World,
  worldSimulation,
  writeSimulation,
} from '../../src/sim/index.ts';
import { worstError } from './world-differences.ts';

const timeStep = 1 / 120;
const weightless = [0, 0, 0] as const;

function singleBody(
  options: RigidBodyOptions,
  gravity: readonly number[] = weightless,
): { world: World; body: RigidBody } {
  const world = new World({ timeStep, gravity, sleeping: false });
  return { world, body: world.add(box(0.1, 0.2, 0.3), { mass: 2, ...options }) };
}

describe('damping', () => {
  it('divides the velocities by 1 + Δt d in each step', () => {
    const velocity = { linear: [3, -1, 2], angular: [0, 0, 4] };
    const { world, body } = singleBody({ velocity, linearDamping: 0.5, angularDamping: 2 });
    for (let k = 0; k < 60; k++) world.step();
    const { linear, angular } = body.velocity;
    for (let k = 0; k < 3; k++) expect(linear[k]).toBeCloseTo(velocity.linear[k] / (1 + 0.5 * timeStep) ** 60, 12);
    expect(angular[2]).toBeCloseTo(4 / (1 + 2 * timeStep) ** 60, 12);
  });

  it('does not reverse the motion, at any rate', () => {
    for (const rate of [1, 1e3, 1e9]) {
      const velocity = { linear: [3, 0, 0], angular: [0, 1, 0] };
      const { world, body } = singleBody({ velocity, linearDamping: rate, angularDamping: rate });
      for (let k = 0; k < 20; k++) world.step();
      expect(body.velocity.linear[0]).toBeGreaterThanOrEqual(0);
      expect(body.velocity.linear[0]).toBeLessThan(3);
      expect(body.velocity.angular[1]).toBeGreaterThanOrEqual(0);
    }
  });

  it('leads to the terminal velocity g/d', () => {
    const { world, body } = singleBody({ linearDamping: 5 }, [0, 0, -10]);
    for (let k = 0; k < 2000; k++) world.step();
    expect(body.velocity.linear[2]).toBeCloseTo(-2, 9);
  });

  it('acts on the center of mass, also of a body whose origin is elsewhere', () => {
    const { world, body } = singleBody({
      inertia: [0.1, 0.2, 0.3],
      centerOfMass: [0.3, 0, 0],
      velocity: { linear: [1, 0.6, 0], angular: [0, 0, 2] },
      linearDamping: 3,
    });
    // The center of mass moves with (1, 1.2, 0).
    world.step();
    const { linear, angular } = body.velocity;
    const angle = 2 * timeStep;
    const arm = [0.3 * Math.cos(angle), 0.3 * Math.sin(angle)];
    expect(angular[2]).toBeCloseTo(2, 12);
    expect(linear[0] - angular[2] * arm[1]).toBeCloseTo(1 / (1 + 3 * timeStep), 12);
    expect(linear[1] + angular[2] * arm[0]).toBeCloseTo(1.2 / (1 + 3 * timeStep), 12);
  });

  it('is kept by snapshots, rollbacks and files, and is part of the hash', () => {
    const { world, body } = singleBody({ velocity: { linear: [1, 2, 3] }, linearDamping: 0.5, angularDamping: 0.25 });
    world.step();
    const twin = World.restore(world.snapshot());
    const copy = twin.find(body.name) as RigidBody;
    expect([copy.linearDamping, copy.angularDamping]).toEqual([0.5, 0.25]);
    expect(twin.hash()).toBe(world.hash());
    const saved = world.save();
    const hash = world.hash();
    body.linearDamping = 0;
    expect(world.hash()).not.toBe(hash);
    world.load(saved);
    expect(body.linearDamping).toBe(0.5);
    expect(world.hash()).toBe(hash);
    world.step();
    twin.step();
    expect(twin.state).toEqual(world.state);
    const { world: started } = startSimulation(readSimulation(writeSimulation(worldSimulation(world))));
    const found = started?.find(body.name) as RigidBody;
    expect([found.linearDamping, found.angularDamping]).toEqual([0.5, 0.25]);
  });

  it('is refused for static bodies, and unless it is a number of 0 or more', () => {
    const { world, body } = singleBody({});
    expect(() => world.add(sphere(1), { linearDamping: -1 })).toThrow(/World\.add: options\.linearDamping is -1/);
    expect(() => world.add(sphere(1), { type: 'static', angularDamping: 1 })).toThrow(/a static body has none/);
    expect(() => {
      body.angularDamping = Number.NaN;
    }).toThrow(/RigidBody\.angularDamping/);
    const { bodies, ...others } = makeSimulation('falling-box');
    const damped = { ...others, bodies: bodies.map((each) => ({ ...each, linearDamping: -1 })) };
    expect(() => readSimulation(writeSimulation(damped))).toThrow(/bodies\[0\]\.linearDamping/);
  });

  it.each([0, 1])(
    'has derivatives that agree with central differences on a floor and in the air, with the rates times %d',
    (rate) => {
      for (const kind of ['floor', 'free', 'offset'] as const) {
        const world = new World({ sleeping: false, friction: 0.3, solver: { relativeTolerance: 1e-12 } });
        if (kind === 'floor') world.add(halfspace(), { type: 'static' });
        const body = kind === 'offset' ? { inertia: [0.02, 0.03, 0.04], centerOfMass: [0.02, -0.01, 0.03] } : {};
        world.add(sphere(0.1), {
          mass: 2,
          ...body,
          pose: { position: [0, 0, 0.0995] },
          velocity: { linear: [1, 0.3, -0.1], angular: [0.2, 0.1, 1] },
          linearDamping: 20 * rate,
          angularDamping: 60 * rate,
        });
        expect(worstError(world), kind).toBeLessThan(1e-5);
      }
    },
  );
});
