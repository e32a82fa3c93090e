// Continuous collision: nothing passes through a thin wall, however fast it moves or spins.
import { describe, expect, it } from 'vitest';
import { box, capsule, cylinder, type Shape, sphere, type Vec3 } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { compound, type Geometry, heightField, triangleMesh } from '../../src/scene/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

/** Walls at z = 0, 4 m wide and at most 2 cm thick. */
const walls: Readonly<Record<string, () => Geometry>> = {
  'a box': () => box(2, 2, 0.01),
  'two triangles': () => triangleMesh([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], [0, 1, 2, 0, 2, 3]),
  'a compound of two boxes': () =>
    compound([-1, 1].map((x) => ({ shape: box(1, 2, 0.01), pose: { position: [x, 0, 0] as const } }))),
};

function between(rng: Rng, low: number, high: number): number {
  return low + (high - low) * rng.uniform();
}

const shapes: readonly ((rng: Rng) => Shape)[] = [
  (rng) => box(between(rng, 0.01, 0.06), between(rng, 0.01, 0.06), between(rng, 0.01, 0.06)),
  (rng) => box(0.01, 0.01, between(rng, 0.1, 0.4)),
  (rng) => capsule(between(rng, 0.1, 0.4), 0.01),
  (rng) => cylinder(between(rng, 0.1, 0.3), 0.005),
  (rng) => sphere(between(rng, 0.02, 0.07)),
];

describe.each(Object.entries(walls))('%s', (_name, wall) => {
  it('stops thin, fast and spinning bodies', () => {
    forAll({ seed: 26, cases: 40 }, (rng, index) => {
      const rate = rng.uniform() < 0.5 ? 60 : 240;
      const world = new World({ timeStep: 1 / rate });
      world.add(wall(), { type: 'static' });
      const speed = 1000 ** rng.uniform();
      const spin = rng.uniform() < 0.5 ? 0 : 500 ** rng.uniform();
      const axis = [0, 1, 2].map(() => between(rng, -1, 1)) as Vec3;
      const body = world.add(shapes[index % shapes.length](rng), {
        pose: {
          position: [between(rng, -0.15, 0.15), between(rng, -0.15, 0.15), between(rng, 0.6, 1.6)],
          rotation: [between(rng, -1, 1), between(rng, -1, 1), between(rng, -1, 1), between(rng, 0.1, 1)],
        },
        velocity: {
          linear: [speed * between(rng, -0.15, 0.15), speed * between(rng, -0.15, 0.15), -speed],
          angular: axis.map((x) => x * spin),
        },
      });
      for (let k = 0; k < rate / 2; k++) {
        world.step();
        const [x, y, z] = body.pose;
        // The body may pass beside the wall.
        if (Math.abs(x) > 1.4 || Math.abs(y) > 1.4) return;
        expect(z).toBeGreaterThan(-0.01);
      }
    });
  });
});

it.each([40, 60, 300, 1000])('a ball at %i m/s stops at a wall, or bounces with its restitution', (speed) => {
  for (const restitution of [0, 0.5, 1]) {
    const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0], restitution });
    world.add(box(0.01, 2, 2), { type: 'static', pose: { position: [1, 0, 0] } });
    const ball = world.add(sphere(0.05), { velocity: { linear: [speed, 0, 0] } });
    for (let k = 0; k < 60; k++) world.step();
    expect(ball.velocity.linear[0]).toBeCloseTo(-restitution * speed, 6);
    expect(ball.pose[0]).toBeLessThan(0.941);
  }
});

it('a die of 2 cm lands on a table of 2 cm at 60 Hz', () => {
  forAll({ seed: 27, cases: 20 }, (rng) => {
    const world = new World({ timeStep: 1 / 60 });
    // Wide enough that no die rolls off.
    world.add(box(5, 5, 0.01), { type: 'static' });
    const rotation = [between(rng, -1, 1), between(rng, -1, 1), between(rng, -1, 1), between(rng, 0.1, 1)] as const;
    const die = world.add(box(0.01, 0.01, 0.01), { pose: { position: [0, 0, 2], rotation } });
    for (let k = 0; k < 240; k++) world.step();
    expect(die.pose[2]).toBeGreaterThan(0.0195);
    expect(die.pose[2]).toBeLessThan(0.0205);
  });
});

