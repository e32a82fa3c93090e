// The WebAssembly version of side-by-side.ts, which documents the function. Names and the order of every sum follow closed/meet.ts and
// nearest.ts, which explain the formulas. The low lane has one pair, the high lane the next.

// @ts-nocheck
import { UNDECIDED } from '../closed/answer.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { KIND_BOX, KIND_POINT, KIND_SEGMENT } from '../shapes/kinds.ts';

/** Bytes from the start of a record. */
const RADIUS: usize = ShapeBlock.RADIUS * 8;
const RADIUS_ABOUT_ORIGIN: usize = ShapeBlock.RADIUS_ABOUT_ORIGIN * 8;
const DATA: usize = ShapeBlock.DATA * 8;

/** Lengths well within the range of closed/nearest.ts. */
const SMALLEST: f64 = 1.0e-60;
const LARGEST: f64 = 1.0e60;

@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function square(a: v128): v128 { return f64x2.mul(a, a); }
@inline function neg(a: v128): v128 { return f64x2.neg(a); }
@inline function abs(a: v128): v128 { return f64x2.abs(a); }
@inline function max(a: v128, b: v128): v128 { return f64x2.pmax(a, b); }
@inline function and(a: v128, b: v128): v128 { return v128.and(a, b); }
@inline function splat(x: f64): v128 { return f64x2.splat(x); }

@inline function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

@inline function clamp(x: v128, limit: v128): v128 {
  return max(f64x2.pmin(x, limit), neg(limit));
}

/** Number 0 to 6 of two poses, which are at `p` and `q`. */
@inline function at0(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p), 1); }
@inline function at1(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 8), 1, 8); }
@inline function at2(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 16), 1, 16); }
@inline function at3(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 24), 1, 24); }
@inline function at4(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 32), 1, 32); }
@inline function at5(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 40), 1, 40); }
@inline function at6(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, 48), 1, 48); }
/** A field of two records, which are at `p` and `q`. */
@inline function radius(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, RADIUS), 1, RADIUS); }
@inline function radiiAboutOrigin(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, RADIUS_ABOUT_ORIGIN), 1, RADIUS_ABOUT_ORIGIN); }
@inline function data0(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, DATA), 1, DATA); }
@inline function data1(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, DATA + 8), 1, DATA + 8); }
@inline function data2(p: usize, q: usize): v128 { return v128.load64_lane(q, v128.load64_zero(p, DATA + 16), 1, DATA + 16); }

@inline function lengthSquared(x: v128, y: v128, z: v128, w: v128): v128 {
  return add(dot(x, y, z, x, y, z), mul(w, w));
}

/** The squared lengths of the quaternions of two poses. The order of the sum differs from closed/meet.ts: they are only compared with 1. */
@inline function squaredLengths(p: usize, q: usize): v128 {
  const one: v128 = add(square(v128.load(p, 24)), square(v128.load(p, 40)));
  const other: v128 = add(square(v128.load(q, 24)), square(v128.load(q, 40)));
  return add(v128.shuffle<f64>(one, other, 0, 2), v128.shuffle<f64>(one, other, 1, 3));
}

@inline function largestOf(x: v128, y: v128, z: v128, a: usize, b: usize, c: usize, d: usize): v128 {
  return add(add(add(abs(x), abs(y)), abs(z)), add(radiiAboutOrigin(a, c), radiiAboutOrigin(b, d)));
}

/** True only for quaternions of length 1 up to rounding and lengths in range; other pairs are left to closed/meet.ts. */
@inline function areInRange(squaredA: v128, squaredB: v128, largest: v128): v128 {
  // The sum instead of the maximum, so that NaN propagates.
  const excess: v128 = add(abs(sub(squaredA, splat(1.0))), abs(sub(squaredB, splat(1.0))));
  const isWithin: v128 = and(f64x2.gt(largest, splat(SMALLEST)), f64x2.lt(largest, splat(LARGEST)));
  return and(f64x2.lt(excess, splat(1.0e-8)), isWithin);
}

@inline function quaternionScale(squared: v128): v128 {
  return sub(splat(4.0), add(squared, squared));
}

@inline function crossComponent(scale: v128, y: v128, z: v128, py: v128, pz: v128): v128 {
  return mul(scale, sub(mul(y, pz), mul(z, py)));
}

@inline function rotatedComponent(px: v128, w: v128, cx: v128, y: v128, z: v128, cy: v128, cz: v128): v128 {
  return add(add(px, mul(w, cx)), sub(mul(y, cz), mul(z, cy)));
}

/** UNDECIDED, MEET or APART, which are 2, 1 and 0, as 64-bit integers; masks are −1 for true. */
@inline function answer(isKnown: v128, isMeeting: v128, isApart: v128): v128 {
  const met: v128 = and(isKnown, isMeeting);
  const apart: v128 = v128.andnot(and(isKnown, isApart), isMeeting);
  return i64x2.add(i64x2.add(i64x2.splat(UNDECIDED), met), i64x2.add(apart, apart));
}

