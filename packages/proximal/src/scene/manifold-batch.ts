// The contacts of many pairs of convex bodies and of parts of compounds by few kernel calls. The shapes are points, segments, boxes and hulls,
// rounded or not, and half-spaces; `ContactSearch` finds the contacts of all others. Both give the same bits where both apply.

import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { integersAt } from '../engine/integers.ts';
import { Query, SceneBody } from '../engine/layout.ts';
import { manifoldKernel, patchSize, placeFigures } from '../engine/manifold.ts';
import { ManifoldPair, PatchWorkspace } from '../engine/manifold-layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { activeEngine } from '../engine/target.ts';
import { grown } from '../math/grown.ts';
import type { Pair } from '../proximity/pair.ts';
import { writeSettings } from '../proximity/query.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { type BodyPair, depthSettings } from './body-pair.ts';
import * as Row from './contact-row.ts';
import { Compound } from './nonconvex/compound.ts';
import { NearParts, PosedPart } from './part-pairs.ts';
import { featureRecordOf } from './patch/feature.ts';
import type { BodyStore } from './store.ts';

/** Pairs for each kernel call. */
const chunk = 512;
/** The points that a figure has space for: the corners of two features, which `PolytopeFeatures.encode` limits. */
const figureCapacity = PatchWorkspace.CHOSEN_COUNT;
/** Integers for each pair: see `integers`. */
const width = 6;

/** Whether a batch can find the contacts of two bodies. */
export function isBatchable(a: Body, b: Body): boolean {
  const [first, second] = [a.volume, b.volume];
  // The contacts of an assembly's parts on a half-space are merged: see `ContactSettings.merged`.
  const isPlane = !first.bounds.isBounded || !second.bounds.isBounded;
  if (isPlane && (first.assembly || second.assembly)) return false;
  return hasFeatures(a) && hasFeatures(b) && (first.bounds.isBounded || second.bounds.isBounded);
}

/** Whether batches support the shape of a body, or of all its parts. */
function hasFeatures({ volume: { bounds, assembly } }: Body): boolean {
  if (!assembly) return !bounds.isBounded || featureRecordOf(bounds) !== null;
  if (!(assembly instanceof Compound)) return false;
  for (let k = 0; k < assembly.partCount; k++) if (!featureRecordOf(assembly.part(k))) return false;
  return true;
}

export class ManifoldBatch {
  /** The number of pairs of convex bodies or parts. */
  count = 0;
  private readonly pairs: BodyPair[] = [];
  /** The warm-started pairs of parts; null for convex bodies. */
  private readonly partPairs: (Pair | null)[] = [];
  /** For each pair the distance up to which contacts are found, and the smaller bounding radius. */
  private lengths = new Float64Array(128);
  /**
   * Six integers for each pair: the slots of A and B (−1 − k for part k in `partPoses`), the indices of their features in `records`, and the
   * indices of their parts.
   */
  private integers = new Int32Array(64 * width);
  /** For each part of a compound, the index of its record in `records`, and its pose. */
  private readonly partRecords: number[] = [];
  private partPoses = new Float64Array(7 * 16);
  /** The records of features, and of the shapes of parts. */
  private readonly records: ShapeRecord[] = [];
  /** The indices in `records`: of features by their shapes, and of shapes by their records. */
  private readonly recordIndices = new Map<object, number>();
  /** The rows of the pairs after `run`, and a view of these rows as integers. */
  private rows = new Float64Array(0);
  private rowIntegers = new Int32Array(0);
  private readonly nearParts = new NearParts();
  private readonly p = new PosedPart();
  private readonly q = new PosedPart();

  clear(): void {
    this.count = 0;
    this.pairs.length = 0;
    this.partPairs.length = 0;
    this.partRecords.length = 0;
    this.records.length = 0;
    this.recordIndices.clear();
  }

