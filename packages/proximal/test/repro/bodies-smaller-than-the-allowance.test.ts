// Bodies thinner than `allowedPenetration` sank into sheets until they fell through.
import { expect, it } from 'vitest';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';

/** A sheet of 12 mm with waves of 0.3 mm. */
function waves(): TriangleMesh {
  const [count, size] = [12, 0.012];
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= count; i++)
    for (let j = 0; j <= count; j++) {
      const [x, y] = [(i / count - 0.5) * size, (j / count - 0.5) * size];
      vertices.push(x, y, 0.0003 * Math.sin(1000 * x) * Math.cos(1000 * y));
      if (i === count || j === count) continue;
      const a = i * (count + 1) + j;
      const b = a + count + 1;
      triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return triangleMesh(Float64Array.from(vertices), Uint32Array.from(triangles));
}

it.each<[string, Shape]>([
  ['box', box(0.0003, 0.0002, 0.0001)],
  ['ball', sphere(0.0002)],
  ['capsule', capsule(0.0001, 0.0002)],
])('a %s of less than a millimeter lies on a sheet', (_, shape) => {
  const world = new World({ timeStep: 1 / 60 });
  world.add(waves(), { type: 'static' });
  const bodies = [0, 1, 2].map((k) =>
    world.add(shape, { pose: { position: [0.0015 * (k - 1), 0.0003 * k, 0.001], rotation: [0.1, 0.2, 0.3, 0.9] } }),
  );
  for (let k = 0; k < 40; k++) world.step();
  for (const { pose } of bodies) expect(pose[2]).toBeGreaterThan(-0.0005);
});
