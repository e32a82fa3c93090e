// timeParametrize threw a TypeError for plans without proofs.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { planMotion, RobotCell, timeParametrize } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

it('finds the trajectory of a plan whose motions were only sampled', () => {
  const model = new ModelBuilder()
    .link('arm', { mass: 1, inertia: [1, 1, 1] })
    .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'arm', axis: [0, 0, 1], lower: -3, upper: 3 })
    .geometry('arm', { shape: box(0.3, 0.05, 0.05) })
    .build();
  const scene = new Scene();
  scene.add(sphere(0.1), { position: [0, 2, 0] });
  const cell = new RobotCell({ model, scene });
  const plan = planMotion(cell, { start: Float64Array.of(0), goal: Float64Array.of(1), edges: 'sampled' });
  expect(plan.status).toBe('solved');
  expect(plan.proof).toHaveLength(0);
  const { trajectory } = timeParametrize(plan, { velocity: Infinity, acceleration: 4, torque: Infinity });
  // Half of the way with 4 rad/s², half with −4 rad/s².
  expect(trajectory?.duration).toBeCloseTo(1, 6);
  expect(trajectory?.sample(1).q[0]).toBeCloseTo(1, 6);
});
