// The Minkowski difference A − B of the cores in A's frame, by its support points.

import { supportBatch } from 'proximal';
import { compose, inverse } from 'proximal/math';
import { directions } from '../stage/surface.ts';
import type { Pair } from './recorders.ts';

const many = directions(1500);

/** Support points of the cores' difference; null for half-spaces, which have no bounds. */
export function differencePoints({ a, poseA, b, poseB }: Pair): Float64Array | null {
  if (!a.isBounded || !b.isBounded) return null;
  const relative = compose(inverse(poseA), poseB);
  const { rotate, rotateBack } = rotationOf(relative);
  const [pointsA, against] = [supportBatch(a, many), new Float64Array(many.length)];
  for (let k = 0; k < many.length; k += 3) {
    against.set(rotateBack([-many[k], -many[k + 1], -many[k + 2]]), k);
  }
  const pointsB = supportBatch(b, against);
  const radii = a.radius + b.radius;
  return Float64Array.from(many, (direction, k) => {
    const first = k - (k % 3);
    const turned = rotate([pointsB[first], pointsB[first + 1], pointsB[first + 2]]);
    // The cores: the search never sees the swept balls.
    return pointsA[k] - turned[k - first] - relative[k - first] - radii * direction;
  });
}

type Turn = (vector: readonly number[]) => number[];

function rotationOf([, , , x, y, z, w]: Float64Array): { rotate: Turn; rotateBack: Turn } {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  return {
    rotate: (v) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]),
    rotateBack: (v) => [0, 1, 2].map((k) => rows[0][k] * v[0] + rows[1][k] * v[1] + rows[2][k] * v[2]),
  };
}
