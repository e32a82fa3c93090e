// The widths of boxes and ellipsoids with fromto were the second and third size, where MuJoCo uses the first, and non-convex meshes had
// the masses of their hulls.
import { expect, it } from 'vitest';
import { readMjcf } from '../../src/io/index.ts';

const body = (geom: string, asset = ''): string =>
  `<mujoco>${asset}<worldbody><body><freejoint/>${geom}</body></worldbody></mujoco>`;

it('the first size of a box with fromto is its half-width in both directions', async () => {
  for (const size of ['0.05', '0.05 0.2', '0.05 0.2 0.3']) {
    const { mass, geometries } = await readMjcf(body(`<geom type="box" size="${size}" fromto="0 0 0 0 0 1"/>`));
    expect(mass).toBeCloseTo(1000 * 0.1 * 0.1, 9);
    expect(geometries[0].shape.boundingBox().max).toEqual([0.05, 0.05, 0.5]);
  }
  const { mass } = await readMjcf(body('<geom type="ellipsoid" size="0.05" fromto="1 2 3 1 2 4"/>'));
  expect(mass).toBeCloseTo((4000 / 3) * Math.PI * 0.05 * 0.05 * 0.5, 9);
});

it('the mass of a mesh is the mass of its volume, hull or shell, as its inertia attribute says', async () => {
  const profile = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
  const vertex = [0, 1]
    .flatMap((z) => Array.from({ length: 6 }, (_, k) => [profile[2 * k], profile[2 * k + 1], z]))
    .flat();
  const cap = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];
  const sides = Array.from({ length: 6 }, (_, k) => [k, (k + 1) % 6, ((k + 1) % 6) + 6, k, ((k + 1) % 6) + 6, k + 6]);
  const face = [...[...cap].reverse(), ...cap.map((corner) => corner + 6), ...sides.flat()];
  const mesh = (inertia: string): string =>
    `<asset><mesh name="l" inertia="${inertia}" vertex="${vertex.join(' ')}" face="${face.join(' ')}"/></asset>`;
  const massOf = async (inertia: string): Promise<number> =>
    (await readMjcf(body('<geom type="mesh" mesh="l" density="1"/>', mesh(inertia)))).mass;
  expect(await massOf('exact')).toBeCloseTo(3, 12);
  expect(await massOf('convex')).toBeCloseTo(3.5, 12);
  expect(await massOf('shell')).toBeCloseTo(14, 12);
});
