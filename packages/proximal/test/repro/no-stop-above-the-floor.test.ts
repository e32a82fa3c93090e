// Without restitution, a fast body was stopped above the surface, where the contact was detected. A slow body moved down to the surface.
import { expect, it } from 'vitest';
import { normalReference } from '../../src/contact/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('the reference velocity of a fast approach closes the gap', () => {
  const at = (velocity: number): number =>
    normalReference(0.004, 0.01, { restitution: 0, velocity, restingSpeed: 0.05 });
  expect(at(-1)).toBe(-0.4);
  expect(at(-1)).toBe(at(-0.04));
});

it('a falling ball ends the step on the floor, not above it', () => {
  const scene = new Scene({ margin: 0.05 });
  scene.add(halfspace(), {}, { static: true });
  const ball = freeBody(sphere(0.1), { pose: { position: [0, 0, 0.104] } });
  const sim = new Simulator({ models: [ball], scene, timeStep: 0.01 });
  sim.setState({ v: Float64Array.of(0, 0, -1, 0, 0, 0) });
  sim.step();
  expect(sim.state.q[2]).toBeCloseTo(0.1, 9);
});
