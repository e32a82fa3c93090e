// Bodies that move farther than the margin in a step were detected only deep inside the obstacle, or beyond it.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, type Shape, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

/** A scene with a plate 1 cm thick in the plane x = 0. */
function withPlate(): Scene {
  const scene = new Scene({ margin: 0.02 });
  scene.add(box(0.005, 1, 1), {}, { static: true, name: 'plate' });
  return scene;
}

describe('a body that moves 6 cm in a step stops at a plate 1 cm thick', () => {
  const shapes: [string, Shape][] = [
    ['ball', sphere(0.05)],
    ['box', box(0.05, 0.05, 0.05)],
  ];
  it.each(shapes)('a free %s', (_, shape) => {
    for (let from = 0.2; from < 0.27; from += 0.005) {
      const body = freeBody(shape, { pose: { position: [-from, 0, 0] } });
      const sim = new Simulator({ models: [body], scene: withPlate(), gravity: [0, 0, 0], timeStep: 1 / 240 });
      sim.setState({ v: Float64Array.of(15, 0, 0, 0, 0, 0) });
      for (let k = 0; k < 20; k++) sim.step();
      expect(sim.state.q[0]).toBeCloseTo(-0.055, 6);
      expect(sim.report().penetration).toBeLessThan(1e-6);
    }
  });

  it('a ball at the end of an arm', () => {
    for (let from = 0.2; from < 0.27; from += 0.01) {
      const arm = new ModelBuilder()
        .link('arm', { mass: 1, centerOfMass: [0, 0, 1], inertia: [0.1, 0.1, 0.1] })
        .joint('pivot', {
          kind: 'revolute',
          parent: 'world',
          child: 'arm',
          axis: [0, 1, 0],
          placement: { position: [0, 0, -1] },
        })
        .geometry('arm', { shape: sphere(0.05), pose: { position: [0, 0, 1] } })
        .build();
      const sim = new Simulator({ models: [arm], scene: withPlate(), gravity: [0, 0, 0], timeStep: 1 / 240 });
      sim.setState({ q: Float64Array.of(-from), v: Float64Array.of(15) });
      for (let k = 0; k < 20; k++) sim.step();
      expect(sim.state.q[0]).toBeLessThan(-0.05);
      expect(sim.report().penetration).toBeLessThan(2e-3);
    }
  });
});
