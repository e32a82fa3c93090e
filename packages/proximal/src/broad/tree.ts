// A dynamic bounding-volume tree. Leaves have fat boxes, so that a body that moves a little stays in its leaf. The leaf of a body that leaves its
// fat box, or comes to rest in a large one, is removed, and inserted where a descent by the added surface area ends, as in Catto's trees. Along the
// path to the root, boxes are refit, and siblings whose heights differ by two or more are rotated, to balance the tree.

import { buildBoxTree } from './box-tree.ts';
import { areNear, type Boxes, type BroadPhase, meetsRay, type PairSink, type Ray } from './broad-phase.ts';
import { NodePool, none } from './node-pool.ts';
import type { SlotList } from './slot-list.ts';

/** A fat box extends beyond the tight one on each side by this fraction of the tight box's size, and by part of the margin: see `growth`. */
const fatFraction = 0.2;
/** A fat box is also extended by this many times the last displacement of its body, in the direction of the displacement: see `fatten`. */
const predictedUpdates = 8;
/** The tree is rebuilt after more insertions and moves per leaf than this, because they degrade its quality. */
const maxMovesPerLeaf = 2;
/**
 * A fat box is replaced if its extension beyond the tight box is more than this many times the extension of a new fat box. This happens,
 * for example, after its body has come to rest.
 */
const maxExtensionRatio = 4;

export class DynamicTree implements BroadPhase {
  private readonly pool = new NodePool();
  private root = none;
  /** The leaf of each slot, or none. */
  private leaves = new Int32Array(64).fill(none);
  /** The slots whose leaves were inserted or moved in the current update. */
  private changed: number[] = [];
  /** The update in which each slot's leaf was last inserted. */
  private placedIn = new Int32Array(64);
  private updates = 0;
  private leafCount = 0;
  /** The number of inserted and moved leaves since the last rebuild. */
  private moveCount = 0;
  private stack = new Int32Array(64);
  /** Scratch: a fat box. */
  private readonly fat = new Float64Array(6);

  constructor(
    private readonly store: Boxes,
    private readonly margin: number,
  ) {}

  /** The number of levels below the root. */
  get height(): number {
    return this.root === none ? 0 : this.pool.height[this.root];
  }

  /** Throws unless every inner box is the bounding box of its children's boxes, and heights and links are consistent. For tests. @internal */
  validate(): void {
    if (this.root !== none) this.pool.validate(this.root, none);
  }

  update(moved: SlotList, sink: PairSink): void {
    this.updates++;
    this.changed.length = 0;
    for (let k = 0; k < moved.count; k++) this.move(moved.slots[k]);
    this.moveCount += this.changed.length;
    if (this.moveCount > maxMovesPerLeaf * this.leafCount && this.leafCount > 2) this.rebuild();
    for (const slot of this.changed) this.report(slot, sink);
  }

  remove(slot: number): void {
    const leaf = slot < this.leaves.length ? this.leaves[slot] : none;
    if (leaf === none) return;
    this.detach(leaf);
    this.pool.release(leaf);
    this.leaves[slot] = none;
    this.leafCount--;
  }

  hasParted(a: number, b: number): boolean {
    const { boxes } = this.pool;
    return !areNear(boxes, 6 * this.leaves[a], boxes, 6 * this.leaves[b], 0);
  }

  query(box: ArrayLike<number>, maxDistance: number, out: SlotList): void {
    const { boxes, left, right } = this.pool;
    const tight = this.store.boxes;
    let count = 0;
    if (this.root !== none) this.stack[count++] = this.root;
    while (count > 0) {
      const node = this.stack[--count];
      // Fat boxes only exclude inner nodes. At a leaf, the tight box of its body decides.
      if (left[node] === none) {
        if (areNear(box, 0, tight, 6 * right[node], maxDistance)) out.push(right[node]);
      } else if (areNear(box, 0, boxes, 6 * node, maxDistance)) {
        this.reserve(count + 2);
        this.stack[count++] = left[node];
        this.stack[count++] = right[node];
      }
    }
  }

