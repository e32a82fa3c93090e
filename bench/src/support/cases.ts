// The shapes and directions of the support benchmark.
import {
  box,
  capsule,
  cone,
  convex,
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
} from 'proximal';
import { Rng } from 'proximal/math';

export interface SupportCase {
  readonly name: string;
  readonly shape: Shape;
  /** Three numbers each. */
  readonly directions: Float64Array;
}

/** The cheapest support function: its time is the time of copying and dispatch. */
export const baselineName = 'point';

const count = 8192;

export function supportCases(): SupportCase[] {
  const random = randomDirections(count, 1);
  const coherent = coherentDirections(count, 2);
  const kinds: [string, Shape][] = [
    [baselineName, point()],
    ['segment', segment(1)],
    ['sphere', sphere(1)],
    ['box', box(1, 2, 3)],
    ['capsule', capsule(0.5, 1)],
    ['triangle', triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])],
    ['ellipsoid', ellipsoid(1, 2, 3)],
    ['cylinder', cylinder(0.5, 1)],
    ['cone', cone(0.5, 1)],
    ['frustum', frustum(1, 0.5, 1)],
    ['superellipsoid', superellipsoid(1, 2, 3, 0.5, 1.5)],
    ['rounded box', rounded(box(1, 2, 3), 0.25)],
    ['transformed box', transformed(box(1, 2, 3), { linear: [1, 0.2, 0, 0, 1, 0.1, 0, 0, 1] })],
    ['sum of box and ellipsoid', sum(box(1, 2, 3), ellipsoid(1, 2, 3))],
    [
      'smoothHull 8',
      smoothHull(
        [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 || -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]),
        4,
      ),
    ],
    ['custom ellipsoid', customEllipsoid(1, 2, 3)],
  ];
  return [
    ...kinds.map(([name, shape]) => ({ name, shape, directions: random })),
    ...[12, 64, 250, 1000, 4000].flatMap((vertexCount) => [
      { name: `hull ${vertexCount}, random`, shape: pointsOnSphere(vertexCount, true), directions: random },
      { name: `hull ${vertexCount}, coherent`, shape: pointsOnSphere(vertexCount, true), directions: coherent },
      { name: `hull ${vertexCount}, scan`, shape: pointsOnSphere(vertexCount, false), directions: random },
    ]),
  ];
}

/** A hull whose vertices are random points on the unit sphere, with or without its support map. */
function pointsOnSphere(vertexCount: number, supportMap: boolean): Shape {
  const rng = new Rng(vertexCount);
  return convex(
    Array.from({ length: vertexCount }, () => rng.direction()),
    { supportMap },
  );
}

function customEllipsoid(rx: number, ry: number, rz: number): Shape {
  return custom({
    support(dx, dy, dz, out) {
      const [x, y, z] = [rx * dx, ry * dy, rz * dz];
      const length = Math.sqrt(x * x + y * y + z * z);
      out[0] = (rx * x) / length;
      out[1] = (ry * y) / length;
      out[2] = (rz * z) / length;
    },
  });
}

/** Independent unit vectors, the worst case of a search that starts from the last one. */
function randomDirections(count: number, seed: number): Float64Array {
  const rng = new Rng(seed);
  const out = new Float64Array(3 * count);
  for (let k = 0; k < out.length; k += 3) out.set(rng.direction(), k);
  return out;
}

/** Unit vectors of a random walk with steps of about two degrees, as in the iterations of a query. */
function coherentDirections(count: number, seed: number): Float64Array {
  const rng = new Rng(seed);
  const step = 0.02;
  const out = new Float64Array(3 * count);
  let [x, y, z] = rng.direction();
  for (let k = 0; k < out.length; k += 3) {
    x += step * rng.normal();
    y += step * rng.normal();
    z += step * rng.normal();
    const length = Math.sqrt(x * x + y * y + z * z);
    x /= length;
    y /= length;
    z /= length;
    out.set([x, y, z], k);
  }
  return out;
}
