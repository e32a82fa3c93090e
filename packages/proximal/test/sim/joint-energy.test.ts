// Joints between free bodies are of second order: the error falls with the square of the time step, and the energy hardly drifts.
import { describe, expect, it } from 'vitest';
import { box, cylinder, sphere } from '../../src/index.ts';
import { type RigidBody, World, type WorldOptions } from '../../src/sim/index.ts';

type Integrator = NonNullable<WorldOptions['integrator']>;

const weightless = { gravity: [0, 0, 0], sleeping: false } as const;

function kinetic({ members }: World): number {
  return members.reduce((sum, member) => sum + member.energies().kinetic, 0);
}

function energy({ members }: World): number {
  return members.reduce((sum, member) => sum + member.energies().kinetic + member.energies().potential, 0);
}

/** The change of the energy in 10 s, averaged over the last second, as a fraction of the largest kinetic energy. */
function drift(world: World, rate: number): number {
  const first = energy(world);
  let [maxEnergy, sum] = [kinetic(world), 0];
  for (let k = 0; k < 10 * rate; k++) {
    world.step();
    maxEnergy = Math.max(maxEnergy, kinetic(world));
    if (k >= 9 * rate) sum += (energy(world) - first) / rate;
  }
  return sum / maxEnergy;
}

/** A ball on a rod of 1 m without mass, at 5 rad/s. */
function rotor(world: World): RigidBody {
  const velocity = { linear: [0, 5, 0], angular: [0, 0, 5] };
  const body = world.add(sphere(0.05), { mass: 1, pose: { position: [1, 0, 0] }, velocity, mask: 0 });
  world.connect('world', body, { kind: 'ball', anchor: [0, 0, 0] });
  return body;
}

const scenes: Record<string, (world: World) => unknown> = {
  rotor,
  /** A rod of 1 m that turns about its end at 20 rad/s. */
  rod(world) {
    const velocity = { linear: [0, 10, 0], angular: [0, 0, 20] };
    const body = world.add(box(0.5, 0.02, 0.02), { mass: 1, pose: { position: [0.5, 0, 0] }, velocity, mask: 0 });
    world.connect('world', body, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 0, 1] });
  },
  /** A disc on an axle through its center, at 50 rad/s. */
  disc(world) {
    const body = world.add(cylinder(0.2, 0.02), { mass: 1, velocity: { angular: [0, 0, 50] }, mask: 0 });
    world.connect('world', body, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 0, 1] });
  },
  /** A rod that swings down from the horizontal. */
  pendulum(world) {
    const body = world.add(box(0.5, 0.02, 0.02), { mass: 1, pose: { position: [0.5, 0, 0] }, mask: 0 });
    world.connect('world', body, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 1, 0] });
  },
  'double pendulum'(world) {
    let last: RigidBody | 'world' = 'world';
    for (let k = 0; k < 2; k++) {
      const position = [0.25 + 0.5 * k, 0, 0];
      const body: RigidBody = world.add(box(0.25, 0.02, 0.02), { mass: 1, pose: { position }, mask: 0 });
      world.connect(last, body, { kind: 'hinge', anchor: [0.5 * k, 0, 0], axis: [0, 1, 0] });
      last = body;
    }
  },
};

