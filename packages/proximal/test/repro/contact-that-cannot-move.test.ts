// A ball on a joint at its center overlapped the ground. No joint motion changes the gap, so the diagonal of its normal row was rounding
// noise: the effective mass was 10³⁰ kg, and the impulse was of the same order.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

it.each(['revolute', 'spherical'] as const)(
  'a step does not fail for a ball on a %s joint that cannot leave the ground',
  (kind) => {
    forAll({ seed: 5, cases: 20 }, (rng) => {
      const scene = new Scene();
      scene.add(halfspace(), { rotation: rng.rotation() }, { static: true });
      const model = new ModelBuilder()
        .link('ball', { mass: 0.7, inertia: [0.01, 0.01, 0.01] })
        .joint('pivot', {
          kind,
          parent: 'world',
          child: 'ball',
          axis: rng.direction(),
          placement: { position: [0.1, 0.2, 0.3] },
        })
        .geometry('ball', { shape: sphere(0.6), name: 'ball' })
        .build();
      const sim = new Simulator({ models: [model], scene, solver: 'ncp-pgs', friction: 0 });
      sim.setState({ v: Float64Array.from({ length: sim.nv }, () => rng.uniform(-1, 1)) });
      const { v } = sim.state;
      for (let step = 0; step < 3; step++) {
        sim.step();
        expect(sim.report().status).not.toBe('failed');
      }
      // Without friction the ball keeps its rate of rotation.
      for (const [i, x] of sim.state.v.entries()) expect(x).toBeCloseTo(v[i], 9);
    });
  },
);
