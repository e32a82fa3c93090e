// Wavefront OBJ: vertices and polygons; materials and other appearance are skipped. An unknown statement is an error: skipping a broken
// `v` would shift the indices of all vertices after it.

import { GrowingTriangles, GrowingVertices } from './growing.ts';
import type { Mesh } from './mesh.ts';
import { MeshExtractor } from './mesh-extractor.ts';
import { Polygons } from './polygons.ts';
import { Scanner } from './scanner.ts';
import { beyond, cleanName, type FileData, type ReadOptions, reading, Source } from './source.ts';

/** Statements that do not affect the surface, and may be continued by a backslash. */
const skipped = new Set(
  `vt vn vp s l p usemap maplib mg bevel c_interp d_interp lod shadow_obj trace_obj ctech stech cstype deg bmat step curv
   curv2 parm trim hole scrv sp end con`.split(/\s+/),
);
/** Statements that end with a name or path, after which a backslash is not a continuation. */
const named = new Set(['usemtl', 'mtllib', 'call', 'csh']);
/** Curved surfaces: without them the mesh would be incomplete. */
const curved = new Set(['surf', 'bsp', 'bzp', 'cdc', 'cdp', 'res']);

interface Group {
  readonly name: string;
  /** The index of the group's first corner in the list of all triangles. */
  readonly start: number;
}

/**
 * Reads a Wavefront OBJ file. Each `o` or `g` that has faces becomes a mesh with the vertices that its faces use, as do faces before the
 * first of them; convex decompositions are stored in this way. `mergeMeshes` joins them. Polygons are triangulated in their
 * plane, by ear clipping if they are not convex. A file without faces gives one mesh with all vertices and no triangles.
 * @param data the file's text or bytes
 * @throws {@link FileError} with file, line and column, if the file is broken
 * @example
 * ```ts
 * const [tetrahedron] = readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4');
 * convex(tetrahedron.vertices);
 * ```
 */
export function readObj(data: FileData, options?: ReadOptions): Mesh[] {
  return readObjFrom(new Source('readObj', 'obj', data, options));
}

/** @internal */
export function readObjFrom(source: Source): Mesh[] {
  return reading(source, () => new ObjReader(source).read());
}

class ObjReader {
  private readonly scanner: Scanner;
  private readonly vertices: GrowingVertices;
  private readonly triangles: GrowingTriangles;
  private readonly polygons = new Polygons();
  private readonly groups: Group[];
  private object = '';
  /** The largest index of a vertex that a face used before the vertex was defined. */
  private largest = 0;
  /** The position of that index in the file. */
  private largestAt = 0;

  constructor(private readonly source: Source) {
    this.scanner = new Scanner(source, true);
    this.vertices = new GrowingVertices(source.maxVertices);
    this.triangles = new GrowingTriangles(source.maxTriangles);
    this.groups = [{ name: source.stem, start: 0 }];
  }

  read(): Mesh[] {
    const { scanner } = this;
    for (;;) {
      scanner.skipSpace();
      if (scanner.atEnd()) break;
      if (scanner.accept('v')) this.vertex();
      else if (scanner.accept('f') || scanner.accept('fo')) this.face();
      else if (scanner.atLineEnd()) scanner.skipLine();
      else this.statement();
    }
    return this.finish();
  }

  private vertex(): void {
    const { scanner } = this;
    const start = scanner.position;
    const x = scanner.number('x');
    const y = scanner.number('y');
    const z = scanner.number('z');
    // Optional: a weight, or a color of three or four numbers, or both.
    for (let extra = 0; !scanner.atLineEnd(); extra++) {
      if (extra === 5) throw scanner.fail(`a vertex has at most 8 numbers; ${scanner.quoteWord()} is one too many`);
      scanner.number('the weight or color');
    }
    if (this.vertices.add(x, y, z)) return;
    const { maxVertices } = this.source;
    throw scanner.fail(beyond(maxVertices + 1, 'vertices', maxVertices, 'maxVertices'), start);
  }

  /** A polygon of any size, as a fan: the vertices may come later. */
  private face(): void {
    const { scanner, triangles } = this;
    const start = scanner.position;
    const before = triangles.length / 3;
    const first = this.corner();
    let last = this.corner();
    do {
      const next = this.corner();
      if (!triangles.add(first, last, next)) {
        const { maxTriangles } = this.source;
        throw scanner.fail(beyond(maxTriangles + 1, 'triangles', maxTriangles, 'maxTriangles'), start);
      }
      last = next;
    } while (!scanner.atLineEnd());
    this.polygons.add(before, triangles.length / 3 - before);
  }

