// Cells: boxes that divide the bounding box of a solid, each with the convex hull of the part of the solid inside it. Boxes are cut in two until
// these hulls are near the solid.
import type { DistanceTree } from './distance-tree.ts';
import type { MeshSolid } from './mesh-solid.ts';
import { outerPart } from './outer-hull.ts';
import { HullPart } from './part.ts';

/** The largest number of cells that `divide` returns: the time to grow parts from them increases with their number. */
const maxCells = 3000;
/**
 * Corners of boxes are often on the surface. Therefore the tested point is moved from the corner toward the box's center by this fraction of their
 * distance.
 */
export const inset = 1e-9;
/**
 * A box is cut across its longest side, in the plane of a mesh face perpendicular to that side: the face nearest to the middle. If this plane is
 * nearer to an end of the side than this fraction of the side's length, or if there is none, the box is cut in the middle.
 */
const endFraction = 0.15;
/** Hulls with more vertices than the first number are replaced in the search by larger hulls with at most the second number of vertices. */
const [maxHullVertices, maxReplacementVertices] = [400, 160];

/** A box that contains a part of the solid. */
export interface Cell {
  /** The least coordinates, then the largest. */
  readonly box: Float64Array;
  /** The triangles clipped to the box, nine numbers each; none after the cell is cut. */
  soup: Float64Array;
  /** The convex hull of the solid inside the box. */
  readonly content: HullPart;
  /** A part that contains `content` and has few vertices, for the search. */
  readonly part: HullPart;
  /** The plane of the cut and the halves below and above it, where an empty half is null. Null until the cell is cut. */
  cut: { readonly axis: number; readonly height: number; readonly halves: readonly [Cell | null, Cell | null] } | null;
}

/** Divides a solid into cells. */
export class CellMaker {
  /** Whether points near corners of boxes are inside the solid, by their coordinates. */
  private readonly corners = new Map<string, boolean>();
  /** The cell of the whole solid. */
  readonly root: Cell;

  constructor(
    private readonly solid: MeshSolid,
    private readonly tree: DistanceTree,
  ) {
    this.root = this.cellOf(solid.box, solid.soup) as Cell;
  }

  /**
   * Cells that cover the solid. No point of a cell's hull is farther from the solid than `limit`, in meters, unless the number of cells reaches its
   * maximum.
   * @param check called for each box; it may throw to end the division
   */
  divide(limit: number, check: () => void): Cell[] {
    const done: Cell[] = [];
    // Breadth first: larger boxes are cut before smaller ones.
    const open = [this.root];
    for (let next = 0; next < open.length; next++) {
      check();
      const cell = open[next];
      const hasRoom = done.length + (open.length - next) < maxCells;
      if (!hasRoom || longestSide(cell.box) < limit / 2 || this.tree.isWithin(cell.part, limit)) done.push(cell);
      else open.push(...this.halves(cell));
    }
    return done;
  }

  /** Cuts a cell in two across its longest side, if it is not cut yet. Returns the halves that are not empty. */
  halves(cell: Cell): Cell[] {
    if (cell.cut === null) {
      cell.cut = this.cut(cell);
      // Only the leaves need triangles: the memory does not increase with the depth of the tree.
      cell.soup = new Float64Array();
    }
    return cell.cut.halves.filter((half) => half !== null);
  }

  private cut({ box, soup }: Cell): NonNullable<Cell['cut']> {
    const axis = longestAxis(box);
    const height = heightOfCut(box, soup, axis);
    const [below, above] = [box.slice(), box.slice()];
    below[3 + axis] = height;
    above[axis] = height;
    const lower = this.cellOf(below, clip(soup, axis, height, 1));
    return { axis, height, halves: [lower, this.cellOf(above, clip(soup, axis, height, -1))] };
  }

  /** The cell of a box; null if the box contains nothing of the solid. */
  private cellOf(box: Float64Array, soup: Float64Array): Cell | null {
    const points = extremePoints(box, soup, (corner) => this.isInside(corner, box));
    if (points.length === 0) return null;
    const content = new HullPart(points);
    const part = content.vertices.length > 3 * maxHullVertices ? outerPart(content, maxReplacementVertices) : content;
    return { box, soup, content, part, cut: null };
  }

  /** Whether the corner of a box is inside the solid. */
  private isInside(corner: readonly [number, number, number], box: Float64Array): boolean {
    const near = insetCorner(corner, box);
    const key = near.join();
    const cached = this.corners.get(key);
    if (cached !== undefined) return cached;
    const isInside = this.solid.isInside(...near);
    this.corners.set(key, isInside);
    return isInside;
  }
}

/** The point near a corner of a box at which `isInside` is evaluated for this corner: see `inset`. */
export function insetCorner(corner: readonly [number, number, number], box: Float64Array): [number, number, number] {
  return corner.map((x, axis) => x + inset * ((box[axis] + box[3 + axis]) / 2 - x)) as [number, number, number];
}

