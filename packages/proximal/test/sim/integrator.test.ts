// The midpoint integrator: order of accuracy, conservation, stiff joints, and contacts.
import { describe, expect, it } from 'vitest';
import { centroidalMomentum, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, cylinder, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import {
  freeBody,
  makeSimulation,
  readSimulation,
  Simulator,
  type SimulatorOptions,
  startSimulation,
  World,
  writeSimulation,
} from '../../src/sim/index.ts';
import { pinnedRods } from '../fixtures/pinned-rods.ts';
import { twoLinkRobot } from '../fixtures/two-link-robot.ts';

const midpoint = { integrator: 'midpoint' } as const;

interface Link {
  readonly axis: readonly number[];
  readonly stiffness?: number;
  readonly damping?: number;
  readonly friction?: number;
}

/** A chain of rods that hangs from the world, or whose first rod is free. @param kp the gain of position actuators */
function chain(
  links: readonly Link[],
  {
    length = 0.5,
    isFloating = false,
    kp = 0,
    kv = kp / 10,
  }: { length?: number; isFloating?: boolean; kp?: number; kv?: number } = {},
): Model {
  const builder = new ModelBuilder();
  const across = (length * length) / 12;
  links.forEach((given, k) => {
    const ends = { parent: k > 0 ? `link ${k - 1}` : 'world', child: `link ${k}` };
    builder.link(`link ${k}`, { mass: 1, centerOfMass: [0, 0, -length / 2], inertia: [across, across, across / 20] });
    if (isFloating && k === 0) builder.joint('root', { kind: 'free-flyer', ...ends });
    else
      builder.joint(`joint ${k}`, {
        kind: 'revolute',
        ...ends,
        ...given,
        placement: { position: [0, 0, k > 0 ? -length : 0] },
      });
    const ranges = { controlRange: null, forceRange: null };
    if (kp > 0)
      builder.actuator({
        name: `servo ${k}`,
        kind: 'position',
        joint: `joint ${k}`,
        gear: 1,
        kp,
        kv,
        ...ranges,
      });
  });
  return builder.build();
}

const [x, y, slanted] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0.6, 0.8],
];

function stateOf(make: () => Model, start: Partial<Record<'q' | 'v', readonly number[]>>, options: object): number[] {
  const sim = new Simulator({ models: [make()], ...options });
  const { q, v } = sim.state;
  sim.setState({ q: Float64Array.from(start.q ?? q), v: Float64Array.from(start.v ?? v) });
  const count = Math.round(0.5 / sim.settings.timeStep);
  for (let k = 0; k < count; k++) sim.step();
  return [...sim.state.q, ...sim.state.v];
}

const energyOf = (sim: Simulator): number => sim.report().kineticEnergy + sim.report().potentialEnergy;

