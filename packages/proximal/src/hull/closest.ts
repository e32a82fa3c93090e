// Distances of a point from a triangle and from the hull of a few points. Each is the distance to a point of the set (a convex
// combination with weights ≥ 0), so rounding can make it too large but never too small.

/** Weights of the corners in the closest point that was computed last. */
export const weights = new Float64Array(4);
const point = new Float64Array(3);

function combine(vectors: Float64Array, corners: readonly number[]): number {
  let [x, y, z] = [0, 0, 0];
  for (let k = 0; k < corners.length; k++) {
    const at = 3 * corners[k];
    x += weights[k] * vectors[at];
    y += weights[k] * vectors[at + 1];
    z += weights[k] * vectors[at + 2];
  }
  point[0] = x;
  point[1] = y;
  point[2] = z;
  return Math.sqrt(x * x + y * y + z * z);
}

function dot(v: Float64Array, i: number, j: number): number {
  return v[3 * i] * v[3 * j] + v[3 * i + 1] * v[3 * j + 1] + v[3 * i + 2] * v[3 * j + 2];
}

/** (v[j] − v[i]) · v[k] */
function along(v: Float64Array, i: number, j: number, k: number): number {
  return (
    (v[3 * j] - v[3 * i]) * v[3 * k] +
    (v[3 * j + 1] - v[3 * i + 1]) * v[3 * k + 1] +
    (v[3 * j + 2] - v[3 * i + 2]) * v[3 * k + 2]
  );
}

function setWeights(a: number, b: number, c: number): void {
  // Weights that are negative by rounding count as zero; then the weights are scaled to sum 1.
  const [x, y, z] = [Math.max(0, a), Math.max(0, b), Math.max(0, c)];
  const sum = x + y + z;
  weights[0] = x / sum;
  weights[1] = y / sum;
  weights[2] = z / sum;
}

/** The parameter, from 0 to 1, of the point of segment i j closest to the origin. */
function onSegment(v: Float64Array, i: number, j: number): number {
  const [fromI, toJ] = [-along(v, i, j, i), along(v, i, j, j)];
  if (fromI <= 0) return 0;
  return toJ <= 0 ? 1 : fromI / (fromI + toJ);
}

/** The triangle's normal (v[j] − v[i]) × (v[k] − v[i]). */
const normal = new Float64Array(3);

function setNormal(v: Float64Array, i: number, j: number, k: number): void {
  const [a, b, c] = [3 * i, 3 * j, 3 * k];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  normal[0] = uy * wz - uz * wy;
  normal[1] = uz * wx - ux * wz;
  normal[2] = ux * wy - uy * wx;
}

/** normal · ((x, y, z) × (v[j] − v[i])) */
function normalDotCross(v: Float64Array, x: number, y: number, z: number, i: number, j: number): number {
  const [a, b] = [3 * i, 3 * j];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  return normal[0] * (y * uz - z * uy) + normal[1] * (z * ux - x * uz) + normal[2] * (x * uy - y * ux);
}

/** The barycentric weight of the corner opposite to i j at the origin's projection, times |normal|². */
function scaledWeight(v: Float64Array, i: number, j: number): number {
  return normalDotCross(v, v[3 * i], v[3 * i + 1], v[3 * i + 2], i, j);
}

/** Sets the weights of the point of triangle i j k that is closest to the origin (Ericson 2005, 5.1.5, by regions). */
function setTriangleWeights(v: Float64Array, i: number, j: number, k: number): void {
  const [d1, d2] = [-along(v, i, j, i), -along(v, i, k, i)];
  const [d3, d4] = [-along(v, i, j, j), -along(v, i, k, j)];
  const [d5, d6] = [-along(v, i, j, k), -along(v, i, k, k)];
  setNormal(v, i, j, k);
  if (d1 <= 0 && d2 <= 0) setWeights(1, 0, 0);
  else if (d3 >= 0 && d4 <= d3) setWeights(0, 1, 0);
  else if (d6 >= 0 && d5 <= d6) setWeights(0, 0, 1);
  else if (scaledWeight(v, i, j) <= 0 && d1 >= 0 && d3 <= 0) setSideWeights(v, i, j, 2);
  else if (scaledWeight(v, k, i) <= 0 && d2 >= 0 && d6 <= 0) setSideWeights(v, k, i, 1);
  else if (scaledWeight(v, j, k) <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) setSideWeights(v, j, k, 0);
  else setInsideWeights(v, i, j, k);
}

/**
 * Iterative refinement of weights inside the triangle: in a thin triangle of height h the first weights, and with them the point,
 * have an error of ε/h. The residual to the foot of the perpendicular is small and known; applying the same formula to it removes
 * most of the error. If a weight is almost zero, the foot may be beyond the opposite side; then the closer of the two points is taken.
 */
function setInsideWeights(v: Float64Array, i: number, j: number, k: number): void {
  setWeights(scaledWeight(v, j, k), scaledWeight(v, k, i), scaledWeight(v, i, j));
  const size = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  let distance = combineThree(v, i, j, k);
  for (let round = 0; round < 10; round++) {
    const [x, y, z] = point;
    const moveJ = normalDotCross(v, x, y, z, k, i) / size;
    const moveK = normalDotCross(v, x, y, z, i, j) / size;
    setWeights(weights[0] - moveJ - moveK, weights[1] + moveJ, weights[2] + moveK);
    distance = combineThree(v, i, j, k);
    if (Math.abs(moveJ) + Math.abs(moveK) <= 2 ** -52) break;
  }
  const [a, b, c] = weights;
  if (Math.min(a, b, c) > 0.01) return;
  if (a <= b && a <= c) setSideWeights(v, j, k, 0);
  else if (b <= c) setSideWeights(v, k, i, 1);
  else setSideWeights(v, i, j, 2);
  if (!(combineThree(v, i, j, k) < distance)) setWeights(a, b, c);
}

