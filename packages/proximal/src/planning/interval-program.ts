// Linear programs in two variables, the acceleration u and the square x of a speed, under rows α u + β x ≤ γ and x ≥ 0.
//
// For a given x, the rows leave u between the largest lower bound and the smallest upper bound. Both bounds are extremes of linear functions of x, so
// the width w(x) between them is concave and piecewise linear. Newton's method finds the largest x with w(x) ≥ 0 from the right, and the smallest
// from the left: at an x with w(x) < 0, the two extreme rows give a line that is nowhere below w, and its root is the next x. The iteration ends at
// the exact vertex after at most as many steps as w has breakpoints, usually after two to five.

/** A row with |α| of at most this times |β| counts as a row without u: its dependence on u is below rounding. */
const negligibleRatio = 1e-13;

/** Rounding errors of a bound of u, relative to its terms. */
const rounding = 1e-12;

export class IntervalProgram {
  /** Smallest and largest u for the x of the last call of `range`. */
  low = 0;
  high = 0;
  private alpha = new Float64Array(64);
  private beta = new Float64Array(64);
  private gamma = new Float64Array(64);
  private count = 0;
  /** The bounds of x by rows without u. */
  private leastX = 0;
  private greatestX = Infinity;
  /** The rows of the smallest upper and the largest lower bound; −1 if there is none. */
  private upperRow = -1;
  private lowerRow = -1;

  clear(): void {
    this.count = 0;
    this.leastX = 0;
    this.greatestX = Infinity;
  }

  /** Adds the row α u + β x ≤ γ; γ = ∞ adds nothing. */
  add(alpha: number, beta: number, gamma: number): void {
    if (gamma === Infinity) return;
    if (Math.abs(alpha) <= negligibleRatio * Math.abs(beta) || alpha === 0) {
      if (beta > 0) this.greatestX = Math.min(this.greatestX, gamma / beta);
      else if (beta < 0) this.leastX = Math.max(this.leastX, gamma / beta);
      // The row is 0 ≤ γ: for a negative γ, no x is allowed.
      else if (gamma < 0) this.greatestX = -1;
      return;
    }
    if (this.count === this.alpha.length) this.grow();
    const k = this.count++;
    this.alpha[k] = alpha;
    this.beta[k] = beta;
    this.gamma[k] = gamma;
  }

  private grow(): void {
    const { alpha, beta, gamma } = this;
    this.alpha = new Float64Array(2 * alpha.length);
    this.beta = new Float64Array(2 * alpha.length);
    this.gamma = new Float64Array(2 * alpha.length);
    this.alpha.set(alpha);
    this.beta.set(beta);
    this.gamma.set(gamma);
  }

  /** The range of u for a given x, in `low` and `high`. Returns its width, negative if it is empty. */
  range(x: number): number {
    const { alpha, beta, gamma } = this;
    this.low = -Infinity;
    this.high = Infinity;
    this.upperRow = -1;
    this.lowerRow = -1;
    for (let k = 0; k < this.count; k++) {
      const u = (gamma[k] - beta[k] * x) / alpha[k];
      if (alpha[k] > 0) {
        if (u < this.high) {
          this.high = u;
          this.upperRow = k;
        }
      } else if (u > this.low) {
        this.low = u;
        this.lowerRow = k;
      }
    }
    return this.high - this.low;
  }

  /** The largest x that the rows allow; NaN if they allow none, and infinite if they do not bound it. */
  largest(): number {
    return this.extreme(this.greatestX, -1);
  }

  /** The smallest x that the rows allow; NaN if they allow none. */
  smallest(): number {
    return this.extreme(this.leastX, 1);
  }

  /** Newton's method from a bound of x inward: `side` is 1 from the least x upward, and −1 from the largest downward. */
  private extreme(bound: number, side: number): number {
    const { leastX, greatestX, alpha, beta, gamma } = this;
    if (!(leastX <= greatestX)) return Number.NaN;
    // If the rows without u do not bound x, 1e30 stands for infinity.
    let x = bound === Infinity ? 1e30 : bound;
    for (let step = 0; step <= this.count; step++) {
      const width = this.range(x);
      if (width >= 0 || this.isWithinRounding(x, width)) return x === 1e30 ? Infinity : x;
      const [i, j] = [this.upperRow, this.lowerRow];
      // The width between these two rows is linear in x, with this slope and this root.
      const slope = beta[j] / alpha[j] - beta[i] / alpha[i];
      const next = (gamma[j] / alpha[j] - gamma[i] / alpha[i]) / slope;
      if (!(side * slope > 0)) return Number.NaN;
      if (!(side * (next - x) > 0)) return x;
      if (next < leastX || next > greatestX) return Number.NaN;
      x = next;
    }
    return x;
  }

  /** Whether a negative width is not more than the rounding errors of the two extreme bounds at x. */
  isWithinRounding(x: number, width: number): boolean {
    const { alpha, beta, gamma } = this;
    let size = 0;
    for (const k of [this.upperRow, this.lowerRow])
      if (k >= 0) size += (Math.abs(gamma[k]) + Math.abs(beta[k] * x)) / Math.abs(alpha[k]);
    return width >= -rounding * size;
  }
}