  /** `v`, `v/vt`, `v//vn` or `v/vt/vn`, from 1, or from the last vertex back: −1, −2 … */
  private corner(): number {
    const { scanner } = this;
    if (scanner.atLineEnd()) {
      throw scanner.fail('the face ends here; a face has at least three corners, the file may be truncated');
    }
    const start = scanner.position;
    const index = scanner.integer('the corner of the face');
    for (let part = 0; part < 2 && this.source.bytes[scanner.position] === 47; part++) {
      scanner.position++;
      const c = this.source.bytes[scanner.position];
      // Texture and normal may be empty.
      if ((c >= 48 && c <= 57) || c === 45 || c === 43) scanner.integer('the texture or normal of the corner');
    }
    if (scanner.position !== scanner.wordEnd() && this.source.bytes[scanner.position] !== 35) {
      scanner.position = start;
      throw scanner.fail(`the corner of the face is ${scanner.quoteWord()}; write v, v/vt, v//vn or v/vt/vn`);
    }
    const count = this.vertices.length / 3;
    if (index < 0 && -index <= count) return count + index;
    if (index < 1 || index > this.source.maxVertices) throw this.outOfRange(index, count, ' so far', start);
    if (index > count && index > this.largest) {
      this.largest = index;
      this.largestAt = start;
    }
    return index - 1;
  }

  private outOfRange(index: number, count: number, soFar: string, at: number): Error {
    const range =
      count > 0 ? `count from 1 to ${count}, or from -1 back to -${count}` : 'the vertices may be missing or broken';
    return this.scanner.fail(
      `face index ${Number.isSafeInteger(index) ? index : 'beyond 2^53'} is out of range: the file has ${count} ${count === 1 ? 'vertex' : 'vertices'}${soFar}; ${range}`,
      at,
    );
  }

  private statement(): void {
    const { scanner } = this;
    const start = scanner.position;
    const word = scanner.word();
    if (word === 'o' || word === 'g') {
      const name = scanner.name();
      if (word === 'o') this.object = name;
      this.open(word === 'o' || !this.object || this.object === name ? name : `${this.object}/${name}`, start);
    } else if (skipped.has(word)) {
      scanner.skipLine(true);
    } else if (named.has(word)) {
      scanner.skipLine();
    } else if (curved.has(word)) {
      throw scanner.fail(`${word} is a curved surface, which is not read; export the model as polygons`, start);
    } else {
      scanner.position = start;
      throw scanner.fail(`${scanner.quoteWord()} is not a statement of OBJ; the file is damaged, or not an OBJ file`);
    }
  }

  /** Starts a new group: the following faces belong to it. */
  private open(name: string, at: number): void {
    const last = this.groups[this.groups.length - 1];
    if (last.start === this.triangles.length) this.groups.pop();
    if (this.groups.length >= this.source.maxMeshes) {
      const { maxMeshes } = this.source;
      throw this.scanner.fail(beyond(maxMeshes + 1, 'groups', maxMeshes, 'maxMeshes'), at);
    }
    this.groups.push({ name: cleanName(name) || this.source.stem, start: this.triangles.length });
  }

  private finish(): Mesh[] {
    const { source, groups } = this;
    const count = this.vertices.length / 3;
    if (this.largest > count) throw this.outOfRange(this.largest, count, '', this.largestAt);
    if (count === 0) throw source.fail('the file has no vertices (v x y z); it is empty, or not an OBJ file');
    const vertices = this.vertices.array.subarray(0, this.vertices.length);
    if (this.triangles.length === 0) {
      return [{ name: groups[0].name, vertices: vertices.slice(), triangles: new Uint32Array() }];
    }
    this.polygons.finish(vertices, this.triangles.array, source.notify);
    if (groups[groups.length - 1].start === this.triangles.length) groups.pop();
    const extractor = new MeshExtractor(vertices);
    let total = 0;
    return groups.map(({ name, start }, k) => {
      const end = groups[k + 1]?.start ?? this.triangles.length;
      const mesh = extractor.extract(name, this.triangles.array.subarray(start, end));
      total += mesh.vertices.length / 3;
      if (total > source.maxVertices) throw source.fail(beyond(total, 'vertices', source.maxVertices, 'maxVertices'));
      return mesh;
    });
  }
}
