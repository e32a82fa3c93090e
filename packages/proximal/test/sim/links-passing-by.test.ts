// Links of robots that pass an edge without contact are not deflected; those that would touch are stopped.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { type Geometry, Scene, triangleMesh } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const phases = Array.from({ length: 30 }, (_, k) => k / 30);
const timeStep = 1 / 240;
const length = 1;

/** A pendulum at the origin: a light rod without a shape, and a tip at its end that extends down by `low`. */
const tips: readonly [string, Shape, number][] = [
  ['a ball', sphere(0.05), 0.05],
  ['a box', box(0.03, 0.04, 0.05), 0.05],
  ['a capsule along it', capsule(0.2, 0.03), 0.23],
];

function pendulum(shape: Shape): Model {
  return new ModelBuilder()
    .link('rod', { mass: 1, centerOfMass: [0, 0, -length], inertia: [0.01, 0.01, 0.01] })
    .joint('hinge', { kind: 'revolute', axis: [0, 1, 0], parent: 'world', child: 'rod' })
    .geometry('rod', { shape, pose: { position: [0, 0, -length] } })
    .build();
}

function above(ground: Geometry, top: number, models: Model[], x = 0): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(ground, { position: [x, 0, top] }, { static: true, name: 'block' });
  return new Simulator({ models, scene, gravity: [0, 0, 0], timeStep });
}

/** Obstacles with their top at the origin's height: a narrow block and a sheet, whose edges the tip passes. */
const blocks: readonly [string, Geometry][] = [
  ['a block', box(0.1, 0.5, 0.5)],
  ['a sheet', triangleMesh([-0.1, -0.5, 0.5, 0.1, -0.5, 0.5, 0.1, 0.5, 0.5, -0.1, 0.5, 0.5], [0, 1, 2, 0, 2, 3])],
];

/** The lowest height of the tip above the block: the corners at x = ±0.1 are nearer to the pivot than its middle. */
const middle = -0.5;

describe.each(blocks)('a pendulum over %s', (_block, ground) => {
  describe.each(tips)('with %s', (_name, shape, low) => {
    it.each([1, 5, 20, 60])('passes 1 mm above it at %f m/s', (speed) => {
      for (const phase of phases) {
        const sim = above(ground, middle - (length + low) - 1e-3, [pendulum(shape)]);
        const start = 0.5 + speed * timeStep * phase;
        sim.setState({ q: Float64Array.of(start), v: Float64Array.of(-speed / length) });
        const steps = Math.ceil(1 / (speed * timeStep)) + 1;
        for (let k = 0; k < steps; k++) sim.step();
        expect(Math.abs(sim.state.v[0] + speed / length), `phase ${phase}`).toBeLessThan(1e-9);
        expect(Math.abs(sim.state.q[0] - start + steps * timeStep * speed), `phase ${phase}`).toBeLessThan(1e-9);
      }
    });

    it.each([1, 5, 20])('is stopped by it at %f m/s if it would overlap by 5 mm', (speed) => {
      for (const phase of phases.slice(0, 10)) {
        const sim = above(ground, middle - (length + low) + 5e-3, [pendulum(shape)]);
        sim.setState({ q: Float64Array.of(0.5 + speed * timeStep * phase), v: Float64Array.of(-speed / length) });
        let deepest = 0;
        for (let k = 0; k < Math.ceil(1.2 / (speed * timeStep)); k++) {
          sim.step();
          deepest = Math.max(deepest, sim.report().penetration);
        }
        expect(Math.abs(sim.state.v[0]), `phase ${phase}`).toBeLessThan(0.99 * speed);
        // A contact is linear within a step, while its point moves on an arc: they differ by ½ (ω Δt)² of the length.
        expect(deepest, `phase ${phase}`).toBeLessThan(2e-3 + (speed * timeStep) ** 2 / (2 * length));
      }
    });
  });
});

describe('the tip of a chain', () => {
  /** Two links with the same angular velocity, whose tip is as far out as that of a single link. */
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

  it.each([1, 5])('in a straight line passes 1 mm above a block at %f m/s', (speed) => {
    for (const phase of phases) {
      const sim = above(box(0.1, 0.5, 0.5), middle - (length + 0.05) - 1e-3, [double(sphere(0.05))]);
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
