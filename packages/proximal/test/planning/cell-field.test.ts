// Distance fields of the scene's meshes and height fields: configurations are free or not as without them.
import { expect, it } from 'vitest';
import { ModelBuilder, randomConfiguration } from '../../src/dynamics/index.ts';
import { capsule } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import { Rng } from '../../src/math/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { attachField, distanceField, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { cup } from '../fixtures/scans.ts';

it('finds the same configurations free with and without distance fields', () => {
  const [scan] = readObj(cup(3));
  const mesh = triangleMesh(scan.vertices, scan.triangles);
  const ground = heightField([0, 0.02, 0.01, 0.03], { columns: 2, rows: 2, spacing: 0.6 });
  const scene = new Scene();
  scene.add(mesh, { position: [0.15, 0, 0] }, { name: 'cup', static: true });
  scene.add(ground, { position: [0, 0, -0.12] }, { name: 'ground', static: true });
  const builder = new ModelBuilder();
  for (let k = 1; k <= 3; k++)
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        axis: k === 2 ? [0, 1, 0] : [0, 0, 1],
        parent: k === 1 ? 'world' : `link${k - 1}`,
        child: `link${k}`,
        placement: { position: [k === 1 ? 0 : 0.1, 0, 0] },
        lower: -3,
        upper: 3,
      })
      .geometry(`link${k}`, {
        shape: capsule(0.008, 0.04),
        pose: { position: [0.05, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      });
  const model = builder.build();
  const cell = new RobotCell({ model, scene });
  const answers = (): boolean[] => {
    const rng = new Rng(8);
    return Array.from({ length: 400 }, () => cell.isFree(randomConfiguration(model, rng)));
  };
  const plain = answers();
  attachField(mesh, distanceField(mesh, { resolution: 0.003 }));
  attachField(ground, distanceField(ground, { resolution: 0.02 }));
  expect(answers()).toEqual(plain);
  expect(plain.filter(Boolean).length).toBeGreaterThan(50);
  expect(plain.filter((isFree) => !isFree).length).toBeGreaterThan(50);
});
