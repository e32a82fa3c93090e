import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { encodePolygon } from './directory.ts';
import { Shape } from './shape.ts';

/** A single point at the body's origin. */
export class Point extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Point';

  readonly kind: string = 'point';
  readonly radius: number = 0;
  readonly center: Readonly<Vec2> = [0, 0];

  get inradius(): number {
    return this.radius;
  }

  get boundingRadius(): number {
    return this.radius;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return encodePolygon(this, new Float64Array(2), true);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return {};
  }
}

/**
 * A single point at the body's origin.
 * @example
 * ```ts
 * distance(point(), { position: [3, 0] }, circle(1), {}).distance; // 2
 * ```
 */
export function point(): Point {
  return new Point();
}
