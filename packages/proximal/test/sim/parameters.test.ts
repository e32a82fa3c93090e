// Derivatives of a step with respect to mass, friction and size, against central differences.
import { describe, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, convex, cylinder, ellipsoid, rounded, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { checkParameters, onFloor, solver } from './step-differences.ts';

describe('the derivatives of a step with respect to parameters', () => {
  it('mass and friction of a box that slides and is pushed', () => {
    const make = ([mass, friction]: readonly number[]): Simulator => {
      const crate = freeBody(box(0.2, 0.3, 0.1), { name: 'crate', mass, pose: { position: [0, 0, 0.099] } });
      const ball = freeBody(sphere(0.1), { name: 'ball', mass: 2, pose: { position: [-0.2998, 0.02, 0.12] } });
      const sim = onFloor({ models: [crate, ball], friction });
      sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0.1, 2, 0.6, 0, 0, 0, 0) });
      return sim;
    };
    checkParameters(make, [3, 0.3], [{ kind: 'mass', body: 'crate' }, { kind: 'friction' }]);
  });

  it('friction at µ = 0', () => {
    const make = ([friction]: readonly number[]): Simulator => {
      const sim = onFloor({
        models: [freeBody(sphere(0.1), { mass: 2, pose: { position: [0, 0, 0.0999] } })],
        friction: (a) => Math.max(0, friction) * (a.name === 'floor' ? 0.5 : 1),
      });
      sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0) });
      return sim;
    };
    const rate = (a: { name: string }): number => (a.name === 'floor' ? 0.5 : 1);
    checkParameters(make, [2e-6], [{ kind: 'friction', rate }]);
  });

  it('masses of the links of an arm', () => {
    const inertia = [0.02, 0.03, 0.025];
    const make = ([upper, lower]: readonly number[]): Simulator => {
      const model = new ModelBuilder()
        .link('upper', { mass: upper, centerOfMass: [0.1, 0.05, 0.2], inertia: inertia.map((x) => x * upper) })
        .link('lower', { mass: lower, centerOfMass: [0.1, 0, -0.2], inertia: inertia.map((x) => x * lower) })
        .joint('shoulder', { kind: 'spherical', parent: 'world', child: 'upper' })
        .joint('elbow', { kind: 'revolute', parent: 'upper', child: 'lower', axis: [0, 1, 0], armature: 0.01 })
        .build();
      const sim = new Simulator({ models: [model], timeStep: 0.005 });
      sim.setState({ v: Float64Array.of(1, -2, 0.5, 3) });
      return sim;
    };
    checkParameters(
      make,
      [1.5, 0.7],
      [
        { kind: 'mass', body: 'upper' },
        { kind: 'mass', body: 'lower' },
      ],
    );
  });

  const shapes = {
    'a ball': (s: number) => sphere(0.1 * s),
    'a rounded box': (s: number) => rounded(box(0.1 * s, 0.08 * s, 0.06 * s), 0.04 * s),
    'an ellipsoid': (s: number) => ellipsoid(0.1 * s, 0.15 * s, 0.1 * s),
  };
  it.each(Object.entries(shapes))('size of %s that rolls on the floor, at constant mass', (_, shape) => {
    const make = ([size]: readonly number[]): Simulator => {
      const model = new ModelBuilder()
        .link('ball', { mass: 2, inertia: [0.01, 0.02, 0.015] })
        .joint('free', { kind: 'free-flyer', parent: 'world', child: 'ball' })
        .geometry('ball', { shape: shape(size), name: 'ball' })
        .reference('free', Float64Array.of(0, 0, 0.0999, 0, 0, 0, 1))
        .build();
      const sim = onFloor({ models: [model], friction: 0.3, restitution: 0.4 });
      sim.setState({ v: Float64Array.of(0.5, 0.2, -0.3, 0.3, 5, 1) });
      return sim;
    };
    checkParameters(make, [1], [{ kind: 'size', body: 'ball' }]);
  });

  it('size of a solid body in free flight whose center of mass depends on its size', () => {
    const make = ([size]: readonly number[]): Simulator => {
      const corners = [0, 0, 0, 0.5, 0, 0, 0, 0.4, 0, 0, 0, 0.3].map((x) => x * size);
      const sim = new Simulator({ models: [freeBody(convex(corners), { name: 'shard' })], timeStep: 0.01, solver });
      sim.setState({ v: Float64Array.of(1, 2, 3, 4, -5, 6) });
      return sim;
    };
    checkParameters(make, [1], [{ kind: 'size', body: 'shard', solid: true }]);
  });

  it('size of solid bodies that collide off-center, one of them rotated', () => {
    const make = ([size, other]: readonly number[]): Simulator => {
      const crate = freeBody(box(0.2 * size, 0.2 * size, 0.2 * size), {
        name: 'crate',
        pose: { position: [0, 0, 0.199] },
      });
      const finger = freeBody(capsule(0.05 * other, 0.1 * other), {
        name: 'finger',
        pose: { position: [-0.2498, 0.03, 0.25], rotation: [0, 0.15, 0, 1] },
      });
      // The tilted finger is 3 cm deep; at 100 m/s its correction is not limited by `correctionSpeed`.
      const sim = onFloor({ models: [crate, finger], friction: 0.3, correctionSpeed: 100 });
      sim.setState({ v: Float64Array.of(0.2, 0, 0, 0, 0, 0.1, 1, 0, 0, 0, 2, 0) });
      return sim;
    };
    checkParameters(
      make,
      [1, 1],
      [
        { kind: 'size', body: 'crate', solid: true },
        { kind: 'size', body: 'finger', solid: true },
      ],
    );
  });

  it('size of a static table', () => {
    const make = ([size]: readonly number[]): Simulator => {
      const scene = new Scene({ margin: 0.05 });
      scene.add(box(0.5 * size, 0.5 * size, 0.1 * size), { position: [0, 0, -0.1] }, { static: true, name: 'table' });
      const can = freeBody(cylinder(0.1, 0.1), { pose: { position: [0.45, 0.1, 0.0999], rotation: [1, 0, 0, 1] } });
      const sim = new Simulator({ models: [can], scene, solver, timeStep: 1e-3, margin: 0.05, friction: 0.4 });
      sim.setState({ v: Float64Array.of(0.3, 0, -0.2, 0, 0, 1) });
      return sim;
    };
    checkParameters(make, [1], [{ kind: 'size', body: 'table' }]);
  });
});
