// The nodes of a bounding-volume tree: links, heights and boxes in typed arrays, and a list of free nodes.

export const none = -1;

/** A leaf has no left child; its right entry is the slot of its body. */
export class NodePool {
  boxes = new Float64Array(6 * 128);
  parent = new Int32Array(128);
  left = new Int32Array(128);
  right = new Int32Array(128);
  height = new Int32Array(128);
  private used = 0;
  private firstFree = none;

  allocate(): number {
    if (this.firstFree !== none) {
      const node = this.firstFree;
      this.firstFree = this.parent[node];
      return node;
    }
    if (this.used === this.parent.length) this.grow();
    return this.used++;
  }

  release(node: number): void {
    this.parent[node] = this.firstFree;
    this.firstFree = node;
  }

  /** Frees all inner nodes from `node` down. */
  releaseInner(node: number): void {
    if (this.left[node] === none) return;
    this.releaseInner(this.left[node]);
    this.releaseInner(this.right[node]);
    this.release(node);
  }

  adopt(node: number, left: number, right: number): void {
    this.left[node] = left;
    this.right[node] = right;
    this.parent[left] = node;
    this.parent[right] = node;
  }

  /** Box and height of an inner node, from its children. */
  refit(node: number): void {
    const { boxes } = this;
    const p = 6 * this.left[node];
    const q = 6 * this.right[node];
    const at = 6 * node;
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.min(boxes[p + axis], boxes[q + axis]);
      boxes[at + 3 + axis] = Math.max(boxes[p + 3 + axis], boxes[q + 3 + axis]);
    }
    this.height[node] = 1 + Math.max(this.height[this.left[node]], this.height[this.right[node]]);
  }

  /** Half the surface area of a node's box. */
  surface(node: number): number {
    const { boxes } = this;
    const at = 6 * node;
    return halfSurface(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
  }

  /**
   * Half the surface area that an insertion at or below a node removes from the tree. The box of an inner node is replaced by a larger one. A
   * leaf keeps its box and gets a new parent, so nothing is removed.
   */
  replacedSurface(node: number): number {
    return this.left[node] === none ? 0 : this.surface(node);
  }

  /** Half the surface area of the box around two nodes. */
  joinedSurface(node: number, other: number): number {
    const { boxes } = this;
    const p = 6 * node;
    const q = 6 * other;
    return halfSurface(
      Math.max(boxes[p + 3], boxes[q + 3]) - Math.min(boxes[p], boxes[q]),
      Math.max(boxes[p + 4], boxes[q + 4]) - Math.min(boxes[p + 1], boxes[q + 1]),
      Math.max(boxes[p + 5], boxes[q + 5]) - Math.min(boxes[p + 2], boxes[q + 2]),
    );
  }

  /**
   * An AVL rotation: if one child of a node is higher than the other by two or more, the higher child takes the node's place, and the node
   * adopts the lower child of that child. Returns the node on top; the caller refits its box.
   */
  balance(node: number): number {
    const { left, right, height } = this;
    if (left[node] === none || height[node] < 2) return node;
    const difference = height[left[node]] - height[right[node]];
    if (Math.abs(difference) < 2) return node;
    const top = difference > 0 ? left[node] : right[node];
    const other = difference > 0 ? right[node] : left[node];
    this.replace(node, top);
    const isLeftHigher = height[left[top]] > height[right[top]];
    const higher = isLeftHigher ? left[top] : right[top];
    const lower = isLeftHigher ? right[top] : left[top];
    this.adopt(node, other, lower);
    this.refit(node);
    this.adopt(top, node, higher);
    return top;
  }

  /** Makes `top` the child of the parent of `node`, in its place. */
  private replace(node: number, top: number): void {
    const above = this.parent[node];
    this.parent[top] = above;
    if (above === none) return;
    if (this.left[above] === node) this.left[above] = top;
    else this.right[above] = top;
  }

  /** @internal */
  validate(node: number, above: number): void {
    if (this.parent[node] !== above) throw new Error(`node ${node} has the parent ${this.parent[node]}, not ${above}`);
    if (this.left[node] === none) return;
    const before = this.boxes.slice(6 * node, 6 * node + 6).join();
    const height = this.height[node];
    this.validate(this.left[node], node);
    this.validate(this.right[node], node);
    this.refit(node);
    if (this.boxes.slice(6 * node, 6 * node + 6).join() !== before) throw new Error(`node ${node} has a stale box`);
    if (this.height[node] !== height) throw new Error(`node ${node} has a stale height`);
  }

  private grow(): void {
    const length = 2 * this.parent.length;
    const more = (numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const out = new Int32Array(length);
      out.set(numbers);
      return out;
    };
    const boxes = new Float64Array(6 * length);
    boxes.set(this.boxes);
    this.boxes = boxes;
    this.parent = more(this.parent);
    this.left = more(this.left);
    this.right = more(this.right);
    this.height = more(this.height);
  }
}

function halfSurface(x: number, y: number, z: number): number {
  return x * y + y * z + z * x;
}
