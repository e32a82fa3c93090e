import * as ShapeBlock from '../blocks/shape-block.ts';
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
  // Squares over- or underflow: ratios do not.
  const most: f64 = Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.abs(z));
  const u: f64 = most > 0.0 ? x / most : x;
  const v: f64 = most > 0.0 ? y / most : y;
  const w: f64 = most > 0.0 ? z / most : z;
  const ratio: f64 = most > 0.0 ? 1.0 / Math.sqrt(u * u + v * v + w * w) : 0.0;
  st(out, rx * (u * ratio));
  st(out + 1, ry * (v * ratio));
  st(out + 2, rz * (w * ratio));
}

/** The same without a ball of the radius behind the semi-axes, which the swept radius has instead. */
export function supportInnerEllipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  supportEllipsoid(record, dx, dy, dz, out);
  const length: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const scale: f64 = length > 0.0 ? ShapeBlock.data(record, 3) / length : 0.0;
  st(out, ld(out) - scale * dx);
  st(out + 1, ld(out + 1) - scale * dy);
  st(out + 2, ld(out + 2) - scale * dz);
}
