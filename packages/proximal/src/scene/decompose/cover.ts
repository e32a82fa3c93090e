// Covers all cells of a solid by few convex parts. Parts may overlap, so each is grown as far as the limit of its error allows. Then small parts are
// removed if other parts can be enlarged to cover their cells; a cell that no single part can cover is cut in two.
import { type Cell, type CellMaker, longestSide } from './cell.ts';
import type { DistanceTree } from './distance-tree.ts';
import { HullPart } from './part.ts';

/** For each new part, candidates are grown from this many cells; the candidate that covers most is kept. */
const maxSeeds = 2;
/** For a cell, the enlargement of at most this many parts is tried: of the parts whose boxes touch it, those beyond which the cell extends least. */
const maxCandidates = 3;
/** A part may be removed if at most this many cells are covered by no other part. */
const maxExclusiveCells = 6;
/** The limit that replaces `maxExclusiveCells` while there are more parts than allowed. */
const maxExclusiveCellsOfExcess = 40;
/** Cells whose longest side is smaller than this fraction of the limit are not cut. */
const smallestCell = 0.5;

export class Cover {
  parts: HullPart[] = [];
  /** The neighbors of each cell while parts grow. */
  private neighbors: number[][] = [];
  /** Points outside a part by at most this, in meters, count as inside: hulls are exact up to rounding. */
  readonly tolerance: number;

  /**
   * @param limit the largest distance of a part's points from the solid, in meters
   * @param check called often with the number of parts; it may throw to end the search
   */
  constructor(
    /** After a `grow` that returns 1, each cell is covered by at least one part. */
    public cells: Cell[],
    private readonly tree: DistanceTree,
    private readonly maker: CellMaker,
    private limit: number,
    private readonly check: (parts: number) => void,
  ) {
    this.tolerance = 1e-9 * limit;
  }

  /** Grows parts until they cover all cells. @returns the fraction of the cells that are covered: below 1 if `maxParts` parts are not enough */
  grow(maxParts: number): number {
    this.parts = [];
    this.neighbors = neighborsOf(this.cells);
    const open = new Set(this.cells.keys());
    while (open.size > 0) {
      if (this.parts.length >= maxParts) return 1 - open.size / this.cells.length;
      let best: { part: HullPart; covered: Set<number> } | null = null;
      let largest = -1;
      for (const seed of this.seedsIn(open)) {
        const grown = this.growFrom(seed, open);
        const gain = this.sizeOf([...grown.covered].filter((cell) => open.has(cell)));
        if (gain <= largest) continue;
        largest = gain;
        best = grown;
      }
      if (best === null) break;
      this.parts.push(best.part);
      for (const cell of best.covered) open.delete(cell);
    }
    return 1;
  }

  /** Open cells from which to grow a part: the one with the fewest open neighbors, and others far from it. @param open cells not yet covered */
  private seedsIn(open: ReadonlySet<number>): number[] {
    const all = [...open];
    const openAround = (cell: number): number => this.neighbors[cell].filter((other) => open.has(other)).length;
    const seeds = [leastOf(all, openAround)];
    while (seeds.length < Math.min(maxSeeds, all.length))
      seeds.push(leastOf(all, (cell) => -Math.min(...seeds.map((seed) => this.squaredSeparation(cell, seed)))));
    return seeds;
  }

