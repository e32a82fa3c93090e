// exp, log, pow, sin, cos, atan2 and acos out of + − × ÷, √ and a double's bits, so that both targets return the same bits on
// every machine: the results of `Math` depend on the platform. Special cases follow ECMAScript's `Math`.
//
// Each function has three steps: reduce the argument exactly to a small interval, sum a Taylor series there, undo the reduction.
// Terms that are not small compared to the result are kept as a pair: an unevaluated sum `high + low` of two doubles, with a
// relative error of about 2⁻¹⁰⁰. Only small terms are ever rounded before the last addition, so the error is slightly more than the error of one
// rounding, half a unit in the last place (ulp). A function whose name ends in `Pair` returns the high part and leaves the low part at LOW.
//
// The worst error found against 256-bit arithmetic over 3 million arguments of each function is 0.50 ulp for log, 0.52
// for atan2 and acos, 0.63 for exp and pow (0.76 where the result is denormal), 0.80 for sin and cos.
import { ld, ldi, st, sti, toFloat, toInt } from './port/memory.ts';

// The numbers at these addresses are reserved for this file: `Reserved` of layout.ts.
/** A double whose bits are read or written, and its two halves as i32. */
const BITS: i32 = 0;
const BITS_LOW_INT: i32 = 0;
const BITS_HIGH_INT: i32 = 1;
/** The low part of the pair that was returned last. */
const LOW: i32 = 1;
/** The remainder of an angle after whole quarter turns, as a pair. */
const REMAINDER: i32 = 2;
const REMAINDER_LOW: i32 = 3;

// ── Exact sums and products, bits ───────────────────────────────────────────────────────────────────────────────

/** 2²⁷ + 1 cuts a double into two halves of at most 26 bits (Veltkamp), whose products are exact. */
const SPLITTER: f64 = 134217729.0;

/** The exact rounding error of `sum` = a + b (Knuth). */
function sumLow(a: f64, b: f64, sum: f64): f64 {
  const roundedB: f64 = sum - a;
  return a - (sum - roundedB) + (b - roundedB);
}

