// Bodies attached by joints to the world, or to a static or kinematic body, fall asleep, and wake up when a joint or that body changes.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { type RigidBody, World, type WorldJoint } from '../../src/sim/index.ts';

interface Door {
  readonly world: World;
  readonly frame: RigidBody;
  readonly door: RigidBody;
  readonly hinge: WorldJoint;
}

/** A door on a hinge with friction, at a frame that does not touch it. */
function hang(type: 'static' | 'kinematic' = 'static'): Door {
  const world = new World({ timeStep: 1 / 60 });
  const frame = world.add(box(0.1, 0.1, 1), { type, pose: { position: [-0.3, 0, 1] } });
  const door = world.add(box(0.4, 0.02, 1), { mass: 20, pose: { position: [0.4, 0, 1] } });
  const hinge = world.connect(frame, door, { kind: 'hinge', anchor: [0, 0, 1], axis: [0, 0, 1], friction: 0.5 });
  return { world, frame, door, hinge };
}

function run(world: World, seconds: number): void {
  for (let k = 0; k < 60 * seconds; k++) world.step();
}

describe('a door on a hinge', () => {
  it.each(['static', 'kinematic'] as const)('sleeps at a %s frame', (type) => {
    const { world, door } = hang(type);
    run(world, 2);
    expect(door.isSleeping).toBe(true);
  });

  it('wakes up when a motor is set', () => {
    const { world, door, hinge } = hang();
    run(world, 2);
    hinge.motor = { velocity: 0.5, maxForce: 10 };
    run(world, 1);
    expect(door.isSleeping).toBe(false);
    expect(hinge.position).toBeGreaterThan(0.4);
  });

  it('falls when the hinge is removed', () => {
    const { world, door, hinge } = hang();
    run(world, 2);
    hinge.remove();
    run(world, 1);
    expect(door.pose[2]).toBeLessThan(-3);
  });

  it.each(['static', 'kinematic'] as const)('follows a %s frame that is placed elsewhere', (type) => {
    const { world, frame, door } = hang(type);
    run(world, 2);
    frame.setPose({ position: [-0.3, 0, 1.01] });
    run(world, 2);
    expect(door.pose[2]).toBeCloseTo(1.01, 3);
  });

  it('follows a kinematic frame that moves', () => {
    const { world, frame, door } = hang('kinematic');
    run(world, 2);
    frame.setVelocity({ linear: [0, 0, 0.1] });
    run(world, 1);
    expect(door.pose[2]).toBeCloseTo(1.1, 3);
    expect(door.isSleeping).toBe(false);
  });

  it('does not sleep while a motor moves it slowly', () => {
    const { world, door, hinge } = hang();
    hinge.motor = { velocity: 1e-4, maxForce: 10 };
    run(world, 3);
    expect(door.isSleeping).toBe(false);
    expect(hinge.position).toBeCloseTo(3e-4, 6);
  });

  it('repeats its steps after load, asleep or not', () => {
    const { world, door } = hang();
    run(world, 0.4);
    const saved = world.save();
    run(world, 1);
    expect(door.isSleeping).toBe(true);
    const first = world.hash();
    world.load(saved);
    run(world, 1);
    expect(world.hash()).toBe(first);
  });
});

it('lets a chain that hangs at rest sleep', () => {
  const world = new World();
  let above: RigidBody | 'world' = 'world';
  const links: RigidBody[] = [];
  for (let k = 0; k < 5; k++) {
    const link = world.add(sphere(0.02), { pose: { position: [0, 0, -0.1 * (k + 1)] } });
    world.connect(above, link, { kind: 'ball', anchor: [0, 0, -0.1 * k] });
    links.push(link);
    above = link;
  }
  for (let k = 0; k < 480; k++) world.step();
  for (const { isSleeping } of links) expect(isSleeping).toBe(true);
  links[4].applyImpulse([0.05, 0, 0]);
  for (let k = 0; k < 24; k++) world.step();
  for (const { isSleeping } of links) expect(isSleeping).toBe(false);
  expect(links[4].pose[0]).toBeGreaterThan(0.01);
});
