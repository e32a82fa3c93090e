// Three faults of `RobotCell`: objects attached to two links that a joint connects were not checked against each other; a half-space on a moving link
// did not move with it; and the clearance from a mesh far away was infinite.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, type Shape, sphere } from '../../src/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene, triangleMesh } from '../../src/scene/index.ts';

/** Two sliders along x, one on the other. */
function sliders(shape?: Shape): ModelBuilder {
  const builder = new ModelBuilder();
  for (const [k, parent] of ['world', 'link0'].entries())
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, { kind: 'prismatic', parent, child: `link${k}`, axis: [1, 0, 0] });
  if (shape) builder.geometry('link0', { shape });
  return builder;
}

it('checks the objects on neighboring links against each other', () => {
  const cell = new RobotCell({ model: sliders().build() });
  cell.attach(box(0.1, 0.1, 0.1), 'link0', {}, { name: 'first' });
  cell.attach(box(0.1, 0.1, 0.1), 'link1', {}, { name: 'second' });
  expect(cell.isFree(Float64Array.of(0, 0.1))).toBe(false);
  expect(cell.isFree(Float64Array.of(0, 0.3))).toBe(true);
  expect(cell.motion(Float64Array.of(0, 0.3), Float64Array.of(0, -0.3)).status).toBe('contact');
});

it('rejects half-spaces that move', () => {
  const model = sliders(halfspace()).build();
  expect(() => new RobotCell({ model })).toThrow(/link0.*half-space/);
});

it('measures the distance from a mesh far away', () => {
  const scene = new Scene();
  scene.add(triangleMesh([0, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2]), {}, { name: 'mesh', static: true });
  const cell = new RobotCell({ model: sliders(sphere(0.5)).build(), scene });
  expect(cell.clearance(Float64Array.of(1000, 0)).distance).toBeCloseTo(999.5, 9);
});
