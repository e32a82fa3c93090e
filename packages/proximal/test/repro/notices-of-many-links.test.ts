// Each pair of links that never collide has a notice: a file of 10,000 shapes led to fifty million notices.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('a simulator has at most 10,000 notices', () => {
  const builder = new ModelBuilder();
  // 11,175 pairs whose collision masks share no bit.
  for (let k = 0; k < 150; k++)
    builder
      .link(`l${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`j${k}`, { kind: 'revolute', parent: 'world', child: `l${k}`, placement: { position: [3 * k, 0, 0] } })
      .geometry(`l${k}`, { shape: sphere(1), contype: 0, conaffinity: 0 });
  const { notices } = new Simulator({ models: [builder.build()] });
  expect(notices).toHaveLength(10_000);
  expect(notices[0]).toMatchObject({ reason: 'mask', links: ['l0', 'l1'] });
});
