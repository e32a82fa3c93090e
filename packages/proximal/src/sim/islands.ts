// Members that touch each other, directly or through others, are an island: a contact problem of its own. What happens in one island
// changes no bit of another.
import { Forest } from './forest.ts';
import type { Rows } from './rows.ts';

export class Islands {
  count = 0;
  /** The triples of rows, island after island, ascending in each; and where each island begins, with one more entry for the end. */
  triples = new Int32Array(0);
  starts = new Int32Array(0);
  /** Members, whose roots are islands. */
  private readonly forest: Forest;
  /** The island of each root, or −1. */
  private readonly number: Int32Array;
  private islandOf = new Int32Array(0);

  constructor(members: number) {
    this.forest = new Forest(members);
    this.number = new Int32Array(members);
  }

  /** Islands in the order of their first triples. */
  find(rows: Rows): void {
    const { forest, number } = this;
    const { triples: total, widths, members } = rows;
    if (total > this.triples.length) this.grow(2 * total);
    forest.clear();
    for (let t = 0; t < total; t++) if (widths[2 * t + 1] > 0) forest.join(members[2 * t], members[2 * t + 1]);
    number.fill(-1);
    this.count = 0;
    const { islandOf, starts, triples } = this;
    for (let t = 0; t < total; t++) {
      const root = forest.rootOf(members[2 * t]);
      if (number[root] < 0) {
        starts[this.count] = 0;
        number[root] = this.count++;
      }
      islandOf[t] = number[root];
      starts[islandOf[t]]++;
    }
    // Counts become ends, and the last triple of each island takes the last place.
    for (let k = 1; k < this.count; k++) starts[k] += starts[k - 1];
    starts[this.count] = total;
    for (let t = total - 1; t >= 0; t--) triples[--starts[islandOf[t]]] = t;
  }

  private grow(total: number): void {
    this.triples = new Int32Array(total);
    this.islandOf = new Int32Array(total);
    this.starts = new Int32Array(total + 1);
  }
}
