// The length of a path was the sum of distances with continuous joints the shorter way around, although its motions are straight: `simplify` took a
// detour of 5.8 rad for 1 rad and kept it, and the anytime planner stopped at its first path.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { planMotion, RobotCell, simplify } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

/** A ball on a turntable, and a wall at the angle 0: from 0.5 to −0.5 it must turn by 2π − 1. */
function cell(): RobotCell {
  const model = new ModelBuilder({ name: 'turntable' })
    .link('base', { mass: 0 })
    .link('arm', { mass: 1, inertia: [1, 1, 1] })
    .joint('turn', { kind: 'continuous', parent: 'base', child: 'arm', axis: [0, 0, 1] })
    .geometry('arm', { shape: sphere(0.05), pose: { position: [1, 0, 0] } })
    .build();
  const scene = new Scene();
  scene.add(box(0.2, 0.01, 0.2), { position: [1, 0, 0] });
  return new RobotCell({ model, scene });
}

it.each(['rrt-connect', 'anytime'] as const)('%s around a wall', (planner) => {
  const found = planMotion(cell(), {
    start: Float64Array.of(0.5),
    goal: Float64Array.of(-0.5),
    planner,
    seed: 1,
    maxIterations: 2000,
  });
  expect(found.status).toBe('solved');
  const { path, statistics } = simplify(found, { seed: 1 });
  const length = path.slice(1).reduce((sum, [q], k) => sum + Math.abs(q - path[k][0]), 0);
  expect(statistics.length).toBeCloseTo(length, 9);
  expect(length).toBeGreaterThan(2 * Math.PI - 1 - 1e-9);
  expect(length).toBeLessThan(2 * Math.PI - 1 + 0.02);
});
