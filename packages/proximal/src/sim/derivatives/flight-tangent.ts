// The derivatives of a flight (flight.ts) on the tangents. With the turn A = exp(−Δt ω) and the right Jacobian J of Δt ω, the centre of mass
// at c, its velocity u = v⁺ + ω × c, and s = c + Δt u, all in the axes of the start:
//   δp⁺ = A (δp + δθ × s + Δt (δv⁺ + δω × c)) − δθ⁺ × c,   δθ⁺ = A δθ + Δt J δω,
//   and the velocity in the new axes, A u − ω × c, by A (δv⁺ + δω × c) − Δt (J δω) × A u − δω × c.
import type { Flight } from '../flight.ts';
import type { JointTangent } from './tangent.ts';

type Block = Float64Array;

/** @param tangent that of q ⊕ Δt v⁺ @param next the velocity that was solved for, of the whole member */
export function flightTangent(
  { first, count, byStart, byMotion }: JointTangent,
  { isPlane, center, v: at }: Flight,
  next: Float64Array,
  timeStep: number,
): JointTangent {
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const omega = isPlane ? [0, 0, next[at + 2]] : [next[at + 3], next[at + 4], next[at + 5]];
  const turn = blockOf(byStart, count, columns, 0);
  const right = blockOf(byMotion, count, columns, 3);
  const arm = cross(center);
  const spin = cross(omega);
  const speed = add(Float64Array.of(next[at], next[at + 1], isPlane ? 0 : next[at + 2]), times(spin, center), 1);
  const way = add(Float64Array.from(center), speed, timeStep);
  const turned = times(turn, speed);
  const zero = new Float64Array(9);
  const one = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const turnedArm = multiply(turn, arm);
  const motion = add(scaled(turnedArm, -1), multiply(arm, right), 1);
  const velocity = add(add(scaled(turnedArm, -1), multiply(cross(turned), right), timeStep), arm, 1);
  const start = add(scaled(multiply(turn, cross(way)), -1), multiply(arm, turn), 1);
  const changed = add(turn, one, -1);
  return {
    first,
    count,
    byStart: assembled(turn, start, zero, turn, columns),
    byMotion: assembled(turn, motion, zero, right, columns),
    byVelocity: assembled(turn, velocity, zero, one, columns),
    byCenter: {
      position: rowsOf(add(changed, multiply(turn, spin), timeStep), columns),
      velocity: rowsOf(multiply(changed, spin), columns),
    },
  };
}

/** The derivatives of ω × (v + ω × c), which keeps a velocity in the axes of the start, by the velocity and by c. */
export function axesDerivatives(
  { isPlane, center, v: at }: Flight,
  v: Float64Array,
): { byVelocity: Float64Array; byCenter: Float64Array } {
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const spin = cross(isPlane ? [0, 0, v[at + 2]] : [v[at + 3], v[at + 4], v[at + 5]]);
  const speed = add(Float64Array.of(v[at], v[at + 1], isPlane ? 0 : v[at + 2]), times(spin, center), 1);
  const zero = new Float64Array(9);
  const angular = add(scaled(cross(speed), -1), multiply(spin, cross(center)), -1);
  return {
    byVelocity: assembled(spin, angular, zero, zero, columns),
    byCenter: rowsOf(multiply(spin, spin), columns),
  };
}

/** count × 3 numbers times a change of the centre. */
export function applied(rows: Float64Array, change: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    { length: rows.length / 3 },
    (_, k) => rows[3 * k] * change[0] + rows[3 * k + 1] * change[1] + rows[3 * k + 2] * change[2],
  );
}

/** The 3 × 3 block of a joint's matrix on its linear (0) or angular (3) columns, the identity where it has none. */
function blockOf(matrix: Float64Array, count: number, columns: readonly number[], from: number): Block {
  const out = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (const [i, row] of columns.entries())
    for (const [j, column] of columns.entries())
      if (row >= from && row < from + 3 && column >= from && column < from + 3)
        out[3 * (row - from) + column - from] = matrix[i * count + j];
  return out;
}

/** The joint's rows and columns of four blocks. */
function assembled(a: Block, b: Block, c: Block, d: Block, columns: readonly number[]): Float64Array {
  const count = columns.length;
  const out = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const row = columns[i];
    for (let j = 0; j < count; j++) {
      const column = columns[j];
      const block = row < 3 ? (column < 3 ? a : b) : column < 3 ? c : d;
      out[count * i + j] = block[3 * (row % 3) + (column % 3)];
    }
  }
  return out;
}

/** The joint's rows of a block for its linear part; the angular ones are zero. */
function rowsOf(block: Block, columns: readonly number[]): Float64Array {
  const out = new Float64Array(3 * columns.length);
  for (let i = 0; i < columns.length; i++)
    if (columns[i] < 3) for (let k = 0; k < 3; k++) out[3 * i + k] = block[3 * columns[i] + k];
  return out;
}

function cross([x, y, z]: ArrayLike<number> & Iterable<number>): Block {
  return Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0);
}

function add(a: Block, b: Block, factor: number): Block {
  const out = new Float64Array(a.length);
  for (let k = 0; k < a.length; k++) out[k] = a[k] + factor * b[k];
  return out;
}

function scaled(a: Block, factor: number): Block {
  const out = new Float64Array(a.length);
  for (let k = 0; k < a.length; k++) out[k] = factor * a[k];
  return out;
}

function multiply(a: Block, b: Block): Block {
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return out;
}

function times(a: Block, x: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3);
  for (let i = 0; i < 3; i++) out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
  return out;
}
