// The kernel's searches in triangle trees: for the nearest triangles, or for any within a distance.
import type { Engine } from '../../engine/engine.ts';
import type { QueryFrame } from '../../engine/engine-memory.ts';
import { MeshPair, Query } from '../../engine/layout.ts';
import { meshKernel } from '../../engine/mesh.ts';
import { activeEngine } from '../../engine/target.ts';
import { readSettings } from '../../proximity/options.ts';
import { writeSettings } from '../../proximity/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** The triangle of a mesh nearest to a convex shape within `upTo`, or −1; with `isBoolean`, any triangle within `upTo`. */
export function nearestTriangle(
  mesh: TriangleMesh,
  meshPose: Float64Array,
  shape: Shape,
  pose: Float64Array,
  upTo: number,
  isBoolean: boolean,
): number {
  const records = [mesh.record, shape.record];
  return search(meshPose, pose, (engine, frame) => {
    const [address, other] = engine.memory.placeAll(frame, records);
    Query.setRecordB(engine.i32, frame.workspace, other);
    const { workspace, input } = frame;
    return meshKernel(engine).meshNearest(workspace, address, frame.slot(0), input, upTo, isBoolean ? 1 : 0);
  });
}

/** The nearest triangles of two meshes within `upTo`, or null; with `isBoolean`, any two within `upTo`. */
export function nearestTriangles(
  meshA: TriangleMesh,
  poseA: Float64Array,
  meshB: TriangleMesh,
  poseB: Float64Array,
  upTo: number,
  isBoolean: boolean,
): readonly [number, number] | null {
  const records = [meshA.record, meshB.record];
  return search(poseA, poseB, (engine, frame) => {
    const [a, b] = engine.memory.placeAll(frame, records);
    const { workspace, input } = frame;
    const [slotA, slotB] = [frame.slot(0), frame.slot(1)];
    const found = meshKernel(engine).meshPair(workspace, a, b, slotA, slotB, input, upTo, isBoolean ? 1 : 0);
    return found === 1 ? [MeshPair.a(engine.i32, input), MeshPair.b(engine.i32, input)] : null;
  });
}

/** Runs one search in its own query frame, with default settings. */
function search<Answer>(
  poseA: Float64Array,
  poseB: Float64Array,
  run: (engine: Engine, frame: QueryFrame) => Answer,
): Answer {
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    writeSettings(engine, frame, readSettings('distance', undefined, false));
    engine.f64.set(poseA, frame.workspace + Query.POSE_A);
    engine.f64.set(poseB, frame.workspace + Query.POSE_A + 7);
    return run(engine, frame);
  } finally {
    // The kernel has overwritten records with triangles, and the settings with its own bound.
    frame.settings = null;
    frame.slots.fill(null);
    engine.leave();
  }
}
