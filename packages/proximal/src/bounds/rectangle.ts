// The smallest rectangle around points of a plane: one of its sides lies along an edge of their convex hull (Freeman and
// Shapira 1975). From one edge to the next, the four touching points only move forward (Toussaint's rotating calipers).

/** Points of a plane. */
export interface PlanePoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Below this count, sorting all points costs less than finding points to leave out. */
const filterFrom = 64;

/**
 * The unit direction of one side of the smallest rectangle around the points. Sides shorter than `resolution` count as `resolution`: of rectangles
 * without area, the shortest one is then chosen.
 */
export function rectangleDirection(points: PlanePoints, resolution: number): readonly [number, number] {
  const hull = polygon(points, outerIndices(points));
  const count = hull.length;
  let best: readonly [number, number] = [1, 0];
  let [area, perimeter] = [Infinity, Infinity];
  let [right, top, left] = [1, 1, 1];
  for (let edge = 0; edge < count && count > 1; edge++) {
    const direction = unitBetween(points, hull[edge], hull[(edge + 1) % count]);
    const [x, y] = direction;
    /** The signed distance from vertex `from` to vertex `to` along (a, b). */
    const along = (a: number, b: number, from: number, to: number): number => {
      const [i, j] = [hull[from % count], hull[to % count]];
      return a * (points.x[j] - points.x[i]) + b * (points.y[j] - points.y[i]);
    };
    right = Math.max(right, edge + 1);
    while (right < edge + count && along(x, y, right, right + 1) > 0) right++;
    top = Math.max(top, right);
    while (top < edge + count && along(-y, x, top, top + 1) > 0) top++;
    left = Math.max(left, top);
    while (left < edge + count && along(x, y, left, left + 1) < 0) left++;
    const width = Math.max(along(x, y, left, right), resolution);
    const height = Math.max(along(-y, x, edge, top), resolution);
    if (isSmaller(width * height, width + height, area, perimeter)) {
      [area, perimeter] = [width * height, width + height];
      best = direction;
    }
  }
  return best;
}

/** Relative differences below this count as rounding. */
const tie = 2e-13;

/**
 * Whether the first of two boxes is smaller. They are compared by content (volume or area), and if their contents are equal, by
 * boundary (surface or perimeter). Equal contents are common: all rectangles flush with a side of a triangle have twice its area.
 */
export function isSmaller(content: number, boundary: number, thanContent: number, thanBoundary: number): boolean {
  if (content < thanContent * (1 - tie)) return true;
  return content <= thanContent * (1 + tie) && boundary < thanBoundary * (1 - tie);
}

function unitBetween(points: PlanePoints, from: number, to: number): readonly [number, number] {
  const x = points.x[to] - points.x[from];
  const y = points.y[to] - points.y[from];
  const length = Math.sqrt(x * x + y * y);
  // The square of a tiny difference may underflow to 0.
  return length > 0 ? [x / length, y / length] : [1, 0];
}

/** The convex polygon around the points, counter-clockwise, by Andrew's monotone chain; equal points appear once. */
function polygon(points: PlanePoints, indices: number[]): number[] {
  const { x, y } = points;
  indices.sort((i, j) => x[i] - x[j] || y[i] - y[j] || i - j);
  const distinct = indices.filter((i, k) => k === 0 || x[i] !== x[indices[k - 1]] || y[i] !== y[indices[k - 1]]);
  if (distinct.length < 3) return distinct;
  const lower = chain(points, distinct);
  const upper = chain(points, distinct.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain({ x, y }: PlanePoints, sorted: readonly number[]): number[] {
  const hull: number[] = [];
  for (const point of sorted) {
    while (hull.length > 1) {
      const [a, b] = [hull[hull.length - 2], hull[hull.length - 1]];
      const doubleArea = (x[b] - x[a]) * (y[point] - y[a]) - (y[b] - y[a]) * (x[point] - x[a]);
      if (doubleArea > 0) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}

/** All points except the points inside the octagon of the extreme points in eight directions (Akl and Toussaint 1978). */
function outerIndices({ x, y }: PlanePoints): number[] {
  if (x.length < filterFrom) return Array.from(x, (_, k) => k);
  const corners = octagon(x, y);
  const edges = corners
    .map((from, k) => [x[from], y[from], x[corners[(k + 1) % 8]] - x[from], y[corners[(k + 1) % 8]] - y[from]] as const)
    .filter(([, , alongX, alongY]) => alongX !== 0 || alongY !== 0);
  const outer: number[] = [];
  for (let k = 0; k < x.length; k++) {
    for (const [fromX, fromY, alongX, alongY] of edges) {
      if (alongX * (y[k] - fromY) - alongY * (x[k] - fromX) > 0) continue;
      outer.push(k);
      break;
    }
  }
  return outer;
}

/** The points farthest along x, x + y, y, y − x and their opposites, counter-clockwise. */
function octagon(x: Float64Array, y: Float64Array): number[] {
  const corners = [0, 0, 0, 0, 0, 0, 0, 0];
  const farthest = new Float64Array(8).fill(-Infinity);
  for (let k = 0; k < x.length; k++) {
    for (let half = 0; half < 4; half++) {
      const along = half === 0 ? x[k] : half === 1 ? x[k] + y[k] : half === 2 ? y[k] : y[k] - x[k];
      if (along > farthest[half]) {
        farthest[half] = along;
        corners[half] = k;
      }
      if (-along > farthest[half + 4]) {
        farthest[half + 4] = -along;
        corners[half + 4] = k;
      }
    }
  }
  return corners;
}
