// The sides of curved cores: the Hessian of the support value h(d) at a unit vector, from its closed form.
import { pow } from '../elementary.ts';
import { RECORD_COUNT_INT, RECORD_DATA } from '../layout.ts';
import { ld, ldi, sti } from '../port/memory.ts';
import { supportEllipsoid } from '../support/ellipsoid.ts';
import { supportSmoothHull } from '../support/smooth-hull.ts';
import { SIDE_BEND, SIDE_DIRECTION, SIDE_POINT, SIDE_REGULAR_INT, SIDE_SCRATCH } from './layout.ts';
import { addBend, addDiagonal, BORDER, isTied, setBend, setFree } from './side.ts';
import { dotAt } from './tangent.ts';

/** h = |r∘d|: H = (diag(r²) − s sᵀ) / h with the support point s. Data: the semi-axes. */
export function ellipsoidSide(record: i32, side: i32): void {
  const d: i32 = side + SIDE_DIRECTION;
  const s: i32 = side + SIDE_SCRATCH;
  supportEllipsoid(record, ld(d), ld(d + 1), ld(d + 2), s);
  const scale: f64 = 1.0 / dotAt(d, s);
  const rx: f64 = ld(record + RECORD_DATA);
  const ry: f64 = ld(record + RECORD_DATA + 1);
  const rz: f64 = ld(record + RECORD_DATA + 2);
  addDiagonal(side, scale * rx * rx, scale * ry * ry, scale * rz * rz);
  addBend(side, -scale, ld(s), ld(s + 1), ld(s + 2));
}

/** H = (p − 1) (Σ vᵢ vᵢᵀ (zᵢ/h)^{p−2} − s sᵀ) / h, zᵢ = max(0, ⟨vᵢ, d⟩). Data: p, then the vertices. */
export function smoothHullSide(record: i32, side: i32): void {
  const d: i32 = side + SIDE_DIRECTION;
  const s: i32 = side + SIDE_SCRATCH;
  supportSmoothHull(record, ld(d), ld(d + 1), ld(d + 2), s);
  const p: f64 = ld(record + RECORD_DATA);
  const value: f64 = dotAt(d, s);
  const bend: f64 = (p - 1.0) / value;
  const first: i32 = record + RECORD_DATA + 1;
  const end: i32 = first + 3 * ldi(2 * record + RECORD_COUNT_INT);
  for (let at: i32 = first; at < end; at += 3) {
    const ratio: f64 = dotAt(d, at) / value;
    if (ratio > 0.0) addBend(side, bend * pow(ratio, p - 2.0), ld(at), ld(at + 1), ld(at + 2));
  }
  addBend(side, -bend, ld(s), ld(s + 1), ld(s + 2));
}

/**
 * The hull of two discs: along a rim h = R |(dx, dy)| ± h dz. The whole disc is farthest along the axis, a line of the side across
 * it, whose points bend by how far they are from the axis. Data: bottom radius, top radius, half the height.
 */
export function frustumSide(record: i32, side: i32): void {
  const bottom: f64 = ld(record + RECORD_DATA);
  const top: f64 = ld(record + RECORD_DATA + 1);
  const half: f64 = ld(record + RECORD_DATA + 2);
  const x: f64 = ld(side + SIDE_DIRECTION);
  const y: f64 = ld(side + SIDE_DIRECTION + 1);
  const z: f64 = ld(side + SIDE_DIRECTION + 2);
  const px: f64 = ld(side + SIDE_POINT);
  const py: f64 = ld(side + SIDE_POINT + 1);
  const across: f64 = Math.sqrt(x * x + y * y);
  const arm: f64 = Math.sqrt(px * px + py * py);
  const disc: f64 = half > 0.0 ? (z > 0.0 ? top : bottom) : Math.max(top, bottom);
  const isOnDisc: bool = arm < disc * (1.0 - BORDER);
  if (disc > 0.0 && isTied(side, across, isOnDisc)) {
    setFree(side, 0, 1.0, 0.0, 0.0);
    setFree(side, 1, 0.0, 1.0, 0.0);
    if (!isOnDisc) sti(2 * side + SIDE_REGULAR_INT, 0);
    return;
  }
  const slant: f64 = Math.sqrt((top - bottom) * (top - bottom) + 4.0 * half * half);
  const slope: f64 = (top - bottom) * across + 2.0 * half * z;
  const isOnLine: bool = Math.abs(ld(side + SIDE_POINT + 2)) < half * (1.0 - BORDER);
  let radius: f64 = slope >= 0.0 ? top : bottom;
  if (half > 0.0 && across > 0.0 && isTied(side, Math.abs(slope) / slant, isOnLine)) {
    setFree(side, 0, ((top - bottom) * x) / across, ((top - bottom) * y) / across, 2.0 * half);
    if (isOnLine) radius = arm;
    else sti(2 * side + SIDE_REGULAR_INT, 0);
  }
  if (radius > 0.0) addBend(side, radius / (across * across * across), -y, x, 0.0);
}

