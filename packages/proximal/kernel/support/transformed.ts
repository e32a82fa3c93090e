import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { supportShape } from './dispatch.ts';

/**
 * The affine image L S + t of another shape: its farthest point along d is the image of S's along Lᵀ d, the ball that is
 * swept over S included. Data: L by rows, t, then the record of S.
 */
export function supportTransformed(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  supportShape(
    l + 12,
    ld(l) * dx + ld(l + 3) * dy + ld(l + 6) * dz,
    ld(l + 1) * dx + ld(l + 4) * dy + ld(l + 7) * dz,
    ld(l + 2) * dx + ld(l + 5) * dy + ld(l + 8) * dz,
    out,
  );
  const x: f64 = ld(out);
  const y: f64 = ld(out + 1);
  const z: f64 = ld(out + 2);
  st(out, ld(l) * x + ld(l + 1) * y + ld(l + 2) * z + ld(l + 9));
  st(out + 1, ld(l + 3) * x + ld(l + 4) * y + ld(l + 5) * z + ld(l + 10));
  st(out + 2, ld(l + 6) * x + ld(l + 7) * y + ld(l + 8) * z + ld(l + 11));
}
