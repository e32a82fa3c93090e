// STL, ASCII and binary. Some binary files also begin with `solid`, so the format is decided by the length, then by zero bytes,
// which ASCII files do not have.
import { GrowingTriangles } from './growing.ts';
import type { Mesh } from './mesh.ts';
import { Scanner } from './scanner.ts';
import { beyond, type FileData, type ReadOptions, reading, Source } from './source.ts';
import { Welder } from './weld.ts';

const [headerBytes, triangleBytes] = [84, 50];

/**
 * Reads an STL file, text or binary. Corners with equal coordinates become one vertex, which connects the mesh; the
 * normals in the file are ignored. Each `solid` of a text file that has facets becomes a mesh; a binary file holds one.
 * @param data the file's bytes (or the text of a text file); STL has no unit: many files are in millimeters
 * @throws {@link FileError} with file and line or byte, if the file is broken
 * @example
 * ```ts
 * const [gripper] = readStl(readFileSync('gripper.stl'), { name: 'gripper.stl' });
 * ```
 */
export function readStl(data: FileData, options?: ReadOptions): Mesh[] {
  return readStlFrom(new Source('readStl', 'stl', data, options));
}

/** @internal */
export function readStlFrom(source: Source): Mesh[] {
  return reading(source, () => {
    if (source.bytes.length === 0) throw source.fail('the file is empty; export the model again');
    return isTextStl(source.bytes) ? new TextStlReader(source).read() : [readBinary(source)];
  });
}

/** Whether the file has exactly the length of a binary file with its number of triangles. */
export function isExactBinaryStl(bytes: Uint8Array): boolean {
  return bytes.length >= headerBytes && bytes.length === headerBytes + triangleBytes * declaredTriangles(bytes);
}

/**
 * Whether the file is a text: its length is not that of a binary file, it begins with `solid` after white space, and its first 1024 bytes have no
 * zero.
 */
export function isTextStl(bytes: Uint8Array): boolean {
  if (isExactBinaryStl(bytes)) return false;
  let p = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (p < bytes.length && p < 1024 && (bytes[p] === 32 || (bytes[p] >= 9 && bytes[p] <= 13))) p++;
  for (const letter of 'solid') if ((bytes[p++] | 32) !== letter.charCodeAt(0)) return false;
  return !bytes.subarray(0, 1024).includes(0);
}

function declaredTriangles(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
}