/** The exact rounding error of `product` = a·b (Dekker), unless 2²⁷a or 2²⁷b overflows or the error underflows. */
function productLow(a: f64, b: f64, product: f64): f64 {
  const wideA: f64 = SPLITTER * a;
  const wideB: f64 = SPLITTER * b;
  const a1: f64 = wideA - (wideA - a);
  const b1: f64 = wideB - (wideB - b);
  const a2: f64 = a - a1;
  const b2: f64 = b - b1;
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

/** Also true of −0. */
function isNegative(x: f64): bool {
  st(BITS, x);
  return ldi(BITS_HIGH_INT) < 0;
}

/** 2ᵏ for −1022 ≤ k ≤ 1023. */
function powerOfTwo(k: i32): f64 {
  sti(BITS_LOW_INT, 0);
  sti(BITS_HIGH_INT, (k + 1023) << 20);
  return ld(BITS);
}

// ── Exponential and logarithm ───────────────────────────────────────────────────────────────────────────────────

/** The coefficients 1/n! of the series of exp, sin and cos. */
const F2: f64 = 1.0 / 2.0;
const F3: f64 = 1.0 / 6.0;
const F4: f64 = 1.0 / 24.0;
const F5: f64 = 1.0 / 120.0;
const F6: f64 = 1.0 / 720.0;
const F7: f64 = 1.0 / 5040.0;
const F8: f64 = 1.0 / 40320.0;
const F9: f64 = 1.0 / 362880.0;
const F10: f64 = 1.0 / 3628800.0;
const F11: f64 = 1.0 / 39916800.0;
const F12: f64 = 1.0 / 479001600.0;
const F13: f64 = 1.0 / 6227020800.0;
const F14: f64 = 1.0 / 87178291200.0;
const F15: f64 = 1.0 / 1307674368000.0;
const F16: f64 = 1.0 / 20922789888000.0;
const F17: f64 = 1.0 / 355687428096000.0;
const F18: f64 = 1.0 / 6402373705728000.0;

/** ln 2 as a pair whose high part has 42 bits, so that its product with a double's exponent is exact. */
const LN2: f64 = 0.6931471805598903;
const LN2_LOW: f64 = 5.497923018708371e-14;

/** 1/3 and 1/5 as pairs. */
const THIRD: f64 = 0.3333333333333333;
const THIRD_LOW: f64 = 1.850371707708594e-17;
const FIFTH: f64 = 0.2;
const FIFTH_LOW: f64 = -1.1102230246251566e-17;

/** eˣ. */
export function exp(x: f64): f64 {
  if (x < -746.0) return 0.0;
  if (x < 710.0) return expOfSum(x, 0.0);
  return x * Infinity; // NaN stays NaN
}

/**
 * e^(high + low) for −746 ≤ high < 710 and |low| at most an ulp of high.
 *
 * With k the integer nearest to high / ln 2, the result is 2ᵏeʳ, where r = high + low − k ln 2 and |r| ≤ ½ ln 2 ≈ 0.347.
 * Subtracting k·LN2 is exact, because the product is exact and the operands are close. The series ends at r¹⁴/14!; the remainder is
 * below 2⁻⁶³. The terms after 1 + r sum to less than 0.08 and contribute at most 0.1 ulp. A result below 2⁻¹⁰²² is rounded once
 * more, which makes 0.8 ulp.
 */
function expOfSum(high: f64, low: f64): f64 {
  const k: f64 = Math.floor(high * (1.0 / LN2) + 0.5);
  const coarse: f64 = high - k * LN2;
  const fine: f64 = low - k * LN2_LOW;
  const r: f64 = coarse + fine;
  const rLow: f64 = sumLow(coarse, fine, r);
  const upper: f64 = F8 + r * (F9 + r * (F10 + r * (F11 + r * (F12 + r * (F13 + r * F14)))));
  const series: f64 = F2 + r * (F3 + r * (F4 + r * (F5 + r * (F6 + r * (F7 + r * upper)))));
  const head: f64 = 1.0 + r;
  const tail: f64 = sumLow(1.0, r, head) + (rLow * head + r * r * series);
  // Two factors, because 2ᵏ itself may be out of range. Only the second product rounds, and only below 2⁻¹⁰²².
  const exponent: i32 = toInt(k);
  const half: i32 = exponent >> 1;
  return (head + tail) * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/** The natural logarithm. */
export function log(x: f64): f64 {
  return logPair(x);
}

/**
 * ln x as a pair, with a relative error below 2⁻⁶⁶.
 *
 * With x = 2ᵏm and √½ ≤ m ≤ √2, s = (m − 1)/(m + 1) is at most 0.172 in size, z = s² at most 0.0295, and
 *   ln m = 2s·(1 + zw),   w = 1/3 + z/5 + z²/7 + …
 * From z²/7 on the sum is below 2⁻¹² and adds less than 2⁻¹⁷ of the result, so plain doubles suffice. The series ends at z¹¹/25;
 * the remainder is below 2⁻⁷⁰ of the result. All other terms are pairs.
 */
function logPair(x: f64): f64 {
  if (x < 0.0) return NaN;
  if (x === 0.0) return -Infinity;
  if (!(x < Infinity)) return x;
  // A denormal is first scaled to a normal number.
  const isDenormal: bool = x < 2.2250738585072014e-308;
  st(BITS, isDenormal ? x * 18014398509481984.0 : x); // 2⁵⁴
  const bits: i32 = ldi(BITS_HIGH_INT);
  sti(BITS_HIGH_INT, (bits & 0xfffff) | 0x3ff00000);
  const significand: f64 = ld(BITS);
  const isHalved: bool = significand * significand > 2.0;
  const m: f64 = isHalved ? 0.5 * significand : significand;
  const k: f64 = toFloat((bits >> 20) - (isDenormal ? 1077 : 1023) + (isHalved ? 1 : 0));

  const numerator: f64 = m - 1.0; // exact
  const denominator: f64 = m + 1.0;
  const s: f64 = numerator / denominator;
  const product: f64 = s * denominator;
  const excess: f64 = numerator - product - productLow(s, denominator, product) - s * sumLow(m, 1.0, denominator);
  const sLow: f64 = excess / denominator;

  const z: f64 = s * s;
  const zLow: f64 = productLow(s, s, z) + 2.0 * s * sLow;
  const z2: f64 = z * z;
  const z4: f64 = z2 * z2;
  const a: f64 = 1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0 + z * (1.0 / 13.0)));
  const b: f64 = 1.0 / 15.0 + z * (1.0 / 17.0 + z * (1.0 / 19.0 + z * (1.0 / 21.0)));
  const c: f64 = 1.0 / 23.0 + z * (1.0 / 25.0);
  const higherTerms: f64 = z2 * (a + z4 * (b + z4 * c));
  const fifth: f64 = z * FIFTH;
  const fifthLow: f64 = productLow(z, FIFTH, fifth) + (z * FIFTH_LOW + zLow * FIFTH);
  const w: f64 = THIRD + fifth;
  const wLow: f64 = sumLow(THIRD, fifth, w) + (THIRD_LOW + fifthLow) + higherTerms;
  const v: f64 = z * w;
  const vLow: f64 = productLow(z, w, v) + (z * wLow + zLow * w);

  // ln x = k ln 2 + 2s + 2sv, largest first.
  const sv: f64 = 2.0 * s * v;
  const svLow: f64 = productLow(2.0 * s, v, sv) + 2.0 * (s * vLow + sLow * v + sLow);
  const lnM: f64 = 2.0 * s + sv;
  const lnMLow: f64 = sumLow(2.0 * s, sv, lnM) + svLow;
  const sum: f64 = k * LN2 + lnM;
  const low: f64 = sumLow(k * LN2, lnM, sum) + (k * LN2_LOW + lnMLow);
  const high: f64 = sum + low;
  st(LOW, sumLow(sum, low, high));
  return high;
}

