// Free motion of robots against conservation laws, closed forms and small steps; and its derivatives against differences.
import { describe, expect, it } from 'vitest';
import { centroidalMomentum, type JointKind, ModelBuilder, randomConfiguration } from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { rotationRows } from '../../src/math/linear/quaternion.ts';
import { rolloutGradient, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { check, checkParameters, displaced, onFloor } from './step-differences.ts';

type Model = ReturnType<ModelBuilder['build']>;

const timeStep = 1 / 240;

/** A chain of links with joints of these kinds. */
function chainOf(kinds: readonly JointKind[], seed = 3, mass = 1): Model {
  const rng = new Rng(seed);
  const builder = new ModelBuilder();
  kinds.forEach((kind, k) => {
    const inertia = [0, 1, 2].map(() => rng.uniform(0.01, 0.02));
    const scale = k === 1 ? mass : 1;
    builder
      .link(`link ${k}`, {
        mass: scale * rng.uniform(0.5, 1.5),
        centerOfMass: [0.1, 0.02, 0.15],
        inertia: inertia.map((x) => scale * x),
      })
      .joint(`joint ${k}`, {
        kind,
        parent: k === 0 ? 'world' : `link ${k - 1}`,
        child: `link ${k}`,
        ...(kind === 'free-flyer' || kind === 'spherical' ? {} : { axis: rng.direction() }),
        ...(k === 0 ? {} : { placement: { position: [0.1, 0, 0.3] } }),
      });
  });
  return builder.build();
}

/** A simulator of the model in a random configuration, with random velocities at which its bodies turn by less than `angle` in a step. */
function flying(model: Model, angle: number, options: Partial<SimulatorOptions> = {}): Simulator {
  const rng = new Rng(8);
  const sim = new Simulator({ models: [model], gravity: [0, 0, 0], timeStep, ...options });
  const most = angle / (sim.settings.timeStep * Math.sqrt(3) * model.joints.length);
  const v = Float64Array.from({ length: model.nv }, () => most * rng.uniform(-1, 1));
  // Prismatic joints move slowly.
  for (const { kind, v: at } of model.joints) if (kind === 'prismatic') v[at] = 0.01;
  sim.setState({ q: randomConfiguration(model, rng), v });
  return sim;
}

function momentumOf(sim: Simulator): Float64Array {
  const [model] = sim.settings.models;
  return centroidalMomentum(model, model.createData(), sim.state.q, sim.state.v).slice();
}

/** Sets the velocity of the center of mass to 1 m/s along x; at higher speeds, rounding of the linear momentum would affect the angular momentum. */
function setCenterVelocity(sim: Simulator): void {
  const { q, v } = sim.state;
  const momentum = momentumOf(sim);
  const r = new Float64Array(9);
  rotationRows(q, 3, r);
  const excess = [0, 1, 2].map((k) => momentum[k] / sim.settings.models[0].mass - (k === 0 ? 1 : 0));
  for (let k = 0; k < 3; k++) v[k] -= r[k] * excess[0] + r[3 + k] * excess[1] + r[6 + k] * excess[2];
  sim.setState({ v });
}

const size = (x: Float64Array): number => Math.hypot(...x);

describe('robots that move freely', () => {
  const floatingRobots: [string, JointKind[], number][] = [
    ['a body with an arm', ['free-flyer', 'revolute'], 100_000],
    ['a chain', ['free-flyer', 'revolute', 'spherical'], 5000],
  ];
  it.each(floatingRobots)('%s keeps energy and momentum', (_, kinds, steps) => {
    for (const angle of steps > 10_000 ? [0.5] : [0.01, 0.5]) {
      const sim = flying(chainOf(kinds), angle);
      setCenterVelocity(sim);
      const [energy, momentum] = [sim.report().kineticEnergy, momentumOf(sim)];
      for (let k = 0; k < steps; k++) sim.step();
      expect(Math.abs(sim.report().kineticEnergy / energy - 1)).toBeLessThan(1e-9);
      const after = momentumOf(sim);
      for (const k of [0, 3]) {
        const part = momentum.subarray(k, k + 3);
        expect(size(after.subarray(k, k + 3).map((x, i) => x - part[i]))).toBeLessThan(1e-12 * size(part));
      }
    }
  });

  const fixedChains: JointKind[][] = [
    ['revolute', 'revolute'],
    ['spherical', 'revolute'],
    ['planar', 'revolute', 'revolute'],
    ['prismatic', 'revolute', 'spherical'],
    ['helical', 'revolute'],
  ];
  it.each(fixedChains.map((kinds) => [kinds.join(', '), kinds] as const))(
    'a chain of joints %s that is fixed to the world conserves the energy',
    (_, kinds) => {
      for (const angle of [0.01, 0.5]) {
        const sim = flying(chainOf(kinds), angle);
        const energy = sim.report().kineticEnergy;
        for (let k = 0; k < 2000; k++) sim.step();
        expect(Math.abs(sim.report().kineticEnergy / energy - 1)).toBeLessThan(1e-9);
      }
    },
  );

  it('do not gain energy or fail at any speed', () => {
    for (const kinds of [
      ['free-flyer', 'revolute', 'spherical'],
      ['revolute', 'revolute'],
      ['spherical', 'revolute'],
    ]) {
      for (const angle of [3, 50, 1e4, 1e7]) {
        const sim = flying(chainOf(kinds as JointKind[]), angle);
        const energy = sim.report().kineticEnergy;
        for (let k = 0; k < 100; k++) sim.step();
        expect(sim.report().status).toBe('free');
        expect(sim.report().kineticEnergy).toBeLessThan(energy * (1 + 1e-9));
      }
    }
  });

  it('converge with second order without forces', () => {
    const end = (steps: number): Float64Array => {
      const sim = flying(chainOf(['free-flyer', 'revolute', 'spherical']), 0.02, { timeStep: 0.5 / steps });
      const start = flying(chainOf(['free-flyer', 'revolute', 'spherical']), 0.02).state;
      sim.setState(start);
      for (let k = 0; k < steps; k++) sim.step();
      return sim.state.q;
    };
    const exact = end(2000);
    const [coarse, fine] = [50, 100].map((steps) => size(end(steps).map((x, k) => x - exact[k])));
    expect(coarse / fine).toBeGreaterThan(3.7);
    expect(coarse).toBeLessThan(1e-2);
  });

  it('continue bitwise identically from a snapshot', () => {
    const sim = flying(chainOf(['free-flyer', 'revolute', 'spherical']), 0.2);
    for (let k = 0; k < 10; k++) sim.step();
    const other = Simulator.restore(sim.snapshot());
    for (let k = 0; k < 10; k++) {
      sim.step();
      other.step();
    }
    expect(other.state).toEqual(sim.state);
  });
});

describe('a heavy top', () => {
  it('precesses steadily', () => {
    // On a ball joint, tilted by θ: a cos θ Ω² − c s Ω + m g l = 0, with the rate of precession Ω, the moments of inertia a across the axis
    // at the pivot and c about the axis, and the angular velocity s about the axis.
    const [m, l, g, tilt, rate] = [2, 0.3, 9.81, 0.5, 1.5];
    const [across, along] = [0.05, 0.04];
    const a = across + m * l * l;
    const spin = (a * Math.cos(tilt) * rate * rate + m * g * l) / (along * rate);
    const model = new ModelBuilder()
      .link('top', { mass: m, centerOfMass: [0, 0, l], inertia: [across, across, along] })
      .joint('tip', { kind: 'spherical', parent: 'world', child: 'top' })
      .build();
    const errors = [1e-3, 5e-4].map((step) => {
      const sim = new Simulator({ models: [model], gravity: [0, 0, -g], timeStep: step });
      // Tilted about y: the vertical is (−sin θ, 0, cos θ) in the body's axes.
      const q = Float64Array.of(0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2));
      sim.setState({ q, v: Float64Array.of(-Math.sin(tilt) * rate, 0, spin) });
      for (let k = 0; k < Math.round(2 / step); k++) sim.step();
      const [x, y, z, w] = sim.state.q;
      const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
      const wanted = [Math.sin(tilt) * Math.cos(2 * rate), Math.sin(tilt) * Math.sin(2 * rate), Math.cos(tilt)];
      return Math.hypot(...axis.map((each, k) => each - wanted[k]));
    });
    expect(errors[0]).toBeLessThan(5e-3);
    expect(errors[1]).toBeLessThan(0.6 * errors[0]);
  });
});

