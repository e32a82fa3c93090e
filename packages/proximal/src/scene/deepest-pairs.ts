// Selects the deepest pairs if there are more than a scene keeps, independently of the order in which they are found.

/** The list may have this many times the number of kept pairs before the deepest are selected. */
const capacityFactor = 2;

export class DeepestPairs {
  /** The slots of the bodies of each kept pair, unordered before `select`: `first` of the body with the lower id, `second` of the other. */
  first: Int32Array;
  second: Int32Array;
  /** The number of kept pairs. */
  count = 0;
  /** The number of pairs that were found and are not kept. */
  leftOut = 0;
  private depths: Float64Array;
  /** The index of the shallowest pair that the last selection kept, if it kept `maxCount`: shallower pairs are left out at once. Otherwise −1. */
  private last = -1;

  /** @param maxCount the number of pairs to keep @param ids ids of the bodies in the slots, which order pairs of equal depth */
  constructor(
    private readonly maxCount: number,
    private readonly ids: Float64Array,
  ) {
    // Grows with the number of pairs, which is usually small.
    this.first = new Int32Array(64);
    this.second = new Int32Array(64);
    this.depths = new Float64Array(64);
  }

  /** Offers a pair that has not been offered before. @param depth the overlap of the boxes, or infinity with a half-space */
  offer(a: number, b: number, depth: number): void {
    if (this.last >= 0 && this.compare(this.last, a, b, depth) <= 0) {
      this.leftOut++;
      return;
    }
    if (this.count >= capacityFactor * this.maxCount) this.select();
    if (this.count === this.depths.length) this.grow();
    this.first[this.count] = a;
    this.second[this.count] = b;
    this.depths[this.count++] = depth;
  }

  /** Keeps the deepest pairs, sorted. */
  select(): void {
    const { first, second, depths } = this;
    const order = new Uint32Array(this.count);
    for (let k = 0; k < order.length; k++) order[k] = k;
    order.sort((p, q) => this.compare(p, first[q], second[q], depths[q]));
    const selected = Math.min(order.length, this.maxCount);
    this.leftOut += order.length - selected;
    const [a, b, d] = [first.slice(), second.slice(), depths.slice()];
    for (let k = 0; k < selected; k++) {
      first[k] = a[order[k]];
      second[k] = b[order[k]];
      depths[k] = d[order[k]];
    }
    this.count = selected;
    this.last = selected === this.maxCount ? selected - 1 : -1;
  }

  /** Orders by depth, deepest first, then by ids. */
  private compare(k: number, a: number, b: number, depth: number): number {
    const { first, second, depths, ids } = this;
    return depth - depths[k] || ids[first[k]] - ids[a] || ids[second[k]] - ids[b];
  }

  private grow(): void {
    const length = 2 * this.depths.length;
    const [first, second, depths] = [new Int32Array(length), new Int32Array(length), new Float64Array(length)];
    first.set(this.first);
    second.set(this.second);
    depths.set(this.depths);
    [this.first, this.second, this.depths] = [first, second, depths];
  }
}
