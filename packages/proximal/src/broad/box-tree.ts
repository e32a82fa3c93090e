// Builds a bounding-volume hierarchy top down by the binned surface-area heuristic: the boxes of a node are sorted into a few
// bins along each axis, and split where the sum of surface area times count is least. Small and very deep nodes are halved.

const bins = 12;
/** Nodes with at most this many boxes are split into halves of equal count. */
const maxHalved = 6;
/** Nodes at this depth or deeper are also split into halves, so that the depth of the tree does not exceed the kernel's stack. */
const halvedDepth = 40;

export interface BoxTree {
  /** Six numbers for each node, least coordinates first; the root comes first. */
  readonly boxes: Float64Array;
  /**
   * Two numbers for each node. Inner node: the index of the first child, and 0; the second child follows the first. Leaf: the index in
   * `order` of the first box, and the number of boxes.
   */
  readonly links: Int32Array;
  /** The indices of the input boxes, sorted so that the boxes of a leaf are contiguous. */
  readonly order: Int32Array;
}

/** @param boxes six numbers for each of `count` boxes, at least one */
export function buildBoxTree(boxes: Float64Array, count: number, leafSize: number): BoxTree {
  return new Builder(boxes, count, leafSize).build();
}

class Builder {
  private readonly centers: Float64Array;
  private readonly order: Int32Array;
  /** Scratch of `partition`. */
  private readonly secondPart: Int32Array;
  private readonly nodes: Float64Array;
  private readonly links: Int32Array;
  private nodeCount = 0;
  /** The number of boxes in each bin of the current node. */
  private readonly counts = new Int32Array(bins);
  /** The bounding box of each bin. */
  private readonly binBoxes = new Float64Array(6 * bins);
  /**
   * For each bin, the cost of the boxes in all later bins: their count times half the surface area of their bounding box; infinite if there
   * are none.
   */
  private readonly laterCosts = new Float64Array(bins);
  /** The bounding box of the centers of the current node's boxes. */
  private readonly range = new Float64Array(6);
  /** The bounding box of the bins on one side of a split. */
  private readonly sideBox = new Float64Array(6);
  private bestCost = 0;
  private bestBin = 0;

