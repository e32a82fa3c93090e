import * as ShapeBlock from '../blocks/shape-block.ts';
import { pow } from '../elementary.ts';
import { st } from '../port/memory.ts';

/**
 * The superellipsoid ((|x/rx|^{2/e2} + |y/ry|^{2/e2})^{e2/e1} + |z/rz|^{2/e1}) ≤ 1: the unit ball of two nested norms.
 * Its support value is the dual, h = ((X^p + Y^p)^{q/p} + Z^q)^{1/q} with X = rx |dx| and so on, p = 2/(2 − e2) and
 * q = 2/(2 − e1); the farthest point is its gradient. Data: rx, ry, rz, p, q.
 */
export function supportSuperellipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ShapeBlock.data(record, 0);
  const ry: f64 = ShapeBlock.data(record, 1);
  const rz: f64 = ShapeBlock.data(record, 2);
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const x: f64 = rx * Math.abs(dx);
  const y: f64 = ry * Math.abs(dy);
  const z: f64 = rz * Math.abs(dz);
  // n = (a^e + b^e)^{1/e} = large · r with t = small / large, s = t^e, r = (1 + s)^{1/e}: ratios neither over- nor underflow.
  // Its gradient is (a/n)^{e−1}, which is r / (1 + s) for the larger and s / t times that for the smaller.
  const flat: f64 = Math.max(x, y);
  const flatRatio: f64 = flat > 0.0 ? Math.min(x, y) / flat : 0.0;
  const flatPower: f64 = flatRatio > 0.0 ? pow(flatRatio, p) : 0.0;
  const flatRoot: f64 = flatPower > 0.0 ? pow(1.0 + flatPower, 1.0 / p) : 1.0;
  const planar: f64 = flat * flatRoot;
  const most: f64 = Math.max(planar, z);
  const ratio: f64 = most > 0.0 ? Math.min(planar, z) / most : 0.0;
  const power: f64 = ratio > 0.0 ? pow(ratio, q) : 0.0;
  const root: f64 = power > 0.0 ? pow(1.0 + power, 1.0 / q) : 1.0;
  const flatLarge: f64 = flatRoot / (1.0 + flatPower);
  const flatSmall: f64 = flatRatio > 0.0 ? (flatLarge * flatPower) / flatRatio : 0.0;
  const large: f64 = root / (1.0 + power);
  const small: f64 = ratio > 0.0 ? (large * power) / ratio : 0.0;
  const share: f64 = planar >= z ? large : small;
  const px: f64 = rx * share * (x >= y ? flatLarge : flatSmall);
  const py: f64 = ry * share * (x >= y ? flatSmall : flatLarge);
  const pz: f64 = rz * (planar >= z ? small : large);
  st(out, dx < 0.0 ? -px : px);
  st(out + 1, dy < 0.0 ? -py : py);
  st(out + 2, dz < 0.0 ? -pz : pz);
}
