// The derivative of a step is that of the law that its solver solves: every solver against central differences of its own steps.
import { describe, expect, it } from 'vitest';
import { contactSolvers } from '../../src/contact/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { freeBody, type Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { check, checkParameters, onFloor } from './step-differences.ts';

type Solver = NonNullable<SimulatorOptions['solver']>;

const tight = { tolerance: 1e-14, relativeTolerance: 1e-12, maxIterations: 20_000 } as const;
const frictions = [0, 0.3, 1] as const;

/** Every solver, the pyramids of the LCP and the softness of Newton's in some variety. */
const solvers: readonly { readonly name: string; readonly solver: Exclude<Solver, string> }[] = [
  ...contactSolvers().map(({ name }) => ({ name: name as string, solver: { solver: name, ...tight } })),
  { name: 'lcp-pgs with 6 facets', solver: { solver: 'lcp-pgs', facets: 6, ...tight } },
  { name: 'lcp-lemke, inscribed', solver: { solver: 'lcp-lemke', facets: 8, pyramid: 'inscribed', ...tight } },
  { name: 'ccp-newton, soft', solver: { solver: 'ccp-newton', regularization: 0.3, ...tight } },
];

/** Turned about all axes, so that nothing is along the axes of the frames. */
const turned = [0.1, 0.2, 0.3, 0.9] as const;

function slidingSphere(solver: Solver, friction: number, compliance = 0): Simulator {
  const sim = onFloor({
    models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.0985], rotation: turned } })],
    friction,
    compliance,
    solver,
  });
  sim.setState({ v: Float64Array.of(1.3, 0.4, -0.5, 1, 2, 3) });
  return sim;
}

/** On the outside of a larger ball that is held: the normal turns as it moves. */
function ballOnBall(solver: Solver, friction: number): Simulator {
  const pole = freeBody(sphere(0.3), { name: 'pole', density: 1e4, pose: { position: [0, 0, 0.299] } });
  const rider = freeBody(sphere(0.1), { name: 'rider', pose: { position: [0.15, 0.1, 0.651], rotation: turned } });
  const sim = onFloor({ models: [pole, rider], friction, solver });
  sim.setState({ v: Float64Array.of(0, 0, -0.1, 0.2, 0.1, 0.3, 1.1, 0.4, -0.7, 1, 2, -3) });
  return sim;
}

function someBox(solver: Solver, friction: number, velocity: readonly number[], compliance = 0): Simulator {
  const sim = onFloor({
    models: [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })],
    friction,
    compliance,
    solver,
  });
  sim.setState({ v: Float64Array.from(velocity) });
  return sim;
}

function stack(solver: Solver, friction: number, compliance = 0.05): Simulator {
  const lower = freeBody(box(0.2, 0.3, 0.1), { name: 'lower', pose: { position: [0, 0, 0.099] } });
  const upper = freeBody(sphere(0.1), { name: 'upper', pose: { position: [0.03, 0.02, 0.298], rotation: turned } });
  const sim = onFloor({ models: [lower, upper], friction, compliance, solver });
  sim.setState({ v: Float64Array.of(0.3, 0, 0, 0, 0, 0, 1, 0.5, -0.3, 2, 1, 3) });
  return sim;
}

/** Two links with a foot, a knee at its limit and dry friction at the hip. */
function leg(solver: Solver, friction: number): Simulator {
  const joint = { kind: 'revolute', axis: [0, 1, 0.2] } as const;
  const link = { mass: 1, centerOfMass: [0.01, 0.02, -0.1], inertia: [0.01, 0.01, 0.002] };
  const model = new ModelBuilder()
    .link('base', { mass: 2, inertia: [0.02, 0.03, 0.04] })
    .link('thigh', link)
    .link('shank', link)
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
  sim.setState({ q, v: Float64Array.of(0.5, 0.3, -0.6, 0.1, 0.2, 0.3, 0.7, -0.9) });
  return sim;
}

describe.each(solvers)('the derivatives of steps by $name', ({ solver }) => {
  it.each(frictions)('of a sphere that slides, µ = %s', (friction) => {
    const sim = slidingSphere(solver, friction);
    check(sim);
    expect(sim.report().status).toBe('converged');
  });

  it.each(frictions)('of a sphere that slides off another, µ = %s', (friction) => {
    check(ballOnBall(solver, friction));
  });

  it('of a sphere that slides on a soft contact', () => {
    check(slidingSphere(solver, 0.3, 0.05));
  });

  it('of a box that is held, and of one that slides', () => {
    check(someBox(solver, 0.9, [0.001, 0, 0, 0, 0, 0], 0.05));
    check(someBox(solver, 0.3, [1, 0.4, 0, 0, 0, 0], 0.05));
  });

  it('of a plate that spins', () => {
    check(someBox(solver, 0.3, [0.5, 0.2, 0, 0, 0, 4], 0.05));
  });

  it.each(frictions)('of a stack, µ = %s', (friction) => {
    check(stack(solver, friction));
  });

  it.each(frictions)('of a leg whose foot slides and whose knee is at its limit, µ = %s', (friction) => {
    check(leg(solver, friction), Float64Array.of(0, 0, 0, 0, 0, 0, 2, -3));
  });

  it('by friction, mass and size', () => {
    const make = ([friction, density, size]: readonly number[]): Simulator => {
      const sim = onFloor({
        models: [
          freeBody(sphere(0.1 * size), {
            name: 'ball',
            density,
            pose: { position: [0, 0, 0.0985], rotation: turned },
          }),
        ],
        friction,
        solver,
      });
      sim.setState({ v: Float64Array.of(1.3, 0.4, -0.5, 1, 2, 3) });
      return sim;
    };
    const parameters = [
      { kind: 'friction' },
      { kind: 'size', body: 'ball', solid: true },
    ] as const;
    checkParameters(([friction, size]) => make([friction, 1000, size]), [0.3, 1], parameters);
  });
});
