// Results of an island in the workspace's rows, after it was solved.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { Islands } from './islands.ts';

/** J v⁺ of a row. */
export function rowVelocityAfter({ sigma, reference, compliance, lambda }: ContactWorkspace, row: number): number {
  return sigma[row] + reference[row] - compliance[row] * lambda[row];
}

/** The velocity coordinates of an island's members. */
export function islandCoordinates(
  { order, firsts, widths, velocity }: ContactWorkspace,
  { begins }: Islands,
  island: number,
): number[] {
  const isFound = new Uint8Array(velocity.length);
  const found: number[] = [];
  for (let at = begins[island]; at < begins[island + 1]; at++)
    for (let block = 2 * order[at]; block < 2 * order[at] + 2; block++)
      for (let k = firsts[block]; k < firsts[block] + widths[block]; k++) {
        if (isFound[k] === 0) found.push(k);
        isFound[k] = 1;
      }
  return found;
}

/** Removes the numbers of some triples, in ascending order, and returns the others. @param width the count of numbers of a triple */
export function withoutTriples<T extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  values: T,
  width: number,
  triples: readonly number[],
): T {
  let to = width * triples[0];
  for (let k = 0; k < triples.length; k++) {
    const end = k + 1 < triples.length ? width * triples[k + 1] : values.length;
    values.copyWithin(to, width * (triples[k] + 1), end);
    to += end - width * (triples[k] + 1);
  }
  return values.slice(0, to) as T;
}
