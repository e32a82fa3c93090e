// Pairs of bodies, robots and links that do not collide.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { type RigidBody, type Robot, World } from '../../src/sim/index.ts';

function run(world: World, steps = 240): void {
  for (let k = 0; k < steps; k++) world.step();
}

function tableAndBall(): { world: World; table: RigidBody; ball: RigidBody } {
  const world = new World();
  world.add(halfspace(), { type: 'static', name: 'floor' });
  const table = world.add(box(1, 1, 0.1), { type: 'static', name: 'table', pose: { position: [0, 0, 1] } });
  const ball = world.add(sphere(0.1), { name: 'ball', pose: { position: [0, 0, 1.2] } });
  return { world, table, ball };
}

describe('world.exclude', () => {
  it('lets a ball fall through the table, but not through the floor', () => {
    const { world, table, ball } = tableAndBall();
    world.exclude(table, ball);
    run(world);
    expect(ball.pose[2]).toBeCloseTo(0.1, 2);
  });

  it('wakes bodies at rest, and ends with its removal', () => {
    const { world, table, ball } = tableAndBall();
    run(world, 480);
    expect(ball.isSleeping).toBe(true);
    const fall = world.exclude(table, ball, { name: 'fall' });
    run(world);
    expect(ball.pose[2]).toBeCloseTo(0.1, 2);
    expect(world.exclusion('fall')).toBe(fall);
    fall.remove();
    expect(world.exclusions).toHaveLength(0);
    ball.setPose({ position: [0, 0, 1.3] });
    run(world);
    expect(ball.pose[2]).toBeCloseTo(1.2, 2);
  });

  it('is removed with its bodies, also in callbacks', () => {
    const { world, table, ball } = tableAndBall();
    world.listen(() => {
      if (world.exclusions.length === 0 && !ball.isRemoved) world.exclude(ball, table);
    });
    run(world);
    expect(ball.pose[2]).toBeCloseTo(0.1, 2);
    ball.remove();
    expect(world.exclusions).toHaveLength(0);
  });

  it('is kept by snapshots, with names, robots and links', () => {
    const { world, table, ball } = tableAndBall();
    const arm = world.add(crossedArm(), { name: 'arm' });
    world.exclude(table, ball, { name: 'fall' });
    world.exclude(arm.link('upper'), arm.link('lower'), { name: 'links' });
    world.exclude(arm, table);
    const twin = World.restore(world.snapshot());
    expect(twin.exclusions.map(({ name }) => name)).toEqual(['fall', 'links', 'exclusion 1']);
    run(world, 20);
    run(twin, 20);
    expect(twin.hash()).toBe(world.hash());
    twin.exclusion('fall')?.remove();
    run(twin, 50);
    run(world, 50);
    expect(twin.hash()).not.toBe(world.hash());
  });

  it('of a robot and itself ends its self-collision', () => {
    const touchesOf = (isExcluded: boolean): number => {
      const world = new World({ overlappingLinks: 'collide', gravity: [0, 0, 0] });
      const arm: Robot = world.add(crossedArm());
      if (isExcluded) world.exclude(arm, arm);
      world.step();
      return world.report().contacts.length;
    };
    expect(touchesOf(false)).toBeGreaterThan(0);
    expect(touchesOf(true)).toBe(0);
  });

  it('refuses bodies that are not in the world, and a name that is taken', () => {
    const { world, table, ball } = tableAndBall();
    const other = new World().add(sphere(1));
    expect(() => world.exclude(other, ball)).toThrow('a is "sphere"; it belongs to another world');
    expect(() => world.exclude(table, 'ball' as never)).toThrow(TypeError);
    world.exclude(table, ball, { name: 'fall' });
    expect(() => world.exclude(table, ball, { name: 'fall' })).toThrow('another');
    ball.remove();
    expect(() => world.exclude(table, ball)).toThrow('"ball" was removed from its world');
  });
});

/** An arm whose upper and lower links overlap. */
function crossedArm(): ReturnType<ModelBuilder['build']> {
  const inertia = [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] as const;
  return new ModelBuilder({ name: 'crossed' })
    .link('upper', { mass: 1, inertia })
    .link('middle', { mass: 1, inertia })
    .link('lower', { mass: 1, inertia })
    .joint('shoulder', {
      kind: 'revolute',
      parent: 'world',
      child: 'upper',
      axis: [0, 1, 0],
      placement: { position: [5, 0, 3] },
    })
    .joint('elbow', { kind: 'revolute', parent: 'upper', child: 'middle', axis: [0, 1, 0] })
    .joint('wrist', { kind: 'revolute', parent: 'middle', child: 'lower', axis: [1, 0, 0] })
    .geometry('upper', { shape: box(0.1, 0.1, 0.2) })
    .geometry('lower', { shape: box(0.1, 0.2, 0.1), pose: { position: [0.1, 0, 0] } })
    .build();
}
