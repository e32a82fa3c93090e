import * as ShapeBlock from '../blocks/shape-block.ts';
import { st } from '../port/memory.ts';

/**
 * The hull of two discs across z, at −h and +h: cylinder, cone and what is between. Data: bottom radius, top radius, h.
 * Along the axis the whole disc is farthest, and its center stands for it.
 */
export function supportFrustum(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const bottom: f64 = ShapeBlock.data(record, 0);
  const top: f64 = ShapeBlock.data(record, 1);
  const halfLength: f64 = ShapeBlock.data(record, 2);
  const across: f64 = Math.sqrt(dx * dx + dy * dy);
  const isTop: bool = (top - bottom) * across + 2.0 * halfLength * dz >= 0.0;
  const radius: f64 = isTop ? top : bottom;
  const scale: f64 = across > 0.0 ? radius / across : 0.0;
  // The radius over a small length may overflow where the point does not.
  const isLarge: bool = scale > 1e300;
  st(out, isLarge ? radius * (dx / across) : scale * dx);
  st(out + 1, isLarge ? radius * (dy / across) : scale * dy);
  st(out + 2, isTop ? halfLength : -halfLength);
}
