// Contact problems: a cube and a stack of two cubes, whose solutions are known, and random ones.
import { type ContactProblem, type ContactSolverName, contactSolvers, DenseMatrix } from '../../src/contact/index.ts';
import type { Rng } from '../../src/math/index.ts';

export const names: readonly ContactSolverName[] = contactSolvers().map(({ name }) => name);
/** The solvers of all contacts at once except `lcp-lemke` and `ccp-newton`. */
export const simultaneousSolvers = ['ccp-admm', 'ncp-admm', 'lcp-staggered', 'ncp-staggered'] as const;
export const gravity = 9.81;

/** G = J M⁻¹ Jᵀ and g = J v from the rows of J and the inverse of a diagonal M. */
export function problemOf(
  jacobian: readonly (readonly number[])[],
  inverseMass: readonly number[],
  velocity: readonly number[],
  friction: readonly number[],
): ContactProblem {
  const G = jacobian.map((a) => jacobian.map((b) => a.reduce((sum, x, k) => sum + x * inverseMass[k] * b[k], 0)));
  const g = jacobian.map((row) => row.reduce((sum, x, k) => sum + x * velocity[k], 0));
  return {
    delassus: DenseMatrix.fromRows(G),
    freeVelocity: Float64Array.from(g),
    friction: Float64Array.from(friction),
  };
}

/** The three rows of a contact at (x, y, z) with normal z, of a body whose center is the origin, for its six velocities; times `sign`. */
function rowsAt([x, y, z]: readonly number[], sign: number): number[][] {
  return [
    [1, 0, 0, 0, z, -y],
    [0, 1, 0, -z, 0, x],
    [0, 0, 1, y, -x, 0],
  ].map((row) => row.map((entry) => sign * entry));
}

const corners = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

export interface CubeOptions {
  readonly mass?: number;
  /** Half of the edge, in meters. */
  readonly half?: number;
  readonly friction?: number;
  readonly velocity?: readonly [number, number, number];
  /** Angular velocity, in rad/s. */
  readonly spin?: readonly [number, number, number];
  /** Force at the center, in newtons. */
  readonly force?: readonly [number, number, number];
  readonly timeStep?: number;
}

/** A cube on four corners: hyperstatic, since G has 12 rows and rank 6. */
export function cube(options: CubeOptions = {}): ContactProblem {
  const { mass = 1, half = 0.5, friction = 0.5, timeStep = 0.01 } = options;
  const { velocity = [0, 0, 0], spin = [0, 0, 0], force = [0, 0, 0] } = options;
  const inertia = (mass * (2 * half) ** 2) / 6;
  const jacobian = corners.flatMap(([x, y]) => rowsAt([x * half, y * half, -half], 1));
  const free = velocity.map((v, k) => v + timeStep * (force[k] / mass - (k === 2 ? gravity : 0)));
  const inverse = [mass, mass, mass, inertia, inertia, inertia].map((m) => 1 / m);
  return problemOf(jacobian, inverse, [...free, ...spin], [friction, friction, friction, friction]);
}

/** A cube of mass `upper` on a cube of mass `lower` on the ground, in kg. */
export function stack(lower: number, upper: number, friction = 0.9): ContactProblem {
  const half = 0.5;
  const zeros = [0, 0, 0, 0, 0, 0];
  const jacobian = [
    ...corners.flatMap(([x, y]) => rowsAt([x * half, y * half, -half], 1).map((row) => [...row, ...zeros])),
    ...corners.flatMap(([x, y]) => {
      const above = rowsAt([x * half, y * half, -half], 1);
      return rowsAt([x * half, y * half, half], -1).map((row, k) => [...row, ...above[k]]);
    }),
  ];
  const inverse = [lower, upper].flatMap((mass) => [mass, mass, mass, mass / 6, mass / 6, mass / 6].map((m) => 1 / m));
  const free = [0, 0, -0.01 * gravity, 0, 0, 0];
  return problemOf(jacobian, inverse, [...free, ...free], new Array(8).fill(friction));
}

/** `contacts` random contacts and `bilateral` rows on a system of `freedoms` degrees of freedom. */
export function randomProblem(rng: Rng, contacts: number, freedoms: number, bilateral = 0): ContactProblem {
  const jacobian = Array.from({ length: bilateral + 3 * contacts }, () =>
    Array.from({ length: freedoms }, () => rng.normal()),
  );
  const inverse = Array.from({ length: freedoms }, () => rng.uniform(0.3, 3));
  const velocity = Array.from({ length: freedoms }, () => rng.normal());
  const friction = Array.from({ length: contacts }, () => rng.uniform(0.05, 1));
  return { ...problemOf(jacobian, inverse, velocity, friction), bilateral };
}

/** Independent copies of a problem. In each copy, the first four contacts get the same additional random tangential velocity. */
export function repeated(problem: ContactProblem, count: number, rng: Rng): ContactProblem {
  const { delassus, freeVelocity, friction } = problem;
  const rows = delassus.size;
  const size = count * rows;
  const values = new Float64Array(size * size);
  const velocity = new Float64Array(size);
  const row = new Float64Array(rows);
  for (let copy = 0; copy < count; copy++) {
    const tangential = [rng.normal(), rng.normal(), 0];
    for (let i = 0; i < rows; i++) {
      delassus.row(i, row);
      values.set(row, (copy * rows + i) * size + copy * rows);
      velocity[copy * rows + i] = freeVelocity[i] + (i < 12 ? tangential[i % 3] : 0);
    }
  }
  return {
    delassus: new DenseMatrix(size, values),
    freeVelocity: velocity,
    friction: Float64Array.from({ length: count * friction.length }, (_, k) => friction[k % friction.length]),
  };
}
