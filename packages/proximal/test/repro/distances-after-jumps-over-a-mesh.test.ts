import { box } from 'proximal';
import { Rng, transformPoint } from 'proximal/math';
import { Scene, triangleMesh } from 'proximal/scene';
import { describe, expect, it } from 'vitest';

/** A curved sheet of `n` × `n` squares in a random orientation. */
function sheet(n: number, bend: number, rng: Rng) {
  const pose = Float64Array.of(0, 0, 0, ...rng.rotation());
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++)
      vertices.push(...transformPoint(pose, [(2 * i) / n - 1, (2 * j) / n - 1, bend * (i / n - 0.5) ** 2]));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      triangles.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  }
  return triangleMesh(vertices, triangles);
}

// The search started from the nearest triangle of the last pose. The lower bound of the triangle's distance limited the search, but the bound of
// its node may be larger, so that no triangle was found and `distance()` returned null.
describe('the distance of a box that jumps around a sheet', () => {
  it.each([10, 361])('does not depend on the triangle of the last pose (seed %i)', (seed) => {
    const rng = new Rng(seed);
    const mesh = sheet(3, 0.3, rng);
    const shape = box(rng.uniform(0.01, 1), rng.uniform(0.01, 1), rng.uniform(0.01, 1));
    const scene = new Scene({ margin: 100 });
    scene.add(mesh, {});
    const body = scene.add(shape, {});
    const [pair] = scene.pairs();
    for (let k = 0; k < 30; k++) {
      const pose = Float64Array.of(...rng.direction().map((x) => rng.uniform(1, 3) * x), ...rng.rotation());
      body.setPose(pose);
      const fresh = new Scene({ margin: 100 });
      fresh.add(mesh, {});
      fresh.add(shape, pose);
      expect(pair.distance().distance, `jump ${k}`).toBe(fresh.pairs()[0].distance().distance);
    }
  });
});
