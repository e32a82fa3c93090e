// Overlap is removed by moving bodies, never by velocities: a correction adds no kinetic energy.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { generatedHand, generatedQuadruped, ifShared, loadRobot } from '../dynamics/shared.ts';
import { forAll } from '../for-all.ts';

function onFloor(options: Omit<SimulatorOptions, 'scene'>): Simulator {
  const scene = new Scene({ margin: options.margin ?? 0.02 });
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  return new Simulator({ ...options, scene });
}

const crate = (half: number, position: [number, number, number], mass?: number, name = 'crate') =>
  freeBody(box(half, half, half), { name, pose: { position }, ...(mass !== undefined && { mass }) });

describe('overlap', () => {
  it('of a box with the floor loses a fifth in each step down to the allowance, and the box stays at rest', () => {
    const sim = onFloor({ models: [crate(0.5, [0, 0, 0.49])], gravity: [0, 0, 0] });
    let depth = 0.01;
    for (let k = 0; k < 60; k++) {
      sim.step();
      depth -= 0.2 * Math.max(0, depth - 5e-4);
      // In corrections, the contact has a compliance of a hundredth of the body's inverse mass (correction.ts).
      expect(Math.abs(0.5 - depth - sim.state.q[2])).toBeLessThan(0.01 * (depth - 5e-4) + 1e-5);
      expect(sim.state.v).toEqual(new Float64Array(6));
    }
  });

  it('is not corrected with baumgarte 0', () => {
    const sim = onFloor({ models: [crate(0.5, [0, 0, 0.49])], baumgarte: 0 });
    for (let k = 0; k < 30; k++) sim.step();
    expect(sim.state.q[2]).toBeCloseTo(0.49, 9);
  });

  it('of a body between others is removed without pushing it into its neighbor', () => {
    // Three boxes in a row beside a wall: the middle one overlaps its left neighbor by 5 mm, and is 2 mm from the right one.
    const scene = new Scene();
    scene.add(box(0.1, 1, 1), { position: [-0.1, 0, 0] }, { static: true });
    const at = [0.1, 0.295, 0.497];
    const sim = new Simulator({
      models: at.map((x, k) => crate(0.1, [x, 0, 0], 1 + 10 * k, `b${k}`)),
      scene,
      gravity: [0, 0, 0],
      allowedPenetration: 1e-4,
    });
    for (let k = 0; k < 100; k++) {
      sim.step();
      expect(sim.report().kineticEnergy).toBeLessThan(1e-20);
    }
    const { q } = sim.state;
    const gaps = [q[0] - 0.1, q[7] - q[0] - 0.2, q[14] - q[7] - 0.2];
    for (const gap of gaps) expect(gap).toBeGreaterThan(-1.01e-4);
  });

  it('in a stack is removed, and the stack comes to rest', () => {
    const models = Array.from({ length: 5 }, (_, k) => crate(0.1, [0, 0, 0.095 + 0.19 * k], 1, `b${k}`));
    const sim = onFloor({ models });
    sim.step();
    const lifted = sim.report().potentialEnergy;
    for (let k = 0; k < 240; k++) {
      sim.step();
      // A body gains at most g Δt before its contact holds it. The bound is the energy of five bodies of 1 kg at twice this speed.
      expect(sim.report().kineticEnergy).toBeLessThan(5 * 0.5 * ((2 * 9.81) / 240) ** 2);
    }
    expect(sim.report().potentialEnergy).toBeGreaterThan(lifted);
    expect(sim.report().penetration).toBeLessThan(5.1e-4);
    expect(sim.report().status).toBe('converged');
  });
});