describe('the error decreases with the square of the time step', () => {
  it.each([
    ['a pendulum', () => chain([{ axis: y }]), { q: [1.5], v: [0.5] }],
    ['a double pendulum', () => chain([{ axis: y }, { axis: y }]), { q: [1.5, 0.7], v: [0.5, -1] }],
    ['a chain', () => chain([{ axis: y }, { axis: x }, { axis: slanted }]), { q: [1.5, 0.7, 0.3], v: [0.5, -1, 2] }],
    [
      'a chain with springs and damping',
      () => chain([y, x].map((axis) => ({ axis, stiffness: 8, damping: 0.4 }))),
      { q: [1.5, 0.7], v: [0.5, -1] },
    ],
    ['an arm with servos', () => chain([{ axis: y }, { axis: x }], { kp: 5 }), { q: [1.5, 0.7], v: [0.5, -1] }],
    ['an asymmetric top', () => freeBody(box(0.1, 0.2, 0.3), { mass: 2 }), { v: [0.1, 0.2, 1, 3, 1, 2] }],
    [
      'a floating chain',
      () =>
        chain(
          [y, x, slanted].map((axis) => ({ axis, stiffness: 2, damping: 0.1 })),
          { isFloating: true },
        ),
      { v: [0.1, 0.2, 0.3, 1, 2, 3, 1, -1] },
    ],
  ] as const)('%s', (_name, make, start) => {
    const end = (rate: number, integrator: 'euler' | 'midpoint'): number[] =>
      stateOf(make, start, { timeStep: 1 / rate, integrator });
    const exact = end(7680, 'midpoint');
    const errorOf = (rate: number, integrator: 'euler' | 'midpoint'): number =>
      Math.hypot(...end(rate, integrator).map((value, k) => value - exact[k]));
    const slope = (integrator: 'euler' | 'midpoint'): number =>
      Math.log2(errorOf(240, integrator) / errorOf(480, integrator));
    expect(slope('midpoint')).toBeGreaterThan(1.9);
    expect(slope('midpoint')).toBeLessThan(2.1);
    expect(slope('euler')).toBeLessThan(1.1);
    expect(errorOf(240, 'midpoint')).toBeLessThan(0.1 * errorOf(240, 'euler'));
  });

  it('a throw is exactly a parabola', () => {
    const sim = new Simulator({ models: [freeBody(sphere(0.1))], gravity: [0, 0, -10], timeStep: 1 / 60, ...midpoint });
    sim.setState({ v: Float64Array.of(1, 0, 5, 0, 0, 0) });
    for (let k = 0; k < 60; k++) sim.step();
    expect(sim.state.q[0]).toBeCloseTo(1, 12);
    expect(sim.state.q[2]).toBeCloseTo(0, 12);
    expect(sim.state.v[2]).toBeCloseTo(-5, 12);
  });
});

describe('conservation over 10⁵ steps', () => {
  it('of momentum and energy of a free asymmetric top', () => {
    const model = freeBody(box(0.1, 0.2, 0.3), { mass: 2 });
    const sim = new Simulator({ models: [model], gravity: [0, 0, 0], ...midpoint });
    sim.setState({ v: Float64Array.of(0.1, 0.2, 0.3, 30, 1, 2) });
    const momentumOf = (): number[] => [
      ...centroidalMomentum(model, model.createData(), sim.state.q, sim.state.v).subarray(3),
    ];
    const [energy, momentum] = [energyOf(sim), momentumOf()];
    for (let k = 0; k < 1e5; k++) sim.step();
    expect(Math.abs(energyOf(sim) / energy - 1)).toBeLessThan(1e-11);
    momentumOf().forEach((value, k) => {
      expect(Math.abs(value - momentum[k]) / Math.hypot(...momentum)).toBeLessThan(1e-11);
    });
  });

  it('of the energy of a double pendulum, to a thousandth of its range', () => {
    const drift = (integrator: 'euler' | 'midpoint'): number => {
      const sim = new Simulator({ models: [chain([{ axis: y }, { axis: y }])], integrator });
      sim.setState({ q: Float64Array.of(1.5, 0.7) });
      const start = energyOf(sim);
      let most = 0;
      for (let k = 1; k <= 1e5; k++) {
        sim.step();
        if (k % 10 === 0) most = Math.max(most, Math.abs(energyOf(sim) - start));
      }
      return most;
    };
    // From the horizontal to the lowest position: 1 kg at 0.25 m and 1 kg at 0.75 m.
    const range = 9.81;
    expect(drift('midpoint')).toBeLessThan(1e-3 * range);
    expect(drift('euler')).toBeLessThan(0.02 * range);
  });
});

