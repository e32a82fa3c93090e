// Materials, sensors and events of worlds.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import { type Material, type RigidBody, World, type WorldEvent } from '../../src/sim/index.ts';

function onFloor(material: Material = {}): World {
  const world = new World();
  world.add(halfspace(), { type: 'static', name: 'floor', material });
  return world;
}

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) world.step();
}

describe('materials', () => {
  const slide = (floor: Material, crate: Material): number => {
    const world = onFloor(floor);
    const body = world.add(box(0.2, 0.2, 0.2), {
      pose: { position: [0, 0, 0.2] },
      velocity: { linear: [3, 0, 0] },
      material: crate,
    });
    run(world, 240);
    return body.pose[0];
  };
  /** v²/(2 µ g): the distance, in meters, after which friction stops a body that starts with v = 3 m/s. */
  const distance = (friction: number): number => 9 / (2 * friction * 9.81);

  it.each([
    ['the average', { friction: 0.4 }, { friction: 0.6 }, 0.5],
    ['the average with 0.7, the default, of a body without a friction', { friction: 0.5 }, {}, 0.6],
    ['the smaller', { friction: 0.9, frictionRule: 'min' }, { friction: 0.5 }, 0.5],
    [
      'the larger: the rule max takes precedence over min',
      { friction: 0.9, frictionRule: 'min' },
      { friction: 0.6, frictionRule: 'max' },
      0.9,
    ],
    [
      'the product: the rule multiply takes precedence over min',
      { friction: 0.9, frictionRule: 'multiply' },
      { friction: 0.6, frictionRule: 'min' },
      0.54,
    ],
  ] as const)('friction is %s', (_what, floor, crate, friction) => {
    expect(slide(floor, crate)).toBeCloseTo(distance(friction), 1);
  });

  it('restitution is the larger of the two, and changes with the material', () => {
    const world = onFloor({ restitution: 0.2 });
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 1.1] }, material: { restitution: 0.8 } });
    let [fastest, rebound] = [0, 0];
    for (let k = 0; k < 240 && rebound === 0; k++) {
      world.step();
      const [, , speed] = ball.velocity.linear;
      fastest = Math.min(fastest, speed);
      if (speed > 0) rebound = speed;
    }
    expect(rebound / -fastest).toBeCloseTo(0.8, 1);
    ball.material = {};
    expect(ball.material).toEqual({});
  });

  it.each([
    ['a negative friction', { friction: -1 }, 'material.friction is -1'],
    ['a restitution above 1', { restitution: 2 }, 'material.restitution is 2'],
    ['an unknown rule', { frictionRule: 'geometric' as never }, 'material.frictionRule is "geometric"'],
    ['an unknown name', { bounciness: 1 } as never, 'bounciness'],
  ])('refuses %s', (_what, material, message) => {
    expect(() => onFloor(material)).toThrow(message);
  });
});

