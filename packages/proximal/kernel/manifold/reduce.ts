// Reduces a patch to at most four points: see src/scene/patch/reduce.ts.
import { toFloat } from '../port/memory.ts';
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';
import * as PatchWorkspace from './blocks/patch-workspace.ts';

/** The largest number of points of a manifold. */
const MOST_POINTS: i32 = 4;
/** Corners nearer to a line than this times the patch's extent count as on it. Areas with a smaller relative difference count as equal. */
const STRAIGHT: f64 = 1.0e-6;
/** Gaps that differ by less than this times the patch's extent count as equal: more than the jitter of a resting body. */
const LEVEL: f64 = 1.0e-8;

/** Keeps at most four of the chosen points. */
export function reduce(p: i32): void {
  if (PatchWorkspace.chosenCount(p) <= 1) return;
  const size: f64 = extent(p);
  dropStraight(p, size);
  if (PatchWorkspace.chosenCount(p) <= MOST_POINTS) return;
  sortByLabel(p);
  moveDeepestFirst(p, size);
  PatchWorkspace.setChosenCount(p, spanWidest(p) ? MOST_POINTS : 1);
}

/** An id, read as an unsigned integer of 32 bits. */
export function numberOf(id: i32): f64 {
  return id < 0 ? toFloat(id) + 4294967296.0 : toFloat(id);
}

// @inline
function uOf(p: i32, point: i32): f64 {
  return FigurePoint.u(Figure.points(PatchWorkspace.patch(p), point));
}

// @inline
function vOf(p: i32, point: i32): f64 {
  return FigurePoint.v(Figure.points(PatchWorkspace.patch(p), point));
}

// @inline
function gapOf(p: i32, point: i32): f64 {
  return FigurePoint.gap(Figure.points(PatchWorkspace.patch(p), point));
}

// @inline
function labelOf(p: i32, point: i32): f64 {
  return numberOf(FigurePoint.label(Figure.points(PatchWorkspace.patch(p), point)));
}

function extent(p: i32): f64 {
  const count: i32 = PatchWorkspace.chosenCount(p);
  const first: i32 = PatchWorkspace.chosen(p, 0);
  let size: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const point: i32 = PatchWorkspace.chosen(p, k);
    size = Math.max(size, Math.abs(uOf(p, point) - uOf(p, first)));
    size = Math.max(size, Math.abs(vOf(p, point) - vOf(p, first)));
  }
  return size;
}

/** Drops corners on a straight line between their neighbors, unless they are deeper than both by more than the tolerance. */
function dropStraight(p: i32, size: f64): void {
  let count: i32 = PatchWorkspace.chosenCount(p);
  let k: i32 = 0;
  while (k < count && count > 2) {
    const before: i32 = PatchWorkspace.chosen(p, k > 0 ? k - 1 : count - 1);
    const after: i32 = PatchWorkspace.chosen(p, k + 1 < count ? k + 1 : 0);
    if (isBetween(p, PatchWorkspace.chosen(p, k), before, after, size)) {
      count -= 1;
      for (let m: i32 = k; m < count; m += 1) PatchWorkspace.setChosen(p, m, PatchWorkspace.chosen(p, m + 1));
    } else k += 1;
  }
  PatchWorkspace.setChosenCount(p, count);
}

function isBetween(p: i32, point: i32, from: i32, to: i32, size: f64): bool {
  const du: f64 = uOf(p, to) - uOf(p, from);
  const dv: f64 = vOf(p, to) - vOf(p, from);
  const squared: f64 = du * du + dv * dv;
  const along: f64 = (uOf(p, point) - uOf(p, from)) * du + (vOf(p, point) - vOf(p, from)) * dv;
  if (!(along > 0.0 && along < squared)) return false;
  if (!(Math.abs(area(p, from, to, point)) <= STRAIGHT * size * Math.sqrt(squared))) return false;
  const least: f64 = Math.min(gapOf(p, from), gapOf(p, to));
  return gapOf(p, point) >= least - LEVEL * size;
}

function sortByLabel(p: i32): void {
  const count: i32 = PatchWorkspace.chosenCount(p);
  for (let k: i32 = 1; k < count; k += 1) {
    const point: i32 = PatchWorkspace.chosen(p, k);
    const label: f64 = labelOf(p, point);
    let to: i32 = k;
    while (to > 0 && labelOf(p, PatchWorkspace.chosen(p, to - 1)) > label) {
      PatchWorkspace.setChosen(p, to, PatchWorkspace.chosen(p, to - 1));
      to -= 1;
    }
    PatchWorkspace.setChosen(p, to, point);
  }
}

