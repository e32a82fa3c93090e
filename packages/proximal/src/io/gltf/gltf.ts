// glTF 2.0, geometry only, without a library: @gltf-transform/core 4.5.1, the best maintained one, has 210 kB and does not check
// ranges. In that library, an accessor that claims 1000 vertices of a 36-byte buffer returned 1906 numbers from other memory of the
// process, an accessor without a buffer view returned 900 million zeros, and unknown references threw a TypeError. Surfaces need
// only nodes, primitives and accessors; this reader checks each range before reading it.
import { show, wrongType } from '../../check/argument.ts';
import { GrowingTriangles } from '../growing.ts';
import { isMirror, type Matrix4 } from '../matrix.ts';
import type { Mesh } from '../mesh.ts';
import { beyond, cleanName, type FileData, type ReadOptions, reading, readOptionNames, Source } from '../source.ts';
import { Welder } from '../weld.ts';
import { Accessors } from './accessors.ts';
import { Buffers } from './buffers.ts';
import { openContainer } from './container.ts';
import type { JsonObject } from './json-object.ts';
import { checkMeshCount, type PlacedMesh, placeMeshes } from './nodes.ts';

/**
 * Options of `readGltf`.
 * @example
 * ```ts
 * const options: GltfOptions = { name: 'robot.gltf', resolve: (uri) => readFileSync(join(folder, basename(uri))) };
 * ```
 */
export interface GltfOptions extends ReadOptions {
  /**
   * Returns the bytes of a buffer in another file, synchronously. The address comes from the file, so check it before opening
   * anything. Without this function such a buffer is a `FileError`.
   */
  readonly resolve?: (uri: string) => Uint8Array;
}

/** @internal */
export const gltfOptionNames = [...readOptionNames, 'resolve'] as const;

/** Required extensions that do not change the surface, or that are supported. */
const harmless = /^(KHR_mesh_quantization|(KHR|EXT)_(materials|texture|lights|xmp|animation|node_visibility).*)$/;

/**
 * Reads a glTF 2.0 file, `.glb` or `.gltf`: each node of the scene whose mesh has triangles gives one mesh, with the node's transform
 * applied (in a file without nodes, each mesh), its primitives joined and equal vertices welded. Points, lines, skins and morph targets are ignored.
 * The meshes keep the units and axes of glTF: meters, and y up.
 * @param data the bytes of a `.glb`, the bytes or the text of a `.gltf`
 * @throws {@link FileError} with file and byte, line or path in the document, if the file is broken or compressed
 * @example
 * ```ts
 * const meshes = readGltf(new Uint8Array(await (await fetch('robot.glb')).arrayBuffer()), { name: 'robot.glb' });
 * ```
 */
export function readGltf(data: FileData, options?: GltfOptions): Mesh[] {
  return readGltfFrom('readGltf', new Source('readGltf', 'gltf', data, options, gltfOptionNames), options?.resolve);
}

/** @internal */
export function readGltfFrom(where: string, source: Source, resolve: GltfOptions['resolve']): Mesh[] {
  if (resolve !== undefined && typeof resolve !== 'function') {
    throw wrongType(where, 'options.resolve', resolve, 'give a function from an address to a Uint8Array');
  }
  return reading(source, () => {
    const container = openContainer(source);
    return new GltfReader(container.document, new Buffers(container, resolve)).read();
  });
}

/** A primitive of triangles, decoded. */
interface Primitive {
  readonly path: string;
  /** 4 for a list, 5 for a strip, 6 for a fan. */
  readonly mode: number;
  readonly positions: Float64Array;
  readonly indices: Uint32Array | undefined;
  /** The number of corners: the number of indices, or of positions if there are no indices. */
  readonly count: number;
}

class GltfReader {
  private readonly accessors: Accessors;
  /** Primitives by mesh: many nodes may use one mesh, which is decoded once. */
  private readonly decoded = new Map<string, readonly Primitive[]>();
  /** The number of vertices left within the limit. */
  private verticesLeft: number;
  /** The number of triangles left within the limit. */
  private trianglesLeft: number;

  constructor(
    private readonly document: JsonObject,
    buffers: Buffers,
  ) {
    this.accessors = new Accessors(document, buffers);
    this.verticesLeft = document.source.maxVertices;
    this.trianglesLeft = document.source.maxTriangles;
  }

  read(): Mesh[] {
    const { document } = this;
    for (const name of document.list('extensionsRequired')) {
      if (typeof name !== 'string' || !harmless.test(name)) {
        throw document.fail('extensionsRequired', `${show(name)} is not read; export the model without it`);
      }
    }
    const placed = placeMeshes(document);
    checkMeshCount(document, placed.length);
    const meshes = placed.map((one) => this.mesh(one)).filter(({ triangles }) => triangles.length > 0);
    if (meshes.length > 0) return meshes;
    throw document.source.fail('the scene has no triangles; export the model as a mesh of triangles');
  }

