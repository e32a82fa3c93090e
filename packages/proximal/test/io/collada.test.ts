// COLLADA files: primitives, units, axes, transforms, and broken files.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileError, mergeMeshes, readCollada, readMesh, readUrdf } from '../../src/io/index.ts';
import { needs } from '../needs.ts';

interface Parts {
  readonly unit?: string;
  readonly up?: string;
  readonly primitive?: string;
  readonly nodes?: string;
}

/** A file with a unit square in x and y, by default as one quadrilateral. */
function document({ unit = '1', up = 'Z_UP', primitive = polylist, nodes = instance }: Parts = {}): string {
  return `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter="${unit}"/><up_axis>${up}</up_axis></asset>
<library_geometries><geometry id="g" name="square"><mesh>
<source id="s"><float_array id="a" count="12">0 0 0  1 0 0  1 1 0  0 1 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source>
<source id="n"><float_array id="b" count="3">0 0 1</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
${primitive}
</mesh></geometry></library_geometries>
<library_nodes><node id="copy"><translate>0 0 5</translate><instance_geometry url="#g"/></node></library_nodes>
<library_visual_scenes><visual_scene id="w">${nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene>
</COLLADA>`;
}
const input = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>';
const polylist = `<polylist count="1">${input}<vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>`;
const instance = '<node name="top"><instance_geometry url="#g"/></node>';

