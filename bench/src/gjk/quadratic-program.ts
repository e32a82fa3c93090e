// The distance between two polytopes as the paper's quadratic program (2): min |x₁ − x₂|² with A₁x₁ ≤ b₁ and A₂x₂ ≤ b₂, for
// quadprog, the dual active-set method of Goldfarb and Idnani.
import type { Convex, Pose } from 'proximal';
import { transformPoint, type Vec3 } from 'proximal/math';
import quadprog from 'quadprog';

/** The objective alone is flat along x₁ = x₂, and the method wants it strictly convex: this much of |x − center|² is added. */
const ridge = 1e-6;

/** A ready program: what is timed is solving it, as in the paper. */
export interface QuadraticProgram {
  /** The distance in meters. */
  readonly solve: () => number;
}

export function makeProgram(a: Convex, poseA: Pose, b: Convex, poseB: Pose): QuadraticProgram {
  const planes = [...planesOf(a, poseA, 0), ...planesOf(b, poseB, 3)];
  const constraints = [0, 1, 2, 3, 4, 5].map((k) => [0, ...planes.map(({ row }) => -row[k])]);
  const bounds = [0, ...planes.map(({ offset }) => -offset)];
  const centers = [...transformPoint(poseA, a.center), ...transformPoint(poseB, b.center)];
  const linear = [0, ...centers.map((x) => ridge * x)];
  return {
    solve() {
      // Both the matrix and the vector are overwritten by the solver.
      const { solution, message } = quadprog.solveQP(objective(), linear.slice(), [[], ...constraints], bounds);
      if (message) throw new Error(`quadprog: ${message}`);
      return Math.hypot(solution[1] - solution[4], solution[2] - solution[5], solution[3] - solution[6]);
    },
  };
}

function objective(): number[][] {
  const rows = [0, 1, 2, 3, 4, 5].map((k) => [
    0,
    ...[0, 1, 2, 3, 4, 5].map((j) => (j === k ? 1 + ridge : j % 3 === k % 3 ? -1 : 0)),
  ]);
  return [[], ...rows];
}

interface Plane {
  /** The outward normal in the place of the body's three variables among six. */
  readonly row: readonly number[];
  readonly offset: number;
}

function planesOf(hull: Convex, pose: Pose, place: number): Plane[] {
  return Array.from({ length: hull.faceCount }, (_, k) => {
    const corners = hull.face(k).map((index) => transformPoint(pose, hull.vertex(index)));
    const normal = normalOf(corners);
    const row = [0, 0, 0, 0, 0, 0];
    for (let n = 0; n < 3; n++) row[place + n] = normal[n];
    return { row, offset: normal[0] * corners[0][0] + normal[1] * corners[0][1] + normal[2] * corners[0][2] };
  });
}

/** Newell's: the sum of the cross products of neighbors, good for any polygon. */
function normalOf(corners: readonly Vec3[]): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  corners.forEach(([px, py, pz], k) => {
    const [qx, qy, qz] = corners[(k + 1) % corners.length];
    sum[0] += (py - qy) * (pz + qz);
    sum[1] += (pz - qz) * (px + qx);
    sum[2] += (px - qx) * (py + qy);
  });
  const length = Math.hypot(...sum);
  return [sum[0] / length, sum[1] / length, sum[2] / length];
}
