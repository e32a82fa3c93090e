// Loop closures stay closed at any speed of their links, and welds close from any angle.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { fromAxisAngle, Rng } from '../../src/math/index.ts';
import { rolloutGradient, Simulator } from '../../src/sim/index.ts';
import { closedChain, openingOf } from '../fixtures/closed-chain.ts';
import { check, checkParameters, displaced, solver } from './step-differences.ts';

describe('a chain of point closures', () => {
  it.each([
    [5, 480, () => 0.1],
    [20, 480, () => 0.1],
    [50, 240, () => 0.1],
    [5, 480, (k: number) => 0.01 * 3 ** k],
  ] as const)('of %s links opens by less than 0.1 mm in %s steps, which converge', (count, steps, masses) => {
    const model = closedChain(count, { masses });
    const sim = new Simulator({ models: [model] });
    for (let k = 0; k < steps; k++) {
      sim.step();
      expect(sim.report().status).toBe('converged');
      expect(openingOf(sim, model), `step ${k}`).toBeLessThan(1e-4);
    }
  });
});

describe('a weld', () => {
  it('closes from an error of exactly half a turn', () => {
    const rod = { mass: 1, inertia: [0.01, 0.02, 0.03] };
    const model = new ModelBuilder()
      .link('rod', rod)
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'rod' })
      .constraint('anchor', { kind: 'weld', a: 'world', b: 'rod' })
      .build();
    for (const turn of [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.6, 0.8, 0, 0],
      [...fromAxisAngle([1, 2, 3], Math.PI).subarray(3)],
    ]) {
      const sim = new Simulator({ models: [model], gravity: [0, 0, 0] });
      sim.setState({ q: Float64Array.of(0, 0, 0, ...turn) });
      for (let k = 0; k < 300; k++) sim.step();
      expect(openingOf(sim, model)).toBeLessThan(1e-4);
      expect(sim.report().kineticEnergy).toBeLessThan(1e-12);
    }
  });
});

describe('the derivatives of a step after which loops are closed', () => {
  const swinging = (masses?: (k: number) => number): Simulator => {
    const sim = new Simulator({ models: [closedChain(3, { masses })], solver, timeStep: 1 / 240 });
    const rng = new Rng(4);
    const v = Float64Array.from({ length: 18 }, (_, k) => (k % 6 < 3 ? 0 : rng.uniform(-30, 30)));
    sim.setState({
      q: displaced(
        sim,
        sim.state.q,
        v.map((_, k) => (k % 6 < 3 ? 0 : 0.002 * k)),
      ),
      v,
    });
    // A step makes the velocities those of a closed chain.
    sim.step();
    return sim;
  };

  it('of a chain that swings', () => {
    const sim = swinging();
    check(sim);
    expect(sim.record?.projections[0].length).toBeGreaterThan(0);
  });

  it('with respect to a mass', () => {
    const { state } = swinging();
    checkParameters(
      ([mass]) => {
        const sim = swinging((k) => (k === 1 ? mass : 0.1));
        sim.setState(state);
        return sim;
      },
      [0.1],
      [{ kind: 'mass', body: 'l1' }],
    );
  });

  it('agree in reverse mode', () => {
    const sim = swinging();
    const { state } = sim;
    const rng = new Rng(8);
    const weights = Float64Array.from({ length: 36 }, () => rng.uniform(-1, 1));
    const { initial } = rolloutGradient(sim, 1, (_, step) =>
      step === 1 ? { value: 0, v: weights.subarray(18) } : null,
    );
    sim.setState(state);
    sim.step();
    const { values } = sim.stepDerivatives().dState;
    const found = Float64Array.of(...initial.q, ...initial.v);
    const wanted = found.map((_, c) => {
      let sum = 0;
      for (let row = 18; row < 36; row++) sum += weights[row] * values[row * 36 + c];
      return sum;
    });
    const scale = Math.max(...wanted.map(Math.abs));
    for (const [k, x] of wanted.entries()) expect(Math.abs(found[k] - x) / scale).toBeLessThan(1e-10);
  });
});
