// Any convex shape as triangles: the hull of its support points along many directions.

import { type Convex, convex, type Shape, supportBatch } from 'proximal';
import { BufferAttribute, BufferGeometry } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';

/** Nearly uniform directions on a spiral, and the axes, along which many shapes have their extremes. */
export function directions(count: number): Float64Array {
  const axes = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  const golden = Math.PI * (3 - Math.sqrt(5));
  const spiral = Array.from({ length: count }, (_, k) => {
    const z = 1 - (2 * k + 1) / count;
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(golden * k), radius * Math.sin(golden * k), z];
  });
  return Float64Array.from([...axes, ...spiral.flat()]);
}

const many = directions(1200);
/** Edges sharper than this are drawn as edges. */
const crease = Math.PI / 9;

/** A least-recently-used cache of surfaces: a wall is a hundred equal boxes. */
const known = new Map<string, BufferGeometry>();
const mostKnown = 64;

/** The surface of a bounded shape in its own frame, shared by equal shapes. After `dispose` it can still be drawn. */
export function surfaceOf(shape: Shape): BufferGeometry {
  if (shape.kind === 'convex') return hullGeometry(verticesOf(shape as Convex));
  const key = JSON.stringify(shape.toJSON());
  const surface = known.get(key) ?? hullGeometry(supportBatch(shape, many));
  known.delete(key);
  known.set(key, surface);
  const [oldest] = known.keys();
  if (known.size > mostKnown) known.delete(oldest);
  return surface;
}

function verticesOf(shape: Convex): Float64Array {
  return Float64Array.from(Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k)).flat());
}

/** The convex hull of points as triangles with normals. Points and segments have none. */
export function hullGeometry(points: Float64Array): BufferGeometry {
  const hull = convex(points);
  const faces = Array.from({ length: hull.faceCount }, (_, k) => hull.face(k));
  const corners = faces.flatMap((face) => face.slice(2).flatMap((corner, k) => [face[0], face[k + 1], corner]));
  const positions = new Float32Array(corners.flatMap((corner) => hull.vertex(corner)));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return positions.length > 0 ? toCreasedNormals(geometry, crease) : geometry;
}
