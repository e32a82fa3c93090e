/** A vector turned by a unit quaternion (x, y, z, w), to three places of `out`. */
export function turn(
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  to: number,
): void {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[to] = x + qw * tx + qy * tz - qz * ty;
  out[to + 1] = y + qw * ty + qz * tx - qx * tz;
  out[to + 2] = z + qw * tz + qx * ty - qy * tx;
}
