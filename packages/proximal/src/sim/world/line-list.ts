import { transformPoint } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Red, green and blue, 0 to 1. */
export type Color = readonly [number, number, number];

/** Line segments with colors, in arrays that grow and are reused. */
export class LineList {
  private count = 0;
  private ends = new Float32Array(0);
  private tints = new Float32Array(0);

  clear(): void {
    this.count = 0;
  }

  /** x y z of both ends of each segment. */
  get positions(): Float32Array {
    return this.ends.subarray(0, 6 * this.count);
  }

  /** The colors of both ends of each segment. */
  get colors(): Float32Array {
    return this.tints.subarray(0, 6 * this.count);
  }

  add(from: ArrayLike<number>, to: ArrayLike<number>, color: Color): void {
    if (6 * this.count === this.ends.length) this.grow();
    const at = 6 * this.count++;
    for (let k = 0; k < 3; k++) {
      this.ends[at + k] = from[k];
      this.ends[at + 3 + k] = to[k];
      this.tints[at + k] = color[k];
      this.tints[at + 3 + k] = color[k];
    }
  }

  /** Adds segments in body coordinates, six numbers each. */
  addAt(pose: Float64Array, segments: Float64Array, color: Color): void {
    for (let k = 0; k < segments.length; k += 6)
      this.add(
        transformPoint(pose, segments.subarray(k, k + 3)),
        transformPoint(pose, segments.subarray(k + 3, k + 6)),
        color,
      );
  }

  /** Adds a segment from a point along a vector. */
  addFrom(point: ArrayLike<number>, along: Readonly<Vec3>, size: number, color: Color): void {
    const end = [0, 1, 2].map((k) => point[k] + size * along[k]);
    this.add(point, end, color);
  }

  private grow(): void {
    const enlarged = (old: Float32Array): Float32Array<ArrayBuffer> => {
      const larger = new Float32Array(Math.max(384, 2 * old.length));
      larger.set(old);
      return larger;
    };
    this.ends = enlarged(this.ends);
    this.tints = enlarged(this.tints);
  }
}
