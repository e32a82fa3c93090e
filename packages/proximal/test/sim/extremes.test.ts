// Extreme masses, friction, sizes and time steps are rejected as arguments, or the step reports its status.
import { describe, expect, it } from 'vitest';
import { contactSolvers } from '../../src/contact/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** Two boxes and a ball, stacked on the ground, and an arm whose lower link touches the ground if `size` is 1. */
function simulator(options: Partial<SimulatorOptions>, mass = 1, size = 1, linkMass = 1): Simulator {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const arm = new ModelBuilder({ name: 'arm' })
    .link('upper', { mass: linkMass, centerOfMass: [0, 0, -0.2], inertia: [0.02, 0.02, 0.001] })
    .link('lower', { mass: 1, centerOfMass: [0, 0, -0.2], inertia: [0.02, 0.02, 0.001] })
    .joint('a', {
      kind: 'revolute',
      axis: [0, 1, 0],
      parent: 'world',
      child: 'upper',
      placement: [3, 0, 1, 0, 0, 0, 1],
      lower: -1,
      upper: 0,
    })
    .joint('b', {
      kind: 'revolute',
      axis: [0, 1, 0],
      parent: 'upper',
      child: 'lower',
      placement: [0, 0, -0.5, 0, 0, 0, 1],
    })
    .geometry('lower', { shape: box(0.1 * size, 0.1 * size, 0.55) })
    .build();
  const models = [
    arm,
    freeBody(box(0.3 * size, 0.3 * size, 0.3 * size), { mass, pose: { position: [0, 0, 0.299 * size] } }),
    freeBody(box(0.3 * size, 0.3 * size, 0.3 * size), { pose: { position: [0.1 * size, 0, 0.898 * size] } }),
    freeBody(sphere(0.3 * size), { mass, pose: { position: [0, 0, 1.49 * size] } }),
  ];
  return new Simulator({ models, scene, ...options });
}

/** Either `make` throws a clear error, or the state stays finite. */
function attempt(make: () => Simulator): 'refused' | 'stepped' {
  let sim: Simulator;
  try {
    sim = make();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toMatch(/^[A-Za-z.]+: .+ is .+; /);
    return 'refused';
  }
  for (let k = 0; k < 4; k++) {
    const before = sim.state.q;
    sim.step();
    const { q, v } = sim.state;
    expect([...q, ...v].every(Number.isFinite)).toBe(true);
    const { status, kineticEnergy } = sim.report();
    expect(['free', 'converged', 'open', 'limit', 'stalled', 'failed']).toContain(status);
    expect(kineticEnergy).not.toBeNaN();
    if (status === 'failed') expect({ q, v }).toEqual({ q: before, v: new Float64Array(sim.nv) });
  }
  return 'stepped';
}

const powers = [-324, -323, -310, -300, -200, -155, -100, -20, -12, 12, 20, 30, 60, 100, 154, 155, 200, 300, 308];
const tens = powers.map((power) => (power === -324 ? 5e-324 : Number(`1e${power}`)));

describe('steps do not throw', () => {
  it.each(tens)('with friction %s', (friction) => {
    attempt(() => simulator({ friction }));
  });
  it.each(tens)('with a time step of %s', (timeStep) => {
    attempt(() => simulator({ timeStep }));
  });
  it.each(tens)('with bodies of %s kg', (mass) => {
    attempt(() => simulator({}, mass));
  });
  it.each(tens)('with a link of %s kg', (mass) => {
    attempt(() => simulator({}, 1, 1, mass));
  });
  it.each(tens)('with bodies of %s m', (size) => {
    attempt(() => simulator({}, 1, size));
  });
  it.each(tens)('with a gravity of %s', (g) => {
    attempt(() => simulator({ gravity: [0, 0, -g] }));
  });
  const extremes = [5e-324, 1e-310, 1e-155, 1e12, 1e20, 1e155, 1e308];
  it.each(contactSolvers().map(({ name }) => name))('by %s', (solver) => {
    for (const value of extremes) {
      attempt(() => simulator({ solver, friction: value }));
      attempt(() => simulator({ solver, timeStep: value }));
      attempt(() => simulator({ solver }, value));
      attempt(() => simulator({ solver }, 1, 1, value));
      attempt(() => simulator({ solver, restitution: 0.5, compliance: value }));
    }
  });
  it.each(extremes)('by growth distance, with bodies of %s m', (size) => {
    attempt(() => simulator({ collision: 'growth' }, 1, size));
  });
  it.each(extremes)('from a speed of %s', (speed) => {
    attempt(() => {
      const sim = simulator({ restitution: 0.5 });
      sim.setState({ v: new Float64Array(sim.nv).fill(speed) });
      return sim;
    });
  });
  it.each(extremes)('of bodies and robots of %s kg that tumble', (mass) => {
    for (const speed of [1, 1e6, 1e12])
      attempt(() => {
        const inertia = [mass, 1.5 * mass, 2 * mass];
        const chain = new ModelBuilder({ name: 'chain' })
          .link('a', { mass, inertia })
          .link('b', { mass, centerOfMass: [0, 0, 0.5], inertia })
          .joint('root', { kind: 'free-flyer', parent: 'world', child: 'a' })
          .joint('hinge', { kind: 'revolute', axis: [0, 1, 0], parent: 'a', child: 'b' })
          .constraint('tie', { kind: 'point', a: 'b', poseB: { position: [0, 0, 1e-3] } })
          .build();
        const body = freeBody(box(0.1, 0.2, 0.3), { mass, inertia, centerOfMass: [0.1, 0, 0] });
        const sim = new Simulator({ models: [chain, body] });
        sim.setState({ v: Float64Array.from({ length: sim.nv }, (_, k) => speed * (1 + k / 8)) });
        return sim;
      });
  });
  const amounts = [
    'restingSpeed',
    'correctionSpeed',
    'allowedPenetration',
    'compliance',
    'tangentCompliance',
    'closureCompliance',
    'margin',
  ] as const;
  for (const name of amounts)
    it.each(tens)(`with ${name} %s`, (value) => {
      attempt(() => simulator({ [name]: value }));
    });
});

it.each([-300, 400, 900])('a body of 2^%i kg tumbles bitwise identically to one of 1 kg', (power) => {
  const [one, other] = [1, 2 ** power].map((mass) => {
    const inertia = [0.01, 0.02, 0.025].map((x) => mass * x);
    const sim = new Simulator({ models: [freeBody(box(0.1, 0.2, 0.3), { mass, inertia })] });
    sim.setState({ v: Float64Array.of(0, 0, 1, 3, 4, 5) });
    for (let k = 0; k < 20; k++) sim.step();
    expect(sim.report().status).toBe('free');
    return sim.state;
  });
  expect(other).toEqual(one);
});

it('values within the supported ranges are accepted', () => {
  expect(attempt(() => simulator({ friction: 1e12 }))).toBe('stepped');
  expect(attempt(() => simulator({ timeStep: 1e-9 }))).toBe('stepped');
  expect(attempt(() => simulator({}, 1e12))).toBe('stepped');
  expect(attempt(() => simulator({}, 1e-12))).toBe('stepped');
  expect(attempt(() => simulator({}, 1, 1e-6))).toBe('stepped');
});
