// Reading and writing meshes for the commands.
import type { Convex } from 'proximal';
import { type FileFormat, type Mesh, readMesh, writeObj, writeStl } from 'proximal/io';
import { type InputFile, standard } from './files.ts';
import { Failure, messageOf, UsageError } from './outcome.ts';

/** The formats of meshes, for `--format`. */
export const formats: readonly FileFormat[] = ['obj', 'stl', 'ply', 'gltf', 'dae'];

export const meshHelp = 'OBJ, STL, PLY, glTF or COLLADA; - for standard input';

export function readMeshes({ name, bytes }: InputFile, format: FileFormat | undefined): Mesh[] {
  try {
    return readMesh(bytes, { name, ...(format ? { format } : {}) });
  } catch (error) {
    const message = messageOf(error);
    throw new Failure(message.startsWith(name) ? message : `${name}: ${message}`);
  }
}

/** The writer for a file of this name. */
export function writerOf(path: string): (meshes: readonly Mesh[]) => string | Uint8Array {
  if (path === standard || /\.obj$/i.test(path)) return writeObj;
  // Only the text form can hold several meshes.
  if (/\.stl$/i.test(path))
    return (meshes) => (meshes.length > 1 ? writeStl(meshes, { binary: false }) : writeStl(meshes));
  throw new UsageError(`--out ${path}: give a name that ends in .obj or .stl, or - for OBJ on standard output.`);
}

/** A hull's faces as triangle fans. */
export function meshOf(shape: Convex, name: string): Mesh {
  const vertices = Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k)).flat();
  const faces = Array.from({ length: shape.faceCount }, (_, k) => shape.face(k));
  const triangles = faces.flatMap((face) => face.slice(2).flatMap((corner, k) => [face[0], face[k + 1], corner]));
  return { name, vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** The sum of the triangles' areas, in m². */
export function surfaceArea({ vertices, triangles }: Mesh): number {
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const at = (c: number, axis: number): number =>
      vertices[3 * triangles[k + c] + axis] - vertices[3 * triangles[k] + axis];
    const [u, v] = [1, 2].map((c) => [at(c, 0), at(c, 1), at(c, 2)]);
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}
