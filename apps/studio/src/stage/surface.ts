// The triangles of shapes, compounds, meshes and height fields, with normals.
import { triangulate } from 'proximal/draw';
import type { Geometry } from 'proximal/scene';
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

/** Edges with a larger angle between the normals of their faces are drawn as edges, without smoothed normals. */
const crease = Math.PI / 9;

/** A least-recently-used cache of surfaces, since many bodies are equal, for example the boxes of a wall. */
const cache = new Map<string, BufferGeometry>();
const cacheSize = 64;

/** The surface of a geometry in its own frame, shared by equal shapes. After `dispose` it can still be drawn. */
export function surfaceOf(geometry: Geometry, extent?: number): BufferGeometry {
  // Large hulls and meshes are rarely equal, and their JSON form is long.
  if (geometry.kind === 'convex' || geometry.kind === 'triangleMesh') return drawnSurface(geometry, extent);
  const key = `${extent} ${JSON.stringify(geometry.toJSON())}`;
  const surface = cache.get(key) ?? drawnSurface(geometry, extent);
  cache.delete(key);
  cache.set(key, surface);
  const [oldest] = cache.keys();
  if (cache.size > cacheSize) cache.delete(oldest);
  return surface;
}

/** Triangles with normals. Points and segments have none. */
export function drawnSurface(shape: Geometry, extent?: number): BufferGeometry {
  const { vertices, triangles } = triangulate(shape, extent === undefined ? {} : { extent });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices), 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return triangles.length > 0 ? toCreasedNormals(geometry, crease) : geometry.setIndex(null);
}