  ray(ray: Ray, radius: number, out: SlotList): void {
    const { boxes, left, right } = this.pool;
    const tight = this.store.boxes;
    let count = 0;
    if (this.root !== none) this.stack[count++] = this.root;
    while (count > 0) {
      const node = this.stack[--count];
      if (left[node] === none) {
        if (meetsRay(ray, tight, 6 * right[node], radius)) out.push(right[node]);
      } else if (meetsRay(ray, boxes, 6 * node, radius)) {
        this.reserve(count + 2);
        this.stack[count++] = left[node];
        this.stack[count++] = right[node];
      }
    }
  }

  private reserve(count: number): void {
    if (count <= this.stack.length) return;
    const more = new Int32Array(2 * this.stack.length);
    more.set(this.stack);
    this.stack = more;
  }

  /** Moves a leaf to the present box of its body, unless its fat box still fits. */
  private move(slot: number): void {
    if (slot >= this.leaves.length) this.growLeaves(slot);
    const leaf = this.leaves[slot];
    if (leaf !== none && this.fits(slot, leaf)) return;
    if (leaf !== none) this.detach(leaf);
    const node = leaf === none ? this.pool.allocate() : leaf;
    if (leaf === none) this.leafCount++;
    this.fatten(slot);
    this.pool.boxes.set(this.fat, 6 * node);
    this.pool.left[node] = none;
    this.pool.right[node] = slot;
    this.pool.height[node] = 0;
    this.leaves[slot] = node;
    this.insert(node);
    this.placedIn[slot] = this.updates;
    this.changed.push(slot);
  }

  private fits(slot: number, leaf: number): boolean {
    const tight = this.store.boxes;
    const { boxes } = this.pool;
    const half = this.margin / 2;
    for (let axis = 0; axis < 3; axis++) {
      const low = tight[6 * slot + axis];
      const high = tight[6 * slot + 3 + axis];
      const fatLow = boxes[6 * leaf + axis];
      const fatHigh = boxes[6 * leaf + 3 + axis];
      if (low - half < fatLow || high + half > fatHigh) return false;
      const displacement = this.store.displacement[3 * slot + axis];
      if (
        fatHigh - fatLow >
        maxExtensionRatio * (2 * this.growth(low, high) + predictedUpdates * Math.abs(displacement)) + high - low
      )
        return false;
    }
    return true;
  }

  private fatten(slot: number): void {
    const tight = this.store.boxes;
    for (let axis = 0; axis < 3; axis++) {
      const low = tight[6 * slot + axis];
      const high = tight[6 * slot + 3 + axis];
      const ahead = predictedUpdates * this.store.displacement[3 * slot + axis];
      const growth = this.growth(low, high);
      // Limit the extension along the motion to the body's size and the margin, because a teleported body does not continue its motion.
      const limit = high - low + this.margin;
      this.fat[axis] = low - growth + Math.max(-limit, Math.min(0, ahead));
      this.fat[3 + axis] = high + growth + Math.min(limit, Math.max(0, ahead));
    }
  }

  /** More than half the margin: two fat boxes overlap whenever the tight ones are within the margin, despite rounding. */
  private growth(low: number, high: number): number {
    return 0.55 * this.margin + fatFraction * (high - low);
  }

  /**
   * Reports the pair of `slot` and each leaf whose fat box intersects its own. A pair of two changed leaves is reported once, for the
   * larger slot.
   */
  private report(slot: number, sink: PairSink): void {
    const { boxes, left, right } = this.pool;
    const leaf = this.leaves[slot];
    const from = 6 * leaf;
    const [x0, y0, z0, x1, y1, z1] = boxes.subarray(from, from + 6);
    let count = 0;
    this.stack[count++] = this.root;
    while (count > 0) {
      const node = this.stack[--count];
      const at = 6 * node;
      if (
        boxes[at] > x1 ||
        boxes[at + 3] < x0 ||
        boxes[at + 1] > y1 ||
        boxes[at + 4] < y0 ||
        boxes[at + 2] > z1 ||
        boxes[at + 5] < z0
      )
        continue;
      if (left[node] !== none) {
        this.reserve(count + 2);
        this.stack[count++] = left[node];
        this.stack[count++] = right[node];
      } else if (node !== leaf) {
        const other = right[node];
        if (this.placedIn[other] !== this.updates || other < slot) sink.offer(slot, other);
      }
    }
  }

