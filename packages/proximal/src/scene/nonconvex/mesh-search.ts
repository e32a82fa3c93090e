// The kernel's searches in triangle trees: for the nearest or deepest triangle, or for any triangle within a distance. The distance is computed from
// the triangle in the kernel's memory, without making a shape of it.

import type { Engine } from '../../engine/engine.ts';
import type { QueryFrame } from '../../engine/engine-memory.ts';
import { extendedKernel } from '../../engine/extended.ts';
import { PairSearch, Query } from '../../engine/layout.ts';
import { type MeshKernel, meshKernel } from '../../engine/mesh.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { activeEngine } from '../../engine/target.ts';
import { readDepthFields } from '../../proximity/penetration.ts';
import { type PenetrationSettings, readPenetrationSettings } from '../../proximity/penetration-options.ts';
import { writeSettings } from '../../proximity/query.ts';
import { type DistanceResult, readResult } from '../../proximity/result.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * The triangles that the last searches of a pair found, given by their positions in the trees; −1 if there are none. The next searches test these
 * triangles first, which bounds the nodes to visit. The results do not depend on them.
 */
export class TreeStart {
  /** The triangle of a mesh nearest to a convex shape, and the deepest one. */
  near = -1;
  deep = -1;
  /** The nearest triangles of two meshes. */
  ofA = -1;
  ofB = -1;

  forget(): void {
    this.near = -1;
    this.deep = -1;
    this.ofA = -1;
    this.ofB = -1;
  }
}

/** Whether a mesh comes within `margin` of a bounded convex shape. */
export function meshMeets(
  mesh: TriangleMesh,
  meshPose: Float64Array,
  shape: Shape,
  pose: Float64Array,
  margin: number,
  start: TreeStart,
): boolean {
  return search(mesh.record, meshPose, shape.record, pose, (engine, kernel, frame, address, other) => {
    const { workspace: w, input } = frame;
    Query.setRecordB(engine.i32, w, other);
    const found = kernel.meshNearest(w, address, frame.slot(0), input, margin, 1, start.near);
    if (found >= 0) start.near = found;
    return found >= 0;
  });
}

/** Whether two meshes come within `margin` of each other. */
export function meshesMeet(
  meshA: TriangleMesh,
  poseA: Float64Array,
  meshB: TriangleMesh,
  poseB: Float64Array,
  margin: number,
  start: TreeStart,
): boolean {
  return search(meshA.record, poseA, meshB.record, poseB, (engine, kernel, frame, a, b) =>
    searchPair(engine, kernel, frame, a, b, margin, true, start),
  );
}

/**
 * The signed distance of a mesh and a bounded convex shape within `upTo`: the distance of the nearest triangle, or of the deepest triangle if
 * triangles overlap the shape. Returns the triangle's index, or −1 if there is none within `upTo`.
 * @param isFirst whether the mesh is body A of the result
 */
export function meshDistance(
  mesh: TriangleMesh,
  meshPose: Float64Array,
  shape: Shape,
  pose: Float64Array,
  isFirst: boolean,
  upTo: number,
  start: TreeStart,
  result: DistanceResult,
): number {
  return search(mesh.record, meshPose, shape.record, pose, (engine, kernel, frame, address, other) => {
    const { workspace: w, input } = frame;
    const record = frame.slot(0);
    Query.setRecordB(engine.i32, w, other);
    const near = kernel.meshNearest(w, address, record, input, upTo, 0, start.near);
    if (near < 0) return -1;
    start.near = near;
    let position = near;
    // If the nearest triangle touches or overlaps the shape, its distance is 0, and the deepest triangle decides.
    if (!(Query.distance(engine.f64, w) > 0)) {
      const deep = kernel.meshDeepest(w, address, record, frame.polytope, input, start.deep);
      if (deep >= 0) {
        start.deep = deep;
        position = deep;
      }
    }
    const number = kernel.meshTriangle(address, position, record);
    if (!isFirst) exchange(engine, w, pose, meshPose, other, record);
    measure(engine, frame, result);
    return number;
  });
}