/**
 * Chain rule through h = ‖(a, Z)‖_q and a = ‖(X, Y)‖_p, X = rx |dx| and so on. Where a coordinate is zero and its exponent below 2
 * a second derivative is infinite: the surface is flat there, and the side not regular. Data: rx, ry, rz, p, q.
 */
export function superellipsoidSide(record: i32, side: i32): void {
  const data: i32 = record + RECORD_DATA;
  const d: i32 = side + SIDE_DIRECTION;
  const p: f64 = ld(data + 3);
  const q: f64 = ld(data + 4);
  const x: f64 = ld(data) * Math.abs(ld(d));
  const y: f64 = ld(data + 1) * Math.abs(ld(d + 1));
  const z: f64 = ld(data + 2) * Math.abs(ld(d + 2));
  const planar: f64 = norm(x, y, p);
  const value: f64 = norm(planar, z, q);
  const sx: f64 = ld(d) < 0.0 ? -ld(data) : ld(data);
  const sy: f64 = ld(d + 1) < 0.0 ? -ld(data + 1) : ld(data + 1);
  const sz: f64 = ld(d + 2) < 0.0 ? -ld(data + 2) : ld(data + 2);
  const bend: f64 = (q - 1.0) / value;
  const alongPlane: f64 = slopeOf(planar, value, q);
  const alongZ: f64 = slopeOf(z, value, q);
  if (planar > 0.0) {
    // With s = ∇h: h'' = Σ bend · curvatureₖ eₖeₖᵀ − bend s sᵀ, for both norms.
    const inner: f64 = (alongPlane * (p - 1.0)) / planar;
    const ix: f64 = sx * slopeOf(x, planar, p);
    const iy: f64 = sy * slopeOf(y, planar, p);
    addBend(side, bend * curvatureOf(planar, value, q) - inner, ix, iy, 0.0);
    addDiagonal(side, inner * curvatureOf(x, planar, p) * sx * sx, inner * curvatureOf(y, planar, p) * sy * sy, 0.0);
    addBend(side, -bend, alongPlane * ix, alongPlane * iy, alongZ * sz);
  } else if (q === 2.0 && p === 2.0) {
    addDiagonal(side, (sx * sx) / value, (sy * sy) / value, 0.0);
  } else if (!(q > 2.0)) {
    sti(2 * side + SIDE_REGULAR_INT, 0);
  }
  if (planar > 0.0) addDiagonal(side, 0.0, 0.0, bend * curvatureOf(z, value, q) * sz * sz);
  if (!hasFiniteBend(side)) {
    setBend(side, 0.0, 0.0, 0.0);
    sti(2 * side + SIDE_REGULAR_INT, 0);
  }
}

function hasFiniteBend(side: i32): bool {
  const sum: f64 = sumOfBends(side);
  return sum - sum === 0.0;
}

function sumOfBends(side: i32): f64 {
  return ld(side + SIDE_BEND) + ld(side + SIDE_BEND + 1) + ld(side + SIDE_BEND + 2);
}

/** (a^e + b^e)^{1/e}. */
function norm(a: f64, b: f64, e: f64): f64 {
  const large: f64 = Math.max(a, b);
  const small: f64 = Math.min(a, b);
  return small > 0.0 ? large * pow(1.0 + pow(small / large, e), 1.0 / e) : large;
}

/** The norm's derivative along a coordinate: (a/n)^{e−1}. */
function slopeOf(a: f64, n: f64, e: f64): f64 {
  return pow(a / n, e - 1.0);
}

/** (a/n)^{e−2}: infinite at a = 0 for e below 2. */
function curvatureOf(a: f64, n: f64, e: f64): f64 {
  return pow(a / n, e - 2.0);
}
