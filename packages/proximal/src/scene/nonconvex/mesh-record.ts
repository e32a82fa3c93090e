// A triangle mesh with its tree of boxes, as kernel/mesh/layout.ts has it. Top-down: the triangles of a node are sorted into a few
// bins along each axis, and split where the two parts' surfaces times their counts are least.
import {
  MESH_DATA,
  MESH_NODES_AT_INT,
  MESH_TRIANGLES_AT_INT,
  MESH_TRIANGLES_INT,
  NODE_COUNT_INT,
  NODE_FIRST_INT,
  NODE_SIZE,
  TRIANGLE_NUMBER_INT,
  TRIANGLE_SIZE,
} from '../../engine/layout.ts';
import { ShapeRecord } from '../../engine/record.ts';

const bins = 16;
/** Triangles that a leaf may have without being split. */
const leafSize = 4;
/** Below this depth nodes are halved, so that no mesh makes the tree too deep for the kernel's stack. */
const deepest = 40;

export function meshRecord(vertices: Float64Array, triangles: Uint32Array): ShapeRecord {
  return new Builder(vertices, triangles).build();
}

class Builder {
  private readonly count: number;
  /** Six numbers for each triangle, and the middles of the boxes. */
  private readonly boxes: Float64Array;
  private readonly middles: Float64Array;
  private readonly order: Int32Array;
  private readonly nodes: number[] = [];
  private readonly links: number[] = [];

  constructor(
    private readonly vertices: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    this.count = triangles.length / 3;
    this.boxes = new Float64Array(6 * this.count);
    this.middles = new Float64Array(3 * this.count);
    this.order = Int32Array.from({ length: this.count }, (_, k) => k);
    for (let k = 0; k < this.count; k++) this.bound(k);
  }

  build(): ShapeRecord {
    this.addNode();
    this.split(0, 0, this.count, 0);
    return this.encode();
  }

  private bound(k: number): void {
    const { vertices, triangles, boxes, middles } = this;
    for (let axis = 0; axis < 3; axis++) {
      const a = vertices[3 * triangles[3 * k] + axis];
      const b = vertices[3 * triangles[3 * k + 1] + axis];
      const c = vertices[3 * triangles[3 * k + 2] + axis];
      boxes[6 * k + axis] = Math.min(a, b, c);
      boxes[6 * k + 3 + axis] = Math.max(a, b, c);
      middles[3 * k + axis] = boxes[6 * k + axis] / 2 + boxes[6 * k + 3 + axis] / 2;
    }
  }

  private addNode(): number {
    this.nodes.push(0, 0, 0, 0, 0, 0);
    this.links.push(0, 0);
    return this.links.length / 2 - 1;
  }

  private split(node: number, from: number, to: number, depth: number): void {
    const box = this.around(from, to);
    for (let k = 0; k < 6; k++) this.nodes[6 * node + k] = box[k];
    const middle = to - from <= leafSize ? -1 : this.divide(from, to, depth);
    if (middle < 0) {
      this.links[2 * node] = from;
      this.links[2 * node + 1] = to - from;
      return;
    }
    const left = this.addNode();
    this.addNode();
    this.links[2 * node] = left;
    this.split(left, from, middle, depth + 1);
    this.split(left + 1, middle, to, depth + 1);
  }

  private around(from: number, to: number): Float64Array {
    const out = emptyBox();
    for (let k = from; k < to; k++) enlarge(out, this.boxes, 6 * this.order[k]);
    return out;
  }

