// A probabilistic roadmap: random free configurations, and motions between near configurations. Motions are tested only if a path needs them (Bohlin
// and Kavraki 2000). Each configuration is connected to its k nearest, k = e (1 + 1/d) ln n for d coordinates and n configurations (Karaman and
// Frazzoli 2011): with more samples the shortest path of the roadmap approaches the shortest free path.
import { log } from '../math/elementary.ts';
import type { Rng } from '../math/rng.ts';
import type { Checker } from './checker.ts';
import type { MotionTests } from './motion-tests.ts';
import type { PlanOptions } from './plan-options.ts';
import type { Space } from './space.ts';

/** The state of an edge. */
const UNKNOWN = 0;
const FREE = 1;
const BLOCKED = 2;

/** A motion between two nodes. */
interface Edge {
  readonly a: number;
  readonly b: number;
  readonly length: number;
  state: number;
}

export class RoadmapGraph {
  readonly nodes: Float64Array[] = [];
  private readonly edges: Edge[][] = [];
  /** Whether each node is free in the robot cell as the checker has it. */
  private readonly isFree: boolean[] = [];
  private readonly candidate: Float64Array;

  constructor(
    readonly space: Space,
    private checker: Checker,
    readonly rng: Rng,
  ) {
    this.candidate = new Float64Array(space.model.nq);
  }

  /** If the robot cell has changed, checks the nodes again and marks all motions as not tested. */
  useChecker(checker: Checker): void {
    if (checker === this.checker) return;
    this.checker = checker;
    for (const [k, q] of this.nodes.entries()) this.isFree[k] = checker.isFree(q);
    for (const list of this.edges) for (const edge of list) edge.state = UNKNOWN;
  }

  /** Adds a random configuration if it is free, and reports it to `onNode`. */
  sample(onNode?: PlanOptions['onNode']): void {
    this.space.sample(this.rng, this.candidate);
    this.addIfFree(this.candidate, onNode);
  }

  /** Adds a configuration if it is free, and reports it to `onNode`. */
  addIfFree(q: Float64Array, onNode?: PlanOptions['onNode']): void {
    if (!this.checker.isFree(q)) return;
    onNode?.({ tree: 'roadmap', q, parent: null });
    this.add(q);
  }

  /** Adds a free configuration and connects it to its nearest nodes. Returns its index. */
  add(q: Float64Array): number {
    const { nodes, edges, space } = this;
    const index = nodes.length;
    const near = this.nearest(q);
    nodes.push(q.slice());
    edges.push([]);
    this.isFree.push(true);
    for (const other of near) this.connect(index, other, space.distance(q, nodes[other]));
    return index;
  }

  private connect(a: number, b: number, length: number): Edge {
    const edge = { a, b, length, state: UNKNOWN };
    this.edges[a].push(edge);
    this.edges[b].push(edge);
    return edge;
  }

  /** Marks the motion between two nodes as free, and adds it if there is none. */
  addFree(a: number, b: number): void {
    const existing = this.edges[a].find((edge) => edge.a === b || edge.b === b);
    const edge = existing ?? this.connect(a, b, this.space.distance(this.nodes[a], this.nodes[b]));
    edge.state = FREE;
  }

  /** Removes the nodes from the index `count` on. */
  truncate(count: number): void {
    for (const list of this.edges.splice(count))
      for (const { a, b } of list) {
        const other = Math.min(a, b);
        if (other < count) this.edges[other] = this.edges[other].filter((edge) => edge.a < count && edge.b < count);
      }
    this.nodes.splice(count);
    this.isFree.splice(count);
  }

  private nearest(q: Float64Array): number[] {
    const { nodes, space } = this;
    const neighborCount = Math.ceil(Math.E * (1 + 1 / space.model.nv) * log(nodes.length + 2));
    const found: { index: number; distance: number }[] = [];
    for (let index = 0; index < nodes.length; index++) {
      if (!this.isFree[index]) continue;
      const distance = space.distance(q, nodes[index]);
      if (found.length === neighborCount && distance >= found[neighborCount - 1].distance) continue;
      let at = found.length;
      while (at > 0 && found[at - 1].distance > distance) at--;
      found.splice(at, 0, { index, distance });
      if (found.length > neighborCount) found.pop();
    }
    return found.map(({ index }) => index);
  }

