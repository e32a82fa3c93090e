// Real robots, from rest without gravity, with default options: links that overlap by construction do not push each other.
import { describe, expect, it } from 'vitest';
import { Simulator } from '../../src/sim/index.ts';
import { loadShared, needsShared, robots } from '../dynamics/shared.ts';

describe('from rest without gravity, within its limits', needsShared, () => {
  for (const robot of robots) {
    it(`${robot.file} stays where it is`, async () => {
      const model = await loadShared(robot);
      const sim = new Simulator({ models: [model], gravity: [0, 0, 0] });
      const { lower, upper } = model.limits;
      const q = sim.state.q.map((x, k) => Math.min(upper[k], Math.max(lower[k], x)));
      sim.setState({ q });
      for (const [k, { kind, joint }] of model.actuators.entries())
        if (kind === 'position') sim.controls[k] = q[model.joints[model.jointIndex(joint)].q];
      for (let k = 0; k < 240; k++) {
        sim.step();
        expect(sim.report().kineticEnergy).toBeLessThan(1e-9);
      }
      const { geometries } = model;
      for (const { links, message } of sim.notices) {
        for (const link of links) expect(geometries.some((each) => each.link === link)).toBe(true);
        expect(message).toContain(JSON.stringify(links[0]));
      }
    });
  }

  it('Solo-12 keeps its trunk off its upper legs, and says by how much they overlap', async () => {
    const sim = new Simulator({ models: [await loadShared(robots[0])] });
    const overlaps = sim.notices.filter(({ reason }) => reason === 'overlap');
    expect(overlaps.map(({ links }) => links)).toEqual(
      ['FL', 'FR', 'HL', 'HR'].map((leg) => ['base_link', `${leg}_UPPER_LEG`]),
    );
    for (const { depth } of overlaps) expect(depth).toBeCloseTo(0.00353, 5);
  });
});