  /** The squared distance between the centers of two cells, times 4. */
  private squaredSeparation(first: number, second: number): number {
    const [a, b] = [this.cells[first].box, this.cells[second].box];
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) sum += (a[axis] + a[3 + axis] - b[axis] - b[3 + axis]) ** 2;
    return sum;
  }

  private sizeOf(cells: readonly number[]): number {
    return cells.reduce((sum, cell) => sum + areaOf(this.cells[cell].part), 0);
  }

  /** The cells that a part covers. */
  private coveredBy(part: HullPart): Set<number> {
    const covered = new Set<number>();
    this.cells.forEach(({ part: { vertices, box } }, cell) => {
      if (part.contains(vertices, box, this.tolerance)) covered.add(cell);
    });
    return covered;
  }

  /**
   * Grows a part from a cell by adding neighbors that are not covered yet. The cost of a neighbor is the volume that the hull gains minus the
   * neighbor's volume. The neighbor with the least cost comes first. Costs usually increase as the part grows, so an earlier cost is nearly a lower
   * bound, and only the least cost is computed again.
   */
  private growFrom(seed: number, open: ReadonlySet<number>): { part: HullPart; covered: Set<number> } {
    let { part } = this.cells[seed];
    let covered = this.coveredBy(part).add(seed);
    const costs = new Map<number, number>();
    const refused = new Set<number>();
    for (;;) {
      this.check(this.parts.length);
      for (const cell of covered)
        for (const other of this.neighbors[cell])
          if (open.has(other) && !costs.has(other) && !refused.has(other)) costs.set(other, -Infinity);
      for (const cell of costs.keys()) if (covered.has(cell)) costs.delete(cell);
      if (costs.size === 0) return { part, covered };
      const [cell, next] = leastTwo(costs);
      const larger = part.with(this.cells[cell].part.vertices);
      const cost = larger.volume - part.volume - this.cells[cell].part.volume;
      if (cost > next) {
        costs.set(cell, cost);
        continue;
      }
      costs.delete(cell);
      if (!this.tree.isWithin(larger, this.limit)) {
        refused.add(cell);
        continue;
      }
      part = larger;
      covered = this.coveredBy(part).add(cell);
    }
  }

  /**
   * Removes parts with few exclusive cells: cells that no other part covers. The parts with the smallest exclusive cells come first. A part may have
   * `maxExclusiveCellsOfExcess` exclusive cells while there are more than `maxParts` parts, and `maxExclusiveCells` afterward.
   * @param limit the new limit of the error, in meters
   */
  reduce(maxParts: number, limit: number): void {
    this.limit = limit;
    const irremovable = new Set<HullPart>();
    for (;;) {
      const part = this.leastNeeded(maxParts, irremovable);
      if (part === null) return;
      if (!this.remove(part)) irremovable.add(part);
    }
  }

  /**
   * The part to remove next: the one with the smallest total size of cells that no other part covers; null if none may be removed.
   * @param irremovable parts that could not be removed
   */
  private leastNeeded(maxParts: number, irremovable: ReadonlySet<HullPart>): HullPart | null {
    const exclusive = new Map<HullPart, { count: number; size: number }>(
      this.parts.map((part) => [part, { count: 0, size: 0 }]),
    );
    for (const { part: hull } of this.cells) {
      const owners = this.parts.filter((part) => part.contains(hull.vertices, hull.box, this.tolerance));
      const exclusiveToOwner = owners.length === 1 ? exclusive.get(owners[0]) : undefined;
      if (!exclusiveToOwner) continue;
      exclusiveToOwner.count++;
      exclusiveToOwner.size += areaOf(hull);
    }
    let best: HullPart | null = null;
    for (const [part, { count, size }] of exclusive) {
      if (
        irremovable.has(part) ||
        count > (this.parts.length <= maxParts ? maxExclusiveCells : maxExclusiveCellsOfExcess)
      )
        continue;
      if (best === null || size < (exclusive.get(best)?.size ?? 0)) best = part;
    }
    return best;
  }

  /** Removes a part if others can be enlarged to cover its cells. @returns whether it was removed */
  private remove(part: HullPart): boolean {
    const others = this.parts.filter((other) => other !== part);
    const isCovered = ({ part: { vertices, box } }: Cell): boolean =>
      others.some((other) => other.contains(vertices, box, this.tolerance));
    const done: Cell[] = [];
    const open: Cell[] = [];
    for (const cell of this.cells) (isCovered(cell) ? done : open).push(cell);
    // The largest cell comes first: parts that were enlarged for it may cover others.
    open.sort((a, b) => a.part.volume - b.part.volume);
    while (open.length > 0) {
      this.check(this.parts.length);
      const cell = open.pop() as Cell;
      if (isCovered(cell) || this.enlargeFor(others, cell)) done.push(cell);
      else if (longestSide(cell.box) < smallestCell * this.limit) return false;
      // The halves come next, so a cell that cannot be covered is found early.
      else open.push(...this.maker.halves(cell));
    }
    this.parts = others;
    this.cells = done;
    return true;
  }

  /**
   * Shrinks each part to the hull of the contents of its cells; a cell that several parts cover is assigned to the one that grows least. Parts
   * without cells are removed.
   */
  trim(): void {
    const shared: { readonly content: HullPart; readonly owners: number[] }[] = [];
    const own: Float64Array[][] = this.parts.map(() => []);
    for (const { part, content } of this.cells) {
      const owners = [...this.parts.keys()].filter((k) =>
        this.parts[k].contains(part.vertices, part.box, this.tolerance),
      );
      if (owners.length === 1) own[owners[0]].push(content.vertices);
      else shared.push({ content, owners });
    }
    const cores = own.map((points) => (points.length > 0 ? new HullPart(joined(points)) : null));
    for (const { content, owners } of shared) {
      const { vertices, box, volume } = content;
      if (owners.some((k) => cores[k]?.contains(vertices, box, this.tolerance))) continue;
      // A part without own cells counts twice its volume, because without this cell it is removed.
      const larger = owners.map((index) => ({ index, part: cores[index]?.with(vertices) ?? content }));
      const best = leastOf(larger, ({ index, part }) => part.volume - (cores[index]?.volume ?? -volume));
      cores[best.index] = best.part;
    }
    this.parts = cores.filter((core) => core !== null);
  }

  /** Enlarges one of the parts to cover a cell, if the limit allows. @returns whether it did */
  private enlargeFor(parts: HullPart[], { box, part: hull }: Cell): boolean {
    const candidates = parts
      .map((part, index) => ({ part, index }))
      .filter(({ part }) => areTouching(part.box, box, this.tolerance))
      .map(({ part, index }) => ({ index, height: part.heightOf(hull.vertices, hull.box) }))
      .sort((a, b) => a.height - b.height || a.index - b.index);
    for (const { index } of candidates.slice(0, maxCandidates)) {
      const larger = parts[index].with(hull.vertices);
      if (!this.tree.isWithin(larger, this.limit)) continue;
      parts[index] = larger;
      return true;
    }
    return false;
  }
}

