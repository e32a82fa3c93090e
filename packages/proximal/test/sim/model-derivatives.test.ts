// The derivative of a step follows the contact law of its solver: every solver against central differences of its own steps.
import { describe, expect, it } from 'vitest';
import { contactSolvers } from '../../src/contact/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { inverse, transformDirection } from '../../src/math/index.ts';
import { freeBody, rolloutGradient, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { check, checkParameters, onFloor } from './step-differences.ts';

type Solver = NonNullable<SimulatorOptions['solver']>;

const tight = { tolerance: 1e-14, relativeTolerance: 1e-12, maxIterations: 20_000 } as const;
const frictions = [0, 0.3, 1] as const;

/** Every solver, with several pyramids of the LCP and several regularizations of ccp-newton. */
const solvers: readonly { readonly name: string; readonly solver: Exclude<Solver, string> }[] = [
  ...contactSolvers().map(({ name }) => ({ name: name as string, solver: { solver: name, ...tight } })),
  { name: 'lcp-pgs with 6 facets', solver: { solver: 'lcp-pgs', facets: 6, ...tight } },
  { name: 'lcp-lemke, inscribed', solver: { solver: 'lcp-lemke', facets: 8, pyramid: 'inscribed', ...tight } },
  { name: 'ccp-newton, soft', solver: { solver: 'ccp-newton', regularization: 0.3, ...tight } },
];

/** Rotated about all axes, so that no direction is aligned with the contact frames. */
const turned = [0.1, 0.2, 0.3, 0.9] as const;

function slidingSphere(solver: Solver, friction: number, compliance = 0): Simulator {
  const sim = onFloor({
    models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.0985], rotation: turned } })],
    friction,
    compliance,
    tangentCompliance: compliance,
    solver,
  });
  sim.setState({ v: Float64Array.of(6, 2, 0.5, 1, 2, 3) });
  return sim;
}

/** A sphere on a larger, heavy ball, which stands on the floor: the normal turns as the sphere moves. */
function ballOnBall(solver: Solver, friction: number): Simulator {
  const pole = freeBody(sphere(0.3), { name: 'pole', density: 1e4, pose: { position: [0, 0, 0.299] } });
  const rider = freeBody(sphere(0.1), { name: 'rider', pose: { position: [0.15, 0.1, 0.651], rotation: turned } });
  const sim = onFloor({ models: [pole, rider], friction, solver });
  sim.setState({ v: Float64Array.of(0, 0, -0.1, 0.2, 0.1, 0.3, 4, -3, -1.2, 1, 2, -30) });
  return sim;
}

function someBox(solver: Solver, friction: number, velocity: readonly number[], compliance = 0): Simulator {
  const sim = onFloor({
    models: [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })],
    friction,
    compliance,
    tangentCompliance: compliance,
    solver,
  });
  sim.setState({ v: Float64Array.from(velocity) });
  return sim;
}

function stack(solver: Solver, friction: number, compliance = 0.05): Simulator {
  const lower = freeBody(box(0.2, 0.3, 0.1), { name: 'lower', pose: { position: [0, 0, 0.099] } });
  const upper = freeBody(sphere(0.1), { name: 'upper', pose: { position: [0.03, 0.02, 0.298], rotation: turned } });
  const sim = onFloor({ models: [lower, upper], friction, compliance, tangentCompliance: compliance, solver });
  sim.setState({ v: Float64Array.of(0.3, 0, 0, 0, 0, 0, 1, 0.5, -0.3, 2, 1, 3) });
  return sim;
}