it('two fast bodies meet and do not pass through each other', () => {
  forAll({ seed: 28, cases: 40 }, (rng, index) => {
    const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0] });
    const speed = 10 * 100 ** rng.uniform();
    const make = (x: number): RigidBody =>
      world.add(shapes[index % shapes.length](rng), {
        mass: 1,
        inertia: [0.01, 0.01, 0.01],
        pose: { position: [x, 0, 0] },
        velocity: { linear: [-Math.sign(x) * speed, 0, 0] },
      });
    const [left, right] = [make(-1), make(1)];
    for (let k = 0; k < 10; k++) {
      world.step();
      expect(left.pose[0]).toBeLessThan(right.pose[0] + 0.005);
    }
  });
});

it('a height field stops a fast rod', () => {
  const world = new World({ timeStep: 1 / 60 });
  world.add(heightField(new Float64Array(9), { columns: 3, rows: 3, spacing: 2 }), { type: 'static' });
  const rod = world.add(box(0.01, 0.01, 0.3), {
    pose: { position: [0, 0, 1], rotation: [0.3, 0, 0, 0.95] },
    velocity: { linear: [0, 0, -100] },
  });
  for (let k = 0; k < 30; k++) {
    world.step();
    expect(rod.pose[2]).toBeGreaterThan(-0.01);
  }
});

it('a fast body that is stopped does not delay a slow body beside it', () => {
  const fall = (hasStick: boolean): RigidBody => {
    const world = new World({ timeStep: 1 / 60 });
    world.add(box(2, 2, 0.01), { type: 'static' });
    const ball = world.add(sphere(0.1), { pose: { position: [0.6, 0, 1] } });
    if (hasStick)
      world.add(box(0.01, 0.01, 0.3), {
        pose: { position: [0, 0, 1], rotation: [0, 0.3, 0, 0.95] },
        velocity: { linear: [0, 0, -100] },
      });
    // The stick is stopped at the wall in the first step.
    for (let k = 0; k < 2; k++) world.step();
    return ball;
  };
  expect(fall(true).pose).toEqual(fall(false).pose);
});

it('a body that is stopped keeps a unit quaternion, so that a snapshot continues bitwise identically', () => {
  const world = new World({ timeStep: 1 / 60 });
  world.add(box(2, 2, 0.01), { type: 'static' });
  world.add(box(0.01, 0.01, 0.3), {
    pose: { position: [0, 0, 1], rotation: [0.3, 0.1, 0.2, 0.95] },
    velocity: { linear: [0, 0, -100], angular: [30, 20, 10] },
  });
  for (let k = 0; k < 60; k++) {
    world.step();
    const [, , , x, y, z, w] = world.state.q;
    expect(Math.abs(x * x + y * y + z * z + w * w - 1)).toBeLessThan(1e-15);
  }
  const restored = World.restore(world.snapshot());
  for (let k = 0; k < 10; k++) {
    world.step();
    restored.step();
  }
  expect(restored.hash()).toBe(world.hash());
});

it('continuous collision can be switched off, and derivatives report a body that was stopped', () => {
  const thrown = (continuous: boolean): World => {
    const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0], continuous });
    world.add(box(2, 2, 0.01), { type: 'static' });
    world.add(box(0.01, 0.01, 0.3), {
      pose: { position: [0, 0, 1], rotation: [0.3, 0, 0, 0.95] },
      velocity: { linear: [0, 0, -100] },
    });
    return world;
  };
  const [on, off] = [thrown(true), thrown(false)];
  const reasons: string[] = [];
  for (let k = 0; k < 4; k++) {
    on.step();
    off.step();
    reasons.push(...on.stepDerivatives().kinks.map(({ reason }) => reason));
  }
  expect(reasons).toContain('impact');
  expect(off.state.q[2]).not.toBe(on.state.q[2]);
  expect(() => new World({ continuous: 1 as never })).toThrow('options.continuous is 1');
});
