// The exact side of any shape: the one switch over the kinds, and those that are made of others.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  KIND_BOX,
  KIND_CONVEX,
  KIND_CUSTOM,
  KIND_ELLIPSOID,
  KIND_FRUSTUM,
  KIND_HALFSPACE,
  KIND_INNER_ELLIPSOID,
  KIND_SEGMENT,
  KIND_SMOOTH_HULL,
  KIND_SUM,
  KIND_SUPERELLIPSOID,
  KIND_TRANSFORMED,
} from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import * as Side from './blocks/side.ts';
import { supportBeside } from './gaussian.ts';
import { frustumSide, strictSide, superellipsoidSide } from './round-features.ts';
import { addBend, addDiagonal, clearSide, setBend, setFree } from './side.ts';
import { boxSide, convexSide, segmentSide } from './straight-features.ts';
import { dotAt } from './tangent.ts';

/** Step of the differences that stand for a custom shape's Hessian: the error of a smooth one is about its square. */
const STEP: f64 = 1.0e-5;

/** Fills the side of a whole shape, swept ball included. Direction, vectors, point (of the core) and angles are given. */
export function shapeSide(record: i32, side: i32): void {
  coreSide(record, side);
  addBall(side, ShapeBlock.radius(record));
}

/** A ball bends alike in all directions across: r (I − d dᵀ). */
export function addBall(side: i32, radius: f64): void {
  if (!(radius > 0.0)) return;
  const d: i32 = side + Side.DIRECTION;
  addDiagonal(side, radius, radius, radius);
  addBend(side, -radius, ld(d), ld(d + 1), ld(d + 2));
}

function coreSide(record: i32, side: i32): void {
  clearSide(side);
  switch (ShapeBlock.kind(record)) {
    case KIND_SEGMENT:
      segmentSide(record, side);
      return;
    case KIND_BOX:
      boxSide(record, side);
      return;
    case KIND_CONVEX:
      convexSide(record, side);
      return;
    case KIND_ELLIPSOID:
    case KIND_INNER_ELLIPSOID:
    case KIND_SMOOTH_HULL:
      strictSide(record, side);
      return;
    case KIND_FRUSTUM:
      frustumSide(record, side);
      return;
    case KIND_SUPERELLIPSOID:
      superellipsoidSide(record, side);
      return;
    case KIND_TRANSFORMED:
      transformedSide(record, side);
      return;
    case KIND_SUM:
      sumSide(record, side);
      return;
    case KIND_HALFSPACE:
      // The whole plane is farthest.
      setFree(side, 0, 1.0, 0.0, 0.0);
      setFree(side, 1, 0.0, 1.0, 0.0);
      return;
    case KIND_CUSTOM:
      customSide(record, side);
      return;
  }
}

/** No closed form is known to the kernel: central differences of the support point. */
function customSide(record: i32, side: i32): void {
  const out: i32 = side + Side.SCRATCH;
  supportBeside(record, side, STEP, 0.0, out);
  let firstFirst: f64 = dotAt(side + Side.FIRST, out);
  let secondFirst: f64 = dotAt(side + Side.SECOND, out);
  supportBeside(record, side, -STEP, 0.0, out);
  firstFirst -= dotAt(side + Side.FIRST, out);
  secondFirst -= dotAt(side + Side.SECOND, out);
  supportBeside(record, side, 0.0, STEP, out);
  let firstSecond: f64 = dotAt(side + Side.FIRST, out);
  let secondSecond: f64 = dotAt(side + Side.SECOND, out);
  supportBeside(record, side, 0.0, -STEP, out);
  firstSecond -= dotAt(side + Side.FIRST, out);
  secondSecond -= dotAt(side + Side.SECOND, out);
  const scale: f64 = 0.5 / STEP;
  setBend(side, scale * firstFirst, 0.5 * scale * (firstSecond + secondFirst), scale * secondSecond);
}

/**
 * L S + t along d is S along d' = Lᵀd: with S's Hessian at the unit vector d'/|d'|, gᵀHg = (Lᵀg)ᵀ H_S (Lᵀg) / |d'|, and what is free
 * in S is so in its image. Data: L by rows, t, the record of S.
 */
function transformedSide(record: i32, side: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  const inner: i32 = l + 12;
  const within: i32 = side + Side.SIZE;
  for (let k: i32 = 0; k < 9; k += 3) {
    rotateBack(l, ld(side + k), ld(side + k + 1), ld(side + k + 2), within + k);
  }
  const length: f64 = Math.sqrt(dotAt(within, within));
  for (let k: i32 = 0; k < 3; k += 1) st(within + k, ld(within + k) / length);
  const radius: f64 = ShapeBlock.radius(inner);
  solveLinear(
    l,
    Side.point(side, 0) - ld(l + 9),
    Side.point(side, 1) - ld(l + 10),
    Side.point(side, 2) - ld(l + 11),
    within + Side.POINT,
  );
  for (let k: i32 = 0; k < 3; k += 1) {
    Side.setPoint(within, k, Side.point(within, k) - radius * ld(within + k));
  }
  Side.setTight(within, Side.tight(side));
  Side.setLoose(within, Side.loose(side));
  shapeSide(inner, within);
  const count: i32 = Side.freeCount(within);
  for (let k: i32 = 0; k < count; k += 1) {
    const free: i32 = within + Side.FREE + 3 * k;
    rotate(l, ld(free), ld(free + 1), ld(free + 2), side + Side.SCRATCH);
    setFree(side, k, Side.scratch(side, 0), Side.scratch(side, 1), Side.scratch(side, 2));
  }
  setBend(side, Side.bend(within, 0) / length, Side.bend(within, 1) / length, Side.bend(within, 2) / length);
  Side.setRegular(side, Side.regular(within));
}

