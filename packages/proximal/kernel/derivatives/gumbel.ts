// The Hessian of a polytope's support value, smoothed by Gumbel noise on the heights zᵢ = ⟨vᵢ, d⟩ of its vertices: a soft-max over
// the vertices near the farthest one, (27, 28) of Montaut et al. 2023.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { exp } from '../elementary.ts';
import { ld, ldi, sti, toFloat, toInt } from '../port/memory.ts';
import * as Side from './blocks/side.ts';
import * as Skeleton from './blocks/skeleton.ts';
import * as SoftMaxSide from './blocks/soft-max-side.ts';
import * as Star from './blocks/star.ts';
import * as StarNeighbor from './blocks/star-neighbor.ts';
import { setHessian } from './side.ts';
import { dot } from './tangent.ts';

/** Weights below e to this power are negligible. */
const LEAST_EXPONENT: f64 = -40.0;
/**
 * The fitted temperature, relative to the mean drop of the vertices one edge away. For dense vertices the covariance of the
 * weighted vertices is ε H for every small ε, but vertices beyond the search depth are missing, and sparse vertices leave gaps.
 * With a search depth of two edges, ¾ has an error of a few percent on regular meshes of balls with at least twelve vertices.
 */
const FITTED: f64 = 0.75;
/**
 * In radians: edges that are perpendicular to the direction within this angle count as dropping by this angle. All edges may be
 * perpendicular, as for a segment.
 */
const LEAST_ANGLE: f64 = 3.0e-3;

/**
 * Along the side's two vectors: the covariance of the vertices under the soft-max weights aᵢ ∝ exp(zᵢ/ε), divided by ε, which is
 * V (diag a − a aᵀ) Vᵀ / ε. It includes the vertices up to `depth` edges away from the farthest corner, edge or face. ε is in
 * meters: `temperature`, but with `isFitted` at most the value that smooths the local facets. This may be a large fraction of `size`, the core's
 * bounding radius, so the result is then divided by the fraction of a ball's curvature that remains under the soft-max.
 */
export function softMaxHessian(
  skeleton: i32,
  side: i32,
  depth: i32,
  temperature: f64,
  isFitted: bool,
  size: f64,
): void {
  const data: i32 = skeleton + ShapeBlock.DATA;
  const queue: i32 = 2 * data + Skeleton.queue(data);
  const queueEnd: i32 = queue + ShapeBlock.count(skeleton) - 1;
  const round: i32 = Skeleton.round(data) + 1;
  Skeleton.setRound(data, round);
  const farthest: i32 = climb(data, side);
  for (let k: i32 = 0; k < 3; k += 1) SoftMaxSide.setFarthest(side, k, ld(farthest + k));
  sti(2 * data + Skeleton.marks(data) + Star.index(farthest), round);
  sti(queue, farthest - data);
  SoftMaxSide.setTiedCount(side, 1);
  SoftMaxSide.setOtherCount(side, 0);
  SoftMaxSide.setQueueEnd(side, queueEnd);
  SoftMaxSide.setDropSum(side, 0.0);
  // All corners of a farthest edge or face are in the first layer, because rounding decides which of them is the support point.
  for (let position: i32 = 0; position < SoftMaxSide.tiedCount(side); position += 1) {
    addNeighbors(data, side, data + ldi(queue + position), depth > 0);
  }
  const others: i32 = SoftMaxSide.tiedCount(side) + SoftMaxSide.otherCount(side) - 1;
  if (others === 0) {
    setHessian(side, 0.0, 0.0, 0.0);
    return;
  }
  const fitted: f64 = (FITTED * SoftMaxSide.dropSum(side)) / toFloat(others);
  const usedTemperature: f64 = isFitted ? Math.min(temperature, fitted) : temperature;
  let from: i32 = 0;
  for (let layer: i32 = 1; layer < depth; layer += 1) {
    const end: i32 = SoftMaxSide.otherCount(side);
    for (let position: i32 = from; position < end; position += 1)
      addNeighbors(data, side, data + ldi(queueEnd - position), true);
    from = end;
  }
  covarianceOf(data, side, queue, usedTemperature, isFitted ? langevin(size / usedTemperature) : 1.0);
}

/** Adds new neighbors to the queue: with `isAll` all, otherwise only neighbors as far as the farthest vertex. */
function addNeighbors(data: i32, side: i32, star: i32, isAll: bool): void {
  const round: i32 = Skeleton.round(data);
  const marks: i32 = 2 * data + Skeleton.marks(data);
  const squaredAngle: f64 = Side.loose(side) * Side.loose(side);
  const tx: f64 = SoftMaxSide.farthest(side, 0);
  const ty: f64 = SoftMaxSide.farthest(side, 1);
  const tz: f64 = SoftMaxSide.farthest(side, 2);
  const dx: f64 = Side.direction(side, 0);
  const dy: f64 = Side.direction(side, 1);
  const dz: f64 = Side.direction(side, 2);
  const end: i32 = star + Star.SIZE + Star.SIZE * Star.count(star);
  let dropSum: f64 = SoftMaxSide.dropSum(side);
  for (let at: i32 = star + Star.SIZE; at < end; at += Star.SIZE) {
    const mark: i32 = marks + Star.index(at);
    if (ldi(mark) !== round) {
      const x: f64 = ld(at) - tx;
      const y: f64 = ld(at + 1) - ty;
      const z: f64 = ld(at + 2) - tz;
      const rise: f64 = dx * x + dy * y + dz * z;
      const squared: f64 = x * x + y * y + z * z;
      const isTied: bool = rise >= 0.0 || rise * rise <= squaredAngle * squared;
      if (isTied || isAll) {
        sti(mark, round);
        push(data, side, StarNeighbor.star(at), isTied);
        dropSum += Math.max(-rise, LEAST_ANGLE * Math.sqrt(squared));
      }
    }
  }
  SoftMaxSide.setDropSum(side, dropSum);
}

