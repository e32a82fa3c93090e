// Torsional and rolling friction, and compliant materials, against closed forms.
import { describe, expect, it } from 'vitest';
import { box, halfspace, type Shape, sphere } from '../../src/index.ts';
import { readMjcf } from '../../src/io/index.ts';
import { type Material, type RigidBody, World, type WorldOptions } from '../../src/sim/index.ts';
import { worstError } from './world-differences.ts';

const g = 9.81;
const timeStep = 1 / 240;

function onFloor(material: Material, options: WorldOptions = {}): World {
  const world = new World({ timeStep, sleeping: false, gravity: [0, 0, -g], ...options });
  world.add(halfspace(), { type: 'static', name: 'floor', material });
  return world;
}

/** A sphere of 2 kg on the floor, with a material of its own. */
function ballOn(
  world: World,
  radius: number,
  velocity?: readonly number[],
  material: Material = {},
  height = radius,
): RigidBody {
  const ball = world.add(sphere(radius), { pose: { position: [0, 0, height] }, mass: 2, material });
  if (velocity) ball.setVelocity({ linear: velocity.slice(0, 3), angular: velocity.slice(3) });
  return ball;
}

function steps(world: World, count: number): void {
  for (let k = 0; k < count; k++) {
    world.step();
    expect(world.report().status).toBe('converged');
  }
}

describe('rolling friction', () => {
  const radius = 0.1;
  /** The coefficient b of rolling friction, in meters. */
  const arm = 0.004;

  it('decelerates a rolling ball by 5/7 b g/r, until it rests', () => {
    const world = onFloor({ friction: 1 });
    const ball = ballOn(world, radius, [1, 0, 0, 0, 1 / radius, 0], { rollingFriction: arm });
    const slowdown = ((5 / 7) * arm * g) / radius;
    steps(world, 240);
    expect(ball.velocity.linear[0]).toBeCloseTo(1 - slowdown, 6);
    steps(world, Math.ceil(240 * (1 / slowdown - 1)) + 2);
    expect(Math.hypot(...ball.velocity.linear, ...ball.velocity.angular)).toBeLessThan(1e-9);
    // The error of symplectic Euler is about v Δt/2, with v = 1 m/s.
    expect(Math.abs(ball.pose[0] - 1 / (2 * slowdown))).toBeLessThan(timeStep);
  });

  it.each([
    [0.9, true],
    [1.1, false],
  ])('on a slope of tan θ = %f b/r, a ball is held: %s', (fraction, isHeld) => {
    const slope = Math.atan((fraction * arm) / radius);
    const world = onFloor(
      { friction: 1, rollingFriction: arm },
      { gravity: [g * Math.sin(slope), 0, -g * Math.cos(slope)] },
    );
    const ball = ballOn(world, radius);
    steps(world, 240);
    const speed = ball.velocity.linear[0];
    // After one second.
    const speedIfRolling = (5 / 7) * g * (Math.sin(slope) - (arm / radius) * Math.cos(slope));
    if (isHeld) expect(Math.abs(speed)).toBeLessThan(1e-7);
    else expect(speed).toBeCloseTo(speedIfRolling, 6);
  });

  it('acts between two moving bodies without changing their momentum', () => {
    const world = new World({ timeStep, sleeping: false, gravity: [0, 0, 0] });
    const material = { friction: 0.5, rollingFriction: 0.01, torsionalFriction: 0.01 };
    const a = world.add(sphere(0.1), { pose: { position: [-0.1, 0, 0] }, mass: 1, material });
    const b = world.add(sphere(0.1), { pose: { position: [0.1, 0, 0] }, mass: 3, material });
    a.setVelocity({ linear: [1, 0, 0], angular: [3, 4, 5] });
    steps(world, 1);
    const spin = a.velocity.angular.map((x, k) => (2 / 5) * 0.01 * (x + 3 * b.velocity.angular[k]));
    const lever = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const [pa, pb, va, vb] = [[-0.1, 0, 0], [0.1, 0, 0], a.velocity.linear, b.velocity.linear];
      return pa[i] * va[j] - pa[j] * va[i] + 3 * (pb[i] * vb[j] - pb[j] * vb[i]);
    });
    const start = [3, 4, 5].map((x) => (2 / 5) * 0.01 * x);
    spin.forEach((x, k) => {
      expect(x + lever[k]).toBeCloseTo(start[k], 10);
    });
    expect(b.velocity.angular[0]).toBeGreaterThan(0);
  });
});

