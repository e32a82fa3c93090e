// Extreme lengths in 2D.
import {
  box,
  capsule,
  certify,
  circle,
  collide,
  distance,
  ellipse,
  growthDistance,
  halfplane,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
  signedDistance,
  type Vec2,
} from '../../src/2d/index.ts';
import { testExtremes } from '../extremes.ts';

const makers: Record<string, (size: number) => Shape> = {
  point: () => point(),
  segment,
  circle,
  box: (s) => box(s, s / 2),
  capsule: (s) => capsule(s / 2, s),
  ellipse: (s) => ellipse(s, s / 2),
  polygon: (s) => polygon([s, 0, -s, s, -s, -s]),
  rounded: (s) => rounded(box(s, s), s / 10),
  halfplane: () => halfplane(),
  'rounded halfplane': (s) => rounded(halfplane(), s),
};

const sizes = [
  5e-324, 1e-323, 1e-310, 1e-300, 1e-200, 1e-155, 1e-100, 1e-60, 1e-30, 1e-26, 1, 1e20, 1e26, 1e31, 1e60, 1e100, 1e155,
  1e200, 1e300, 1.7e308,
];

testExtremes<Shape, Vec2>({
  makers,
  sizes,
  isUnbounded: (kind) => kind.endsWith('halfplane'),
  positionOf: (shift) => [0.1 * shift, shift],
  runQuery: (a, b, position) => [distance(a, {}, b, { position }), signedDistance(a, {}, b, { position })],
  grow: (a, b, position) => growthDistance(a, {}, b, { position }),
  certify: (a, b, position, result) => certify(a, {}, b, { position }, result as never),
  collide: (a, b, position) => collide(a, {}, b, { position }),
});