/** True of odd integers. From 2⁵³ on all doubles are even. */
function isOdd(y: f64): bool {
  return Math.floor(y) === y && 2.0 * Math.floor(0.5 * y) !== y;
}

/**
 * xʸ = e^(y ln |x|), negative for a negative base and an odd exponent.
 *
 * The exponent is a pair with an absolute error below 745·2⁻⁶⁶, which is 0.1 ulp of the result. Zeros and infinities need no special cases: where y
 * ln |x| is infinite, 0 or NaN, ECMAScript specifies exp(y ln |x|).
 */
export function pow(x: f64, y: f64): f64 {
  if (y === 0.0) return 1.0;
  if (x < 0.0 && x > -Infinity && Math.floor(y) !== y) return NaN;
  const logarithm: f64 = logPair(Math.abs(x));
  const logarithmLow: f64 = ld(LOW);
  const high: f64 = y * logarithm;
  const isOrdinary: bool = high > -746.0 && high < 710.0 && high !== 0.0;
  const size: f64 = isOrdinary ? expOfSum(high, productLow(y, logarithm, high) + y * logarithmLow) : exp(high);
  return isNegative(x) && isOdd(y) ? -size : size;
}

// ── Sine and cosine ─────────────────────────────────────────────────────────────────────────────────────────────

/** Beyond 2⁵³ radians, neighboring doubles are more than a radian apart: sine and cosine return NaN. */
const LARGEST_ANGLE: f64 = 9007199254740992.0;
const TWO_OVER_PI: f64 = 0.6366197723675814;
/** π/2 as an unevaluated sum of three doubles. */
const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_LOW: f64 = 6.123233995736766e-17;
const HALF_PI_LOWEST: f64 = -1.4973849048591698e-33;

/** sin x for |x| ≤ 2⁵³, NaN beyond. */
export function sin(x: f64): f64 {
  const size: f64 = Math.abs(x);
  if (!(size <= LARGEST_ANGLE)) return NaN;
  if (size < 7.450580596923828e-9) return x; // x³/6 is lost below 2⁻²⁷, and −0 stays −0
  const turns: i32 = quarterTurns(size);
  const value: f64 = (turns & 1) === 0 ? sinOfRemainder() : cosOfRemainder();
  const isBelowZero: bool = x < 0.0;
  const isFlipped: bool = (turns & 2) !== 0;
  return isBelowZero === isFlipped ? value : -value;
}

/** cos x for |x| ≤ 2⁵³, NaN beyond. */
export function cos(x: f64): f64 {
  const size: f64 = Math.abs(x);
  if (!(size <= LARGEST_ANGLE)) return NaN;
  const turns: i32 = quarterTurns(size) + 1; // cos x = sin(x + π/2)
  const value: f64 = (turns & 1) === 0 ? sinOfRemainder() : cosOfRemainder();
  return (turns & 2) === 0 ? value : -value;
}

/** The number, modulo 4, of quarter turns nearest to 0 ≤ x ≤ 2⁵³; REMAINDER gets the remainder, at most slightly above π/4. */
function quarterTurns(x: f64): i32 {
  const guess: f64 = Math.floor(x * TWO_OVER_PI + 0.5);
  subtractQuarters(x, guess);
  // For x beyond 2⁵⁰ the guess can be one off, and the remainder shows it.
  const correction: f64 = Math.floor(ld(REMAINDER) * TWO_OVER_PI + 0.5);
  const isFar: bool = Math.abs(ld(REMAINDER)) > 0.8;
  const count: f64 = isFar ? guess + correction : guess;
  if (isFar) subtractQuarters(x, count);
  return toInt(count - 4.0 * Math.floor(0.25 * count));
}