/** A free base and a leg of two links with a foot, a knee 0.5 mrad beyond its limit and dry friction at the hip. */
function leg(solver: Solver, friction: number, mass = 1): Simulator {
  const joint = { kind: 'revolute', axis: [0, 1, 0.2] } as const;
  const link = { mass: 1, centerOfMass: [0.01, 0.02, -0.1], inertia: [0.01, 0.01, 0.002] };
  const shank = { ...link, mass, inertia: link.inertia.map((x) => x * mass) };
  const model = new ModelBuilder()
    .link('base', { mass: 2, inertia: [0.02, 0.03, 0.04] })
    .link('thigh', link)
    .link('shank', shank)
    .joint('free', { kind: 'free-flyer', parent: 'world', child: 'base' })
    .joint('hip', { ...joint, parent: 'base', child: 'thigh', friction: 0.3 })
    .joint('knee', { ...joint, parent: 'thigh', child: 'shank', placement: { position: [0, 0, -0.2] }, lower: -0.8 })
    .geometry('shank', { shape: sphere(0.03), name: 'foot', pose: { position: [0, 0, -0.2] } })
    .reference('free', Float64Array.of(0, 0, 0.389, 0, 0, 0, 1))
    .build();
  const sim = onFloor({ models: [model], friction, solver, gravity: [0, 0, -9.81] });
  const { q } = sim.state;
  q[7] = 0.4;
  q[8] = -0.8005;
  sim.setState({ q, v: Float64Array.of(9, 3, -2, 0.1, 0.2, 0.3, 0.7, -60) });
  return sim;
}

/** Checks the derivatives of the next step, which must be reported as differentiable. @returns how many contacts push and slide */
function checkSmooth(sim: Simulator, torques?: Float64Array): { pushing: number; sliding: number } {
  check(sim, torques);
  expect(sim.stepDerivatives().kinks).toEqual([]);
  const { impulses, sigma, bilateral, contacts } = sim.record as NonNullable<typeof sim.record>;
  const rows = contacts.map((_, k) => bilateral + 3 * k).filter((row) => impulses[row + 2] > 1e-9);
  const sliding = rows.filter((row) => Math.abs(sigma[row]) + Math.abs(sigma[row + 1]) > 1e-4);
  return { pushing: rows.length, sliding: sliding.length };
}

describe.each(solvers)('the derivatives of steps by $name', ({ solver }) => {
  it.each(frictions)('of a sphere that slides, µ = %s', (friction) => {
    expect(checkSmooth(slidingSphere(solver, friction))).toEqual({ pushing: 1, sliding: 1 });
  });

  it.each(frictions)('of a sphere that slides off another, µ = %s', (friction) => {
    const { pushing, sliding } = checkSmooth(ballOnBall(solver, friction));
    expect(pushing).toBe(2);
    expect(sliding).toBe([2, 1, 0][frictions.indexOf(friction)]);
  });

  it('of a sphere that leaves the floor: by the CCP, a fast slip pushes it', () => {
    const leaving = (speed: number): Simulator => {
      const models = [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.1005], rotation: turned } })];
      const sim = onFloor({ models, friction: 0.3, solver });
      // In the axes of the turned ball, so that the velocity is (speed, 0, 0.5) in world axes.
      const v = transformDirection(inverse({ rotation: turned }), [speed, 0, 0.5]);
      sim.setState({ v: Float64Array.of(...v, 0, 0, 0) });
      return sim;
    };
    expect(checkSmooth(leaving(0.2))).toEqual({ pushing: 0, sliding: 0 });
    const count = solver.solver?.startsWith('ccp') ? 1 : 0;
    expect(checkSmooth(leaving(8))).toEqual({ pushing: count, sliding: count });
  });

  it('of a sphere that slides on a soft contact', () => {
    expect(checkSmooth(slidingSphere(solver, 0.3, 0.05))).toEqual({ pushing: 1, sliding: 1 });
  });

  it('of a box that is held, and of one that slides', () => {
    expect(checkSmooth(someBox(solver, 0.9, [0.001, 0, 0, 0, 0, 0], 0.05))).toEqual({ pushing: 4, sliding: 0 });
    expect(checkSmooth(someBox(solver, 0.3, [1, 0.4, 0, 0, 0, 0], 0.05))).toEqual({ pushing: 4, sliding: 4 });
  });

  it('of a plate that spins', () => {
    expect(checkSmooth(someBox(solver, 0.3, [0.5, 0.2, 0, 0, 0, 4], 0.05))).toEqual({ pushing: 4, sliding: 4 });
  });

  it.each(frictions)('of a stack, µ = %s', (friction) => {
    const { pushing, sliding } = checkSmooth(stack(solver, friction));
    expect(pushing).toBe(5);
    expect(sliding).toBeGreaterThanOrEqual(4);
  });

  it.each(frictions)('of a leg whose foot slides and whose knee is at its limit, µ = %s', (friction) => {
    const torques = Float64Array.of(0, 0, 0, 0, 0, 0, 2, -3);
    expect(checkSmooth(leg(solver, friction), torques)).toEqual({ pushing: 1, sliding: 1 });
  });

  it('by friction and size', () => {
    const make = ([friction, size]: readonly number[]): Simulator => {
      const sim = onFloor({
        models: [
          freeBody(sphere(0.1 * size), {
            name: 'ball',
            pose: { position: [0, 0, 0.0985], rotation: turned },
          }),
        ],
        friction,
        solver,
      });
      sim.setState({ v: Float64Array.of(6, 2, 0.5, 1, 2, 3) });
      return sim;
    };
    const parameters = [{ kind: 'friction' }, { kind: 'size', body: 'ball', solid: true }] as const;
    checkParameters(make, [0.3, 1], parameters);
  });

  it('by the mass of a link', () => {
    checkParameters(([mass]) => leg(solver, 0.3, mass), [1], [{ kind: 'mass', body: 'shank' }]);
  });
});