describe('stiff joints', () => {
  it.each([
    [1e3, 0],
    [1e6, 0],
    [1e3, 0.1],
    [1e6, 10],
    [1e8, 1e5],
    [0, 1e6],
  ])('of a chain of twenty links, swung at 240 Hz, with stiffness %d and damping %d', (stiffness, damping) => {
    const links = Array.from({ length: 20 }, (_, k) => ({ axis: k % 2 === 0 ? x : y, stiffness, damping }));
    const sim = new Simulator({ models: [chain(links, { length: 0.1 })], ...midpoint });
    const { q, v } = sim.state;
    sim.setState({ q: q.map((_, k) => 0.3 * Math.sin(k + 1)), v: v.map((_, k) => 2 * Math.cos(3 * k)) });
    const start = energyOf(sim);
    let most = 0;
    for (let k = 0; k < 480; k++) {
      sim.step();
      most = Math.max(most, energyOf(sim));
    }
    expect(sim.report().status).toBe('free');
    // Without damping, the energy of stiff springs oscillates.
    if (damping === 0) expect(most).toBeLessThan(2.5 * start);
    else expect(energyOf(sim)).toBeLessThan(start);
  });

  it('of servos are stable at any gain, also without damping', () => {
    for (const kp of [1e3, 1e5, 1e9]) {
      const links = Array.from({ length: 6 }, (_, k) => ({ axis: k % 2 === 0 ? x : y }));
      const sim = new Simulator({ models: [chain(links, { length: 0.2, kp, kv: 0 })], ...midpoint });
      const { q, v } = sim.state;
      sim.setState({ q: q.map((_, k) => 0.3 * Math.sin(k + 1)), v: v.map((_, k) => 2 * Math.cos(3 * k)) });
      sim.controls.fill(0.2);
      for (let k = 0; k < 480; k++) sim.step();
      for (const rate of sim.state.v) expect(Math.abs(rate)).toBeLessThan(100);
      if (kp > 1e4) for (const angle of sim.state.q) expect(angle).toBeCloseTo(0.2, 2);
    }
  });

  it('do not alternate, however large their damping is', () => {
    for (const damping of [1, 1e3, 1e9]) {
      const sim = new Simulator({ models: [chain([{ axis: y, damping }])], gravity: [0, 0, 0], ...midpoint });
      sim.setState({ v: Float64Array.of(5) });
      // Δt d/I with the moment of inertia I = m l²/3 of a rod about its end, m = 1 kg and l = 0.5 m.
      const ratio = (damping / 240) * 3 * 4;
      let expected = 5;
      for (let k = 0; k < 20; k++) {
        sim.step();
        expected /= 1 + ratio + (ratio * ratio) / 2;
        expect(sim.state.v[0]).toBeCloseTo(expected, 9);
      }
    }
  });

  it('are held by friction in a robot that spins', () => {
    const model = chain([{ axis: y }, { axis: y, friction: 5 }], { isFloating: true });
    const sim = new Simulator({ models: [model], gravity: [0, 0, 0], ...midpoint });
    sim.setState({ v: Float64Array.of(0, 0, 0, 0, 0, 4, 0), q: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0.5) });
    // In the first step there are no earlier impulses, which show that friction holds the joint.
    sim.step();
    const at = sim.state.q[7];
    for (let k = 0; k < 480; k++) sim.step();
    expect(sim.state.q[7]).toBeCloseTo(at, 9);
  });
});

function onFloor(options: SimulatorOptions): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  return new Simulator({ scene, ...midpoint, ...options });
}