/** out = L⁻¹ (x, y, z), by Cramer's rule. */
function solveLinear(l: i32, x: f64, y: f64, z: f64, out: i32): void {
  const a: f64 = ld(l + 4) * ld(l + 8) - ld(l + 5) * ld(l + 7);
  const b: f64 = ld(l + 5) * ld(l + 6) - ld(l + 3) * ld(l + 8);
  const c: f64 = ld(l + 3) * ld(l + 7) - ld(l + 4) * ld(l + 6);
  const scale: f64 = 1.0 / (ld(l) * a + ld(l + 1) * b + ld(l + 2) * c);
  const d: f64 = ld(l + 2) * ld(l + 7) - ld(l + 1) * ld(l + 8);
  const e: f64 = ld(l) * ld(l + 8) - ld(l + 2) * ld(l + 6);
  const f: f64 = ld(l + 1) * ld(l + 6) - ld(l) * ld(l + 7);
  const g: f64 = ld(l + 1) * ld(l + 5) - ld(l + 2) * ld(l + 4);
  const h: f64 = ld(l + 2) * ld(l + 3) - ld(l) * ld(l + 5);
  const i: f64 = ld(l) * ld(l + 4) - ld(l + 1) * ld(l + 3);
  st(out, scale * (a * x + d * y + g * z));
  st(out + 1, scale * (b * x + e * y + h * z));
  st(out + 2, scale * (c * x + f * y + i * z));
}

/**
 * Hessians add up, and the sum is free along what either is. The sum's point is known to be shared between the two only where one of
 * them has a single farthest point; elsewhere only what is perpendicular beyond doubt counts, and the side is not regular. The
 * record's count is the length of the first record.
 */
function sumSide(record: i32, side: i32): void {
  const first: i32 = record + ShapeBlock.DATA;
  const second: i32 = first + ShapeBlock.count(record);
  const within: i32 = side + Side.SIZE;
  const point: i32 = side + Side.SCRATCH;
  const unknown: f64 = 1.0e308 * 10.0 * 0.0;
  seePart(side, within, second, unknown, unknown, unknown);
  const isSingle: bool = Side.freeCount(within) === 0;
  if (isSingle) supportBeside(second, side, 0.0, 0.0, point);
  else for (let k: i32 = 0; k < 3; k += 1) st(point + k, unknown);
  // Shapes within shapes are asked once only: twice at each of many levels would take forever.
  const isPlain: bool = ShapeBlock.kind(second) < KIND_TRANSFORMED;
  if (isSingle || !isPlain) addPart(side, within);
  const p: i32 = side + Side.POINT;
  seePart(side, within, first, ld(p) - ld(point), ld(p + 1) - ld(point + 1), ld(p + 2) - ld(point + 2));
  addPart(side, within);
  if (isSingle || !isPlain) return;
  if (Side.freeCount(within) === 0) supportBeside(first, side, 0.0, 0.0, point);
  seePart(side, within, second, ld(p) - ld(point), ld(p + 1) - ld(point + 1), ld(p + 2) - ld(point + 2));
  addPart(side, within);
}

/** The side of one of the two cores, with its own point. */
function seePart(side: i32, within: i32, record: i32, x: f64, y: f64, z: f64): void {
  for (let k: i32 = 0; k < Side.POINT; k += 1) st(within + k, ld(side + k));
  Side.setPoint(within, 0, x);
  Side.setPoint(within, 1, y);
  Side.setPoint(within, 2, z);
  Side.setTight(within, Side.tight(side));
  Side.setLoose(within, Side.loose(side));
  coreSide(record, within);
}

function addPart(side: i32, within: i32): void {
  setBend(
    side,
    Side.bend(side, 0) + Side.bend(within, 0),
    Side.bend(side, 1) + Side.bend(within, 1),
    Side.bend(side, 2) + Side.bend(within, 2),
  );
  if (Side.regular(within) === 0) Side.setRegular(side, 0);
  const count: i32 = Side.freeCount(within);
  for (let k: i32 = 0; k < count; k += 1) addFree(side, within + Side.FREE + 3 * k);
}

/** Adds a vector to those that are free, unless it lies along them. */
function addFree(side: i32, vector: i32): void {
  const count: i32 = Side.freeCount(side);
  if (count === 2) return;
  let x: f64 = ld(vector);
  let y: f64 = ld(vector + 1);
  let z: f64 = ld(vector + 2);
  const squared: f64 = x * x + y * y + z * z;
  if (count === 1) {
    const free: i32 = side + Side.FREE;
    const share: f64 = dotAt(free, vector) / dotAt(free, free);
    x -= share * ld(free);
    y -= share * ld(free + 1);
    z -= share * ld(free + 2);
    if (!(x * x + y * y + z * z > 1.0e-12 * squared)) return;
  }
  setFree(side, count, x, y, z);
}
