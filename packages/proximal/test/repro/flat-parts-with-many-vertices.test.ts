// `decompose` returned a flat part with all its vertices, whatever `maxVertices` was.
import { expect, it } from 'vitest';
import type { Rng } from '../../src/math/index.ts';
import { decompose } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';

/** An ellipse in a random plane, as a fan of triangles. */
function disc(rng: Rng, count: number): { vertices: number[]; triangles: number[] } {
  const [u, center] = [rng.direction(), [0, 0, 0].map(() => rng.uniform(-2, 2))];
  const other = rng.direction();
  const along = other.map((x, k) => x - u[k] * (u[0] * other[0] + u[1] * other[1] + u[2] * other[2]));
  const vertices = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    return center.map((x, k) => x + Math.cos(angle) * u[k] + Math.sin(angle) * along[k]);
  }).flat();
  const triangles = Array.from({ length: count - 2 }, (_, n) => [0, n + 1, n + 2]).flat();
  return { vertices, triangles };
}

it('a flat part has at most maxVertices vertices, and contains the mesh', () => {
  forAll({ seed: 1, cases: 40 }, (rng) => {
    const mesh = disc(rng, 30 + rng.index(60));
    const maxVertices = 8 + rng.index(8);
    const { parts, uncovered, error } = decompose(mesh, { maxParts: 1, maxVertices });
    expect([parts.length, parts[0].vertexCount <= maxVertices]).toEqual([1, true]);
    expect(uncovered).toBeLessThan(1e-8);
    // A regular octagon around a circle reaches 8 % of the radius beyond the circle.
    expect(error).toBeLessThan(0.2);
  });
});