describe('joints that are held', () => {
  /** A rotating body with an arm across its axis. */
  function carousel(joint: { friction?: number; lower?: number; upper?: number }): Simulator {
    const model = new ModelBuilder()
      .link('hub', { mass: 1, inertia: [0.1, 0.1, 0.1] })
      .link('arm', { mass: 0.5, centerOfMass: [0.2, 0, -0.1], inertia: [0.01, 0.01, 0.01] })
      .joint('spin', { kind: 'continuous', axis: [0, 0, 1], parent: 'world', child: 'hub' })
      .joint('swing', { kind: 'revolute', axis: [0, 1, 0], parent: 'hub', child: 'arm', ...joint })
      .build();
    const sim = new Simulator({ models: [model], gravity: [0, 0, 0], timeStep: 1e-3 });
    sim.setState({ v: Float64Array.of(20, 0) });
    return sim;
  }

  it('by friction do not creep while the body spins', () => {
    const sim = carousel({ friction: 100 });
    for (let k = 0; k < 500; k++) sim.step();
    expect(Math.abs(sim.state.q[1])).toBeLessThan(1e-9);
    expect(sim.state.v[0]).toBeCloseTo(20, 8);
  });

  it('at a limit stay there', () => {
    const sim = carousel({ lower: 0, upper: 1 });
    for (let k = 0; k < 500; k++) sim.step();
    expect(sim.state.q[1]).toBeGreaterThan(-1e-6);
    expect(sim.state.v[0]).toBeCloseTo(20, 6);
  });

  it('have derivatives that agree with central differences', () => {
    const sim = carousel({ friction: 100 });
    sim.step();
    check(sim, Float64Array.of(0.1, 0.2), {}, 1e-6, 1e-5);
  });
});

