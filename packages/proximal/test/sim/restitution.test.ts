// Impacts with restitution add no energy by the law 'dissipative', for any friction and spin.
import { describe, expect, it } from 'vitest';
import { box, capsule, cylinder, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, rolloutGradient, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

const weightless = [0, 0, 0] as const;

function onFloor(options: Omit<SimulatorOptions, 'scene'>): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  return new Simulator({ gravity: weightless, restingSpeed: 0, ...options, scene });
}

describe('a bounce', () => {
  const seed = 11;
  it(`of bodies that spin, with every friction and restitution, adds no energy (seed ${seed})`, () => {
    const shapes = [box(0.1, 0.2, 0.05), capsule(0.1, 0.05), cylinder(0.05, 0.15), sphere(0.1), box(0.2, 0.02, 0.02)];
    let newtonRatio = 0;
    forAll({ seed, cases: 400 }, (rng, round) => {
      const options = { friction: rng.uniform(0, 2), restitution: round % 3 === 0 ? 1 : rng.uniform() };
      const count = 1 + (round % 3);
      const models = Array.from({ length: count }, (_, k) =>
        freeBody(shapes[rng.index(shapes.length)], {
          name: `b${k}`,
          mass: 10 ** rng.uniform(-1, 1),
          pose: { position: [0.02 * k, 0, 0.15 + 0.2 * k], rotation: rng.rotation() },
        }),
      );
      const v = Float64Array.from({ length: 6 * count }, (_, k) => rng.uniform(-1, 1) * (k % 6 < 3 ? 3 : 20));
      const ratioOf = (restitutionLaw: 'dissipative' | 'newton'): number => {
        const sim = onFloor({ models, ...options, restitutionLaw, baumgarte: 0 });
        sim.setState({ v });
        let worst = 0;
        for (let k = 0; k < 12; k++) {
          const before = sim.report().kineticEnergy;
          sim.step();
          worst = Math.max(worst, sim.report().kineticEnergy / before);
        }
        return worst;
      };
      expect(ratioOf('dissipative'), `round ${round}`).toBeLessThan(1 + 1e-9);
      newtonRatio = Math.max(newtonRatio, ratioOf('newton'));
    });
    // With Newton's law, at least one of these cases gains more than 5 %.
    expect(newtonRatio).toBeGreaterThan(1.05);
  });

  it("without slip agrees with Newton's law", () => {
    for (const restitution of [0.3, 0.8, 1]) {
      const run = (restitutionLaw: 'dissipative' | 'newton'): Float64Array => {
        const sim = onFloor({
          models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.2] } })],
          restitution,
          friction: 0.5,
          restitutionLaw,
        });
        sim.setState({ v: Float64Array.of(0, 0, -3, 0, 0, 0) });
        for (let k = 0; k < 20; k++) sim.step();
        return sim.state.v;
      };
      expect(run('dissipative')[2]).toBeCloseTo(3 * restitution, 6);
      expect(run('dissipative')).toEqual(run('newton'));
    }
  });

  it("in Newton's cradle propagates; with Newton's law all balls behind the first move together", () => {
    const models = Array.from({ length: 5 }, (_, k) =>
      freeBody(sphere(0.1), { name: `b${k}`, pose: { position: [k === 0 ? -0.1 : 0.2 * k, 0, 0] } }),
    );
    const run = (restitutionLaw: 'dissipative' | 'newton'): Float64Array => {
      const sim = new Simulator({ models, gravity: weightless, restitution: 1, friction: 0, restitutionLaw });
      const v = new Float64Array(30);
      v[0] = 1;
      sim.setState({ v });
      for (let k = 0; k < 60; k++) sim.step();
      return sim.state.v;
    };
    const [dissipative, newton] = [run('dissipative'), run('newton')];
    for (let k = 0; k < 5; k++) {
      expect(dissipative[6 * k]).toBeCloseTo(k === 4 ? 1 : 0, 5);
      expect(newton[6 * k]).toBeCloseTo(k === 0 ? -0.6 : 0.4, 5);
    }
  });

  it('of a billiard ball on another keeps momentum and energy', () => {
    const models = [0, 1].map((k) =>
      freeBody(sphere(0.1), { name: `b${k}`, pose: { position: [0.25 * k, 0.05 * k, 0] } }),
    );
    const sim = new Simulator({ models, gravity: weightless, restitution: 1, friction: 0 });
    sim.setState({ v: Float64Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) });
    const before = sim.report().kineticEnergy;
    for (let k = 0; k < 60; k++) sim.step();
    const { v } = sim.state;
    expect(sim.report().kineticEnergy).toBeCloseTo(before, 5);
    expect(v[0] + v[6]).toBeCloseTo(2, 9);
  });
});

describe('the derivative of a bounce', () => {
  it('throws if the restitution was reduced', () => {
    const sim = onFloor({ models: [freeBody(box(0.3, 0.02, 0.02))], restitution: 1, friction: 1 });
    const rng = new Rng(3);
    for (let round = 0; round < 200; round++) {
      const v = Float64Array.from({ length: 6 }, (_, k) => rng.uniform(-1, 1) * (k < 3 ? 3 : 20));
      const start = { q: Float64Array.of(0, 0, 0.15, ...rng.rotation()), v };
      sim.setState(start);
      for (let step = 1; step <= 20; step++) {
        sim.step();
        if (!sim.record?.isLimited) continue;
        expect(() => sim.stepDerivatives()).toThrow(/reduced so that it adds no energy/);
        sim.setState(start);
        expect(() => rolloutGradient(sim, step, () => null)).toThrow(/reduced so that it adds no energy/);
        return;
      }
    }
    throw new Error('no bounce was reduced');
  });
});
