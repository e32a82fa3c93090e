// The nearest points of the two bodies, and the normal between them, from the final simplex of a search.
import * as Query from './blocks/query.ts';
import * as ShapeBlock from './blocks/shape-block.ts';
import * as Vertex from './blocks/vertex.ts';
import { ld, st } from './port/memory.ts';
import { rotate, rotateBack } from './rotation.ts';

/** The reciprocal of a smaller sum of radii could overflow. */
const THINNEST: f64 = 1.0e-300;

export function hasNoNormal(w: i32): bool {
  return Query.localNormal(w, 0) === 0.0 && Query.localNormal(w, 1) === 0.0 && Query.localNormal(w, 2) === 0.0;
}

export function setNormal(w: i32, x: f64, y: f64, z: f64): void {
  Query.setLocalNormal(w, 0, x);
  Query.setLocalNormal(w, 1, y);
  Query.setLocalNormal(w, 2, z);
}

/**
 * Witness points in each body's frame, and the normal. Apart: the cores' points, each moved outward by its radius along
 * the normal. In contact: one common point, which divides the segment between the cores' points in the ratio of the radii; without
 * radii, the cores' points.
 */
export function writeWitnesses(w: i32, isApart: bool): void {
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  let bz: f64 = 0.0;
  const count: i32 = Query.vertexCount(w);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = Query.weights(w, k);
    const vertex: i32 = Query.simplex(w, k);
    ax += weight * Vertex.a(vertex, 0);
    ay += weight * Vertex.a(vertex, 1);
    az += weight * Vertex.a(vertex, 2);
    bx += weight * Vertex.b(vertex, 0);
    by += weight * Vertex.b(vertex, 1);
    bz += weight * Vertex.b(vertex, 2);
  }
  const radiusA: f64 = ShapeBlock.radius(Query.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(Query.recordB(w));
  const radii: f64 = radiusA + radiusB;
  const x: f64 = Query.nearest(w, 0);
  const y: f64 = Query.nearest(w, 1);
  const z: f64 = Query.nearest(w, 2);
  const norm: f64 = Query.coreUpper(w);
  // For a half-space the normal is already set; if the cores intersect, x is too short to give a normal.
  if (norm > Query.floor(w) && hasNoNormal(w)) setNormal(w, -x / norm, -y / norm, -z / norm);
  // x points from B's core to A's core, so A's point moves along −x and B's along x.
  const scale: f64 = isApart ? 1.0 / norm : radii > THINNEST ? 1.0 / radii : 0.0;
  const moveA: f64 = scale * radiusA;
  const moveB: f64 = scale * radiusB;
  Query.setLocalA(w, 0, ax - moveA * x);
  Query.setLocalA(w, 1, ay - moveA * y);
  Query.setLocalA(w, 2, az - moveA * z);
  rotateBack(w + Query.ROTATION, moveB * x, moveB * y, moveB * z, w + Query.LOCAL_B);
  Query.setLocalB(w, 0, bx + Query.localB(w, 0));
  Query.setLocalB(w, 1, by + Query.localB(w, 1));
  Query.setLocalB(w, 2, bz + Query.localB(w, 2));
}

/**
 * Witness points from the signed distance of the cores, which is negative if they overlap: the points that the simplex combines,
 * each moved outward by its radius along the normal. A's point minus B's is then −(signed distance) · normal; the correction that
 * makes it exact, small if the query has converged, is shared between the two points.
 */
export function writeSignedWitnesses(w: i32, cores: f64): void {
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  let bz: f64 = 0.0;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  const count: i32 = Query.vertexCount(w);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = Query.weights(w, k);
    const vertex: i32 = Query.simplex(w, k);
    x += weight * ld(vertex);
    y += weight * ld(vertex + 1);
    z += weight * ld(vertex + 2);
    ax += weight * Vertex.a(vertex, 0);
    ay += weight * Vertex.a(vertex, 1);
    az += weight * Vertex.a(vertex, 2);
    bx += weight * Vertex.b(vertex, 0);
    by += weight * Vertex.b(vertex, 1);
    bz += weight * Vertex.b(vertex, 2);
  }
  const radiusA: f64 = ShapeBlock.radius(Query.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(Query.recordB(w));
  const nx: f64 = Query.localNormal(w, 0);
  const ny: f64 = Query.localNormal(w, 1);
  const nz: f64 = Query.localNormal(w, 2);
  const correctionX: f64 = 0.5 * (-cores * nx - x);
  const correctionY: f64 = 0.5 * (-cores * ny - y);
  const correctionZ: f64 = 0.5 * (-cores * nz - z);
  Query.setLocalA(w, 0, ax + radiusA * nx + correctionX);
  Query.setLocalA(w, 1, ay + radiusA * ny + correctionY);
  Query.setLocalA(w, 2, az + radiusA * nz + correctionZ);
  rotateBack(
    w + Query.ROTATION,
    radiusB * nx + correctionX,
    radiusB * ny + correctionY,
    radiusB * nz + correctionZ,
    w + Query.LOCAL_B,
  );
  Query.setLocalB(w, 0, bx - Query.localB(w, 0));
  Query.setLocalB(w, 1, by - Query.localB(w, 1));
  Query.setLocalB(w, 2, bz - Query.localB(w, 2));
}

/** Copies the weights and directions of the simplex to the proof; they are zero for unused vertices. */
export function keepProof(w: i32): void {
  const count: i32 = Query.vertexCount(w);
  for (let k: i32 = 0; k < 4; k += 1) {
    const direction: i32 = Query.simplex(w, k) + Vertex.DIRECTION;
    const to: i32 = w + Query.PROOF_DIRECTIONS + 3 * k;
    if (k < count) {
      Query.setProofWeights(w, k, Query.weights(w, k));
      st(to, ld(direction));
      st(to + 1, ld(direction + 1));
      st(to + 2, ld(direction + 2));
    } else {
      Query.setProofWeights(w, k, 0.0);
      st(to, 0.0);
      st(to + 1, 0.0);
      st(to + 2, 0.0);
    }
  }
}

/** Points and normal in world coordinates. */
export function writeWorld(w: i32): void {
  toWorld(w + Query.LOCAL_A, w + Query.ROTATION_A, w + Query.POSE_A, w + Query.POINT_A);
  toWorld(w + Query.LOCAL_B, w + Query.ROTATION_B, w + Query.POSE_B, w + Query.POINT_B);
  rotate(
    w + Query.ROTATION_A,
    Query.localNormal(w, 0),
    Query.localNormal(w, 1),
    Query.localNormal(w, 2),
    w + Query.NORMAL,
  );
}

function toWorld(local: i32, rotation: i32, pose: i32, out: i32): void {
  rotate(rotation, ld(local), ld(local + 1), ld(local + 2), out);
  st(out, ld(out) + ld(pose));
  st(out + 1, ld(out + 1) + ld(pose + 1));
  st(out + 2, ld(out + 2) + ld(pose + 2));
}