  /** The triangles of all primitives (one per material), transformed to the scene. */
  private mesh({ mesh, name, matrix }: PlacedMesh): Mesh {
    const { source } = this.document;
    const welder = new Welder(this.verticesLeft);
    // `primitives` counts the triangles against this limit first, so no `add` exceeds it.
    const triangles = new GrowingTriangles(source.maxTriangles);
    const isMirrored = isMirror(matrix);
    for (const primitive of this.primitives(mesh)) {
      const number = (index: number): number => {
        const result = addMoved(welder, matrix, primitive.positions, index);
        if (result >= 0) return result;
        if (result === -1)
          throw source.fail(beyond(source.maxVertices + 1, 'vertices', source.maxVertices, 'maxVertices'));
        throw source.failAtPath(primitive.path, `the node moves vertex ${index} to infinity; its transform is damaged`);
      };
      triangulate(primitive, (a, b, c) => {
        const [p, q, r] = [number(a), number(b), number(c)];
        if (isMirrored) triangles.add(q, p, r);
        else triangles.add(p, q, r);
      });
    }
    this.verticesLeft -= welder.vertices.length / 3;
    return { name: cleanName(name) || source.stem, vertices: welder.vertices.finish(), triangles: triangles.finish() };
  }

  /** The primitives of triangles. Each use of a primitive counts its triangles against the limit; indices are decoded only after that. */
  private primitives(mesh: JsonObject): readonly Primitive[] {
    const cached = this.decoded.get(mesh.path);
    if (cached) {
      for (const { path, mode, count } of cached) this.countTriangles(path, mode, count);
      return cached;
    }
    const primitives = mesh.list('primitives').flatMap((_, k) => this.primitive(mesh.item('primitives', k)) ?? []);
    this.decoded.set(mesh.path, primitives);
    return primitives;
  }

  private primitive(primitive: JsonObject): Primitive | undefined {
    const { path } = primitive;
    const mode = primitive.integer('mode', 0, 4, 6);
    // Points and lines.
    if (mode < 4) return undefined;
    if (primitive.has('extensions') && primitive.object('extensions').has('KHR_draco_mesh_compression')) {
      const problem = 'compressed data are not read; export the model without Draco';
      throw primitive.fail('extensions.KHR_draco_mesh_compression', problem);
    }
    const attributes = primitive.object('attributes');
    if (!attributes.has('POSITION')) return undefined;
    const positions = this.accessors.positions(attributes, 'POSITION');
    const vertices = positions.length / 3;
    if (!primitive.has('indices')) {
      this.countTriangles(path, mode, vertices);
      return { path, mode, positions, indices: undefined, count: vertices };
    }
    const indices = this.accessors.indices(primitive, 'indices', vertices, (n) => this.countTriangles(path, mode, n));
    return { path, mode, positions, indices, count: indices.length };
  }

  /** Counts the triangles of `count` corners against the limit. */
  private countTriangles(path: string, mode: number, count: number): void {
    const { source } = this.document;
    if (count < 3 || (mode === 4 && count % 3 !== 0)) {
      const problem = `${count} corners make no ${['triangles', 'strip', 'fan'][mode - 4]}`;
      throw source.failAtPath(path, `${problem}; the file is damaged`);
    }
    this.trianglesLeft -= mode === 4 ? count / 3 : count - 2;
    if (this.trianglesLeft >= 0) return;
    const total = source.maxTriangles - this.trianglesLeft;
    throw source.failAtPath(path, beyond(total, 'triangles', source.maxTriangles, 'maxTriangles'));
  }
}

/**
 * Transforms a vertex to the scene and adds it to the mesh. Returns its index in the mesh; −1 if the limit is reached, −2 if the transformed
 * vertex is not finite.
 */
function addMoved(welder: Welder, m: Matrix4, positions: Float64Array, index: number): number {
  const [x, y, z] = [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]];
  const px = m[0] * x + m[4] * y + m[8] * z + m[12];
  const py = m[1] * x + m[5] * y + m[9] * z + m[13];
  const pz = m[2] * x + m[6] * y + m[10] * z + m[14];
  return Number.isFinite(px) && Number.isFinite(py) && Number.isFinite(pz) ? welder.add(px, py, pz) : -2;
}

/** Calls `add` for each triangle; in strips and fans, triangles that repeat a corner are skipped. */
function triangulate({ mode, indices, count }: Primitive, add: (a: number, b: number, c: number) => void): void {
  const at = (k: number): number => (indices ? indices[k] : k);
  if (mode === 4) {
    for (let k = 0; k < count; k += 3) add(at(k), at(k + 1), at(k + 2));
    return;
  }
  for (let k = 0; k + 2 < count; k++) {
    const a = mode === 6 ? at(0) : at(k);
    // Every second triangle of a strip has the opposite orientation.
    const isReversed = mode === 5 && k % 2 === 1;
    const b = at(isReversed ? k + 2 : k + 1);
    const c = at(isReversed ? k + 1 : k + 2);
    // In a strip, triangles that repeat a corner only join one part to the next.
    if (a !== b && b !== c && c !== a) add(a, b, c);
  }
}
