// three-mesh-bvh: trees of triangles with 32-bit numbers. Surfaces, not solids: a body inside another one does not collide with it.
import { compose, inverse } from 'proximal/math';
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { Ray, TriangleMesh } from '../scene/rays.ts';
import { load, type Peer, type Queries, queriesOf, store, Unsupported, type Vector } from './peer.ts';

// biome-ignore lint/suspicious/noExplicitAny: its type declarations need the declarations of the browser
type Library = any;

export const threeMeshBvh: Peer = {
  name: 'three-mesh-bvh',
  package: 'three-mesh-bvh',
  isSingle: true,
  query: { queries: queriesOf('three-mesh-bvh', ['distance', 'collide']), open },
  rays,
};

/** The largest number of vertices of a hull: to find the nearest pair of triangles of larger hulls takes milliseconds. */
const maxVertices = 64;

async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const three: Library = await load('three');
  const { MeshBVH }: Library = await load('three-mesh-bvh');
  const geometries = shapes.map((shape) => geometryOf(three, shape));
  for (const geometry of geometries) geometry.boundsTree = new MeshBVH(geometry);
  const one = new three.Vector3(1, 1, 1);
  const pairs = problems.map(({ a, b, poseA, poseB }) => {
    const [x, y, z, qx, qy, qz, qw] = compose(inverse(poseA), poseB);
    const matrix = new three.Matrix4().compose(new three.Vector3(x, y, z), new three.Quaternion(qx, qy, qz, qw), one);
    return { tree: geometries[a].boundsTree, other: geometries[b], matrix };
  });
  const nearest = { point: new three.Vector3() as Vector, distance: 0, faceIndex: 0 };
  const nearestOther = { point: new three.Vector3(), distance: 0, faceIndex: 0 };
  return {
    distance: (k, answer) => {
      const { tree, other, matrix } = pairs[k];
      tree.closestPointToGeometry(other, matrix, nearest, nearestOther);
      answer[0] = nearest.distance;
      // Both in A's frame: only their distance is checked.
      store(answer, 1, nearest.point);
      store(answer, 4, nearestOther.point.applyMatrix4(matrix));
    },
    collide: (k, answer) => {
      const { tree, other, matrix } = pairs[k];
      answer[0] = tree.intersectsGeometry(other, matrix) ? 1 : 0;
    },
  };
}

function geometryOf(three: Library, { kind, parameters, vertices, triangles }: FileShape): Library {
  if (kind === 'box') {
    const [x, y, z] = parameters;
    return new three.BoxGeometry(2 * x, 2 * y, 2 * z);
  }
  if (kind !== 'hull') throw new Unsupported(kind);
  if (vertices.length > maxVertices) throw new Unsupported(`hull of ${vertices.length} vertices (too slow)`);
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(vertices.flat()), 3));
  geometry.setIndex([...triangles.flat()]);
  return geometry;
}

async function rays({ vertices, triangles }: TriangleMesh, all: readonly Ray[]): Promise<() => (number | null)[]> {
  const three: Library = await load('three');
  const { MeshBVH }: Library = await load('three-mesh-bvh');
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(vertices), 3));
  geometry.setIndex(new three.BufferAttribute(triangles.slice(), 1));
  const tree = new MeshBVH(geometry);
  const prepared = all.map(
    ({ origin, direction }) => new three.Ray(new three.Vector3(...origin), new three.Vector3(...direction)),
  );
  return () => prepared.map((ray: Library) => tree.raycastFirst(ray, three.DoubleSide)?.distance ?? null);
}
