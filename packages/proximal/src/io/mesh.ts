import { outOfRange, wrongType } from '../check/argument.ts';

/**
 * A triangle mesh as plain data. Coordinates are in the unit and axes of the file, except that COLLADA files are converted to meters and z up.
 * @example
 * ```ts
 * const triangle: Mesh = {
 *   name: 'triangle',
 *   vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
 *   triangles: Uint32Array.of(0, 1, 2),
 * };
 * ```
 */
export interface Mesh {
  /** The name of the object, group, solid, node or mesh in the file; if there is none, `options.name` without folder and extension, or ''. */
  readonly name: string;
  /** x y z of each vertex, one after another: finite numbers. */
  readonly vertices: Float64Array;
  /** Three vertex indices for each triangle, from 0, counter-clockwise seen from outside. Empty for a cloud of points. */
  readonly triangles: Uint32Array;
}

/**
 * All meshes as one: vertices and triangles one after another.
 * @param meshes such as the objects of an OBJ file
 * @param name the name of the result; by default the name of the first mesh
 * @example
 * ```ts
 * const robot = mergeMeshes(readMesh(bytes, { name: 'robot.glb' }));
 * ```
 */
export function mergeMeshes(meshes: readonly Mesh[], name?: string): Mesh {
  const list = checkMeshes('mergeMeshes', meshes);
  const vertices = new Float64Array(list.reduce((sum, mesh) => sum + mesh.vertices.length, 0));
  const triangles = new Uint32Array(list.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let [vertex, corner] = [0, 0];
  for (const mesh of list) {
    vertices.set(mesh.vertices, vertex);
    const first = vertex / 3;
    for (const index of mesh.triangles) triangles[corner++] = index + first;
    vertex += mesh.vertices.length;
  }
  return { name: name ?? list[0]?.name ?? '', vertices, triangles };
}

/** Checks meshes that come as an argument: kinds, lengths, finite vertices, indices in range. */
export function checkMeshes(where: string, value: Mesh | readonly Mesh[]): readonly Mesh[] {
  const list = Array.isArray(value) ? (value as readonly Mesh[]) : [value as Mesh];
  for (const [k, mesh] of list.entries()) {
    const argument = Array.isArray(value) ? `meshes[${k}]` : 'meshes';
    if (typeof mesh !== 'object' || mesh === null) {
      throw wrongType(where, argument, mesh, 'give a mesh { name, vertices, triangles } or an array of them');
    }
    checkMesh(where, argument, mesh);
  }
  return list;
}

function checkMesh(where: string, argument: string, { name, vertices, triangles }: Mesh): void {
  if (typeof name !== 'string') throw wrongType(where, `${argument}.name`, name, "give a string, '' for none");
  if (!(vertices instanceof Float64Array)) {
    throw wrongType(where, `${argument}.vertices`, vertices, 'give a Float64Array of x y z');
  }
  if (!(triangles instanceof Uint32Array)) {
    throw wrongType(where, `${argument}.triangles`, triangles, 'give a Uint32Array of three indices per triangle');
  }
  for (const [part, array] of Object.entries({ vertices, triangles })) {
    if (array.length % 3 !== 0) {
      throw outOfRange(where, `${argument}.${part}.length`, array.length, 'give a multiple of 3');
    }
  }
  const count = vertices.length / 3;
  for (let k = 0; k < vertices.length; k++) {
    if (!Number.isFinite(vertices[k])) {
      throw outOfRange(where, `${argument}.vertices[${k}]`, vertices[k], 'give finite coordinates');
    }
  }
  for (let k = 0; k < triangles.length; k++) {
    if (triangles[k] >= count) {
      const remedy = `give vertex indices from 0 to ${count - 1}: the mesh has ${count} vertices`;
      throw outOfRange(where, `${argument}.triangles[${k}]`, triangles[k], remedy);
    }
  }
}
