import * as ShapeBlock from '../blocks/shape-block.ts';
import { addCone, centerOf, recordOf, rowStride, setAlpha, setOnCore } from '../growth/conic-rows.ts';
import { addDiagonal, addSquare } from '../growth/hessian.ts';
import { ld, st } from '../port/memory.ts';

/** The ellipsoid with semi-axes r: the farthest point is r∘r∘d / |r∘d|. Data: the three semi-axes. */
export function supportEllipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ShapeBlock.data(record, 0);
  const ry: f64 = ShapeBlock.data(record, 1);
  const rz: f64 = ShapeBlock.data(record, 2);
  const x: f64 = rx * dx;
  const y: f64 = ry * dy;
  const z: f64 = rz * dz;
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (length > 1e-150 && length * Math.max(Math.max(rx, ry), rz) < 1e300) {
    const scale: f64 = 1.0 / length;
    st(out, rx * x * scale);
    st(out + 1, ry * y * scale);
    st(out + 2, rz * z * scale);
    return;
  }
  // The squares over- or underflow; ratios to the largest do not.
  const largest: f64 = Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.abs(z));
  const u: f64 = largest > 0.0 ? x / largest : x;
  const v: f64 = largest > 0.0 ? y / largest : y;
  const w: f64 = largest > 0.0 ? z / largest : z;
  const ratio: f64 = largest > 0.0 ? 1.0 / Math.sqrt(u * u + v * v + w * w) : 0.0;
  st(out, rx * (u * ratio));
  st(out + 1, ry * (v * ratio));
  st(out + 2, rz * (w * ratio));
}

/** Adds the Hessian of the support value h = |r∘d|: H = (diag(r²) − s sᵀ) / h with the support point s = r∘r∘d / h. */
export function addEllipsoidHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ShapeBlock.data(record, 0);
  const ry: f64 = ShapeBlock.data(record, 1);
  const rz: f64 = ShapeBlock.data(record, 2);
  const x: f64 = rx * dx;
  const y: f64 = ry * dy;
  const z: f64 = rz * dz;
  const inverse: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  addDiagonal(out, inverse * rx * rx, inverse * ry * ry, inverse * rz * rz);
  addSquare(out, -inverse * inverse * inverse, rx * x, ry * y, rz * z);
}

/** Writes the second-order cone (α, (v + α c) / r) ∈ Q, with the center c and the semi-axes r. */
export function writeEllipsoidCones(w: i32, g: i32, work: i32, body: i32): void {
  const data: i32 = recordOf(w, body) + ShapeBlock.DATA;
  const c: i32 = centerOf(g, body);
  const first: i32 = addCone(work, 4);
  const stride: i32 = rowStride(work);
  setAlpha(first, 1.0);
  for (let k: i32 = 0; k < 3; k += 1) {
    const row: i32 = first + (k + 1) * stride;
    const inverse: f64 = 1.0 / ld(data + k);
    setOnCore(w, g, work, body, row, k === 0 ? inverse : 0.0, k === 1 ? inverse : 0.0, k === 2 ? inverse : 0.0);
    setAlpha(row, inverse * ld(c + k));
  }
}
