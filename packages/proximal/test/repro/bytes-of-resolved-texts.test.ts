// The limits of file sizes counted the characters of a text that `resolve` returns, which may have three times as many bytes.
import { expect, it } from 'vitest';
import { readUrdf } from '../../src/io/index.ts';

it('counts bytes of texts', async () => {
  const text = `<robot name="r"><link name="a"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><mesh filename="a.obj"/></geometry></collision></link></robot>`;
  const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n';
  const read = (file: string) => readUrdf(text, { resolve: async () => file, limits: { fileBytes: 1000 } });
  expect((await read(`${tetrahedron}# ${'a'.repeat(800)}\n`)).geometries).toHaveLength(1);
  await expect(read(`${tetrahedron}# ${'€'.repeat(800)}\n`)).rejects.toThrow(/the file has .* bytes/);
});
