// Boxes write their faces without computing a hull. They must equal the faces of the hull of their corners.
import { expect, it } from 'vitest';
import { convexHull, type Hull } from '../../src/hull/hull.ts';
import { exp } from '../../src/math/elementary.ts';
import { box } from '../../src/shapes/box.ts';
import { forAll } from '../for-all.ts';

const parts = ({ vertices, faceStart, loop, planes }: Pick<Hull, 'vertices' | 'faceStart' | 'loop' | 'planes'>) => ({
  vertices,
  faceStart,
  loop,
  planes,
});

it('has the faces of the hull of its corners, for boxes, sheets, needles and points', () => {
  forAll({ seed: 26, cases: 300 }, (rng) => {
    const extent = (): number => (rng.index(8) === 0 ? 0 : exp(rng.uniform(-10, 10)));
    const [hx, hy, hz] = [extent(), extent(), extent()];
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? hx : -hx, k & 2 ? hy : -hy, k & 4 ? hz : -hz]);
    const hull = convexHull(Float64Array.from(corners));
    expect(parts(box(hx, hy, hz).corePolytope() as Hull)).toEqual(parts(hull));
  });
});
