// Exact orientation predicates, and normals of triangles from exact sums. `orientation3` and `accurateNormal` are slow: for the many
// faces of a hull, surface.ts and merge.ts call them only where a floating-point value is not well above its error bound.
import { sumTail } from '../math/exact.ts';
import { Expansion } from '../math/expansion.ts';
import { orientation } from '../math/orientation.ts';

// Capacities. The exact difference of two doubles is the sum of two doubles, the rounded value and its rounding error (`high` and `low`). The
// exact product is also the sum of two doubles. A minor has two products of differences, which are 2 · 4 products of doubles: at most 16 terms. The
// determinant has three products of a minor and a difference, which are 3 · 16 · 2 products of doubles: at most 192 terms.
const minor = new Expansion(20);
const determinant = new Expansion(200);

/** The exact differences of three points to a fourth: b−a in 0…2, c−a in 3…5, p−a in 6…8. */
const high = new Float64Array(9);
const low = new Float64Array(9);

function subtract(at: number, from: number, to: number): void {
  const difference = to - from;
  high[at] = difference;
  low[at] = sumTail(to, -from, difference);
}

function loadDifference(xyz: Float64Array, slot: number, from: number, to: number): void {
  for (let k = 0; k < 3; k++) subtract(slot + k, xyz[3 * from + k], xyz[3 * to + k]);
}

/** minor = u[i] · v[j] − u[j] · v[i], where u starts at slot 0 and v at slot 3. */
function computeMinor(i: number, j: number): void {
  minor.clear();
  addDifferenceProduct(i, 3 + j, 1);
  addDifferenceProduct(j, 3 + i, -1);
}

function addDifferenceProduct(i: number, j: number, sign: number): void {
  const [highI, lowI] = [sign * high[i], sign * low[i]];
  minor.addProduct(lowI, low[j]);
  minor.addProduct(lowI, high[j]);
  minor.addProduct(highI, low[j]);
  minor.addProduct(highI, high[j]);
}

/** Sign of det(b−a, c−a, p−a): 1 if p is on the side from which a, b, c run counter-clockwise. */
export function orientation3(xyz: Float64Array, a: number, b: number, c: number, p: number): number {
  loadDifference(xyz, 0, a, b);
  loadDifference(xyz, 3, a, c);
  loadDifference(xyz, 6, a, p);
  determinant.clear();
  for (let k = 0; k < 3; k++) {
    if (high[6 + k] === 0) continue;
    computeMinor((k + 1) % 3, (k + 2) % 3);
    determinant.addScaled(minor, low[6 + k]);
    determinant.addScaled(minor, high[6 + k]);
  }
  return determinant.sign();
}

/** (b−a) × (c−a), not exact, but each component is accurate to about one rounding error, even for slivers. */
export function accurateNormal(xyz: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  loadDifference(xyz, 0, a, b);
  loadDifference(xyz, 3, a, c);
  for (let k = 0; k < 3; k++) {
    computeMinor((k + 1) % 3, (k + 2) % 3);
    out[k] = minor.value();
  }
}

/** Sign of det(b−a, c−a) for the coordinates i and j: 1 if a, b, c turn left. */
export function orientation2(xyz: Float64Array, i: number, j: number, a: number, b: number, c: number): number {
  return orientation(xyz[3 * a + i], xyz[3 * a + j], xyz[3 * b + i], xyz[3 * b + j], xyz[3 * c + i], xyz[3 * c + j]);
}
