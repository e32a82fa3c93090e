// contactPose never reached a target 1 cm beside the edge of a cube: the search started along the line from the center and stopped at
// the edge, where its annealed noise was already too small. It now starts along the surface normal at the target.
import { expect, it } from 'vitest';
import { contactPose } from '../../src/derivatives/index.ts';
import { box, ellipsoid } from '../../src/index.ts';

it('contactPose reaches a target beside an edge', () => {
  const b = ellipsoid(1, 0.7, 0.4);
  const { converged, result } = contactPose(box(1, 1, 1), [1, 0.99, 0.3], b, b.support([0.2, -0.5, 0.8]));
  expect(converged).toBe(true);
  expect(result.localA[1]).toBeCloseTo(0.99, 7);
});
