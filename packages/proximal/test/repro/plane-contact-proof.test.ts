// Cases of exact contact: the search that distinguishes touching from overlapping overwrote the weights that prove the common point, and a
// nearest point of exactly zero made the bounds 0/0 and the status unknown.
import { expect, it } from 'vitest';
import { box, certify, distance, point } from '../../src/2d/index.ts';

it.each([
  ['a point on the line between two vertices of the simplex', box(2, 1), point(), [1, 0.5], 'overlapping'],
  ['boxes edge to edge', box(1, 1), box(1, 1), [2, 0.7], 'touching'],
  ['boxes edge to edge in line', box(1, 1), box(1, 1), [2, 0], 'touching'],
] as const)('has a valid certificate for %s', (_name, a, b, position, status) => {
  const result = distance(a, {}, b, { position });
  expect(result.status).toBe(status);
  expect(certify(a, {}, b, { position }, result).valid).toBe(true);
});
