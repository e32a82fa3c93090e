// Poses as the shader reads them: rotations in f32, positions as integers.
import { rotationRows } from '../math/linear/quaternion.ts';
import { bodyStride, noShape } from './distance-shader.ts';
import type { ShapeTable } from './shape-table.ts';

/** The CPU computes the pairs of bodies with a coordinate beyond this, in meters. */
const farthest = 1e6;

/** The rows of bodies. */
export interface BodyTable {
  readonly rows: Uint32Array;
  /** The length in meters of a unit of the positions, a power of two. */
  readonly quantum: number;
}

/** Whether seven numbers are a pose: finite, with a quaternion that is not zero. */
export function isPose(poses: Float64Array, at: number): boolean {
  let squared = 0;
  for (let k = at + 3; k < at + 7; k++) squared += poses[k] * poses[k];
  return Number.isFinite(poses[at] + poses[at + 1] + poses[at + 2]) && squared > 1e-200 && squared < 1e200;
}

/**
 * Positions are whole multiples of a quantum, so that differences of positions are exact wherever the bodies are. The quantum is 2⁻³⁰ of the largest
 * coordinate, rounded up to a power of two.
 */
export function bodyTable(poses: Float64Array, { rowOf, origins }: ShapeTable): BodyTable {
  const count = rowOf.length;
  const rows = new Uint32Array(bodyStride * count);
  const [integers, floats] = [new Int32Array(rows.buffer), new Float32Array(rows.buffer)];
  const rotation = new Float64Array(9);
  const positions = new Float64Array(3 * count);
  const isKnown = new Uint8Array(count);
  let largest = 1e-9;
  for (let body = 0; body < count; body++) {
    const [at, row] = [7 * body, bodyStride * body];
    rows[row + 12] = noShape;
    if (rowOf[body] < 0 || !isPose(poses, at)) continue;
    rotationRows(poses, at + 3, rotation);
    const origin = 3 * body;
    let extent = 0;
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) floats[row + 4 * k + j] = rotation[3 * k + j];
      const x =
        poses[at + k] +
        rotation[3 * k] * origins[origin] +
        rotation[3 * k + 1] * origins[origin + 1] +
        rotation[3 * k + 2] * origins[origin + 2];
      positions[origin + k] = x;
      extent = Math.max(extent, Math.abs(x));
    }
    if (extent > farthest) continue;
    largest = Math.max(largest, extent);
    isKnown[body] = 1;
    rows[row + 12] = rowOf[body];
  }
  // A loop, because the bits of Math.log2 differ between engines.
  let quantum = 2 ** -60;
  while (quantum * 2 ** 30 < largest) quantum *= 2;
  for (let body = 0; body < count; body++) {
    if (isKnown[body] === 0) continue;
    for (let k = 0; k < 3; k++) integers[bodyStride * body + 4 * k + 3] = Math.round(positions[3 * body + k] / quantum);
  }
  return { rows, quantum };
}
