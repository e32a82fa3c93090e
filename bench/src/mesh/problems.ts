// The problems of the benchmark `mesh`: a gripper at poses around a mug, two meshes, and points.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Box, box } from 'proximal';
import { readObj } from 'proximal/io';
import { fromAxisAngle, Rng, transformPoint, type Vec3 } from 'proximal/math';
import { Scene, type TriangleMesh, triangleMesh } from 'proximal/scene';

const folder = fileURLToPath(new URL('../../../../shared/data/ycb_raw/', import.meta.url));

export interface MeshData {
  readonly name: string;
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}

/** The scan of a mug with 16,384 triangles, or a generated cup with as many triangles. */
export function mug(): MeshData {
  const path = `${folder}025_mug.obj`;
  if (!existsSync(path)) return cup();
  const [{ vertices, triangles }] = readObj(readFileSync(path));
  return { name: 'mug scan', vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** A closed cup of 80 mm with walls of 4 mm and a noise of ± 0.5 mm. */
function cup(): MeshData {
  const [rings, sectors] = [64, 128];
  const rng = new Rng(7);
  const vertices: number[] = [0, 0, 0];
  const triangles: number[] = [];
  const at = (ring: number, sector: number): number => 1 + ring * sectors + (sector % sectors);
  for (let ring = 0; ring < rings; ring++) {
    const share = (ring % (rings / 2)) / (rings / 2 - 1);
    const [radius, height] = ring < rings / 2 ? [0.04, 0.08 * share] : [0.036, 0.08 - 0.076 * share];
    for (let sector = 0; sector < sectors; sector++) {
      const angle = (2 * Math.PI * sector) / sectors;
      const noise = rng.uniform(-5e-4, 5e-4);
      vertices.push((radius + noise) * Math.cos(angle), (radius + noise) * Math.sin(angle), height);
      if (ring + 1 === rings) continue;
      const [a, b, c, d] = [at(ring, sector), at(ring, sector + 1), at(ring + 1, sector + 1), at(ring + 1, sector)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  const top = vertices.push(0, 0, 0.004) / 3 - 1;
  for (let sector = 0; sector < sectors; sector++) {
    triangles.push(0, at(0, sector + 1), at(0, sector));
    triangles.push(top, at(rings - 1, sector), at(rings - 1, sector + 1));
  }
  return { name: 'generated cup', vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** The parts of a two-finger gripper, in meters: two fingers, 80 mm from center to center, and a palm. */
export const gripper: readonly { readonly shape: Box; readonly offset: Vec3 }[] = [
  { shape: box(0.004, 0.01, 0.03), offset: [0.04, 0, 0] },
  { shape: box(0.004, 0.01, 0.03), offset: [-0.04, 0, 0] },
  { shape: box(0.05, 0.015, 0.01), offset: [0, 0, 0.04] },
];

/** Poses of the whole gripper: x y z qx qy qz qw. */
export type Poses = readonly Float64Array[];

/**
 * Distances of the gripper's origin from the center of the mesh, in meters. For the kind 'touching', the gripper is then moved toward the mesh until
 * it touches.
 */
const kinds = [
  { name: 'distant', from: 0.2, to: 0.4 },
  { name: 'close', from: 0.1, to: 0.15 },
  { name: 'touching', from: 0.2, to: 0.2 },
  { name: 'inside', from: 0, to: 0.03 },
  { name: 'over the rim', from: 0.04, to: 0.08 },
] as const;

/** Poses are of these kinds in turn. */
export const kindCount: number = kinds.length;

export function gripperPoses(mesh: TriangleMesh, count: number, seed: number): Poses {
  const rng = new Rng(seed);
  const { min, max } = mesh.boundingBox();
  const middle = min.map((x, k) => (x + max[k]) / 2);
  return Array.from({ length: count }, (_, k) => {
    const { name, from, to } = kinds[k % kinds.length];
    const direction = rng.direction();
    const distance = rng.uniform(from, to);
    const rotation = rng.rotation();
    const at = (distance: number): Float64Array =>
      Float64Array.of(...direction.map((x, n) => middle[n] + distance * x), ...rotation);
    return at(name === 'touching' ? contactDistance(mesh, at, distance) : distance);
  });
}

/** The distance at which the gripper touches the mesh: it is moved toward the mesh by the gap again and again, until that is below 1 µm. */
function contactDistance(mesh: TriangleMesh, at: (distance: number) => Float64Array, start: number): number {
  const { parts, pairs } = sceneOf(mesh);
  let distance = start;
  for (let k = 0; k < 100 && distance > 0; k++) {
    moveTo(parts, at(distance));
    const gap = Math.min(...pairs.map((pair) => pair.distance().distance));
    if (gap < 1e-6) break;
    distance -= gap;
  }
  return distance;
}

/** The gripper's parts as bodies near an obstacle, with the warm-started pairs of each part and the obstacle. */
export function sceneOf(obstacle: Parameters<Scene['add']>[0]) {
  const scene = new Scene({ margin: 10 });
  scene.add(obstacle, {}, { static: true });
  const parts = gripper.map(({ shape }) => scene.add(shape, {}, { group: 2, mask: 1 }));
  return { scene, parts, pairs: scene.pairs() };
}

/** The pose of a part of the gripper. */
export function partPose(part: number, pose: Float64Array): Float64Array {
  return Float64Array.of(...transformPoint(pose, gripper[part].offset), ...pose.subarray(3));
}

export function moveTo(parts: ReturnType<typeof sceneOf>['parts'], pose: Float64Array): void {
  for (const [k, part] of parts.entries()) part.setPose(partPose(k, pose));
}

/** Poses of a second mesh, at 0.05 m to 0.3 m from the origin of the first. At the first poses, the meshes overlap. */
export function meshPoses(count: number, seed: number): Poses {
  const rng = new Rng(seed + 1);
  return Array.from({ length: count }, (_, k) => {
    const distance = 0.05 + (0.25 * k) / count;
    const rotation = fromAxisAngle(rng.direction(), rng.uniform(0, Math.PI));
    return Float64Array.of(...rng.direction().map((x) => distance * x), ...rotation.subarray(3));
  });
}

/** Points in a box around the mesh that is twice as large. */
export function pointsAround(mesh: TriangleMesh, count: number, seed: number): Float64Array {
  const rng = new Rng(seed + 2);
  const { min, max } = mesh.boundingBox();
  const points = new Float64Array(3 * count);
  for (let k = 0; k < points.length; k++) {
    const [low, high] = [min[k % 3], max[k % 3]];
    points[k] = rng.uniform(1.5 * low - 0.5 * high, 1.5 * high - 0.5 * low);
  }
  return points;
}

export function meshOf({ vertices, triangles }: MeshData): TriangleMesh {
  return triangleMesh(vertices, triangles);
}
