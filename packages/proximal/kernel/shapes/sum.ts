import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Side from '../derivatives/blocks/side.ts';
import { supportBeside } from '../derivatives/gaussian.ts';
import { setFree, setHessian } from '../derivatives/side.ts';
import { dotAt } from '../derivatives/tangent.ts';
import { ld, st } from '../port/memory.ts';
import { addCoreHessian } from './dispatch/hessian.ts';
import { fillCoreSide } from './dispatch/side.ts';
import { supportCore } from './dispatch/support.ts';
import { KIND_SUM, KIND_TRANSFORMED } from './kinds.ts';

/**
 * The Minkowski sum of two cores: support points add. The balls swept over them are in this record's own radius.
 * The record's count is the length of the first record. Data: the two records, one after the other.
 */
export function supportSum(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const first: i32 = record + ShapeBlock.DATA;
  supportCore(first, dx, dy, dz, out);
  const x: f64 = ld(out);
  const y: f64 = ld(out + 1);
  const z: f64 = ld(out + 2);
  supportCore(first + ShapeBlock.count(record), dx, dy, dz, out);
  st(out, x + ld(out));
  st(out + 1, y + ld(out + 1));
  st(out + 2, z + ld(out + 2));
}

export function addSumHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  addCoreHessian(record + ShapeBlock.DATA, dx, dy, dz, out);
  addCoreHessian(record + ShapeBlock.DATA + ShapeBlock.count(record), dx, dy, dz, out);
}

/**
 * Hessians add, and the sum has the free vectors of both. The decomposition of the sum's point into points of both
 * shapes is unique only if one of them has a single support point; otherwise only clearly perpendicular features count, and the
 * side is not regular. The record's count is the length of the first record.
 */
export function fillSumSide(record: i32, side: i32): void {
  const first: i32 = record + ShapeBlock.DATA;
  const second: i32 = first + ShapeBlock.count(record);
  const partSide: i32 = side + Side.SIZE;
  const point: i32 = side + Side.SCRATCH;
  const nan: f64 = 1.0e308 * 10.0 * 0.0;
  fillPart(side, partSide, second, nan, nan, nan);
  const isSingle: bool = Side.freeCount(partSide) === 0;
  if (isSingle) supportBeside(second, side, 0.0, 0.0, point);
  else for (let k: i32 = 0; k < 3; k += 1) st(point + k, nan);
  // Nested shapes are evaluated once: twice at each level would take exponential time.
  const kind: i32 = ShapeBlock.kind(second);
  const isPlain: bool = kind !== KIND_TRANSFORMED && kind !== KIND_SUM;
  if (isSingle || !isPlain) addPart(side, partSide);
  const p: i32 = side + Side.POINT;
  fillPart(side, partSide, first, ld(p) - ld(point), ld(p + 1) - ld(point + 1), ld(p + 2) - ld(point + 2));
  addPart(side, partSide);
  if (isSingle || !isPlain) return;
  if (Side.freeCount(partSide) === 0) supportBeside(first, side, 0.0, 0.0, point);
  fillPart(side, partSide, second, ld(p) - ld(point), ld(p + 1) - ld(point + 1), ld(p + 2) - ld(point + 2));
  addPart(side, partSide);
}

/** The side of one of the two cores, with its own point. */
function fillPart(side: i32, partSide: i32, record: i32, x: f64, y: f64, z: f64): void {
  for (let k: i32 = 0; k < Side.POINT; k += 1) st(partSide + k, ld(side + k));
  Side.setPoint(partSide, 0, x);
  Side.setPoint(partSide, 1, y);
  Side.setPoint(partSide, 2, z);
  Side.setTight(partSide, Side.tight(side));
  Side.setLoose(partSide, Side.loose(side));
  fillCoreSide(record, partSide);
}

function addPart(side: i32, partSide: i32): void {
  setHessian(
    side,
    Side.hessian(side, 0) + Side.hessian(partSide, 0),
    Side.hessian(side, 1) + Side.hessian(partSide, 1),
    Side.hessian(side, 2) + Side.hessian(partSide, 2),
  );
  if (Side.regular(partSide) === 0) Side.setRegular(side, 0);
  const count: i32 = Side.freeCount(partSide);
  for (let k: i32 = 0; k < count; k += 1) addFree(side, partSide + Side.FREE + 3 * k);
}

/** Adds a free vector unless it depends linearly on the others. */
function addFree(side: i32, vector: i32): void {
  const count: i32 = Side.freeCount(side);
  if (count === 2) return;
  let x: f64 = ld(vector);
  let y: f64 = ld(vector + 1);
  let z: f64 = ld(vector + 2);
  const squared: f64 = x * x + y * y + z * z;
  if (count === 1) {
    const free: i32 = side + Side.FREE;
    const factor: f64 = dotAt(free, vector) / dotAt(free, free);
    x -= factor * ld(free);
    y -= factor * ld(free + 1);
    z -= factor * ld(free + 2);
    if (!(x * x + y * y + z * z > 1.0e-12 * squared)) return;
  }
  setFree(side, count, x, y, z);
}