/** Half the surface area of a part's bounding box, as the size of a cell: unlike the volume, it is not negligible for thin cells. */
function areaOf({ box }: HullPart): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function neighborsOf(cells: readonly Cell[]): number[][] {
  const neighbors: number[][] = cells.map(() => []);
  cells.forEach(({ box }, k) => {
    const rounding = 1e-9 * longestSide(box);
    for (let other = 0; other < k; other++) {
      if (!areTouching(box, cells[other].box, rounding)) continue;
      neighbors[k].push(other);
      neighbors[other].push(k);
    }
  });
  return neighbors;
}

function areTouching(a: Float64Array, b: Float64Array, tolerance: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[axis] > b[3 + axis] + tolerance || b[axis] > a[3 + axis] + tolerance) return false;
  return true;
}

/** The first of the items for which a function is least. */
function leastOf<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  let [best, least] = [items[0], value(items[0])];
  for (const item of items) {
    const current = value(item);
    if (current >= least) continue;
    best = item;
    least = current;
  }
  return best;
}

/** The cell with the least cost, and the least cost of the others. */
function leastTwo(costs: ReadonlyMap<number, number>): [cell: number, next: number] {
  let [best, least, next] = [-1, Infinity, Infinity];
  for (const [cell, cost] of costs) {
    if (best < 0 || cost < least) {
      next = best < 0 ? Infinity : least;
      best = cell;
      least = cost;
    } else if (cost < next) next = cost;
  }
  return [best, next];
}