/**
 * REMAINDER = x − count·π/2.
 *
 * x − count·HALF_PI is exact: a multiple of 2⁻⁵² below 2 in size (for x < 1, of 2⁻⁵³ below 1). The product with HALF_PI_LOW is
 * exact too. The error is below count·2⁻¹⁶⁰. How close a double can come to a multiple of π/2 follows from the continued fraction
 * of 2/π: to 2⁻⁶¹ for small counts, but only to 2⁻⁵⁵ for counts near 2⁵³, so the error of such a remainder is at most 0.4 ulp, and the error of
 * the others is negligible.
 */
function subtractQuarters(x: f64, count: f64): void {
  const first: f64 = count * HALF_PI;
  const second: f64 = count * HALF_PI_LOW;
  const difference: f64 = x - first - productLow(count, HALF_PI, first);
  const high: f64 = difference - second;
  const low: f64 =
    sumLow(difference, -second, high) - (productLow(count, HALF_PI_LOW, second) + count * HALF_PI_LOWEST);
  const remainder: f64 = high + low;
  st(REMAINDER, remainder);
  st(REMAINDER_LOW, sumLow(high, low, remainder));
}

/**
 * sin(r + c) = r − r³/3! + … + c·cos r for the pair r + c of at most π/4. The series ends at r¹⁷/17!; the remainder is below 2⁻⁶³.
 * The terms after r are below r/9 and contribute 0.3 ulp.
 */
function sinOfRemainder(): f64 {
  const r: f64 = ld(REMAINDER);
  const c: f64 = ld(REMAINDER_LOW);
  const z: f64 = r * r;
  const upper: f64 = F11 - z * (F13 - z * (F15 - z * F17));
  const series: f64 = F3 - z * (F5 - z * (F7 - z * (F9 - z * upper)));
  return r + (c * (1.0 - 0.5 * z) - r * z * series);
}

/**
 * cos(r + c) = 1 − r²/2! + … − c·sin r for the pair r + c of at most π/4, with r² a pair. The series ends at r¹⁸/18!; the
 * remainder is below 2⁻⁶⁸. The terms after r²/2 are below 0.016.
 */
function cosOfRemainder(): f64 {
  const r: f64 = ld(REMAINDER);
  const z: f64 = r * r;
  const upper: f64 = F12 - z * (F14 - z * (F16 - z * F18));
  const series: f64 = F4 - z * (F6 - z * (F8 - z * (F10 - z * upper)));
  const head: f64 = 1.0 - 0.5 * z;
  const headLow: f64 = sumLow(1.0, -0.5 * z, head) - 0.5 * productLow(r, r, z);
  return head + (headLow + (z * z * series - r * ld(REMAINDER_LOW)));
}

// ── Angles ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The angle of the vector (x, y), from −π to π. */
export function atan2(y: f64, x: f64): f64 {
  const longer: f64 = Math.max(Math.abs(x), Math.abs(y));
  if (!(longer >= 0.0)) return NaN;
  // For two zeros or two infinities only the signs matter.
  const side: f64 = isNegative(x) ? -1.0 : 1.0;
  const shorter: f64 = Math.min(Math.abs(x), Math.abs(y));
  let angle: f64 = 0.0;
  if (shorter === Infinity) angle = directionAngle(1.0, 0.0, side);
  else if (longer === 0.0) angle = directionAngle(0.0, 0.0, side);
  else angle = directionAngle(Math.abs(y), 0.0, x);
  return isNegative(y) ? -angle : angle;
}

/** The arc cosine: the angle of the vector (x, √(1 − x²)), with the root as a pair. */
export function acos(x: f64): f64 {
  const size: f64 = Math.abs(x);
  if (!(size <= 1.0)) return NaN;
  if (size === 1.0) return directionAngle(0.0, 0.0, x);
  const square: f64 = x * x;
  const coarse: f64 = 1.0 - square;
  const fine: f64 = sumLow(1.0, -square, coarse) - productLow(x, x, square);
  const difference: f64 = coarse + fine;
  const differenceLow: f64 = sumLow(coarse, fine, difference);
  const root: f64 = Math.sqrt(difference);
  const product: f64 = root * root;
  const rootLow: f64 = (difference - product - productLow(root, root, product) + differenceLow) / (2.0 * root);
  return directionAngle(root, rootLow, x);
}

