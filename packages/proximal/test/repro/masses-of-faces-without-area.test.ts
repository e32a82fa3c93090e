// The wedges at the edges of a face without area were lost from the mass of a rounded polytope.
import { expect, it } from 'vitest';
import { roundedPolytopeMass } from '../../src/mass/rounded.ts';

/** A cube of half width 1 with a ninth vertex in the middle of an edge. */
const vertices = Float64Array.from(
  [
    [-1, -1, -1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
    [0, -1, -1],
  ].flat(),
);
const others = [
  [4, 5, 6, 7],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];

function massOf(faces: readonly (readonly number[])[]): ReturnType<typeof roundedPolytopeMass> {
  const all = [...others, ...faces];
  const faceStart = [0];
  for (const { length } of all) faceStart.push(faceStart[faceStart.length - 1] + length);
  return roundedPolytopeMass(
    { vertices, faceStart: Uint32Array.from(faceStart), loop: Uint32Array.from(all.flat()) },
    0.3,
  );
}

it('a rounded cube with a triangle of three vertices in line has its exact mass', () => {
  const r = 0.3;
  const plain = massOf([
    [0, 3, 2, 1],
    [0, 1, 5, 4],
  ]);
  expect(plain.volume).toBeCloseTo(8 + 24 * r + 12 * 2 * (Math.PI / 4) * r * r + (4 / 3) * Math.PI * r ** 3, 12);
  const withTriangle = massOf([
    [0, 3, 2, 1],
    [8, 1, 5],
    [0, 8, 5, 4],
    [0, 1, 8],
  ]);
  expect(withTriangle.volume).toBeCloseTo(plain.volume, 12);
  plain.inertia.forEach((x, k) => {
    expect(withTriangle.inertia[k]).toBeCloseTo(x, 12);
  });
});