describe('torsional friction', () => {
  it('decelerates a ball that spins about the normal by 5/2 t g/r², where t is the coefficient in meters, until it stops', () => {
    const [radius, arm] = [0.1, 0.002];
    const world = onFloor({ friction: 0.5, torsionalFriction: arm });
    const ball = ballOn(world, radius, [0, 0, 0, 0, 0, 10]);
    const slowdown = (2.5 * arm * g) / radius ** 2;
    steps(world, 240);
    expect(ball.velocity.angular[2]).toBeCloseTo(10 - slowdown, 6);
    steps(world, 480);
    expect(Math.abs(ball.velocity.angular[2])).toBeLessThan(1e-9);
  });

  it('adds to the friction of a face', () => {
    const spins = [0, 0.05].map((torsionalFriction) => {
      const world = onFloor({ friction: 0.3, torsionalFriction });
      const crate = world.add(box(0.2, 0.2, 0.1), { pose: { position: [0, 0, 0.1] }, mass: 1 });
      crate.setVelocity({ angular: [0, 0, 10] });
      steps(world, 24);
      return crate.velocity.angular[2];
    });
    // The friction of the sliding corners is the same for both, so that the spins differ by t m g Δt/I, with m = 1 kg and Δt = 0.1 s.
    const inertia = (0.4 ** 2 + 0.4 ** 2) / 12;
    expect(spins[0] - spins[1]).toBeCloseTo((0.05 * g * 0.1) / inertia, 3);
  });
});

describe('compliant materials', () => {
  const cases: [string, Shape, number][] = [
    ['a ball', sphere(0.1), 0.1],
    ['a box', box(0.2, 0.15, 0.1), 0.1],
  ];

  it.each(cases)('%s sinks by m g c', (_name, shape, height) => {
    const world = onFloor({ compliance: 1e-4 });
    const material = { compliance: 3e-5, relaxationTime: 0.05 };
    const body = world.add(shape, { pose: { position: [0, 0, height] }, mass: 2, material });
    steps(world, 2400);
    expect(height - body.pose[2]).toBeCloseTo(2 * g * 1.3e-4, 8);
  });

  it('oscillate at √(k/m)', () => {
    const [mass, stiffness, step] = [2, 800, 1e-4];
    const world = onFloor({ compliance: 1 / stiffness }, { timeStep: step });
    const rest = 0.1 - (mass * g) / stiffness;
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, rest - 0.005] }, mass });
    let crossings: number[] = [];
    for (let k = 0; crossings.length < 5; k++) {
      const before = ball.pose[2];
      world.step();
      if (before < rest && ball.pose[2] >= rest) crossings = [...crossings, k * step];
    }
    const period = (crossings[4] - crossings[0]) / 4;
    expect(period).toBeCloseTo(2 * Math.PI * Math.sqrt(mass / stiffness), 3);
  });
});

it('keeps materials in snapshots', () => {
  const world = onFloor({ friction: 1, torsionalFriction: 0.01 });
  const material = { rollingFriction: 0.004, compliance: 1e-5, relaxationTime: 0.01 };
  ballOn(world, 0.1, [1, 0, 0, 0, 10, 3], material);
  steps(world, 50);
  const copy = World.restore(world.snapshot());
  steps(world, 50);
  steps(copy, 50);
  expect(copy.hash()).toBe(world.hash());
});

