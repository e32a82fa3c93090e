// `proximal info`: what is in a file.
import { type FileFormat, type Mesh, readMesh } from 'proximal/io';
import type { Argv, CommandModule } from 'yargs';
import { readInput } from '../files.ts';
import { Failure, messageOf } from '../outcome.ts';
import { labelled, quantity, toJSON, vector } from '../table.ts';
import { type MeshInfo, meshInfo } from './mesh-info.ts';

/** The formats of meshes, for `--format`. */
export const formats: readonly FileFormat[] = ['obj', 'stl', 'ply', 'gltf'];

function options(yargs: Argv) {
  return yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'OBJ, STL, PLY or glTF; - for standard input' })
    .option('format', { choices: formats, describe: 'if the content does not tell' })
    .option('json', { type: 'boolean', default: false, describe: 'for machines' })
    .example('$0 info cup.obj', 'vertices, bounds, closedness, volume and hull')
    .example('$0 info - --format stl < cup.stl', 'from standard input');
}

type InfoArguments = ReturnType<ReturnType<typeof options>['parseSync']>;

export const info: CommandModule<object, InfoArguments> = {
  command: 'info <file>',
  describe: 'what is in a mesh file',
  builder: (yargs) => options(yargs) as unknown as Argv<InfoArguments>,
  handler: ({ file, format, json }) => {
    const meshes = readMeshes(file, format).map(meshInfo);
    console.log(json ? toJSON({ meshes }) : meshes.map(report).join('\n\n'));
  },
};

export function readMeshes(path: string, format: FileFormat | undefined): Mesh[] {
  const { name, bytes } = readInput(path);
  try {
    return readMesh(bytes, { name, ...(format ? { format } : {}) });
  } catch (error) {
    throw new Failure(messageOf(error));
  }
}

function report(mesh: MeshInfo): string {
  const { openEdges, crowdedEdges, flatTriangles } = mesh;
  const isClosed = openEdges + crowdedEdges === 0;
  const size = mesh.max.map((value, axis) => value - mesh.min[axis]);
  return labelled([
    ['mesh', mesh.name || 'unnamed'],
    ['vertices', String(mesh.vertices)],
    ['triangles', `${mesh.triangles}${flatTriangles > 0 ? `, ${flatTriangles} of them without area` : ''}`],
    ['bounds', `${vector(mesh.min)} to ${vector(mesh.max)} m`],
    ['size', `${vector(size)} m`],
    ['surface', isClosed ? 'closed' : `${openEdges} open edges, ${crowdedEdges} shared by more than two triangles`],
    ['volume', mesh.volume === null ? 'none, the surface is not closed' : quantity(mesh.volume, 'm³')],
    ['convex hull', `${mesh.hullVertices} vertices, ${quantity(mesh.hullVolume, 'm³')}`],
  ]);
}