  private growLeaves(slot: number): void {
    const length = Math.max(slot + 1, 2 * this.leaves.length);
    const leaves = new Int32Array(length).fill(none);
    leaves.set(this.leaves);
    this.leaves = leaves;
    const placedIn = new Int32Array(length);
    placedIn.set(this.placedIn);
    this.placedIn = placedIn;
  }

  /** Rebuilds all inner nodes, top down. */
  private rebuild(): void {
    this.moveCount = 0;
    const { pool, leafCount } = this;
    const leaves = new Int32Array(leafCount);
    const boxes = new Float64Array(6 * leafCount);
    let count = 0;
    for (let slot = 0; slot < this.leaves.length; slot++) {
      const leaf = this.leaves[slot];
      if (leaf === none) continue;
      for (let k = 0; k < 6; k++) boxes[6 * count + k] = pool.boxes[6 * leaf + k];
      leaves[count++] = leaf;
    }
    pool.releaseInner(this.root);
    const tree = buildBoxTree(boxes, leafCount, 1);
    const attach = (node: number): number => {
      if (tree.links[2 * node + 1] > 0) return leaves[tree.order[tree.links[2 * node]]];
      const inner = pool.allocate();
      const left = attach(tree.links[2 * node]);
      pool.adopt(inner, left, attach(tree.links[2 * node] + 1));
      pool.refit(inner);
      return inner;
    };
    this.root = attach(0);
    pool.parent[this.root] = none;
  }

  /** Inserts a leaf as the sibling of the node that `bestSibling` finds. */
  private insert(leaf: number): void {
    const { pool } = this;
    if (this.root === none) {
      this.root = leaf;
      pool.parent[leaf] = none;
      return;
    }
    const sibling = this.bestSibling(leaf);
    const above = pool.parent[sibling];
    const inner = pool.allocate();
    pool.parent[inner] = above;
    if (above === none) this.root = inner;
    else if (pool.left[above] === sibling) pool.left[above] = inner;
    else pool.right[above] = inner;
    pool.adopt(inner, sibling, leaf);
    this.refit(inner);
  }

  /**
   * Descends while a child gives a smaller increase of the total surface area of all boxes. The result is not always the global minimum.
   */
  private bestSibling(leaf: number): number {
    const { pool } = this;
    let node = this.root;
    while (pool.left[node] !== none) {
      const surface = pool.surface(node);
      const joined = pool.joinedSurface(node, leaf);
      // As the node's sibling, the leaf costs a new box around both. Below the node, it costs the growth of the node's box and the cost at a child.
      // As in Box2D, the costs at this node count twice.
      const here = 2 * joined;
      const inherited = 2 * (joined - surface);
      const { left, right } = pool;
      const atLeft = inherited + pool.joinedSurface(left[node], leaf) - pool.replacedSurface(left[node]);
      const atRight = inherited + pool.joinedSurface(right[node], leaf) - pool.replacedSurface(right[node]);
      if (here < atLeft && here < atRight) break;
      node = atLeft <= atRight ? left[node] : right[node];
    }
    return node;
  }

  /** Removes a leaf; its sibling replaces their parent. */
  private detach(leaf: number): void {
    const { pool } = this;
    const inner = pool.parent[leaf];
    if (inner === none) {
      this.root = none;
      return;
    }
    const above = pool.parent[inner];
    const sibling = pool.left[inner] === leaf ? pool.right[inner] : pool.left[inner];
    pool.parent[sibling] = above;
    if (above === none) this.root = sibling;
    else if (pool.left[above] === inner) pool.left[above] = sibling;
    else pool.right[above] = sibling;
    pool.release(inner);
    this.refit(above);
  }

  /** Updates boxes and heights from a node up to the root, and balances, which may change the root. */
  private refit(from: number): void {
    const { pool } = this;
    let node = from;
    while (node !== none) {
      node = pool.balance(node);
      pool.refit(node);
      const above = pool.parent[node];
      if (above === none) this.root = node;
      node = above;
    }
  }
}