  /**
   * Adds two bodies, whose contacts up to a distance of `maxDistance` are found, in meters. Their pairs of parts have successive indices.
   * @param mayConsider called for each pair of parts, which is left out if it returns false
   */
  add(pair: BodyPair, maxDistance: number, mayConsider: () => boolean): void {
    const { a, b } = pair;
    if (!a.volume.assembly && !b.volume.assembly) {
      if (mayConsider()) this.append(pair, null, 0, 0, maxDistance);
      return;
    }
    pair.begin();
    this.nearParts.forEachPair(a, b, maxDistance, (partA, partB) => {
      if (mayConsider()) this.append(pair, pair.partPair(partA, partB), partA, partB, maxDistance);
    });
    pair.end();
  }

  private append(pair: BodyPair, partPair: Pair | null, partA: number, partB: number, maxDistance: number): void {
    const { p, q } = this;
    const at = this.count++;
    if (2 * at === this.lengths.length) {
      this.lengths = grown(this.lengths, 4 * at);
      this.integers = grown(this.integers, 2 * width * at);
    }
    p.set(pair.a, partA);
    q.set(pair.b, partB);
    this.pairs[at] = pair;
    this.partPairs[at] = partPair;
    this.lengths[2 * at] = maxDistance;
    this.lengths[2 * at + 1] = Math.min(p.shape.boundingRadius, q.shape.boundingRadius);
    const to = width * at;
    this.integers[to] = this.slotOf(pair.a, p);
    this.integers[to + 1] = this.slotOf(pair.b, q);
    this.integers[to + 2] = this.featuresOf(p.shape);
    this.integers[to + 3] = this.featuresOf(q.shape);
    this.integers[to + 4] = partA;
    this.integers[to + 5] = partB;
  }

  /** The slot of a convex body; −1 − k for a part, which is stored as part k. */
  private slotOf(body: Body, { shape, pose }: PosedPart): number {
    if (!body.volume.assembly) return body.slot;
    const k = this.partRecords.push(this.recordIndexOf(shape.record, shape.record)) - 1;
    if (7 * k === this.partPoses.length) this.partPoses = grown(this.partPoses, 14 * k);
    for (let n = 0; n < 7; n++) this.partPoses[7 * k + n] = pose[n];
    return -1 - k;
  }

  /** The index of the record of a shape's features; −1 for a half-space. */
  private featuresOf(shape: Shape): number {
    if (!shape.isBounded) return -1;
    return this.recordIndices.get(shape) ?? this.recordIndexOf(shape, featureRecordOf(shape) as ShapeRecord);
  }

  /** The index of a record, which is stored under a key. */
  private recordIndexOf(key: object, record: ShapeRecord): number {
    const existing = this.recordIndices.get(key);
    if (existing !== undefined) return existing;
    this.recordIndices.set(key, this.records.length);
    return this.records.push(record) - 1;
  }

  /** Finds the contacts of all pairs. The bodies of `store` are at their present poses. @param poll called before each kernel call; may throw */
  run(store: BodyStore, poll: () => void): void {
    const { count, partRecords } = this;
    if (count === 0) return;
    if (count * ManifoldPair.SIZE > this.rows.length) {
      this.rows = new Float64Array(2 * count * ManifoldPair.SIZE);
      this.rowIntegers = new Int32Array(this.rows.buffer);
    }
    const engine = activeEngine();
    const frame = engine.enter();
    // A second frame holds the features' records.
    const recordFrame = engine.enter();
    try {
      store.locate(engine, frame);
      const addresses = engine.memory.placeAll(recordFrame, this.records);
      const bodySize = SceneBody.SIZE * store.size;
      const tableSize = bodySize + SceneBody.SIZE * partRecords.length;
      const patch = engine.memory.placeTable(frame, patchSize(figureCapacity) + tableSize + ManifoldPair.SIZE * chunk);
      placeFigures(engine, patch, figureCapacity);
      const bodies = patch + patchSize(figureCapacity);
      const rows = bodies + tableSize;
      // Copied as integers: as doubles, the bits of an address that looks like a NaN might change.
      integersAt(engine.i32, bodies, 2 * bodySize).set(store.integersOf(bodySize));
      this.writeParts(engine, addresses, bodies + bodySize);
      writeBatchSettings(engine, frame);
      for (let from = 0; from < count; from += chunk) {
        poll();
        const chunkCount = Math.min(chunk, count - from);
        this.writeRows(engine, addresses, rows, store.size, from, chunkCount);
        manifoldKernel(engine).manifoldMany(frame.workspace, frame.polytope, patch, bodies, rows, chunkCount);
        this.readRows(engine, rows, from, chunkCount);
      }
    } finally {
      // The kernel has changed the guess in the workspace: the stored settings are invalid.
      frame.settings = null;
      engine.leave();
      engine.leave();
    }
  }

