// The simulator tests all pairs of links for overlap in the reference configuration. With thousands of links at one position, this took minutes.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { Simulator } from '../../src/sim/index.ts';

/** A chain whose links are all at the same position, with `shapes` shapes each. */
function chain(links: number, shapes = 1) {
  const builder = new ModelBuilder({ name: 'bundle' });
  const shape = box(0.1, 0.1, 0.1);
  for (let k = 0; k < links; k++) {
    builder.link(`l${k}`, { mass: 1, inertia: [1, 1, 1] });
    builder.joint(`j${k}`, {
      kind: 'revolute',
      parent: k === 0 ? 'world' : `l${k - 1}`,
      child: `l${k}`,
      axis: [0, 1, 0],
    });
    for (let m = 0; m < shapes; m++) builder.geometry(`l${k}`, { shape, name: `s${k} ${m}` });
  }
  return builder.build();
}

it("rejects hundreds of coincident links unless overlappingLinks is 'collide'", () => {
  expect(() => new Simulator({ models: [chain(300)] })).toThrow(
    'Simulator: model "bundle" has more than 10000 pairs of shapes whose boxes overlap in the reference configuration; give { overlappingLinks: \'collide\' }, which does not check for overlaps',
  );
  expect(new Simulator({ models: [chain(300)], overlappingLinks: 'collide' }).notices).toHaveLength(299);
});

it('rejects thousands of coincident shapes on a link', () => {
  expect(() => new Simulator({ models: [chain(2, 5000)] })).toThrow('has more than 500000 pairs of shapes');
});

it('tests every pair of sixty links', () => {
  const { notices } = new Simulator({ models: [chain(60)] });
  expect(notices.filter(({ reason }) => reason === 'overlap')).toHaveLength((59 * 58) / 2);
});
