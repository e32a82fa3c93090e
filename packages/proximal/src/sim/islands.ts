// Members that touch each other, directly or through others, form an island: a separate contact problem. The solution of one
// island does not depend on the others, to the last bit.
import type { ContactWorkspace } from '../contact/workspace.ts';
import { UnionFind } from './union-find.ts';

export class Islands {
  /** The number of islands. */
  count = 0;
  /** The index in the workspace's `order` at which each island begins; one more entry is the end of the last island. */
  begins = new Int32Array(1);
  /** Union–find over the members; each root is an island. */
  private readonly sets: UnionFind;
  /** The island of each root; −1 for members without triples. */
  private readonly islandOfRoot: Int32Array;
  /** The island of each triple; −1 for idle triples. */
  private islandOf = new Int32Array(0);

  /** @param isKinematic 1 for each member that impulses do not move: it joins no islands */
  constructor(private readonly isKinematic: Uint8Array) {
    this.sets = new UnionFind(isKinematic.length);
    this.islandOfRoot = new Int32Array(isKinematic.length);
  }

  /**
   * Writes the triples to the workspace's `order`, island after island, in the order of their first triples. Within an island
   * bilateral triples come first, then contacts between members in reverse order, then contacts with static bodies: a sweep
   * satisfies the rows it visits last best, and the load of a tower ends on the ground. Idle triples belong to no island and
   * connect none; they come last.
   * @param bilateral number of bilateral triples
   * @param isIdle 1 for idle triples; default: none
   */
  find(workspace: ContactWorkspace, bilateral: number, isIdle?: Uint8Array): void {
    const { order, triples: total } = workspace;
    if (total > this.islandOf.length) {
      this.islandOf = new Int32Array(2 * total);
      this.begins = new Int32Array(2 * total + 1);
    }
    const left = this.numberTriples(workspace, isIdle);
    const { islandOf, begins } = this;
    // Counts become ends; triples are then placed from the end of each island.
    for (let k = 1; k < this.count; k++) begins[k] += begins[k - 1];
    begins[this.count] = left;
    let last = left;
    const take = (t: number): void => {
      if (islandOf[t] < 0) order[last++] = t;
      else order[--begins[islandOf[t]]] = t;
    };
    for (let t = bilateral; t < total; t++) if (!this.joins(workspace, t)) take(t);
    for (let t = bilateral; t < total; t++) if (this.joins(workspace, t)) take(t);
    for (let t = bilateral - 1; t >= 0; t--) take(t);
  }

  /** The island of a triple; −1 if it is idle. */
  of(triple: number): number {
    return this.islandOf[triple];
  }

  /** The island of a member; −1 for a member without triples. */
  ofMember(member: number): number {
    return this.islandOfRoot[this.sets.rootOf(member)];
  }

  /** The number of triples of an island. */
  sizeOf(island: number): number {
    return this.begins[island + 1] - this.begins[island];
  }

  /** Whether a triple moves two members. */
  private joins({ widths, members }: ContactWorkspace, t: number): boolean {
    if (widths[2 * t + 1] === 0) return false;
    return this.isKinematic[members[2 * t]] + this.isKinematic[members[2 * t + 1]] === 0;
  }

  /**
   * Numbers the islands, and writes the number of triples of each to `begins`. Returns the number of triples that belong to an
   * island.
   */
  private numberTriples(workspace: ContactWorkspace, isIdle: Uint8Array | undefined): number {
    const { sets, islandOfRoot, begins, islandOf, isKinematic } = this;
    const { triples: total, widths, members } = workspace;
    sets.clear();
    for (let t = 0; t < total; t++)
      if (isIdle?.[t] !== 1 && this.joins(workspace, t)) sets.join(members[2 * t], members[2 * t + 1]);
    islandOfRoot.fill(-1);
    this.count = 0;
    let left = total;
    for (let t = 0; t < total; t++) {
      islandOf[t] = -1;
      if (isIdle?.[t] === 1) {
        left--;
        continue;
      }
      const isSecond = widths[2 * t + 1] > 0 && isKinematic[members[2 * t]] === 1;
      const root = sets.rootOf(members[isSecond ? 2 * t + 1 : 2 * t]);
      if (islandOfRoot[root] < 0) {
        begins[this.count] = 0;
        islandOfRoot[root] = this.count++;
      }
      islandOf[t] = islandOfRoot[root];
      begins[islandOfRoot[root]]++;
    }
    return left;
  }
}
