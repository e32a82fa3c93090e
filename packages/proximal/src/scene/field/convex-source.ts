// The signed distance of a point from a convex shape or a compound: the least of its signed distances from the parts.
import { outOfRange } from '../../check/argument.ts';
import { identity } from '../../math/pose.ts';
import { Pair } from '../../proximity/pair.ts';
import { createResult } from '../../proximity/result.ts';
import { point } from '../../shapes/point.ts';
import { type Bounds, Shape } from '../../shapes/shape.ts';
import { boundsAt } from '../bounds-at.ts';
import type { Geometry } from '../geometry.ts';
import type { DistanceSource } from './source.ts';

/** A convex part at its pose. */
interface Part {
  readonly pair: Pair;
  readonly pose: Float64Array;
  /** Six numbers: the part's box. */
  readonly box: Float64Array;
}

export class ConvexSource implements DistanceSource {
  readonly isSigned = true;
  readonly notices: readonly string[] = [];
  readonly box: Bounds;
  private readonly parts: readonly Part[];
  private readonly result = createResult();
  private readonly pointPose = identity();
  /** The part that was nearest to the last point: it is measured first. */
  private last = 0;
  error = 0;

  constructor(
    private readonly where: string,
    private readonly body: Geometry,
  ) {
    this.box = body.boundingBox();
    const shapes = body instanceof Shape ? [body] : Array.from({ length: body.partCount }, (_, k) => body.part(k));
    this.parts = shapes.map((shape, k): Part => {
      const pose = (body instanceof Shape ? null : body.partPose(k)) ?? identity();
      const box = new Float64Array(6);
      boundsAt(shape, pose, box);
      return { pair: new Pair(point(), shape), pose, box };
    });
  }

  get region(): Bounds {
    return this.box;
  }

  measure(points: Float64Array, values: Float64Array): void {
    for (let k = 0; k < values.length; k++)
      values[k] = this.measureOne(points[3 * k], points[3 * k + 1], points[3 * k + 2]);
  }

  private measureOne(x: number, y: number, z: number): number {
    this.pointPose[0] = x;
    this.pointPose[1] = y;
    this.pointPose[2] = z;
    const { parts, last } = this;
    let best = this.measurePart(parts[last]);
    for (let k = 0; k < parts.length; k++) {
      if (k === last || signedGapOf(parts[k].box, x, y, z) > best) continue;
      const distance = this.measurePart(parts[k]);
      if (distance >= best) continue;
      best = distance;
      this.last = k;
    }
    return best;
  }

  private measurePart({ pair, pose }: Part): number {
    const { result, pointPose } = this;
    pair.measure(pointPose, pose, result);
    const { lower, upper } = result;
    const half = (upper - lower) / 2;
    if (!Number.isFinite(half)) {
      const at = `[${pointPose[0]}, ${pointPose[1]}, ${pointPose[2]}]`;
      throw outOfRange(this.where, 'body', this.body, `its distance from ${at} has no bound; check its custom shapes`);
    }
    this.error = Math.max(this.error, half);
    return lower + half;
  }
}

/** The signed distance of a point from a box: a lower bound on the signed distance of the point from a part inside the box. */
function signedGapOf(box: Float64Array, x: number, y: number, z: number): number {
  const gx = Math.max(box[0] - x, x - box[3]);
  const gy = Math.max(box[1] - y, y - box[4]);
  const gz = Math.max(box[2] - z, z - box[5]);
  const largest = Math.max(gx, gy, gz);
  if (largest <= 0) return largest;
  const [ox, oy, oz] = [Math.max(gx, 0), Math.max(gy, 0), Math.max(gz, 0)];
  return Math.sqrt(ox * ox + oy * oy + oz * oz);
}
