/** Who is connected with whom: disjoint sets of the numbers below `count`. The lowest of each leads, in whatever order they were joined. */
export class Forest {
  private readonly leader: Int32Array;

  constructor(count: number) {
    this.leader = new Int32Array(count);
    this.clear();
  }

  /** Everyone alone. */
  clear(): void {
    for (let k = 0; k < this.leader.length; k++) this.leader[k] = k;
  }

  join(a: number, b: number): void {
    const [p, q] = [this.rootOf(a), this.rootOf(b)];
    if (p < q) this.leader[q] = p;
    else this.leader[p] = q;
  }

  rootOf(member: number): number {
    const { leader } = this;
    let at = member;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }
}