  /**
   * The shortest path of free motions from a node to one of the goals, shorter than `bound`. A motion is tested only when it is on the shortest
   * path of motions that are not known to be blocked.
   * @returns the nodes of the path; null if there is none
   */
  shortest(tests: MotionTests, from: number, goals: readonly number[], bound: number): number[] | null {
    for (;;) {
      const found = this.search(from, goals, bound);
      if (!found) return null;
      const open = found.filter(({ state }) => state === UNKNOWN);
      if (open.every((edge) => this.test(tests, edge))) return nodesOf(found, from);
    }
  }

  private test(tests: MotionTests, edge: Edge): boolean {
    const [from, to] = [this.nodes[edge.a], this.nodes[edge.b]];
    this.space.toward(from, to, tests.checker.search.velocity);
    edge.state = tests.isFree(from, to) ? FREE : BLOCKED;
    return edge.state === FREE;
  }

  /** A* with the distance to the nearest goal as the heuristic, over motions that are not known to be blocked. */
  private search(from: number, goals: readonly number[], bound: number): Edge[] | null {
    const { nodes, edges, space } = this;
    const costToGo = (node: number): number =>
      goals.reduce((least, goal) => Math.min(least, space.distance(nodes[node], nodes[goal])), Infinity);
    const cost = new Float64Array(nodes.length).fill(Infinity);
    const arrivalEdge: (Edge | null)[] = nodes.map(() => null);
    const queue = new Queue();
    cost[from] = 0;
    queue.push(from, costToGo(from));
    for (let node = queue.pop(); node >= 0; node = queue.pop()) {
      if (goals.includes(node)) return edgesTo(arrivalEdge, node, from);
      for (const edge of edges[node]) {
        const next = edge.a === node ? edge.b : edge.a;
        const costToNext = cost[node] + edge.length;
        if (edge.state === BLOCKED || !this.isFree[next] || !(costToNext < cost[next])) continue;
        const total = costToNext + costToGo(next);
        if (!(total < bound)) continue;
        cost[next] = costToNext;
        arrivalEdge[next] = edge;
        queue.push(next, total);
      }
    }
    return null;
  }
}

function edgesTo(arrivalEdge: readonly (Edge | null)[], goal: number, from: number): Edge[] {
  const found: Edge[] = [];
  for (let node = goal; node !== from; ) {
    const edge = arrivalEdge[node] as Edge;
    found.push(edge);
    node = edge.a === node ? edge.b : edge.a;
  }
  return found.reverse();
}

function nodesOf(edges: readonly Edge[], from: number): number[] {
  const nodes = [from];
  for (const { a, b } of edges) nodes.push(a === nodes[nodes.length - 1] ? b : a);
  return nodes;
}

/** A binary heap of nodes by a key. A node that was pushed several times is popped several times. */
class Queue {
  private readonly items: number[] = [];
  private readonly keys: number[] = [];

  push(item: number, key: number): void {
    const { items, keys } = this;
    let at = items.length;
    for (let up = (at - 1) >> 1; at > 0 && keys[up] > key; at = up, up = (at - 1) >> 1) {
      items[at] = items[up];
      keys[at] = keys[up];
    }
    items[at] = item;
    keys[at] = key;
  }

  /** The node with the smallest key; −1 if the heap is empty. */
  pop(): number {
    const { items, keys } = this;
    if (items.length === 0) return -1;
    const first = items[0];
    const item = items.pop() as number;
    const key = keys.pop() as number;
    const count = items.length;
    if (count === 0) return first;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && keys[child + 1] < keys[child]) child++;
      if (!(keys[child] < key)) break;
      items[at] = items[child];
      keys[at] = keys[child];
      at = child;
    }
    items[at] = item;
    keys[at] = key;
    return first;
  }
}
