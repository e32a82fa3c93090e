// The difference of two orientations with short quaternions was twice the tangent of half the angle; with very long ones it was zero.
import { expect, it } from 'vitest';
import { difference, integrate, ModelBuilder } from '../../src/dynamics/index.ts';

it('the difference of orientations does not depend on the lengths of quaternions', () => {
  const model = new ModelBuilder()
    .link('ball', { mass: 1, inertia: [1, 1, 1] })
    .joint('joint', { kind: 'spherical', parent: 'world', child: 'ball' })
    .build();
  for (const length of [1e-99, 1e-60, 1e-5, 1, 1e5, 1e60, 1e99]) {
    const from = Float64Array.of(0, 0, 0, length);
    const to = Float64Array.of(0, 0, length * Math.sin(1), length * Math.cos(1));
    const v = difference(model, from, to);
    expect(v[2]).toBeCloseTo(2, 12);
    expect(integrate(model, from, v)[2]).toBeCloseTo(Math.sin(1), 12);
  }
});