/** The distance of two meshes within `upTo`. Returns the indices of the nearest triangles, or null. */
export function meshesDistance(
  meshA: TriangleMesh,
  poseA: Float64Array,
  meshB: TriangleMesh,
  poseB: Float64Array,
  upTo: number,
  start: TreeStart,
  result: DistanceResult,
): readonly [number, number] | null {
  return search(meshA.record, poseA, meshB.record, poseB, (engine, kernel, frame, a, b) => {
    if (!searchPair(engine, kernel, frame, a, b, upTo, false, start)) return null;
    const numberA = kernel.meshTriangle(a, start.ofA, frame.slot(0));
    const numberB = kernel.meshTriangle(b, start.ofB, frame.slot(1));
    Query.setUpTo(engine.f64, frame.workspace, Infinity);
    engine.kernel.distance(frame.workspace);
    readResult(engine.f64, engine.i32, frame.workspace, result);
    return [numberA, numberB];
  });
}

function searchPair(
  engine: Engine,
  kernel: MeshKernel,
  frame: QueryFrame,
  a: number,
  b: number,
  upTo: number,
  isBoolean: boolean,
  start: TreeStart,
): boolean {
  const { workspace, input } = frame;
  const { i32 } = engine;
  const [slotA, slotB] = [frame.slot(0), frame.slot(1)];
  PairSearch.setA(i32, input, start.ofA);
  PairSearch.setB(i32, input, start.ofB);
  if (kernel.meshPair(workspace, a, b, slotA, slotB, input, upTo, isBoolean ? 1 : 0) === 0) return false;
  start.ofA = PairSearch.a(engine.i32, input);
  start.ofB = PairSearch.b(engine.i32, input);
  return true;
}

/** Makes the convex shape body A. */
function exchange(
  engine: Engine,
  w: number,
  poseA: Float64Array,
  poseB: Float64Array,
  recordA: number,
  recordB: number,
): void {
  Query.setRecordA(engine.i32, w, recordA);
  Query.setRecordB(engine.i32, w, recordB);
  engine.f64.set(poseA, w + Query.POSE_A);
  engine.f64.set(poseB, w + Query.POSE_B);
}

/** The certified signed distance of the two records in the workspace. */
function measure(engine: Engine, frame: QueryFrame, result: DistanceResult): void {
  const { workspace: w, polytope } = frame;
  Query.setUpTo(engine.f64, w, Infinity);
  // Start from center to center, as `signedDistance` does, for equal bits.
  for (let axis = 0; axis < 3; axis++) Query.setGuess(engine.f64, w, axis, 0);
  extendedKernel(engine).penetration(w, polytope, 0);
  readResult(engine.f64, engine.i32, w, result);
  readDepthFields(engine, frame, settings(), w, result);
}

let certifiedSettings: PenetrationSettings | null = null;

function settings(): PenetrationSettings {
  certifiedSettings ??= readPenetrationSettings('signedDistance', { certified: true }, false);
  return certifiedSettings;
}

/** Runs one search in its own query frame, with the default settings of certified signed distances. */
function search<Result>(
  a: ShapeRecord,
  poseA: Float64Array,
  b: ShapeRecord,
  poseB: Float64Array,
  run: (engine: Engine, kernel: MeshKernel, frame: QueryFrame, a: number, b: number) => Result,
): Result {
  const engine = activeEngine();
  const kernel = meshKernel(engine);
  const frame = engine.enter();
  try {
    // The records of a frame do not evict each other.
    frame.records[0] = a;
    frame.records[1] = b;
    const addressA = engine.memory.placeCached(a);
    const addressB = engine.memory.placeCached(b);
    writeSettings(engine, frame, settings());
    const { f64, i32 } = engine;
    const { workspace: w } = frame;
    Query.setWantedDepth(i32, w, settings().depthAlgorithm);
    Query.setWantedCertified(i32, w, 1);
    Query.setWantedPolytope(i32, w, 0);
    f64.set(poseA, w + Query.POSE_A);
    f64.set(poseB, w + Query.POSE_B);
    return run(engine, kernel, frame, addressA, addressB);
  } finally {
    // The kernel has overwritten records with triangles, and the settings with its own bound.
    frame.settings = null;
    frame.slots.fill(null);
    engine.leave();
  }
}
