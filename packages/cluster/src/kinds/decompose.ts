// Convex decompositions of meshes.
import { mergeMeshes, readMesh } from 'proximal/io';
import { type DecomposeOptions, decompose as decomposeMesh } from 'proximal/scene';
import { type Fields, invalid, readInteger, readList, readNumber, readText } from '../check.ts';
import type { JobKind, LoadFile, OpenWork, Work } from '../work.ts';
import { failedLine, openLines } from './lines.ts';

const meshName = /\.(obj|stl|ply|glb|gltf|dae)$/i;

interface MeshFields {
  readonly meshes: readonly string[];
  readonly options: DecomposeOptions;
}

export const decompose: JobKind = {
  name: 'decompose',
  fields: ['meshes', 'maxParts', 'tolerance', 'maxVertices', 'preserve'],
  extension: 'jsonl',
  read: readMeshes,
  filesOf: (fields, { from, to }) => (fields as unknown as MeshFields).meshes.slice(from, to),
  open: openMeshes,
  failure: failedLine,
};

async function readMeshes(where: string, given: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const { meshes, maxParts, tolerance, maxVertices, preserve } = given;
  const paths = typeof meshes === 'string' ? await meshesIn(where, meshes, load) : readList(where, 'meshes', meshes);
  const options = {
    ...(maxParts === undefined ? {} : { maxParts: readInteger(where, 'maxParts', maxParts, 1, 1024) }),
    ...(tolerance === undefined ? {} : { tolerance: readNumber(where, 'tolerance', tolerance, 'give meters') }),
    ...(maxVertices === undefined ? {} : { maxVertices: readInteger(where, 'maxVertices', maxVertices, 8, 2 ** 31) }),
    ...(preserve === undefined ? {} : { preserve }),
  } as DecomposeOptions;
  if (preserve !== undefined && preserve !== 'both' && preserve !== 'outside')
    throw invalid(where, 'preserve', preserve, 'give both or outside');
  const files = new Map<string, Uint8Array>();
  for (const [k, path] of paths.entries()) {
    const name = readText(where, `meshes[${k}]`, path, 'give the path of a mesh');
    files.set(name, await load(name));
  }
  const fields: MeshFields = { meshes: paths as string[], options };
  return { fields: fields as unknown as Fields, files };
}

async function meshesIn(where: string, folder: string, load: LoadFile): Promise<string[]> {
  const names = (await load.list(folder)).filter((name) => meshName.test(name));
  if (names.length === 0) throw invalid(where, 'meshes', folder, 'the folder has no meshes');
  return names.map((name) => `${folder}/${name}`);
}

function openMeshes({ fields }: Work): OpenWork {
  const { meshes, options } = fields as unknown as MeshFields;
  // A mesh that cannot be read or decomposed is an item with an error.
  return openLines(meshes.length, (index, files) => {
    const mesh = meshes[index];
    const bytes = (files.get(mesh) as Uint8Array).slice();
    const { compound, parts, error, uncovered, notices } = decomposeMesh(
      mergeMeshes(readMesh(bytes, { name: mesh })),
      options,
    );
    return { mesh, parts: parts.length, error, uncovered, notices, compound: compound.toJSON() };
  });
}
