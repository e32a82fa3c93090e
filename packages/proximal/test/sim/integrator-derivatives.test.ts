// Derivatives of steps of the midpoint integrator, against central differences.
import { afterAll, describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, setTarget, sphere, target } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { freeBody, type RolloutLoss, rollout, rolloutGradient, Simulator } from '../../src/sim/index.ts';
import { pinnedRods } from '../fixtures/pinned-rods.ts';
import { twoLinkRobot } from '../fixtures/two-link-robot.ts';
import { check, checkParameters, displaced, onFloor, solver } from './step-differences.ts';

const integrator = 'midpoint';
const initialTarget = target();
afterAll(() => setTarget(initialTarget));

/** A base on a joint of kind `root`, and a leg of two links with a spring, damping, a servo and a foot. */
function robot(root: 'free-flyer' | 'revolute' | 'spherical' | 'planar', { mass = 1, friction = 0 } = {}): Model {
  const body = { centerOfMass: [0.05, 0.02, -0.15], inertia: [0.02, 0.03, 0.01] };
  const servo = { gear: 1.5, kp: 30, kv: 2, controlRange: null, forceRange: null } as const;
  return new ModelBuilder()
    .link('base', { mass: 2, ...body })
    .link('upper', { mass, centerOfMass: [0.05, 0.02, -0.15], inertia: body.inertia.map((x) => mass * x) })
    .link('lower', { mass: 0.5, ...body })
    .joint('root', { kind: root, parent: 'world', child: 'base', damping: 0.3 })
    .joint('hip', {
      kind: 'revolute',
      parent: 'base',
      child: 'upper',
      axis: [0, 1, 0],
      placement: { position: [0.1, 0, -0.1] },
      stiffness: 300,
      springReference: 0.2,
      damping: 2,
    })
    .joint('knee', {
      kind: 'revolute',
      parent: 'upper',
      child: 'lower',
      axis: [1, 2, 0],
      placement: { position: [0, 0, -0.3] },
      damping: 0.5,
      friction,
    })
    .actuator({ name: 'servo', kind: 'position', joint: 'knee', ...servo })
    .geometry('upper', { shape: box(0.05, 0.05, 0.15), name: 'thigh', pose: { position: [0, 0, -0.15] } })
    .geometry('lower', { shape: sphere(0.06), name: 'foot', pose: { position: [0, 0, -0.3] } })
    .build();
}

/** Sets a random configuration and random velocities. @param height of a free base above the floor, in meters */
function started(sim: Simulator, height: number, speed: number, seed = 5): Simulator {
  const rng = new Rng(seed);
  const { q } = sim.state;
  if (sim.settings.models[0].joints[0].kind === 'free-flyer') q[2] = height;
  const dq = Float64Array.from({ length: sim.nv }, () => rng.uniform(-0.2, 0.2));
  const v = Float64Array.from({ length: sim.nv }, () => speed * rng.uniform(-1, 1));
  sim.setState({ q: displaced(sim, q, dq), v });
  return sim;
}

describe('derivatives of motion without contacts', () => {
  it.each(['free-flyer', 'revolute', 'spherical', 'planar'] as const)('of a robot with a %s root', (root) => {
    const sim = started(new Simulator({ models: [robot(root)], timeStep: 1e-2, integrator }), 3, 4);
    check(
      sim,
      Float64Array.from({ length: sim.nv }, (_, k) => 0.1 * k),
    );
  });

  it('of a free body that spins', () => {
    const body = new ModelBuilder()
      .link('body', { mass: 2, centerOfMass: [0.1, -0.2, 0.05], inertia: [0.1, 0.2, 0.25] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'body', damping: 0.4 })
      .geometry('body', { shape: box(0.1, 0.2, 0.3) })
      .build();
    const sim = new Simulator({ models: [body], timeStep: 1e-2, integrator });
    sim.setState({ v: Float64Array.of(1, 2, 3, 12, -7, 9) });
    check(sim);
  });

  it('by masses, which the armature of implicit damping depends on', () => {
    const make = ([mass]: readonly number[]): Simulator =>
      started(new Simulator({ models: [robot('free-flyer', { mass })], timeStep: 1e-2, integrator }), 3, 4);
    checkParameters(make, [1], [{ kind: 'mass', body: 'upper' }]);
  });
});

