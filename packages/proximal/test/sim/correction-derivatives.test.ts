// The derivatives of corrected positions against central differences.
import { describe, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, sphere } from '../../src/index.ts';
import { fromAxisAngle, Rng } from '../../src/math/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { check, checkParameters, displaced, onFloor, solver } from './step-differences.ts';

const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };
const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;

/** Sets random velocities, each at most `size`. */
function stirred(sim: Simulator, seed: number, size: number): Simulator {
  const rng = new Rng(seed);
  sim.setState({ v: Float64Array.from({ length: sim.nv }, () => rng.uniform(-size, size)) });
  return sim;
}

describe('the derivatives of a step with a position correction', () => {
  it('a box in the floor, tilted, that slides and turns', () => {
    const pose = fromAxisAngle([1, 2, 0], 0.005, [0, 0, 0.095]);
    const sim = onFloor({ models: [freeBody(box(0.2, 0.3, 0.1), { pose })], friction: 0.3 });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0.1, 0.2, 2) });
    check(sim);
  });

  it('a box with its center of mass beside its origin', () => {
    const model = new ModelBuilder()
      .link('crate', { mass: 2, centerOfMass: [0.03, -0.02, 0.01], inertia: [0.02, 0.03, 0.04] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'crate' })
      .geometry('crate', { shape: box(0.2, 0.3, 0.1) })
      .reference('free', Float64Array.of(0, 0, 0.097, 0.001, 0.002, 0, 1))
      .build();
    const sim = onFloor({ models: [model], friction: 0.3 });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0.1, 0.2, 2) });
    check(sim);
  });

  it('a stack of overlapping boxes', () => {
    const models = [0.097, 0.292, 0.485].map((z, k) =>
      freeBody(box(0.2 - 0.03 * k, 0.2 - 0.02 * k, 0.1), {
        name: `b${k}`,
        mass: 1 + 3 * k,
        pose: { position: [0, 0, z] },
      }),
    );
    check(onFloor({ models, friction: 0.6 }));
  });

  it('overlapping round bodies, below and above the correction speed', () => {
    const models = [
      freeBody(sphere(0.15), { name: 'a', mass: 3, pose: { position: [0, 0, 0.5] } }),
      freeBody(sphere(0.1), { name: 'b', pose: { position: [0.24, 0.02, 0.52] } }),
      freeBody(capsule(0.1, 0.05), { name: 'c', pose: { position: [-0.185, 0, 0.53], rotation: [0.2, 0.3, 0, 1] } }),
    ];
    for (const correctionSpeed of [100, 0.1])
      check(stirred(onFloor({ models, correctionSpeed }), 3, 0.5), undefined, {}, 1e-5);
  });

  it('an arm beyond a limit that also overlaps another', () => {
    const model = new ModelBuilder()
      .link('one', rod)
      .link('two', rod)
      .link('wall', { mass: 2, inertia: [0.1, 0.1, 0.1] })
      .joint('a', { ...hinge, parent: 'world', child: 'one', lower: -0.5, upper: 0.5 })
      .joint('b', { ...hinge, parent: 'one', child: 'two', placement: { position: [0, 0, -1] }, upper: 0.3 })
      .joint('c', { kind: 'prismatic', parent: 'world', child: 'wall', axis: [1, 0, 0] })
      .geometry('two', { shape: sphere(0.1), pose: { position: [0, 0, -1] } })
      .geometry('wall', { shape: box(0.1, 0.5, 0.5) })
      .build();
    const sim = new Simulator({ models: [model], timeStep: 1e-3, solver, margin: 0.05 });
    const reach = -Math.sin(0.52) - Math.sin(0.52 + 0.32);
    sim.setState({ q: Float64Array.of(0.52, 0.32, reach - 0.195), v: Float64Array.of(0.5, 1, 0.2) });
    check(sim, Float64Array.of(20, 1, 3));
  });

  it('open closures, below and above the correction speed', () => {
    for (const correctionSpeed of [1000, 3]) {
      for (const kind of ['point', 'weld'] as const) {
        const anchored = new ModelBuilder()
          .link('rod', rod)
          .link('tail', rod)
          .joint('free', { kind: 'free-flyer', parent: 'world', child: 'rod' })
          .joint('knee', { kind: 'spherical', parent: 'rod', child: 'tail', placement: { position: [0, 0, -1] } })
          .constraint('anchor', { kind, a: 'world', poseA: { position: [3, 0.01, 0] }, b: 'tail' })
          .reference('free', Float64Array.of(3, 0, 1, 0, 0, 0, 1))
          .build();
        const sim = new Simulator({ models: [anchored], timeStep: 2e-3, solver, correctionSpeed });
        const rng = new Rng(5);
        const bend = Float64Array.from({ length: sim.nv }, () => rng.uniform(-0.5, 0.5));
        const v = Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1));
        sim.setState({ q: displaced(sim, sim.state.q, bend), v });
        check(sim);
      }
    }
  });

  it('a weld with an error of almost half a turn', () => {
    const held = new ModelBuilder()
      .link('rod', rod)
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'rod' })
      .constraint('anchor', { kind: 'weld', a: 'world', b: 'rod' })
      .build();
    const sim = new Simulator({ models: [held], timeStep: 2e-3, solver });
    sim.setState({ q: Float64Array.of(0.01, 0.02, 0, ...fromAxisAngle([1, 2, 3], 3.1).subarray(3)) });
    check(sim);
  });
});

describe('the parameter derivatives of a step with a position correction', () => {
  it('masses and sizes of overlapping bodies', () => {
    const make = ([mass, size, solid]: readonly number[]): Simulator => {
      const crate = freeBody(box(0.2, 0.2, 0.2), { name: 'crate', mass, pose: { position: [0, 0, 0.195] } });
      const ball = freeBody(sphere(0.1 * size), { name: 'ball', mass: 3, pose: { position: [0.05, 0.02, 0.485] } });
      const side = freeBody(sphere(0.1 * solid), {
        name: 'side',
        mass: 2 * solid ** 3,
        pose: { position: [0.29, 0.02, 0.25] },
      });
      return onFloor({ models: [crate, ball, side], friction: 0.4 });
    };
    checkParameters(
      make,
      [5, 1, 1],
      [
        { kind: 'mass', body: 'crate' },
        { kind: 'size', body: 'ball' },
        { kind: 'size', body: 'side', solid: true },
      ],
    );
  });
});
