// The Hessian of any core's support value, smoothed by Gaussian noise on the unit direction (26).
import { ld, st, toFloat } from '../port/memory.ts';
import { supportCore } from '../support/dispatch.ts';
import {
  DRAWN,
  LEVEL_ANGLE,
  SIDE_BEND,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_POINT,
  SIDE_SCRATCH,
  SIDE_SECOND,
  SIDE_SIZE,
} from './layout.ts';
import { drawAngle, drawNormals, drawRadius } from './random.ts';
import { setBend, setPoint } from './side.ts';
import { dotAt, writeAcross } from './tangent.ts';

/** In radians, the golden section of a quarter turn: between samples that each come with their quarter turns. */
const SPACING: f64 = 0.9708055193627733;

// Behind the side of a body as wide as it is long: L times its three vectors.
const IMAGES: i32 = SIDE_SIZE + 7;

// Behind the side: the sums of s zᵀ, three numbers; of s across the direction, two; of s zᵀ of a ball of radius 1, and if ε were small.
const SUMS: i32 = SIDE_SIZE;
const MEAN: i32 = SIDE_SIZE + 3;
const BALL: i32 = SIDE_SIZE + 5;
const PLAIN: i32 = SIDE_SIZE + 6;

/**
 * The mean of s(d + ε z) zᵀ / ε over normally distributed z across d, s being the support point. Noise along d would only change
 * its length. With `isEven` each z comes with its three quarter turns, and the radii of all are drawn from equal shares: the mean is the same, but
 * what s does not change with z cancels, and a ball looks round to every seed. With `isWhole` what the noise leaves of the curvature of
 * a ball is divided out. The side's point becomes the mean of s across d, as far along it as the farthest. Returns the number of
 * support points along z.
 */
export function gaussianBend(
  g: i32,
  record: i32,
  side: i32,
  noise: f64,
  samples: i32,
  isEven: bool,
  isWhole: bool,
): i32 {
  const used: i32 = sample(g, record, side, noise, samples, isEven);
  const left: f64 = isWhole ? ld(side + BALL) / ld(side + PLAIN) : 1.0;
  divideSums(side, left * noise * toFloat(used));
  const p: i32 = side + SIDE_POINT;
  setPoint(side, ld(p + 1), ld(p + 2), ld(p));
  return used;
}

function divideSums(side: i32, by: f64): void {
  setBend(side, ld(side + SUMS) / by, ld(side + SUMS + 1) / by, ld(side + SUMS + 2) / by);
}

/** Draws the samples, adds them up, and leaves the coordinates of the point in its place: along d and the two vectors. */
function sample(g: i32, record: i32, side: i32, noise: f64, samples: i32, isEven: bool): i32 {
  for (let k: i32 = 0; k < 7; k += 1) st(side + SUMS + k, 0.0);
  let used: i32 = 0;
  if (isEven) {
    const draws: i32 = (samples + 3) >> 2;
    const start: f64 = drawAngle(g);
    for (let k: i32 = 0; k < draws; k += 1) {
      drawRadius(g, k, draws, start + SPACING * toFloat(k));
      const z1: f64 = ld(g + DRAWN);
      const z2: f64 = ld(g + DRAWN + 1);
      addSample(record, side, noise, z1, z2);
      addSample(record, side, noise, -z1, -z2);
      addSample(record, side, noise, -z2, z1);
      addSample(record, side, noise, z2, -z1);
    }
    used = 4 * draws;
  } else {
    for (let k: i32 = 0; k < samples; k += 1) {
      drawNormals(g);
      addSample(record, side, noise, ld(g + DRAWN), ld(g + DRAWN + 1));
    }
    used = samples;
  }
  supportBeside(record, side, 0.0, 0.0, side + SIDE_SCRATCH);
  st(side + SIDE_POINT, dotAt(side + SIDE_DIRECTION, side + SIDE_SCRATCH));
  st(side + SIDE_POINT + 1, ld(side + MEAN) / toFloat(used));
  st(side + SIDE_POINT + 2, ld(side + MEAN + 1) / toFloat(used));
  return used;
}

/** A unit ball's support point along d + ε z is (d + ε z)/√(1 + ε² z²). */
function addSample(record: i32, side: i32, noise: f64, z1: f64, z2: f64): void {
  const out: i32 = side + SIDE_SCRATCH;
  supportBeside(record, side, noise * z1, noise * z2, out);
  const a: f64 = dotAt(side + SIDE_FIRST, out);
  const b: f64 = dotAt(side + SIDE_SECOND, out);
  add(side + SUMS, a * z1);
  add(side + SUMS + 1, 0.5 * (a * z2 + b * z1));
  add(side + SUMS + 2, b * z2);
  add(side + MEAN, a);
  add(side + MEAN + 1, b);
  const squared: f64 = z1 * z1 + z2 * z2;
  add(side + BALL, (0.5 * noise * squared) / Math.sqrt(1.0 + noise * noise * squared));
  add(side + PLAIN, 0.5 * noise * squared);
}

function add(at: i32, x: f64): void {
  st(at, ld(at) + x);
}

