// cannon-es: separating axes over all faces and all pairs of edges, for boxes and hulls. Its other shapes are polyhedra too.
import { load } from '../../plane/peers/load.ts';
import type { FileSet, FileShape } from '../../problems/problem-set.ts';
import { type Named, type Queries, store, Unsupported } from './library.ts';

interface Polyhedron {
  findSeparatingAxis(
    other: Polyhedron,
    positionA: Named,
    quaternionA: object,
    positionB: Named,
    quaternionB: object,
    axis: Named,
  ): boolean;
  testSepAxis(
    axis: Named,
    other: Polyhedron,
    positionA: Named,
    quaternionA: object,
    positionB: Named,
    quaternionB: object,
  ): number | false;
}

interface Cannon {
  readonly Vec3: new (x?: number, y?: number, z?: number) => Named;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => object;
  readonly Box: new (halfExtents: Named) => { readonly convexPolyhedronRepresentation: Polyhedron };
  readonly ConvexPolyhedron: new (mesh: { vertices: Named[]; faces: number[][] }) => Polyhedron;
}

/** Beyond this a query over all pairs of edges takes tens of milliseconds. */
const mostVertices = 64;

export async function cannon({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await load<Cannon>('cannon-es');
  const { Vec3, Quaternion } = library;
  const hulls = shapes.map((shape) => polyhedronOf(library, shape));
  const frame = ([x, y, z, qx, qy, qz, qw]: Float64Array) => ({
    position: new Vec3(x, y, z),
    quaternion: new Quaternion(qx, qy, qz, qw),
  });
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({
    a: hulls[a],
    b: hulls[b],
    at: frame(poseA),
    to: frame(poseB),
  }));
  const axis = new Vec3() as { x: number; y: number; z: number };
  const overlaps = (k: number): boolean => {
    const { a, b, at, to } = pairs[k];
    return a.findSeparatingAxis(b, at.position, at.quaternion, to.position, to.quaternion, axis);
  };
  return {
    collide: (k, answer) => {
      answer[0] = overlaps(k) ? 1 : 0;
    },
    depth: (k, answer) => {
      if (!overlaps(k)) {
        answer[0] = 0;
        return;
      }
      const { a, b, at, to } = pairs[k];
      const depth = a.testSepAxis(axis, b, at.position, at.quaternion, to.position, to.quaternion);
      answer[0] = depth === false ? 0 : depth;
      // Its axis points from B to A.
      store(answer, 1, { x: -axis.x, y: -axis.y, z: -axis.z });
    },
  };
}

function polyhedronOf({ Vec3, Box, ConvexPolyhedron }: Cannon, shape: FileShape): Polyhedron {
  const { kind, parameters, vertices, triangles } = shape;
  if (kind === 'box') return new Box(new Vec3(...parameters)).convexPolyhedronRepresentation;
  if (kind !== 'hull') throw new Unsupported(kind);
  if (vertices.length > mostVertices) throw new Unsupported(`hull of ${vertices.length} vertices (too slow)`);
  return new ConvexPolyhedron({
    vertices: vertices.map(([x, y, z]) => new Vec3(x, y, z)),
    faces: triangles.map((corners) => [...corners]),
  });
}
