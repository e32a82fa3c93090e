// A target 1 cm beside the edge of a cube was never met: the search started along the line from the center, ended at the edge, and its
// noise had faded by then. The surface's normal at the target leads there at once.
import { expect, it } from 'vitest';
import { contactPose } from '../../src/derivatives/index.ts';
import { box, ellipsoid } from '../../src/index.ts';

it('meets a target beside an edge', () => {
  const b = ellipsoid(1, 0.7, 0.4);
  const { converged, result } = contactPose(box(1, 1, 1), [1, 0.99, 0.3], b, b.support([0.2, -0.5, 0.8]));
  expect(converged).toBe(true);
  expect(result.localA[1]).toBeCloseTo(0.99, 7);
});