/**
 * The same with the noise that levels the facets, on the normals of a body L⁻¹S that is as wide as it is long: of S = L S' along d, S' is
 * seen along u = Lᵀd/|Lᵀd|, and H = L H' Lᵀ/|Lᵀd|. Along u + ε z the farthest point of S' is that of S along L⁻ᵀ(u + ε z), and its
 * coordinates along a vector a are those of the point of S along L⁻ᵀa. So not even an ellipsoid's curvature is blurred.
 */
export function levelledBend(g: i32, record: i32, level: i32, side: i32, samples: i32, isEven: bool): i32 {
  const within: i32 = side + SIDE_SIZE;
  const u: i32 = within + SIDE_DIRECTION;
  multiplyTransposed(level, side + SIDE_DIRECTION, u);
  const length: f64 = Math.sqrt(dotAt(u, u));
  for (let k: i32 = 0; k < 3; k += 1) st(u + k, ld(u + k) / length);
  writeAcross(u, within + SIDE_FIRST);
  const images: i32 = within + IMAGES;
  for (let k: i32 = 0; k < 9; k += 3) {
    multiplyFactor(level, within + k, images + k);
    solveTransposed(level, within + k);
  }
  const used: i32 = sample(g, record, within, ld(level + LEVEL_ANGLE), samples, isEven);
  divideSums(within, ld(within + BALL));
  const e1: f64 = dotAt(side + SIDE_FIRST, images + SIDE_FIRST);
  const e2: f64 = dotAt(side + SIDE_FIRST, images + SIDE_SECOND);
  const f1: f64 = dotAt(side + SIDE_SECOND, images + SIDE_FIRST);
  const f2: f64 = dotAt(side + SIDE_SECOND, images + SIDE_SECOND);
  const a: f64 = ld(within + SIDE_BEND) / length;
  const b: f64 = ld(within + SIDE_BEND + 1) / length;
  const c: f64 = ld(within + SIDE_BEND + 2) / length;
  setBend(
    side,
    a * e1 * e1 + 2.0 * b * e1 * e2 + c * e2 * e2,
    a * e1 * f1 + b * (e1 * f2 + e2 * f1) + c * e2 * f2,
    a * f1 * f1 + 2.0 * b * f1 * f2 + c * f2 * f2,
  );
  const p: i32 = within + SIDE_POINT;
  for (let k: i32 = 0; k < 3; k += 1) {
    st(
      side + SIDE_POINT + k,
      ld(p) * ld(images + k) + ld(p + 1) * ld(images + SIDE_FIRST + k) + ld(p + 2) * ld(images + SIDE_SECOND + k),
    );
  }
  return used;
}

/** out = Lᵀ v. */
function multiplyTransposed(l: i32, v: i32, out: i32): void {
  st(out, ld(l) * ld(v) + ld(l + 1) * ld(v + 1) + ld(l + 3) * ld(v + 2));
  st(out + 1, ld(l + 2) * ld(v + 1) + ld(l + 4) * ld(v + 2));
  st(out + 2, ld(l + 5) * ld(v + 2));
}

/** out = L v. */
function multiplyFactor(l: i32, v: i32, out: i32): void {
  st(out, ld(l) * ld(v));
  st(out + 1, ld(l + 1) * ld(v) + ld(l + 2) * ld(v + 1));
  st(out + 2, ld(l + 3) * ld(v) + ld(l + 4) * ld(v + 1) + ld(l + 5) * ld(v + 2));
}

/** v = L⁻ᵀ v. */
function solveTransposed(l: i32, v: i32): void {
  const z: f64 = ld(v + 2) / ld(l + 5);
  const y: f64 = (ld(v + 1) - ld(l + 4) * z) / ld(l + 2);
  st(v, (ld(v) - ld(l + 1) * y - ld(l + 3) * z) / ld(l));
  st(v + 1, y);
  st(v + 2, z);
}

/**
 * A support function is convex, and so is a smoothed one: no eigenvalue is negative. That of a few samples may be, by far, where an
 * edge makes one curvature huge; then only the positive one stays. The mean over many seeds is no longer that of (26), but the inverse
 * that a Jacobian needs exists.
 */
export function makeConvex(side: i32): void {
  const a: f64 = ld(side + SIDE_BEND);
  const b: f64 = ld(side + SIDE_BEND + 1);
  const c: f64 = ld(side + SIDE_BEND + 2);
  const mean: f64 = 0.5 * (a + c);
  const half: f64 = 0.5 * (a - c);
  const radius: f64 = Math.sqrt(half * half + b * b);
  if (mean >= radius) return;
  const share: f64 = Math.max(0.0, mean + radius) / (2.0 * radius);
  setBend(side, share * (radius + half), share * b, share * (radius - half));
}

/** The core's farthest point along d + a · first + b · second. */
export function supportBeside(record: i32, side: i32, a: f64, b: f64, out: i32): void {
  const d: i32 = side + SIDE_DIRECTION;
  const e: i32 = side + SIDE_FIRST;
  const f: i32 = side + SIDE_SECOND;
  supportCore(
    record,
    ld(d) + a * ld(e) + b * ld(f),
    ld(d + 1) + a * ld(e + 1) + b * ld(f + 1),
    ld(d + 2) + a * ld(e + 2) + b * ld(f + 2),
    out,
  );
}
