// Links that overlapped deeply in the initial configuration stopped their robot in each step in which a position correction moved them deeper. The
// robot hung in the air for seconds.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

it.each([60, 240])('a robot whose links overlap falls freely at %i Hz', (rate) => {
  const builder = new ModelBuilder({ name: 'folded' })
    .link('body', { mass: 5, inertia: [0.05, 0.05, 0.05] })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'body' })
    .geometry('body', { shape: box(0.1, 0.1, 0.1) });
  let parent = 'body';
  for (let k = 0; k < 3; k++) {
    const link = `link ${k}`;
    builder
      .link(link, { mass: 0.3, centerOfMass: [0, 0, -0.1], inertia: [1e-3, 1e-3, 3e-4] })
      .geometry(link, { shape: capsule(0.02, 0.08), pose: { position: [0, 0, -0.1] } })
      .joint(`joint ${k}`, {
        kind: 'revolute',
        parent,
        child: link,
        axis: [0, 1, 0],
        placement: { position: k === 0 ? [0.15, 0, 0.1] : [0, 0, -0.2] },
      });
    parent = link;
  }
  const world = new World({ timeStep: 1 / rate });
  const robot = world.add(builder.build());
  // The last two links are folded into the body.
  robot.setConfiguration([0, 0, 5, 0, 0, 0, 1, 0, 2.2, 0.4]);
  robot.hold();
  const { potentialEnergy: start } = world.report();
  for (let k = 0; k < rate / 2; k++) world.step();
  const { potentialEnergy } = world.report();
  // The center of mass falls by g t²/2 in half a second: 1.23 m, and less than Δt g t/2 more.
  const drop = (start - potentialEnergy) / (9.81 * 5.9);
  expect(drop).toBeGreaterThan(1.2);
  expect(drop).toBeLessThan(1.23 + 2.5 / rate);
});