/**
 * Points whose hull contains the solid inside a box. A linear function on this part of the solid has its maximum at a corner of a clipped triangle,
 * or at a corner of the box that is inside the solid.
 */
export function extremePoints(
  box: Float64Array,
  soup: Float64Array,
  isInside: (corner: readonly [number, number, number]) => boolean,
): Float64Array {
  const corners: number[] = [];
  for (let k = 0; k < 8; k++) {
    const corner = [box[k & 1 ? 3 : 0], box[k & 2 ? 4 : 1], box[k & 4 ? 5 : 2]] as const;
    if (isInside(corner)) corners.push(...corner);
  }
  const points = new Float64Array(soup.length + corners.length);
  points.set(soup);
  points.set(corners, soup.length);
  return points;
}

function longestAxis(box: Float64Array): number {
  const side = (axis: number): number => box[3 + axis] - box[axis];
  return side(0) >= side(1) && side(0) >= side(2) ? 0 : side(1) >= side(2) ? 1 : 2;
}

export function longestSide(box: Float64Array): number {
  const axis = longestAxis(box);
  return box[3 + axis] - box[axis];
}

/** The coordinate of the cut: see `endFraction`. Faces perpendicular to the axis are preferred to the middle, because notches begin at such faces. */
function heightOfCut(box: Float64Array, soup: Float64Array, axis: number): number {
  const side = box[3 + axis] - box[axis];
  const middle = box[axis] + side / 2;
  let best = middle;
  let least = (0.5 - endFraction) * side;
  for (let at = axis; at < soup.length; at += 9) {
    const height = soup[at];
    if (soup[at + 3] !== height || soup[at + 6] !== height) continue;
    const offset = Math.abs(height - middle);
    if (offset >= least) continue;
    least = offset;
    best = height;
  }
  return best;
}

/** The part of the triangles with `side` · (x[axis] − height) ≤ 0. */
export function clip(soup: Float64Array, axis: number, height: number, side: 1 | -1): Float64Array {
  // A triangle that is cut leaves one triangle or two.
  let count = 0;
  for (let at = axis; at < soup.length; at += 9) {
    const below = isBelow(soup[at], height, side) + isBelow(soup[at + 3], height, side);
    count += below + isBelow(soup[at + 6], height, side) === 2 ? 2 : 1;
  }
  const out = new Float64Array(9 * count);
  let end = 0;
  for (let at = 0; at < soup.length; at += 9) {
    const p = side * (soup[at + axis] - height);
    const q = side * (soup[at + 3 + axis] - height);
    const r = side * (soup[at + 6 + axis] - height);
    const isFlat = p === 0 && q === 0 && r === 0;
    // Triangles of closed shells face outward. A triangle in the cutting plane belongs to the side where the solid is: the side opposite
    // to its normal. A triangle without area belongs to both sides.
    if (isFlat ? side * facing(soup, at, axis) >= 0 : p <= 0 && q <= 0 && r <= 0) {
      for (let k = 0; k < 9; k++) out[end++] = soup[at + k];
    } else if (p < 0 || q < 0 || r < 0) {
      end = clipOne(soup, at, axis, height, [p, q, r], out, end);
    }
  }
  return out.slice(0, end);
}

function isBelow(x: number, height: number, side: 1 | -1): number {
  return side * (x - height) <= 0 ? 1 : 0;
}

/** The component along an axis of a triangle's normal, times twice the triangle's area. */
function facing(soup: Float64Array, at: number, axis: number): number {
  const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
  const side = (k: number, n: number): number => soup[at + 3 * k + n] - soup[at + n];
  return side(1, p) * side(2, q) - side(1, q) * side(2, p);
}

/**
 * Writes the part of a triangle on one side of the plane, as one or two triangles. `offsets` are the signed distances of its corners from the plane,
 * not positive on this side.
 * @returns the index after the last number
 */
function clipOne(
  soup: Float64Array,
  at: number,
  axis: number,
  height: number,
  offsets: number[],
  out: Float64Array,
  from: number,
): number {
  const polygon: number[][] = [];
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const corner = [...soup.subarray(at + 3 * k, at + 3 * k + 3)];
    const [p, q] = [offsets[k], offsets[next]];
    if (p <= 0) polygon.push(corner);
    if (p * q < 0) {
      const crossing = corner.map((x, n) => x + (p / (p - q)) * (soup[at + 3 * next + n] - x));
      crossing[axis] = height;
      polygon.push(crossing);
    }
  }
  let end = from;
  for (let k = 1; k + 1 < polygon.length; k++)
    for (const corner of [polygon[0], polygon[k], polygon[k + 1]]) for (const x of corner) out[end++] = x;
  return end;
}
