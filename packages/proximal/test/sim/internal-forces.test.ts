// Friction holds a cube on its four lower corners, the feet. The horizontal forces of the feet against each other are not determined; with
// the least norm, all four feet have the same force.
import { expect, it } from 'vitest';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

function held(options: Partial<SimulatorOptions>): { forces: number[]; q: Float64Array } {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const cube = freeBody(box(0.1, 0.1, 0.1), { mass: 1, pose: { position: [0, 0, 0.1] } });
  const sim = new Simulator({ models: [cube], scene, ...options });
  // Friction stops the initial velocity, which leaves internal forces between the feet.
  sim.setState({ v: Float64Array.of(0.3, 0.2, -0.1, 0, 0, 1) });
  for (let k = 0; k < 120; k++) sim.step(Float64Array.of(1.83, 0, 0, 0, 0, 0));
  const { timeStep } = sim.settings;
  // The force between each foot and the floor along x and y, in newtons.
  const forces = sim.report().contacts.flatMap(({ impulse }) => [impulse[0] / timeStep, impulse[1] / timeStep]);
  return { forces, q: sim.state.q };
}

it('every solver finds the least internal forces, and the motion is the same', () => {
  const any = held({});
  for (const solver of [undefined, 'ncp-pgs', 'ncp-admm', 'ccp-pgs', 'raisim'] as const) {
    const { forces, q } = held({ internalForces: 'least', ...(solver && { solver }) });
    expect(forces).toHaveLength(8);
    for (let k = 0; k < 8; k += 2) {
      // The push is along the cube's own axis, which has rotated slightly.
      expect(Math.hypot(forces[k], forces[k + 1])).toBeCloseTo(1.83 / 4, 4);
      expect(Math.abs(forces[k] - forces[0]) + Math.abs(forces[k + 1] - forces[1])).toBeLessThan(1e-4);
    }
    if (solver !== 'ccp-pgs') for (let k = 0; k < 3; k++) expect(q[k]).toBeCloseTo(any.q[k], 3);
  }
});

it('rejects other values of internalForces', () => {
  const models = [freeBody(box(1, 1, 1))];
  expect(() => new Simulator({ models, internalForces: 'few' as never })).toThrow("give 'any' or 'least'");
});
