// A box and a ball in exact contact had the growth bound 1 + 2e-16 and the status 'separated', where `collide` said true.
import { expect, it } from 'vitest';
import { box, certify, collide, growthDistance, sphere } from '../../src/index.ts';

it.each([0.25, 0.5, 1, 2])('a cube and a ball of half size %f that touch are not separated', (size) => {
  const [cube, ball] = [box(size, size, size), sphere(size)];
  const pose = { position: [2 * size, 0, 0] } as const;
  const result = growthDistance(cube, {}, ball, pose);
  expect(collide(cube, {}, ball, pose)).toBe(true);
  expect(result.status).toBe('touching');
  expect(result.lower).toBe(1);
  expect(certify(cube, {}, ball, pose, result).valid).toBe(true);
});
