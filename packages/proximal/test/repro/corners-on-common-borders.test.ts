// The sides of two boxes, as closed meshes, are in one plane, and the upper box has sunk by less than a nanometer. A corner that rounding placed
// outside of the face of the other box had no contact: a stack lost one of four support points in some steps, tilted, and sank by 0.1 mm.
import { expect, it } from 'vitest';
import { Scene } from '../../src/scene/index.ts';
import { boxMesh } from '../fixtures/solids.ts';

it('corners at the border of a face have contacts for any rounding', () => {
  for (const depth of [-1e-10, 1e-10, 3e-10, 1e-9, 1e-8])
    for (const shift of [-1e-8, -3e-10, -1e-10, 0, 1e-10, 3e-10, 1e-8]) {
      const scene = new Scene({ margin: 0.01 });
      scene.add(boxMesh([0.1, 0.1, 0.05]), {});
      scene.add(boxMesh([0.1, 0.1, 0.05]), { position: [0.02, shift, 0.1 - depth] });
      const points = scene.contacts().flatMap((contact) => (contact.normal[2] > 0.9 ? contact.points : []));
      for (const [x, y] of [-0.08, 0.1].flatMap((x) => [-0.1, 0.1].map((y) => [x, y]))) {
        const isHere = ({ pointA }: (typeof points)[0]): boolean => Math.hypot(pointA[0] - x, pointA[1] - y) < 1e-6;
        expect(points.some(isHere), `corner ${x} ${y}, depth ${depth}, shift ${shift}`).toBe(true);
      }
    }
});