it.each(['rollingFriction', 'torsionalFriction', 'compliance', 'relaxationTime'])('refuses a bad %s', (name) => {
  const world = new World();
  for (const value of [-1, Number.NaN, '1'])
    expect(() => world.add(sphere(1), { material: { [name]: value } })).toThrow(name);
});

describe('derivatives against central differences', () => {
  const solver = { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 };
  const friction = { torsionalFriction: 0.003, rollingFriction: 0.002 };

  it.each<[string, Material, readonly number[]]>([
    ['a ball that rolls', friction, [1, 0.3, 0, -3, 10, 4]],
    ['a ball that slides, rolls and spins', { ...friction, friction: 0.1 }, [1, 0.3, 0, 5, 2, 4]],
    ['a ball at rest', friction, [0, 0, 0, 0, 0, 0]],
    ['a ball on a soft floor', { ...friction, compliance: 1e-4, relaxationTime: 0.02 }, [1, 0.3, 0, -3, 10, 4]],
  ])('%s', (_name, material, velocity) => {
    const world = onFloor({ friction: 1, ...material }, { solver });
    ballOn(world, 0.1, velocity, {}, 0.0999);
    steps(world, 3);
    expect(worstError(world)).toBeLessThan(2e-6);
  });

  it('balls that roll on each other', () => {
    const world = onFloor({ friction: 1 }, { solver });
    const material = { friction: 0.8, ...friction };
    // Overlap: at a gap of 0 the contact law has a kink.
    world.add(sphere(0.2), { pose: { position: [0, 0, 0.1999] }, mass: 3, material });
    const upper = world.add(sphere(0.1), { pose: { position: [0.01, 0.02, 0.499] }, mass: 1, material });
    upper.setVelocity({ linear: [0.1, 0, 0], angular: [1, 2, 3] });
    steps(world, 2);
    expect(worstError(world)).toBeLessThan(1e-5);
  });
});

/** A ball on a plane. The friction and its `condim` are given by the ball's geom, or by a <pair> if `isPair`. */
const ballOfMjcf = (condim: number, isPair: boolean): string => `<mujoco><option timestep="0.004"/><worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 0.1"><freejoint/>
      <geom name="ball" size="0.1" friction="1 0.002 0.004" condim="${isPair ? 6 : condim}"/></body></worldbody>
    <contact>${isPair ? `<pair geom1="floor" geom2="ball" condim="${condim}" friction="1 1 0.001 0.003 0.003"/>` : ''}</contact></mujoco>`;

it.each([
  { of: 'geoms', isPair: false, torsional: 0.002, rolling: 0.004 },
  { of: 'pairs', isPair: true, torsional: 0.001, rolling: 0.003 },
])("uses the friction of condim 4 and 6 of MJCF's $of", async ({ isPair, torsional, rolling }) => {
  const speeds = await Promise.all(
    [3, 4, 6].map(async (condim) => {
      const model = await readMjcf(ballOfMjcf(condim, isPair));
      const world = new World({ timeStep, gravity: [0, 0, -g] });
      const robot = world.add(model);
      robot.setVelocity(Float64Array.of(1, 0, 0, 0, 10, 10));
      const twin = World.restore(world.snapshot());
      steps(world, 60);
      steps(twin, 60);
      expect(twin.hash()).toBe(world.hash());
      const { linear, angular } = robot.link('ball').velocity;
      return [angular[2], linear[0]];
    }),
  );
  const spinLoss = (0.25 * 2.5 * torsional * g) / 0.01;
  expect(speeds.map(([spin]) => spin)).toEqual([10, 10 - spinLoss, 10 - spinLoss].map((x) => expect.closeTo(x, 4)));
  const speedLoss = 0.25 * (5 / 7) * 10 * rolling * g;
  expect(speeds.map(([, speed]) => speed)).toEqual([1, 1, 1 - speedLoss].map((x) => expect.closeTo(x, 3)));
});
