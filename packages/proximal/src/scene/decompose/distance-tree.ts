// An upper bound of the distance by which a convex part extends beyond a solid, by branch and bound in an octree. A node stores the distance of its
// center from the solid's surface. Nodes are made when they are first needed, and reused by all later searches.
import type { MeshSolid } from './mesh-solid.ts';
import type { HullPart } from './part.ts';

/** The largest number of nodes: 48 MiB. A search begins with at most half of this number. */
const maxNodes = 1 << 22;
/**
 * The largest numbers of nodes that a search visits, for a decision and for a bound. The limit applies to visited nodes, not to new nodes: results
 * then do not depend on earlier searches, and a bound can be recomputed. A search makes hardly more nodes than it visits.
 */
const maxVisits = { decision: 1 << 20, bound: 1 << 19 };
/** The number of visited nodes between two calls of `check`. */
const checkEvery = 256;
const diagonal = Math.sqrt(3);
/** The largest number of far points that are kept. */
const maxFarPoints = 64;

/** Bounds of the largest distance of a part's points from the solid, in meters. */
export interface ExcessBounds {
  readonly lower: number;
  readonly upper: number;
}

export class DistanceTree {
  /** Distances of the centers from the surface, positive outside. */
  private distances = new Float64Array(1 << 12);
  /** The first of eight children; 0 if there are none yet. */
  private children = new Int32Array(1 << 12);
  private count = 1;
  private readonly center: readonly [number, number, number];
  /** Half the side of the root. */
  private readonly half: number;
  /** Trees with larger roots, by the factor: for parts that extend beyond the root. */
  private readonly larger = new Map<number, DistanceTree>();
  // The state of the current search.
  private planes: Float64Array = new Float64Array(0);
  private box: Float64Array = new Float64Array(6);
  /** A stack of lists of plane indices: for each node from the root to the current one, the planes that cut it. */
  private cutting = new Int32Array(64);
  private lower = 0;
  private upper = 0;
  private limit = 0;
  private enough = 0;
  /** The number of nodes that the search may still visit. */
  private visits = 0;
  /** Nodes of at most this half side, in meters, are not divided. */
  private finest = 0;
  /** The point of the part with the distance `lower`. */
  private readonly farthest: [number, number, number] = [0, 0, 0];
  /** Points of earlier parts that exceeded their limits, with their distances from the solid. */
  private readonly far: { readonly x: number; readonly y: number; readonly z: number; readonly distance: number }[] =
    [];

  /**
   * @param resolution nodes with at most this half side are not divided, in meters
   * @param check called often; it may throw to end a search
   * @param factor the size of the root relative to the size of the solid
   */
  constructor(
    private readonly solid: MeshSolid,
    private readonly resolution: number,
    private readonly check: () => void,
    factor = 1,
  ) {
    const { box } = solid;
    this.center = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
    // With a margin for rounding.
    this.half = factor * 0.50001 * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const [x, y, z] = this.center;
    this.distances[0] = this.signed(x, y, z, solid.isInside(x, y, z));
  }

  /** The signed distance of a point from the surface. @param upTo the distance is below this */
  private signed(x: number, y: number, z: number, isInside: boolean, upTo = Infinity): number {
    const distance = this.solid.distance(x, y, z, upTo);
    return isInside ? -distance : distance;
  }

  /** Whether it is proven that no point of the part is farther from the solid than `limit`. */
  isWithin(part: HullPart, limit: number): boolean {
    if (this.hasFarPoint(part, limit)) return false;
    const tree = this.treeAround(part);
    const { lower, upper } = tree.search(part, limit, limit, maxVisits.decision);
    if (lower > limit) this.remember(tree.farthest, lower);
    return lower <= limit && upper <= limit;
  }

  /** The tree whose root contains a part. */
  private treeAround({ box }: HullPart): DistanceTree {
    const { center, half, larger } = this;
    let extent = 0;
    for (let axis = 0; axis < 3; axis++)
      extent = Math.max(extent, box[3 + axis] - center[axis], center[axis] - box[axis]);
    let factor = 1;
    while (extent > factor * half) factor *= 2;
    if (factor === 1) return this;
    const tree = larger.get(factor) ?? new DistanceTree(this.solid, this.resolution, this.check, factor);
    larger.set(factor, tree);
    return tree;
  }

