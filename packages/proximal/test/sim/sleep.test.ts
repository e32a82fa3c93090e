// Islands at rest fall asleep, and wake up when something could move them.
import { afterAll, describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, setTarget, sphere, target } from '../../src/index.ts';
import { type Handle, type RigidBody, World, type WorldEvent, type WorldOptions } from '../../src/sim/index.ts';

const stepsPerSecond = 240;
const initialTarget = target();
afterAll(() => setTarget(initialTarget));

function onFloor(options?: WorldOptions): World {
  const world = new World(options);
  world.add(halfspace(), { type: 'static', name: 'floor' });
  return world;
}

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) world.step();
}

function crate(world: World, x: number, z = 0.1): RigidBody {
  return world.add(box(0.1, 0.1, 0.1), { pose: { position: [x, 0, z] } });
}

/** A wall of boxes in running bond. */
function wall(world: World, columns: number, rows: number): RigidBody[] {
  return Array.from({ length: columns * rows }, (_, k) => {
    const row = Math.floor(k / columns);
    return crate(world, 0.2 * (k % columns) + 0.1 * (row % 2), 0.1 + 0.2 * row);
  });
}

function tower(world: World, x: number, height = 3): RigidBody[] {
  return Array.from({ length: height }, (_, k) => crate(world, x, 0.1 + 0.2 * k));
}

const areAsleep = (handles: readonly Handle[]): boolean => handles.every(({ isSleeping }) => isSleeping);
const areAwake = (handles: readonly Handle[]): boolean => !handles.some(({ isSleeping }) => isSleeping);

/** The largest difference of two states. */
function farthest(p: Float64Array, q: Float64Array): number {
  return p.reduce((most, x, k) => Math.max(most, Math.abs(x - q[k])), 0);
}

