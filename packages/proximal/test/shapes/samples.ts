// At least one shape of every registered kind except half-spaces, including extreme valid sizes.
import {
  box,
  capsule,
  cone,
  convex,
  convexMesh,
  custom,
  cylinder,
  ellipsoid,
  frustum,
  point,
  rounded,
  type Shape,
  segment,
  smoothHull,
  sphere,
  sum,
  superellipsoid,
  transformed,
  triangle,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

const shear = { linear: [1, 0.3, 0, 0, 0.8, 0.1, 0.2, 0, 1.5], translation: [0.1, -0.2, 0.3] };
const mirror = { linear: [-1, 0, 0, 0, 1, 0, 0, 0, 2] };
const rotateAndScale = { linear: [0, -2, 0, 2, 0, 0, 0, 0, 2] };
const wedge = [
  [-1, -1, 0],
  [1, -1, 0],
  [1, 1, 0],
  [-1, 1, 0],
  [0, -1, 1],
  [0, 1, 1],
];
const tetrahedron = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
];

function cloud(count: number, seed: number, squeeze = [1, 1, 1]): Shape {
  const rng = new Rng(seed);
  return convex(Array.from({ length: count }, () => rng.direction().map((x, k) => x * squeeze[k])));
}

/** An ellipsoid as a custom shape, with its Hessian and its mass properties. */
const spheroid = custom({
  support(dx, dy, dz, out) {
    const length = Math.sqrt(dx * dx + dy * dy + 4 * dz * dz) || 1;
    out.set([dx / length, dy / length, (4 * dz) / length]);
  },
  hessian(dx, dy, dz, out) {
    const h = Math.sqrt(dx * dx + dy * dy + 4 * dz * dz);
    const s = [dx / h, dy / h, (4 * dz) / h];
    for (let k = 0; k < 9; k++) {
      const [row, column] = [Math.floor(k / 3), k % 3];
      out[k] = ((row === column ? [1, 1, 4][row] : 0) - s[row] * s[column]) / h;
    }
  },
  volume: (8 / 3) * Math.PI,
  centerOfMass: [0, 0, 0],
  inertia: [1, 0, 0, 0, 1, 0, 0, 0, 0.4].map((x) => (x * 8 * Math.PI) / 3),
});

export const samples: Record<string, Shape> = {
  point: point(),
  segment: segment(0.7),
  'segment without length': segment(0),
  sphere: sphere(0.4),
  box: box(1, 0.5, 2),
  'box: a sheet': box(1, 1, 0),
  'box: a needle': box(0, 0, 2),
  'box: 1 to 10,000': box(1, 1e-4, 1),
  capsule: capsule(0.2, 0.6),
  'capsule without length': capsule(0.2, 0),
  'capsule without radius': capsule(0, 0.6),
  triangle: triangle([0, 0, 0], [1, 0, 0.2], [0.3, 1, 0]),
  'triangle of one point': triangle([1, 2, 3], [1, 2, 3], [1, 2, 3]),
  ellipsoid: ellipsoid(1, 0.6, 0.3),
  'ellipsoid: a needle': ellipsoid(1e-4, 1e-4, 1),
  cylinder: cylinder(0.5, 1),
  'cylinder: a disc': cylinder(0.5, 0),
  cone: cone(0.5, 1),
  'cone, flat': cone(2, 0.1),
  frustum: frustum(1, 0.4, 0.7),
  'frustum upside down': frustum(0.2, 1, 0.7),
  'frustum with an apex': frustum(1, 0, 0.7),
  superellipsoid: superellipsoid(1, 0.7, 0.5, 0.6, 1.3),
  'superellipsoid, boxy': superellipsoid(1, 0.7, 0.5, 0.2, 0.3),
  'superellipsoid, round': superellipsoid(1, 0.7, 0.5, 1, 1),
  'superellipsoid, pointed': superellipsoid(1, 0.7, 0.5, 1.7, 1.6),
  convex: convex(wedge),
  'convex of one point': convex([1, 2, 3]),
  'convex, flat': convex([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0.5, 0.5, 0],
  ]),
  'convex, collinear': convex([
    [0, 0, 0],
    [1, 1, 1],
    [3, 3, 3],
  ]),
  'convex of 300': cloud(300, 1),
  'convex of 300, thin': cloud(300, 2, [1, 1, 0.001]),
  'convex of 3000': cloud(3000, 3, [2, 1, 0.5]),
  convexMesh: convexMesh(tetrahedron, [
    [0, 1, 3],
    [0, 2, 1],
    [0, 3, 2],
    [1, 2, 3],
  ]),
  'rounded box': rounded(box(1, 2, 3), 0.25),
  'rounded sheet': rounded(box(1, 2, 0), 0.25),
  'rounded rounded hull': rounded(rounded(convex(wedge), 0.1), 0.2),
  'rounded with radius zero': rounded(sphere(1), 0),
  'rounded cylinder': rounded(cylinder(0.5, 1), 0.2),
  'rounded superellipsoid': rounded(superellipsoid(1, 1, 1, 0.5, 0.5), 0.3),
  'transformed box': transformed(box(1, 0.5, 0.3), shear),
  'transformed, mirrored': transformed(convex(wedge), mirror),
  'transformed rounded box': transformed(rounded(box(1, 0.5, 0.3), 0.2), shear),
  'rounded transformed box': rounded(transformed(box(1, 0.5, 0.3), shear), 0.2),
  'transformed, similar': transformed(rounded(box(1, 0.5, 0.3), 0.2), rotateAndScale),
  'transformed cone': transformed(cone(0.5, 1), shear),
  'transformed twice': transformed(transformed(ellipsoid(1, 0.5, 0.2), mirror), shear),
  'sum of polytopes': sum(convex(tetrahedron), box(0.3, 0.2, 0.1)),
  'sum with an ellipsoid': sum(box(0.3, 0.2, 0.1), ellipsoid(0.5, 0.2, 0.3)),
  'sum with radii': sum(capsule(0.1, 0.5), rounded(triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]), 0.2)),
  'sum with a large hull': sum(cloud(300, 4), cloud(100, 5)),
  smoothHull: smoothHull(tetrahedron, 3),
  'smoothHull, p = 2': smoothHull(tetrahedron, 2),
  'smoothHull, p = 40': smoothHull(tetrahedron, 40),
  custom: spheroid,
  'rounded custom': rounded(spheroid, 0.5),
  'sum with custom': sum(spheroid, box(1, 1, 1)),
};
