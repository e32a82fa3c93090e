// Links of robots that pass an edge without contact are not deflected; those that would touch are stopped.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { type Geometry, Scene, triangleMesh } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const phases = Array.from({ length: 30 }, (_, k) => k / 30);
const timeStep = 1 / 240;
const length = 1;

/** Title, shape, and `low`: how far the shape extends below its center when the pendulum hangs straight down, in meters. */
const tips: readonly [string, Shape, number][] = [
  ['a ball', sphere(0.05), 0.05],
  ['a box', box(0.03, 0.04, 0.05), Math.hypot(length + 0.05, 0.03) - length],
  ['a capsule along the rod', capsule(0.03, 0.2), 0.23],
];

/** A pendulum about y at the origin: a massless rod without geometry, with a mass and `shape` at its end. */
function pendulum(shape: Shape): Model {
  return new ModelBuilder()
    .link('rod', { mass: 1, centerOfMass: [0, 0, -length], inertia: [0.01, 0.01, 0.01] })
    .joint('hinge', { kind: 'revolute', axis: [0, 1, 0], parent: 'world', child: 'rod' })
    .geometry('rod', { shape, pose: { position: [0, 0, -length] } })
    .build();
}

/** A scene with a static obstacle whose origin is at height `z`, and robots without gravity. */
function above(ground: Geometry, z: number, models: Model[]): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(ground, { position: [0, 0, z] }, { static: true, name: 'block' });
  return new Simulator({ models, scene, gravity: [0, 0, 0], timeStep });
}

/** Obstacles whose top is 0.5 m above their own origin: a block and a sheet, both 0.2 m wide along x. */
const blocks: readonly [string, Geometry][] = [
  ['a block', box(0.1, 0.5, 0.5)],
  ['a sheet', triangleMesh([-0.1, -0.5, 0.5, 0.1, -0.5, 0.5, 0.1, 0.5, 0.5, -0.1, 0.5, 0.5], [0, 1, 2, 0, 2, 3])],
];

/** The height of an obstacle's origin relative to its top, in meters. The middle of the top is nearest to the pivot, not the edges at x = ±0.1. */
const topToOrigin = -0.5;

describe.each(blocks)('a pendulum over %s', (_block, ground) => {
  describe.each(tips)('with %s', (_name, shape, low) => {
    it.each([1, 5, 20, 60])('passes 1 mm above it at %f m/s', (speed) => {
      for (const phase of phases) {
        const sim = above(ground, topToOrigin - (length + low) - 1e-3, [pendulum(shape)]);
        const start = 0.5 + speed * timeStep * phase;
        sim.setState({ q: Float64Array.of(start), v: Float64Array.of(-speed / length) });
        const steps = Math.ceil(1 / (speed * timeStep)) + 1;
        for (let k = 0; k < steps; k++) sim.step();
        expect(Math.abs(sim.state.v[0] + speed / length), `phase ${phase}`).toBeLessThan(1e-9);
        expect(Math.abs(sim.state.q[0] - start + steps * timeStep * speed), `phase ${phase}`).toBeLessThan(1e-9);
      }
    });

    it.each([1, 5, 20])('collides with it at %f m/s if it would overlap by 5 mm, without passing through', (speed) => {
      for (const phase of phases.slice(0, 10)) {
        const sim = above(ground, topToOrigin - (length + low) + 5e-3, [pendulum(shape)]);
        sim.setState({ q: Float64Array.of(0.5 + speed * timeStep * phase), v: Float64Array.of(-speed / length) });
        let deepest = 0;
        for (let k = 0; k < Math.ceil(1.2 / (speed * timeStep)); k++) {
          sim.step();
          deepest = Math.max(deepest, sim.report().penetration);
        }
        expect(Math.abs(sim.state.v[0]), `phase ${phase}`).toBeLessThan(0.99 * speed);
        // A contact is linearized over a step, but its point moves on an arc: the difference is ½ (ω Δt)² times the length of the arm.
        expect(deepest, `phase ${phase}`).toBeLessThan(2e-3 + (speed * timeStep) ** 2 / (2 * length));
      }
    });
  });
});

describe('a straight chain of two links', () => {
  /** Two links with the same angular velocity, together as long as the single link. */
  function double(shape: Shape): Model {
    const link = { mass: 1, centerOfMass: [0, 0, -0.25], inertia: [0.03, 0.03, 0.001] };
    const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
    return new ModelBuilder()
      .link('upper', link)
      .link('lower', link)
      .joint('shoulder', { ...hinge, parent: 'world', child: 'upper' })
      .joint('elbow', { ...hinge, parent: 'upper', child: 'lower', placement: { position: [0, 0, -0.5] } })
      .geometry('lower', { shape, pose: { position: [0, 0, -0.5] } })
      .build();
  }

  it.each([1, 5])('moves its tip 1 mm above a block at %f m/s', (speed) => {
    for (const phase of phases) {
      const sim = above(box(0.1, 0.5, 0.5), topToOrigin - (length + 0.05) - 1e-3, [double(sphere(0.05))]);
      const start = 0.5 + speed * timeStep * phase;
      sim.setState({ q: Float64Array.of(start, 0), v: Float64Array.of(-speed / length, 0) });
      for (let k = 0; k < Math.ceil(1 / (speed * timeStep)) + 1; k++) {
        sim.step();
        for (const { impulse } of sim.report().contacts) expect(Math.hypot(...impulse), `phase ${phase}`).toBe(0);
      }
    }
  });
});

describe('a flying robot', () => {
  /** A body with a rotating arm. */
  function flyer(): Model {
    return new ModelBuilder()
      .link('body', { mass: 5, inertia: [0.02, 0.02, 0.02] })
      .link('arm', { mass: 0.01, inertia: [1e-5, 1e-5, 1e-5] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'body' })
      .joint('turn', { kind: 'continuous', axis: [0, 0, 1], parent: 'body', child: 'arm' })
      .geometry('body', { shape: sphere(0.1) })
      .geometry('arm', { shape: sphere(0.02), pose: { position: [0.2, 0, 0] } })
      .build();
  }

  it.each([5, 60])('passes 1 mm above an edge at %f m/s', (speed) => {
    for (const phase of phases) {
      const sim = above(box(0.5, 0.5, 0.5), 0, [flyer()]);
      const q = sim.state.q;
      q.set([-1 - phase * speed * timeStep, 0, 0.601]);
      sim.setState({ q, v: Float64Array.of(speed, 0, 0, 0, 0, 3, 10) });
      for (let k = 0; k < Math.ceil(2.2 / (speed * timeStep)); k++) {
        sim.step();
        for (const { impulse } of sim.report().contacts) expect(Math.hypot(...impulse), `phase ${phase}`).toBe(0);
      }
    }
  });
});
