// Distances of a field measured again, and fields that must be refused.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, capsule, sphere } from '../../src/index.ts';
import {
  certifyDistanceField,
  compound,
  DistanceField,
  distanceField,
  type FieldBody,
  heightField,
} from '../../src/scene/index.ts';

const bodies: [string, FieldBody][] = [
  ['a capsule', capsule(0.1, 0.3)],
  ['a mesh', triangulate(box(0.3, 0.2, 0.1))],
  ['an open mesh', { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }],
  ['a compound', compound([{ shape: box(0.3, 0.1, 0.1) }, { shape: sphere(0.2), pose: { position: [0.3, 0, 0] } }])],
  ['a height field', heightField([0, 0.1, 0.1, 0.3], { columns: 2, rows: 2, spacing: 0.5 })],
];

it.each(bodies)('certifies the field of %s', (_, body) => {
  const field = DistanceField.restore(distanceField(body, { resolution: 0.05 }).snapshot());
  const { error, valid } = certifyDistanceField(body, field);
  expect(valid).toBe(true);
  expect(error).toBeLessThanOrEqual(field.error);
});

it.each(bodies)('refuses the field of %s with a false distance, and the field of another body', (_, body) => {
  const { data } = distanceField(body, { resolution: 0.05 });
  for (const name of ['coarse', 'blocks'] as const) {
    const values = data.grid[name].slice();
    // The last value, by a hundredth of a cell.
    values[values.length - 1] += 0.01;
    expect(
      certifyDistanceField(body, new DistanceField({ ...data, grid: { ...data.grid, [name]: values } })).valid,
    ).toBe(false);
  }
  expect(certifyDistanceField(body, new DistanceField({ ...data, isSigned: !data.isSigned })).valid).toBe(false);
  expect(certifyDistanceField(sphere(0.25), new DistanceField(data)).valid).toBe(false);
});
