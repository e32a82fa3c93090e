// A position correction conserves the kinetic energy, and the momentum of a robot with a free base, although it changes the mass matrix.
import { describe, expect, it } from 'vitest';
import { centroidalMomentum, type JointKind, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { capsule } from '../../src/index.ts';
import { fromAxisAngle, Rng } from '../../src/math/index.ts';
import { Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { generatedQuadruped, ifShared, loadRobot } from '../dynamics/shared.ts';
import { forAll } from '../for-all.ts';
import { check, checkParameters, displaced, solver } from './step-differences.ts';

type Root = JointKind | null;

/** A body with two arms of two links each, whose shapes may overlap and whose elbows have limits. */
function acrobat(root: Root, damping = 0, mass = 0.7): Model {
  const builder = new ModelBuilder().link('trunk', {
    mass: 3,
    centerOfMass: [0.02, 0.01, 0.05],
    inertia: [0.03, 0.04, 0.02],
  });
  if (root)
    builder.joint('root', {
      kind: root,
      parent: 'world',
      child: 'trunk',
      ...(root === 'free-flyer' || root === 'spherical' ? {} : { axis: [0.3, 0.5, 1] }),
    });
  for (const [side, y] of [
    ['left', 0.1],
    ['right', -0.1],
  ] as const) {
    const arm = { centerOfMass: [0.1, 0, 0], inertia: [0.001, 0.004, 0.004] };
    const scale = side === 'left' ? mass / 0.7 : 1;
    builder
      .link(`${side} upper`, { ...arm, mass: 1 })
      .link(`${side} lower`, { ...arm, mass: 0.7 * scale, inertia: arm.inertia.map((x) => scale * x) })
      .joint(`${side} shoulder`, {
        kind: 'revolute',
        axis: [0, 0.1, 1],
        parent: 'trunk',
        child: `${side} upper`,
        placement: { position: [0.1, y, 0] },
        damping,
      })
      .joint(`${side} elbow`, {
        kind: 'revolute',
        axis: [0, 1, 0.2],
        lower: -1,
        upper: 1,
        parent: `${side} upper`,
        child: `${side} lower`,
        placement: { position: [0.2, 0, 0] },
        damping,
      })
      .geometry(`${side} lower`, {
        shape: capsule(0.09, 0.06),
        pose: fromAxisAngle([0, 1, 0], Math.PI / 2, [0.1, 0, 0]),
      });
  }
  return builder.build();
}

/** The arms overlap, an elbow is beyond its limit, and all joints move. */
function tangled(model: Model, rng: Rng, options: Partial<SimulatorOptions> = {}): Simulator {
  const sim = new Simulator({ models: [model], gravity: [0, 0, 0], overlappingLinks: 'collide', ...options });
  const along = new Float64Array(sim.nv);
  const arms = model.nv - 4;
  for (let k = 0; k < arms; k++) along[k] = rng.uniform(-0.5, 0.5);
  along.set([-0.35, 1.02, 0.35, 0.9], arms);
  const v = Float64Array.from({ length: sim.nv }, () => rng.uniform(-4, 4));
  // The motion is separating, so that contacts and limits do not change the velocity.
  v.set([1, -2, -1, -1], arms);
  sim.setState({ q: displaced(sim, sim.state.q, along), v });
  return sim;
}

const roots: Root[] = ['free-flyer', 'spherical', 'revolute', 'planar', 'prismatic', null];

describe('a moving robot with a position correction', () => {
  it.each(roots)('keeps its energy (root: %s)', (root) => {
    forAll({ seed: 1, cases: 5 }, (rng) => {
      const sim = tangled(acrobat(root), rng);
      const energy = sim.report().kineticEnergy;
      sim.step();
      const { kineticEnergy, contacts, status } = sim.report();
      expect(status).toBe('converged');
      expect(contacts.length).toBeGreaterThan(0);
      expect(sim.record?.shift.some((x) => Math.abs(x) > 0.1)).toBe(true);
      expect(contacts.every(({ impulse }) => Math.hypot(...impulse) === 0)).toBe(true);
      expect(Math.abs(kineticEnergy / energy - 1)).toBeLessThan(1e-9);
    });
  });

  it('keeps its momentum with a free base', () => {
    forAll({ seed: 1, cases: 5 }, (rng) => {
      const model = acrobat('free-flyer');
      const sim = tangled(model, rng);
      const momentum = (): Float64Array =>
        centroidalMomentum(model, model.createData(), sim.state.q, sim.state.v).slice();
      const before = momentum();
      sim.step();
      const after = momentum();
      for (let k = 0; k < 6; k++) expect(after[k]).toBeCloseTo(before[k], 10);
    });
  });

  it.each(roots)('gains no energy while it bounces between its limits and its own arms (root: %s)', (root) => {
    for (const damping of [0, 0.05]) {
      const sim = tangled(acrobat(root, damping), new Rng(3));
      let energy = sim.report().kineticEnergy;
      for (let k = 0; k < 300; k++) {
        sim.step();
        const { kineticEnergy } = sim.report();
        expect(kineticEnergy, `step ${k}`).toBeLessThan(energy * (1 + 1e-9));
        energy = kineticEnergy;
      }
    }
  });
});

describe('the derivatives of a moving robot with a position correction', () => {
  it.each(roots)('by its state (root: %s)', (root) => {
    for (const correctionSpeed of [100, 0.3])
      for (const seed of [1, 2])
        check(tangled(acrobat(root, 0.1), new Rng(seed), { correctionSpeed, solver }), undefined, {}, 1e-6);
  });

  it('by a mass', () => {
    const make = ([mass]: readonly number[]): Simulator =>
      tangled(acrobat('free-flyer', 0, mass), new Rng(2), { solver });
    checkParameters(make, [0.7], [{ kind: 'mass', body: 'left lower' }], 1e-6);
  });
});

describe('a whole moving robot', () => {
  const talos = { file: 'robots/talos/talos.urdf', root: 'free-flyer' as const };
  it.each([generatedQuadruped, ...ifShared([talos])])(
    '$file keeps its energy while its overlapping links are separated',
    async (robot) => {
      const model = await loadRobot(robot);
      const sim = new Simulator({ models: [model], gravity: [0, 0, 0], overlappingLinks: 'collide' });
      const rng = new Rng(2);
      const { lower, upper } = model.limits;
      sim.setState({
        q: sim.state.q.map((x, k) => Math.min(upper[k], Math.max(lower[k], x))),
        v: Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1)),
      });
      let energy = sim.report().kineticEnergy;
      for (let k = 0; k < 100; k++) {
        sim.step();
        const { kineticEnergy } = sim.report();
        expect(kineticEnergy / energy - 1, `step ${k}`).toBeLessThan(1e-9);
        energy = kineticEnergy;
      }
    },
  );
});
