// The support point of an ellipsoid with a semi-axis of 1e155 m was NaN: r∘r∘d and |r∘d|² overflow where the point itself does not. That of a
// cylinder with a radius of 1e307 m was infinite near its axis: the radius over the length of the direction across the axis overflows.
import { describe, expect, it } from 'vitest';
import { ellipsoid, fromJSON } from '../../src/index.ts';

const sizes = [5e-324, 1e-200, 1e-155, 1, 1e155, 1e200, 1e307];
const corners = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];
const directions = [
  [1, 0, 0],
  [-0.3, 0.5, 0.8],
  [0, 1e-9, -1],
];

/** Each kind by its fields. */
const kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sphere: { radius: 1 },
  box: { hx: 1, hy: 1, hz: 1 },
  capsule: { halfLength: 1, radius: 1 },
  cylinder: { radius: 1, halfLength: 1 },
  cone: { radius: 1, halfLength: 1 },
  frustum: { bottomRadius: 1, topRadius: 0.5, halfLength: 1 },
  ellipsoid: { rx: 1, ry: 1, rz: 1 },
  superellipsoid: { rx: 1, ry: 1, rz: 1, e1: 0.5, e2: 0.5 },
  smoothHull: { vertices: corners, p: 8 },
};

describe.each(Object.entries(kinds))('%s', (kind, fields) => {
  it('has finite support points within its bounds, whatever its sizes are', () => {
    let read = 0;
    for (const size of sizes)
      for (const field of Object.keys(fields).filter((name) => name !== 'vertices')) {
        const json = { version: 1, kind, ...fields, [field]: size };
        let shape: ReturnType<typeof fromJSON>;
        try {
          shape = fromJSON(json as never);
        } catch {
          continue;
        }
        read++;
        for (const direction of directions) {
          const point = [...shape.support(direction)];
          const bound = 1.000001 * shape.boundingRadius;
          const isWithin = point.every((x) => Math.abs(x) <= bound);
          expect({ json, direction, point, isWithin }).toMatchObject({ isWithin: true });
        }
      }
    expect(read).toBeGreaterThan(2);
  });
});

it('the farthest point of an ellipsoid is the same at every scale', () => {
  const near = ellipsoid(1, 2, 3).support([-0.3, 0.5, 0.8]);
  for (const scale of [1e-200, 1e155, 1e300]) {
    const far = ellipsoid(scale, 2 * scale, 3 * scale).support([-0.3, 0.5, 0.8]);
    for (let k = 0; k < 3; k++) expect(far[k] / scale).toBeCloseTo(near[k], 12);
  }
});
