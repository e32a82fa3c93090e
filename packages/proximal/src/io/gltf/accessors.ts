import { show } from '../../check/argument.ts';
import { beyond } from '../source.ts';
import type { Buffers } from './buffers.ts';
import type { JsonObject } from './json-object.ts';

/** A component type: its size, how it is read, and the integer that stands for 1 if normalized (KHR_mesh_quantization). */
interface Component {
  readonly bytes: number;
  readonly isIndex: boolean;
  readonly one: number;
  readonly read: (view: DataView, at: number) => number;
}

const components = new Map<number, Component>([
  [5120, { bytes: 1, isIndex: false, one: 127, read: (view, at) => view.getInt8(at) }],
  [5121, { bytes: 1, isIndex: true, one: 255, read: (view, at) => view.getUint8(at) }],
  [5122, { bytes: 2, isIndex: false, one: 32767, read: (view, at) => view.getInt16(at, true) }],
  [5123, { bytes: 2, isIndex: true, one: 65535, read: (view, at) => view.getUint16(at, true) }],
  [5125, { bytes: 4, isIndex: true, one: 4294967295, read: (view, at) => view.getUint32(at, true) }],
  [5126, { bytes: 4, isIndex: false, one: 1, read: (view, at) => view.getFloat32(at, true) }],
]);

/** Numbers in a buffer view: their offset and the stride of the elements, in bytes. */
interface Layout {
  readonly view: DataView;
  readonly offset: number;
  readonly stride: number;
  readonly component: Component;
}

/** The accessors of a document: typed, strided, sparse numbers in its buffers, every range checked before it is read. */
export class Accessors {
  private readonly decoded = new Map<number, Float64Array>();
  /** The number of vertices decoded so far. */
  private vertexCount = 0;

  constructor(
    private readonly document: JsonObject,
    private readonly buffers: Buffers,
  ) {}

  /** x y z of the vertices that `user[member]` refers to. */
  positions(user: JsonObject, member: string): Float64Array {
    const index = this.document.reference('accessors', user, member);
    const decoded = this.decoded.get(index);
    if (decoded) return decoded;
    const accessor = this.document.item('accessors', index);
    checkType(accessor, 'VEC3');
    const count = accessor.integer('count', 1);
    // All accessors together count: overlapping accessors can claim more vertices than there are bytes.
    const { maxVertices } = accessor.source;
    this.vertexCount += count;
    if (this.vertexCount > maxVertices) {
      throw accessor.fail('count', beyond(this.vertexCount, 'vertices', maxVertices, 'maxVertices'));
    }
    const component = componentOf(accessor);
    const layout = this.layout(accessor, 'bufferView', count, 3, component);
    if (!layout && count > accessor.source.bytes.length) {
      throw accessor.fail('count', `is ${count}, without a bufferView to hold so many; the file is damaged`);
    }
    const positions = new Float64Array(3 * count);
    const one = accessor.flag('normalized') ? component.one : 1;
    if (layout) copyVectors(layout, one, positions, count, (k) => k);
    if (accessor.has('sparse')) this.replace(accessor, count, component, one, positions);
    this.checkFinite(accessor, positions);
    this.decoded.set(index, positions);
    return positions;
  }

  /** The vertex indices that `user[member]` refers to, each below `vertices`; `announce` is called with their number first. */
  indices(user: JsonObject, member: string, vertices: number, announce: (count: number) => void): Uint32Array {
    const accessor = this.document.referred('accessors', user, member);
    checkType(accessor, 'SCALAR');
    const count = accessor.integer('count', 1);
    announce(count);
    const component = componentOf(accessor);
    if (!component.isIndex) {
      throw accessor.fail('componentType', 'is not a type of indices; it must be 5121, 5123 or 5125 (unsigned)');
    }
    const layout = this.layout(accessor, 'bufferView', count, 1, component);
    if (!layout || accessor.has('sparse')) {
      throw accessor.fail(layout ? 'sparse' : 'bufferView', 'indices must be stored in full in a bufferView');
    }
    const indices = new Uint32Array(count);
    const { view, offset, stride } = layout;
    for (let k = 0; k < count; k++) {
      indices[k] = component.read(view, offset + k * stride);
      if (indices[k] >= vertices) {
        const problem = `index ${indices[k]} at element ${k} is out of range: the primitive has ${vertices} vertices`;
        throw this.document.source.failAtPath(accessor.path, `${problem}, counted from 0; the file is damaged`);
      }
    }
    return indices;
  }

