// GJK (Alg. 1 of the paper) with four sub-distance algorithms, which use the same memory.
import type { Bodies } from './baselines.ts';

/** Up to three vertices of the Minkowski difference, the newest last, and the nearest point of their hull to the origin. */
export class Simplex {
  count = 0;
  readonly x = new Float64Array(3);
  readonly y = new Float64Array(3);
  nearestX = 0;
  nearestY = 0;

  /** Keeps one vertex. */
  toVertex(k: number): void {
    this.x[0] = this.nearestX = this.x[k];
    this.y[0] = this.nearestY = this.y[k];
    this.count = 1;
  }

  /** Keeps two vertices, in this order, and a point between them. */
  toEdge(first: number, second: number, shareOfFirst: number): void {
    const { x, y } = this;
    const [px, py, qx, qy] = [x[first], y[first], x[second], y[second]];
    this.nearestX = shareOfFirst * px + (1 - shareOfFirst) * qx;
    this.nearestY = shareOfFirst * py + (1 - shareOfFirst) * qy;
    x[0] = px;
    y[0] = py;
    x[1] = qx;
    y[1] = qy;
    this.count = 2;
  }

  /** Keeps all three vertices: the origin is inside. */
  toTriangle(): void {
    this.nearestX = 0;
    this.nearestY = 0;
  }
}

/** Reduces a simplex of two or three vertices to the smallest face that contains its nearest point. */
export type Subdistance = (simplex: Simplex) => void;

const relativeTolerance = 1e-12;
/** The size of the polygons is about 1. */
const contactTolerance = 1e-12;
const mostIterations = 64;
const simplex = new Simplex();

/**
 * The distance by GJK, zero at contact. The first vertex is a difference of two vertices, the better of the paper's two choices, or with
 * `isFixed` the support point of a fixed direction. The first direction of search points from this vertex to the origin.
 */
export function distanceByGjk(bodies: Bodies, subdistance: Subdistance, isFixed = false): number {
  if (isFixed) startFixed(bodies);
  else start(bodies);
  for (let k = 0; k < mostIterations; k++) {
    const { nearestX: vx, nearestY: vy } = simplex;
    const squared = vx * vx + vy * vy;
    if (squared <= contactTolerance * contactTolerance) return 0;
    addSupport(bodies, -vx, -vy);
    const newest = simplex.count - 1;
    const product = vx * simplex.x[newest] + vy * simplex.y[newest];
    if (squared - product <= relativeTolerance * squared || isRepeated()) return Math.sqrt(squared);
    subdistance(simplex);
    if (simplex.count === 3) return 0;
  }
  return Math.hypot(simplex.nearestX, simplex.nearestY);
}

function startFixed(bodies: Bodies): void {
  simplex.count = 0;
  addSupport(bodies, 1, 0);
  simplex.nearestX = simplex.x[0];
  simplex.nearestY = simplex.y[0];
}

function start({ a, b, cosine, sine, x, y }: Bodies): void {
  simplex.count = 1;
  simplex.nearestX = simplex.x[0] = a[0] - (cosine * b[0] - sine * b[1] + x);
  simplex.nearestY = simplex.y[0] = a[1] - (sine * b[0] + cosine * b[1] + y);
}

function addSupport({ a, b, cosine, sine, x, y }: Bodies, dx: number, dy: number): void {
  const i = farthest(a, dx, dy);
  const j = farthest(b, -(cosine * dx + sine * dy), -(cosine * dy - sine * dx));
  simplex.x[simplex.count] = a[i] - (cosine * b[j] - sine * b[j + 1] + x);
  simplex.y[simplex.count] = a[i + 1] - (sine * b[j] + cosine * b[j + 1] + y);
  simplex.count++;
}

function farthest(vertices: Float64Array, dx: number, dy: number): number {
  let best = 0;
  let most = vertices[0] * dx + vertices[1] * dy;
  for (let k = 2; k < vertices.length; k += 2) {
    const height = vertices[k] * dx + vertices[k + 1] * dy;
    if (height > most) {
      most = height;
      best = k;
    }
  }
  return best;
}

/** Whether the newest vertex is one of the others, so that rounding prevents progress. */
function isRepeated(): boolean {
  const { x, y, count } = simplex;
  const newest = count - 1;
  for (let k = 0; k < newest; k++) if (x[k] === x[newest] && y[k] === y[newest]) return true;
  return false;
}

