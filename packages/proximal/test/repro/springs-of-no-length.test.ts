// The derivatives of a step with a spring or a distance joint whose anchors coincide were NaN: the change of the direction was divided by the
// distance.
import { expect, it } from 'vitest';
import { sphere } from '../../src/index.ts';
import { type JointOptions, World } from '../../src/sim/index.ts';

it.each<JointOptions>([
  { kind: 'spring', stiffness: 300, damping: 2, length: 0.5 },
  { kind: 'spring', stiffness: 300, damping: 2, length: 0 },
  { kind: 'distance', length: 0.2 },
])('$kind', (options) => {
  const world = new World({ sleeping: false });
  const [a, b] = [0, 1].map(() => world.add(sphere(0.1), { mass: 1, mask: 0 }));
  world.connect(a, b, options);
  world.step();
  const { dState } = world.stepDerivatives();
  expect([...world.state.q, ...world.state.v, ...dState.values].every(Number.isFinite)).toBe(true);
});