describe('falling asleep', () => {
  it('a wall falls asleep after half a second and stays exactly where it is', () => {
    const world = onFloor();
    const boxes = wall(world, 6, 6);
    run(world, 0.5 * stepsPerSecond - 2);
    expect(areAwake(boxes)).toBe(true);
    run(world, 0.1 * stepsPerSecond);
    expect(areAsleep(boxes)).toBe(true);
    const { q, v } = world.state;
    expect(v.every((x) => x === 0)).toBe(true);
    run(world, 9.5 * stepsPerSecond);
    expect(world.state.q).toEqual(q);
    expect(world.report()).toMatchObject({ status: 'free', iterations: 0, kineticEnergy: 0, steps: 2422 });
  });

  it('a world with sleeping: false stays awake, bitwise identical to a world that has not slept yet', () => {
    const [one, other] = [onFloor({ sleeping: false }), onFloor()];
    const boxes = wall(one, 3, 3);
    wall(other, 3, 3);
    run(one, 0.4 * stepsPerSecond);
    run(other, 0.4 * stepsPerSecond);
    expect(other.state).toEqual(one.state);
    run(one, 2 * stepsPerSecond);
    expect(areAwake(boxes)).toBe(true);
  });

  it('a slow roller does not fall asleep while it moves', () => {
    const world = onFloor({ friction: 0.5 });
    const speed = 0.004;
    const ball = world.add(sphere(0.1), {
      pose: { position: [0, 0, 0.1] },
      velocity: { linear: [speed, 0, 0], angular: [0, speed / 0.1, 0] },
    });
    for (let k = 0; k < 5 * stepsPerSecond; k++) {
      world.step();
      expect(ball.isSleeping).toBe(false);
    }
    expect(ball.pose[0]).toBeCloseTo(5 * speed, 4);
  });

  it('a floating body drifts on, however slowly, and sleeps only if its velocity is zero', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const drifting = world.add(sphere(0.1), { velocity: { linear: [1e-6, 0, 0] } });
    const still = world.add(sphere(0.1), { pose: { position: [1, 0, 0] } });
    run(world, 2 * stepsPerSecond);
    expect(drifting.isSleeping).toBe(false);
    expect(drifting.pose[0]).toBeCloseTo(2e-6, 12);
    expect(still.isSleeping).toBe(true);
  });

  it('a body on a moving platform falls asleep only after the platform has stopped', () => {
    const world = new World();
    const platform = world.add(box(1, 1, 0.1), {
      type: 'kinematic',
      pose: { position: [0, 0, -0.1] },
      velocity: { linear: [0, 0, 1e-4] },
    });
    const rider = crate(world, 0);
    run(world, 3 * stepsPerSecond);
    expect(rider.isSleeping).toBe(false);
    platform.setVelocity({ linear: [0, 0, 0] });
    run(world, stepsPerSecond);
    expect(rider.isSleeping).toBe(true);
    platform.setVelocity({ linear: [0, 0, 0.1] });
    world.step();
    expect(rider.isSleeping).toBe(false);
    run(world, stepsPerSecond);
    expect(rider.pose[2]).toBeCloseTo(platform.pose[2] + 0.2, 4);
  });

  it('a body under a force does not fall asleep', () => {
    const world = onFloor();
    const body = crate(world, 0);
    for (let k = 0; k < stepsPerSecond; k++) {
      body.applyForce([0.1, 0, 0]);
      world.step();
    }
    expect(body.isSleeping).toBe(false);
  });

  it('a robot without actuators sleeps with the bodies that it touches', () => {
    const rod = { mass: 1, inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] } as const;
    const model = new ModelBuilder({ name: 'flail' })
      .link('handle', rod)
      .link('striker', rod)
      .joint('base', { kind: 'free-flyer', parent: 'world', child: 'handle' })
      .joint('hinge', {
        kind: 'revolute',
        parent: 'handle',
        child: 'striker',
        axis: [0, 1, 0],
        placement: { position: [0.5, 0, 0] },
      })
      .geometry('handle', { shape: box(0.2, 0.1, 0.1) })
      .geometry('striker', { shape: box(0.2, 0.1, 0.1) })
      .build();
    const world = onFloor();
    const q = Float64Array.of(0, 0, 0.1, 0, 0, 0, 1, 0);
    const robot = world.add(model, { configuration: q });
    run(world, stepsPerSecond);
    expect(robot.isSleeping).toBe(true);
    robot.setConfiguration(Float64Array.of(0, 0, 0.3, 0, 0, 0, 1, 0));
    run(world, stepsPerSecond);
    expect(robot.configuration[2]).toBeCloseTo(0.1, 3);
  });
});

