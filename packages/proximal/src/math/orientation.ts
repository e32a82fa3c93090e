// The exact orientation of three points in 2D, unless a number under- or overflows.
import { sumTail } from './exact.ts';
import { Expansion } from './expansion.ts';

// Two products of two-term differences: 16 terms at most.
const determinant = /* @__PURE__ */ new Expansion(20);

/** Sign of det(b − a, c − a): 1 if a, b, c turn left, −1 if right, 0 if they are on one line. */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - ax, cy - ay];
  const [left, right] = [ux * vy, uy * vx];
  const value = left - right;
  // Each product has 3 rounding errors of 2⁻⁵³, the difference one more; 5 also covers the rounding errors of the bound itself.
  if (Math.abs(value) > 5 * 2 ** -53 * (Math.abs(left) + Math.abs(right))) return Math.sign(value);
  determinant.clear();
  addProduct(ux, sumTail(bx, -ax, ux), vy, sumTail(cy, -ay, vy));
  addProduct(-uy, -sumTail(by, -ay, uy), vx, sumTail(cx, -ax, vx));
  return determinant.sign();
}

function addProduct(high: number, low: number, otherHigh: number, otherLow: number): void {
  determinant.addProduct(low, otherLow);
  determinant.addProduct(low, otherHigh);
  determinant.addProduct(high, otherLow);
  determinant.addProduct(high, otherHigh);
}
