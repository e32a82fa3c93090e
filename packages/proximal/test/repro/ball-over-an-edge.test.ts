// A ball that flew past the edge of a box was deflected without touching it: an open contact allowed no approach along its normal.
import { expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it.each([
  [0.001, 5],
  [0.05, 60],
])('a ball flies past an edge %f m away at %f m/s without deflection, wherever its steps begin', (clearance, speed) => {
  let deflected = 0;
  for (let phase = 0; phase < 60; phase++) {
    const scene = new Scene({ margin: 0.02 });
    scene.add(box(0.5, 0.5, 0.5), {}, { static: true });
    // The ball crosses the edge at x = z = 0.5 at 45 degrees, so that the edge stays the nearest feature.
    const heading = [Math.SQRT1_2, 0, -Math.SQRT1_2];
    const nearest = 0.5 + (0.1 + clearance) * Math.SQRT1_2;
    const run = 0.4 + (phase / 60) * (speed / 240);
    const position = [nearest - run * heading[0], 0, nearest - run * heading[2]];
    const ball = freeBody(sphere(0.1), { mass: 1, pose: { position } });
    const sim = new Simulator({ models: [ball], scene, gravity: [0, 0, 0] });
    sim.setState({ v: Float64Array.from([...heading.map((x) => speed * x), 0, 0, 0]) });
    for (let k = 0; k < 60; k++) sim.step();
    const { v } = sim.state;
    if (heading.some((x, k) => Math.abs(v[k] - speed * x) > 1e-9)) deflected++;
  }
  expect(deflected).toBe(0);
});
