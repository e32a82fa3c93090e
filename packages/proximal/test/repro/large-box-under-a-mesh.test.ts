// The far edge of a large box, behind a triangle of a small mesh, was reported as a deep contact with this triangle.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { cup } from '../fixtures/revolved.ts';

it('a small mesh on a large box has no contact deeper than 1 mm', () => {
  const scene = new Scene({ margin: 0.02 });
  scene.add(box(2, 2, 0.5), { position: [0, 0, -0.5] }, { static: true });
  scene.add(cup(0.05, 0.1, 0.005, 16), {
    position: [0.08532131279990332, 0.043985557706489604, 0.056323798437967434],
    rotation: [0.4567109007127504, 0.5711804726756134, -0.08644360356934938, 0.676531983136168],
  });
  const found = scene.contacts({ certified: false });
  expect(found.length).toBeGreaterThan(0);
  for (const { depth, normal } of found) {
    expect(depth).toBeLessThan(1e-3);
    expect(normal[2]).toBeGreaterThan(0.5);
  }
});
