// The proof that the parts of a decomposition cover the solid: a tree of cuts whose leaves are boxes, and for each leaf a part that contains the
// solid inside its box.
import { identity } from '../../math/pose.ts';
import { Pair } from '../../proximity/pair.ts';
import { createResult } from '../../proximity/result.ts';
import { convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import type { Cell } from './cell.ts';
import { clip, extremePoints, inset, insetCorner } from './cell.ts';
import { boundPoints, type MeshSolid } from './mesh-solid.ts';
import type { HullPart } from './part.ts';

/** The number of coordinates in a block of points. */
const blockSize = 3 * 64;

/**
 * The proof that the parts of a decomposition cover the solid: a tree of axis-aligned cuts of the bounding box. For each leaf, one part contains
 * the convex hull of the solid inside the leaf's box. Nodes are listed depth first, the half below a cut before the half above it.
 */
export interface DecompositionProof {
  /** The axis of each node's cut: 0, 1 or 2; 3 for a box that is not cut. */
  readonly axes: Uint8Array;
  /** The coordinate of each cut, in meters; 0 for boxes that are not cut. */
  readonly heights: Float64Array;
  /** For a box that is not cut, the index of the part that contains the solid inside it; −1 for boxes without any of the solid, and for cuts. */
  readonly parts: Int32Array;
}

/** @param cells the leaves @param tolerance points outside a part by at most this count as inside, in meters */
export function proofOf(
  root: Cell,
  cells: readonly Cell[],
  parts: readonly HullPart[],
  tolerance: number,
): DecompositionProof {
  const leaves = new Set(cells);
  const [axes, heights, owners]: [number[], number[], number[]] = [[], [], []];
  const visit = (cell: Cell | null): void => {
    const isLeaf = cell === null || leaves.has(cell) || cell.cut === null;
    axes.push(isLeaf ? 3 : (cell.cut?.axis ?? 3));
    heights.push(isLeaf ? 0 : (cell.cut?.height ?? 0));
    owners.push(
      isLeaf && cell
        ? parts.findIndex((part) => part.contains(cell.content.vertices, cell.content.box, tolerance))
        : -1,
    );
    if (!isLeaf) for (const half of cell.cut?.halves ?? []) visit(half);
  };
  visit(root);
  return { axes: Uint8Array.from(axes), heights: Float64Array.from(heights), parts: Int32Array.from(owners) };
}

/**
 * An upper bound of the distance of the solid's points from the parts, in meters; infinite if the proof is invalid.
 * @param check called for each node; it may throw to end the computation
 */
export function uncoveredBy(
  solid: MeshSolid,
  parts: readonly HullPart[],
  proof: DecompositionProof,
  check: () => void,
): number {
  const { axes, heights, parts: owners } = proof;
  const [x0, y0, z0, x1, y1, z1] = solid.box;
  const diagonal = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2 + (z1 - z0) ** 2);
  let next = 0;
  let largest = 0;
  const visit = (box: Float64Array, soup: Float64Array): void => {
    check();
    const node = next++;
    const axis = axes[node];
    if (axis < 3) {
      const [below, above] = [box.slice(), box.slice()];
      below[3 + axis] = heights[node];
      above[axis] = heights[node];
      // A cut outside the box is invalid: the halves would not be parts of the box.
      if (!(heights[node] >= box[axis] && heights[node] <= box[3 + axis])) largest = Infinity;
      visit(below, clip(soup, axis, heights[node], 1));
      visit(above, clip(soup, axis, heights[node], -1));
      return;
    }
    const points = extremePoints(box, soup, (corner) => solid.isInside(...insetCorner(corner, box)));
    if (points.length === 0) return;
    const owner = parts[owners[node]];
    largest =
      axis === 3 && owner
        ? Math.max(largest, distanceFrom(owner, points, Math.max(largest, inset * diagonal)))
        : Infinity;
  };
  visit(solid.box, solid.soup);
  // Corners were tested at inset points, so the bound grows by the inset.
  return next === axes.length ? largest + inset * diagonal : Infinity;
}

/**
 * An upper bound of the distance of points from a part. If the bound would exceed `least`, the distance is computed. The height h of a point x above
 * the planes is no such bound, because beyond a sharp edge it is much smaller than the distance. But if a ball of radius r around c is in the part,
 * the part also contains the point c + r/(r + h) (x − c), because c is at least r below each plane. The distance of this point from x is
 * h/(r + h) |x − c|.
 */
function distanceFrom(part: HullPart, points: Float64Array, least: number): number {
  const height = heightAbove(part, points, 0);
  if (height === 0) return 0;
  const bound = (height / (Math.max(0, part.innerRadius) + height)) * part.farthestFromCenter(points);
  return bound <= least ? bound : Math.min(bound, exactDistanceFrom(part, points));
}

function exactDistanceFrom(part: HullPart, points: Float64Array): number {
  const pair = new Pair(point(), convex(part.vertices));
  const [probePose, unmoved, result] = [identity(), identity(), createResult()];
  let largest = 0;
  for (let k = 0; k < points.length; k += 3) {
    if (part.containsPoint(points[k], points[k + 1], points[k + 2])) continue;
    for (let axis = 0; axis < 3; axis++) probePose[axis] = points[k + axis];
    pair.measure(probePose, unmoved, result);
    largest = Math.max(largest, result.upper);
  }
  return largest;
}

/**
 * The larger of `least` and the largest height of points above a part. Points are compared in blocks: most planes are far from the box of a
 * block.
 */
function heightAbove(part: HullPart, points: Float64Array, least: number): number {
  const bounds = new Float64Array(6);
  let highest = least;
  for (let from = 0; from < points.length; from += blockSize) {
    const block = points.subarray(from, from + blockSize);
    boundPoints(block, bounds);
    highest = part.heightOf(block, bounds, highest);
  }
  return highest;
}
