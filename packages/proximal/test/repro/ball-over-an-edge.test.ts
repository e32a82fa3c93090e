// A ball that flies past the edge of a box was deflected, though it does not touch it: an open contact forbade any approach along its normal.
import { expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it.each([
  [0.001, 5],
  [0.05, 60],
])('flies past an edge %f m away at %f m/s, whatever the phase of its steps', (clearance, speed) => {
  let deflected = 0;
  for (let phase = 0; phase < 60; phase++) {
    const scene = new Scene({ margin: 0.02 });
    scene.add(box(0.5, 0.5, 0.5), {}, { static: true });
    // Across the edge at x = z = 0.5, at an angle of 45 degrees, so that it stays the nearest.
    const way = [Math.SQRT1_2, 0, -Math.SQRT1_2];
    const away = 0.5 + (0.1 + clearance) * Math.SQRT1_2;
    const back = 0.4 + (phase / 60) * (speed / 240);
    const position = [away - back * way[0], 0, away - back * way[2]];
    const ball = freeBody(sphere(0.1), { mass: 1, pose: { position } });
    const sim = new Simulator({ models: [ball], scene, gravity: [0, 0, 0] });
    sim.setState({ v: Float64Array.from([...way.map((x) => speed * x), 0, 0, 0]) });
    for (let k = 0; k < 60; k++) sim.step();
    const { v } = sim.state;
    if (way.some((x, k) => Math.abs(v[k] - speed * x) > 1e-9)) deflected++;
  }
  expect(deflected).toBe(0);
});
