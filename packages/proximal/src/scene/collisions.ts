// The Boolean narrow phase: all near pairs through the kernel, a chunk at a time.
import type { Engine } from '../engine/engine.ts';
import { SceneBody, ScenePair } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { readSettings } from '../proximity/options.ts';
import { writeSettings } from '../proximity/query.ts';
import type { Body } from './body.ts';
import type { BodyIndex } from './body-index.ts';

/** Pairs for each kernel call. */
const chunk = 1024;

/**
 * Calls `visit` with the row of every near pair whose bodies come within `margin`, until it returns true. The kernel sets `table.answer(row)`
 * to 1 for the pairs that it finds within the margin: for nonconvex bodies it compares only their boxes, and their parts are tested here.
 */
export function testNearPairs(bodyIndex: BodyIndex, margin: number, visit: (row: number) => boolean): void {
  const { store, table } = bodyIndex;
  if (table.nearCount === 0) return;
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    store.locate(engine, frame);
    const pairSize = ScenePair.SIZE * Math.min(chunk, table.nearCount);
    const rows = engine.memory.placeTable(frame, pairSize + 2 * SceneBody.SIZE * store.size);
    const bodies = rows + pairSize;
    const boxes = bodies + SceneBody.SIZE * store.size;
    engine.f64.set(store.rows.subarray(0, SceneBody.SIZE * store.size), bodies);
    engine.f64.set(store.orientedRows.subarray(0, SceneBody.SIZE * store.size), boxes);
    writeSettings(engine, frame, readSettings('collisions', undefined, false));
    for (let from = 0; from < table.nearCount; from += chunk) {
      const count = Math.min(chunk, table.nearCount - from);
      testChunk(engine, bodyIndex, frame.workspace, { rows, bodies, boxes }, from, count, margin);
      for (let row = from; row < from + count; row++) {
        if (table.answer(row) === 1 && areColliding(bodyIndex, row, margin) && visit(row)) return;
      }
    }
  } finally {
    // The kernel has changed the guess in the workspace: the stored settings are invalid.
    frame.settings = null;
    engine.leave();
  }
}

interface Addresses {
  readonly rows: number;
  readonly bodies: number;
  readonly boxes: number;
}

function testChunk(
  engine: Engine,
  { table }: BodyIndex,
  workspace: number,
  { rows, bodies, boxes }: Addresses,
  from: number,
  count: number,
  margin: number,
): void {
  const chunkRows = table.rows.subarray(ScenePair.SIZE * from, ScenePair.SIZE * (from + count));
  engine.f64.set(chunkRows, rows);
  engine.kernel.collideNear(workspace, bodies, boxes, rows, count, margin);
  chunkRows.set(engine.f64.subarray(rows, rows + ScenePair.SIZE * count));
}

/** Whether the bodies of a pair that the kernel has reported collide: of nonconvex bodies the kernel has compared only the boxes. */
function areColliding(bodyIndex: BodyIndex, row: number, margin: number): boolean {
  const { table, store } = bodyIndex;
  const a = store.bodies[table.first(row)] as Body;
  const b = store.bodies[table.second(row)] as Body;
  if (!a.volume.assembly && !b.volume.assembly) return true;
  return bodyIndex.bodyPairAt(row).collide(margin);
}