describe('steps without a derivative are reported as such', () => {
  const ball = (options: Partial<SimulatorOptions>, height = 0.0995): Simulator =>
    onFloor({ models: [freeBody(sphere(0.1), { pose: { position: [0, 0, height] } })], ...options });
  /** The largest force at the center of a ball without slip, µ m g (1 + m a²/I): m/I = 2.5/r², the lever arm of the contact a = 0.9975 r. */
  const limit = 0.5 * 9.81 * 1000 * sphere(0.1).volume * (1 + 2.5 * 0.9975 ** 2);

  it('a ball that touches the floor without force', () => {
    const sim = ball({ gravity: [0, 0, 0] }, 0.1);
    sim.step();
    expect(sim.stepDerivatives().kinks).toEqual([{ reason: 'touching', contact: 0, coordinate: null }]);
    const { kinks } = rolloutGradient(sim, 2, () => null);
    expect(kinks.map(({ step, reason }) => [step, reason])).toEqual([
      [0, 'touching'],
      [1, 'touching'],
    ]);
  });

  it.each(['lcp-pgs', 'ccp-admm', 'raisim', 'ncp-admm'] as const)('friction at its limit, by %s', (name) => {
    const sim = ball({ friction: 0.5, solver: { solver: name, ...tight } });
    sim.step(Float64Array.of(limit, 0, 0, 0, 0, 0));
    expect(sim.stepDerivatives().kinks.map(({ reason }) => reason)).toEqual(['sticking']);
    sim.step(Float64Array.of(0.9 * limit, 0, 0, 0, 0, 0));
    expect(sim.stepDerivatives().kinks).toEqual([]);
  });

  it('friction at the edge of its pyramid', () => {
    const sim = ball({ friction: 0.5, solver: { solver: 'lcp-pgs', ...tight } });
    sim.setState({ v: Float64Array.of(5, 0, 0, 0, 0, 0) });
    sim.step(Float64Array.of(0, limit, 0, 0, 0, 0));
    expect(sim.stepDerivatives().kinks.map(({ reason }) => reason)).toEqual(['edge']);
  });

  it('a pyramid in a contact frame that is discontinuous', () => {
    const [left, right] = [-0.2, 0.1995].map((x, k) =>
      freeBody(sphere(0.2), { name: `ball ${k}`, pose: { position: [x, 0, 0] } }),
    );
    const kinksBy = (name: 'lcp-pgs' | 'ncp-pgs'): readonly string[] => {
      const sim = new Simulator({
        models: [left, right],
        gravity: [0, 0, 0],
        friction: 0.1,
        solver: { solver: name, ...tight },
      });
      sim.setState({ v: Float64Array.of(1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0) });
      sim.step();
      return sim.stepDerivatives().kinks.map(({ reason }) => reason);
    };
    expect(kinksBy('lcp-pgs')).toEqual(['frame']);
    expect(kinksBy('ncp-pgs')).toEqual([]);
  });

  it('a plate that spins on rigid corners, whose loads are undetermined', () => {
    const sim = someBox({ solver: 'ncp-admm', ...tight }, 0.3, [0.5, 0.2, -0.1, 0, 0, 4]);
    sim.step();
    expect(sim.stepDerivatives().kinks.map(({ reason }) => reason)).toEqual(['undetermined']);
  });
});
