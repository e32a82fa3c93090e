// The certificate rejected growth distances of polygons 10⁹ times as long as thick: the growth is exact up to rounding, but this error,
// multiplied by the distance from the center, moves the contact point by meters.
import { expect, it } from 'vitest';
import { certify, circle, ellipse, growthDistance, polygon } from '../../src/2d/index.ts';

it.each([
  { a: ellipse(1, 0.5), angleA: 1.566758061685114, b: polygon([1e9, 1, -1, -1, 1, -1]), angleB: 2.3961731006357745 },
  { a: circle(1), angleA: -2.308489694012449, b: polygon([0, 1, -1, 4294967296, 1, -1]), angleB: -0.3623187189073107 },
])('accepts the growth distance of a long polygon turned by $angleA rad', ({ a, angleA, b, angleB }) => {
  const poseA = { position: [0, 0], angle: angleA };
  const poseB = { position: [1.5, 0], angle: angleB };
  const result = growthDistance(a, poseA, b, poseB);
  expect(result.status).toBe('separated');
  expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  // A contact point elsewhere is still rejected.
  const moved = { ...result, contact: [result.contact[0] + 1e6, result.contact[1]] as [number, number] };
  expect(certify(a, poseA, b, poseB, moved).valid).toBe(false);
});
