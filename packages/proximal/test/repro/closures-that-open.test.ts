// The closures of a chain of fifty links, whose tip moved at 15 m/s, opened by 86 mm at 240 Hz although every step reported 'converged'.
import { describe, expect, it } from 'vitest';
import { constraintError, forwardKinematics, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const half = 0.025;

/** A row of 50 mm rods, joined to each other and to the world by point closures. @param copies closures per joint */
function chain(count: number, copies = 1): Model {
  const builder = new ModelBuilder();
  const mass = 0.1;
  const across = (mass * (2 * half) ** 2) / 12;
  for (let k = 0; k < count; k++) {
    builder
      .link(`l${k}`, { mass, inertia: [mass * 1e-5, across, across] })
      .joint(`j${k}`, { kind: 'free-flyer', parent: 'world', child: `l${k}` })
      .reference(`j${k}`, Float64Array.of(half + 2 * half * k, 0, 0, 0, 0, 0, 1));
    for (let copy = 0; copy < copies; copy++)
      builder.constraint(`c${k} ${copy}`, {
        kind: 'point',
        a: k === 0 ? 'world' : `l${k - 1}`,
        poseA: { position: [k === 0 ? 0 : half, 0, 0] },
        b: `l${k}`,
        poseB: { position: [-half, 0, 0] },
      });
  }
  return builder.build();
}

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
function openingOf(sim: Simulator, model: Model): number {
  const data = model.createData();
  forwardKinematics(model, data, sim.state.q);
  const errors = constraintError(model, data, model.constraints);
  let most = 0;
  for (let k = 0; k < errors.length; k += 3) most = Math.max(most, Math.hypot(...errors.subarray(k, k + 3)));
  return most;
}

describe('a fast chain', () => {
  it.each([
    ['rotating', 50, rotating, 30],
    ['rotating', 20, rotating, 120],
    ['fast at its tip', 50, withFastTip, 20],
  ] as const)('%s, at 15 m/s, with %s links: the closures stay closed', (_, count, start, steps) => {
    const model = chain(count);
    const sim = start(model, 15);
    for (let k = 0; k < steps; k++) {
      sim.step();
      expect(sim.report().status).toBe('converged');
      expect(openingOf(sim, model), `step ${k}`).toBeLessThan(1e-4);
    }
  });

  it("reports 'open' in every step whose closures are open by more than 0.1 mm", () => {
    const model = chain(5);
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
    const sim = rotating(chain(20), 5);
    for (let k = 0; k < 20; k++) {
      sim.step();
      expect(sim.report().iterations).toBe(1);
      expect(sim.report().residuals.dual).toBeLessThan(1e-6);
    }
  });

  it('give the same motion when each is repeated three times', () => {
    const [one, three] = [rotating(chain(6), 5), rotating(chain(6, 3), 5)];
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