describe('derivatives of steps with contacts', () => {
  it.each([
    ['sticks', 1, [0.1, 0.2, -0.5, 0.1, 0.2, 0.3]],
    ['slides', 0.2, [3, 2, -0.5, 1, 2, 3]],
  ] as const)('of a sphere that %s', (_what, friction, velocity) => {
    const models = [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.0985], rotation: [0.1, 0.2, 0.3, 0.9] } })];
    const sim = onFloor({ models, friction, integrator });
    sim.setState({ v: Float64Array.from(velocity) });
    check(sim);
    expect(sim.report().contacts.length).toBe(1);
  });

  it.each([0.2, 1])('of a box on four corners, µ = %d', (friction) => {
    const models = [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })];
    const sim = onFloor({ models, friction, integrator, compliance: 0.05, tangentCompliance: 0.05 });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0.7) });
    check(sim);
  });

  it('of a body that bounces, and of one on another', () => {
    const lower = freeBody(box(0.2, 0.3, 0.1), { name: 'lower', pose: { position: [0, 0, 0.099] } });
    const upper = freeBody(sphere(0.1), { name: 'upper', pose: { position: [0.03, 0.02, 0.298] } });
    const sim = onFloor({ models: [lower, upper], friction: 0.4, restitution: 0.5, compliance: 0.05, integrator });
    sim.setState({ v: Float64Array.of(0.3, 0, 0, 0, 0, 0.2, 1, -0.5, -2, 1, 2, 3) });
    check(sim);
  });

  it('of a robot whose foot slides on the floor', () => {
    const sim = started(onFloor({ models: [robot('free-flyer')], friction: 0.3, integrator }), 0.75, 1.5, 3);
    const { q } = sim.state;
    // Lowers the base until the foot touches the floor.
    let gap = 1;
    for (let k = 0; k < 400 && gap > 0; k++) {
      q[2] -= 1e-3;
      sim.setState({ q, v: sim.state.v });
      const before = sim.state;
      sim.step();
      gap = sim.report().contacts[0]?.gap ?? 1;
      sim.setState(before);
    }
    check(sim);
    expect(sim.report().contacts.length).toBeGreaterThan(0);
  });

  it('of a robot at a limit and with friction in its joints', () => {
    const sim = onFloor({ models: [twoLinkRobot(0.9)], integrator });
    for (let k = 0; k < 300; k++) sim.step();
    const { q, v } = sim.state;
    sim.setState({ q, v: v.map((value, k) => value + 0.3 * Math.sin(k + 1)) });
    check(sim, new Float64Array(sim.nv), {}, 1e-4);
  });

  it('of loops that are closed after both halves', () => {
    const sim = new Simulator({ models: [pinnedRods()], solver, integrator });
    const rng = new Rng(4);
    const v = Float64Array.from({ length: 18 }, (_, k) => (k % 6 < 3 ? 0 : rng.uniform(-30, 30)));
    sim.setState({ v });
    sim.step();
    check(sim);
    expect(sim.record?.firstHalf?.projections[0].length).toBeGreaterThan(0);
    expect(sim.record?.projections[0].length).toBeGreaterThan(0);
  });

  it('by friction, mass and size', () => {
    checkParameters(
      ([friction, scale]) => {
        const half = [0.2, 0.3, 0.1].map((x) => scale * x);
        const crate = freeBody(box(half[0], half[1], half[2]), { name: 'crate', pose: { position: [0, 0, 0.0995] } });
        const sim = onFloor({ models: [crate], friction, integrator, compliance: 1e-2, allowedPenetration: 0 });
        sim.setState({ v: Float64Array.of(0.7, 0.5, 0, 0.1, 0, 0.3) });
        return sim;
      },
      [0.3, 1],
      [{ kind: 'friction' }, { kind: 'size', body: 'crate', solid: true }],
    );
  });
});

describe('through many steps', () => {
  const make = (dv?: Float64Array): Simulator => {
    const sim = started(new Simulator({ models: [robot('free-flyer', { friction: 0.05 })], integrator }), 3, 2);
    if (dv) sim.setState({ q: sim.state.q, v: sim.state.v.map((x, k) => x + dv[k]) });
    return sim;
  };
  const steps = 20;
  const loss: RolloutLoss = ({ q, v }, step) =>
    step === steps
      ? {
          value: q[0] + 2 * q[8] + v[3],
          q: q.map((_, k) => [1, 0, 0, 0, 0, 0, 0, 0, 2][k] ?? 0),
          v: v.map((_, k) => (k === 3 ? 1 : 0)),
        }
      : null;
  const lossOf = (sim: Simulator): number => {
    const states = rollout(sim, steps);
    return loss(states[steps], steps)?.value as number;
  };

  it('by the first velocities', () => {
    const { initial } = rolloutGradient(make(), steps, loss);
    for (const k of [0, 3, 5, 6, 7]) {
      const at = (change: number): number =>
        lossOf(make(Float64Array.from({ length: 8 }, (_, i) => (i === k ? change : 0))));
      expect(initial.v[k]).toBeCloseTo((at(1e-6) - at(-1e-6)) / 2e-6, 5);
    }
  });

  it('the derivatives of a step agree with randomized derivatives whose noise is 1e-9', () => {
    const sim = make();
    const { dState } = sim.step() ?? sim.stepDerivatives();
    const randomized = { samples: 2, position: 1e-9, velocity: 1e-9, seed: 1 };
    const smoothed = sim.stepDerivatives({ randomized }).dState;
    smoothed.values.forEach((x, k) => {
      expect(x).toBeCloseTo(dState.values[k], 5);
    });
  });

  it('is bitwise identical on both targets', () => {
    const found = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const sim = onFloor({ models: [twoLinkRobot(0.9), freeBody(box(0.1, 0.1, 0.1))], integrator });
      for (let k = 0; k < 300; k++) sim.step();
      return { hash: sim.hash(), values: sim.stepDerivatives().dState.values };
    });
    expect(found[1].hash).toBe(found[0].hash);
    expect(new BigUint64Array(found[1].values.buffer)).toEqual(new BigUint64Array(found[0].values.buffer));
  });
});