  private writeParts({ f64, i32 }: Engine, addresses: Int32Array, to: number): void {
    const { partRecords, partPoses } = this;
    for (let k = 0; k < partRecords.length; k++) {
      const at = to + SceneBody.SIZE * k;
      SceneBody.setRecord(i32, at, addresses[partRecords[k]]);
      for (let n = 0; n < 7; n++) SceneBody.setPose(f64, at, n, partPoses[7 * k + n]);
    }
  }

  private writeRows(
    { f64, i32 }: Engine,
    addresses: Int32Array,
    rows: number,
    slots: number,
    from: number,
    chunkCount: number,
  ): void {
    const { pairs, partPairs, integers, lengths } = this;
    for (let n = from; n < from + chunkCount; n++) {
      const row = rows + ManifoldPair.SIZE * (n - from);
      const at = width * n;
      ManifoldPair.setA(i32, row, integers[at] < 0 ? slots - 1 - integers[at] : integers[at]);
      ManifoldPair.setB(i32, row, integers[at + 1] < 0 ? slots - 1 - integers[at + 1] : integers[at + 1]);
      ManifoldPair.setFeaturesA(i32, row, integers[at + 2] < 0 ? 0 : addresses[integers[at + 2]]);
      ManifoldPair.setFeaturesB(i32, row, integers[at + 3] < 0 ? 0 : addresses[integers[at + 3]]);
      ManifoldPair.setMaxDistance(f64, row, lengths[2 * n]);
      ManifoldPair.setExtent(f64, row, lengths[2 * n + 1]);
      pairs[n].readStart(partPairs[n], f64, i32, row);
    }
  }

  /** Copies the results, and keeps the warm starts. */
  private readRows({ i32 }: Engine, rows: number, from: number, chunkCount: number): void {
    const { rowIntegers, rows: f64, pairs, partPairs, integers } = this;
    const size = 2 * ManifoldPair.SIZE * chunkCount;
    integersAt(rowIntegers, ManifoldPair.SIZE * from, size).set(integersAt(i32, rows, size));
    for (let n = from; n < from + chunkCount; n++) {
      const row = ManifoldPair.SIZE * n;
      const count = ManifoldPair.count(rowIntegers, row);
      if (count < 0) continue;
      pairs[n].keepStart(partPairs[n], f64, rowIntegers, row);
      if (!partPairs[n]) continue;
      for (let k = 0; k < count; k++) {
        const contact = row + ManifoldPair.POINTS + Row.SIZE * k;
        f64[contact + Row.PART_A] = integers[width * n + 4];
        f64[contact + Row.PART_B] = integers[width * n + 5];
      }
    }
  }

  /** The number of contacts of a pair; −1 if its poses are invalid. */
  contactCountOf(index: number): number {
    return ManifoldPair.count(this.rowIntegers, ManifoldPair.SIZE * index);
  }

  /** A lower bound of the distance of a pair, in meters. */
  lowerOf(index: number): number {
    return ManifoldPair.lower(this.rows, ManifoldPair.SIZE * index);
  }

  /** The rows of all contacts, as in a `ContactBuffer`. */
  get contactRows(): Float64Array {
    return this.rows;
  }

  /** The index in `contactRows` at which the contacts of a pair start. */
  firstRowOf(index: number): number {
    return ManifoldPair.SIZE * index + ManifoldPair.POINTS;
  }
}

function writeBatchSettings(engine: Engine, frame: QueryFrame): void {
  const settings = depthSettings(false);
  writeSettings(engine, frame, settings);
  Query.setWantedDepth(engine.i32, frame.workspace, settings.depthAlgorithm);
  Query.setWantedPolytope(engine.i32, frame.workspace, 0);
}