  /** Orders the triangles and returns where the second part begins. */
  private divide(from: number, to: number, depth: number): number {
    const { middles, order } = this;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = from; k < to; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const x = middles[3 * order[k] + axis];
        if (x < low[axis]) low[axis] = x;
        if (x > high[axis]) high[axis] = x;
      }
    }
    let best = Infinity;
    let bestAxis = -1;
    let bestBin = 0;
    for (let axis = 0; axis < 3 && depth < deepest; axis++) {
      if (!(high[axis] > low[axis])) continue;
      const { cost, bin } = this.tryAxis(from, to, axis, low[axis], bins / (high[axis] - low[axis]));
      if (cost >= best) continue;
      best = cost;
      bestAxis = axis;
      bestBin = bin;
    }
    if (bestAxis < 0) return this.halve(from, to, low, high);
    const scale = bins / (high[bestAxis] - low[bestAxis]);
    return this.partition(from, to, (k) => binOf(middles[3 * k + bestAxis], low[bestAxis], scale) <= bestBin);
  }

  private tryAxis(from: number, to: number, axis: number, low: number, scale: number): { cost: number; bin: number } {
    const counts = new Int32Array(bins);
    const boxes = Array.from({ length: bins }, emptyBox);
    for (let k = from; k < to; k++) {
      const triangle = this.order[k];
      const bin = binOf(this.middles[3 * triangle + axis], low, scale);
      counts[bin]++;
      enlarge(boxes[bin], this.boxes, 6 * triangle);
    }
    const behind = new Float64Array(bins);
    const box = emptyBox();
    let sum = 0;
    for (let bin = bins - 1; bin > 0; bin--) {
      enlarge(box, boxes[bin], 0);
      sum += counts[bin];
      behind[bin - 1] = sum > 0 ? sum * surface(box) : Infinity;
    }
    const front = emptyBox();
    let best = { cost: Infinity, bin: 0 };
    sum = 0;
    for (let bin = 0; bin < bins - 1; bin++) {
      enlarge(front, boxes[bin], 0);
      sum += counts[bin];
      const cost = sum > 0 ? sum * surface(front) + behind[bin] : Infinity;
      if (cost < best.cost) best = { cost, bin };
    }
    return best;
  }

  /** By count along the longest axis: where no bin divides them, or the tree gets deep. */
  private halve(from: number, to: number, low: readonly number[], high: readonly number[]): number {
    const extents = [0, 1, 2].map((axis) => high[axis] - low[axis]);
    const axis = extents.indexOf(Math.max(...extents));
    const { middles, order } = this;
    const sorted = Array.from(order.subarray(from, to)).sort(
      (p, q) => middles[3 * p + axis] - middles[3 * q + axis] || p - q,
    );
    order.set(sorted, from);
    return from + ((to - from) >> 1);
  }

  /** Those that `isFirst` names come first; both parts keep their order. */
  private partition(from: number, to: number, isFirst: (triangle: number) => boolean): number {
    const { order } = this;
    const rest: number[] = [];
    let at = from;
    for (let k = from; k < to; k++) {
      const triangle = order[k];
      if (isFirst(triangle)) order[at++] = triangle;
      else rest.push(triangle);
    }
    order.set(rest, at);
    return at;
  }

  private encode(): ShapeRecord {
    const { nodes, links, order, vertices, triangles, count } = this;
    const nodeCount = links.length / 2;
    const trianglesAt = MESH_DATA + NODE_SIZE * nodeCount;
    const data = new Float64Array(trianglesAt + TRIANGLE_SIZE * count);
    const integers = new Int32Array(data.buffer);
    integers[MESH_TRIANGLES_INT] = count;
    integers[MESH_NODES_AT_INT] = MESH_DATA;
    integers[MESH_TRIANGLES_AT_INT] = trianglesAt;
    for (let node = 0; node < nodeCount; node++) {
      const at = MESH_DATA + NODE_SIZE * node;
      for (let k = 0; k < 6; k++) data[at + k] = nodes[6 * node + k];
      integers[2 * at + NODE_FIRST_INT] = links[2 * node];
      integers[2 * at + NODE_COUNT_INT] = links[2 * node + 1];
    }
    for (let k = 0; k < count; k++) {
      const at = trianglesAt + TRIANGLE_SIZE * k;
      for (let n = 0; n < 9; n++) {
        data[at + n] = vertices[3 * triangles[3 * order[k] + Math.floor(n / 3)] + (n % 3)];
      }
      integers[2 * at + TRIANGLE_NUMBER_INT] = order[k];
    }
    return ShapeRecord.of(data);
  }
}

function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

function enlarge(box: Float64Array, other: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (other[at + axis] < box[axis]) box[axis] = other[at + axis];
    if (other[at + 3 + axis] > box[3 + axis]) box[3 + axis] = other[at + 3 + axis];
  }
}

/** Half the surface of a box. */
function surface(box: Float64Array): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}

function binOf(x: number, low: number, scale: number): number {
  return Math.min(bins - 1, Math.floor((x - low) * scale));
}
