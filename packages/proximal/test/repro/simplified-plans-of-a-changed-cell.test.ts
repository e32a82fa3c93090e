// `simplify` returned a plan as solved, although an obstacle that was added later is in its way.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { certifyMotion, planMotion, RobotCell, simplify } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

it('a plan that is no longer free cannot be simplified', () => {
  const model = new ModelBuilder()
    .link('carriage', { mass: 1, inertia: [1, 1, 1] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [1, 0, 0], lower: -1, upper: 1 })
    .geometry('carriage', { shape: sphere(0.1) })
    .build();
  const scene = new Scene();
  const cell = new RobotCell({ model, scene });
  const plan = planMotion(cell, { start: Float64Array.of(-1), goal: Float64Array.of(1) });
  const body = scene.add(box(0.1, 0.1, 0.1), { position: [0, 0, 0] }, { name: 'block' });
  cell.update();
  expect(simplify(plan)).toMatchObject({ status: 'failed', failure: 'changed', path: [], proof: [] });
  expect(simplify(plan).reason).toMatch(
    /^motion 0 of the plan is not free in the present cell: carriage meets block at time 0\.\d+; plan again$/,
  );
  body.remove();
  cell.update();
  const again = simplify(plan);
  expect(again.status).toBe('solved');
  expect(certifyMotion(cell, again).valid).toBe(true);
});
