// The depth of spheres and capsules by the textbook formula, for judging: nothing of it is in the library.
import type { Capsule, Shape } from 'proximal';
import { transformPoint, type Vec3 } from 'proximal/math';

/** How deep two spheres or capsules overlap; null for any other shape. Axes that cross part across both: by the sum of the radii. */
export function closedDepth(a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array): number | null {
  const [axisA, axisB] = [axisOf(a, poseA), axisOf(b, poseB)];
  if (axisA === null || axisB === null) return null;
  return a.radius + b.radius - betweenSegments(axisA, axisB);
}

interface Axis {
  readonly center: Vec3;
  /** From the center to one end. */
  readonly half: Vec3;
}

function axisOf(shape: Shape, pose: Float64Array): Axis | null {
  const isRound = shape.kind === 'sphere' || shape.kind === 'capsule';
  if (!isRound) return null;
  const length = shape.kind === 'capsule' ? (shape as Capsule).halfLength : 0;
  const end = transformPoint(pose, [0, 0, length]);
  const center = transformPoint(pose, [0, 0, 0]);
  return { center, half: [end[0] - center[0], end[1] - center[1], end[2] - center[2]] };
}

/** The least of the distance between the lines, if its feet are inside, and those from each end to the other segment. */
function betweenSegments(p: Axis, q: Axis): number {
  const at = ({ center, half }: Axis, s: number): Vec3 => [
    center[0] + s * half[0],
    center[1] + s * half[1],
    center[2] + s * half[2],
  ];
  const candidates = [
    ...[-1, 1].map((s) => toSegment(at(p, s), q)),
    ...[-1, 1].map((s) => toSegment(at(q, s), p)),
    betweenLines(p, q),
  ];
  return Math.min(...candidates);
}

function toSegment(point: Vec3, { center, half }: Axis): number {
  const from: Vec3 = [point[0] - center[0], point[1] - center[1], point[2] - center[2]];
  const squared = dot(half, half);
  const s = squared > 0 ? Math.max(-1, Math.min(1, dot(from, half) / squared)) : 0;
  return Math.hypot(from[0] - s * half[0], from[1] - s * half[1], from[2] - s * half[2]);
}

function betweenLines(p: Axis, q: Axis): number {
  const away: Vec3 = [q.center[0] - p.center[0], q.center[1] - p.center[1], q.center[2] - p.center[2]];
  const [pp, qq, pq] = [dot(p.half, p.half), dot(q.half, q.half), dot(p.half, q.half)];
  const [ap, aq] = [dot(away, p.half), dot(away, q.half)];
  const determinant = pp * qq - pq * pq;
  if (!(determinant > 1e-12 * pp * qq)) return Infinity;
  const s = (ap * qq - aq * pq) / determinant;
  const t = (ap * pq - aq * pp) / determinant;
  if (Math.abs(s) > 1 || Math.abs(t) > 1) return Infinity;
  return Math.hypot(...([0, 1, 2] as const).map((k) => away[k] + t * q.half[k] - s * p.half[k]));
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