describe('waking up', () => {
  /** Two towers that sleep. */
  function twoTowers(): { world: World; left: RigidBody[]; right: RigidBody[] } {
    const world = onFloor();
    const [left, right] = [tower(world, 0), tower(world, 2)];
    run(world, stepsPerSecond);
    expect(areAsleep([...left, ...right])).toBe(true);
    return { world, left, right };
  }

  it('a ball wakes only the island that it hits', () => {
    const { world, left, right } = twoTowers();
    const { q } = world.state;
    const ball = world.add(sphere(0.1), {
      mass: 5,
      pose: { position: [-1, 0, 0.5] },
      velocity: { linear: [8, 0, 0] },
    });
    let woke = -1;
    for (let k = 0; k < stepsPerSecond / 2; k++) {
      world.step();
      if (woke < 0 && areAwake(left)) woke = ball.pose[0];
      expect(areAsleep(right)).toBe(true);
    }
    // The top box is hit, in the step in which the ball arrives.
    expect(woke).toBeGreaterThan(-0.25);
    expect(woke).toBeLessThan(-0.15);
    expect(left[2].pose[0]).toBeGreaterThan(0.1);
    expect(world.state.q.subarray(21, 42)).toEqual(q.subarray(21));
  });

  it('a stack that wakes up does not move', () => {
    const world = onFloor();
    const boxes = wall(world, 5, 8);
    run(world, stepsPerSecond);
    expect(areAsleep(boxes)).toBe(true);
    const { q } = world.state;
    boxes[7].wake();
    expect(areAwake(boxes)).toBe(true);
    let most = 0;
    for (let k = 0; k < stepsPerSecond / 2 - 2; k++) {
      world.step();
      most = Math.max(most, farthest(world.state.q, q));
    }
    expect(areAwake(boxes)).toBe(true);
    expect(most).toBeLessThan(1e-5);
  });

  it.each<[string, (world: World, body: RigidBody) => void]>([
    ['a force', (_, body) => body.applyForce([0, 0, 0.1])],
    ['a torque', (_, body) => body.applyTorque([0, 0, 0.1])],
    ['an impulse', (_, body) => body.applyImpulse([0.1, 0, 0])],
    ['a velocity', (_, body) => body.setVelocity({ linear: [0.1, 0, 0] })],
    ['a pose', (_, body) => body.setPose({ position: [0, 0, 0.7] })],
    [
      'a material',
      (_, body) => {
        body.material = { friction: 0.1 };
      },
    ],
    [
      'a change of gravity',
      (world) => {
        world.gravity = [0, 0, -1];
      },
    ],
    ['a new state', (world) => world.setState({})],
    ['wake()', (_, body) => body.wake()],
    ['the pose of the floor', (world) => (world.find('floor') as RigidBody).setPose({ position: [0, 0, -1] })],
    ['wake() of the floor', (world) => world.find('floor')?.wake()],
    ['the removal of the floor', (world) => world.find('floor')?.remove()],
  ])('by %s', (_what, disturb) => {
    const { world, left } = twoTowers();
    disturb(world, left[2]);
    world.step();
    expect(areAwake(left)).toBe(true);
  });

  it('a tower falls after its lowest box was removed', () => {
    const { world, left, right } = twoTowers();
    left[0].remove();
    world.step();
    expect(areAwake(left)).toBe(true);
    expect(areAsleep(right)).toBe(true);
    run(world, stepsPerSecond);
    expect(left[2].pose[2]).toBeCloseTo(0.3, 3);
    world.find('floor')?.remove();
    run(world, stepsPerSecond / 2);
    expect(left[2].pose[2]).toBeLessThan(0);
    expect(right[2].pose[2]).toBeLessThan(0);
  });

  it('a static body that is placed inside a sleeping body pushes it out', () => {
    const { world, left, right } = twoTowers();
    world.add(box(0.1, 0.1, 0.1), { type: 'static', pose: { position: [0.15, 0, 0.5] } });
    run(world, stepsPerSecond);
    expect(left[2].pose[0]).toBeLessThan(-0.02);
    expect(areAsleep(right)).toBe(true);
  });

  it('a tower keeps its warm start while other bodies are added and removed', () => {
    const { world, left } = twoTowers();
    const { q } = world.state;
    const passing = world.add(sphere(0.1), { pose: { position: [10, 0, 3] } });
    world.step();
    passing.remove();
    run(world, 10);
    expect(areAsleep(left)).toBe(true);
    left[0].wake();
    world.step();
    expect(farthest(world.state.q, q)).toBeLessThan(1e-6);
  });
});

/** Changes after which a body moves within two steps. */
const changes: Readonly<Record<string, (world: World, crate: RigidBody, platform: RigidBody) => void>> = {
  'setVelocity of a body': (_, each) => each.setVelocity({ linear: [0, 0, 1] }),
  'setPose of a body': (_, each) => each.setPose({ position: [0, 0, 1] }),
  applyImpulse: (_, each) => each.applyImpulse([0, 0, 100]),
  applyForce: (_, each) => each.applyForce([0, 0, 1e5]),
  'setVelocity of a platform': (_, __, platform) => platform.setVelocity({ linear: [0, 0, 1] }),
  'setState of velocities': (world) => {
    const { v } = world.state;
    v[2] = 1;
    world.setState({ v });
  },
  'load of a moving state': (world, each) => {
    const saved = world.save();
    each.setVelocity({ linear: [0, 0, 1] });
    const moving = world.save();
    world.load(saved);
    run(world, 3);
    world.load(moving);
  },
  'a body that is added': (world) => void crate(world, 5, 3),
  'a change of gravity': (world) => {
    world.gravity = [0, 0, 3];
  },
};

