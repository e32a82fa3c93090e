// `certify` accepted an empty or open polytope as proof that the cores overlap: the sum of the radii became a lower bound of the depth.
import { expect, it } from 'vitest';
import { certify, copyResult, penetration, sphere } from '../../src/index.ts';

it('a polytope without the origin inside proves nothing', () => {
  const [a, b, poseB] = [sphere(1), sphere(1), { position: [0.1, 0, 0] }] as const;
  // The depth is 1.9 along x.
  const forged = copyResult(penetration(a, {}, b, poseB, { keepProof: true }));
  Object.assign(forged, { normal: [0, 1, 0], depth: 2, lower: 2, upper: 2, local: false });
  Object.assign(forged, { localA: [0, 1, 0], pointA: [0, 1, 0], localB: [-0.1, -1, 0], pointB: [0, -1, 0] });
  Object.assign(forged.proof, { polytope: { directions: new Float64Array(0), triangles: new Uint32Array(0) } });
  const { lower, valid } = certify(a, {}, b, poseB, forged);
  expect(lower).toBeLessThanOrEqual(1.9 + 1e-12);
  expect(valid).toBe(false);
});
