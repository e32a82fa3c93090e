// In the position correction springs have the compliance 1e9, and beside their rows the rows of joints counted as redundant: the derivatives left
// out the correction of every joint in an island with a spring.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { worstError } from '../sim/world-differences.ts';

const anchors = [
  [0.7, 0, 0],
  [1, 0, 0],
] as const;
const solver = { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 };

it.each(['euler', 'midpoint'] as const)('joints with a spring beside them, %s', (integrator) => {
  const world = new World({ sleeping: false, integrator, solver });
  const velocity = { linear: [0.3, -2, 0.4], angular: [5, -8, 6] };
  const a = world.add(box(0.2, 0.15, 0.1), { mass: 2, velocity, mask: 0 });
  const b = world.add(box(0.1, 0.2, 0.3), { mass: 1, velocity, pose: { position: [0.6, 0.1, 0.2] }, mask: 0 });
  world.connect('world', a, { kind: 'ball', anchor: [0.1, 0, 0.05] });
  world.connect(a, b, { kind: 'hinge', anchor: [0.3, 0.05, 0.1], axis: [0.3, 0.2, 0.9] });
  world.connect(b, 'world', { kind: 'spring', stiffness: 50, damping: 1, length: 0.1, anchors });
  for (let k = 0; k < 5; k++) world.step();
  expect(worstError(world)).toBeLessThan(1e-5);
});

it('a joint of heavy bodies with a soft spring beside it', () => {
  const world = new World({ sleeping: false, solver, closureCorrection: 0 });
  const body = world.add(box(1, 1, 1), { mass: 1e4, pose: { position: [1, 0, 0] }, mask: 0 });
  world.connect('world', body, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 1, 0] });
  world.connect(body, 'world', { kind: 'spring', stiffness: 1e-3, damping: 0, length: 0.1, anchors });
  for (let k = 0; k < 5; k++) world.step();
  // The solver's tolerance allows differences of 2e-5.
  expect(worstError(world)).toBeLessThan(1e-4);
});
