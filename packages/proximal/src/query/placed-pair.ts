import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import type { ShapeRecord } from '../engine/record.ts';

/** The records of a query's two shapes. A persistent pair keeps their addresses, which saves looking them up in every query. */
export class PlacedPair {
  private recordA: ShapeRecord | null = null;
  private recordB: ShapeRecord | null = null;
  /** The records' addresses in the kernel's memory, valid until the next eviction. */
  addressA = 0;
  addressB = 0;
  private evictions = -1;
  /** @param isPersistent whether the pair runs several queries; its records are then cached at once */
  constructor(
    private shapeA: { readonly record: ShapeRecord },
    private shapeB: { readonly record: ShapeRecord },
    private readonly isPersistent: boolean,
  ) {}

  /** Replaces both shapes. */
  protected exchange(a: { readonly record: ShapeRecord }, b: { readonly record: ShapeRecord }): void {
    this.shapeA = a;
    this.shapeB = b;
    this.recordA = null;
    this.recordB = null;
    this.evictions = -1;
  }

  /** Enters a query frame. The records are made first, because the record of a custom shape may call its support function. */
  enter(engine: Engine<unknown>): QueryFrame {
    this.recordA ??= this.shapeA.record;
    this.recordB ??= this.shapeB.record;
    return engine.enter();
  }

  /** Places both records in the kernel's memory, protected from eviction during the query. */
  place(engine: Engine<unknown>, frame: QueryFrame): void {
    const recordA = this.recordA as ShapeRecord;
    const recordB = this.recordB as ShapeRecord;
    frame.records[0] = recordA;
    frame.records[1] = recordB;
    if (!this.isPersistent) {
      this.addressA = engine.memory.place(frame, 0, recordA);
      this.addressB = engine.memory.place(frame, 1, recordB);
    } else if (this.evictions !== engine.memory.evictions) {
      this.addressA = engine.memory.placeCached(recordA);
      this.addressB = engine.memory.placeCached(recordB);
      this.evictions = engine.memory.evictions;
    }
  }
}