/** Sets the weights of the closest point on the side from `from` to `to`, opposite to corner `skip`. */
function setSideWeights(v: Float64Array, from: number, to: number, skip: number): void {
  const t = onSegment(v, from, to);
  weights[skip] = 0;
  weights[(skip + 1) % 3] = 1 - t;
  weights[(skip + 2) % 3] = t;
}

function combineThree(v: Float64Array, i: number, j: number, k: number): number {
  const [a, b, c] = weights;
  const x = a * v[3 * i] + b * v[3 * j] + c * v[3 * k];
  const y = a * v[3 * i + 1] + b * v[3 * j + 1] + c * v[3 * k + 1];
  const z = a * v[3 * i + 2] + b * v[3 * j + 2] + c * v[3 * k + 2];
  point[0] = x;
  point[1] = y;
  point[2] = z;
  return Math.sqrt(x * x + y * y + z * z);
}

const triangle = new Float64Array(9);

/** The distance of a point from a triangle of points. Writes the weights of the closest point to `weights`. */
export function distanceToTriangle(xyz: Float64Array, p: number, a: number, b: number, c: number): number {
  for (let k = 0; k < 3; k++) {
    triangle[k] = xyz[3 * a + k] - xyz[3 * p + k];
    triangle[3 + k] = xyz[3 * b + k] - xyz[3 * p + k];
    triangle[6 + k] = xyz[3 * c + k] - xyz[3 * p + k];
  }
  setTriangleWeights(triangle, 0, 1, 2);
  return combineThree(triangle, 0, 1, 2);
}

const segment = new Float64Array(6);

/** Distance of a point from a segment. */
export function distanceToSegment(xyz: Float64Array, p: number, a: number, b: number): number {
  for (let k = 0; k < 3; k++) {
    segment[k] = xyz[3 * a + k] - xyz[3 * p + k];
    segment[3 + k] = xyz[3 * b + k] - xyz[3 * p + k];
  }
  const t = onSegment(segment, 0, 1);
  weights[0] = 1 - t;
  weights[1] = t;
  return combine(segment, [0, 1]);
}

/** Reduces the simplex to the corners that have a positive weight in its point closest to the origin. Returns the distance of that point. */
function closestOfSimplex(vectors: Float64Array, corners: number[]): number {
  if (corners.length === 2) {
    const t = onSegment(vectors, corners[0], corners[1]);
    weights[0] = 1 - t;
    weights[1] = t;
  } else {
    if (corners.length === 4) corners.splice(0, 4, ...closestFace(vectors, corners));
    setTriangleWeights(vectors, corners[0], corners[1], corners[2]);
  }
  let keptCount = 0;
  for (let k = 0; k < corners.length; k++) {
    if (!(weights[k] > 0)) continue;
    corners[keptCount] = corners[k];
    weights[keptCount++] = weights[k];
  }
  corners.length = keptCount;
  // Without any weight (NaN, from a triangle without area) there is no closest point.
  return keptCount === 0 ? Infinity : combine(vectors, corners);
}

/** The face of a tetrahedron that is closest to the origin. The origin is never inside the tetrahedron. */
function closestFace(vectors: Float64Array, corners: readonly number[]): number[] {
  let closest: number[] = [];
  let leastDistance = Infinity;
  for (let skip = 0; skip < 4; skip++) {
    const face = corners.filter((_, k) => k !== skip);
    setTriangleWeights(vectors, face[0], face[1], face[2]);
    const distance = combine(vectors, face);
    if (distance < leastDistance) [closest, leastDistance] = [face, distance];
  }
  return closest;
}

/** Up to this number of vectors, all of their triangles are tried at the end of the search, which may have stalled by rounding. */
const maxExhaustive = 16;

/**
 * The distance from the origin to the hull of `count` vectors; the origin must not be inside (Gilbert, Johnson and Keerthi 1988). The search
 * ends early in two cases. If a point of the hull is within `limit`, returns the distance of this point, an upper bound. If a support
 * plane proves that the distance exceeds `limit`, returns Infinity.
 */
export function distanceToHull(vectors: Float64Array, count: number, limit: number): number {
  let nearest = 0;
  for (let k = 1; k < count; k++) if (dot(vectors, k, k) < dot(vectors, nearest, nearest)) nearest = k;
  const corners = [nearest];
  weights[0] = 1;
  let distance = combine(vectors, corners);
  for (let iteration = 0; iteration < 100; iteration++) {
    if (distance <= limit) return distance;
    const [x, y, z] = point;
    let support = 0;
    let supportValue = Infinity;
    for (let k = 0; k < count; k++) {
      const value = x * vectors[3 * k] + y * vectors[3 * k + 1] + z * vectors[3 * k + 2];
      if (value < supportValue) [support, supportValue] = [k, value];
    }
    if (supportValue > limit * distance) return Infinity;
    if (corners.includes(support)) break;
    corners.push(support);
    const closer = closestOfSimplex(vectors, corners);
    if (!(closer < distance)) break;
    distance = closer;
  }
  return count <= maxExhaustive ? Math.min(distance, distanceToTriangles(vectors, count)) : distance;
}

function distanceToTriangles(vectors: Float64Array, count: number): number {
  let leastDistance = Infinity;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        setTriangleWeights(vectors, i, j, k);
        leastDistance = Math.min(leastDistance, combineThree(vectors, i, j, k));
      }
    }
  }
  return leastDistance;
}
