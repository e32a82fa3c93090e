// Springs, compensated gravity and friction of a model in simulations: closed forms, energy, derivatives and snapshots.
import { describe, expect, it } from 'vitest';
import { type JointDescription, type Model, ModelBuilder, passiveTorque } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { check } from './step-differences.ts';

const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };

function pendulum(joint: Partial<JointDescription>, gravityCompensation = 0): ModelBuilder {
  return new ModelBuilder()
    .link('upper', { ...rod, gravityCompensation })
    .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'upper', axis: [0, 1, 0], ...joint })
    .link('lower', { ...rod, gravityCompensation })
    .joint('elbow', {
      kind: 'revolute',
      parent: 'upper',
      child: 'lower',
      axis: [1, 1, 0],
      placement: { position: [0, 0, -1] },
      ...joint,
    });
}

describe('springs', () => {
  it('oscillate with the period of a harmonic oscillator, and keep the energy', () => {
    const [mass, stiffness, rest] = [2, 50, 0.3];
    const model = new ModelBuilder({ gravity: [0, 0, 0] })
      .link('cart', { mass, inertia: [1, 1, 1] })
      .joint('rail', {
        kind: 'prismatic',
        parent: 'world',
        child: 'cart',
        axis: [1, 0, 0],
        stiffness,
        springReference: rest,
      })
      .build();
    const timeStep = 1e-4;
    const sim = new Simulator({ models: [model], timeStep });
    const energy = sim.report().potentialEnergy;
    expect(energy).toBeCloseTo((stiffness * rest * rest) / 2, 12);
    const omega = Math.sqrt(stiffness / mass);
    for (let k = 1; k <= 20_000; k++) {
      sim.step();
      if (k % 1000 !== 0) continue;
      expect(sim.state.q[0]).toBeCloseTo(rest * (1 - Math.cos(omega * k * timeStep)), 3);
      const { kineticEnergy, potentialEnergy } = sim.report();
      expect((kineticEnergy + potentialEnergy) / energy).toBeCloseTo(1, 3);
    }
  });

  it('are implicit: any stiffness oscillates without gain or loss', () => {
    // With the force at the mean of the neighboring positions, (1 + x²/2)(q_{n+1} + q_{n−1}) = 2 q_n, x = ω Δt. So q_n = q₀ cos(n φ) +
    // …, cos φ = 1/(1 + x²/2), and its amplitude is constant.
    const timeStep = 1 / 240;
    for (const x of [0.1, 1, 10, 1000]) {
      const model = new ModelBuilder({ gravity: [0, 0, 0] })
        .link('cart', { mass: 2, inertia: [1, 1, 1] })
        .joint('rail', { kind: 'prismatic', parent: 'world', child: 'cart', stiffness: 2 * (x / timeStep) ** 2 })
        .build();
      const sim = new Simulator({ models: [model], timeStep });
      sim.setState({ q: Float64Array.of(0.3) });
      const phi = Math.acos(1 / (1 + (x * x) / 2));
      // From rest, the position before the first step was 0.3 too.
      const amplitude = 0.3 / Math.cos(phi / 2);
      for (let k = 1; k <= 10_000; k++) {
        sim.step();
        if (k % 100 === 0) expect(sim.state.q[0] / amplitude).toBeCloseTo(Math.cos((k + 0.5) * phi), 7);
      }
    }
  });

  it('and damping of a chain of twenty links, swung at 240 Hz, lose energy at any stiffness', () => {
    const [length, mass] = [0.1, 0.1];
    for (const [stiffness, damping] of [
      [1e3, 0.1],
      [1e4, 10],
      [1e6, 10],
      [1e8, 1e5],
    ]) {
      const builder = new ModelBuilder();
      for (let k = 0; k < 20; k++)
        builder
          .link(`link ${k}`, { mass, centerOfMass: [0, 0, -length / 2], inertia: [1e-4, 1e-4, 1e-5] })
          .joint(`joint ${k}`, {
            kind: 'revolute',
            parent: k > 0 ? `link ${k - 1}` : 'world',
            child: `link ${k}`,
            axis: k % 2 === 0 ? [1, 0, 0] : [0, 1, 0],
            placement: { position: [0, 0, k > 0 ? -length : 0] },
            stiffness,
            damping,
          });
      const sim = new Simulator({ models: [builder.build()], timeStep: 1 / 240 });
      const { q, v } = sim.state;
      sim.setState({ q: q.map((_, k) => 0.3 * Math.sin(k + 1)), v: v.map((_, k) => 2 * Math.cos(3 * k)) });
      const energy = (): number => sim.report().kineticEnergy + sim.report().potentialEnergy;
      const start = energy();
      for (let k = 0; k < 480; k++) sim.step();
      expect(sim.report().status).toBe('free');
      expect(energy()).toBeLessThan(start);
    }
  });

  it('of a mimic joint act on the joint that it follows', () => {
    const model = pendulum({})
      .link('hand', { mass: 1, inertia: [0.1, 0.1, 0.1] })
      .joint('wrist', {
        kind: 'revolute',
        parent: 'lower',
        child: 'hand',
        stiffness: 5,
        springReference: 0.2,
        mimic: { joint: 'elbow', ratio: -2, offset: 0.1 },
      })
      .build();
    const q = Float64Array.of(0.4, 0.3);
    expect([...passiveTorque(model, q, model.zeroVelocity())]).toEqual([
      0,
      expect.closeTo(2 * 5 * (-0.6 + 0.1 - 0.2), 12),
    ]);
  });

  it('are only on joints with one coordinate', () => {
    const add = (): unknown =>
      pendulum({}).joint('ball', { kind: 'spherical', parent: 'world', child: 'x', stiffness: 1 });
    expect(add).toThrow('joint "ball": stiffness is 1; only joints with one coordinate have a spring');
  });
});

