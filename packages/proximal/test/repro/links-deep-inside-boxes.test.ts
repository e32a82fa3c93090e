// The depth of a link whose center is inside the box of an obstacle was bounded by the link's radius alone: `clearance` skipped it
// after a shallower pair.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

it('a link in the middle of a box is measured, although another link touches the box before it', () => {
  const builder = new ModelBuilder();
  for (const name of ['first', 'second'])
    builder
      .link(name, { mass: 1, inertia: [1, 1, 1] })
      .joint(`slide ${name}`, { kind: 'prismatic', parent: 'world', child: name, axis: [1, 0, 0], lower: -9, upper: 9 })
      .geometry(name, { shape: sphere(name === 'first' ? 1 : 0.1) });
  const scene = new Scene();
  scene.add(box(1, 1, 1), { position: [4, 0, 0], rotation: [0, 0, 1, 1] }, { name: 'block' });
  const cell = new RobotCell({ model: builder.build(), scene });
  // The first link overlaps the block by 0.5; the second one is in its middle, at the depth 1.1.
  const { distance, lower, a } = cell.clearance([2.5, 4]);
  expect(distance).toBeCloseTo(-1.1, 9);
  expect(lower).toBeLessThan(-1.1 + 1e-9);
  expect(a).toBe('second');
  expect(cell.sweepClearance([2.5, -4], [2.5, 4.5]).distance).toBeCloseTo(-1.1, 4);
});
