// The triangles of a <geometry>: <triangles>, <polylist>, <polygons>, <tristrips> and <trifans>.

import type { XmlElement } from '../../io/robots/xml.ts';
import { GrowingTriangles } from '../growing.ts';
import { Polygons } from '../polygons.ts';
import { beyond } from '../source.ts';
import { type ColladaDocument, childOf, childrenOf } from './document.ts';

export interface ColladaGeometry {
  readonly name: string;
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}

/** The positions of the vertex indices in the index lists of a primitive. */
interface Layout {
  readonly offset: number;
  /** The number of indices for each corner. */
  readonly stride: number;
}

export class GeometryReader {
  private vertices: Float64Array = new Float64Array();
  private readonly triangles: GrowingTriangles;
  private readonly polygons = new Polygons();

  constructor(
    private readonly document: ColladaDocument,
    private readonly geometry: XmlElement,
  ) {
    this.triangles = new GrowingTriangles(document.source.maxTriangles);
  }

  read(): ColladaGeometry {
    const { geometry, document } = this;
    const name = geometry.attributes.get('name') ?? geometry.attributes.get('id') ?? '';
    const mesh = childOf(geometry, 'mesh');
    if (mesh) {
      const positions = this.positionsOf(mesh);
      if (positions) this.vertices = positions;
      for (const primitive of mesh.children) this.primitive(primitive);
    } else document.source.notify(`<geometry> at line ${geometry.line} is not a <mesh>; it is not read`);
    const triangles = this.triangles.finish();
    this.polygons.finish(this.vertices, triangles, document.source.notify);
    return { name, vertices: this.vertices, triangles };
  }

  /** The positions that <vertices> refers to; null if there are none. */
  private positionsOf(mesh: XmlElement): Float64Array | null {
    const { document } = this;
    const vertices = childOf(mesh, 'vertices');
    const input = vertices?.children.find(({ attributes }) => attributes.get('semantic') === 'POSITION');
    if (!vertices || !input) return null;
    const source = document.referred(input, 'source', 'source');
    const accessor = (childOf(source, 'technique_common') ?? source).children.find(({ name }) => name === 'accessor');
    if (!accessor) throw document.fail(source, '<source> has no <accessor>');
    const numbers = document.numbers(document.referred(accessor, 'source', 'float_array'));
    const [count, stride, offset] = [
      this.wholeNumber(accessor, 'count'),
      this.wholeNumber(accessor, 'stride', 1),
      this.wholeNumber(accessor, 'offset', 0),
    ];
    if (stride < 3) throw document.fail(accessor, `positions have a stride of ${stride}; it must be 3 or more`);
    if (offset + count * stride > numbers.length)
      throw document.fail(
        accessor,
        `${count} positions need ${offset + count * stride} numbers; there are ${numbers.length}`,
      );
    const { maxVertices } = document.source;
    if (count > maxVertices) throw document.fail(accessor, beyond(count, 'vertices', maxVertices, 'maxVertices'));
    const positions = new Float64Array(3 * count);
    for (let k = 0; k < count; k++)
      for (let axis = 0; axis < 3; axis++) positions[3 * k + axis] = numbers[offset + k * stride + axis];
    return positions;
  }

  private wholeNumber(element: XmlElement, attribute: string, fallback?: number): number {
    const text = element.attributes.get(attribute);
    if (text === undefined && fallback !== undefined) return fallback;
    if (text !== undefined && /^\d{1,9}$/.test(text.trim())) return Number(text);
    const shown = text === undefined ? 'missing' : JSON.stringify(text.slice(0, 40));
    throw this.document.fail(element, `${attribute} of <${element.name}> is ${shown}; give a whole number`);
  }

