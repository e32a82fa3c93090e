import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { GROWTH_COLD, GROWTH_VERTEX_NUMBERS, Growth, GrowthVertex } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { Shape } from '../shapes/shape.ts';
import type { GrowthPlan, GrowthSettings } from './growth-options.ts';
import { Subject } from './query.ts';

/** The numbers of a warm start: three vertices and the normal. */
export const warmNumbers: number = 3 * GROWTH_VERTEX_NUMBERS + 3;

/**
 * Two shapes with the settings of their growth queries. The warm start of the last query stays in the growth block of its query
 * frame. It is copied to `numbers` when another pair takes the block.
 */
export class GrowthSubject extends Subject {
  /** Tables that the method needs besides the shapes' records. */
  readonly tableA: ShapeRecord | null;
  readonly tableB: ShapeRecord | null;
  /** Whether both shapes have finite sizes. If not, products of coordinates may overflow, and the bounds are not proven. */
  readonly isFinite: boolean;
  /** The size of the method's working memory in numbers; 0 if EPA's polytope is large enough. */
  readonly workSize: number;
  /** Whether queries start from the last one. */
  readonly isWarm: boolean;
  readonly growth: GrowthSettings;
  /**
   * The warm start, three vertices of the last query and its normal, if it is not in a growth block; then both centers and inradii, in the order of
   * the block. One array, because queries of many pairs in turn are limited by cache misses. Cold subjects have only the centers.
   */
  readonly numbers: Float64Array;
  /** Whether `numbers` has the warm start of a query. */
  hasLast = false;
  /** The engine and query frame whose growth block has the warm start; `frame` is null if `numbers` has it. */
  private engine: Engine | null = null;
  private frame: QueryFrame | null = null;

  constructor(a: Shape, b: Shape, { settings, centers }: GrowthPlan, isPersistent: boolean) {
    super(a, b, settings, isPersistent);
    const { method, warmStart } = settings;
    const { centerA, centerB, inradiusA, inradiusB } = centers;
    this.growth = settings;
    this.tableA = method.table?.(a, centerA) ?? null;
    this.tableB = method.table?.(b, centerB) ?? null;
    this.isFinite = a.boundingRadius < Infinity && b.boundingRadius < Infinity;
    this.workSize = method.workSize?.(a, b) ?? 0;
    this.isWarm = warmStart !== GROWTH_COLD;
    const numbers = [...centerA, ...centerB, inradiusA, inradiusB];
    this.numbers = new Float64Array(this.centersAt + numbers.length);
    this.numbers.set(numbers, this.centersAt);
  }

  private get centersAt(): number {
    return this.isWarm ? warmNumbers : 0;
  }

  /** Takes the growth block of a query frame, and restores the warm start. */
  occupy(engine: Engine, frame: QueryFrame): void {
    if (frame.growthOwner === this) return;
    frame.growthOwner?.save();
    // A custom shape may query its own pair; then the warm start is in the block of another query frame.
    this.save();
    const { numbers, isWarm, hasLast } = this;
    frame.growthOwner = isWarm ? this : null;
    this.engine = engine;
    this.frame = frame;
    const { f64, i32 } = engine;
    const g = frame.growth;
    copyEight(numbers, this.centersAt, f64, g + Growth.CENTER_A);
    Growth.setHasLast(i32, g, hasLast ? 1 : 0);
    if (isWarm && hasLast) this.write(f64, i32, g);
  }

  /** Copies the warm start out of the growth block. */
  save(): void {
    const { engine, frame, numbers, isWarm } = this;
    if (!engine || !frame || !isWarm) return;
    const { f64, i32 } = engine;
    const g = frame.growth;
    this.hasLast = Growth.hasLast(i32, g) === 1;
    copyVertex(f64, Growth.basis(i32, g, 0) + GrowthVertex.A, numbers, 0);
    copyVertex(f64, Growth.basis(i32, g, 1) + GrowthVertex.A, numbers, GROWTH_VERTEX_NUMBERS);
    copyVertex(f64, Growth.basis(i32, g, 2) + GrowthVertex.A, numbers, 2 * GROWTH_VERTEX_NUMBERS);
    copyThree(f64, g + Growth.LAST_NORMAL, numbers, 3 * GROWTH_VERTEX_NUMBERS);
    frame.growthOwner = null;
    this.frame = null;
  }

  private write(f64: Float64Array, i32: Int32Array, g: number): void {
    const { numbers } = this;
    for (let k = 0; k < 4; k++) Growth.setBasis(i32, g, k, Growth.vertices(g, k));
    copyVertex(numbers, 0, f64, Growth.vertices(g, 0) + GrowthVertex.A);
    copyVertex(numbers, GROWTH_VERTEX_NUMBERS, f64, Growth.vertices(g, 1) + GrowthVertex.A);
    copyVertex(numbers, 2 * GROWTH_VERTEX_NUMBERS, f64, Growth.vertices(g, 2) + GrowthVertex.A);
    copyThree(numbers, 3 * GROWTH_VERTEX_NUMBERS, f64, g + Growth.LAST_NORMAL);
  }

  override forget(): void {
    super.forget();
    this.save();
    this.hasLast = false;
  }
}

// Unrolled, because loops are several times slower.

/** Copies GROWTH_VERTEX_NUMBERS numbers. */
function copyVertex(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number): void {
  copyEight(from, fromIndex, to, toIndex);
  to[toIndex + 8] = from[fromIndex + 8];
  to[toIndex + 9] = from[fromIndex + 9];
  copyThree(from, fromIndex + 10, to, toIndex + 10);
}

function copyEight(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number): void {
  to[toIndex] = from[fromIndex];
  to[toIndex + 1] = from[fromIndex + 1];
  to[toIndex + 2] = from[fromIndex + 2];
  to[toIndex + 3] = from[fromIndex + 3];
  to[toIndex + 4] = from[fromIndex + 4];
  to[toIndex + 5] = from[fromIndex + 5];
  to[toIndex + 6] = from[fromIndex + 6];
  to[toIndex + 7] = from[fromIndex + 7];
}

function copyThree(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number): void {
  to[toIndex] = from[fromIndex];
  to[toIndex + 1] = from[fromIndex + 1];
  to[toIndex + 2] = from[fromIndex + 2];
}