  /** Whether the part contains a far point of an earlier part: parts that grow into the same cavity often contain the same point. */
  private hasFarPoint(part: HullPart, limit: number): boolean {
    const { far } = this;
    for (let k = 0; k < far.length; k++) {
      const found = far[k];
      if (found.distance <= limit || !part.containsPoint(found.x, found.y, found.z)) continue;
      // The latest comes first.
      far.splice(k, 1);
      far.unshift(found);
      return true;
    }
    return false;
  }

  /** Keeps a far point for `hasFarPoint`. */
  private remember([x, y, z]: readonly [number, number, number], distance: number): void {
    this.far.unshift({ x, y, z, distance });
    if (this.far.length > maxFarPoints) this.far.pop();
  }

  /**
   * Bounds of the excess of a part: the largest distance of its points from the solid. Bounds below `enough` are not refined. Other bounds differ
   * by about the resolution or less, unless this needs too many nodes.
   */
  excess(part: HullPart, enough = 0): ExcessBounds {
    return this.treeAround(part).search(part, Infinity, enough, maxVisits.bound);
  }

  private search(part: HullPart, limit: number, enough: number, visits: number): ExcessBounds {
    if (2 * this.count > maxNodes) this.clear();
    this.visits = visits;
    this.planes = part.planes;
    this.box = part.box;
    this.lower = 0;
    this.limit = limit;
    this.enough = enough;
    const [x, y, z] = this.center;
    const count = part.planes.length / 4;
    this.reserve(2 * count);
    for (let k = 0; k < count; k++) this.cutting[k] = k;
    let best = Infinity;
    // Coarse searches come first, because they often find a point beyond the limit.
    for (this.finest = this.half / 4; ; this.finest /= 4) {
      this.upper = 0;
      this.visit(0, x, y, z, this.half, 0, count);
      best = Math.min(best, this.upper);
      const isDone = best <= Math.max(this.lower + this.resolution, enough) || this.visits <= 0;
      if (isDone || this.lower > limit || this.finest <= this.resolution) break;
    }
    return { lower: this.lower, upper: Math.max(this.lower, best) };
  }

  /**
   * Bounds the distances of the points of the part that are in a node.
   * @param from the first of the planes that cut the parent, in `cutting`
   * @param to the index after the last of them
   */
  private visit(node: number, x: number, y: number, z: number, half: number, from: number, to: number): void {
    this.visits--;
    if (this.visits % checkEvery === 0) this.check();
    if (this.isOutsideBox(x, y, z, half)) return;
    const distance = this.distances[node];
    // The signed distance is 1-Lipschitz: if the center is inside, a segment from it to a point outside crosses the surface at the distance
    // −`distance` or farther away.
    const bound = Math.max(0, distance + diagonal * half);
    if (bound <= Math.max(this.lower + this.resolution, this.enough)) {
      this.upper = Math.max(this.upper, bound);
      return;
    }
    const { planes, cutting } = this;
    let end = to;
    let highest = 0;
    let highestPlane = -1;
    for (let k = from; k < to; k++) {
      const at = 4 * cutting[k];
      const height = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
      const extent = half * (Math.abs(planes[at]) + Math.abs(planes[at + 1]) + Math.abs(planes[at + 2]));
      if (height > extent) return;
      if (height > highest) {
        highest = height;
        highestPlane = at;
      }
      if (height > -extent) cutting[end++] = cutting[k];
    }
    if (highestPlane < 0) this.raise(x, y, z, distance);
    else if (this.boundByPlane(x, y, z, half, highest, highestPlane, distance)) return;
    if (this.lower > this.limit) return;
    const isDivided = half > this.finest && half > this.resolution && this.visits > 0;
    const first = isDivided ? this.divide(node, x, y, z, half) : 0;
    if (first === 0) {
      this.upper = Math.max(this.upper, bound);
      return;
    }
    this.reserve(2 * end - to);
    const quarter = half / 2;
    // The child with the farthest center first: it is most likely to exceed the limit.
    const farthest = this.farthestOf(first);
    for (let k = 0; k < 8 && this.lower <= this.limit; k++) {
      const child = k === 0 ? farthest : k === farthest ? 0 : k;
      const cx = child & 1 ? x + quarter : x - quarter;
      const cy = child & 2 ? y + quarter : y - quarter;
      const cz = child & 4 ? z + quarter : z - quarter;
      this.visit(first + child, cx, cy, cz, quarter, to, end);
    }
  }

