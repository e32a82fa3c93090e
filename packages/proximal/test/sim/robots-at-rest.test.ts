// Generated and real robots, from rest without gravity, with default options: links that overlap by construction do not push each other.
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { generatedQuadruped, ifShared, loadRobot, robots } from '../dynamics/shared.ts';
import { quadrupedOverlap } from '../fixtures/robots.ts';

const legs = ['FL', 'FR', 'HL', 'HR'];

describe('from rest without gravity', () => {
  for (const robot of robots) {
    it(`${robot.file} stays at rest`, async () => {
      const model = await loadRobot(robot);
      const sim = new Simulator({ models: [model], gravity: [0, 0, 0] });
      // The reference configurations of some robots are beyond their limits, and servos act against the correction.
      if (model.actuators.some(({ kind }) => kind === 'position')) placeServos(sim, model);
      for (let k = 0; k < 240; k++) {
        sim.step();
        expect(sim.report().kineticEnergy).toBeLessThan(1e-9);
      }
      const { geometries } = model;
      for (const { links, message, reason } of sim.notices) {
        if (reason === 'limit') continue;
        for (const link of links) expect(geometries.some((each) => each.link === link)).toBe(true);
        expect(message).toContain(JSON.stringify(links[0]));
      }
    });
  }

  it.each([
    { robot: generatedQuadruped, trunk: 'trunk', upper: '_upper', overlap: quadrupedOverlap },
    ...ifShared([
      {
        robot: { file: 'robots/solo12/solo12.urdf', root: 'free-flyer' as const },
        trunk: 'base_link',
        upper: '_UPPER_LEG',
        overlap: 0.00353,
      },
    ]),
  ])('$robot.file does not collide its trunk with its upper legs, and reports their overlap', async (each) => {
    const sim = new Simulator({ models: [await loadRobot(each.robot)] });
    const overlaps = sim.notices.filter(({ reason }) => reason === 'overlap');
    expect(overlaps.map(({ links }) => links)).toEqual(legs.map((leg) => [each.trunk, leg + each.upper]));
    for (const { depth } of overlaps) expect(depth).toBeCloseTo(each.overlap, 5);
  });
});

/** Moves the joints within their limits, and sets the servos to hold them there. */
function placeServos(sim: Simulator, { limits, actuators, joints }: Model): void {
  const q = sim.state.q.map((x, k) => Math.min(limits.upper[k], Math.max(limits.lower[k], x)));
  sim.setState({ q });
  for (const [k, { joint }] of actuators.entries()) {
    const { q: at } = joints.find(({ name }) => name === joint) ?? { q: 0 };
    sim.controls[k] = q[at];
  }
}
