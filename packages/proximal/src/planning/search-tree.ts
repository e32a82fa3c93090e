// A tree of configurations, in flat arrays that grow.
import type { Space } from './space.ts';

/** The initial capacity in nodes: most trees of easy plans are smaller. */
const firstCapacity = 64;

export class SearchTree {
  count = 0;
  parent = new Int32Array(firstCapacity);
  /** The radius of each node's dynamic domain, infinite before the first failure: samples farther away are not used for it. */
  radius = new Float64Array(firstCapacity);
  private nodes: Float64Array;
  private readonly scratch: Float64Array;

  constructor(private readonly space: Space) {
    this.nodes = new Float64Array(firstCapacity * space.model.nq);
    this.scratch = new Float64Array(space.model.nq);
  }

  /** Adds a node and returns its index. */
  add(q: Float64Array, parent: number): number {
    const { nq } = this.space.model;
    if (this.count === this.parent.length) this.grow();
    const index = this.count++;
    for (let k = 0; k < nq; k++) this.nodes[index * nq + k] = q[k];
    this.parent[index] = parent;
    this.radius[index] = Infinity;
    return index;
  }

  private grow(): void {
    const { parent, radius, nodes } = this;
    this.parent = new Int32Array(2 * parent.length);
    this.radius = new Float64Array(2 * radius.length);
    this.nodes = new Float64Array(2 * nodes.length);
    this.parent.set(parent);
    this.radius.set(radius);
    this.nodes.set(nodes);
  }

  read(index: number, out: Float64Array): Float64Array {
    const { nq } = this.space.model;
    for (let k = 0; k < nq; k++) out[k] = this.nodes[index * nq + k];
    return out;
  }

  /** The index of the node nearest to a configuration: every node is compared, in order. */
  nearest(q: Float64Array): number {
    const { space, nodes, count, scratch } = this;
    const { nq } = space.model;
    if (space.isScalar && !space.hasWraps) return nearestRow(nodes, count, nq, q);
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < count; index++) {
      let squared = 0;
      if (space.isScalar) {
        for (let k = 0; k < nq && squared < least; k++) {
          let d = q[k] - nodes[index * nq + k];
          if (space.wrapsAt(k)) d -= 2 * Math.PI * Math.round(d / (2 * Math.PI));
          squared += d * d;
        }
      } else squared = space.distance(q, this.read(index, scratch)) ** 2;
      if (squared < least) {
        least = squared;
        best = index;
      }
    }
    return best;
  }

  /** The configurations from a node to its root. */
  branch(index: number): Float64Array[] {
    const nodes: Float64Array[] = [];
    for (let k = index; k >= 0; k = this.parent[k]) nodes.push(this.read(k, new Float64Array(this.space.model.nq)));
    return nodes;
  }
}

/** The row nearest to a point. The sum over a row stops once it reaches the best. */
function nearestRow(rows: Float64Array, count: number, width: number, point: Float64Array): number {
  let best = 0;
  let least = Infinity;
  for (let row = 0, at = 0; row < count; row++, at += width) {
    let squared = 0;
    for (let k = 0; k < width && squared < least; k++) {
      const d = point[k] - rows[at + k];
      squared += d * d;
    }
    if (squared < least) {
      least = squared;
      best = row;
    }
  }
  return best;
}
