// Joints in a simulation: limits, dry friction, damping, motors, loops, and a top.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { capsule, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };

function pendulum(joint: object = {}): ModelBuilder {
  return new ModelBuilder()
    .link('rod', rod)
    .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0], ...joint });
}

function run(sim: Simulator, seconds: number, torques?: Float64Array): void {
  const steps = Math.round(seconds / sim.settings.timeStep);
  for (let k = 0; k < steps; k++) sim.step(torques);
}

describe('a limit', () => {
  it('stops the joint at either end, and releases it', () => {
    const sim = new Simulator({ models: [pendulum({ lower: -0.5, upper: 0.5 }).build()], timeStep: 1e-3 });
    run(sim, 2, Float64Array.of(20));
    expect(sim.state.q[0]).toBeCloseTo(0.5, 3);
    expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-6);
    run(sim, 2, Float64Array.of(-20));
    expect(sim.state.q[0]).toBeCloseTo(-0.5, 3);
  });
});

describe('dry friction', () => {
  it('holds below its torque, and above it brakes with exactly that torque', () => {
    const level = pendulum({ friction: 2, axis: [0, 0, 1] }).build();
    const sim = new Simulator({ models: [level], timeStep: 1e-3 });
    run(sim, 0.5, Float64Array.of(1.9));
    expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-8);
    run(sim, 0.01, Float64Array.of(2.1));
    // (2.1 − 2) N m on 0.001 kg m² for 10 ms.
    expect(sim.state.v[0]).toBeCloseTo(1, 5);
  });
});

describe('damping', () => {
  it('is stable for any coefficient', () => {
    const sim = new Simulator({ models: [pendulum({ damping: 1e6, axis: [0, 0, 1] }).build()] });
    sim.setState({ v: Float64Array.of(5) });
    sim.step();
    expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-3);
  });
});

describe('a position actuator', () => {
  it('brings the joint to its target', () => {
    const motor = {
      name: 'motor',
      kind: 'position',
      joint: 'pivot',
      gear: 1,
      kp: 400,
      kv: 30,
      controlRange: null,
      forceRange: null,
    } as const;
    const sim = new Simulator({ models: [pendulum().actuator(motor).build()], gravity: [0, 0, 0], timeStep: 1e-3 });
    sim.controls[0] = 0.8;
    run(sim, 2);
    expect(sim.state.q[0]).toBeCloseTo(0.8, 6);
  });
});

describe('a loop', () => {
  it('of four bars stays closed', () => {
    // Two pendulums with pivots at x = 0 and 1, joined at their ends by a bar: a link of the first, with a closure at the second.
    const bar = { mass: 0.5, centerOfMass: [0.5, 0, 0], inertia: [0.001, 0.05, 0.05] };
    const model = new ModelBuilder()
      .link('left', rod)
      .link('right', rod)
      .link('bar', bar)
      .joint('a', { kind: 'revolute', parent: 'world', child: 'left', axis: [0, 1, 0] })
      .joint('b', {
        kind: 'revolute',
        parent: 'world',
        child: 'right',
        axis: [0, 1, 0],
        placement: { position: [1, 0, 0] },
      })
      .joint('c', {
        kind: 'revolute',
        parent: 'left',
        child: 'bar',
        axis: [0, 1, 0],
        placement: { position: [0, 0, -1] },
      })
      .constraint('closure', {
        kind: 'point',
        a: 'bar',
        poseA: { position: [1, 0, 0] },
        b: 'right',
        poseB: { position: [0, 0, -1] },
      })
      .build();
    const sim = new Simulator({
      models: [model],
      timeStep: 1e-3,
      solver: { solver: 'ncp-admm', relativeTolerance: 1e-10 },
    });
    sim.setState({ v: Float64Array.of(2, 2, -2) });
    let worst = 0;
    for (let k = 0; k < 3000; k++) {
      sim.step();
      const [left, right] = [
        sim.state.q[model.joints[model.jointIndex('a')].q],
        sim.state.q[model.joints[model.jointIndex('b')].q],
      ];
      worst = Math.max(worst, Math.abs(left - right));
    }
    expect(worst).toBeLessThan(1e-3);
  });
});

describe('a spinning top', () => {
  it('precesses at Ω = m g r / (I ω)', () => {
    // A wheel on a ball joint with a horizontal axis: Ω = m g r / (I ω).
    const [mass, r, spin] = [1, 0.2, 100];
    const wheel = { mass, centerOfMass: [0, 0, r], inertia: [0.0025, 0.0025, 0.005] };
    const model = new ModelBuilder()
      .link('wheel', wheel)
      .joint('tip', { kind: 'spherical', parent: 'world', child: 'wheel' })
      .build();
    const sim = new Simulator({ models: [model], timeStep: 5e-5 });
    const rate = (mass * 9.81 * r) / (0.005 * spin);
    // The axis along x, and the wheel already precessing about z.
    const half = Math.SQRT1_2;
    sim.setState({ q: Float64Array.of(0, half, 0, half), v: Float64Array.of(-rate, 0, spin) });
    const seconds = 0.5;
    run(sim, seconds);
    const [x, y, z, w] = sim.state.q;
    // The direction of the wheel's axis.
    const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    const turned = Math.atan2(axis[1], axis[0]);
    expect(Math.abs(turned / (rate * seconds) - 1)).toBeLessThan(0.01);
    expect(Math.abs(axis[2])).toBeLessThan(0.05);
  });
});

describe('a robot and the floor', () => {
  it('a leg with a ball foot stands when its joints hold', () => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    const model = new ModelBuilder()
      .link('trunk', { mass: 4, inertia: [0.05, 0.05, 0.05] })
      .link('leg', { mass: 1, centerOfMass: [0, 0, -0.25], inertia: [0.02, 0.02, 0.001] })
      .joint('slide', { kind: 'prismatic', parent: 'world', child: 'trunk', axis: [0, 0, 1] })
      .joint('hip', { kind: 'revolute', parent: 'trunk', child: 'leg', axis: [0, 1, 0] })
      .geometry('leg', { shape: sphere(0.05), pose: { position: [0, 0, -0.5] } })
      .geometry('leg', { shape: capsule(0.02, 0.2), pose: { position: [0, 0, -0.25] } })
      .geometry('trunk', { shape: sphere(0.1) })
      .reference('slide', [0.56])
      .build();
    const sim = new Simulator({ models: [model], scene, timeStep: 1e-3 });
    run(sim, 1);
    expect(sim.state.q[0]).toBeCloseTo(0.55, 4);
    const [contact] = sim.report().contacts;
    // The foot carries the weight: m g Δt.
    expect(Math.hypot(...contact.impulse)).toBeCloseTo(5 * 9.81 * 1e-3, 6);
  });
});