  /** The layout of `count` elements; undefined if `holder` has no buffer view. The numbers of such an accessor are zero. */
  private layout(
    holder: JsonObject,
    member: string,
    count: number,
    width: number,
    component: Component,
  ): Layout | undefined {
    if (!holder.has(member)) return undefined;
    const { bytes, stride: given, view } = this.buffers.view(holder, member);
    const offset = holder.integer('byteOffset', 0, 0);
    const size = width * component.bytes;
    const stride = given || size;
    if (stride < size) throw view.fail('byteStride', `is ${stride}, and an element has ${size} bytes`);
    const end = offset + stride * (count - 1) + size;
    if (end > bytes.byteLength) {
      const problem = `${count} elements end at byte ${end} of a buffer view with ${bytes.byteLength}`;
      throw this.document.source.failAtPath(holder.path, `${problem}; the file is truncated or damaged`);
    }
    return { view: bytes, offset, stride, component };
  }

  /** Replaces the elements of `target` that a sparse accessor lists. */
  private replace(accessor: JsonObject, total: number, component: Component, one: number, target: Float64Array): void {
    const sparse = accessor.object('sparse');
    const count = sparse.integer('count', 1, undefined, total);
    const [indices, values] = [sparse.object('indices'), sparse.object('values')];
    const indexLayout = this.layout(indices, 'bufferView', count, 1, componentOf(indices));
    const valueLayout = this.layout(values, 'bufferView', count, 3, component);
    if (!indexLayout || !valueLayout)
      throw (indexLayout ? values : indices).fail('bufferView', 'is missing; the file is damaged');
    copyVectors(valueLayout, one, target, count, (k) => {
      const index = indexLayout.component.read(indexLayout.view, indexLayout.offset + k * indexLayout.stride);
      if (indexLayout.component.isIndex && index < total) return index;
      throw indices.fail(
        'bufferView',
        `index ${index} at element ${k} is out of range: the accessor has ${total} elements`,
      );
    });
  }

  private checkFinite(accessor: JsonObject, positions: Float64Array): void {
    for (let k = 0; k < positions.length; k++) {
      if (Number.isFinite(positions[k])) continue;
      const problem = `coordinate ${'xyz'[k % 3]} of vertex ${Math.floor(k / 3)} is ${positions[k]}`;
      throw this.document.source.failAtPath(accessor.path, `${problem}; it must be finite, the file is damaged`);
    }
  }
}

function copyVectors(
  layout: Layout,
  one: number,
  target: Float64Array,
  count: number,
  elementOf: (k: number) => number,
): void {
  const { view, offset, stride, component } = layout;
  for (let k = 0; k < count; k++) {
    const element = elementOf(k);
    for (let axis = 0; axis < 3; axis++) {
      const value = component.read(view, offset + k * stride + axis * component.bytes) / one;
      // The lowest signed integer also stands for −1.
      target[3 * element + axis] = one > 1 && value < -1 ? -1 : value;
    }
  }
}

function componentOf(holder: JsonObject): Component {
  const code = holder.integer('componentType', 0);
  const component = components.get(code);
  if (component) return component;
  throw holder.fail('componentType', `is ${code}; the types are ${[...components.keys()].join(', ')}`);
}

function checkType(accessor: JsonObject, type: string): void {
  const given = accessor.text('type');
  if (given !== type) throw accessor.fail('type', `is ${show(given)}; it must be ${type}`);
}
