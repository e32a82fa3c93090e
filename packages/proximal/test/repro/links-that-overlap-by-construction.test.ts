// Three links that overlap by 1 mm in the reference configuration started from rest and reached 7e20 J.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('overlapping links stay at rest, and the notices name them', () => {
  const builder = new ModelBuilder({ name: 'folded', gravity: [0, 0, 0] });
  for (const [k, parent] of ['world', 'a', 'b'].entries()) {
    const child = ['a', 'b', 'c'][k];
    builder
      .link(child, { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint(`to-${child}`, {
        kind: k === 0 ? 'free-flyer' : 'revolute',
        parent,
        child,
        axis: [0, 1, 0],
        placement: { position: [k === 0 ? 0 : 0.0995, 0, 0] },
      })
      .geometry(child, { shape: box(0.1, 0.05, 0.05) });
  }
  const sim = new Simulator({ models: [builder.build()] });
  for (let k = 0; k < 240; k++) sim.step();
  expect(sim.report().kineticEnergy).toBe(0);
  const [overlap] = sim.notices.filter(({ reason }) => reason === 'overlap');
  expect(overlap.links).toEqual(['a', 'c']);
  expect(overlap.depth).toBeCloseTo(0.001, 12);
});
