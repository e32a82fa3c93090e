import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Side from '../derivatives/blocks/side.ts';
import { shapeSide } from '../derivatives/feature.ts';
import { setFree, setHessian } from '../derivatives/side.ts';
import { dotAt } from '../derivatives/tangent.ts';
import { addHessian, bilinear, clearHessian, HESSIAN_SIZE } from '../growth/hessian.ts';
import { ld, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import { supportShape } from '../support.ts';

/** Offsets in the data: L by rows, t, L divided by a power of two between its singular values, and the record of S. */
const TRANSLATION: i32 = 9;
const UNIT: i32 = 12;
const INNER: i32 = 21;

/**
 * The affine image L S + t of another shape S with its swept ball: its farthest point along d is the image of S's farthest point along
 * Lᵀ d. The length of Lᵀ d matters only if its square overflows or underflows. To avoid this, the direction is computed with L divided
 * by a power of two, which leaves the digits unchanged.
 */
export function supportTransformed(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  const u: i32 = l + UNIT;
  supportShape(
    l + INNER,
    ld(u) * dx + ld(u + 3) * dy + ld(u + 6) * dz,
    ld(u + 1) * dx + ld(u + 4) * dy + ld(u + 7) * dz,
    ld(u + 2) * dx + ld(u + 5) * dy + ld(u + 8) * dz,
    out,
  );
  const x: f64 = ld(out);
  const y: f64 = ld(out + 1);
  const z: f64 = ld(out + 2);
  st(out, ld(l) * x + ld(l + 1) * y + ld(l + 2) * z + ld(l + TRANSLATION));
  st(out + 1, ld(l + 3) * x + ld(l + 4) * y + ld(l + 5) * z + ld(l + TRANSLATION + 1));
  st(out + 2, ld(l + 6) * x + ld(l + 7) * y + ld(l + 8) * z + ld(l + TRANSLATION + 2));
}

/** h(d) = h_S(Lᵀ d) + ⟨t, d⟩: H = L H_S Lᵀ. */
export function addTransformedHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  const inner: i32 = out + HESSIAN_SIZE;
  clearHessian(inner);
  addHessian(
    l + INNER,
    ld(l) * dx + ld(l + 3) * dy + ld(l + 6) * dz,
    ld(l + 1) * dx + ld(l + 4) * dy + ld(l + 7) * dz,
    ld(l + 2) * dx + ld(l + 5) * dy + ld(l + 8) * dz,
    inner,
  );
  let at: i32 = out;
  for (let row: i32 = 0; row < 3; row += 1) {
    for (let column: i32 = row; column < 3; column += 1) {
      const u: i32 = l + 3 * row;
      const v: i32 = l + 3 * column;
      st(at, ld(at) + bilinear(inner, ld(u), ld(u + 1), ld(u + 2), ld(v), ld(v + 1), ld(v + 2)));
      at += 1;
    }
  }
}

/**
 * L S + t along d is S along d' = Lᵀd: with S's Hessian at the unit vector d'/|d'|, gᵀHg = (Lᵀg)ᵀ H_S (Lᵀg) / |d'|, and the free vectors
 * of S are mapped to the free vectors of its image.
 */
export function fillTransformedSide(record: i32, side: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  const inner: i32 = l + INNER;
  const innerSide: i32 = side + Side.SIZE;
  for (let k: i32 = 0; k < 9; k += 3) {
    rotateBack(l, ld(side + k), ld(side + k + 1), ld(side + k + 2), innerSide + k);
  }
  const length: f64 = Math.sqrt(dotAt(innerSide, innerSide));
  for (let k: i32 = 0; k < 3; k += 1) st(innerSide + k, ld(innerSide + k) / length);
  const radius: f64 = ShapeBlock.radius(inner);
  solveLinear(
    l,
    Side.point(side, 0) - ld(l + TRANSLATION),
    Side.point(side, 1) - ld(l + TRANSLATION + 1),
    Side.point(side, 2) - ld(l + TRANSLATION + 2),
    innerSide + Side.POINT,
  );
  for (let k: i32 = 0; k < 3; k += 1) {
    Side.setPoint(innerSide, k, Side.point(innerSide, k) - radius * ld(innerSide + k));
  }
  Side.setTight(innerSide, Side.tight(side));
  Side.setLoose(innerSide, Side.loose(side));
  shapeSide(inner, innerSide);
  const count: i32 = Side.freeCount(innerSide);
  for (let k: i32 = 0; k < count; k += 1) {
    const free: i32 = innerSide + Side.FREE + 3 * k;
    rotate(l, ld(free), ld(free + 1), ld(free + 2), side + Side.SCRATCH);
    setFree(side, k, Side.scratch(side, 0), Side.scratch(side, 1), Side.scratch(side, 2));
  }
  setHessian(
    side,
    Side.hessian(innerSide, 0) / length,
    Side.hessian(innerSide, 1) / length,
    Side.hessian(innerSide, 2) / length,
  );
  Side.setRegular(side, Side.regular(innerSide));
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
