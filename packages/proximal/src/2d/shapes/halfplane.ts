import { KIND_HALFPLANE } from '../../engine/2d-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { type Bounds2, encodeShape, Shape } from './shape.ts';

/** All points on or below the line y = 0 of the body: ground, a wall, a curb. */
export class Halfplane extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Halfplane';

  readonly kind = 'halfplane';
  readonly radius = 0;
  readonly center: Readonly<Vec2> = [0, 0];
  readonly inradius = 0;
  readonly boundingRadius = Infinity;

  override get isBounded(): boolean {
    return false;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return encodeShape(this, KIND_HALFPLANE, []);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return {};
  }

  /** Unbounded except at the top. */
  override boundingBox(): Bounds2 {
    return { min: [-Infinity, -Infinity], max: [Infinity, 0] };
  }
}

/**
 * The unbounded half-plane y ≤ 0: ground or a wall, at any pose. Queries accept it together with a bounded shape; operations that
 * need bounds (`support`, growth distances) and queries between two half-planes throw.
 * @example
 * ```ts
 * distance(halfplane(), {}, circle(1), { position: [0, 3] }).distance; // 2
 * ```
 */
export function halfplane(): Halfplane {
  return new Halfplane();
}
