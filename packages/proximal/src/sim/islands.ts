// Members that touch each other or are joined, directly or through others, form an island: a separate contact problem. The solution of one
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
  /** The number of triples of each root, and of the largest island. */
  private readonly sizeOfRoot: Int32Array;
  private largest = 0;
  /** The island of each root; −1 for members without triples. */
  private readonly islandOfRoot: Int32Array;
  /** The island of each triple; −1 for idle triples. */
  private islandOf = new Int32Array(0);
  /** 1 for each triple that moves two members. */
  private isJoining = new Uint8Array(0);
  /** The number of triples of each island. */
  private sizes = new Int32Array(0);

  /** @param isKinematic 1 for each member that impulses do not move: it joins no islands */
  constructor(private readonly isKinematic: Uint8Array) {
    this.sets = new UnionFind(isKinematic.length);
    this.sizeOfRoot = new Int32Array(isKinematic.length);
    this.islandOfRoot = new Int32Array(isKinematic.length);
  }

  /**
   * Writes the triples to the workspace's `order`, island after island, in the order of their first triples. Within an island bilateral triples
   * come first, then the other triples that move two members, then those that move one, such as contacts with static bodies, both in reverse order:
   * a sweep satisfies the rows that it visits last most accurately, and the contacts with the ground carry the load of a tower. Idle triples belong
   * to no island and do not join members; they come last.
   * @param bilateral number of bilateral triples
   * @param isIdle above 0 for idle triples; default: none
   */
  find(workspace: ContactWorkspace, bilateral: number, isIdle?: Uint8Array): void {
    this.connect(workspace, isIdle);
    this.arrange(workspace, bilateral, isIdle);
  }

  /** The second part of `find`, after `connect` and `admit`: numbers the islands, and writes the triples to `order`. */
  arrange(workspace: ContactWorkspace, bilateral: number, isIdle?: Uint8Array): void {
    const { order, triples: total } = workspace;
    this.number(workspace, isIdle);
    const { islandOf, isJoining, begins, sizes, count } = this;
    // `begins` starts as the ends of the islands, because triples are placed from the end of each island backward.
    let last = 0;
    for (let k = 0; k < count; k++) {
      last += sizes[k];
      begins[k] = last;
    }
    begins[count] = last;
    for (let joining = 0; joining < 2; joining++)
      for (let t = bilateral; t < total; t++) {
        if (isJoining[t] !== joining) continue;
        if (islandOf[t] < 0) order[last++] = t;
        else order[--begins[islandOf[t]]] = t;
      }
    for (let t = bilateral - 1; t >= 0; t--) order[--begins[islandOf[t]]] = t;
  }

  /** The island of a triple; −1 if it is idle. */
  of(triple: number): number {
    return this.islandOf[triple];
  }

  /** Whether an island has more than `limit` triples. */
  hasLarger(limit: number): boolean {
    return this.largest > limit;
  }

  /** Whether a member is in an island of more than `limit` triples. Valid after `connect`. */
  isInLarger(member: number, limit: number): boolean {
    return this.sizeOfRoot[this.sets.rootOf(member)] > limit;
  }

  /** Joins the members of all triples that are not idle, and counts the triples of each island: the first part of `find`. */
  connect(workspace: ContactWorkspace, isIdle?: Uint8Array): void {
    const { triples: total, widths, members } = workspace;
    if (total > this.islandOf.length) {
      this.islandOf = new Int32Array(2 * total);
      this.isJoining = new Uint8Array(2 * total);
      this.sizes = new Int32Array(2 * total);
      this.begins = new Int32Array(2 * total + 1);
    }
    const { sets, sizeOfRoot, isJoining, isKinematic } = this;
    sets.clear();
    sizeOfRoot.fill(0);
    this.largest = 0;
    // Successive triples of the same members, as the contacts of a manifold, have the same root.
    let first = -1;
    let second = -1;
    let root = -1;
    let isPair = 0;
    for (let t = 0; t < total; t++) {
      const isDouble = widths[2 * t + 1] !== 0;
      const a = members[2 * t];
      const b = isDouble ? members[2 * t + 1] : -1;
      if (a !== first || b !== second || widths[2 * t] === 0) {
        isPair = isDouble && isKinematic[a] + isKinematic[b] === 0 ? 1 : 0;
        first = a;
        second = b;
        root = -1;
      }
      isJoining[t] = isPair;
      if (isIdle !== undefined && isIdle[t] !== 0) continue;
      if (root < 0) root = this.admit(workspace, t);
      else if (++sizeOfRoot[root] > this.largest) this.largest = sizeOfRoot[root];
    }
  }

  /** Adds a triple to the islands, and joins its members. @returns the root of its island */
  admit({ widths, members }: ContactWorkspace, t: number): number {
    const { sets, sizeOfRoot } = this;
    const isSecond = widths[2 * t + 1] > 0 && this.isKinematic[members[2 * t]] === 1;
    let root = sets.rootOf(members[isSecond ? 2 * t + 1 : 2 * t]);
    if (this.isJoining[t] === 1) {
      const other = sets.rootOf(members[2 * t + 1]);
      if (other !== root) {
        const high = other < root ? root : other;
        root = other < root ? other : root;
        sets.join(root, high);
        sizeOfRoot[root] += sizeOfRoot[high];
      }
    }
    if (++sizeOfRoot[root] > this.largest) this.largest = sizeOfRoot[root];
    return root;
  }

  /** Numbers the islands in the order of their first triples. */
  private number({ triples: total, widths, members }: ContactWorkspace, isIdle?: Uint8Array): void {
    const { sets, islandOfRoot, islandOf, isKinematic, sizes, sizeOfRoot } = this;
    islandOfRoot.fill(-1);
    this.count = 0;
    let last = -1;
    let island = -1;
    for (let t = 0; t < total; t++) {
      if (isIdle !== undefined && isIdle[t] !== 0) {
        islandOf[t] = -1;
        continue;
      }
      const isSecond = widths[2 * t + 1] > 0 && isKinematic[members[2 * t]] === 1;
      const member = members[isSecond ? 2 * t + 1 : 2 * t];
      if (member !== last) {
        const root = sets.rootOf(member);
        if (islandOfRoot[root] < 0) {
          sizes[this.count] = sizeOfRoot[root];
          islandOfRoot[root] = this.count++;
        }
        last = member;
        island = islandOfRoot[root];
      }
      islandOf[t] = island;
    }
  }
}
