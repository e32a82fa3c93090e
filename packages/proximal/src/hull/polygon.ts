// The hull of a cloud that lies in a plane, computed in the coordinate plane onto which it projects largest: dropping a
// coordinate is exact.
import { distanceToSegment } from './closest.ts';
import type { Cloud } from './cloud.ts';
import { accurateNormal, orientation2 } from './predicates.ts';
import type { Span } from './simplex.ts';

const cross = new Float64Array(3);

export interface PolygonHull {
  /** Counter-clockwise around the span's normal. */
  readonly vertices: number[];
  /** An upper bound on the distance of a left-out point from the polygon. */
  readonly off: number;
}

export function polygonHull(cloud: Cloud, { normal, off }: Span): PolygonHull {
  const size = normal.map(Math.abs);
  const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  const chain = monotoneChain(cloud, i, j);
  if (normal[axis] < 0) chain.reverse();
  return simplify(cloud, chain, off);
}

/** Andrew's monotone chain, counter-clockwise, without points on edges. */
function monotoneChain({ xyz, count }: Cloud, i: number, j: number): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  order.sort((p, q) => xyz[3 * p + i] - xyz[3 * q + i] || xyz[3 * p + j] - xyz[3 * q + j] || p - q);
  const half = (points: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const p of points) {
      while (chain.length > 1 && orientation2(xyz, i, j, chain[chain.length - 2], chain[chain.length - 1], p) <= 0)
        chain.pop();
      const last = chain[chain.length - 1];
      // Points that differ only in the dropped coordinate are duplicates here.
      if (last === undefined || xyz[3 * last + i] !== xyz[3 * p + i] || xyz[3 * last + j] !== xyz[3 * p + j])
        chain.push(p);
    }
    return chain;
  };
  const [lower, upper] = [half(order), half(order.reverse())];
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/**
 * Drops vertices within `step` of the segment between their neighbors, in rounds that never remove two neighbors. In a twisted needle, the
 * outline may not turn left at a vertex about its own normal: such a vertex is also dropped if it is within 2 `step`. Ends before the bound
 * exceeds `total`.
 */
function simplify(cloud: Cloud, chain: readonly number[], spent: number): PolygonHull {
  const { xyz, step, total } = cloud;
  let [vertices, off] = [[...chain], spent];
  for (;;) {
    const count = vertices.length;
    const normal = areaNormal(xyz, vertices);
    const drop = new Set<number>();
    let largestDistance = 0;
    for (let k = 0; k < count && count - drop.size > 2; k++) {
      const before = vertices[(k + count - 1) % count];
      const after = vertices[(k + 1) % count];
      if (drop.has(before) || drop.has(after)) continue;
      const distance = distanceToSegment(xyz, vertices[k], before, after);
      if (distance > 2 * step || (distance > step && turnsLeft(xyz, normal, before, vertices[k], after))) continue;
      drop.add(vertices[k]);
      largestDistance = Math.max(largestDistance, distance);
    }
    if (drop.size === 0 || off + largestDistance > total) return { vertices, off };
    vertices = vertices.filter((vertex) => !drop.has(vertex));
    off += largestDistance;
  }
}

function turnsLeft(xyz: Float64Array, normal: readonly number[], a: number, b: number, c: number): boolean {
  accurateNormal(xyz, a, b, c, cross);
  return normal[0] * cross[0] + normal[1] * cross[1] + normal[2] * cross[2] > 0;
}

/** Reduces a polygon to `maxVertices` vertices, greedily adding the vertex farthest from the edge that cuts it off. */
export function reducePolygon(cloud: Cloud, vertices: readonly number[], maxVertices: number): PolygonHull {
  const { xyz } = cloud;
  const count = vertices.length;
  const cut = (from: number, to: number): Cut => {
    let [farthest, off] = [-1, 0];
    for (let k = from + 1; k < to; k++) {
      const distance = distanceToSegment(xyz, vertices[k], vertices[from], vertices[to % count]);
      if (distance > off) [farthest, off] = [k, distance];
    }
    return { from, to, farthest, off };
  };
  let opposite = 1;
  for (let k = 1; k < count; k++)
    if (squaredDistance(xyz, vertices[0], vertices[k]) > squaredDistance(xyz, vertices[0], vertices[opposite]))
      opposite = k;
  const cuts = [cut(0, opposite), cut(opposite, count)];
  while (cuts.length < maxVertices) {
    const worst = cuts.reduce((index, { off }, k) => (off > cuts[index].off ? k : index), 0);
    const { from, to, farthest } = cuts[worst];
    if (farthest < 0) break;
    cuts.splice(worst, 1, cut(from, farthest), cut(farthest, to));
  }
  return {
    vertices: cuts.map(({ from }) => vertices[from]),
    off: cuts.reduce((deepest, { off }) => Math.max(deepest, off), 0),
  };
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly farthest: number;
  readonly off: number;
}

function squaredDistance(xyz: Float64Array, p: number, q: number): number {
  return (
    (xyz[3 * p] - xyz[3 * q]) ** 2 + (xyz[3 * p + 1] - xyz[3 * q + 1]) ** 2 + (xyz[3 * p + 2] - xyz[3 * q + 2]) ** 2
  );
}

/** Twice the polygon's area as a vector: the sum of the cross products of a fan. */
export function areaNormal(xyz: Float64Array, vertices: readonly number[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 2; k < vertices.length; k++) {
    accurateNormal(xyz, vertices[0], vertices[k - 1], vertices[k], cross);
    for (let i = 0; i < 3; i++) sum[i] += cross[i];
  }
  return sum;
}