describe('three links that overlap by 1 mm', () => {
  it('stay at rest without gravity', () => {
    const link = { mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] as [number, number, number] };
    const builder = new ModelBuilder();
    for (const [k, x] of [0, 0.1, 0.199].entries()) {
      builder
        .link(`l${k}`, link)
        .joint(`j${k}`, {
          kind: 'revolute',
          parent: 'world',
          child: `l${k}`,
          axis: [0, 1, 0],
          placement: { position: [x, 0, 0] },
        })
        .geometry(`l${k}`, { shape: capsule(0.1, 0.05), pose: { position: [0, 0, -0.2] } });
    }
    const sim = new Simulator({ models: [builder.build()], gravity: [0, 0, 0], timeStep: 1e-3 });
    for (let k = 0; k < 1000; k++) sim.step();
    expect(sim.report().kineticEnergy).toBeLessThan(1e-20);
    expect(sim.report().penetration).toBeLessThan(5.1e-4);
  });
});

describe('a heavy body set down on light ones', () => {
  it.each([0.02, 0])('gains no energy and rises by at most its penetration (from %s m above)', (height) => {
    const light = [0, 1, 2, 3].map((k) =>
      crate(0.05, [k < 2 ? -0.3 : 0.3, k % 2 === 0 ? -0.3 : 0.3, 0.05], 0.1, `light ${k}`),
    );
    const heavy = freeBody(box(0.5, 0.5, 0.1), { mass: 1000, pose: { position: [0, 0, 0.2 + height] } });
    const sim = onFloor({ models: [...light, heavy] });
    const energy = (): number => sim.report().kineticEnergy + sim.report().potentialEnergy;
    let least = energy();
    let lowest = sim.state.q[30];
    for (let k = 0; k < 480; k++) {
      sim.step();
      least = Math.min(least, energy());
      lowest = Math.min(lowest, sim.state.q[30]);
      const sunk = Math.max(0, 0.2 - lowest);
      expect(energy() - least, `step ${k}`).toBeLessThan(1000 * 9.81 * sunk + 1e-3);
      expect(sim.state.q[30] - lowest, `step ${k}`).toBeLessThan(sunk + 1e-6);
    }
    expect(sim.state.q[30]).toBeGreaterThan(0.198);
    expect(sim.report().kineticEnergy).toBeLessThan(1e-3);
  });
});

describe('bodies that start at random overlapping poses', () => {
  const seed = 7;
  it(`end at rest or separate without kinetic energy from the overlap (seed ${seed})`, () => {
    forAll({ seed, cases: 10 }, (rng, round) => {
      const models = Array.from({ length: 8 }, (_, k) => {
        const position = [0.3 * rng.uniform(), 0.3 * rng.uniform(), 0.3 * rng.uniform()] as [number, number, number];
        const mass = 10 ** (4 * rng.uniform() - 2);
        return freeBody(k % 2 === 0 ? sphere(0.1) : box(0.1, 0.07, 0.12), { name: `b${k}`, mass, pose: { position } });
      });
      const sim = new Simulator({ models, gravity: [0, 0, 0] });
      const before = sim.report();
      for (let k = 0; k < 100; k++) sim.step();
      expect(before.kineticEnergy).toBeLessThan(1e-20);
      expect(sim.report().kineticEnergy, `round ${round}`).toBeLessThan(1e-20);
    });
  });
});

describe('robots from rest without gravity', () => {
  it.each([
    generatedQuadruped,
    generatedHand,
    ...ifShared([
      { file: 'robots/solo12/solo12.urdf', root: 'free-flyer' as const },
      { file: 'robots/allegro_right/allegro_right.urdf' },
      { file: 'robots/talos/talos.urdf', root: 'free-flyer' as const },
    ]),
  ])('$file gains no energy, and overlaps do not grow', async (robot) => {
    const model = await loadRobot(robot);
    const sim = new Simulator({ models: [model], gravity: [0, 0, 0], overlappingLinks: 'collide' });
    // Some reference configurations are beyond the joint limits.
    const { lower, upper } = model.limits;
    sim.setState({ q: sim.state.q.map((x, k) => Math.min(upper[k], Math.max(lower[k], x))) });
    sim.step();
    const { penetration } = sim.report();
    for (let k = 0; k < 50; k++) {
      sim.step();
      expect(sim.report().kineticEnergy, `step ${k}`).toBeLessThan(1e-12);
      expect(sim.report().penetration, `step ${k}`).toBeLessThan(penetration + 1e-4);
    }
  });
});
