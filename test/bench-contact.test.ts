// The benchmark of contact models: warm starts of contacts that persist, and contact problems rebuilt from a simulation.
import { box, halfspace, sphere } from 'proximal';
import { ContactSolution, DenseMatrix, solve } from 'proximal/contact';
import { ModelBuilder } from 'proximal/dynamics';
import { World } from 'proximal/sim';
import { describe, expect, it } from 'vitest';
import { ProblemRecorder } from '../bench/src/contact/record.ts';
import { warmStartFrom } from '../bench/src/contact/warm-start.ts';

/** A point mass of 1 kg in each contact, which falls and slides. */
function solved(contacts: number): ContactSolution {
  const size = 3 * contacts;
  return solve(
    {
      delassus: DenseMatrix.fromRows(
        Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))),
      ),
      freeVelocity: Float64Array.from({ length: size }, (_, k) => [0.1, 0, -1 - Math.floor(k / 3)][k % 3]),
      friction: new Float64Array(contacts).fill(0.5),
    },
    { solver: 'ncp-admm' },
    undefined,
    new ContactSolution(),
  );
}

describe('a warm start along a trajectory', () => {
  it('is the whole last solution if the contacts are the same', () => {
    const solution = solved(2);
    expect(warmStartFrom(solution, ['a', 'b'], ['a', 'b'])).toBe(solution);
  });

  it('has the impulses of the contacts that persist, at their new places', () => {
    const solution = solved(2);
    const start = warmStartFrom(solution, ['a', 'b'], ['c', 'b', 'd']);
    expect(start?.impulses[5]).toBeCloseTo(2, 6);
    expect([...(start?.impulses ?? [])]).toEqual([0, 0, 0, ...solution.impulses.subarray(3, 6), 0, 0, 0]);
    expect(start?.dual).toBeUndefined();
    expect(start?.rho).toBe(solution.rho);
  });

  it('is none if no contact persists, even if their number is the same', () => {
    expect(warmStartFrom(solved(2), ['a', 'b'], ['c', 'd'])).toBeUndefined();
    expect(warmStartFrom(new ContactSolution(), [], ['c'])).toBeUndefined();
  });
});

describe('a rebuilt contact problem', () => {
  it('is the problem of the step: the impulses of the simulation solve it, with drives, a push and two robots', () => {
    const world = new World({
      timeStep: 1e-3,
      sleeping: false,
      friction: 0.4,
      solver: { solver: 'ncp-admm', tolerance: 1e-10, relativeTolerance: 0 },
    });
    world.add(halfspace(), { type: 'static' });
    const walker = world.add(
      new ModelBuilder({ name: 'walker' })
        .link('trunk', { mass: 3, centerOfMass: [0.02, 0.01, -0.03], inertia: [0.02, 0.03, 0.04] })
        .link('arm', { mass: 1, centerOfMass: [0.2, 0, 0], inertia: [0.002, 0.01, 0.01] })
        .joint('root', { kind: 'free-flyer', parent: 'world', child: 'trunk' })
        .joint('shoulder', { kind: 'revolute', parent: 'trunk', child: 'arm', axis: [0, 1, 0] })
        .geometry('trunk', { shape: box(0.2, 0.1, 0.1) })
        .geometry('arm', { shape: box(0.05, 0.02, 0.02), pose: { position: [0.4, 0, 0] } })
        .build(),
      { configuration: [0, 0, 0.1, 0, 0, 0, 1, -0.1] },
    );
    const shoulder = walker.joint('shoulder');
    Object.assign(shoulder, { target: 0.2, stiffness: 40, damping: 1 });
    const ball = world.add(
      new ModelBuilder({ name: 'ball' })
        .link('ball', { mass: 0.5, inertia: [0.002, 0.002, 0.002] })
        .joint('root', { kind: 'free-flyer', parent: 'world', child: 'ball' })
        .geometry('ball', { shape: sphere(0.1) })
        .build(),
      { configuration: [-0.1, 0, 0.3005, 0, 0, 0, 1] },
    );
    const recorder = new ProblemRecorder(world, [walker, ball]);
    const force = [15, 4, 0];
    const sizes = new Set<number>();
    for (let step = 0; step < 60; step++) {
      const recorded = recorder.step({ robot: walker, force });
      expect(world.report().status).toBe('converged');
      expect(recorded?.residual).toBeLessThan(1e-8);
      sizes.add(recorded?.keys.length ?? 0);
    }
    // The ball touches the trunk after some steps.
    expect(sizes.size).toBeGreaterThan(1);
  });
});