describe('contacts', () => {
  it('hold a stack at rest', () => {
    const models = [0, 1, 2].map((k) =>
      freeBody(box(0.1, 0.1, 0.1), { name: `box ${k}`, pose: { position: [0, 0, 0.1 + 0.2 * k] } }),
    );
    const sim = onFloor({ models });
    for (let k = 0; k < 480; k++) sim.step();
    for (const k of [0, 1, 2]) expect(sim.state.q[7 * k + 2]).toBeCloseTo(0.1 + 0.2 * k, 3);
    expect(sim.report().kineticEnergy).toBeLessThan(1e-9);
  });

  it('bounce with the coefficient of restitution, and with 1 to the same height', () => {
    for (const restitution of [0, 0.5, 1]) {
      const sim = onFloor({ models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 1.1] } })], restitution });
      let [lowest, highest] = [0, 0];
      for (let k = 0; k < 300; k++) {
        sim.step();
        const [height, speed] = [sim.state.q[2] - 0.1, sim.state.v[2]];
        lowest = Math.min(lowest, speed);
        if (lowest < -4 && speed >= lowest + 1) highest = Math.max(highest, height);
      }
      // The last step before the impact is up to g Δt slower.
      expect(Math.abs(lowest + Math.sqrt(2 * 9.81))).toBeLessThan(0.1);
      expect(Math.abs(highest - restitution ** 2)).toBeLessThan(0.02);
    }
  });

  it('have friction: on a slope a box accelerates with g (sin α − µ cos α), or stays', () => {
    const angle = 0.4;
    const gravity = [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)];
    for (const friction of [0.2, 0.5]) {
      const sim = onFloor({
        models: [freeBody(box(0.2, 0.2, 0.1), { pose: { position: [0, 0, 0.1] } })],
        gravity,
        friction,
      });
      for (let k = 0; k < 240; k++) sim.step();
      const acceleration = Math.max(0, 9.81 * (Math.sin(angle) - friction * Math.cos(angle)));
      expect(sim.state.v[0]).toBeCloseTo(acceleration, 5);
      expect(sim.state.q[0]).toBeCloseTo(acceleration / 2, 2);
    }
  });

  it('stop bullets at a thin wall', () => {
    for (const speed of [40, 300, 1000]) {
      const world = new World({ timeStep: 1 / 60, ...midpoint, gravity: [0, 0, 0] });
      world.add(box(2, 2, 0.01), { type: 'static' });
      const ball = world.add(sphere(0.05), { pose: { position: [0, 0, 1] }, velocity: { linear: [0, 0, -speed] } });
      for (let k = 0; k < 60; k++) world.step();
      expect(ball.pose[2]).toBeGreaterThan(0);
      expect(ball.velocity.linear[2]).toBeCloseTo(0, 6);
    }
  });

  it('carry a rider on a platform that turns and rises, and bodies fall asleep', () => {
    const world = new World({ ...midpoint, friction: 1 });
    const velocity = { linear: [0.1, 0, 0.05], angular: [0, 0, 0.3] };
    const platform = world.add(cylinder(1, 0.1), { type: 'kinematic', pose: { position: [0, 0, -0.1] }, velocity });
    const rider = world.add(box(0.1, 0.1, 0.1), { pose: { position: [0.3, 0, 0.1] } });
    for (let k = 0; k < 240; k++) world.step();
    expect(rider.pose[2] - platform.pose[2]).toBeCloseTo(0.2, 3);
    expect(rider.velocity.linear[2]).toBeCloseTo(0.05, 4);
    expect(rider.velocity.angular[2]).toBeCloseTo(0.3, 3);
    platform.setVelocity({ linear: [0, 0, 0], angular: [0, 0, 0] });
    for (let k = 0; k < 240; k++) world.step();
    expect(rider.isSleeping).toBe(true);
  });

  it('joint limits and closures converge, and add no energy', () => {
    const limited = chain([{ axis: y }, { axis: y }]);
    const sim = new Simulator({ models: [limited, pinnedRods()], ...midpoint });
    const start = energyOf(sim);
    for (let k = 0; k < 480; k++) {
      sim.step();
      expect(['converged', 'free']).toContain(sim.report().status);
    }
    expect(energyOf(sim)).toBeLessThan(start + 0.01);
  });
});

describe('the option integrator', () => {
  const robot = (): Simulator => {
    const ball = freeBody(sphere(0.2), { pose: { position: [0.1, 0.05, 0.2] } });
    return onFloor({ models: [twoLinkRobot(0.8), ball] });
  };

  it('is kept by snapshots, and bits continue after them and after load', () => {
    const sim = robot();
    for (let k = 0; k < 100; k++) sim.step();
    const saved = sim.save();
    const twin = Simulator.restore(sim.snapshot());
    const run = (each: Simulator): string => {
      for (let k = 0; k < 100; k++) each.step();
      return each.hash();
    };
    const hash = run(sim);
    expect(twin.settings.integrator).toBe('midpoint');
    expect(run(twin)).toBe(hash);
    sim.load(saved);
    expect(run(sim)).toBe(hash);
  });

  it('is part of simulation files', () => {
    const simulation = makeSimulation('stack');
    const options = { ...simulation.options, ...midpoint };
    const read = readSimulation(writeSimulation({ ...simulation, options }));
    expect(startSimulation(read).simulator.settings.integrator).toBe('midpoint');
  });

  it('is one of two names', () => {
    const options = { models: [], integrator: 'rk4' } as unknown as SimulatorOptions;
    expect(() => new Simulator(options)).toThrow("options.integrator is \"rk4\"; give 'euler' or 'midpoint'");
  });
});
