// The contact problem of a step is split into islands.
import { describe, expect, it } from 'vitest';
import { contactSolvers } from '../../src/contact/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** Stacks of two crates and a ball, far from each other. */
function stacks(positions: readonly number[], solver: SimulatorOptions['solver'] = 'ncp-pgs'): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const models = positions.flatMap((x) => [
    freeBody(box(0.5, 0.5, 0.5), { pose: { position: [x, 0, 0.5] } }),
    freeBody(box(0.4, 0.4, 0.4), { pose: { position: [x + 0.1, 0, 1.42] } }),
    freeBody(sphere(0.3), { pose: { position: [x, 0.2, 2.3] } }),
  ]);
  return new Simulator({ models, scene, solver });
}

describe('islands', () => {
  it("do not change each other's bits", () => {
    const [alone, among] = [stacks([0]), stacks([-5, 0, 7])];
    for (let k = 0; k < 200; k++) {
      alone.step();
      among.step();
    }
    expect(among.state.q.subarray(21, 42)).toEqual(alone.state.q);
    expect(among.state.v.subarray(18, 36)).toEqual(alone.state.v);
  });

  it('are solved by all ten solvers', () => {
    for (const { name } of contactSolvers()) {
      const sim = stacks([0, 4], { solver: name });
      for (let k = 0; k < 120; k++) sim.step();
      const { q } = sim.state;
      for (const x of [0, 1]) expect(Math.abs(q[21 * x + 2] - 0.5), name).toBeLessThan(2e-3);
      const { contacts, residuals, penetration } = sim.report();
      expect(contacts.length, name).toBeGreaterThan(8);
      expect(penetration, name).toBeLessThan(2e-3);
      // The pyramid of an LCP allows impulses outside of the cone.
      expect(residuals.coulomb, name).toBeLessThan(name.startsWith('lcp') ? 5 : 1e-6);
    }
  });

  it('are warm-started from the impulses of the last step, except after setState', () => {
    const sim = stacks([0, 4]);
    for (let k = 0; k < 240; k++) sim.step();
    const atRest = sim.report().iterations;
    const { q, v } = sim.state;
    sim.setState({ q, v });
    sim.step();
    expect(sim.report().iterations).toBeGreaterThan(atRest);
    sim.step();
    expect(sim.report().iterations).toBeLessThanOrEqual(atRest + 5);
  });
});
