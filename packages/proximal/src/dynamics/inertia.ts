// Inertias of descriptions: checked, transformed and added.
import { checkNumber, outOfRange, show, wrongType } from '../check/argument.ts';
import { readVector, type Vec3 } from '../math/vec3.ts';
import type { LinkDescription } from './description.ts';

/** A rigid body's mass properties in some frame: the inertia about the center of mass, nine numbers by rows. */
export interface BodyInertia {
  readonly mass: number;
  readonly center: Vec3;
  readonly inertia: readonly number[];
}

/** Tolerance of semidefinite matrices, relative to the trace of the inertia, for the rounding of decimal numbers. */
const slack = 1e-9;

/** Reads a link's inertia. @returns the inertia, and a message if no mass distribution has it */
export function readInertia(
  where: string,
  name: string,
  link: LinkDescription,
): { body: BodyInertia; violation: string | null } {
  const label = `link ${show(name)}`;
  const mass = checkNumber(where, `${label}: mass`, link.mass ?? 0, 'give a mass in kg, finite and not negative', 0);
  const center = readVector(where, `${label}: centerOfMass`, link.centerOfMass ?? [0, 0, 0]);
  const inertia = readMatrix(where, `${label}: inertia`, link.inertia ?? [0, 0, 0]);
  const body = { mass, center, inertia };
  const trace = inertia[0] + inertia[4] + inertia[8];
  if (mass > 0 ? !isPositive(inertia, 0) : trace !== 0 && !isPositive(inertia, slack * trace)) {
    const remedy =
      mass > 0
        ? 'a link with mass needs a positive definite inertia, for example the inertia of a small ball of the same mass'
        : 'give a link without mass no inertia, or a positive definite one';
    throw outOfRange(where, `${label}: inertia`, inertia.join(' '), remedy);
  }
  const [x, y, z] = [inertia[0], inertia[4], inertia[8]];
  // The second moments ∫ x xᵀ dm = ½ tr(I) 1 − I are positive semidefinite: I₁ + I₂ ≥ I₃ for the principal moments in every order.
  const moments = inertia.map((value, k) => (k % 4 === 0 ? (x + y + z) / 2 - value : -value));
  const violation =
    trace > 0 && !isPositive(moments, slack * trace)
      ? `${label}: no distribution of mass has the inertia ${describe(inertia)}: two principal moments add up to less than the third`
      : null;
  return { body, violation };
}

/** The six numbers of an inertia, named as in URDF. */
function describe(inertia: readonly number[]): string {
  const names = { ixx: 0, iyy: 4, izz: 8, ixy: 1, ixz: 2, iyz: 5 };
  return Object.entries(names)
    .map(([name, k]) => `${name} ${Number(inertia[k].toPrecision(6))}`)
    .join(', ');
}

function readMatrix(where: string, argument: string, value: ArrayLike<number>): number[] {
  const remedy = 'give three numbers for a diagonal or nine by rows, in kg m²';
  if (typeof value !== 'object' || value === null || (value.length !== 3 && value.length !== 9)) {
    throw wrongType(where, argument, value, remedy);
  }
  const list = Array.from(value, (x, k) => checkNumber(where, `${argument}[${k}]`, x, remedy));
  if (list.length === 3) return [list[0], 0, 0, 0, list[1], 0, 0, 0, list[2]];
  const size = Math.max(...list.map(Math.abs));
  for (const [a, b] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ]) {
    if (Math.abs(list[a] - list[b]) > 1e-9 * size) {
      throw outOfRange(
        where,
        argument,
        list.join(' '),
        'it is not symmetric; give equal numbers on both sides of the diagonal',
      );
    }
    list[b] = list[a];
  }
  return list;
}

/** Whether the symmetric matrix plus `shift` times the identity is positive definite: whether all leading minors are positive. */
function isPositive(m: readonly number[], shift: number): boolean {
  const [a, b, c, , d, e, , , f] = m;
  const [x, y, z] = [a + shift, d + shift, f + shift];
  const minor = x * y - b * b;
  return x > 0 && minor > 0 && z * minor - x * e * e - y * c * c + 2 * b * c * e > 0;
}

/** A body's inertia in another frame. `rigid` has the rotation (by rows) and position of the body's frame in the other. */
export function moveInertia({ mass, center, inertia }: BodyInertia, rigid: Float64Array): BodyInertia {
  const r = rigid;
  const at = (row: number): number => r[row] * center[0] + r[row + 1] * center[1] + r[row + 2] * center[2];
  const half = product(r, inertia, false);
  return { mass, center: [at(0) + r[9], at(3) + r[10], at(6) + r[11]], inertia: product(half, r, true) };
}

/** a b or a bᵀ of two 3 × 3 matrices by rows. */
function product(a: ArrayLike<number>, b: ArrayLike<number>, isTransposed: boolean): number[] {
  const [next, across] = isTransposed ? [1, 3] : [3, 1];
  return Array.from({ length: 9 }, (_, k) => {
    const row = 3 * Math.floor(k / 3);
    const column = (k % 3) * across;
    return a[row] * b[column] + a[row + 1] * b[column + next] + a[row + 2] * b[column + 2 * next];
  });
}

/** The total inertia of bodies fixed to each other, in their common frame, by the parallel axis theorem. */
export function addInertias(bodies: readonly BodyInertia[]): BodyInertia {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const center = [0, 1, 2].map((k) =>
    mass > 0 ? bodies.reduce((sum, body) => sum + (body.mass / mass) * body.center[k], 0) : 0,
  ) as Vec3;
  const inertia = new Array<number>(9).fill(0);
  for (const body of bodies) {
    const d = body.center.map((x, k) => x - center[k]);
    const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let k = 0; k < 9; k++) {
      const [row, column] = [Math.floor(k / 3), k % 3];
      inertia[k] += body.inertia[k] + body.mass * ((row === column ? squared : 0) - d[row] * d[column]);
    }
  }
  return { mass, center, inertia };
}
