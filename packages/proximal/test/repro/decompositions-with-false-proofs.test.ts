// `certifyDecomposition` had accepted false proofs: parts beyond the bounding box of the mesh, points far beyond a sharp edge of a part, triangles
// without area in the plane of a cut, and points beyond the ends of a segment. The test whether a point is inside was wrong if rays in two directions
// passed through vertices.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { convexHull } from '../../src/hull/hull.ts';
import { box, convex, sphere } from '../../src/index.ts';
import { MeshSolid } from '../../src/scene/decompose/mesh-solid.ts';
import { certifyDecomposition, type DecompositionProof, decompose, triangleMesh } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';

const proofOf = (axes: number[], heights: number[], parts: number[]): DecompositionProof => ({
  axes: Uint8Array.from(axes),
  heights: Float64Array.from(heights),
  parts: Int32Array.from(parts),
});
const oneBox = proofOf([3], [0], [0]);

it('bounds parts beyond the bounding box', () => {
  const corners = (size: number): number[] =>
    Array.from({ length: 8 }, (_, k) => [k & 1, k & 2, k & 4].map((bit) => (bit ? size : -size))).flat();
  const { error } = certifyDecomposition(triangulate(box(1, 1, 1)), { parts: [convex(corners(100))], proof: oneBox });
  expect(error).toBeGreaterThanOrEqual(99 * Math.sqrt(3));
  const mesh = triangulate(sphere(1));
  const found = decompose(mesh, { maxParts: 1, maxVertices: 8 });
  const surface = triangleMesh(mesh.vertices, mesh.triangles);
  for (const part of found.parts)
    for (let k = 0; k < part.vertexCount; k++)
      expect(surface.signedDistance(part.vertex(k)).distance).toBeLessThanOrEqual(found.error);
});

it('measures distances beyond sharp edges', () => {
  const wedge = (length: number): number[] =>
    [-1, 1].flatMap((y) => [0, y, -0.001 * length, 0, y, 0.001 * length, length, y, 0]);
  const { loop, faceStart, vertices } = convexHull(Float64Array.from(wedge(1)));
  const triangles: number[] = [];
  for (let face = 0; face + 1 < faceStart.length; face++)
    for (let k = faceStart[face] + 1; k + 1 < faceStart[face + 1]; k++)
      triangles.push(loop[faceStart[face]], loop[k], loop[k + 1]);
  const certify = (length: number): number =>
    certifyDecomposition({ vertices, triangles }, { parts: [convex(wedge(length))], proof: oneBox }).uncovered;
  expect(certify(1)).toBeLessThan(1e-8);
  expect(certify(0.5)).toBeGreaterThanOrEqual(0.5);
});

it('measures uncovered triangles without area in the plane of a cut', () => {
  const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 1, 6, 0, 1, 7, 0, 1], triangles: [0, 1, 2, 3, 4, 5] };
  const parts = [convex(mesh.vertices.slice(0, 9))];
  const proof = proofOf([2, 3, 3], [1, 0, 0], [-1, 0, -1]);
  expect(certifyDecomposition(mesh, { parts, proof }).uncovered).toBeGreaterThan(5);
});

it('measures uncovered ends of a segment', () => {
  const mesh = { vertices: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2] };
  const parts = [convex([0, 0, 0, 0.5, 0, 0])];
  expect(certifyDecomposition(mesh, { parts, proof: oneBox }).uncovered).toBeGreaterThanOrEqual(1.5);
});

it('tests whether a point is inside where rays pass through vertices', () => {
  const axes = [
    [0.6107, 0.5231, 0.5944],
    [-0.4127, 0.7433, -0.5266],
    [0.2283, -0.6342, 0.7387],
  ];
  const faces = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const corners = [0, 1, 2].map((axis) => ({ axis, sign: k & (1 << axis) ? -1 : 1 }));
    return [1, 2, 4].filter((bit) => k & bit).length % 2 === 0 ? corners : corners.reverse();
  });
  forAll({ seed: 1, cases: 2000 }, (rng) => {
    const center = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
    const size = rng.uniform(0.5, 2);
    const soup = Float64Array.from(
      faces.flat().flatMap(({ axis, sign }) => center.map((x, k) => x + sign * size * axes[axis][k])),
    );
    const solid = new MeshSolid(soup, new Uint8Array(8).fill(1));
    expect(solid.isInside(center[0], center[1], center[2])).toBe(true);
  });
});
