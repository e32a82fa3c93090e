// What the support benchmark measures: one line per row of its table.
import { box, capsule, convex, custom, point, rounded, type Shape, segment, sphere } from 'proximal';
import { Rng } from 'proximal/math';
import { coherentDirections, randomDirections } from './directions.ts';

export interface SupportCase {
  readonly name: string;
  readonly shape: Shape;
  /** Three numbers each. */
  readonly directions: Float64Array;
}

/** The floor under all rows: the cheapest support function there is, so that all of it is copying and dispatch. */
export const floorName = 'point';

const count = 8192;

export function supportCases(): SupportCase[] {
  const random = randomDirections(count, 1);
  const coherent = coherentDirections(count, 2);
  return [
    { name: floorName, shape: point(), directions: random },
    { name: 'segment', shape: segment(1), directions: random },
    { name: 'sphere', shape: sphere(1), directions: random },
    { name: 'box', shape: box(1, 2, 3), directions: random },
    { name: 'capsule', shape: capsule(0.5, 1), directions: random },
    { name: 'rounded box', shape: rounded(box(1, 2, 3), 0.25), directions: random },
    { name: 'convex 8', shape: pointsOnSphere(8), directions: random },
    { name: 'convex 32', shape: pointsOnSphere(32), directions: random },
    { name: 'convex 64', shape: pointsOnSphere(64), directions: random },
    { name: 'convex 250', shape: pointsOnSphere(250), directions: random },
    { name: 'convex 250, coherent', shape: pointsOnSphere(250), directions: coherent },
    { name: 'custom ellipsoid', shape: ellipsoid(1, 2, 3), directions: random },
  ];
}

function pointsOnSphere(vertexCount: number): Shape {
  const rng = new Rng(vertexCount);
  return convex(Array.from({ length: vertexCount }, () => rng.direction()));
}

function ellipsoid(rx: number, ry: number, rz: number): Shape {
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
