// The margin also limited the depths of two meshes, so contacts({ margin: 0 }) was empty where a closed mesh overlapped another mesh.
import { expect, it } from 'vitest';
import { Scene, triangleMesh } from '../../src/scene/index.ts';
import { boxMesh } from '../fixtures/solids.ts';

const cube = boxMesh([1, 1, 1]);
const sheet = triangleMesh([-3, -3, 0, 3, -3, 0, 3, 3, 0, -3, 3, 0], [0, 1, 2, 0, 2, 3]);

it.each([
  ['a closed mesh', cube, -1],
  ['an open mesh', sheet, 0],
])('a closed mesh that overlaps %s has contacts of this depth with every margin', (_name, ground, height) => {
  for (const depth of [1e-3, 0.1, 0.5]) {
    for (const margin of [0, 1e-3, 0.2, 1]) {
      const scene = new Scene();
      scene.add(ground, { position: [0, 0, height] });
      scene.add(cube, { position: [0.1, 0.2, 1 - depth], rotation: [0, 0, 0.1, 1] });
      const contacts = scene.contacts({ margin });
      expect(contacts.length).toBeGreaterThan(0);
      expect(Math.min(...contacts.map(({ distance }) => distance))).toBeCloseTo(-depth, 12);
    }
  }
});

it('a gap beyond the margin has no contact', () => {
  const scene = new Scene({ margin: 1 });
  scene.add(cube, {});
  scene.add(cube, { position: [0, 0, 2.01] });
  expect([scene.contacts({ margin: 0.005 }).length, scene.contacts({ margin: 0.02 }).length > 0]).toEqual([0, true]);
});