describe('the derivatives of free motion', () => {
  const kinds: JointKind[][] = [
    ['revolute', 'revolute'],
    ['prismatic', 'revolute'],
    ['helical', 'revolute'],
    ['spherical', 'revolute'],
    ['planar', 'revolute', 'revolute'],
    ['free-flyer', 'revolute'],
    ['free-flyer', 'revolute', 'spherical', 'prismatic'],
  ];
  it.each(kinds.map((each) => [each.join(', '), each] as const))('of %s', (_, each) => {
    const rng = new Rng(4);
    for (const angle of [0.01, 0.3, 2]) {
      const sim = flying(chainOf(each), angle, { gravity: [0, 0, -9.81] });
      const torques = Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1));
      check(sim, torques, {}, 1e-6, 1e-5);
    }
  });

  it('of a gripper whose fingers mimic each other', () => {
    const model = new ModelBuilder()
      .link('hand', { mass: 1, inertia: [0.02, 0.03, 0.025] })
      .link('one', { mass: 0.3, centerOfMass: [0.1, 0, 0.05], inertia: [0.002, 0.003, 0.002] })
      .link('two', { mass: 0.2, centerOfMass: [0.1, 0, 0.02], inertia: [0.001, 0.002, 0.002] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'hand' })
      .joint('leader', { kind: 'revolute', axis: [0, 1, 0], parent: 'hand', child: 'one' })
      .joint('follower', {
        kind: 'revolute',
        axis: [1, 0, 0],
        parent: 'hand',
        child: 'two',
        placement: { position: [0, 0.2, 0] },
        mimic: { joint: 'leader', ratio: -0.7 },
      })
      .build();
    const sim = flying(model, 0.3);
    const energy = sim.report().kineticEnergy;
    check(sim, new Float64Array(sim.nv), {}, 1e-6, 1e-5);
    for (let k = 0; k < 500; k++) sim.step();
    expect(Math.abs(sim.report().kineticEnergy / energy - 1)).toBeLessThan(1e-9);
  });

  it('of a body on spinning wheels', () => {
    const builder = new ModelBuilder()
      .link('body', { mass: 2, centerOfMass: [0, 0, 0.02], inertia: [0.02, 0.03, 0.04] })
      .geometry('body', { shape: sphere(0.05), name: 'skid', pose: { position: [-0.2, 0, -0.05] } })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'body' });
    for (const [name, y] of [
      ['left', 0.15],
      ['right', -0.15],
    ] as const)
      builder
        .link(name, { mass: 0.4, inertia: [0.001, 0.0015, 0.001] })
        .geometry(name, { shape: sphere(0.1), name })
        .joint(name, {
          kind: 'continuous',
          axis: [0, 1, 0],
          parent: 'body',
          child: name,
          placement: { position: [0.1, y, 0] },
        });
    const sim = onFloor({ models: [builder.build()], selfCollision: false, friction: 0.7 });
    const q = sim.state.q;
    q[2] = 0.0985;
    sim.setState({ q, v: Float64Array.of(3, 0, 0, 0.2, 0, 1, 40, 20) });
    check(sim, new Float64Array(8), {}, 1e-6);
  });

  it('with respect to masses', () => {
    const make = ([mass]: readonly number[]): Simulator =>
      flying(chainOf(['free-flyer', 'revolute', 'spherical'], 3, mass), 0.4);
    const [model] = make([1]).settings.models;
    const linkMass = model.frames[model.frameIndex('link 1')].mass;
    // The parameter is the mass itself.
    checkParameters(([mass]) => make([mass / linkMass]), [linkMass], [{ kind: 'mass', body: 'link 1' }], 1e-6, 1e-5);
  });

  it('of whole rollouts', () => {
    const sim = flying(chainOf(['free-flyer', 'revolute']), 0.2);
    const { q, v } = sim.state;
    const weights = Float64Array.from({ length: sim.nq + sim.nv }, (_, k) => Math.sin(1 + k));
    const dot = (x: Float64Array, from: number): number =>
      x.reduce((sum, each, k) => sum + each * weights[from + k], 0);
    const value = (at: Float64Array, speed: Float64Array): number => {
      sim.setState({ q: at, v: speed });
      for (let k = 0; k < 20; k++) sim.step();
      return dot(sim.state.q, 0) + dot(sim.state.v, sim.nq);
    };
    const { initial } = (() => {
      sim.setState({ q, v });
      return rolloutGradient(sim, 20, (state, step) =>
        step < 20
          ? null
          : {
              value: dot(state.q, 0) + dot(state.v, sim.nq),
              q: weights.subarray(0, sim.nq),
              v: weights.subarray(sim.nq),
            },
      );
    })();
    const h = 1e-5;
    for (let k = 0; k < sim.nv; k++) {
      const along = (sign: number): Float64Array =>
        Float64Array.from({ length: sim.nv }, (_, i) => (i === k ? sign * h : 0));
      const byQ = (value(displaced(sim, q, along(1)), v) - value(displaced(sim, q, along(-1)), v)) / (2 * h);
      const byV =
        (value(
          q,
          v.map((x, i) => x + along(1)[i]),
        ) -
          value(
            q,
            v.map((x, i) => x + along(-1)[i]),
          )) /
        (2 * h);
      expect(Math.abs(initial.q[k] - byQ)).toBeLessThan(1e-6 * (10 + Math.abs(byQ)));
      expect(Math.abs(initial.v[k] - byV)).toBeLessThan(1e-6 * (10 + Math.abs(byV)));
    }
  });
});