function push(data: i32, side: i32, star: i32, isTied: bool): void {
  if (isTied) {
    const tiedCount: i32 = SoftMaxSide.tiedCount(side);
    sti(2 * data + Skeleton.queue(data) + tiedCount, star);
    SoftMaxSide.setTiedCount(side, tiedCount + 1);
  } else {
    const otherCount: i32 = SoftMaxSide.otherCount(side);
    sti(SoftMaxSide.queueEnd(side) - otherCount, star);
    SoftMaxSide.setOtherCount(side, otherCount + 1);
  }
}

/**
 * The fraction of a ball's curvature that remains under the soft-max over its whole surface, at a temperature of 1/κ of its
 * radius: the mean of cos θ under exp(κ cos θ), Langevin's function coth κ − 1/κ.
 */
function langevin(kappa: f64): f64 {
  const decay: f64 = exp(-2.0 * kappa);
  return (1.0 + decay) / (1.0 - decay) - 1.0 / kappa;
}

/** The covariance of all vertices in the queue under the weights, divided by the temperature and by `remainingFraction`: see `langevin`. */
function covarianceOf(data: i32, side: i32, queue: i32, temperature: f64, remainingFraction: f64): void {
  const tiedCount: i32 = SoftMaxSide.tiedCount(side);
  const queueEnd: i32 = SoftMaxSide.queueEnd(side);
  const count: i32 = tiedCount + SoftMaxSide.otherCount(side);
  const inverseTemperature: f64 = 1.0 / temperature;
  const dx: f64 = Side.direction(side, 0);
  const dy: f64 = Side.direction(side, 1);
  const dz: f64 = Side.direction(side, 2);
  // Relative to the farthest vertex: no digits cancel.
  let total: f64 = 1.0;
  let first: f64 = 0.0;
  let second: f64 = 0.0;
  let firstFirst: f64 = 0.0;
  let firstSecond: f64 = 0.0;
  let secondSecond: f64 = 0.0;
  for (let position: i32 = 1; position < count; position += 1) {
    const star: i32 = data + ldi(position < tiedCount ? queue + position : queueEnd - (position - tiedCount));
    const x: f64 = ld(star) - SoftMaxSide.farthest(side, 0);
    const y: f64 = ld(star + 1) - SoftMaxSide.farthest(side, 1);
    const z: f64 = ld(star + 2) - SoftMaxSide.farthest(side, 2);
    const exponent: f64 = inverseTemperature * (dx * x + dy * y + dz * z);
    if (exponent > LEAST_EXPONENT) {
      const weight: f64 = exp(Math.min(0.0, exponent));
      const a: f64 = dot(side + Side.FIRST, x, y, z);
      const b: f64 = dot(side + Side.SECOND, x, y, z);
      total += weight;
      first += weight * a;
      second += weight * b;
      firstFirst += weight * a * a;
      firstSecond += weight * a * b;
      secondSecond += weight * b * b;
    }
  }
  const inverseTotal: f64 = 1.0 / total;
  const scale: f64 = (inverseTotal * inverseTemperature) / remainingFraction;
  setHessian(
    side,
    scale * (firstFirst - inverseTotal * first * first),
    scale * (firstSecond - inverseTotal * first * second),
    scale * (secondSecond - inverseTotal * second * second),
  );
}

/** The star of the farthest vertex along the side's direction, by hill climbing from the support vertex of a nearby direction. */
function climb(data: i32, side: i32): i32 {
  const x: f64 = Side.direction(side, 0);
  const y: f64 = Side.direction(side, 1);
  const z: f64 = Side.direction(side, 2);
  let best: i32 = data + Skeleton.grid(data, squareOf(Skeleton.cells(data), x, y, z));
  let star: i32 = best;
  let largestHeight: f64 = dot(star, x, y, z);
  do {
    star = best;
    const end: i32 = star + Star.SIZE + Star.SIZE * Star.count(star);
    for (let at: i32 = star + Star.SIZE; at < end; at += Star.SIZE) {
      const height: f64 = dot(at, x, y, z);
      if (height > largestHeight) {
        largestHeight = height;
        best = data + StarNeighbor.star(at);
      }
    }
  } while (best !== star);
  return star;
}

/**
 * The index of the grid square that contains a direction. The grid is on the faces of a cube: face 2k is toward +, face 2k + 1 toward −
 * along axis k, with `cells` squares along each of the next two axes.
 */
function squareOf(cells: i32, x: f64, y: f64, z: f64): i32 {
  const ax: f64 = Math.abs(x);
  const ay: f64 = Math.abs(y);
  const az: f64 = Math.abs(z);
  const isX: bool = ax >= ay && ax >= az;
  const isY: bool = !isX && ay >= az;
  const main: f64 = isX ? x : isY ? y : z;
  const next: f64 = isX ? y : isY ? z : x;
  const last: f64 = isX ? z : isY ? x : y;
  const half: f64 = 0.5 * toFloat(cells);
  const scale: f64 = half / Math.abs(main);
  const face: i32 = (isX ? 0 : isY ? 2 : 4) + (main < 0.0 ? 1 : 0);
  return (face * cells + within(cells, last * scale + half)) * cells + within(cells, next * scale + half);
}

function within(cells: i32, x: f64): i32 {
  if (!(x >= 0.0)) return 0;
  if (!(x < toFloat(cells))) return cells - 1;
  return toInt(x);
}
