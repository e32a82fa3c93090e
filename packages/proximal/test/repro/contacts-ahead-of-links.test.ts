// Contacts were searched ahead of free bodies only: a fast link of a robot had none before it overlapped a body, or passed through it.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

/** A box of half width 0.1 m on a rail along x, and a wall 3 cm ahead of it. */
function railWorld(continuous: boolean): World {
  const world = new World({ timeStep: 1 / 240, continuous, margin: 0.02, gravity: [0, 0, 0], sleeping: false });
  const model = new ModelBuilder({ name: 'cart' })
    .link('cart', { mass: 1, inertia: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'cart', axis: [1, 0, 0] })
    .geometry('cart', { shape: box(0.1, 0.1, 0.1) })
    .build();
  world.add(model);
  world.add(box(0.01, 1, 1), { type: 'static', pose: { position: [0.14, 0, 0] } });
  return world;
}

describe.each([true, false])('a link on a rail, with continuous: %s', (continuous) => {
  it.each([10, 100, 1000])('at %d m/s touches the wall at the end of the step, and stops', (speed) => {
    const world = railWorld(continuous);
    world.setState({ v: Float64Array.of(speed) });
    world.step();
    const { contacts } = world.report();
    expect(contacts.length).toBe(4);
    for (const { gap } of contacts) expect(gap).toBeCloseTo(0.03, 12);
    expect(world.state.q[0]).toBeCloseTo(0.03, 9);
    world.step();
    expect(world.state.q[0]).toBeCloseTo(0.03, 9);
    expect(world.state.v[0]).toBeCloseTo(0, 9);
  });

  it('has no contact with a wall that is farther than it moves', () => {
    const world = railWorld(continuous);
    world.setState({ v: Float64Array.of(5) });
    world.step();
    expect(world.report().contacts.length).toBe(0);
  });
});
