// Bodies of an MJCF file fell through the floor of the same file: the world was treated as their parent link, and links do not collide with their
// parents.
import { expect, it } from 'vitest';
import { readMjcf } from '../../src/io/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('a body falls onto the floor of its own file and rests there', async () => {
  const model = await readMjcf(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.12"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
  const sim = new Simulator({ models: [model] });
  for (let k = 0; k < 240; k++) sim.step();
  expect(sim.state.q[2]).toBeCloseTo(0.1, 3);
});
