// A step alternates between solving for contacts and limiting the efforts of drives. A drive switched between its effort limits in each of these
// iterations, and the last one left it at the wrong limit. A light link then swung at each step: a Talos that had fallen over shook at
// 0.4 rad/s forever, and the robots of this test at 2 rad/s.
import { expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, halfspace } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { World } from '../../src/sim/index.ts';

/** A body with two arms of three links, whose joints cannot carry the body. */
function bodyWithArms(): Model {
  const builder = new ModelBuilder({ name: 'body with arms' })
    .link('body', { mass: 5, inertia: [0.05, 0.05, 0.05] })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'body' })
    .geometry('body', { shape: box(0.1, 0.1, 0.1) });
  for (const side of [-1, 1]) {
    let parent = 'body';
    for (let k = 0; k < 3; k++) {
      const link = `link ${side} ${k}`;
      const mass = 0.6 / 2 ** k;
      const position = k === 0 ? [0.15 * side, 0, 0] : [0, 0, -0.2];
      builder
        .link(link, { mass, centerOfMass: [0, 0, -0.1], inertia: [4e-3 * mass, 4e-3 * mass, 1e-3 * mass] })
        .geometry(link, { shape: capsule(0.02, 0.08), pose: { position: [0, 0, -0.1] } })
        .joint(`joint ${side} ${k}`, {
          kind: 'revolute',
          parent,
          child: link,
          axis: k % 2 === 1 ? [1, 0, 0] : [0, 1, 0],
          placement: { position },
          effortLimit: 4 / 2 ** k,
        });
      parent = link;
    }
  }
  return builder.build();
}

it.each([29, 37])('a robot that falls on a floor and holds its arms comes to rest, seed %i', (seed) => {
  const rng = new Rng(seed);
  const model = bodyWithArms();
  const world = new World({ timeStep: 1 / 60 });
  world.add(halfspace(), { type: 'static' });
  const [x, y, z, w] = rng.rotation();
  const configuration = [0, 0, 0.8, x, y, z, w];
  while (configuration.length < model.nq) configuration.push(rng.uniform(-1, 1));
  const robot = world.add(model, { configuration });
  robot.hold();
  for (let k = 0; k < 300; k++) {
    world.step();
    if (k > 270) expect(Math.max(...robot.velocity.map(Math.abs))).toBeLessThan(0.01);
  }
});
