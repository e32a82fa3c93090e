// A fill-reducing order of the rows of a symmetric matrix: approximate minimum degree (Amestoy, Davis and Duff 1996), without
// supervariables. Eliminated rows become elements, the cliques of a quotient graph.

/** Rows by their approximate degree, in doubly linked lists. */
class DegreeLists {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly degrees: Int32Array;
  private least = 0;

  constructor(size: number) {
    this.heads = new Int32Array(size + 1).fill(-1);
    this.next = new Int32Array(size);
    this.previous = new Int32Array(size);
    this.degrees = new Int32Array(size);
  }

  insert(row: number, degree: number): void {
    const { heads, next, previous } = this;
    this.degrees[row] = degree;
    next[row] = heads[degree];
    previous[row] = -1;
    if (heads[degree] >= 0) previous[heads[degree]] = row;
    heads[degree] = row;
    this.least = Math.min(this.least, degree);
  }

  remove(row: number): void {
    const { heads, next, previous } = this;
    if (previous[row] >= 0) next[previous[row]] = next[row];
    else heads[this.degrees[row]] = next[row];
    if (next[row] >= 0) previous[next[row]] = previous[row];
  }

  takeLeast(): number {
    while (this.heads[this.least] < 0) this.least++;
    const row = this.heads[this.least];
    this.remove(row);
    return row;
  }
}

/** The order of elimination: `order[k]` is the k-th eliminated row. @param neighbors the neighbors of each row, without the row itself */
export function minimumDegree(neighbors: readonly (readonly number[])[]): Int32Array {
  const size = neighbors.length;
  const order = new Int32Array(size);
  const variables = neighbors.map((list) => list.slice());
  const elements: number[][] = neighbors.map(() => []);
  /** The rows of each element; null for an absorbed one. */
  const cliques: (number[] | null)[] = new Array(size).fill(null);
  const isEliminated = new Uint8Array(size);
  const marks = new Int32Array(size).fill(-1);
  /** The number of rows of an element outside the current clique, and the step k in which this number was counted. */
  const outside = new Int32Array(size);
  const countedIn = new Int32Array(size).fill(-1);
  const lists = new DegreeLists(size);
  for (let i = 0; i < size; i++) lists.insert(i, variables[i].length);
  for (let k = 0; k < size; k++) {
    const pivot = lists.takeLeast();
    order[k] = pivot;
    isEliminated[pivot] = 1;
    marks[pivot] = k;
    const clique: number[] = [];
    const collect = (rows: readonly number[]): void => {
      for (const row of rows) {
        if (isEliminated[row] || marks[row] === k) continue;
        marks[row] = k;
        clique.push(row);
      }
    };
    collect(variables[pivot]);
    for (const element of elements[pivot]) {
      collect(cliques[element] ?? []);
      cliques[element] = null;
    }
    cliques[pivot] = clique;
    for (const row of clique) {
      for (const element of elements[row]) {
        const rows = cliques[element];
        if (rows === null) continue;
        if (countedIn[element] !== k) {
          countedIn[element] = k;
          outside[element] = rows.length;
        }
        outside[element]--;
      }
    }
    for (const row of clique) {
      // Edges inside the clique are implied by it.
      variables[row] = variables[row].filter((other) => marks[other] !== k && !isEliminated[other]);
      elements[row] = elements[row].filter((element) => cliques[element] !== null && outside[element] > 0);
      let degree = variables[row].length + clique.length - 1;
      for (const element of elements[row]) degree += outside[element];
      elements[row].push(pivot);
      lists.remove(row);
      lists.insert(row, Math.min(degree, size - k - 1));
    }
  }
  return order;
}