describe.each<Integrator>(['euler', 'midpoint'])('with the integrator %s', (integrator) => {
  it.each<readonly [string, number, number]>([
    ['rotor', 60, 0.002],
    ['rotor', 240, 0.00015],
    ['rod', 60, 0.055],
    ['rod', 240, 0.0015],
    ['disc', 60, 1e-12],
    ['disc', 240, 1e-12],
    ['pendulum', 60, 0.004],
    ['pendulum', 240, 0.0004],
    ['double pendulum', 240, 0.012],
  ])('a %s at %i Hz keeps its energy within %f', (name, rate, maxDrift) => {
    const isHanging = name.endsWith('pendulum');
    const world = new World({ timeStep: 1 / rate, integrator, ...(isHanging ? { sleeping: false } : weightless) });
    scenes[name](world);
    expect(Math.abs(drift(world, rate))).toBeLessThan(maxDrift);
  });

  it('half the time step gives a quarter of the error', () => {
    const errors = [60, 120, 240].map((rate) => {
      const world = new World({ timeStep: 1 / rate, integrator, ...weightless });
      const body = rotor(world);
      for (let k = 0; k < 2 * rate; k++) world.step();
      return Math.hypot(body.pose[0] - Math.cos(10), body.pose[1] - Math.sin(10));
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
    expect(errors[1] / errors[2]).toBeGreaterThan(3.5);
  });

  it.each([
    [30, 240, 0.04],
    [30, 1000, 0.002],
    [100, 1000, 0.02],
  ])('a horizontal top at %i rad/s and %i Hz precesses at m g l/(I ω) within %f', (spin, rate, maxError) => {
    const [radius, arm, g] = [0.1, 0.1, 9.81];
    const expected = (g * arm) / (0.5 * radius * radius * spin);
    const world = new World({ timeStep: 1 / rate, integrator, gravity: [0, 0, -g], sleeping: false });
    const pose = { position: [arm, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    const velocity = { linear: [0, arm * expected, 0], angular: [spin, 0, expected] };
    const top = world.add(cylinder(radius, 0.01), { mass: 1, pose, velocity, mask: 0 });
    world.connect('world', top, { kind: 'ball', anchor: [0, 0, 0] });
    let [turned, last] = [0, 0];
    for (let k = 0; k < 3 * rate; k++) {
      world.step();
      const angle = Math.atan2(top.pose[1], top.pose[0]);
      turned += angle - last - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI));
      last = angle;
      expect(Math.abs(top.pose[2])).toBeLessThan(0.5 * arm);
    }
    expect(Math.abs(turned / (3 * expected) - 1)).toBeLessThan(maxError);
  });
});

/** A body with two arms, two legs and a head that tumbles without gravity, each part with a velocity of its own. */
function tumble(world: World): void {
  const torso = world.add(box(0.15, 0.1, 0.25), { mass: 20, mask: 0 });
  const parts = [torso];
  const limb = (at: readonly number[], direction: readonly number[], count: number): void => {
    let [last, joint] = [torso, at];
    for (let k = 0; k < count; k++) {
      const [hx, hy, hz] = direction.map((x) => Math.max(0.04, 0.13 * Math.abs(x)));
      const position = joint.map((x, i) => x + 0.15 * direction[i]);
      const part = world.add(box(hx, hy, hz), { mass: 3, mask: 0, pose: { position } });
      world.connect(last, part, { kind: 'ball', anchor: [...joint] });
      parts.push(part);
      last = part;
      joint = joint.map((x, i) => x + 0.3 * direction[i]);
    }
  };
  limb([0.17, 0, 0.2], [1, 0, 0], 2);
  limb([-0.17, 0, 0.2], [-1, 0, 0], 2);
  limb([0.1, 0, -0.27], [0, 0, -1], 2);
  limb([-0.1, 0, -0.27], [0, 0, -1], 2);
  limb([0, 0, 0.27], [0, 0, 1], 1);
  for (const [k, part] of parts.entries())
    part.setVelocity({ linear: [0, 0.3 * (k % 3), 0], angular: [2 - (k % 4), k % 5, (k % 3) - 1] });
}

it.each<readonly [Integrator, number]>([
  ['euler', 60],
  ['midpoint', 60],
  ['euler', 240],
])('no energy appears in a ragdoll that tumbles for 10,000 steps (%s, %i Hz)', (integrator, rate) => {
  const world = new World({ timeStep: 1 / rate, integrator, ...weightless });
  tumble(world);
  for (let k = 0; k < 2; k++) world.step();
  const first = kinetic(world);
  let maxEnergy = 0;
  for (let k = 0; k < 10_000; k++) {
    world.step();
    maxEnergy = Math.max(maxEnergy, kinetic(world));
  }
  expect(maxEnergy / first).toBeLessThan(1.01);
});
