// The triangles of shapes, compounds, meshes and height fields, with normals.
import { triangulate } from 'proximal/draw';
import type { Geometry } from 'proximal/scene';
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
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

/** Triangles with normals and distances from edges (`BodyMaterial`). Points and segments have none. */
export function drawnSurface(shape: Geometry, extent?: number): BufferGeometry {
  const { vertices, triangles } = triangulate(shape, extent === undefined ? {} : { extent });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices), 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  if (triangles.length === 0) return geometry.setIndex(null);
  const surface = toCreasedNormals(geometry, crease);
  return surface.setAttribute('edge', new BufferAttribute(edgeDistances(vertices, triangles), 3));
}

/** A distance, in meters, at which no edge is drawn. */
const noEdge = 1e6;

/** For each corner of each triangle, its distances from the three sides of the triangle; `noEdge` for sides between nearly coplanar triangles. */
function edgeDistances(vertices: Float64Array, triangles: Uint32Array): Float32Array {
  const point = (k: number): Vector3 => new Vector3().fromArray(vertices, 3 * k);
  const ids = mergedIds(vertices);
  const normals: Vector3[] = [];
  /** By the ids of its ends, the triangles of a side. */
  const sides = new Map<string, number[]>();
  const keyOf = (corner: number): string => {
    const [p, q] = endsOf(corner).map((at) => ids[triangles[at]]);
    return p < q ? `${p} ${q}` : `${q} ${p}`;
  };
  for (let corner = 0; corner < triangles.length; corner++) {
    const triangle = Math.floor(corner / 3);
    if (corner % 3 === 0) {
      const [p, q, r] = [0, 1, 2].map((k) => point(triangles[corner + k]));
      normals.push(q.sub(p).cross(r.sub(p)));
    }
    const key = keyOf(corner);
    sides.set(key, [...(sides.get(key) ?? []), triangle]);
  }
  const distances = new Float32Array(3 * triangles.length).fill(0);
  for (let corner = 0; corner < triangles.length; corner++) {
    const [first, k] = [corner - (corner % 3), corner % 3];
    const [own, other] = sides.get(keyOf(corner)) ?? [];
    const isEdge = other === undefined || normals[own].angleTo(normals[other]) > crease;
    const [p, q] = endsOf(corner).map((at) => point(triangles[at]));
    // The side opposite to a corner: the other two corners are on it.
    const height = normals[Math.floor(corner / 3)].length() / Math.max(p.distanceTo(q), 1e-12);
    for (let at = 0; at < 3; at++) distances[3 * (first + at) + k] = isEdge ? (at === k ? height : 0) : noEdge;
  }
  return distances;
}

/** The two other corners of a corner's triangle. */
function endsOf(corner: number): [number, number] {
  const first = corner - (corner % 3);
  return [first + ((corner + 1) % 3), first + ((corner + 2) % 3)];
}

/** A number for each vertex, equal for vertices at the same place. */
function mergedIds(vertices: Float64Array): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: vertices.length / 3 }, (_, k) => {
    const key = vertices.subarray(3 * k, 3 * k + 3).join(' ');
    const id = known.get(key) ?? known.size;
    known.set(key, id);
    return id;
  });
}
