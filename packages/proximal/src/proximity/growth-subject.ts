import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { GROWTH_COLD, GROWTH_VERTEX_NUMBERS, Growth, GrowthVertex } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { Shape } from '../shapes/shape.ts';
import type { GrowthSettings } from './growth-options.ts';
import { Subject } from './query.ts';

/**
 * Two shapes with the settings of their growth queries. The warm start of the last query stays in the growth block of its query
 * frame. It is copied to `saved` when another pair takes the block.
 */
export class GrowthSubject extends Subject {
  /** Tables that the method needs besides the shapes' records. */
  readonly tableA: ShapeRecord | null;
  readonly tableB: ShapeRecord | null;
  /** Whether both shapes have finite sizes. If not, products of coordinates may overflow, and the bounds are not proven. */
  readonly isFinite: boolean;
  /** The size of the method's working memory in numbers; 0 if EPA's polytope is large enough. */
  readonly workSize: number;
  /** The warm start: three vertices of the last query and its normal, if they are not in a growth block; null for cold starts. */
  readonly saved: Float64Array | null;
  /** Whether `saved` has the warm start of a query. */
  hasLast = false;
  /** The engine and query frame whose growth block has the warm start; `frame` is null if `saved` has it. */
  private engine: Engine | null = null;
  private frame: QueryFrame | null = null;

  constructor(
    a: Shape,
    b: Shape,
    readonly growth: GrowthSettings,
    isPersistent: boolean,
  ) {
    super(a, b, growth, isPersistent);
    const { method, warmStart } = growth;
    this.tableA = method.table?.(a, growth.centerA) ?? null;
    this.tableB = method.table?.(b, growth.centerB) ?? null;
    this.isFinite = a.boundingRadius < Infinity && b.boundingRadius < Infinity;
    this.workSize = method.workSize?.(a, b) ?? 0;
    this.saved = warmStart === GROWTH_COLD ? null : new Float64Array(3 * GROWTH_VERTEX_NUMBERS + 3);
  }

  /** Takes the growth block of a query frame, and restores the warm start. */
  occupy(engine: Engine, frame: QueryFrame): void {
    if (frame.growthOwner === this) return;
    frame.growthOwner?.save();
    // A custom shape may query its own pair; then the warm start is in the block of another query frame.
    this.save();
    const { saved } = this;
    frame.growthOwner = saved ? this : null;
    this.engine = engine;
    this.frame = frame;
    Growth.setHasLast(engine.i32, frame.growth, this.hasLast ? 1 : 0);
    if (saved && this.hasLast) this.write(engine, frame.growth, saved);
  }

  /** Copies the warm start out of the growth block. */
  save(): void {
    const { engine, frame, saved } = this;
    if (!engine || !frame || !saved) return;
    const { f64, i32 } = engine;
    const g = frame.growth;
    this.hasLast = Growth.hasLast(i32, g) === 1;
    for (let k = 0; k < 3; k++) {
      const vertex = Growth.basis(i32, g, k) + GrowthVertex.A;
      copyNumbers(f64, vertex, saved, k * GROWTH_VERTEX_NUMBERS, GROWTH_VERTEX_NUMBERS);
    }
    copyNumbers(f64, g + Growth.LAST_NORMAL, saved, 3 * GROWTH_VERTEX_NUMBERS, 3);
    frame.growthOwner = null;
    this.frame = null;
  }

  private write({ f64, i32 }: Engine, g: number, saved: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      const vertex = Growth.vertices(g, k);
      Growth.setBasis(i32, g, k, vertex);
      copyNumbers(saved, k * GROWTH_VERTEX_NUMBERS, f64, vertex + GrowthVertex.A, GROWTH_VERTEX_NUMBERS);
    }
    Growth.setBasis(i32, g, 3, Growth.vertices(g, 3));
    copyNumbers(saved, 3 * GROWTH_VERTEX_NUMBERS, f64, g + Growth.LAST_NORMAL, 3);
  }

  override forget(): void {
    super.forget();
    this.save();
    this.hasLast = false;
  }
}

function copyNumbers(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number, count: number): void {
  for (let k = 0; k < count; k++) to[toIndex + k] = from[fromIndex + k];
}
