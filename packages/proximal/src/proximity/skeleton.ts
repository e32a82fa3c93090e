// The vertices of a polytope and the edges between them, for the soft-max over the vertices near the farthest one. Made when a
// derivative first asks for it, so that plain queries neither wait for it nor carry it.
import {
  KIND_SKELETON,
  RECORD_DATA,
  SKELETON_STARTS,
  SKELETON_STARTS_INT,
  SKELETON_VERTICES,
} from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { Shape } from '../shapes/shape.ts';

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

const known = /* @__PURE__ */ new WeakMap<Shape, ShapeRecord | null>();

/** The skeleton of a shape's core, or null where that is curved, a single point, or too large to list. */
export function skeletonOf(shape: Shape): ShapeRecord | null {
  let skeleton = known.get(shape);
  if (skeleton === undefined) {
    const polytope = shape.isBounded && !shape.isStrictlyConvex ? shape.corePolytope() : null;
    skeleton = polytope && polytope.vertices.length > 3 ? encodeSkeleton(shape, polytope) : null;
    known.set(shape, skeleton);
  }
  return skeleton;
}

/** As kernel/smooth/gumbel.ts reads it. */
function encodeSkeleton(shape: Shape, { vertices, faceStart, loop }: Polytope): ShapeRecord {
  const count = vertices.length / 3;
  const neighbours = neighboursOf(count, faceStart, loop);
  const links = neighbours.reduce((sum, list) => sum + list.length, 0);
  // Where neighbours start, marks, the queue, neighbours.
  const integers = count + 1 + count + count + links;
  const data = new Float64Array(SKELETON_VERTICES + 3 * count + Math.ceil(integers / 2));
  data.set(vertices, SKELETON_VERTICES);
  const words = new Int32Array(data.buffer);
  words.set(startsOf(vertices), SKELETON_STARTS_INT);
  let at = 2 * (SKELETON_VERTICES + 3 * count);
  let first = 0;
  for (const list of neighbours) {
    words[at++] = first;
    first += list.length;
  }
  words[at] = first;
  words.set(neighbours.flat(), at + 1 + 2 * count);
  const record = ShapeRecord.encode(KIND_SKELETON, shape, data, { count });
  // Numbers that hold two integers may look like NaN, whose bits a copy through numbers need not keep.
  new Int32Array(record.data.buffer).set(words, 2 * RECORD_DATA);
  return record;
}

/** Each vertex' neighbours along the edges of the faces. A segment has no face, but one edge. */
function neighboursOf(count: number, faceStart: Uint32Array, loop: Uint32Array): number[][] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let face = 0; face + 1 < faceStart.length; face++) {
    for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
      const next = k + 1 < faceStart[face + 1] ? k + 1 : faceStart[face];
      neighbours[loop[k]].add(loop[next]);
      neighbours[loop[next]].add(loop[k]);
    }
  }
  if (count === 2) {
    neighbours[0].add(1);
    neighbours[1].add(0);
  }
  return neighbours.map((set) => [...set]);
}

/** For each octant of directions and each longest coordinate, the vertex that is farthest along their middle. */
function startsOf(vertices: Float64Array): Int32Array {
  return Int32Array.from({ length: SKELETON_STARTS }, (_, sector) => {
    const along = [0, 1, 2].map((axis) => (axis === sector >> 3 ? 2 : 1) * ((sector >> axis) & 1 ? -1 : 1));
    let [best, most] = [0, -Infinity];
    for (let k = 0; k < vertices.length; k += 3) {
      const reach = along[0] * vertices[k] + along[1] * vertices[k + 1] + along[2] * vertices[k + 2];
      if (reach > most) [best, most] = [k / 3, reach];
    }
    return best;
  });
}
