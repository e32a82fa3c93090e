// A rigid crate that slides on four corners, whose loads are not unique: the derivatives of each step of the NCP agree with central differences.
// The residual of the NCP is quadratic in the error of the direction of sliding. At a tolerance of 1e-13, the solver does not resolve changes of
// this direction below 3e-7, so that central differences with steps of 1e-5 N and N m are wrong, and those with steps of 0.01 are right.
import { expect, it } from 'vitest';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('the derivatives of the velocities of a sliding crate with respect to forces and torques agree with central differences', () => {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const crate = freeBody(box(0.5, 0.5, 0.2), { mass: 5, pose: { position: [0, 0, 0.1999] } });
  const solver = { solver: 'ncp-admm', tolerance: 1e-13, relativeTolerance: 1e-12, maxIterations: 20_000 } as const;
  const sim = new Simulator({ models: [crate], scene, friction: 0.5, timeStep: 0.01, solver });
  const push = Float64Array.of(32, 9, 0, 0, 0, 0);
  for (let step = 0; step < 12; step++) {
    const before = sim.snapshot();
    sim.step(push);
    const { dTorque, kinks } = sim.stepDerivatives();
    expect(kinks).toEqual([]);
    for (let j = 0; j < 6; j++) {
      const [above, below] = [1e-2, -1e-2].map((change) => {
        const other = Simulator.restore(before);
        other.step(push.map((force, k) => (k === j ? force + change : force)));
        return other.state.v;
      });
      for (let i = 0; i < 6; i++)
        expect(Math.abs((above[i] - below[i]) / 2e-2 - dTorque.values[(6 + i) * 6 + j])).toBeLessThan(1e-8);
    }
  }
});
