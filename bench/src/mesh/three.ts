// three-mesh-bvh on the problems of the benchmark `mesh`, with trees and matrices made before the measurement.
import { load } from '../peers/peer.ts';
import { gripper, type MeshData, type Poses, partPose } from './problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: its type declarations need the declarations of the browser
type Library = any;

/** Passes over all problems; each returns one answer per problem. */
export interface ThreeQueries {
  /** For the first `count` problems. The parts of the gripper are counted pose by pose. */
  readonly gripperDistance: (count: number) => number[];
  readonly gripperCollide: () => boolean[];
  readonly meshDistance: () => number[];
  readonly meshCollide: () => boolean[];
  /** The unsigned distances of the points. */
  readonly points: () => number[];
}

export async function openThree(
  mesh: MeshData,
  poses: Poses,
  others: Poses,
  points: Float64Array,
): Promise<ThreeQueries> {
  const three: Library = await load('three');
  const { MeshBVH }: Library = await load('three-mesh-bvh');
  const matrixOf = ([x, y, z, ...rotation]: Float64Array | number[]): Library =>
    new three.Matrix4().compose(
      new three.Vector3(x, y, z),
      new three.Quaternion(...rotation),
      new three.Vector3(1, 1, 1),
    );
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(mesh.vertices), 3));
  geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
  const tree = new MeshBVH(geometry);
  geometry.boundsTree = tree;
  const parts = gripper.map(
    ({
      shape: {
        halfExtents: [hx, hy, hz],
      },
    }) => {
      const part = new three.BoxGeometry(2 * hx, 2 * hy, 2 * hz);
      part.boundsTree = new MeshBVH(part);
      return { part, box: new three.Box3(new three.Vector3(-hx, -hy, -hz), new three.Vector3(hx, hy, hz)) };
    },
  );
  const placed = poses.flatMap((pose) =>
    parts.map((part, k) => ({ ...part, matrix: matrixOf([...partPose(k, pose)]) })),
  );
  const matrices = others.map(matrixOf);
  const places = Array.from({ length: points.length / 3 }, (_, k) =>
    new three.Vector3().fromArray(points.subarray(3 * k, 3 * k + 3)),
  );
  const nearest = { point: new three.Vector3(), distance: 0, faceIndex: 0 };
  const distanceTo = (other: Library, matrix: Library): number =>
    tree.closestPointToGeometry(other, matrix, nearest, {}).distance;
  return {
    gripperDistance: (count) => placed.slice(0, count).map(({ part, matrix }) => distanceTo(part, matrix)),
    gripperCollide: () => placed.map(({ box, matrix }) => tree.intersectsBox(box, matrix)),
    meshDistance: () => matrices.map((matrix) => distanceTo(geometry, matrix)),
    meshCollide: () => matrices.map((matrix) => tree.intersectsGeometry(geometry, matrix)),
    points: () => places.map((place) => tree.closestPointToPoint(place, nearest).distance),
  };
}
