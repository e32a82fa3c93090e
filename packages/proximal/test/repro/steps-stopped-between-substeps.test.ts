// After a substep that was stopped, the step continued, reported all contacts as ended, and joints kept the impulses of the stopped
// substep. A sensor added in a step made the step throw.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import { type RigidBody, World, type WorldEvent } from '../../src/sim/index.ts';

function restingBox(): { readonly world: World; readonly body: RigidBody } {
  const world = new World({ timeStep: 1 / 60, substeps: 4, sleeping: false });
  world.add(halfspace(), { type: 'static' });
  const body = world.add(box(0.1, 0.1, 0.1), { name: 'box', pose: { position: [0, 0, 0.1] } });
  return { world, body };
}

describe('a world step that is stopped', () => {
  it('ends with the substep, and keeps the forces of the step', () => {
    const { world, body } = restingBox();
    const phases: string[] = [];
    world.listen(({ phase }: WorldEvent) => void phases.push(phase));
    world.step();
    const before = world.state;
    world.shouldStop = () => true;
    body.applyForce([0, 0, 100]);
    world.step();
    const { status, steps } = world.report();
    expect([status, steps]).toEqual(['stopped', 4]);
    expect(world.state).toEqual(before);
    expect(phases).toEqual(['began']);
    world.shouldStop = null;
    world.step();
    expect(world.report().steps).toBe(8);
    expect(phases).toEqual(['began', 'continues']);
    expect(world.state.v[2]).toBeGreaterThan(0.01);
  });

  it('makes no further substeps when a later substep is stopped', () => {
    const { world } = restingBox();
    world.shouldStop = () => world.report().steps === 2;
    world.step();
    expect(world.report().status).toBe('stopped');
    expect(world.report().steps).toBe(2);
  });

  it('leaves no impulses of the stopped step at joints', () => {
    for (let at = 0; at < 30; at++) {
      const world = new World({ timeStep: 1 / 60, sleeping: false });
      const pendulum = world.add(box(0.1, 0.1, 0.1));
      const hinge = world.connect('world', pendulum, { kind: 'hinge', axis: [0, 1, 0], anchor: [0.3, 0, 0] });
      world.add(sphere(0.1), { type: 'static', pose: { position: [0, 0, -0.21] } });
      for (let k = 0; k < 3; k++) world.step();
      let calls = 0;
      world.shouldStop = () => ++calls > at;
      world.step();
      if (world.report().status === 'stopped') expect([...hinge.force, ...hinge.torque]).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });
});

it('a sensor added in a step senses from the next step on', () => {
  let isAdded = false;
  const sensed: string[] = [];
  const world: World = new World({
    timeStep: 1 / 60,
    friction: () => {
      if (!isAdded) world.add(box(1, 1, 1), { type: 'static', sensor: true, name: 'gate' });
      isAdded = true;
      return 0.5;
    },
  });
  world.add(halfspace(), { type: 'static' });
  world.add(box(0.1, 0.1, 0.1), { name: 'box', pose: { position: [0, 0, 0.1] } });
  world.listen(({ kind, phase, b }: WorldEvent) => {
    if (kind === 'sensor') sensed.push(`${phase} ${b.name}`);
  });
  world.step();
  expect(sensed).toEqual([]);
  world.step();
  expect(sensed).toContain('began box');
});
