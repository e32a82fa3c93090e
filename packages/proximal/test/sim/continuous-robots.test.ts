// Fast links of robots do not pass through other bodies.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, cylinder, halfspace, sphere } from '../../src/index.ts';
import { type Robot, World, type WorldOptions } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

const inertia = [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] as const;

/** A bar on a hinge about z, and if wanted another bar on an elbow. */
function bat(length: number, thickness: number, hasElbow: boolean): ReturnType<ModelBuilder['build']> {
  const rod = { mass: 1, centerOfMass: [length / 2, 0, 0], inertia } as const;
  const shape = { shape: box(length / 2, thickness, 0.05), pose: { position: [length / 2, 0, 0] } } as const;
  const builder = new ModelBuilder({ name: 'bat' })
    .link('upper', rod)
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'upper', axis: [0, 0, 1] })
    .geometry('upper', shape);
  if (!hasElbow) return builder.build();
  const placement = { position: [length, 0, 0] } as const;
  return builder
    .link('lower', rod)
    .joint('elbow', { kind: 'revolute', parent: 'upper', child: 'lower', axis: [0, 0, 1], placement })
    .geometry('lower', shape)
    .build();
}

function floating(options: WorldOptions = {}): World {
  return new World({ timeStep: 1 / 60, gravity: [0, 0, 0], sleeping: false, ...options });
}

function energyOf(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.report();
  return kineticEnergy + potentialEnergy;
}

describe('a bar that swings', () => {
  it.each(['euler', 'midpoint'] as const)(
    'at 3 to 300 m/s stops at a wall of 2 cm, and gains no energy (%s)',
    (integrator) => {
      forAll({ seed: 7, cases: 30 }, (rng) => {
        const length = rng.uniform(0.3, 1.3);
        const model = bat(length, rng.uniform(0.01, 0.05), rng.index(2) === 1);
        const world = floating({ integrator });
        const robot = world.add(model);
        const angle = rng.uniform(0.5, 2);
        const distance = length * rng.uniform(0.4, 0.9);
        world.add(box(0.3, 0.01, 0.3), {
          type: 'static',
          pose: {
            position: [distance * Math.cos(angle), distance * Math.sin(angle), 0],
            rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
          },
        });
        const speed = 10 ** rng.uniform(0.5, 2.5) / length;
        robot.setVelocity(
          Float64Array.from({ length: model.nv }, (_, k) => (k === 0 ? speed : rng.uniform(-0.5, 0.5) * speed)),
        );
        const start = energyOf(world);
        for (let k = 0; k < 40; k++) {
          world.step();
          expect(world.state.q[0]).toBeLessThan(angle + 0.1);
          expect(world.state.q[0]).toBeGreaterThan(angle - 2 * Math.PI);
          expect(energyOf(world)).toBeLessThan(start * (1 + 1e-6));
        }
      });
    },
  );

  it('hits a ball, which stays in front of it', () => {
    forAll({ seed: 8, cases: 20 }, (rng) => {
      const length = rng.uniform(0.3, 1.3);
      const world = floating();
      const robot = world.add(bat(length, 0.02, false));
      const angle = rng.uniform(0.5, 2);
      const distance = length * rng.uniform(0.4, 0.9);
      const ball = world.add(sphere(0.03), {
        mass: 0.05,
        pose: { position: [distance * Math.cos(angle), distance * Math.sin(angle), 0] },
      });
      robot.setVelocity(Float64Array.of(10 ** rng.uniform(0.5, 2.5) / length));
      for (let k = 0; k < 40; k++) world.step();
      const [x, y] = ball.velocity.linear;
      expect(-x * Math.sin(angle) + y * Math.cos(angle)).toBeGreaterThan(1);
    });
  });

  // The contact ahead limits the motion of the points that are nearest now. Those of this bar are at its hinge, and hardly move.
  it('passes through a wall on the other side of the hinge with continuous: false', () => {
    const angles = [true, false].map((continuous) => {
      const world = floating({ continuous });
      const robot = world.add(bat(1, 0.02, false));
      world.add(box(0.3, 0.01, 0.3), {
        type: 'static',
        pose: {
          position: [0.6 * Math.cos(2.5), 0.6 * Math.sin(2.5), 0],
          rotation: [0, 0, Math.sin(1.25), Math.cos(1.25)],
        },
      });
      robot.setVelocity(Float64Array.of(200));
      world.step();
      return world.state.q[0];
    });
    expect(angles[0]).toBeLessThan(2.5);
    expect(angles[1]).toBeGreaterThan(3);
  });

  it('reports the impact as a kink of the derivatives', () => {
    const world = floating({ margin: 0.01 });
    const robot = world.add(bat(1, 0.02, false));
    world.add(box(0.3, 0.01, 0.3), { type: 'static', pose: { position: [0.2, 0.55, 0] } });
    robot.setVelocity(Float64Array.of(200));
    world.step();
    expect(world.stepDerivatives().kinks).toContainEqual({ reason: 'impact', contact: null, coordinate: 0 });
  });
});

