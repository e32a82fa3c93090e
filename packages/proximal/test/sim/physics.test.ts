// Closed forms of elementary mechanics.
import { describe, expect, it } from 'vitest';
import { box, convex, halfspace, sphere } from '../../src/index.ts';
import { fromAxisAngle, Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

const g = 9.81;

function onFloor(options: Omit<SimulatorOptions, 'scene'>, floor: object = {}): Simulator {
  const scene = new Scene({ margin: options.margin ?? 0.02 });
  scene.add(halfspace(), floor, { static: true, name: 'floor' });
  return new Simulator({ ...options, scene });
}

/** A scene with a slab whose top is at z = 0: unlike a half-space it is bounded and has a growth distance. */
function onSlab(options: Omit<SimulatorOptions, 'scene'>): Simulator {
  const scene = new Scene({ margin: options.margin ?? 0.02 });
  scene.add(box(4, 2, 1), { position: [0, 0, -1] }, { static: true, name: 'slab' });
  return new Simulator({ ...options, scene });
}

function run(sim: Simulator, seconds: number): void {
  const steps = Math.round(seconds / sim.settings.timeStep);
  for (let k = 0; k < steps; k++) sim.step();
}

describe('a body in free fall', () => {
  it('has v = −g t, and is g t Δt/2 below the parabola', () => {
    const sim = new Simulator({ models: [freeBody(sphere(0.1))] });
    run(sim, 1);
    const { q, v } = sim.state;
    expect(v[2]).toBeCloseTo(-g, 9);
    expect(q[2]).toBeCloseTo(-g / 2 - (g / 2) * sim.settings.timeStep, 9);
  });
});

describe('a box on the floor', () => {
  it('stays where it is', () => {
    const sim = onFloor({ models: [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.5] } })] });
    run(sim, 2);
    const { q, v } = sim.state;
    expect(Math.abs(q[2] - 0.5)).toBeLessThan(1e-6);
    expect(Math.hypot(...v)).toBeLessThan(1e-6);
    expect(sim.report().status).toBe('converged');
    expect(sim.report().contacts).toHaveLength(4);
  });

  it('stops after sliding by v²/(2 µ g)', () => {
    const friction = 0.3;
    const sim = onFloor({
      models: [freeBody(box(0.5, 0.5, 0.1), { pose: { position: [0, 0, 0.1] } })],
      friction,
      timeStep: 1e-3,
      solver: { relativeTolerance: 1e-10, maxIterations: 1000 },
    });
    const v = new Float64Array(6);
    v[0] = 2;
    sim.setState({ v });
    run(sim, 1.5);
    const expected = 4 / (2 * friction * g);
    expect(sim.state.q[0]).toBeGreaterThan(expected - 3e-3);
    expect(sim.state.q[0]).toBeLessThan(expected + 3e-3);
    expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-9);
  });
});

describe('a box on a slope', () => {
  const slope = (angle: number, friction: number): Simulator => {
    const turn = fromAxisAngle([0, 1, 0], angle);
    const up = [Math.sin(angle), 0, Math.cos(angle)];
    const pose = Float64Array.from(turn);
    for (let k = 0; k < 3; k++) pose[k] = 0.1 * up[k];
    return onFloor({ models: [freeBody(box(0.3, 0.3, 0.1), { pose })], friction, timeStep: 1e-3 }, turn);
  };

  it('sticks below atan µ', () => {
    const sim = slope(Math.atan(0.5) - 0.02, 0.5);
    const before = sim.state.q;
    run(sim, 1);
    const after = sim.state.q;
    expect(Math.hypot(after[0] - before[0], after[2] - before[2])).toBeLessThan(1e-5);
  });

  it('slides with g (sin θ − µ cos θ) above it', () => {
    const [angle, friction] = [0.6, 0.3];
    const sim = slope(angle, friction);
    run(sim, 1);
    const speed = Math.hypot(sim.state.v[0], sim.state.v[2]);
    expect(speed).toBeCloseTo(g * (Math.sin(angle) - friction * Math.cos(angle)), 2);
  });
});

describe('two balls', () => {
  it('that collide keep their momentum, and with restitution 1 their energy', () => {
    const models = [-1, 1].map((x) => freeBody(sphere(0.2), { mass: x < 0 ? 1 : 3, pose: { position: [x, 0, 0] } }));
    const sim = new Simulator({ models, gravity: [0, 0, 0], restitution: 1, friction: 0, timeStep: 1e-3 });
    const v = new Float64Array(12);
    v[0] = 2;
    v[6] = -1;
    sim.setState({ v });
    const before = sim.report().kineticEnergy;
    run(sim, 1);
    const after = sim.state.v;
    expect(after[0] + 3 * after[6]).toBeCloseTo(2 - 3, 9);
    expect(sim.report().kineticEnergy).toBeCloseTo(before, 9);
    expect(after[0]).toBeLessThan(0);
  });
});

