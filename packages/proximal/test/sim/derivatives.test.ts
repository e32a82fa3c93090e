// Derivatives of a step against central differences of the step itself, away from changes of mode.
import { describe, expect, it } from 'vitest';
import { difference, integrate, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** Tight enough that differences of two solves mean something. */
const solver = { solver: 'ncp-admm', tolerance: 1e-14, relativeTolerance: 1e-13, maxIterations: 20_000 } as const;

function onFloor(options: Omit<SimulatorOptions, 'scene'>): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  return new Simulator({ solver, timeStep: 1e-3, margin: 0.05, ...options, scene });
}

/** State after one step from a state displaced along the tangent, as a tangent at the undisplaced state after it. */
function differences(sim: Simulator, q: Float64Array, v: Float64Array, torque: Float64Array, size: number) {
  const { models } = sim.settings;
  const split = (
    move: (model: (typeof models)[number], q: Float64Array, v: Float64Array) => Float64Array,
    all: Float64Array,
    along: Float64Array,
  ) => {
    const out: number[] = [];
    let [atQ, atV] = [0, 0];
    for (const model of models) {
      out.push(...move(model, all.slice(atQ, atQ + model.nq), along.slice(atV, atV + model.nv)));
      [atQ, atV] = [atQ + model.nq, atV + model.nv];
    }
    return Float64Array.from(out);
  };
  const n = sim.nv;
  const after = (dq: Float64Array, dv: Float64Array, dt: Float64Array) => {
    const moved = split((model, each, along) => integrate(model, each, along), q, dq);
    sim.setState({ q: moved, v: v.map((x, k) => x + dv[k]) });
    sim.step(torque.map((x, k) => x + dt[k]));
    return sim.state;
  };
  const columns: Float64Array[] = [];
  for (let c = 0; c < 3 * n; c++) {
    const along = (sign: number, part: number): Float64Array => {
      const out = new Float64Array(n);
      if (Math.floor(c / n) === part) out[c % n] = sign * size;
      return out;
    };
    const [plus, minus] = [1, -1].map((sign) => after(along(sign, 0), along(sign, 1), along(sign, 2)));
    const column = new Float64Array(2 * n);
    let [atQ, atV] = [0, 0];
    for (const model of models) {
      const part = difference(model, minus.q.slice(atQ, atQ + model.nq), plus.q.slice(atQ, atQ + model.nq));
      column.set(part, atV);
      [atQ, atV] = [atQ + model.nq, atV + model.nv];
    }
    column.set(
      plus.v.map((x, k) => x - minus.v[k]),
      n,
    );
    columns.push(column.map((x) => x / (2 * size)));
  }
  sim.setState({ q, v });
  sim.step(torque);
  return columns;
}

function check(sim: Simulator, torque = new Float64Array(sim.nv), tolerance = 1e-5, size = 1e-6): void {
  const { q, v } = sim.state;
  sim.step(torque);
  const { contacts } = sim.report();
  const wanted = differences(sim, q, v, torque, size);
  const { dState, dTorque } = sim.stepDerivatives();
  const n = sim.nv;
  const scale = Math.max(1, ...wanted.slice(0, 2 * n).flatMap((column) => [...column].map(Math.abs)));
  let worst = { error: 0, row: -1, column: -1, got: 0, wanted: 0 };
  for (let row = 0; row < 2 * n; row++) {
    for (let c = 0; c < 3 * n; c++) {
      const got = c < 2 * n ? dState.values[row * 2 * n + c] : dTorque.values[row * n + c - 2 * n];
      const error = Math.abs(got - wanted[c][row]) / scale;
      if (error > worst.error) worst = { error, row, column: c, got, wanted: wanted[c][row] };
    }
  }
  expect(
    worst.error,
    JSON.stringify({ ...worst, contacts: contacts.length, status: sim.report().status }),
  ).toBeLessThan(tolerance);
}

describe('the derivatives of a step', () => {
  it('of a body that turns and flies', () => {
    const sim = new Simulator({
      models: [freeBody(box(0.3, 0.2, 0.1), { pose: { position: [1, 2, 3], rotation: [0.1, 0.2, 0.3, 0.9] } })],
      timeStep: 0.01,
    });
    sim.setState({ v: Float64Array.of(1, -2, 0.5, 3, 2, -4) });
    check(sim);
  });

  it('of a chain with all kinds of joints', () => {
    const body = { mass: 1, centerOfMass: [0.1, 0.05, 0.2], inertia: [0.02, 0.03, 0.025] };
    const model = new ModelBuilder()
      .link('a', body)
      .link('b', body)
      .link('c', body)
      .link('d', body)
      .joint('one', { kind: 'planar', parent: 'world', child: 'a' })
      .joint('two', { kind: 'spherical', parent: 'a', child: 'b', placement: { position: [0, 0, 0.3] } })
      .joint('three', {
        kind: 'revolute',
        parent: 'b',
        child: 'c',
        axis: [0, 1, 0],
        placement: { position: [0.2, 0, 0] },
        damping: 0.5,
        armature: 0.01,
      })
      .joint('four', { kind: 'prismatic', parent: 'c', child: 'd', axis: [1, 0, 1] })
      .build();
    const sim = new Simulator({ models: [model], timeStep: 0.005 });
    const rng = new Rng(3);
    sim.setState({ v: Float64Array.from({ length: sim.nv }, () => rng.uniform(-2, 2)) });
    check(
      sim,
      Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1)),
    );
  });

  it('of a ball that bounces', () => {
    const sim = onFloor({
      models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.0999] } })],
      restitution: 0.6,
      friction: 0.4,
    });
    sim.setState({ v: Float64Array.of(0.3, 0.1, -2, 1, 2, 3) });
    check(sim);
  });

  it('of a ball that rolls', () => {
    const sim = onFloor({ models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.0999] } })], friction: 0.8 });
    sim.setState({ v: Float64Array.of(0.5, 0, 0, 0, 5, 0) });
    check(sim);
  });

  it('of a box that slides', () => {
    const sim = onFloor({
      models: [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })],
      friction: 0.3,
    });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0) });
    check(sim);
  });

  it('of a box that stands', () => {
    const sim = onFloor({
      models: [freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } })],
      friction: 0.9,
    });
    check(sim, Float64Array.of(0, 0, 0, 0, 0, 0));
  });

  it('of a box that a capsule pushes', () => {
    const crate = freeBody(box(0.2, 0.2, 0.2), { name: 'crate', pose: { position: [0, 0, 0.199] } });
    const finger = freeBody(capsule(0.05, 0.1), {
      name: 'finger',
      pose: { position: [-0.2498, 0.03, 0.25], rotation: [0, 0.15, 0, 1] },
    });
    const sim = onFloor({ models: [crate, finger], friction: 0.3 });
    sim.setState({ v: Float64Array.of(0.2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) });
    check(sim);
  });
});