describe('bodies that touch nothing, or roll, are not stopped', () => {
  function compare(make: (world: World) => Robot, options?: WorldOptions): void {
    const ends = [true, false].map((continuous) => {
      const world = new World({ timeStep: 1 / 60, sleeping: false, continuous, ...options });
      const robot = make(world);
      for (let k = 0; k < 60; k++) world.step();
      return robot.configuration;
    });
    expect(ends[0]).toEqual(ends[1]);
  }

  it('a propeller above the floor', () => {
    compare(
      (world) => {
        world.add(halfspace(), { type: 'static' });
        const robot = world.add(propeller());
        robot.setVelocity(Float64Array.of(300));
        return robot;
      },
      { gravity: [0, 0, 0] },
    );
  });

  it('a cart with fast wheels', () => {
    compare((world) => {
      world.add(halfspace(), { type: 'static' });
      const robot = world.add(cart());
      const v = new Float64Array(robot.model.nv);
      v[0] = 20;
      for (let k = 6; k < v.length; k++) v[k] = 200;
      robot.setVelocity(v);
      return robot;
    });
  });
});

/** A blade on a vertical axis, 10 cm above the floor. */
function propeller(): ReturnType<ModelBuilder['build']> {
  return new ModelBuilder({ name: 'propeller' })
    .link('blade', { mass: 0.1, inertia })
    .joint('axle', {
      kind: 'revolute',
      parent: 'world',
      child: 'blade',
      axis: [0, 0, 1],
      placement: { position: [0, 0, 0.1] },
    })
    .geometry('blade', { shape: box(0.3, 0.02, 0.002) })
    .build();
}

/** A box on four wheels of 10 cm radius, on the floor. */
function cart(): ReturnType<ModelBuilder['build']> {
  const builder = new ModelBuilder({ name: 'cart' })
    .link('chassis', { mass: 5, inertia: [0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2] })
    .joint('base', { kind: 'free-flyer', parent: 'world', child: 'chassis', placement: { position: [0, 0, 0.1] } })
    .geometry('chassis', { shape: box(0.3, 0.15, 0.03) });
  const rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
  for (const [k, [x, y]] of [
    [0.25, 0.2],
    [0.25, -0.2],
    [-0.25, 0.2],
    [-0.25, -0.2],
  ].entries())
    builder
      .link(`wheel ${k}`, { mass: 0.5, inertia: [0.002, 0, 0, 0, 0.003, 0, 0, 0, 0.002] })
      .joint(`axle ${k}`, {
        kind: 'revolute',
        parent: 'chassis',
        child: `wheel ${k}`,
        axis: [0, 1, 0],
        placement: { position: [x, y, 0] },
      })
      .geometry(`wheel ${k}`, { shape: cylinder(0.1, 0.02), pose: { rotation } });
  return builder.build();
}
