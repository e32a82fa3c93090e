// Impulses of contacts in world coordinates and as rows (t1, t2, n).
import type { ContactSet } from './contact-set.ts';

/** Converts the impulse of a contact from rows (t1, t2, n) to world coordinates, and writes it to `impulses`. */
export function toWorld({ frames, impulses }: ContactSet, k: number, rows: Float64Array, row: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = 9 * k + axis;
    impulses[3 * k + axis] = frames[at] * rows[row] + frames[at + 3] * rows[row + 1] + frames[at + 6] * rows[row + 2];
  }
}

/** Converts an impulse from world coordinates to the rows (t1, t2, n) of a contact. */
export function fromWorld(
  { frames }: ContactSet,
  k: number,
  world: Float64Array,
  from: number,
  out: Float64Array,
  row: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = 9 * k + 3 * axis;
    out[row + axis] = frames[at] * world[from] + frames[at + 1] * world[from + 1] + frames[at + 2] * world[from + 2];
  }
}
