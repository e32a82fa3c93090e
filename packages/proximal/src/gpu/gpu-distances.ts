import { outOfRange } from '../check/argument.ts';
import type { Vec3 } from '../math/vec3.ts';

/** A direction as two numbers of 16 bits, in octahedral coordinates: the projection onto |x| + |y| + |z| = 1, with the lower half folded out. */
export function packDirection(x: number, y: number, z: number): number {
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  let [u, v] = size > 0 ? [x / size, y / size] : [0, 0];
  if (z < 0) [u, v] = folded(u, v);
  const bits = (t: number): number => Math.round(32767 * t) & 0xffff;
  return ((bits(v) << 16) | bits(u)) >>> 0;
}

function folded(u: number, v: number): [number, number] {
  return [(1 - Math.abs(v)) * (u >= 0 ? 1 : -1), (1 - Math.abs(u)) * (v >= 0 ? 1 : -1)];
}

/** Bounds on the distances of pairs, in f32. The true distance is between them; NaN for a pair with an invalid pose. */
export class GpuDistances {
  /** @internal */
  constructor(
    /** Lower bounds, in meters. A bound above 0 proves that the pair is separated. */
    readonly lower: Float32Array,
    /** Upper bounds, in meters. A bound of 0 proves that the pair touches or overlaps. */
    readonly upper: Float32Array,
    private readonly directions: Uint32Array,
  ) {}

  /** The number of pairs. */
  get count(): number {
    return this.lower.length;
  }

  /**
   * The direction that proves the lower bound, in A's frame from A toward B: the `guess` with which `distance` starts near its answer.
   * It is stored as two coordinates of 16 bits, so it is accurate to about 1e-4 rad.
   */
  direction(row: number): Vec3 {
    if (!Number.isInteger(row) || row < 0 || row >= this.count)
      throw outOfRange('direction', 'row', row, `give a row from 0 to ${this.count - 1}`);
    const bits = this.directions[row];
    let x = Math.max(-1, ((bits << 16) >> 16) / 32767);
    let y = Math.max(-1, (bits >> 16) / 32767);
    const z = 1 - Math.abs(x) - Math.abs(y);
    if (z < 0) [x, y] = folded(x, y);
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    return [scale * x, scale * y, scale * z];
  }
}
