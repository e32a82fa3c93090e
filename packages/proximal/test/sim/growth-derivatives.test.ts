// Derivatives of steps whose contacts are found by growth distance, against central differences.
import { describe, expect, it } from 'vitest';
import { box, capsule, cone, convex, ellipsoid, rounded, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { check, checkParameters, solver } from './step-differences.ts';

/** Bodies on a slab whose top is at z = 0 for a size of 1, since half-spaces have no growth distance. */
function onSlab(options: Omit<SimulatorOptions, 'scene'>, size = 1): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(box(2 * size, 2 * size, size), { position: [0.3, 0.2, -1] }, { static: true, name: 'slab' });
  return new Simulator({ solver, timeStep: 1e-3, margin: 0.05, collision: 'growth', ...options, scene });
}

function expectGrowth(sim: Simulator, count: number): void {
  const { contacts } = sim.report();
  expect(contacts.filter(({ growth }) => growth !== null)).toHaveLength(count);
}

describe('the derivatives of a step by growth distance', () => {
  it('of a ball that bounces', () => {
    const ball = freeBody(sphere(0.1), { name: 'ball', pose: { position: [0, 0, 0.0985] } });
    const sim = onSlab({ models: [ball], restitution: 0.6, friction: 0.4 });
    sim.setState({ v: Float64Array.of(0.3, 0.1, -2, 1, 2, 3) });
    check(sim);
    expectGrowth(sim, 1);
  });

  it('of a box that slides', () => {
    const sim = onSlab({
      models: [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })],
      friction: 0.3,
    });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0) });
    check(sim);
    expectGrowth(sim, 4);
  });

  const finger = (size: number) =>
    freeBody(capsule(0.05 * size, 0.1 * size), {
      name: 'finger',
      pose: { position: [-0.2485, 0.03, 0.25], rotation: [0, 0.15, 0, 1] },
    });
  const crate = (size: number, mass: number) =>
    freeBody(box(0.2 * size, 0.2 * size, 0.2 * size), {
      name: 'crate',
      mass: mass * size ** 3,
      // At 0.199 the correction of two corners would be at its kink.
      pose: { position: [0, 0, 0.1985] },
    });

  it('of a box that a capsule pushes', () => {
    const sim = onSlab({ models: [crate(1, 20), finger(1)], friction: 0.3 });
    sim.setState({ v: Float64Array.of(0.2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) });
    check(sim);
    expectGrowth(sim, 5);
  });

  it('of two ellipsoids that meet at a slant', () => {
    const models = [
      freeBody(ellipsoid(0.1, 0.2, 0.15), { pose: { position: [0, 0, 0] } }),
      freeBody(ellipsoid(0.12, 0.1, 0.2), { pose: { position: [0.2, 0.06, 0.05], rotation: [0.2, 0.1, 0.3, 0.9] } }),
    ];
    const sim = new Simulator({ models, solver, timeStep: 1e-3, collision: 'growth', friction: 0.2, margin: 0.05 });
    sim.setState({ v: Float64Array.of(0.5, 0, 0, 0, 0, 0, -0.5, 0, 0, 0.1, 0.3, 0.2) });
    // The normal of two curved bodies is accurate to about eight digits, so that differences need larger steps and a looser bound.
    check(sim, undefined, {}, 3e-5, 3e-5);
    expectGrowth(sim, 1);
  });

  it('of crossing edges', () => {
    const roof = freeBody(
      convex([-0.3, 0, 0, 0.3, 0, 0, -0.3, 0.2, 0.3, 0.3, 0.2, 0.3, -0.3, -0.2, 0.3, 0.3, -0.2, 0.3]),
      {
        pose: { position: [0.02, 0, 0.0985], rotation: [0.01, 0.02, 0.03, 1] },
      },
    );
    const keel = freeBody(
      convex([0, -0.3, 0.1, 0, 0.3, 0.1, 0.2, -0.3, -0.2, 0.2, 0.3, -0.2, -0.2, -0.3, -0.2, -0.2, 0.3, -0.2]),
    );
    const sim = new Simulator({
      models: [keel, roof],
      solver,
      timeStep: 1e-3,
      collision: 'growth',
      friction: 0.3,
      margin: 0.05,
    });
    sim.setState({ v: Float64Array.of(0, 0, 0.2, 0, 0, 0, 0.3, 0.2, -0.5, 0.1, 0.3, 0.2) });
    check(sim);
    expectGrowth(sim, 1);
  });

  it('by mass, friction and size of two bodies that push each other', () => {
    const make = ([mass, friction, size, other, slab]: readonly number[]): Simulator => {
      const sim = onSlab({ models: [crate(size, mass), finger(other)], friction }, slab);
      sim.setState({ v: Float64Array.of(0.2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) });
      return sim;
    };
    checkParameters(
      make,
      [20, 0.3, 1, 1, 1],
      [
        { kind: 'mass', body: 'crate' },
        { kind: 'friction' },
        { kind: 'size', body: 'crate', solid: true },
        { kind: 'size', body: 'finger', solid: true },
        { kind: 'size', body: 'slab' },
      ],
    );
  });

  it('of a cone whose apex penetrates a rounded box, and by their sizes', () => {
    const make = ([size, other]: readonly number[]): Simulator => {
      const block = freeBody(rounded(box(0.2 * size, 0.15 * size, 0.1 * size), 0.03 * size), { name: 'block' });
      const spike = freeBody(cone(0.1 * other, 0.15 * other), {
        name: 'spike',
        pose: { position: [0.03, 0.02, 0.278], rotation: [1, 0.1, 0.05, 0.02] },
      });
      const models = [block, spike];
      const sim = new Simulator({ models, solver, timeStep: 1e-3, collision: 'growth', friction: 0.3, margin: 0.05 });
      sim.setState({ v: Float64Array.of(0, 0, 0.2, 0, 0, 0, 0.3, 0.2, 0.5, 0.1, 0.3, 0.2) });
      return sim;
    };
    const sim = make([1, 1]);
    check(sim);
    expectGrowth(sim, 1);
    checkParameters(
      make,
      [1, 1],
      [
        { kind: 'size', body: 'block', solid: true },
        { kind: 'size', body: 'spike', solid: true },
      ],
    );
  });

  it('smoothed: a corner is rounded, and the derivative differs', () => {
    const models = [freeBody(box(0.1, 0.1, 0.1)), freeBody(sphere(0.1), { pose: { position: [0.13, 0.14, 0.1] } })];
    const sim = new Simulator({ models, solver, timeStep: 1e-3, collision: 'growth', friction: 0.3, margin: 0.05 });
    sim.setState({ v: Float64Array.of(0, 0, 0, 0, 0, 0, -1, -1, -0.5, 0, 0, 0) });
    sim.step();
    expectGrowth(sim, 1);
    const exact = sim.stepDerivatives().dState.values;
    const smooth = sim.stepDerivatives({ estimator: 'gumbel', noise: 0.5 }).dState.values;
    expect(smooth.every(Number.isFinite)).toBe(true);
    expect(Math.max(...smooth.map((x, k) => Math.abs(x - exact[k])))).toBeGreaterThan(1e-3);
  });
});
