import type { Cloud } from './cloud.ts';
import type { Hull } from './hull.ts';

/** Faces as loops of point indices, with normals of any length. */
export interface Faces {
  readonly faceStart: Uint32Array;
  readonly loop: Uint32Array;
  readonly normals: Float64Array;
}

export const noFaces: Faces = { faceStart: Uint32Array.of(0), loop: new Uint32Array(0), normals: new Float64Array(0) };

interface Reduced {
  readonly cloud: Cloud;
  readonly dimension: 0 | 1 | 2 | 3;
  readonly vertices: readonly number[];
  /** See `Stage` in convex-hull.ts. */
  readonly off: number;
  readonly beyond: number;
}

/** Renumbers the points that are vertices, and writes the hull in the coordinates of the input. */
export function assemble(points: Float64Array, all: Cloud, reduced: Reduced, faces: Faces): Hull {
  const { cloud, dimension, off, beyond } = reduced;
  const sortedVertices = [...reduced.vertices].sort((p, q) => cloud.source[p] - cloud.source[q]);
  const newIndices = new Uint32Array(cloud.count);
  const vertices = new Float64Array(3 * sortedVertices.length);
  const source = new Uint32Array(sortedVertices.length);
  for (let v = 0; v < sortedVertices.length; v++) {
    newIndices[sortedVertices[v]] = v;
    source[v] = cloud.source[sortedVertices[v]];
    for (let k = 0; k < 3; k++) vertices[3 * v + k] = points[3 * source[v] + k];
  }
  const { faceStart, loop, normals } = inOrder(faces, newIndices, sortedVertices.length);
  const { duplicates } = all;
  return {
    dimension,
    vertices,
    source,
    faceStart,
    loop,
    planes: planesOf(vertices, faceStart, loop, normals),
    ...(dimension === 1 ? segmentNeighbors() : neighborsOf(sortedVertices.length, faceStart, loop)),
    dropped: {
      duplicates,
      interior: points.length / 3 - duplicates - beyond - sortedVertices.length,
      beyond,
      deepest: all.meters(off),
    },
    tolerance: all.meters(all.total),
  };
}

/**
 * The faces in a canonical order, independent of how they were found: each begins with its corner of lowest index, and faces are
 * sorted by their first two corners, which identify a face. So a hull rebuilt from its own vertices has the same bits.
 */
function inOrder({ faceStart, loop, normals }: Faces, newIndices: Uint32Array, vertexCount: number): Faces {
  const count = faceStart.length - 1;
  const lowest = new Uint32Array(count);
  const first = new Uint32Array(count);
  const second = new Uint32Array(count);
  for (let face = 0; face < count; face++) {
    const [start, end] = [faceStart[face], faceStart[face + 1]];
    let at = start;
    for (let k = start + 1; k < end; k++) if (newIndices[loop[k]] < newIndices[loop[at]]) at = k;
    lowest[face] = at;
    first[face] = newIndices[loop[at]];
    second[face] = newIndices[loop[at + 1 < end ? at + 1 : start]];
  }
  const bySecond = sorted(Uint32Array.from(lowest.keys()), second, vertexCount);
  const order = sorted(bySecond, first, vertexCount);
  const ordered = { faceStart: faceStart.slice(), loop: loop.slice(), normals: normals.slice() };
  for (let k = 0, to = 0; k < count; k++) {
    const face = order[k];
    for (let at = lowest[face]; at < faceStart[face + 1]; at++) ordered.loop[to++] = newIndices[loop[at]];
    for (let at = faceStart[face]; at < lowest[face]; at++) ordered.loop[to++] = newIndices[loop[at]];
    ordered.faceStart[k + 1] = to;
    for (let axis = 0; axis < 3; axis++) ordered.normals[3 * k + axis] = normals[3 * face + axis];
  }
  return ordered;
}

/** A stable counting sort of faces by one of their corners. */
function sorted(faces: Uint32Array, corner: Uint32Array, vertexCount: number): Uint32Array {
  const position = new Uint32Array(vertexCount + 1);
  for (let face = 0; face < corner.length; face++) position[corner[face] + 1]++;
  for (let v = 0; v < vertexCount; v++) position[v + 1] += position[v];
  const out = new Uint32Array(faces.length);
  for (let k = 0; k < faces.length; k++) out[position[corner[faces[k]]]++] = faces[k];
  return out;
}

/** Unit normals, and offsets such that no corner of a face is above its plane. */
function planesOf(
  vertices: Float64Array,
  faceStart: Uint32Array,
  loop: Uint32Array,
  normals: Float64Array,
): Float64Array {
  const count = faceStart.length - 1;
  const planes = new Float64Array(4 * count);
  for (let face = 0; face < count; face++) {
    let [x, y, z] = [normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]];
    const length = Math.sqrt(x * x + y * y + z * z);
    x /= length;
    y /= length;
    z /= length;
    let offset = -Infinity;
    for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
      const at = 3 * loop[k];
      offset = Math.max(offset, x * vertices[at] + y * vertices[at + 1] + z * vertices[at + 2]);
    }
    planes[4 * face] = x;
    planes[4 * face + 1] = y;
    planes[4 * face + 2] = z;
    planes[4 * face + 3] = offset;
  }
  return planes;
}

/** Each edge runs once in either direction, so the ends of the edges that start at a vertex are its neighbors. */
function neighborsOf(
  count: number,
  faceStart: Uint32Array,
  loop: Uint32Array,
): { neighborStart: Uint32Array; neighbors: Uint32Array } {
  const neighborStart = new Uint32Array(count + 1);
  for (let k = 0; k < loop.length; k++) neighborStart[loop[k] + 1]++;
  for (let v = 0; v < count; v++) neighborStart[v + 1] += neighborStart[v];
  const position = neighborStart.slice();
  const neighbors = new Uint32Array(loop.length);
  for (let face = 0; face + 1 < faceStart.length; face++) {
    let from = loop[faceStart[face + 1] - 1];
    for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
      const to = loop[k];
      neighbors[position[from]++] = to;
      from = to;
    }
  }
  return { neighborStart, neighbors };
}

function segmentNeighbors(): { neighborStart: Uint32Array; neighbors: Uint32Array } {
  return { neighborStart: Uint32Array.of(0, 1, 2), neighbors: Uint32Array.of(1, 0) };
}