  /** Whether a node is outside the part's box. The planes of a part with sharp edges do not exclude nodes far beyond these edges. */
  private isOutsideBox(x: number, y: number, z: number, half: number): boolean {
    const { box } = this;
    return (
      x + half < box[0] ||
      y + half < box[1] ||
      z + half < box[2] ||
      x - half > box[3] ||
      y - half > box[4] ||
      z - half > box[5]
    );
  }

  /**
   * Tries a tighter bound. The node's center c is at the height e above a plane of the part, with the normal n and the foot p of c. Points x of
   * the node and the part have |x − c| ≤ r and n·(x − c) ≤ −e, so |x − p|² ≤ r² − e².
   * @returns whether the bound suffices: the node then needs no division
   */
  private boundByPlane(
    x: number,
    y: number,
    z: number,
    half: number,
    height: number,
    plane: number,
    distanceOfCenter: number,
  ): boolean {
    const { planes } = this;
    const radius = Math.sqrt(Math.max(0, 3 * half * half - height * height));
    const target = Math.max(this.lower + this.resolution, this.enough);
    // The distances of the foot and of the center differ by no more than the height.
    if (radius > target || Math.abs(distanceOfCenter) - height + radius > target) return false;
    const distance = this.solid.distance(
      x - height * planes[plane],
      y - height * planes[plane + 1],
      z - height * planes[plane + 2],
      target - radius,
    );
    if (distance + radius > target) return false;
    this.upper = Math.max(this.upper, distance + radius);
    return true;
  }

  /** Raises the lower bound: the part contains a point at this distance from the solid. */
  private raise(x: number, y: number, z: number, distance: number): void {
    if (distance <= this.lower) return;
    this.lower = distance;
    this.farthest[0] = x;
    this.farthest[1] = y;
    this.farthest[2] = z;
  }

  /** Enlarges `cutting` to at least this length. */
  private reserve(count: number): void {
    if (count <= this.cutting.length) return;
    const larger = new Int32Array(2 * count);
    larger.set(this.cutting);
    this.cutting = larger;
  }

  /** The number of the child, 0 to 7, whose center is farthest from the solid. */
  private farthestOf(first: number): number {
    let best = 0;
    for (let k = 1; k < 8; k++) if (this.distances[first + k] > this.distances[first + best]) best = k;
    return best;
  }

  /** The first child of a node, which is divided if it has no children yet. */
  private divide(node: number, x: number, y: number, z: number, half: number): number {
    if (this.children[node] > 0) return this.children[node];
    const first = this.count;
    if (first + 8 > this.distances.length) this.grow();
    this.count += 8;
    this.children[node] = first;
    this.children.fill(0, first, first + 8);
    const quarter = half / 2;
    const parent = this.distances[node];
    // If the parent's center is farther from the surface than from the children's centers, all centers are on the same side.
    const step = 1.000001 * diagonal * quarter;
    const isClear = Math.abs(parent) > step;
    const bound = 1.000001 * (Math.abs(parent) + step);
    for (let k = 0; k < 8; k++) {
      const cx = k & 1 ? x + quarter : x - quarter;
      const cy = k & 2 ? y + quarter : y - quarter;
      const cz = k & 4 ? z + quarter : z - quarter;
      this.distances[first + k] = this.signed(
        cx,
        cy,
        cz,
        isClear ? parent < 0 : this.solid.isInside(cx, cy, cz),
        bound,
      );
    }
    return first;
  }

  /** Removes all nodes but the root. */
  private clear(): void {
    this.count = 1;
    this.children[0] = 0;
  }

  private grow(): void {
    const distances = new Float64Array(2 * this.distances.length);
    distances.set(this.distances);
    this.distances = distances;
    const children = new Int32Array(distances.length);
    children.set(this.children);
    this.children = children;
  }
}