/**
 * The angle, from 0 to π, of the vector (x, y + yLow) with y ≥ 0, not both zero and not both infinite. The vector is mirrored into
 * the octant 0 ≤ y ≤ x; the result is that angle added to or subtracted from 0, π/2 or π.
 */
function directionAngle(y: f64, yLow: f64, x: f64): f64 {
  const size: f64 = Math.abs(x);
  const isSteep: bool = y > size;
  const isBackward: bool = x < 0.0;
  const long: f64 = isSteep ? y : size;
  const short: f64 = isSteep ? size : y;
  const quarters: f64 = isSteep ? 1.0 : isBackward ? 2.0 : 0.0;
  const base: f64 = quarters * HALF_PI;
  // Below 2⁻⁶⁰ the arc tangent equals the ratio up to rounding, and is negligible beside π/2.
  if (!(short > long * 8.673617379884035e-19)) return quarters === 0.0 ? y / x : base;
  // Lengths above 2⁵⁰⁰ are scaled by 2⁻⁶⁰⁰, lengths below 2⁻⁴⁰⁰ by 2⁶⁰⁰, so that the exact products neither over- nor underflow.
  let unit: f64 = 1.0;
  if (long > 3.273390607896142e150) unit = 2.409919865102884e-181;
  if (long < 3.872591914849318e-121) unit = 4.149515568880993e180;
  const low: f64 = yLow * unit;
  const octant: f64 = octantAnglePair(short * unit, isSteep ? 0.0 : low, long * unit, isSteep ? low : 0.0);
  const octantLow: f64 = ld(LOW);
  const sign: f64 = isSteep === isBackward ? 1.0 : -1.0;
  const sum: f64 = base + sign * octant;
  return sum + (sumLow(base, sign * octant, sum) + (quarters * HALF_PI_LOW + sign * octantLow));
}

/**
 * The arc tangent of t = b / a as a pair, for pairs a and b with 2⁻⁶⁰ ≤ t ≤ 1.
 *
 * With c the multiple of 1/4 nearest to t, arctan t = arctan c + arctan u, where u = (b − ca)/(a + cb) is at most 1/8 in size. u is a
 * pair. The series ends at u¹⁹/19; the remainder is below 2⁻⁶⁴ of u. The terms after u are below u/190.
 */
function octantAnglePair(b: f64, bLow: f64, a: f64, aLow: f64): f64 {
  const c: f64 = 0.25 * Math.floor((4.0 * b) / a + 0.5);
  const ca: f64 = c * a;
  const cb: f64 = c * b;
  const numerator: f64 = b - ca;
  const numeratorLow: f64 = sumLow(b, -ca, numerator) - productLow(c, a, ca) + (bLow - c * aLow);
  const denominator: f64 = a + cb;
  const denominatorLow: f64 = sumLow(a, cb, denominator) + productLow(c, b, cb) + (aLow + c * bLow);
  const u: f64 = numerator / denominator;
  const product: f64 = u * denominator;
  const excess: f64 = numerator - product - productLow(u, denominator, product) + numeratorLow - u * denominatorLow;
  const uLow: f64 = excess / denominator;

  const z: f64 = u * u;
  const upper: f64 = 1.0 / 11.0 - z * (1.0 / 13.0 - z * (1.0 / 15.0 - z * (1.0 / 17.0 - z * (1.0 / 19.0))));
  const series: f64 = 1.0 / 3.0 - z * (1.0 / 5.0 - z * (1.0 / 7.0 - z * (1.0 / 9.0 - z * upper)));
  const tableAngle: f64 = quarterAnglePair(c);
  const tableAngleLow: f64 = ld(LOW);
  const high: f64 = tableAngle + u;
  st(LOW, sumLow(tableAngle, u, high) + (tableAngleLow + (uLow - z * (uLow + u * series))));
  return high;
}

/** The arc tangent of c = 0, 1/4, 1/2, 3/4 or 1 as a pair. */
function quarterAnglePair(c: f64): f64 {
  let high: f64 = 0.0;
  let low: f64 = 0.0;
  if (c === 0.25) {
    high = 0.24497866312686414;
    low = 1.0698755618734451e-17;
  } else if (c === 0.5) {
    high = 0.4636476090008061;
    low = 2.2698777452961687e-17;
  } else if (c === 0.75) {
    high = 0.6435011087932844;
    low = 1.5834785051444286e-17;
  } else if (c === 1.0) {
    high = 0.5 * HALF_PI;
    low = 0.5 * HALF_PI_LOW;
  }
  st(LOW, low);
  return high;
}
