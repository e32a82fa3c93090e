// The termination criterion compared the work of every contact with the largest impulse of its island. A light body on a heavy one was
// thrown up in every step, with the status 'converged'.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

const heavy = 1e5;
const ratios = [1e2, 1e4, 1e6, 1e8, 1e9, 1e10];

describe.each([60, 240])('at %i Hz', (rate) => {
  it.each(ratios)('a ball rests on a box that is %s times as heavy', (ratio) => {
    const world = new World({ timeStep: 1 / rate, sleeping: false });
    world.add(halfspace(), { type: 'static' });
    world.add(box(0.5, 0.5, 0.5), { mass: heavy, pose: { position: [0, 0, 0.5] } });
    const ball = world.add(sphere(0.1), { mass: heavy / ratio, pose: { position: [0.05, 0.02, 1.15] } });
    for (let k = 0; k < 2 * rate; k++) {
      world.step();
      expect(['free', 'converged']).toContain(world.report().status);
      if (k < rate) continue;
      expect(Math.abs(ball.velocity.linear[2])).toBeLessThan(1e-5);
      expect(Math.abs(ball.pose[2] - 1.1)).toBeLessThan(1e-5);
    }
  });
});

// With the heavy box on top, every step converges up to a mass ratio of about 10⁴: sweeps need about as many iterations as the ratio, and ADMM
// about its square root.
it.each([1e2, 1e3, 1e4])('a box rests on a box that is %s times lighter', (ratio) => {
  const world = new World({ sleeping: false });
  world.add(halfspace(), { type: 'static' });
  world.add(box(0.5, 0.5, 0.5), { mass: 100 / ratio, pose: { position: [0, 0, 0.5] } });
  const top = world.add(box(0.3, 0.3, 0.3), { mass: 100, pose: { position: [0.05, 0.02, 1.35] } });
  for (let k = 0; k < 480; k++) {
    world.step();
    expect(['free', 'converged']).toContain(world.report().status);
  }
  expect(Math.abs(top.pose[2] - 1.3)).toBeLessThan(1e-5);
});

// At larger ratios, some steps reach the limit of iterations and report it. The upper box stays in place up to a ratio of about 10⁸; at 10⁹ it
// sinks through the lighter one.
it.each([1e6, 1e7])('a box stays on a box that is %s times lighter, though not every step converges', (ratio) => {
  const world = new World({ sleeping: false });
  world.add(halfspace(), { type: 'static' });
  const low = world.add(box(0.5, 0.5, 0.5), { mass: 100 / ratio, pose: { position: [0, 0, 0.5] } });
  const top = world.add(box(0.3, 0.3, 0.3), { mass: 100, pose: { position: [0.05, 0.02, 1.35] } });
  for (let k = 0; k < 480; k++) {
    world.step();
    expect(top.pose[2]).toBeLessThan(1.35);
  }
  expect(Math.abs(top.pose[2] - 1.3)).toBeLessThan(1e-3);
  expect(Math.abs(low.pose[2] - 0.5)).toBeLessThan(1e-3);
});