  constructor(
    private readonly boxes: Float64Array,
    private readonly count: number,
    private readonly leafSize: number,
  ) {
    this.centers = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) {
      for (let axis = 0; axis < 3; axis++)
        this.centers[3 * k + axis] = boxes[6 * k + axis] / 2 + boxes[6 * k + 3 + axis] / 2;
    }
    this.order = new Int32Array(count);
    for (let k = 0; k < count; k++) this.order[k] = k;
    this.secondPart = new Int32Array(count);
    this.nodes = new Float64Array(12 * count);
    this.links = new Int32Array(4 * count);
  }

  build(): BoxTree {
    this.nodeCount = 1;
    this.split(0, 0, this.count, 0);
    const { nodes, links, order, nodeCount } = this;
    return { boxes: nodes.subarray(0, 6 * nodeCount), links: links.subarray(0, 2 * nodeCount), order };
  }

  private split(node: number, from: number, to: number, depth: number): void {
    const { nodes, boxes, order, links } = this;
    empty(nodes, 6 * node);
    for (let k = from; k < to; k++) enlarge(nodes, 6 * node, boxes, 6 * order[k]);
    if (to - from <= this.leafSize) {
      links[2 * node] = from;
      links[2 * node + 1] = to - from;
      return;
    }
    const middle = this.divide(from, to, depth);
    const left = this.nodeCount;
    this.nodeCount += 2;
    links[2 * node] = left;
    links[2 * node + 1] = 0;
    this.split(left, from, middle, depth + 1);
    this.split(left + 1, middle, to, depth + 1);
  }

  /** Reorders the boxes and returns the start of the second part. */
  private divide(from: number, to: number, depth: number): number {
    const { centers, order, range } = this;
    empty(range, 0);
    for (let k = from; k < to; k++) {
      const at = 3 * order[k];
      for (let axis = 0; axis < 3; axis++) {
        const x = centers[at + axis];
        if (x < range[axis]) range[axis] = x;
        if (x > range[3 + axis]) range[3 + axis] = x;
      }
    }
    let bestAxis = -1;
    this.bestCost = Infinity;
    if (to - from > maxHalved && depth < halvedDepth) {
      for (let axis = 0; axis < 3; axis++) if (this.tryAxis(from, to, axis)) bestAxis = axis;
    }
    return bestAxis < 0 ? this.halve(from, to) : this.partition(from, to, bestAxis);
  }

  /** Whether the best split across this axis is better than those across the axes before it; then `bestCost` and `bestBin` are set to it. */
  private tryAxis(from: number, to: number, axis: number): boolean {
    const { counts, binBoxes, laterCosts, boxes, order, sideBox } = this;
    if (!(this.range[3 + axis] > this.range[axis])) return false;
    counts.fill(0);
    for (let bin = 0; bin < bins; bin++) empty(binBoxes, 6 * bin);
    for (let k = from; k < to; k++) {
      const bin = this.binOf(order[k], axis);
      counts[bin]++;
      enlarge(binBoxes, 6 * bin, boxes, 6 * order[k]);
    }
    empty(sideBox, 0);
    let boxCount = 0;
    for (let bin = bins - 1; bin > 0; bin--) {
      enlarge(sideBox, 0, binBoxes, 6 * bin);
      boxCount += counts[bin];
      laterCosts[bin - 1] = boxCount > 0 ? boxCount * surface(sideBox) : Infinity;
    }
    empty(sideBox, 0);
    boxCount = 0;
    let isBetter = false;
    for (let bin = 0; bin < bins - 1; bin++) {
      enlarge(sideBox, 0, binBoxes, 6 * bin);
      boxCount += counts[bin];
      const cost = boxCount > 0 ? boxCount * surface(sideBox) + laterCosts[bin] : Infinity;
      if (!(cost < this.bestCost)) continue;
      this.bestCost = cost;
      this.bestBin = bin;
      isBetter = true;
    }
    return isBetter;
  }

  private binOf(box: number, axis: number): number {
    const low = this.range[axis];
    const bin = Math.floor(((this.centers[3 * box + axis] - low) / (this.range[3 + axis] - low)) * bins);
    return bin < bins ? bin : bins - 1;
  }

  /**
   * Splits a node into halves of equal count, along the longest axis of its boxes' centers. Returns the start of the second half.
   */
  private halve(from: number, to: number): number {
    const { centers, order, range } = this;
    let axis = 0;
    for (let k = 1; k < 3; k++) if (range[3 + k] - range[k] > range[3 + axis] - range[axis]) axis = k;
    if (to - from <= 2 * maxHalved) {
      // Insertion sort, because there are few boxes.
      for (let k = from + 1; k < to; k++) {
        const box = order[k];
        const x = centers[3 * box + axis];
        let n = k - 1;
        for (; n >= from && centers[3 * order[n] + axis] > x; n--) order[n + 1] = order[n];
        order[n + 1] = box;
      }
    } else {
      order.subarray(from, to).sort((p, q) => centers[3 * p + axis] - centers[3 * q + axis] || p - q);
    }
    return from + ((to - from) >> 1);
  }

  /** Boxes up to the best bin come first; both parts keep their order. */
  private partition(from: number, to: number, axis: number): number {
    const { order, secondPart, bestBin } = this;
    let at = from;
    let others = 0;
    for (let k = from; k < to; k++) {
      if (this.binOf(order[k], axis) <= bestBin) order[at++] = order[k];
      else secondPart[others++] = order[k];
    }
    for (let k = 0; k < others; k++) order[at + k] = secondPart[k];
    return at;
  }
}

function empty(box: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Infinity;
    box[at + 3 + axis] = -Infinity;
  }
}

function enlarge(box: Float64Array, at: number, other: Float64Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (other[from + axis] < box[at + axis]) box[at + axis] = other[from + axis];
    if (other[from + 3 + axis] > box[at + 3 + axis]) box[at + 3 + axis] = other[from + 3 + axis];
  }
}

/** Half the surface of a box. */
function surface(box: Float64Array): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}