const messageOf = (text: string): string => {
  try {
    readCollada(text, { name: 'x.dae' });
  } catch (error) {
    if (error instanceof FileError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('readCollada', () => {
  it.each([
    ['polylist', polylist],
    ['triangles', `<triangles count="2">${input}<p>0 0 1 0 2 0 0 0 2 0 3 0</p></triangles>`],
    ['polygons', `<polygons count="1">${input}<p>0 0 1 0 2 0 3 0</p></polygons>`],
    ['trifans', `<trifans count="1">${input}<p>0 0 1 0 2 0 3 0</p></trifans>`],
  ])('reads %s', (_kind, primitive) => {
    const [mesh] = readCollada(document({ primitive }));
    expect(mesh.name).toBe('top');
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...mesh.vertices]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  it('reads strips, whose second triangles are reversed', () => {
    const primitive = `<tristrips count="1">${input}<p>0 0 1 0 3 0 2 0</p></tristrips>`;
    expect([...readCollada(document({ primitive }))[0].triangles]).toEqual([0, 1, 3, 3, 1, 2]);
  });

  it('converts units and axes to meters and z up', () => {
    const cornerOf = (parts: Parts): number[] => [
      ...readMesh(document(parts), { name: 'x.dae' })[0].vertices.slice(6, 9),
    ];
    expect(cornerOf({ unit: '0.01' })).toEqual([0.01, 0.01, 0]);
    // The corner (1, 1, 0).
    expect(cornerOf({ up: 'Y_UP' })).toEqual([1, 0, 1]);
    expect(cornerOf({ up: 'X_UP' })).toEqual([-1, 0, 1]);
  });

  it('applies the transforms of nodes and of their copies, in their order', () => {
    const nodes = `<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale>
      <instance_geometry url="#g"/><instance_node url="#copy"/></node>`;
    const [own, copy] = readCollada(document({ nodes }));
    expect([...own.vertices.slice(3, 6)].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([10, 2, 0]);
    expect([...copy.vertices.slice(3, 6)].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([10, 2, 10]);
    const matrix = '<node><matrix>0 -1 0 3 1 0 0 4 0 0 1 5 0 0 0 1</matrix><instance_geometry url="#g"/></node>';
    expect([...readCollada(document({ nodes: matrix }))[0].vertices.slice(3, 6)]).toEqual([3, 5, 5]);
  });

  it('ignores comments among numbers', () => {
    const text = document();
    const commented = text
      .replace('1 0 0  1 1 0', '1 0 0 <!-- 7 < 8 --> 1 1<?x 9?> 0')
      .replace('<p>0 0', '<p><!-- the corners -->0 0');
    expect(commented).not.toBe(text);
    expect(readCollada(commented)).toEqual(readCollada(text));
  });

  it('turns the triangles of mirrored copies over', () => {
    const nodes = '<node><scale>-1 1 1</scale><instance_geometry url="#g"/></node>';
    expect([...readCollada(document({ nodes }))[0].triangles]).toEqual([0, 2, 1, 0, 3, 2]);
  });

  it.each<[string, string]>([
    [document().replace('<p>0 0 1 0', '<p>0 0 9 0'), 'x.dae:9:'],
    [document().replace('<p>0 0 1 0', '<p>0 0 9 0'), 'vertex index 9 is out of range: the mesh has 4 vertices'],
    [document().replace('1 1 0  0', '1 nan 0  0'), '<float_array> contains "nan", which is not a valid number here'],
    [document().replace('count="4" stride', 'count="5" stride'), '5 positions need 15 numbers; there are 12'],
    [document().replace('<vcount>4', '<vcount>5'), '<vcount> counts more corners than the 4 of <p>'],
    [
      document().replaceAll('url="#g"', 'url="#h"'),
      'url of <instance_geometry> is "#h"; it must be # and the id of a <geometry>',
    ],
    [document({ up: 'UP' }), '<up_axis> is "UP"; it must be X_UP, Y_UP or Z_UP'],
    [document({ unit: '-1' }), 'meter of <unit> is "-1"; give a positive number'],
    [document({ nodes: '<node><lookat>1</lookat></node>' }), '<lookat> is not read; export the transform as a matrix'],
    [document({ nodes: '<node><scale>1 2</scale></node>' }), '<scale> has 2 numbers; it must have 3'],
    [document({ nodes: '' }), 'the scene has no triangles'],
    [
      document()
        .replace('<translate>0 0 5', '<instance_node url="#copy"/><translate>0 0 5')
        .replace('</node></visual', '<instance_node url="#copy"/></node></visual'),
      'nodes are nested deeper than 200, or in a cycle',
    ],
    ['<robot/>', '<robot> is not COLLADA, whose root element is <COLLADA>'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><COLLADA/>', 'a document type with its entities is not read'],
  ])('refuses a broken file: %#', (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it('limits copies of copies', () => {
    const level = (k: number): string =>
      `<node id="n${k}">${'<instance_node url="#n'.concat(String(k + 1), '"/>').repeat(20)}</node>`;
    const nodes = `${[0, 1, 2, 3, 4].map(level).join('')}<node id="n5"><instance_geometry url="#g"/></node>`;
    expect(messageOf(document({ nodes }))).toMatch(/the scene has more than 100000 nodes|meshes are more than/);
  });

  it('reports what it does not read', () => {
    const notices: string[] = [];
    const nodes = `${instance}<node><instance_controller url="#c"/></node>`;
    readCollada(document({ nodes }), { onNotice: (notice) => notices.push(notice) });
    expect(notices).toEqual([expect.stringContaining('a skin, is not read')]);
  });

  it('is read for the meshes of robots', async () => {
    const box = document({ primitive: `<triangles>${input}<p>0 0 1 0 2 0</p></triangles>`, unit: '0.1' });
    const robot = `<robot name="r"><link name="a"><collision><geometry><mesh filename="a.dae" scale="2 2 2"/></geometry></collision></link></robot>`;
    const model = await readUrdf(robot, { name: 'r.urdf', resolve: async () => box });
    expect(model.geometries[0].shape.boundingBox().max).toEqual([0.2, 0.2, 0]);
  });

  const stairs = new URL('../../../../../shared/data/reference/coal/staircases_koroibot_hr.dae', import.meta.url);
  it('reads a staircase of Blender', needs(existsSync(stairs), 'robots and reference values: ../shared/data'), () => {
    const meshes = readCollada(readFileSync(stairs), { name: 'stairs.dae' });
    expect(meshes.length).toBe(69);
    const { vertices } = mergeMeshes(meshes);
    const heights = vertices.filter((_, k) => k % 3 === 2);
    expect(Math.min(...heights)).toBeCloseTo(0, 6);
    expect(Math.max(...heights)).toBeCloseTo(1.2517, 3);
  });
});
