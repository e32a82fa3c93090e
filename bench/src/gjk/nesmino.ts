// NESMINO (Qin and An, "Smoothing algorithms for computing the projection onto a Minkowski sum of convex sets", 2019), for
// comparison only. The dual of min ½|a − b|² over a ∈ A, b ∈ B is
//
//   min over u of ½|u|² + max over a of ⟨−u, a⟩ + max over b of ⟨u, b⟩.
//
// A term −½μ|· − center|² inside each maximum makes it smooth: its gradient is then a projection onto the set, and Nesterov's
// fast gradient method for a strongly convex function (modulus 1, Lipschitz constant 1 + 2/μ) applies.
import { inverse, type Pose, transformPoint, type Vec3 } from 'proximal/math';

/** The nearest point of a set in its own frame. */
export type Projection = (x: number, y: number, z: number) => Vec3;

export interface PlacedSet {
  readonly project: Projection;
  readonly pose: Pose;
}

/** μ starts at `first`; each time the gradient has come below μ · 0.1 m it is divided by ten, down to `last`. */
export interface Smoothing {
  readonly first: number;
  readonly last: number;
}

const most = 100_000;

/** Iterations until a − b is within `tolerance` of the known answer `target`. */
export function nesmino(a: PlacedSet, b: PlacedSet, target: Vec3, tolerance: number, smoothing: Smoothing): number {
  const [projectA, projectB] = [inWorld(a), inWorld(b)];
  const [centerA, centerB] = [centerOf(a), centerOf(b)];
  let smooth = smoothing.first;
  let point = minus(centerA, centerB);
  let ahead = point;
  for (let iteration = 1; iteration < most; iteration++) {
    const nearestA = projectA(plus(centerA, ahead, -1 / smooth));
    const nearestB = projectB(plus(centerB, ahead, 1 / smooth));
    const difference = minus(nearestA, nearestB);
    if (length(minus(difference, target)) <= tolerance) return iteration;
    const gradient = minus(ahead, difference);
    const lipschitz = 1 + 2 / smooth;
    const next = plus(ahead, gradient, -1 / lipschitz);
    const root = Math.sqrt(lipschitz);
    ahead = plus(next, minus(next, point), (root - 1) / (root + 1));
    point = next;
    if (smooth > smoothing.last && length(gradient) < 0.1 * smooth) {
      smooth = Math.max(smoothing.last, smooth / 10);
      ahead = point;
    }
  }
  return most;
}

export function boxProjection(hx: number, hy: number, hz: number): Projection {
  const clamp = (x: number, h: number): number => Math.max(-h, Math.min(h, x));
  return (x, y, z) => [clamp(x, hx), clamp(y, hy), clamp(z, hz)];
}

/** The point r²p / (r² + t) of the surface, with t from Newton's method on 1 − 1/|r p / (r² + t)|, which is nearly linear. */
export function ellipsoidProjection(radii: readonly [number, number, number]): Projection {
  const squares = radii.map((r) => r * r);
  return (...p) => {
    let t = 0;
    for (let round = 0; round < 50; round++) {
      let value = 0;
      let slope = 0;
      for (let k = 0; k < 3; k++) {
        const ratio = (radii[k] * p[k]) / (squares[k] + t);
        value += ratio * ratio;
        slope += (ratio * ratio) / (squares[k] + t);
      }
      // Inside already, or close enough.
      const excess = Math.sqrt(value) - 1;
      if (excess <= 1e-14) break;
      t += (excess * value) / slope;
    }
    return p.map((x, k) => (squares[k] * x) / (squares[k] + t)) as Vec3;
  };
}

function inWorld({ project, pose }: PlacedSet): (point: Vec3) => Vec3 {
  const toBody = inverse(pose);
  return (point) => transformPoint(pose, project(...transformPoint(toBody, point)));
}

function centerOf({ pose }: PlacedSet): Vec3 {
  return [pose[0], pose[1], pose[2]];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function plus(a: Vec3, b: Vec3, factor: number): Vec3 {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

function length(a: Vec3): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}