  private primitive(primitive: XmlElement): void {
    const { document } = this;
    if (!/^(triangles|polylist|polygons|tristrips|trifans)$/.test(primitive.name)) return;
    const layout = this.layoutOf(primitive);
    const lists = childrenOf(primitive, 'p').map((list) => this.cornersOf(list, layout));
    switch (primitive.name) {
      case 'triangles':
        for (const corners of lists) {
          if (corners.length % 3 !== 0)
            throw document.fail(primitive, `${corners.length} corners make no triangles; the file is damaged`);
          for (let k = 0; k < corners.length; k += 3) this.add(primitive, corners[k], corners[k + 1], corners[k + 2]);
        }
        return;
      case 'polylist':
        this.polylist(primitive, lists[0] ?? new Uint32Array());
        return;
      case 'polygons':
        for (const corners of lists) this.polygon(primitive, corners);
        for (const { line } of childrenOf(primitive, 'ph'))
          document.source.notify(`a polygon with holes at line ${line} is not read; export it as triangles`);
        return;
      default:
        for (const corners of lists) this.strip(primitive, corners);
    }
  }

  private polylist(primitive: XmlElement, corners: Uint32Array): void {
    const counts = childOf(primitive, 'vcount');
    if (!counts) throw this.document.fail(primitive, '<polylist> has no <vcount>');
    let at = 0;
    for (const count of this.document.indices(counts)) {
      if (at + count > corners.length)
        throw this.document.fail(counts, `<vcount> counts more corners than the ${corners.length} of <p>`);
      this.polygon(primitive, corners.subarray(at, at + count));
      at += count;
    }
    if (at !== corners.length)
      throw this.document.fail(counts, `<vcount> counts ${at} corners; <p> has ${corners.length}`);
  }

  /** A fan, which is replaced if the polygon is not convex. */
  private polygon(primitive: XmlElement, corners: Uint32Array): void {
    if (corners.length < 3)
      throw this.document.fail(primitive, `a polygon with ${corners.length} corners; it must have at least three`);
    const before = this.triangles.length / 3;
    for (let k = 1; k + 1 < corners.length; k++) this.add(primitive, corners[0], corners[k], corners[k + 1]);
    this.polygons.add(before, corners.length - 2);
  }

  /** A strip, in which every second triangle is reversed, or a fan. */
  private strip(primitive: XmlElement, corners: Uint32Array): void {
    const isFan = primitive.name === 'trifans';
    for (let k = 0; k + 2 < corners.length; k++) {
      const [a, b, c] = [corners[isFan ? 0 : k], corners[k + 1], corners[k + 2]];
      // Triangles with two equal corners have no area; strips are joined by them.
      if (a === b || b === c || c === a) continue;
      if (isFan || k % 2 === 0) this.add(primitive, a, b, c);
      else this.add(primitive, b, a, c);
    }
  }

  private layoutOf(primitive: XmlElement): Layout {
    const inputs = childrenOf(primitive, 'input');
    const offsets = inputs.map((input) => this.wholeNumber(input, 'offset', 0));
    const vertex = inputs.findIndex(({ attributes }) => attributes.get('semantic') === 'VERTEX');
    if (vertex < 0) throw this.document.fail(primitive, `<${primitive.name}> has no <input semantic="VERTEX">`);
    const largest = Math.max(...offsets);
    if (largest > 100) throw this.document.fail(primitive, `an <input> has the offset ${largest}; the file is damaged`);
    return { offset: offsets[vertex], stride: largest + 1 };
  }

  /** The vertices of the corners in a <p>. */
  private cornersOf(list: XmlElement, { offset, stride }: Layout): Uint32Array {
    const { document } = this;
    const numbers = document.indices(list);
    if (numbers.length % stride !== 0)
      throw document.fail(list, `<p> has ${numbers.length} numbers; it must have ${stride} for each corner`);
    const count = this.vertices.length / 3;
    return new Uint32Array(numbers.length / stride).map((_, k) => {
      const index = numbers[k * stride + offset];
      if (index < count) return index;
      throw document.fail(
        list,
        `vertex index ${index} is out of range: the mesh has ${count} vertices, counted from 0`,
      );
    });
  }

  private add(primitive: XmlElement, a: number, b: number, c: number): void {
    if (this.triangles.add(a, b, c)) return;
    const { maxTriangles } = this.document.source;
    throw this.document.fail(primitive, beyond(maxTriangles + 1, 'triangles', maxTriangles, 'maxTriangles'));
  }
}
