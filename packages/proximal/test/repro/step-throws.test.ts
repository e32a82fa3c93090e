// A step whose unconstrained velocity overflows threw instead of reporting 'failed'.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('the state stays finite when a loop starts far from closed', () => {
  const rod = { mass: 1, centerOfMass: [0, 0, 0.25], inertia: [0.02, 0.02, 0.001] };
  const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
  const model = new ModelBuilder()
    .link('crank', rod)
    .link('rocker', rod)
    .joint('a', { ...hinge, parent: 'world', child: 'crank' })
    .joint('b', { ...hinge, parent: 'crank', child: 'rocker', placement: { position: [0, 0, 0.5] } })
    .constraint('anchor', { kind: 'point', a: 'rocker', poseB: { position: [50, 0, 1] } })
    .build();
  const sim = new Simulator({ models: [model], solver: { maxIterations: 20 } });
  for (let k = 0; k < 200; k++) sim.step();
  const { q, v } = sim.state;
  expect([...q, ...v].every(Number.isFinite)).toBe(true);
});

it('a torque that overflows fails the step, keeps the positions and stops the bodies', () => {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const sim = new Simulator({ models: [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.5] } })], scene });
  sim.step();
  const before = sim.state.q;
  sim.step(new Float64Array(6).fill(1e308));
  expect(sim.report().status).toBe('failed');
  expect(sim.state.q).toEqual(before);
  expect(sim.state.v).toEqual(new Float64Array(6));
  sim.step();
  expect(sim.report().status).toBe('converged');
});
