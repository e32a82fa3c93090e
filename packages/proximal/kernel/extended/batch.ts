// Depths, growth distances and derivatives of many pairs in one call, with the settings of the workspace. The lists and the columns of results are
// those of ../batch.ts; the integers of a depth have a fifth column, `local`.
import { copyRow, markInvalid, writeBodies, writeOutcome } from '../batch-rows.ts';
import * as Query from '../blocks/query.ts';
import { RESULT_NUMBERS } from '../constants.ts';
import * as CoreWidth from '../derivatives/blocks/core-width.ts';
import * as Derivative from '../derivatives/blocks/derivative.ts';
import { DISTANCE_ROW, JACOBIAN_ROWS, RESPECT_BOTH, RESPECT_RELATIVE } from '../derivatives/constants.ts';
import { differentiate } from '../derivatives/derivative.ts';
import * as Growth from '../growth/blocks/growth.ts';
import { growthDistance } from '../growth/growth.ts';
import { penetration } from '../penetration/penetration.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';

/** Writes the two bodies of pair `n` into the workspace. */
function writePair(w: i32, records: i32, poses: i32, pairs: i32, n: i32): void {
  const a: i32 = ldi(2 * (pairs + n));
  const b: i32 = ldi(2 * (pairs + n) + 1);
  writeBodies(w, ldi(2 * records + a), poses + 7 * a, ldi(2 * records + b), poses + 7 * b);
}

/**
 * The signed distances of `count` pairs, with EPA's workspace `p`. If `isSeparationEnough` is 1, the first three columns are the depth and its
 * bounds, which are never negative.
 */
export function penetrationMany(
  w: i32,
  records: i32,
  poses: i32,
  pairs: i32,
  count: i32,
  out: i32,
  capacity: i32,
  p: i32,
  isSeparationEnough: i32,
): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * capacity);
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, pairs, n);
    if (penetration(w, p, isSeparationEnough) === 0) markInvalid(w);
    copyRow(w, out, capacity, n, RESULT_NUMBERS);
    if (isSeparationEnough === 1) {
      st(out + n, Math.max(0.0, -Query.distance(w)));
      st(out + capacity + n, Math.max(0.0, -Query.upper(w)));
      st(out + 2 * capacity + n, Math.max(0.0, -Query.lower(w)));
    }
    writeOutcome(w, integers + n, capacity);
    sti(integers + 4 * capacity + n, Query.local(w));
  }
}

/** The numbers of a growth distance in the workspace's result: growth, lower, upper, pointA, pointB, normal. The contact follows. */
const GROWTH_NUMBERS: i32 = Query.LOCAL_A - Query.DISTANCE;

/**
 * The growth distances of `count` pairs with the growth block `g` and the method's workspace `work`. `centers` has four numbers per body: the center of
 * scaling, and the radius of a ball around it that is inside the shape.
 */
export function growthMany(
  w: i32,
  records: i32,
  poses: i32,
  pairs: i32,
  count: i32,
  out: i32,
  capacity: i32,
  g: i32,
  work: i32,
  centers: i32,
): void {
  const contacts: i32 = out + GROWTH_NUMBERS * capacity;
  const integers: i32 = 2 * (contacts + 3 * capacity);
  const nan: f64 = 0.0 / 0.0;
  for (let n: i32 = 0; n < count; n += 1) {
    const a: i32 = centers + 4 * ldi(2 * (pairs + n));
    const b: i32 = centers + 4 * ldi(2 * (pairs + n) + 1);
    writePair(w, records, poses, pairs, n);
    for (let k: i32 = 0; k < 3; k += 1) {
      Growth.setCenterA(g, k, ld(a + k));
      Growth.setCenterB(g, k, ld(b + k));
    }
    Growth.setInradiusA(g, ld(a + 3));
    Growth.setInradiusB(g, ld(b + 3));
    Growth.setHasLast(g, 0);
    const isValid: bool = growthDistance(w, g, work) === 1;
    if (!isValid) markInvalid(w);
    copyRow(w, out, capacity, n, GROWTH_NUMBERS);
    for (let k: i32 = 0; k < 3; k += 1) st(contacts + 3 * n + k, isValid ? Growth.contact(g, k) : nan);
    writeOutcome(w, integers + n, capacity);
  }
}