function compare(isKnown: v128, x: v128, y: v128, z: v128, least: v128, limit: v128, floor: v128): v128 {
  const squared: v128 = dot(x, y, z, x, y, z);
  const far: v128 = add(limit, floor);
  const isApart: v128 = f64x2.gt(mul(least, least), mul(mul(far, far), squared));
  return answer(isKnown, f64x2.le(squared, mul(limit, limit)), and(f64x2.gt(least, splat(0.0)), isApart));
}

// From here on a and b are the records of one pair and p and q their poses; c, d, r and s belong to the next pair.

function pointsMeet(
  a: usize, p: usize, b: usize, q: usize, c: usize, r: usize, d: usize, s: usize, margin: v128,
): v128 {
  const x: v128 = sub(at0(q, s), at0(p, r));
  const y: v128 = sub(at1(q, s), at1(p, r));
  const z: v128 = sub(at2(q, s), at2(p, r));
  const largest: v128 = largestOf(x, y, z, a, b, c, d);
  const squaredA: v128 = squaredLengths(p, r);
  const squaredB: v128 = squaredLengths(q, s);
  const limit: v128 = add(add(radius(a, c), radius(b, d)), margin);
  const far: v128 = add(limit, mul(splat(32.0 * EPSILON), largest));
  const squared: v128 = dot(x, y, z, x, y, z);
  const isKnown: v128 = areInRange(squaredA, squaredB, largest);
  return answer(isKnown, f64x2.le(squared, mul(limit, limit)), f64x2.gt(squared, mul(far, far)));
}

function segmentsMeet(
  kindA: i32, kindB: i32,
  a: usize, p: usize, b: usize, q: usize, c: usize, r: usize, d: usize, s: usize, margin: v128,
): v128 {
  const tx: v128 = sub(at0(q, s), at0(p, r));
  const ty: v128 = sub(at1(q, s), at1(p, r));
  const tz: v128 = sub(at2(q, s), at2(p, r));
  const ax: v128 = at3(p, r);
  const ay: v128 = at4(p, r);
  const az: v128 = at5(p, r);
  const aw: v128 = at6(p, r);
  const bx: v128 = at3(q, s);
  const by: v128 = at4(q, s);
  const bz: v128 = at5(q, s);
  const bw: v128 = at6(q, s);
  const squaredA: v128 = lengthSquared(ax, ay, az, aw);
  const squaredB: v128 = lengthSquared(bx, by, bz, bw);
  const scaleA: v128 = quaternionScale(squaredA);
  const scaleB: v128 = quaternionScale(squaredB);
  const ux: v128 = mul(scaleA, add(mul(ax, az), mul(ay, aw)));
  const uy: v128 = mul(scaleA, sub(mul(ay, az), mul(ax, aw)));
  const uz: v128 = sub(splat(1.0), mul(scaleA, add(mul(ax, ax), mul(ay, ay))));
  const vx: v128 = mul(scaleB, add(mul(bx, bz), mul(by, bw)));
  const vy: v128 = mul(scaleB, sub(mul(by, bz), mul(bx, bw)));
  const vz: v128 = sub(splat(1.0), mul(scaleB, add(mul(bx, bx), mul(by, by))));
  const extentA: v128 = kindA === KIND_SEGMENT ? data0(a, c) : splat(0.0);
  const extentB: v128 = kindB === KIND_SEGMENT ? data0(b, d) : splat(0.0);
  const alongA: v128 = dot(ux, uy, uz, tx, ty, tz);
  const alongB: v128 = dot(vx, vy, vz, tx, ty, tz);
  const cosine: v128 = dot(ux, uy, uz, vx, vy, vz);
  const sine: v128 = sub(splat(1.0), mul(cosine, cosine));
  const between: v128 = f64x2.div(sub(alongA, mul(cosine, alongB)), sine);
  const ofLines: v128 = v128.bitselect(between, alongA, f64x2.gt(sine, splat(0.0)));
  const along: v128 = clamp(sub(mul(clamp(ofLines, extentA), cosine), alongB), extentB);
  const back: v128 = clamp(add(alongA, mul(along, cosine)), extentA);
  const x: v128 = sub(sub(mul(back, ux), tx), mul(along, vx));
  const y: v128 = sub(sub(mul(back, uy), ty), mul(along, vy));
  const z: v128 = sub(sub(mul(back, uz), tz), mul(along, vz));
  const ofA: v128 = mul(extentA, abs(dot(x, y, z, ux, uy, uz)));
  const ofB: v128 = mul(extentB, abs(dot(x, y, z, vx, vy, vz)));
  const least: v128 = sub(sub(neg(dot(x, y, z, tx, ty, tz)), ofA), ofB);
  const largest: v128 = largestOf(tx, ty, tz, a, b, c, d);
  const isKnown: v128 = areInRange(squaredA, squaredB, largest);
  const limit: v128 = add(add(radius(a, c), radius(b, d)), margin);
  return compare(isKnown, x, y, z, least, limit, mul(splat(32.0 * EPSILON), largest));
}

