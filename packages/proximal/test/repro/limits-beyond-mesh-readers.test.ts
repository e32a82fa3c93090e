// Limits of robots above those of the mesh readers, 2³¹, made every mesh fail.
import { expect, it } from 'vitest';
import { readUrdf } from '../../src/io/index.ts';

it('meshes are read with limits of 2³²', async () => {
  const mesh = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
  const text =
    '<robot name="r"><link name="a"><collision><geometry><mesh filename="a.obj"/></geometry></collision></link></robot>';
  const limits = { vertices: 2 ** 32, fileBytes: 2 ** 32 };
  const model = await readUrdf(text, { name: 'r.urdf', resolve: () => mesh, limits });
  expect(model.geometries).toHaveLength(1);
});