describe('events', () => {
  it('report when bodies begin to touch, touch and separate', () => {
    const world = onFloor();
    const ball = world.add(sphere(0.1), {
      pose: { position: [0, 0, 0.3] },
      material: { restitution: 0.5 },
      name: 'ball',
    });
    const heard: WorldEvent[] = [];
    const stop = world.listen((event) => heard.push(event));
    run(world, 100);
    expect([heard[0].kind, heard[0].phase]).toEqual(['contact', 'began']);
    expect(heard[0].a === world.find('floor') && heard[0].b === ball).toBe(true);
    expect(heard[0].points).toHaveLength(1);
    // The impulse is m (1 + e) v: it stops the ball and makes it rebound.
    const impactSpeed = Math.sqrt(2 * 9.81 * 0.2);
    expect(heard[0].points[0].impulse[2] / (ball.mass * 1.5 * impactSpeed)).toBeCloseTo(1, 1);
    expect(heard[0].points[0].normal).toEqual([0, 0, 1]);
    const phases = heard.map(({ phase }) => phase);
    expect(phases.slice(0, 2)).toEqual(['began', 'ended']);
    for (const [k, phase] of phases.entries()) if (k > 0) expect(phase === 'began').toBe(phases[k - 1] === 'ended');
    run(world, 240);
    expect(heard.at(-1)?.phase).toBe('continues');
    stop();
    const { length } = heard;
    run(world, 10);
    expect(heard).toHaveLength(length);
  });

  it('come in the order of ids, whatever the order of removals', () => {
    const world = onFloor();
    const boxes = [0, 1, 2, 3].map((k) =>
      world.add(box(0.1, 0.1, 0.1), { pose: { position: [k, 0, 0.1] }, name: `b${k}` }),
    );
    const heard: string[] = [];
    world.listen(({ phase, a, b }) => heard.push(`${phase} ${a.name} ${b.name}`));
    world.step();
    boxes[2].remove();
    boxes[0].remove();
    world.step();
    expect(heard).toEqual([
      ...[0, 1, 2, 3].map((k) => `began floor b${k}`),
      'ended floor b0',
      'continues floor b1',
      'ended floor b2',
      'continues floor b3',
    ]);
  });

  it('let a listener add and remove bodies', () => {
    const world = onFloor();
    world.add(sphere(0.1), { pose: { position: [0, 0, 0.101] }, name: 'egg' });
    world.listen(({ phase, b }) => {
      if (phase !== 'began' || b.name !== 'egg') return;
      b.remove();
      for (let k = 0; k < 3; k++) world.add(sphere(0.05), { pose: { position: [k, 0, 1] }, name: `shard ${k}` });
    });
    run(world, 20);
    expect(world.contents.map(({ name }) => name)).toEqual(['floor', 'shard 0', 'shard 1', 'shard 2']);
    expect(world.nq).toBe(21);
  });

  it('leave the world valid when a listener throws', () => {
    const world = onFloor();
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 0.1] } });
    const stop = world.listen(() => {
      throw new Error('of the listener');
    });
    expect(() => world.step()).toThrow('of the listener');
    stop();
    run(world, 10);
    expect(ball.pose[2]).toBeCloseTo(0.1, 3);
  });
});

describe('sensors', () => {
  it('have no contacts, and report the bodies that pass', () => {
    const world = onFloor();
    const gate = world.add(box(0.2, 0.2, 0.2), {
      type: 'static',
      pose: { position: [0, 0, 1] },
      sensor: true,
      name: 'gate',
    });
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 2] }, name: 'ball' });
    const heard: string[] = [];
    world.listen(({ kind, phase, a, b }) => {
      if (phase !== 'continues') heard.push(`${kind} ${phase} ${a.name} ${b.name}`);
    });
    const free = new World();
    const other = free.add(sphere(0.1), { pose: { position: [0, 0, 2] } });
    for (let k = 0; k < 130; k++) {
      world.step();
      free.step();
      expect(ball.pose).toEqual(other.pose);
    }
    expect(heard).toEqual(['sensor began gate ball', 'sensor ended gate ball']);
    expect(gate.isRemoved).toBe(false);
  });

  it('may be kinematic bodies, which move', () => {
    const world = new World({ gravity: [0, 0, 0] });
    world.add(box(0.1, 0.1, 0.1), {
      type: 'kinematic',
      sensor: true,
      name: 'scanner',
      velocity: { linear: [1, 0, 0] },
    });
    world.add(sphere(0.1), { pose: { position: [0.5, 0, 0] }, name: 'ball' });
    const begun: number[] = [];
    world.listen(({ kind, phase }) => {
      if (kind === 'sensor' && phase === 'began') begun.push(world.report().time);
    });
    run(world, 120);
    expect(begun).toEqual([expect.closeTo(0.3, 2)]);
    expect((world.find('ball') as RigidBody).velocity.linear).toEqual([0, 0, 0]);
  });
});