/** Moves the first of the deepest points to the front. */
function moveDeepestFirst(p: i32, size: f64): void {
  const count: i32 = PatchWorkspace.chosenCount(p);
  let least: f64 = 1.0 / 0.0;
  for (let k: i32 = 0; k < count; k += 1) least = Math.min(least, gapOf(p, PatchWorkspace.chosen(p, k)));
  let at: i32 = 0;
  while (at < count - 1 && !(gapOf(p, PatchWorkspace.chosen(p, at)) <= least + LEVEL * size)) at += 1;
  const deepest: i32 = PatchWorkspace.chosen(p, at);
  for (let k: i32 = at; k > 0; k -= 1) PatchWorkspace.setChosen(p, k, PatchWorkspace.chosen(p, k - 1));
  PatchWorkspace.setChosen(p, 0, deepest);
}

/**
 * Moves the three points that span the largest area together with the first point to the indices 1 to 3; among equal areas, the first three in
 * lexicographic order. Returns false only if areas are NaN.
 */
function spanWidest(p: i32): bool {
  const count: i32 = PatchWorkspace.chosenCount(p);
  let largestSpan: f64 = 0.0;
  startSubset(p);
  largestSpan = Math.max(largestSpan, spanOf(p));
  while (nextSubset(p, count)) largestSpan = Math.max(largestSpan, spanOf(p));
  startSubset(p);
  let isFound: bool = spanOf(p) >= largestSpan * (1.0 - STRAIGHT);
  while (!isFound && nextSubset(p, count)) isFound = spanOf(p) >= largestSpan * (1.0 - STRAIGHT);
  if (!isFound) return false;
  for (let k: i32 = 0; k < 3; k += 1)
    PatchWorkspace.setChosen(p, 1 + k, PatchWorkspace.chosen(p, PatchWorkspace.subset(p, k)));
  return true;
}

function startSubset(p: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) PatchWorkspace.setSubset(p, k, 1 + k);
}

/** The next positions below `count`, in lexicographic order. Returns false after the last. */
function nextSubset(p: i32, count: i32): bool {
  let k: i32 = 2;
  while (k >= 0 && PatchWorkspace.subset(p, k) === count - 3 + k) k -= 1;
  if (k < 0) return false;
  PatchWorkspace.setSubset(p, k, PatchWorkspace.subset(p, k) + 1);
  for (let m: i32 = k + 1; m < 3; m += 1) PatchWorkspace.setSubset(p, m, PatchWorkspace.subset(p, m - 1) + 1);
  return true;
}

/** Twice the area of the hull of the first point and the points of the subset. */
function spanOf(p: i32): f64 {
  const first: i32 = PatchWorkspace.chosen(p, 0);
  const second: i32 = PatchWorkspace.chosen(p, PatchWorkspace.subset(p, 0));
  const third: i32 = PatchWorkspace.chosen(p, PatchWorkspace.subset(p, 1));
  const fourth: i32 = PatchWorkspace.chosen(p, PatchWorkspace.subset(p, 2));
  // The largest cross product of two diagonals; if a triangle contains the fourth corner, the cross product of its sides.
  let span: f64 = Math.abs(area(p, first, second, third));
  span = Math.max(span, Math.abs(area(p, first, second, fourth)));
  span = Math.max(span, Math.abs(area(p, first, third, fourth)));
  span = Math.max(span, Math.abs(area(p, second, third, fourth)));
  span = Math.max(span, diagonalArea(p, first, second, third, fourth));
  span = Math.max(span, diagonalArea(p, first, third, second, fourth));
  return Math.max(span, diagonalArea(p, first, fourth, second, third));
}

/** Twice the area of the figure with the diagonals ab and cd. */
function diagonalArea(p: i32, a: i32, b: i32, c: i32, d: i32): f64 {
  return Math.abs(
    (uOf(p, b) - uOf(p, a)) * (vOf(p, d) - vOf(p, c)) - (vOf(p, b) - vOf(p, a)) * (uOf(p, d) - uOf(p, c)),
  );
}

/** Twice the signed area of a triangle. */
function area(p: i32, a: i32, b: i32, c: i32): f64 {
  return (uOf(p, b) - uOf(p, a)) * (vOf(p, c) - vOf(p, a)) - (vOf(p, b) - vOf(p, a)) * (uOf(p, c) - uOf(p, a));
}
