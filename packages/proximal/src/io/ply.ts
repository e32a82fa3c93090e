// PLY (Turk 1994): text, little- and big-endian. A header declares elements, their number and their properties; vertices,
// faces and triangle strips are read, everything else is skipped.

import { GrowingTriangles } from './growing.ts';
import type { Mesh } from './mesh.ts';
import { MeshExtractor } from './mesh-extractor.ts';
import { type PlyElement, type PlyProperty, type PlyType, readPlyHeader } from './ply-header.ts';
import { listLength, openRows, type PlyRows, skipElement } from './ply-rows.ts';
import { Polygons } from './polygons.ts';
import { beyond, type FileData, type ReadOptions, reading, Source } from './source.ts';

/**
 * Reads a PLY file, text or binary: one mesh with the vertices that its faces and triangle strips use, or with all vertices if there are none.
 * Polygons are triangulated in their plane, by ear clipping if they are not convex.
 * @param data the file's bytes (or the text of a text file)
 * @throws {@link FileError} with file and line or byte, if the file is broken
 * @example
 * ```ts
 * const [bunny] = readPly(readFileSync('bunny.ply'), { name: 'bunny.ply' });
 * ```
 */
export function readPly(data: FileData, options?: ReadOptions): Mesh[] {
  return readPlyFrom(new Source('readPly', 'ply', data, options));
}

/** @internal */
export function readPlyFrom(source: Source): Mesh[] {
  return reading(source, () => [new PlyReader(source).read()]);
}

class PlyReader {
  private readonly rows: PlyRows;
  private readonly elements: readonly PlyElement[];
  private readonly vertexCount: number;
  private vertices = new Float64Array();
  private readonly triangles: GrowingTriangles;
  private readonly polygons = new Polygons();

  constructor(private readonly source: Source) {
    const header = readPlyHeader(source);
    this.elements = header.elements;
    const vertexElements = header.elements.filter(({ name }) => name === 'vertex');
    if (vertexElements.length !== 1) {
      throw source.fail(`the header declares ${vertexElements.length} elements "vertex"; there must be one`);
    }
    this.vertexCount = vertexElements[0].count;
    if (this.vertexCount === 0) throw source.failInText(vertexElements[0].at, 'the file has 0 vertices');
    if (this.vertexCount > source.maxVertices) {
      const problem = beyond(this.vertexCount, 'vertices', source.maxVertices, 'maxVertices');
      throw source.failInText(vertexElements[0].at, problem);
    }
    this.triangles = new GrowingTriangles(source.maxTriangles);
    this.rows = openRows(source, header);
  }

  read(): Mesh {
    const { rows, source } = this;
    for (const element of this.elements) {
      rows.open(element);
      if (element.name === 'vertex') this.readVertices(element);
      else if (element.name === 'face') this.readLists(element, (property) => this.face(property));
      else if (element.name === 'tristrips') this.readLists(element, (property) => this.strips(property));
      else skipElement(rows, element);
    }
    rows.close();
    const triangles = this.triangles.finish();
    this.polygons.finish(this.vertices, triangles, source.notify);
    if (triangles.length === 0) return { name: source.stem, vertices: this.vertices, triangles };
    return new MeshExtractor(this.vertices).extract(source.stem, triangles);
  }

  private readVertices(element: PlyElement): void {
    const { rows, source } = this;
    for (const axis of ['x', 'y', 'z']) {
      const found = element.properties.filter(({ name, lengthType }) => name === axis && !lengthType).length;
      if (found !== 1) throw source.failInText(element.at, `the vertices have ${found} properties "${axis}", not one`);
    }
    // `open` has checked that there are bytes for every row.
    this.vertices = new Float64Array(3 * element.count);
    const columns = element.properties.map((property) => ({
      ...property,
      axis: property.lengthType ? -1 : ['x', 'y', 'z'].indexOf(property.name),
      property,
    }));
    for (let row = 0; row < element.count; row++) {
      for (const { axis, type, lengthType, name, property } of columns) {
        if (axis >= 0) this.vertices[3 * row + axis] = rows.number(type, name);
        else rows.skip(type, lengthType ? listLength(rows, property) : 1);
      }
      rows.endRow();
    }
  }

  /** Reads the list of vertex indices in each row, and skips the other properties. */
  private readLists(element: PlyElement, read: (list: PlyProperty) => void): void {
    const { rows, source } = this;
    const list = element.properties.find(
      ({ name, lengthType }) => lengthType && (name === 'vertex_indices' || name === 'vertex_index'),
    );
    if (!list && element.count > 0) {
      const problem = `"${element.name}" has no list "vertex_indices" or "vertex_index"`;
      throw source.failInText(element.at, `${problem}; export the model with faces, or as points only`);
    }
    if (list && !list.type.isWhole) {
      throw source.failInText(element.at, `"${list.name}" has a type with fractions; it must be whole numbers`);
    }
    for (let row = 0; row < element.count; row++) {
      for (const property of element.properties) {
        if (property === list) read(property);
        else rows.skip(property.type, property.lengthType ? listLength(rows, property) : 1);
      }
      rows.endRow();
    }
  }

  private face(list: PlyProperty): void {
    const at = this.rows.offset();
    const length = listLength(this.rows, list);
    if (length < 3) throw this.rows.fail(at, `a face with ${length} corners; it must have at least three`);
    const before = this.triangles.length / 3;
    const first = this.corner(list.type);
    let last = this.corner(list.type);
    for (let k = 2; k < length; k++) {
      const next = this.corner(list.type);
      this.add(first, last, next, at);
      last = next;
    }
    this.polygons.add(before, length - 2);
  }

  /** Reads strips separated by −1. Every second triangle is reversed; triangles with a repeated corner only join strips and are left out. */
  private strips(list: PlyProperty): void {
    const at = this.rows.offset();
    const length = listLength(this.rows, list);
    let [a, b, corners] = [0, 0, 0];
    for (let k = 0; k < length; k++) {
      const next = this.corner(list.type, true);
      if (next < 0) {
        corners = 0;
        continue;
      }
      if (++corners >= 3 && a !== b && b !== next && next !== a) {
        if (corners % 2 === 1) this.add(a, b, next, at);
        else this.add(b, a, next, at);
      }
      [a, b] = [b, next];
    }
  }

  private add(a: number, b: number, c: number, at: number): void {
    if (this.triangles.add(a, b, c)) return;
    const { maxTriangles } = this.source;
    throw this.rows.fail(at, beyond(maxTriangles + 1, 'triangles', maxTriangles, 'maxTriangles'));
  }

  private corner(type: PlyType, mayEnd = false): number {
    const at = this.rows.offset();
    const index = this.rows.number(type, 'the corner');
    if (index >= 0 && index < this.vertexCount) return index;
    if (mayEnd && index === -1) return index;
    const range = `the file has ${this.vertexCount} vertices, counted from 0 to ${this.vertexCount - 1}`;
    throw this.rows.fail(at, `vertex index ${index} is out of range: ${range}`);
  }
}