it('compensated gravity lets a robot float, on joints and free', () => {
  const free = (gravityCompensation: number): Model =>
    new ModelBuilder({ name: `free${gravityCompensation}` })
      .link('stone', { mass: 2, centerOfMass: [0.1, 0, 0], inertia: [1, 2, 2], gravityCompensation })
      .joint('root', { kind: 'free-flyer', parent: 'world', child: 'stone' })
      .build();
  const sim = new Simulator({ models: [pendulum({}, 1).build(), free(1), free(0.5)] });
  const q = sim.state.q;
  q[0] = 1;
  q[1] = -0.4;
  sim.setState({ q });
  const { potentialEnergy } = sim.report();
  for (let k = 0; k < 240; k++) sim.step();
  const { v } = sim.state;
  for (const x of v.subarray(0, 8)) expect(Math.abs(x)).toBeLessThan(1e-12);
  expect(v[10]).toBeCloseTo(-9.81 / 2, 9);
  // The last one falls with half of its weight.
  expect(sim.report().potentialEnergy - potentialEnergy).toBeCloseTo(
    0.5 * 2 * 9.81 * (sim.state.q[2 + 7 + 2] - q[2 + 7 + 2]),
    9,
  );
});

it('derivatives include springs, compensated gravity, servos of every kind and their limits', () => {
  const motor = { kp: 0, kv: 0, gear: 1.5, controlRange: null, forceRange: null } as const;
  const model = pendulum({ stiffness: 20, springReference: 0.4, damping: 0.3 }, 0.7)
    .actuator({ ...motor, name: 'a', kind: 'velocity', kv: 2, joint: 'shoulder' })
    .actuator({ ...motor, name: 'b', kind: 'affine', gain: 3, bias: [1, -4, -0.5], joint: 'elbow' })
    .build();
  const limited = pendulum({ stiffness: 20, effortLimit: 0.5 })
    .actuator({ ...motor, name: 'c', kind: 'position', kp: 30, kv: 2, joint: 'elbow' })
    .build();
  const sim = new Simulator({ models: [model, limited], timeStep: 1e-2 });
  sim.setState({ q: Float64Array.of(0.7, -0.5, 0.2, 0.3), v: Float64Array.of(1, -2, 0.3, 0.6) });
  sim.controls.set([0.5, -0.3, 1]);
  check(sim, Float64Array.of(0.1, 0.2, 0.3, 0.4));
});

it('friction is the larger value of the two models, unless an option overrides it', () => {
  const block = (name: string, x: number, friction?: number): Model =>
    new ModelBuilder({ name })
      .link('block', { mass: 1, inertia: [1, 1, 1] })
      .joint('root', { kind: 'free-flyer', parent: 'world', child: 'block' })
      .geometry('block', { shape: box(0.1, 0.1, 0.1), ...(friction === undefined ? {} : { friction }) })
      .reference('root', [x, 0, 0.1, 0, 0, 0, 1])
      .build();
  const frictions = (options: { friction?: number }): number[] => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    const models = [block('a', 0, 0.3), block('b', 0.2, 0.9), block('c', 2)];
    const sim = new Simulator({ models, scene, ...options });
    sim.step();
    return [...new Set(sim.report().contacts.map(({ friction }) => friction))].sort();
  };
  expect(frictions({})).toEqual([0.3, 0.7, 0.9]);
  expect(frictions({ friction: 0.5 })).toEqual([0.5]);
});

it('a snapshot keeps springs, compensation, friction and actuators, to the last bit', () => {
  const motor = { kp: 0, kv: 0, gear: 1, controlRange: null, forceRange: null } as const;
  const model = pendulum({ stiffness: 20, springReference: 0.4, effortLimit: 3 }, 0.7)
    .geometry('lower', { shape: sphere(0.1), friction: 0.4 })
    .actuator({ ...motor, name: 'a', kind: 'affine', gain: 3, bias: [1, -4, -0.5], joint: 'elbow' })
    .build();
  const sim = new Simulator({ models: [model] });
  sim.controls[0] = 0.3;
  sim.step();
  const again = Simulator.restore(sim.snapshot());
  for (let k = 0; k < 20; k++) {
    sim.step();
    again.step();
  }
  expect(again.state).toEqual(sim.state);
  expect(again.report().potentialEnergy).toBe(sim.report().potentialEnergy);
  expect(again.settings.models[0].geometries[0].friction).toBe(0.4);
});
