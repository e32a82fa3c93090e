// Baselines in plain JavaScript, with B in A's frame. They share no code with the library.

import { verticesOf } from '../peers/peer.ts';
import type { PreparedQueries } from './methods.ts';
import type { PlaneSet } from './sets.ts';

/** Two polygons, x y of each vertex, counter-clockwise, each in its own frame; and B's pose in A's frame. */
export interface Bodies {
  readonly a: Float64Array;
  readonly b: Float64Array;
  cosine: number;
  sine: number;
  x: number;
  y: number;
}

type Answer = (bodies: Bodies) => number;

/** All pairs of a set, with their relative poses. */
export function bodiesOf({ polygons, problems }: PlaneSet): Bodies[] {
  const vertices = polygons.map((shape) => Float64Array.from(verticesOf(shape).flat()));
  return problems.map(({ a, b, poseA, poseB }) => {
    const bodies = { a: vertices[a], b: vertices[b], cosine: 1, sine: 0, x: 0, y: 0 };
    setRelativePose(bodies, poseA, poseB);
    return bodies;
  });
}

/** Each query computes the relative pose, as ours does. */
export function loopOver(set: PlaneSet, answers: { distance?: Answer; collide?: Answer }): PreparedQueries {
  const { problems } = set;
  const all = bodiesOf(set);
  const loop = (answer: Answer) => (out: Float64Array) => {
    for (let k = 0; k < all.length; k++) {
      setRelativePose(all[k], problems[k].poseA, problems[k].poseB);
      out[k] = answer(all[k]);
    }
  };
  const { distance, collide } = answers;
  return { ...(distance && { distances: loop(distance) }), ...(collide && { collisions: loop(collide) }) };
}

function setRelativePose(bodies: Bodies, poseA: Float64Array, poseB: Float64Array): void {
  const [cosA, sinA, cosB, sinB] = [poseA[2], poseA[3], poseB[2], poseB[3]];
  const [x, y] = [poseB[0] - poseA[0], poseB[1] - poseA[1]];
  bodies.cosine = cosA * cosB + sinA * sinB;
  bodies.sine = cosA * sinB - sinA * cosB;
  bodies.x = cosA * x + sinA * y;
  bodies.y = cosA * y - sinA * x;
}

/** B's vertices in A's frame. */
const moved = new Float64Array(2 * 64);

/** The separating axis theorem: the normals of all edges until one separates. Touching counts as collision. */
export function collideBySat({ a, b, cosine, sine, x, y }: Bodies): number {
  for (let k = 0; k < b.length; k += 2) {
    moved[k] = cosine * b[k] - sine * b[k + 1] + x;
    moved[k + 1] = sine * b[k] + cosine * b[k + 1] + y;
  }
  return hasSeparatingEdge(a, a.length, moved, b.length) || hasSeparatingEdge(moved, b.length, a, a.length) ? 0 : 1;
}

/** Whether all of `q` is outside an edge of `p`. */
function hasSeparatingEdge(p: Float64Array, lengthP: number, q: Float64Array, lengthQ: number): boolean {
  let [fromX, fromY] = [p[lengthP - 2], p[lengthP - 1]];
  for (let k = 0; k < lengthP; k += 2) {
    const [toX, toY] = [p[k], p[k + 1]];
    // The outward normal of a counter-clockwise outline.
    const [nx, ny] = [toY - fromY, fromX - toX];
    const offset = nx * fromX + ny * fromY;
    let isOutside = true;
    for (let j = 0; j < lengthQ && isOutside; j += 2) isOutside = nx * q[j] + ny * q[j + 1] > offset;
    if (isOutside) return true;
    [fromX, fromY] = [toX, toY];
  }
  return false;
}

/**
 * Every edge of one polygon against every edge of the other, as in Apollo's polygon2d: 0 if a polygon contains the first vertex of the other, if B
 * contains the midpoint of an edge of A, or if two edges cross; otherwise the smallest distance of a vertex from an edge.
 */
export function distanceByBruteForce({ a, b, cosine, sine, x, y }: Bodies): number {
  for (let k = 0; k < b.length; k += 2) {
    moved[k] = cosine * b[k] - sine * b[k + 1] + x;
    moved[k + 1] = sine * b[k] + cosine * b[k + 1] + y;
  }
  // One polygon may contain the other.
  if (isInside(moved[0], moved[1], a, a.length) || isInside(a[0], a[1], moved, b.length)) return 0;
  let least = Infinity;
  for (let i = 0; i < a.length; i += 2) {
    const j = (i + 2) % a.length;
    least = Math.min(least, segmentToPolygon(a[i], a[i + 1], a[j], a[j + 1], moved, b.length));
    if (least === 0) return 0;
  }
  return least;
}

function segmentToPolygon(
  px: number,
  py: number,
  qx: number,
  qy: number,
  outline: Float64Array,
  length: number,
): number {
  if (isInside((px + qx) / 2, (py + qy) / 2, outline, length)) return 0;
  let least = Infinity;
  for (let k = 0; k < length; k += 2) {
    const [ux, uy] = [outline[k], outline[k + 1]];
    const next = (k + 2) % length;
    const [vx, vy] = [outline[next], outline[next + 1]];
    if (doCross(px, py, qx, qy, ux, uy, vx, vy)) return 0;
    least = Math.min(
      least,
      pointToSegment(px, py, ux, uy, vx, vy),
      pointToSegment(qx, qy, ux, uy, vx, vy),
      pointToSegment(ux, uy, px, py, qx, qy),
    );
  }
  return least;
}

/** Proportional to the signed distance of a point from the line from p to q; positive to the left of the line. */
function side(px: number, py: number, qx: number, qy: number, x: number, y: number): number {
  return (qx - px) * (y - py) - (qy - py) * (x - px);
}

function isInside(x: number, y: number, outline: Float64Array, length: number): boolean {
  for (let k = 0; k < length; k += 2) {
    const next = (k + 2) % length;
    if (side(outline[k], outline[k + 1], outline[next], outline[next + 1], x, y) < 0) return false;
  }
  return true;
}

function doCross(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ux: number,
  uy: number,
  vx: number,
  vy: number,
): boolean {
  return (
    side(px, py, qx, qy, ux, uy) * side(px, py, qx, qy, vx, vy) < 0 &&
    side(ux, uy, vx, vy, px, py) * side(ux, uy, vx, vy, qx, qy) < 0
  );
}

function pointToSegment(x: number, y: number, px: number, py: number, qx: number, qy: number): number {
  const [ex, ey] = [qx - px, qy - py];
  const share = Math.max(0, Math.min(1, ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey)));
  const [dx, dy] = [x - px - share * ex, y - py - share * ey];
  return Math.sqrt(dx * dx + dy * dy);
}