describe('a box that starts half in the floor', () => {
  it.each([
    [undefined, 3],
    [0.5, 0.5],
    [100, 24],
  ])('with correction speed %s is lifted at %s m/s without gaining velocity', (correctionSpeed, speed) => {
    const crate = freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0] } });
    const sim = onFloor({ models: [crate], allowedPenetration: 0, ...(correctionSpeed && { correctionSpeed }) });
    sim.step();
    // In corrections, contacts have a small compliance (correction.ts).
    expect(Math.abs(sim.state.q[2] / (speed * sim.settings.timeStep) - 1)).toBeLessThan(0.01);
    expect(sim.state.v[2]).toBeCloseTo(0, 7);
  });
});

describe('a stack of ten boxes', () => {
  it('stands', () => {
    const models = Array.from({ length: 10 }, (_, k) =>
      freeBody(box(0.5, 0.5, 0.5), { name: `box ${k}`, pose: { position: [0, 0, 0.5 + k] } }),
    );
    const sim = onFloor({ models });
    run(sim, 60);
    const { q } = sim.state;
    for (let k = 0; k < 10; k++) {
      expect(Math.abs(q[7 * k + 2] - 0.5 - k)).toBeLessThan(0.01);
      expect(Math.hypot(q[7 * k], q[7 * k + 1])).toBeLessThan(0.01);
    }
    expect(sim.report().kineticEnergy).toBeLessThan(1e-6);
  });
});

for (const collision of ['signed', 'growth'] as const) {
  describe(`by ${collision} distance`, () => {
    it('a box rests on a slab, on four points', () => {
      const models = [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0.3, 0.1, 0.51] } })];
      const sim = onSlab({ models, collision });
      run(sim, 2);
      const { contacts, status, penetration } = sim.report();
      expect(status).toBe('converged');
      expect(contacts).toHaveLength(4);
      expect(Math.abs(sim.state.q[2] - 0.5)).toBeLessThan(6e-4);
      expect(penetration).toBeLessThan(6e-4);
      expect(sim.report().kineticEnergy).toBeLessThan(1e-9);
      // With growth distances α is reported, and |α − 1| is bounded by 2 m⁻¹ times the largest |gap| of the contacts.
      const widest = Math.max(...contacts.map(({ gap }) => Math.abs(gap)));
      for (const { growth, normal } of contacts) {
        expect(normal[2]).toBeCloseTo(1, 9);
        if (collision === 'signed') expect(growth).toBeNull();
        else expect(Math.abs((growth as number) - 1)).toBeLessThan(2 * widest + 1e-9);
      }
    });

    it('stops after sliding by v²/(2 µ g)', () => {
      const friction = 0.3;
      const models = [freeBody(box(0.5, 0.5, 0.1), { pose: { position: [-1, 0, 0.1] } })];
      const sim = onSlab({ models, collision, friction, timeStep: 1e-3 });
      sim.setState({ v: Float64Array.of(2, 0, 0, 0, 0, 0) });
      run(sim, 1.5);
      expect(Math.abs(sim.state.q[0] + 1 - 4 / (2 * friction * g))).toBeLessThan(3e-3);
      expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-9);
    });

    it('bounces with the restitution', () => {
      const models = [freeBody(sphere(0.1), { pose: { position: [0.2, 0, 0.102] } })];
      const sim = onSlab({ models, collision, restitution: 0.6, timeStep: 1e-3 });
      sim.setState({ v: Float64Array.of(0, 0, -3, 0, 0, 0) });
      run(sim, 0.01);
      // With a tolerance for gravity during the steps.
      expect(sim.state.v[2]).toBeLessThan(0.6 * 3.02);
      expect(sim.state.v[2]).toBeGreaterThan(0.6 * 3 - 0.12);
    });

    it('polytopes come to rest on each other', () => {
      const rng = new Rng(3);
      const models = Array.from({ length: 6 }, (_, k) => {
        const points = Array.from({ length: 12 }, () => rng.direction().map((x) => 0.5 * x));
        return freeBody(convex(points.flat()), { mass: 1, pose: { position: [0.3 * (k % 2), 0, 0.8 + 1.1 * k] } });
      });
      const sim = onFloor({ models, collision, friction: 0.8, solver: { maxIterations: 100 } });
      let deepest = 0;
      for (let k = 0; k < 240 * 6; k++) {
        sim.step();
        deepest = Math.max(deepest, sim.report().penetration);
      }
      expect(sim.report().kineticEnergy).toBeLessThan(1e-3);
      expect(deepest).toBeLessThan(0.03);
      expect(sim.report().penetration).toBeLessThan(2e-3);
    });
  });
}