/** Here a and c are the boxes. */
function boxMeets(
  a: usize, p: usize, b: usize, q: usize, c: usize, r: usize, d: usize, s: usize, margin: v128,
): v128 {
  const x: v128 = sub(at0(q, s), at0(p, r));
  const y: v128 = sub(at1(q, s), at1(p, r));
  const z: v128 = sub(at2(q, s), at2(p, r));
  const largest: v128 = largestOf(x, y, z, a, b, c, d);
  const ux: v128 = at3(p, r);
  const uy: v128 = at4(p, r);
  const uz: v128 = at5(p, r);
  const uw: v128 = at6(p, r);
  const squaredA: v128 = lengthSquared(ux, uy, uz, uw);
  const squaredB: v128 = squaredLengths(q, s);
  const isKnown: v128 = areInRange(squaredA, squaredB, largest);
  const scale: v128 = quaternionScale(squaredA);
  const back: v128 = neg(uw);
  const cx: v128 = crossComponent(scale, uy, uz, y, z);
  const cy: v128 = crossComponent(scale, uz, ux, z, x);
  const cz: v128 = crossComponent(scale, ux, uy, x, y);
  const px: v128 = rotatedComponent(x, back, cx, uy, uz, cy, cz);
  const py: v128 = rotatedComponent(y, back, cy, uz, ux, cz, cx);
  const pz: v128 = rotatedComponent(z, back, cz, ux, uy, cx, cy);
  const hx: v128 = data0(a, c);
  const hy: v128 = data1(a, c);
  const hz: v128 = data2(a, c);
  const dx: v128 = sub(clamp(px, hx), px);
  const dy: v128 = sub(clamp(py, hy), py);
  const dz: v128 = sub(clamp(pz, hz), pz);
  const ofXY: v128 = sub(sub(neg(dot(dx, dy, dz, px, py, pz)), mul(hx, abs(dx))), mul(hy, abs(dy)));
  const limit: v128 = add(add(radius(a, c), radius(b, d)), margin);
  const floor: v128 = mul(splat(32.0 * EPSILON), largest);
  return compare(isKnown, dx, dy, dz, sub(ofXY, mul(hz, abs(dz))), limit, floor);
}

@inline function recordOf(records: usize, pair: usize): usize {
  return <usize>load<u32>(records + (<usize>load<u32>(pair) << 2)) << 3;
}

@inline function poseOf(poses: usize, pair: usize): usize { return poses + 56 * <usize>load<u32>(pair); }

export function meetSideBySide(recordList: i32, poseList: i32, pairs: i32, count: i32, out: i32, margin: f64): void {
  const margins: v128 = splat(margin);
  const records: usize = <usize>recordList << 3;
  const poses: usize = <usize>poseList << 3;
  const end: usize = (<usize>pairs + <usize>count) << 3;
  let to: usize = <usize>out << 3;
  for (let pair: usize = <usize>pairs << 3; pair < end; pair += 16) {
    // The last of an odd number is paired with itself.
    const next: usize = pair + 8 < end ? pair + 8 : pair;
    const a: usize = recordOf(records, pair);
    const b: usize = recordOf(records, pair + 4);
    const c: usize = recordOf(records, next);
    const d: usize = recordOf(records, next + 4);
    const kindA: i32 = load<i32>(a);
    const kindB: i32 = load<i32>(b);
    let found: v128 = i64x2.splat(UNDECIDED);
    // A box with a sphere, or no box.
    if ((kindA | kindB) <= KIND_BOX && kindA + kindB <= KIND_BOX && kindA === load<i32>(c) && kindB === load<i32>(d)) {
      const p: usize = poseOf(poses, pair);
      const q: usize = poseOf(poses, pair + 4);
      const r: usize = poseOf(poses, next);
      const s: usize = poseOf(poses, next + 4);
      if ((kindA | kindB) === KIND_POINT) found = pointsMeet(a, p, b, q, c, r, d, s, margins);
      else if (kindA === KIND_BOX) found = boxMeets(a, p, b, q, c, r, d, s, margins);
      else if (kindB === KIND_BOX) found = boxMeets(b, q, a, p, d, s, c, r, margins);
      else found = segmentsMeet(kindA, kindB, a, p, b, q, c, r, d, s, margins);
    }
    v128.store64_lane(to, v128.shuffle<i32>(found, found, 0, 2, 0, 2), 0);
    to += 8;
  }
}