describe('in a world in which no body is awake, the next step detects', () => {
  for (const [name, change] of Object.entries(changes))
    it(name, () => {
      const world = onFloor();
      const own = crate(world, 0);
      const platform = world.add(box(1, 1, 0.1), { type: 'kinematic', pose: { position: [10, 0, 5] } });
      run(world, stepsPerSecond);
      expect(own.isSleeping).toBe(true);
      const { q } = world.state;
      run(world, 3);
      expect(world.state.q).toEqual(q);
      change(world, own, platform);
      const before = world.state.q;
      run(world, 2);
      expect(farthest(before, world.state.q)).toBeGreaterThan(1e-5);
    });

  it('a body that is added where only a platform at rest was', () => {
    const world = new World();
    world.add(box(1, 1, 0.1), { type: 'kinematic' });
    run(world, 5);
    const own = crate(world, 3, 3);
    run(world, 5);
    expect(own.pose[2]).toBeLessThan(3);
  });
});

it('contacts of sleepers continue in events, with their last points', () => {
  const world = onFloor();
  const body = crate(world, 0);
  const heard: WorldEvent[] = [];
  world.listen((event) => heard.push(event));
  run(world, stepsPerSecond);
  expect(body.isSleeping).toBe(true);
  expect(heard.length).toBe(stepsPerSecond);
  expect(heard.slice(1).every(({ phase, points }) => phase === 'continues' && points.length === 4)).toBe(true);
  heard.length = 0;
  body.remove();
  world.step();
  expect(heard.map(({ phase }) => phase)).toEqual(['ended']);
});

it('derivatives of steps with sleepers are an error', () => {
  const world = onFloor();
  const body = crate(world, 0);
  run(world, stepsPerSecond);
  expect(() => world.stepDerivatives()).toThrow(/sleeping: false/);
  body.wake();
  expect(() => world.stepDerivatives()).toThrow(/sleeping: false/);
  world.step();
  expect(world.stepDerivatives().dState.rows).toBe(12);
});

it('a wall that is hit repeatedly sleeps in between, gains no energy, and no box falls through the floor', () => {
  const world = onFloor({ timeStep: 1 / 60 });
  const boxes = wall(world, 4, 4);
  const ball = world.add(sphere(0.15), { mass: 3, pose: { position: [-1, 0, 0.5] }, velocity: { linear: [6, 0, 0] } });
  const seen = { asleep: 0, awake: 0 };
  for (let k = 0; k < 600; k++) {
    if (k % 150 === 149) {
      ball.setPose({ position: [-1, 0, 0.3] });
      ball.setVelocity({ linear: [6, 0, 0], angular: [0, 0, 0] });
    }
    world.step();
    const sleepers = boxes.filter(({ isSleeping }) => isSleeping).length;
    if (sleepers > 0) seen.asleep++;
    if (sleepers < boxes.length) seen.awake++;
    for (const { pose } of boxes) expect(pose[2]).toBeGreaterThan(0.09);
    // The kinetic energy of the ball, and the potential energy of 16 boxes of 8 kg at a height of 1 m.
    expect(world.report().kineticEnergy).toBeLessThan(0.5 * 3 * 36 + 9.81 * 8 * 16);
  }
  expect(seen.asleep).toBeGreaterThan(50);
  expect(seen.awake).toBeGreaterThan(50);
}, 60_000);

it('bodies fall asleep and wake up bitwise identically on both targets', () => {
  const course = (kind: 'js' | 'wasm'): string => {
    setTarget(kind);
    const world = onFloor({ timeStep: 1 / 60 });
    const boxes = [...tower(world, 0), ...tower(world, 1)];
    run(world, 60);
    boxes[4].applyImpulse([2, 0.3, 0]);
    run(world, 60);
    return [...world.state.q, ...boxes.map(({ isSleeping }) => Number(isSleeping))].join(' ');
  };
  expect(course('js')).toBe(course('wasm'));
});
