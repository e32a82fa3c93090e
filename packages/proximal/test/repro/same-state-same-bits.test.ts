// `setState` kept the warm starts of collision detection: stepping the same state again gave velocities that differed by up to 2e-3 m/s for
// curved shapes.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  halfspace,
  rounded,
  type Shape,
  sphere,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { heightField, Scene } from '../../src/scene/index.ts';
import { freeBody, rollout, Simulator, type SimulatorOptions, type SimulatorState } from '../../src/sim/index.ts';

const shapes: readonly (readonly [string, () => Shape])[] = [
  ['ellipsoids', () => ellipsoid(0.1, 0.2, 0.15)],
  ['cylinders', () => cylinder(0.1, 0.1)],
  ['cones', () => cone(0.1, 0.15)],
  ['rounded boxes', () => rounded(box(0.1, 0.05, 0.08), 0.03)],
  ['hulls of many corners', () => convex(cloud(300))],
  ['boxes', () => box(0.1, 0.1, 0.1)],
];

function cloud(count: number): number[][] {
  const rng = new Rng(5);
  return Array.from({ length: count }, () => {
    const [x, y, z] = [rng.normal(), rng.normal(), rng.normal()];
    const length = 8 * Math.sqrt(x * x + y * y + z * z);
    return [x / length, y / length, (0.8 * z) / length];
  });
}

function heap(make: () => Shape, options: Partial<SimulatorOptions> = {}): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const models = [0, 1, 2, 3].map((k) =>
    freeBody(make(), { name: `b${k}`, pose: { position: [0.02 * (k % 2), 0.01 * k, 0.2 + 0.22 * k] } }),
  );
  return new Simulator({ models, scene, ...options });
}

function after({ q, v }: SimulatorState, sim: Simulator, steps: number): SimulatorState {
  sim.setState({ q, v });
  return rollout(sim, steps)[steps];
}

describe('steps from the same state are bitwise identical after any history', () => {
  for (const [name, make] of shapes) {
    it(`for ${name}`, () => {
      const sim = heap(make);
      rollout(sim, 60);
      for (let round = 0; round < 6; round++) {
        rollout(sim, 25);
        const { state } = sim;
        const first = after(state, sim, 3);
        rollout(sim, 10);
        expect(after(state, sim, 3)).toEqual(first);
        expect(after(state, heap(make), 3)).toEqual(first);
      }
    });
  }

  it('with growth distances, with contactReuse, and with each kind of solver', () => {
    const all: Partial<SimulatorOptions>[] = [{ collision: 'growth' }, { contactReuse: 1e-3 }];
    for (const solver of ['ncp-admm', 'ccp-newton', 'ncp-pgs', 'lcp-lemke'] as const) all.push({ solver });
    for (const options of all) {
      const make = (): Simulator => heap(() => ellipsoid(0.1, 0.2, 0.15), options);
      const sim = make();
      rollout(sim, 100);
      const { state } = sim;
      const first = after(state, sim, 5);
      expect(after(state, sim, 5), JSON.stringify(options)).toEqual(first);
      expect(after(state, make(), 5)).toEqual(first);
    }
  });

  it('for a robot with closures on uneven ground', () => {
    const make = (): Simulator => {
      const scene = new Scene();
      const heights = Array.from({ length: 16 }, (_, k) => 0.02 * ((k * 7) % 5));
      scene.add(
        heightField(heights, { columns: 4, rows: 4, spacing: 0.4 }),
        { position: [-0.6, -0.6, 0] },
        { static: true },
      );
      return new Simulator({ models: [walker()], scene });
    };
    const sim = make();
    rollout(sim, 150);
    const { state } = sim;
    const first = after(state, sim, 5);
    expect(sim.report().contacts.length).toBeGreaterThan(0);
    rollout(sim, 20);
    expect(after(state, sim, 5)).toEqual(first);
    expect(after(state, make(), 5)).toEqual(first);
  });
});

describe('derivatives by trial steps', () => {
  it('do not change the simulation', () => {
    const [differentiated, other] = [0, 1].map(() => heap(() => ellipsoid(0.1, 0.2, 0.15)));
    for (let k = 0; k < 80; k++) {
      differentiated.step();
      other.step();
      if (k % 20 === 10) differentiated.stepDerivatives({ randomized: { samples: 4, position: 0.05 } });
      expect(differentiated.state).toEqual(other.state);
    }
  });

  it('are bitwise identical for the same state', () => {
    const [used, fresh] = [0, 1].map(() => heap(() => ellipsoid(0.1, 0.2, 0.15)));
    rollout(used, 70);
    const { state } = used;
    const evaluate = (sim: Simulator): Float64Array => {
      after(state, sim, 1);
      return sim.stepDerivatives({ randomized: { samples: 4 } }).dState.values;
    };
    const first = evaluate(fresh);
    expect(evaluate(used)).toEqual(first);
    expect(evaluate(used)).toEqual(first);
  });
});

function walker(): ReturnType<ModelBuilder['build']> {
  const inertia = [0.01, 0.01, 0.01] as const;
  const at = (x: number, z: number): { position: [number, number, number] } => ({ position: [x, 0, z] });
  const builder = new ModelBuilder()
    .link('trunk', { mass: 2, inertia })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'trunk' })
    .geometry('trunk', { shape: ellipsoid(0.2, 0.1, 0.05) });
  for (const side of [-1, 1]) {
    const leg = `leg${side}`;
    builder
      .link(leg, { mass: 0.5, centerOfMass: [0, 0, -0.1], inertia })
      .joint(`hip${side}`, {
        kind: 'revolute',
        parent: 'trunk',
        child: leg,
        placement: at(0.1 * side, -0.1),
        axis: [0, 1, 0],
        lower: -0.5,
        upper: 0.5,
      })
      .geometry(leg, { shape: capsule(0.1, 0.03), pose: at(0, -0.1) })
      .geometry(leg, { shape: sphere(0.04), pose: at(0, -0.2) });
  }
  // A strut between the feet.
  return builder
    .link('strut', { mass: 0.1, centerOfMass: [0.1, 0, 0], inertia })
    .joint('knee', { kind: 'revolute', parent: 'leg-1', child: 'strut', placement: at(0, -0.2), axis: [0, 1, 0] })
    .constraint('closure', { kind: 'point', a: 'strut', poseA: at(0.2, 0), b: 'leg1', poseB: at(0, -0.2) })
    .build();
}
