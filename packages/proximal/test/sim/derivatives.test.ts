// Derivatives of a step against central differences of the step itself, away from changes of mode.
import { describe, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, convex, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { check, displaced, onFloor, solver } from './step-differences.ts';

describe('the derivatives of a step', () => {
  it('of a spinning body in free flight', () => {
    const sim = new Simulator({
      models: [freeBody(box(0.3, 0.2, 0.1), { pose: { position: [1, 2, 3], rotation: [0.1, 0.2, 0.3, 0.9] } })],
      timeStep: 0.01,
    });
    sim.setState({ v: Float64Array.of(1, -2, 0.5, 3, 2, -4) });
    check(sim);
  });

  it('of a spinning body in free flight whose center of mass is not its origin', () => {
    const shard = convex([0, 0, 0, 0.5, 0, 0, 0, 0.4, 0, 0, 0, 0.3]);
    const sim = new Simulator({ models: [freeBody(shard)], timeStep: 0.01 });
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

  it('of a box and a ball so deep in the floor that they are lifted at the maximum correction speed', () => {
    const model = freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.08] } });
    const ball = freeBody(sphere(0.1), { name: 'ball', pose: { position: [1, 0, 0.07] } });
    const sim = onFloor({ models: [model, ball], friction: 0.3, correctionSpeed: 0.7 });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0, 0.3, 0.2, -0.1, 1, 2, 3) });
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
    // The tilted finger is 3 cm deep; at 100 m/s its correction is not limited by `correctionSpeed`.
    const sim = onFloor({ models: [crate, finger], friction: 0.3, correctionSpeed: 100 });
    sim.setState({ v: Float64Array.of(0.2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) });
    check(sim);
  });
});

const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };
const bar = { mass: 0.5, centerOfMass: [0.5, 0, 0], inertia: [0.001, 0.05, 0.05] };

/** Two pendulums with ball joints; a bar from the end of the first is joined to the end of the second by a constraint. */
function loop(kind: 'point' | 'weld'): ModelBuilder {
  return new ModelBuilder()
    .link('left', rod)
    .link('right', rod)
    .link('bar', bar)
    .joint('a', { kind: 'spherical', parent: 'world', child: 'left' })
    .joint('b', { kind: 'spherical', parent: 'world', child: 'right', placement: { position: [1, 0, 0] } })
    .joint('c', { kind: 'spherical', parent: 'left', child: 'bar', placement: { position: [0, 0, -1] } })
    .constraint('closure', {
      kind,
      a: 'bar',
      poseA: { position: [1, 0, 0], rotation: [0.1, 0, 0, 1] },
      b: 'right',
      poseB: { position: [0, 0, -1], rotation: [0.05, 0.1, 0.02, 1] },
    });
}

describe('the derivatives of a step with constraints', () => {
  it.each(['point', 'weld'] as const)('of a loop closed by a %s, and of a body held by one', (kind) => {
    const anchored = new ModelBuilder()
      .link('rod', rod)
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'rod' })
      .constraint('anchor', { kind, a: 'world', poseA: { position: [3, 0.01, 0] }, b: 'rod' })
      .reference('free', Float64Array.of(3, 0, 0, 0, 0, 0, 1))
      .build();
    const sim = new Simulator({ models: [loop(kind).build(), anchored], timeStep: 2e-3, solver });
    const rng = new Rng(5);
    const { q } = sim.state;
    const bend = Float64Array.from({ length: sim.nv }, () => rng.uniform(-0.1, 0.1));
    const v = Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1));
    sim.setState({ q: displaced(sim, q, bend), v });
    check(
      sim,
      Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1)),
    );
  });

  it('of joints at a limit, near it, braked by dry friction and driven', () => {
    const joint = { kind: 'revolute', axis: [0, 1, 0] } as const;
    const motor = { gear: 2, kp: 40, kv: 3, controlRange: null, forceRange: null } as const;
    const model = new ModelBuilder()
      .link('one', rod)
      .link('two', rod)
      .link('three', rod)
      .joint('a', { ...joint, parent: 'world', child: 'one', lower: -0.5, upper: 0.5 })
      .joint('b', { ...joint, parent: 'one', child: 'two', placement: { position: [0, 0, -1] }, friction: 2 })
      .joint('c', { ...joint, parent: 'two', child: 'three', placement: { position: [0, 0, -1] }, upper: 0.3 })
      .actuator({ ...motor, name: 'motor', kind: 'position', joint: 'b' })
      .build();
    const sim = new Simulator({ models: [model], timeStep: 1e-3, solver });
    sim.setState({ q: Float64Array.of(0.501, 0.2, 0.2995), v: Float64Array.of(0.5, 1, 2) });
    check(sim, Float64Array.of(20, 1, 3));
  });

  it('of a robot whose hands touch each other and the floor', () => {
    const arm = { kind: 'revolute', axis: [0, 1, 0] } as const;
    const model = new ModelBuilder()
      .link('base', { mass: 3, inertia: [0.02, 0.03, 0.04] })
      .link('left', { mass: 1, centerOfMass: [0, 0, -0.15], inertia: [0.01, 0.01, 0.01] })
      .link('right', { mass: 1, centerOfMass: [0, 0, -0.15], inertia: [0.01, 0.01, 0.01] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'base' })
      .joint('l', { ...arm, parent: 'base', child: 'left', placement: { position: [-0.0999, 0, 0] } })
      .joint('r', { ...arm, parent: 'base', child: 'right', placement: { position: [0.0999, 0, 0] } })
      .geometry('left', { shape: sphere(0.1), name: 'left', pose: { position: [0, 0.03, -0.3] } })
      .geometry('right', { shape: sphere(0.1), name: 'right', pose: { position: [0, -0.03, -0.29] } })
      .reference('free', Float64Array.of(0, 0, 0.3999, 0, 0, 0, 1))
      .build();
    const sim = onFloor({ models: [model], friction: 0.5 });
    sim.setState({ v: Float64Array.of(0.3, 0, -0.2, 0.1, 0.2, 0.3, 0.5, -0.5) });
    check(sim);
  });

  it('of a robot with a joint that follows another', () => {
    const model = new ModelBuilder()
      .link('one', rod)
      .link('two', rod)
      .joint('a', { kind: 'revolute', parent: 'world', child: 'one', axis: [0, 1, 0], damping: 0.2 })
      .joint('b', {
        kind: 'revolute',
        parent: 'one',
        child: 'two',
        axis: [0, 1, 0],
        placement: { position: [0, 0, -1] },
        mimic: { joint: 'a', ratio: -1.5, offset: 0.3 },
      })
      .geometry('two', { shape: sphere(0.1), name: 'two', pose: { position: [0, 0, -1] } })
      .build();
    const scene = new Scene({ margin: 0.05 });
    scene.add(halfspace(), { position: [0, 0, -2.06] }, { static: true, name: 'floor' });
    const sim = new Simulator({ models: [model], scene, solver, timeStep: 1e-3, margin: 0.1, friction: 0.2 });
    sim.setState({ q: Float64Array.of(0.2), v: Float64Array.of(-0.5) });
    check(sim);
  });
});
