// A cube on a cube on the ground, as a contact problem: eight contacts, twelve freedoms.
import { type ContactProblem, DenseMatrix } from 'proximal/contact';
import { gravity } from './cube.ts';

const half = 0.5;
const corners = [
  [half, half],
  [half, -half],
  [-half, half],
  [-half, -half],
] as const;

/** @param lower, upper masses in kg */
export function stack(lower: number, upper: number, friction = 0.9, timeStep = 0.01): ContactProblem {
  const none = [0, 0, 0, 0, 0, 0];
  const ground = corners.flatMap(([x, y]) => rowsAt(x, y, -half, 1).map((row) => [...row, ...none]));
  const between = corners.flatMap(([x, y]) => {
    const above = rowsAt(x, y, -half, 1);
    return rowsAt(x, y, half, -1).map((row, k) => [...row, ...above[k]]);
  });
  const jacobian = [...ground, ...between];
  const inverse = [lower, upper].flatMap((m) => [1 / m, 1 / m, 1 / m, 6 / m, 6 / m, 6 / m]);
  const fall = [0, 0, -timeStep * gravity, 0, 0, 0];
  const free = [...fall, ...fall];
  return {
    delassus: DenseMatrix.fromRows(
      jacobian.map((a) => jacobian.map((b) => a.reduce((sum, x, k) => sum + x * inverse[k] * b[k], 0))),
    ),
    freeVelocity: Float64Array.from(jacobian, (row) => row.reduce((sum, x, k) => sum + x * free[k], 0)),
    friction: new Float64Array(8).fill(friction),
  };
}

function rowsAt(x: number, y: number, z: number, sign: number): number[][] {
  const rows = [
    [1, 0, 0, 0, z, -y],
    [0, 1, 0, -z, 0, x],
    [0, 0, 1, y, -x, 0],
  ];
  return rows.map((row) => row.map((entry) => sign * entry));
}
