// The closures of a chain of fifty links, whose tip moved at 15 m/s, opened by 86 mm at 240 Hz although every step reported 'converged'.
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { closedChain, half, openingOf } from '../fixtures/closed-chain.ts';

/** The whole chain rotates about its fixed end. @param speed of the free end, in m/s */
function rotating(model: Model, speed: number): Simulator {
  const sim = new Simulator({ models: [model] });
  const count = model.nv / 6;
  const rate = speed / (2 * half * count);
  const v = new Float64Array(model.nv);
  for (let k = 0; k < count; k++) {
    v[6 * k + 2] = rate * half * (2 * k + 1);
    v[6 * k + 4] = -rate;
  }
  sim.setState({ v });
  return sim;
}

/** Only the last link moves, at `speed` in m/s. */
function withFastTip(model: Model, speed: number): Simulator {
  const sim = new Simulator({ models: [model] });
  const v = new Float64Array(model.nv);
  v[model.nv - 4] = speed;
  sim.setState({ v });
  return sim;
}

/** The largest distance between the two points of a closure, in meters. */
describe('a fast chain', () => {
  it.each([
    ['rotating', 50, rotating, 30],
    ['rotating', 20, rotating, 120],
    ['fast at its tip', 50, withFastTip, 20],
  ] as const)('%s, at 15 m/s, with %s links: the closures stay closed', (_, count, start, steps) => {
    const model = closedChain(count);
    const sim = start(model, 15);
    for (let k = 0; k < steps; k++) {
      sim.step();
      expect(sim.report().status).toBe('converged');
      expect(openingOf(sim, model), `step ${k}`).toBeLessThan(1e-4);
    }
  });

  it("reports 'open' in every step whose closures are open by more than 0.1 mm", () => {
    const model = closedChain(5);
    const sim = withFastTip(model, 60);
    for (let k = 0; k < 100; k++) {
      sim.step();
      expect(sim.report().status, `step ${k}`).toBe(openingOf(sim, model) > 1e-4 ? 'open' : 'converged');
    }
    expect(sim.report().status).toBe('open');
  });
});

describe('closures without contacts', () => {
  it('are solved in one iteration', () => {
    const sim = rotating(closedChain(20), 5);
    for (let k = 0; k < 20; k++) {
      sim.step();
      expect(sim.report().iterations).toBe(1);
      expect(sim.report().residuals.dual).toBeLessThan(1e-6);
    }
  });

  it('give the same motion when each is repeated three times', () => {
    const [one, three] = [rotating(closedChain(6), 5), rotating(closedChain(6, { copies: 3 }), 5)];
    for (let k = 0; k < 60; k++) {
      one.step();
      three.step();
      expect(three.report().status).toBe('converged');
      expect(three.report().iterations).toBe(1);
    }
    const [q, same] = [one.state.q, three.state.q];
    for (let k = 0; k < q.length; k++) expect(same[k]).toBeCloseTo(q[k], 6);
  });
});
