// Queries of shapes with sizes from 5e-324 m to 1.7e308 m in space.
import {
  box,
  capsule,
  certify,
  collide,
  cone,
  convex,
  cylinder,
  distance,
  ellipsoid,
  growthDistance,
  halfspace,
  penetration,
  point,
  rounded,
  type Shape,
  segment,
  signedDistance,
  sphere,
  superellipsoid,
  type Vec3,
} from '../../src/index.ts';
import { testExtremes } from '../extremes.ts';

const tetrahedron = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];

const makers: Record<string, (size: number) => Shape> = {
  point: () => point(),
  segment,
  sphere,
  box: (s) => box(s, s / 2, s / 3),
  capsule: (s) => capsule(s / 2, s),
  cylinder: (s) => cylinder(s / 2, s),
  cone: (s) => cone(s / 2, s),
  ellipsoid: (s) => ellipsoid(s, s / 2, s / 3),
  superellipsoid: (s) => superellipsoid(s, s, s, 0.5, 0.5),
  convex: (s) => convex(tetrahedron.map((x) => x * s)),
  rounded: (s) => rounded(box(s, s, s), s / 10),
  halfspace: () => halfspace(),
  'rounded halfspace': (s) => rounded(halfspace(), s),
};

const sizes = [
  5e-324, 1e-323, 1e-310, 1e-300, 1e-200, 1e-155, 1e-100, 1e-80, 1e-60, 1e-30, 1, 1e30, 1e60, 1e80, 1e100, 1e154, 1e155,
  1e200, 1e300, 1.7e308,
];

testExtremes<Shape, Vec3>({
  makers,
  sizes,
  isUnbounded: (kind) => kind.endsWith('halfspace'),
  positionOf: (shift) => [0.1 * shift, 0.2 * shift, shift],
  runQuery: (a, b, position) => [
    distance(a, {}, b, { position }),
    signedDistance(a, {}, b, { position }),
    penetration(a, {}, b, { position }),
    penetration(a, {}, b, { position }, { keepProof: true }),
  ],
  grow: (a, b, position) => growthDistance(a, {}, b, { position }),
  certify: (a, b, position, result) => certify(a, {}, b, { position }, result as never),
  collide: (a, b, position) => collide(a, {}, b, { position }),
});