/**
 * By signed volumes (Montanari et al. 2017), top-down as in OpenGJK. If all barycentric coordinates have the right sign, the origin is
 * inside. Otherwise the result is the nearest of the edges opposite to vertices with the wrong sign.
 */
export function subdistanceBySignedVolumes(simplex: Simplex): void {
  if (simplex.count === 2) line(simplex, 0, 1);
  else triangleBySignedVolumes(simplex);
}

function isSameSign(a: number, b: number): boolean {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/** The barycentric coordinate of p at the segment's nearest point to the origin, along the axis of the segment's largest extent. */
function shareOf({ x, y }: Simplex, p: number, q: number): number {
  const [ex, ey] = [x[p] - x[q], y[p] - y[q]];
  const factor = (x[q] * ex + y[q] * ey) / (ex * ex + ey * ey);
  const isAlongX = Math.abs(ex) > Math.abs(ey);
  const projection = isAlongX ? x[q] - factor * ex : y[q] - factor * ey;
  const [from, to] = isAlongX ? [x[p], x[q]] : [y[p], y[q]];
  const length = from - to;
  if (!isSameSign(length, projection - to)) return 0;
  return isSameSign(length, from - projection) ? (projection - to) / length : 1;
}

function line(simplex: Simplex, p: number, q: number): void {
  const share = shareOf(simplex, p, q);
  if (share === 0) simplex.toVertex(q);
  else if (share === 1) simplex.toVertex(p);
  else simplex.toEdge(p, q, share);
}

function triangleBySignedVolumes(simplex: Simplex): void {
  const { x, y } = simplex;
  const minors = [x[1] * y[2] - y[1] * x[2], x[2] * y[0] - y[2] * x[0], x[0] * y[1] - y[0] * x[1]];
  const area = minors[0] + minors[1] + minors[2];
  let [least, best] = [Infinity, -1];
  for (let k = 0; k < 3; k++) {
    if (isSameSign(area, minors[k])) continue;
    const [p, q] = [k === 0 ? 1 : 0, k === 2 ? 1 : 2];
    const share = shareOf(simplex, p, q);
    const [nearX, nearY] = [share * x[p] + (1 - share) * x[q], share * y[p] + (1 - share) * y[q]];
    const squared = nearX * nearX + nearY * nearY;
    if (squared < least) [least, best] = [squared, k];
  }
  if (best < 0) simplex.toTriangle();
  else line(simplex, best === 0 ? 1 : 0, best === 2 ? 1 : 2);
}

/** By Voronoi regions, bottom-up as in Box2D and Bullet: the regions of the vertices, then of the edges, then the interior. */
export function subdistanceByVoronoi(simplex: Simplex): void {
  if (simplex.count === 2) segment(simplex);
  else triangleByVoronoi(simplex);
}

/** (p − q)·p: positive if the projection of the origin onto the line through p and q is on q's side of p. */
function toward({ x, y }: Simplex, p: number, q: number): number {
  return (x[p] - x[q]) * x[p] + (y[p] - y[q]) * y[p];
}

function cross({ x, y }: Simplex, p: number, q: number): number {
  return x[p] * y[q] - y[p] * x[q];
}

function segment(simplex: Simplex): void {
  // The barycentric coordinates, up to a common factor.
  const [first, second] = [toward(simplex, 1, 0), toward(simplex, 0, 1)];
  if (second <= 0) simplex.toVertex(0);
  else if (first <= 0) simplex.toVertex(1);
  else simplex.toEdge(0, 1, first / (first + second));
}

function triangleByVoronoi(simplex: Simplex): void {
  const [u01, v01] = [toward(simplex, 1, 0), toward(simplex, 0, 1)];
  const [u02, v02] = [toward(simplex, 2, 0), toward(simplex, 0, 2)];
  const [u12, v12] = [toward(simplex, 2, 1), toward(simplex, 1, 2)];
  const [c12, c20, c01] = [cross(simplex, 1, 2), cross(simplex, 2, 0), cross(simplex, 0, 1)];
  const area = c12 + c20 + c01;
  if (v01 <= 0 && v02 <= 0) simplex.toVertex(0);
  else if (u01 <= 0 && v12 <= 0) simplex.toVertex(1);
  else if (u02 <= 0 && u12 <= 0) simplex.toVertex(2);
  else if (u01 > 0 && v01 > 0 && c01 * area <= 0) simplex.toEdge(0, 1, u01 / (u01 + v01));
  else if (u02 > 0 && v02 > 0 && c20 * area <= 0) simplex.toEdge(0, 2, u02 / (u02 + v02));
  else if (u12 > 0 && v12 > 0 && c12 * area <= 0) simplex.toEdge(1, 2, u12 / (u12 + v12));
  else simplex.toTriangle();
}

/** Alg. 2 to 5 as printed. The newest vertex is A. */
export function subdistanceByBarycode(simplex: Simplex): void {
  if (simplex.count === 3) s2d(simplex, 2, 0, 1);
  else s1d(simplex, 1, 0);
}

/** p·(q − p), which is OP·PQ in the paper's notation. */
function along({ x, y }: Simplex, p: number, q: number): number {
  return x[p] * (x[q] - x[p]) + y[p] * (y[q] - y[p]);
}

/** S1D, Alg. 5. */
function s1d(simplex: Simplex, a: number, b: number): void {
  const atA = along(simplex, a, b);
  // OB·AB is −OB·BA.
  const atB = -along(simplex, b, a);
  if (atA >= 0) simplex.toVertex(a);
  else if (atB <= 0) simplex.toVertex(b);
  else simplex.toEdge(a, b, -atB / (atA - atB));
}

/** The barycode of the triangle ABC, Alg. 3: bits 4, 2 and 1 for the signs of the origin's barycentric coordinates. */
export function barycodeOf(simplex: Simplex, a: number, b: number, c: number): number {
  const [u, v, w] = [cross(simplex, b, c), cross(simplex, c, a), cross(simplex, a, b)];
  const isPositive = u + v + w > 0;
  return (w > 0 === isPositive ? 1 : 0) | (v > 0 === isPositive ? 2 : 0) | (u > 0 === isPositive ? 4 : 0);
}

/** S2D, Alg. 3. */
function s2d(simplex: Simplex, a: number, b: number, c: number): void {
  switch (barycodeOf(simplex, a, b, c)) {
    case 1:
      coneRegion(simplex, c, a, b);
      break;
    case 2:
      coneRegion(simplex, b, a, c);
      break;
    case 3:
      s1d(simplex, b, c);
      break;
    case 4:
      coneRegion(simplex, a, b, c);
      break;
    case 5:
      s1d(simplex, a, c);
      break;
    case 6:
      s1d(simplex, a, b);
      break;
    default:
      simplex.toTriangle();
  }
}

/** ConeRegion, Alg. 4, of the vertex v; m and n are the other two. */
function coneRegion(simplex: Simplex, v: number, m: number, n: number): void {
  const { x, y } = simplex;
  const isObtuse = (x[v] - x[m]) * (x[v] - x[n]) + (y[v] - y[m]) * (y[v] - y[n]) < 0;
  // OV·MV > 0.
  if (isObtuse && along(simplex, v, m) < 0) s1d(simplex, v, m);
  else if (isObtuse && along(simplex, v, n) < 0) s1d(simplex, v, n);
  else simplex.toVertex(v);
}

/**
 * The four cases that remain if the newest vertex, A, is known, as in our kernel. The barycentric coordinate of A is positive, so its sign replaces the
 * sign of the sum. The nearest point is not the older end of an edge, so S1D has one test.
 */
export function subdistanceByFourCases(simplex: Simplex): void {
  if (simplex.count === 2) towardOlder(simplex, 1, 0);
  else triangleByFourCases(simplex);
}

function triangleByFourCases(simplex: Simplex): void {
  const { x, y } = simplex;
  const u = cross(simplex, 0, 1);
  const isB = cross(simplex, 1, 2) * u > 0;
  const isC = cross(simplex, 2, 0) * u > 0;
  // Barycode 4: the cone region of A. Barycode 5 keeps C, and 6 keeps B.
  const isCone = !isB && !isC;
  const keepsB = isCone ? x[2] * (x[2] - x[0]) + y[2] * (y[2] - y[0]) > 0 : isB;
  if (isB && isC) simplex.toTriangle();
  else towardOlder(simplex, 2, keepsB ? 0 : 1);
}

function towardOlder(simplex: Simplex, a: number, b: number): void {
  const atA = along(simplex, a, b);
  const { x, y } = simplex;
  const [ex, ey] = [x[b] - x[a], y[b] - y[a]];
  if (atA >= 0) simplex.toVertex(a);
  else simplex.toEdge(a, b, 1 + atA / (ex * ex + ey * ey));
}