/** The numbers of a body in the table of `differentiateMany`: the body's `CoreWidth`, and as an integer the address of its skeleton. */
const TRAIT_NUMBERS: i32 = CoreWidth.SIZE + 1;

/**
 * The derivatives of the signed distances of `count` pairs, with EPA's workspace `p` and the block `g`. `traits` has `TRAIT_NUMBERS` numbers per body.
 * The columns are those of `penetrationMany`, the Jacobians of both points, the separation and the normal, and the gradient of the distance; after
 * `local`, five more columns of integers.
 */
export function differentiateMany(
  w: i32,
  records: i32,
  poses: i32,
  pairs: i32,
  count: i32,
  out: i32,
  capacity: i32,
  p: i32,
  g: i32,
  traits: i32,
): void {
  const motion: i32 = Derivative.withRespectTo(g);
  const width: i32 = motion === RESPECT_BOTH ? 12 : 6;
  const from: i32 = g + (motion === RESPECT_RELATIVE ? Derivative.RELATIVE : Derivative.JACOBIANS);
  const jacobians: i32 = out + RESULT_NUMBERS * capacity;
  const integers: i32 = 2 * (jacobians + JACOBIAN_ROWS * width * capacity);
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, pairs, n);
    writeTraits(g + Derivative.WIDTH_A, traits + TRAIT_NUMBERS * ldi(2 * (pairs + n)));
    writeTraits(g + Derivative.WIDTH_B, traits + TRAIT_NUMBERS * ldi(2 * (pairs + n) + 1));
    Derivative.setSkeletonA(g, skeletonAt(traits, ldi(2 * (pairs + n))));
    Derivative.setSkeletonB(g, skeletonAt(traits, ldi(2 * (pairs + n) + 1)));
    if (differentiate(w, p, g, 0) === 0) markUnknown(w, g, from, width);
    copyRow(w, out, capacity, n, RESULT_NUMBERS);
    // Four matrices of three rows, and one row.
    for (let row: i32 = 0; row < DISTANCE_ROW; row += 3)
      copyNumbers(from + row * width, jacobians + row * width * capacity + 3 * width * n, 3 * width);
    copyNumbers(from + DISTANCE_ROW * width, jacobians + DISTANCE_ROW * width * capacity + width * n, width);
    writeOutcome(w, integers + n, capacity);
    sti(integers + 4 * capacity + n, Query.local(w));
    sti(integers + 5 * capacity + n, Derivative.distanceExists(g));
    sti(integers + 6 * capacity + n, Derivative.normalExists(g));
    sti(integers + 7 * capacity + n, Derivative.pointsExist(g));
    sti(integers + 8 * capacity + n, Derivative.samples(g));
    sti(integers + 9 * capacity + n, Derivative.supportCalls(g));
  }
}

function writeTraits(to: i32, from: i32): void {
  copyNumbers(from, to, CoreWidth.SIZE);
}

function skeletonAt(traits: i32, body: i32): i32 {
  return ldi(2 * (traits + TRAIT_NUMBERS * body + CoreWidth.SIZE));
}

function copyNumbers(from: i32, to: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k += 1) st(to + k, ld(from + k));
}

/** The result and the derivatives of a pair with an invalid pose. */
function markUnknown(w: i32, g: i32, jacobians: i32, width: i32): void {
  const nan: f64 = 0.0 / 0.0;
  markInvalid(w);
  for (let k: i32 = 0; k < JACOBIAN_ROWS * width; k += 1) st(jacobians + k, nan);
  Derivative.setDistanceExists(g, 0);
  Derivative.setNormalExists(g, 0);
  Derivative.setPointsExist(g, 0);
  Derivative.setSamples(g, 0);
  Derivative.setSupportCalls(g, 0);
}
