// The kernel's searches in trees of triangles: which triangles are nearest, or whether any come near.
import type { Engine, Level } from '../../engine/engine.ts';
import { Query } from '../../engine/layout.ts';
import { activeEngine } from '../../engine/target.ts';
import { readSettings } from '../../proximity/options.ts';
import { writeSettings } from '../../proximity/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** The triangle of a mesh nearest to a convex shape within `upTo`, or −1; with `isBoolean`, any that is. */
export function nearestTriangle(
  mesh: TriangleMesh,
  meshPose: Float64Array,
  shape: Shape,
  pose: Float64Array,
  upTo: number,
  isBoolean: boolean,
): number {
  const records = [mesh.record, shape.record];
  return search(meshPose, pose, (engine, level) => {
    const [address, other] = engine.placeAll(level, records);
    engine.i32[2 * level.workspace + Query.RECORD_B_INT] = other;
    const { workspace, input } = level;
    return engine.kernel.meshNearest(workspace, address, level.slot(0), input, upTo, isBoolean ? 1 : 0);
  });
}

/** The nearest triangles of two meshes within `upTo`, or null; with `isBoolean`, any two that are. */
export function nearestTriangles(
  meshA: TriangleMesh,
  poseA: Float64Array,
  meshB: TriangleMesh,
  poseB: Float64Array,
  upTo: number,
  isBoolean: boolean,
): readonly [number, number] | null {
  const records = [meshA.record, meshB.record];
  return search(poseA, poseB, (engine, level) => {
    const [a, b] = engine.placeAll(level, records);
    const { workspace, input } = level;
    const [slotA, slotB] = [level.slot(0), level.slot(1)];
    const found = engine.kernel.meshPair(workspace, a, b, slotA, slotB, input, upTo, isBoolean ? 1 : 0);
    return found === 1 ? [engine.i32[2 * input], engine.i32[2 * input + 1]] : null;
  });
}

/** One search on a level of its own, with the settings of any query. */
function search<Answer>(
  poseA: Float64Array,
  poseB: Float64Array,
  ask: (engine: Engine, level: Level) => Answer,
): Answer {
  const engine = activeEngine();
  const level = engine.enter();
  try {
    writeSettings(engine, level, readSettings('distance', undefined, false));
    engine.f64.set(poseA, level.workspace + Query.POSE_A);
    engine.f64.set(poseB, level.workspace + Query.POSE_A + 7);
    return ask(engine, level);
  } finally {
    // The kernel has written triangles where records stood, and its own bound.
    level.settings = null;
    level.slots.fill(null);
    engine.leave();
  }
}