function readBinary(source: Source): Mesh {
  const { bytes } = source;
  if (source.isText) {
    const remedy = "if the file is binary, read it as bytes (readFileSync without 'utf8'), not as a string";
    throw source.failInText(0, `the text does not begin with "solid"; ${remedy}`);
  }
  if (bytes.length < headerBytes) {
    const problem = `the file has ${bytes.length} bytes, a binary STL at least ${headerBytes}, and a text begins with "solid"`;
    throw source.failAtByte(bytes.length, `${problem}; it is truncated, or not an STL file`);
  }
  const count = declaredTriangles(bytes);
  if (count === 0) throw source.failAtByte(80, 'the file has 0 triangles; export the model again');
  const declaredBytes = headerBytes + triangleBytes * count;
  // Up to 49 bytes after the last triangle are padding; more bytes mean that the count is wrong.
  if (declaredBytes > bytes.length || declaredBytes <= bytes.length - triangleBytes) {
    const problem = `${count} triangles take ${declaredBytes} bytes, and the file has ${bytes.length}`;
    throw source.failAtByte(80, `${problem}; it is ${declaredBytes > bytes.length ? 'truncated' : 'damaged'}`);
  }
  if (count > source.maxTriangles) {
    throw source.failAtByte(80, beyond(count, 'triangles', source.maxTriangles, 'maxTriangles'));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const welder = new Welder(source.maxVertices);
  const triangles = new Uint32Array(3 * count);
  for (let corner = 0; corner < triangles.length; corner++) {
    // Each triangle has a normal of 12 bytes, three corners of 12 bytes, and two further bytes.
    const at = headerBytes + 12 * (corner + 1) + 14 * Math.floor(corner / 3);
    const x = view.getFloat32(at, true);
    const y = view.getFloat32(at + 4, true);
    const z = view.getFloat32(at + 8, true);
    // The sum of three single-precision numbers is finite if and only if all three are.
    if (!Number.isFinite(x + y + z)) {
      throw source.failAtByte(at, `the corner is (${x}, ${y}, ${z}); coordinates must be finite, the file is damaged`);
    }
    const index = welder.add(x, y, z);
    if (index < 0) throw source.failAtByte(at, tooMany(source));
    triangles[corner] = index;
  }
  return { name: source.stem, vertices: welder.vertices.finish(), triangles };
}

function tooMany({ maxVertices }: Source): string {
  return beyond(maxVertices + 1, 'vertices', maxVertices, 'maxVertices');
}

class TextStlReader {
  private readonly scanner: Scanner;
  /** The number of vertices left within the limit. */
  private verticesLeft: number;
  /** The number of triangles left within the limit. */
  private trianglesLeft: number;

  constructor(private readonly source: Source) {
    this.scanner = new Scanner(source);
    this.verticesLeft = source.maxVertices;
    this.trianglesLeft = source.maxTriangles;
  }

  read(): Mesh[] {
    const { scanner, source } = this;
    const meshes: Mesh[] = [];
    let solids = 0;
    for (scanner.skipSpace(); !scanner.atEnd(); scanner.skipSpace()) {
      if (++solids > source.maxMeshes) throw scanner.fail(beyond(solids, 'solids', source.maxMeshes, 'maxMeshes'));
      const mesh = this.solid();
      if (mesh.triangles.length > 0) meshes.push(mesh);
    }
    if (meshes.length === 0) throw source.fail('the file has no facets; export the model again');
    return meshes;
  }

  private solid(): Mesh {
    const { scanner, source } = this;
    this.expect('solid');
    const name = scanner.name() || source.stem;
    const welder = new Welder(this.verticesLeft);
    const triangles = new GrowingTriangles(this.trianglesLeft);
    const corners: [number, number, number] = [0, 0, 0];
    for (scanner.skipSpace(); !scanner.accept('endsolid'); scanner.skipSpace()) {
      const start = scanner.position;
      this.facet(welder, corners);
      if (!triangles.add(...corners)) {
        throw scanner.fail(beyond(source.maxTriangles + 1, 'triangles', source.maxTriangles, 'maxTriangles'), start);
      }
    }
    scanner.skipLine();
    this.verticesLeft -= welder.vertices.length / 3;
    this.trianglesLeft -= triangles.length / 3;
    return { name, vertices: welder.vertices.finish(), triangles: triangles.finish() };
  }

  private facet(welder: Welder, corners: [number, number, number]): void {
    const { scanner } = this;
    this.expect('facet', ' or "endsolid"');
    // The normal is ignored: many programs write nan for facets without area.
    if (!scanner.atLineEnd()) {
      this.expect('normal');
      for (let k = 0; k < 3; k++) {
        scanner.skipBlanks();
        scanner.position = scanner.wordEnd();
      }
    }
    this.expect('outer');
    this.expect('loop');
    for (let k = 0; k < 3; k++) {
      this.expect('vertex');
      const start = scanner.position;
      corners[k] = welder.add(scanner.number('x'), scanner.number('y'), scanner.number('z'));
      if (corners[k] < 0) throw scanner.fail(tooMany(this.source), start);
    }
    this.expect('endloop');
    this.expect('endfacet');
  }

  private expect(word: string, alternative = ''): void {
    const { scanner } = this;
    scanner.skipSpace();
    if (scanner.accept(word)) return;
    if (scanner.atEnd()) throw scanner.fail(`the file ends where "${word}"${alternative} is expected; it is truncated`);
    throw scanner.fail(`${scanner.quoteWord()} is where "${word}"${alternative} must be; the file is damaged`);
  }
}
