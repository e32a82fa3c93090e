/** Union–find over the numbers below `count`. The root of a set is its lowest number, for any order of the unions. */
export class UnionFind {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = new Int32Array(count);
    this.clear();
  }

  /** Makes every number a separate set. */
  clear(): void {
    for (let k = 0; k < this.parent.length; k++) this.parent[k] = k;
  }

  join(a: number, b: number): void {
    const p = this.rootOf(a);
    const q = this.rootOf(b);
    if (p < q) this.parent[q] = p;
    else this.parent[p] = q;
  }

  rootOf(element: number): number {
    const { parent } = this;
    let at = element;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
}
