// The WebAssembly version of balls.ts, which documents the exported functions. The low lane has the first configuration, the high lane
// the second; every sum has the order of balls.ts.

// @ts-nocheck
import * as Ball from '../planning/blocks/ball.ts';
import * as CellJoint from '../planning/blocks/cell-joint.ts';
import * as Obstacle from '../planning/blocks/obstacle.ts';

const TWO_OVER_PI: f64 = 0.6366197723675814;
const HALF_PI_HIGH: f64 = 1.5707963267341256;
const HALF_PI_LOW: f64 = 6.077100506506192e-11;

/** Bytes from the start of a block. */
const RATIO: usize = CellJoint.RATIO * 8;
const OFFSET: usize = CellJoint.OFFSET * 8;
const PITCH: usize = CellJoint.PITCH * 8;
const ROTATION: usize = CellJoint.ROTATION * 8;
const ORIGIN: usize = CellJoint.ORIGIN * 8;
const BALL: usize = Ball.SIZE * 8;
const CENTER: usize = Ball.CENTER * 8;
const RADIUS: usize = Ball.RADIUS * 8;
const MIDDLE: usize = Obstacle.CENTER * 8;
const AXES: usize = Obstacle.AXES * 8;
const HALF: usize = Obstacle.HALF * 8;

@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function square(a: v128): v128 { return f64x2.mul(a, a); }
@inline function splat(x: f64): v128 { return f64x2.splat(x); }
@inline function positive(a: v128): v128 { return f64x2.pmax(splat(0.0), a); }

@inline function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

/** A bit for each lane in which the first is not larger. */
@inline function isWithin(squared: v128, limit: v128): i32 {
  return i64x2.bitmask(f64x2.gt(squared, limit)) ^ 3;
}

@inline function sineOf(r: v128, z: v128): v128 {
  const low: v128 = sub(splat(1.0 / 362880.0), mul(z, sub(splat(1.0 / 39916800.0), mul(z, sub(splat(1.0 / 6227020800.0), mul(z, splat(1.0 / 1307674368000.0)))))));
  const high: v128 = sub(splat(1.0 / 6.0), mul(z, sub(splat(1.0 / 120.0), mul(z, sub(splat(1.0 / 5040.0), mul(z, low))))));
  return sub(r, mul(mul(r, z), high));
}

@inline function cosineOf(z: v128): v128 {
  const low: v128 = sub(splat(1.0 / 3628800.0), mul(z, sub(splat(1.0 / 479001600.0), mul(z, sub(splat(1.0 / 87178291200.0), mul(z, splat(1.0 / 20922789888000.0)))))));
  const high: v128 = sub(splat(1.0 / 24.0), mul(z, sub(splat(1.0 / 720.0), mul(z, sub(splat(1.0 / 40320.0), mul(z, low))))));
  return sub(splat(1.0), mul(z, sub(splat(0.5), mul(z, high))));
}

/** The sign bit where the mask is set. */
@inline function signOf(mask: v128): v128 { return v128.and(mask, f64x2.splat(-0.0)); }

@inline function placeRow(parent: usize, joint: usize, to: usize, row: usize, s: v128, c: v128, displacement: v128): void {
  const from: usize = parent + 48 * row;
  const a: v128 = v128.load(from);
  const b: v128 = v128.load(from, 16);
  const d: v128 = v128.load(from, 32);
  const x: v128 = dot(a, b, d, v128.load64_splat(joint, ROTATION), v128.load64_splat(joint, ROTATION + 24), v128.load64_splat(joint, ROTATION + 48));
  const y: v128 = dot(a, b, d, v128.load64_splat(joint, ROTATION + 8), v128.load64_splat(joint, ROTATION + 32), v128.load64_splat(joint, ROTATION + 56));
  const z: v128 = dot(a, b, d, v128.load64_splat(joint, ROTATION + 16), v128.load64_splat(joint, ROTATION + 40), v128.load64_splat(joint, ROTATION + 64));
  const origin: v128 = dot(a, b, d, v128.load64_splat(joint, ORIGIN), v128.load64_splat(joint, ORIGIN + 8), v128.load64_splat(joint, ORIGIN + 16));
  v128.store(to + 48 * row, add(mul(c, x), mul(s, y)));
  v128.store(to + 48 * row, sub(mul(c, y), mul(s, x)), 16);
  v128.store(to + 48 * row, z, 32);
  v128.store(to + 16 * row, add(add(v128.load(parent + 16 * row, 144), origin), mul(displacement, z)), 144);
}

export function placeFrames(joints: i32, count: i32, q: i32, frames: i32): i32 {
  const world: usize = <usize>frames << 3;
  for (let k: usize = 0; k < 12; k += 1)
    v128.store(world + 16 * k, splat(k === 0 || k === 4 || k === 8 ? 1.0 : 0.0));
  let isKnown: v128 = i64x2.splat(-1);
  for (let k: i32 = 0; k < count; k += 1) {
    const block: i32 = joints + CellJoint.SIZE * k;
    const joint: usize = <usize>block << 3;
    const at: v128 = add(mul(v128.load64_splat(joint, RATIO), v128.load((<usize>(q + 2 * CellJoint.coordinate(block))) << 3)), v128.load64_splat(joint, OFFSET));
    const parent: usize = world + 192 * <usize>CellJoint.parent(block);
    const to: usize = world + 192 * <usize>(k + 1);
    let s: v128 = splat(0.0);
    let c: v128 = splat(1.0);
    let displacement: v128 = at;
    if (CellJoint.isTurning(block) === 1) {
      isKnown = v128.and(isKnown, f64x2.lt(f64x2.abs(at), splat(1.0e6)));
      const turns: v128 = f64x2.floor(add(mul(at, splat(TWO_OVER_PI)), splat(0.5)));
      const r: v128 = sub(sub(at, mul(turns, splat(HALF_PI_HIGH))), mul(turns, splat(HALF_PI_LOW)));
      const z: v128 = square(r);
      const quarters: v128 = mul(turns, splat(0.25));
      const quarter: v128 = sub(quarters, f64x2.floor(quarters));
      const isSwapped: v128 = v128.or(f64x2.eq(quarter, splat(0.25)), f64x2.eq(quarter, splat(0.75)));
      const sine: v128 = sineOf(r, z);
      const cosine: v128 = cosineOf(z);
      s = v128.xor(v128.bitselect(cosine, sine, isSwapped), signOf(f64x2.ge(quarter, splat(0.5))));
      c = v128.xor(
        v128.bitselect(sine, cosine, isSwapped),
        signOf(v128.and(f64x2.ge(quarter, splat(0.25)), f64x2.le(quarter, splat(0.5)))),
      );
      displacement = mul(v128.load64_splat(joint, PITCH), at);
    }
    placeRow(parent, joint, to, 0, s, c, displacement);
    placeRow(parent, joint, to, 1, s, c, displacement);
    placeRow(parent, joint, to, 2, s, c, displacement);
  }
  return i64x2.bitmask(isKnown) === 3 ? 1 : 0;
}

export function placeBalls(balls: i32, count: i32, frame: i32, out: i32): void {
  const f: usize = <usize>frame << 3;
  const r0: v128 = v128.load(f);
  const r1: v128 = v128.load(f, 16);
  const r2: v128 = v128.load(f, 32);
  const r3: v128 = v128.load(f, 48);
  const r4: v128 = v128.load(f, 64);
  const r5: v128 = v128.load(f, 80);
  const r6: v128 = v128.load(f, 96);
  const r7: v128 = v128.load(f, 112);
  const r8: v128 = v128.load(f, 128);
  const px: v128 = v128.load(f, 144);
  const py: v128 = v128.load(f, 160);
  const pz: v128 = v128.load(f, 176);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let to: usize = <usize>out << 3;
  for (; ball < end; ball += BALL) {
    const x: v128 = v128.load64_splat(ball, CENTER);
    const y: v128 = v128.load64_splat(ball, CENTER + 8);
    const z: v128 = v128.load64_splat(ball, CENTER + 16);
    v128.store(to, add(px, dot(r0, r1, r2, x, y, z)));
    v128.store(to, add(py, dot(r3, r4, r5, x, y, z)), 16);
    v128.store(to, add(pz, dot(r6, r7, r8, x, y, z)), 32);
    to += 48;
  }
}

export function nextNear(center: i32, margin: f64, boxes: i32, from: i32, count: i32): i32 {
  const at: usize = <usize>center << 3;
  const x: v128 = v128.load(at);
  const y: v128 = v128.load(at, 16);
  const z: v128 = v128.load(at, 32);
  const limit: v128 = splat(margin * margin);
  let box: usize = (<usize>boxes << 3) + 48 * <usize>from;
  for (let k: i32 = from; k < count; k += 1) {
    const dx: v128 = positive(sub(f64x2.abs(sub(x, v128.load64_splat(box))), v128.load64_splat(box, 24)));
    const dy: v128 = positive(sub(f64x2.abs(sub(y, v128.load64_splat(box, 8))), v128.load64_splat(box, 32)));
    const dz: v128 = positive(sub(f64x2.abs(sub(z, v128.load64_splat(box, 16))), v128.load64_splat(box, 40)));
    if (!i64x2.all_true(f64x2.gt(dot(dx, dy, dz, dx, dy, dz), limit))) return k;
    box += 48;
  }
  return count;
}

/** The coordinates of a vector along an axis of an obstacle. */
@inline function along(o: usize, axis: usize, x: v128, y: v128, z: v128): v128 {
  const at: usize = o + 24 * axis;
  return dot(x, y, z, v128.load64_splat(at, AXES), v128.load64_splat(at, AXES + 8), v128.load64_splat(at, AXES + 16));
}

@inline function limitOf(ball: usize, margin: f64): v128 {
  return square(splat(load<f64>(ball, RADIUS) + margin));
}

export function meetBox(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  const o: usize = <usize>obstacle << 3;
  const cx: v128 = v128.load64_splat(o, MIDDLE);
  const cy: v128 = v128.load64_splat(o, MIDDLE + 8);
  const cz: v128 = v128.load64_splat(o, MIDDLE + 16);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let at: usize = <usize>centers << 3;
  let bits: i32 = 0;
  for (; ball < end && bits < enough; ball += BALL) {
    const x: v128 = sub(v128.load(at), cx);
    const y: v128 = sub(v128.load(at, 16), cy);
    const z: v128 = sub(v128.load(at, 32), cz);
    const dx: v128 = positive(sub(f64x2.abs(along(o, 0, x, y, z)), v128.load64_splat(o, HALF)));
    const dy: v128 = positive(sub(f64x2.abs(along(o, 1, x, y, z)), v128.load64_splat(o, HALF + 8)));
    const dz: v128 = positive(sub(f64x2.abs(along(o, 2, x, y, z)), v128.load64_splat(o, HALF + 16)));
    bits |= isWithin(dot(dx, dy, dz, dx, dy, dz), limitOf(ball, margin));
    at += 48;
  }
  return bits;
}

export function meetCylinder(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  const o: usize = <usize>obstacle << 3;
  const cx: v128 = v128.load64_splat(o, MIDDLE);
  const cy: v128 = v128.load64_splat(o, MIDDLE + 8);
  const cz: v128 = v128.load64_splat(o, MIDDLE + 16);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let at: usize = <usize>centers << 3;
  let bits: i32 = 0;
  for (; ball < end && bits < enough; ball += BALL) {
    const x: v128 = sub(v128.load(at), cx);
    const y: v128 = sub(v128.load(at, 16), cy);
    const z: v128 = sub(v128.load(at, 32), cz);
    const u: v128 = along(o, 0, x, y, z);
    const v: v128 = along(o, 1, x, y, z);
    const outside: v128 = positive(sub(f64x2.sqrt(add(square(u), square(v))), v128.load64_splat(o, HALF)));
    const over: v128 = positive(sub(f64x2.abs(along(o, 2, x, y, z)), v128.load64_splat(o, HALF + 8)));
    bits |= isWithin(add(square(outside), square(over)), limitOf(ball, margin));
    at += 48;
  }
  return bits;
}

export function meetSegment(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  const o: usize = <usize>obstacle << 3;
  const cx: v128 = v128.load64_splat(o, MIDDLE);
  const cy: v128 = v128.load64_splat(o, MIDDLE + 8);
  const cz: v128 = v128.load64_splat(o, MIDDLE + 16);
  const ax: v128 = v128.load64_splat(o, AXES + 48);
  const ay: v128 = v128.load64_splat(o, AXES + 56);
  const az: v128 = v128.load64_splat(o, AXES + 64);
  const half: v128 = v128.load64_splat(o, HALF);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let at: usize = <usize>centers << 3;
  let bits: i32 = 0;
  for (; ball < end && bits < enough; ball += BALL) {
    const x: v128 = sub(v128.load(at), cx);
    const y: v128 = sub(v128.load(at, 16), cy);
    const z: v128 = sub(v128.load(at, 32), cz);
    const nearest: v128 = f64x2.pmax(f64x2.pmin(dot(x, y, z, ax, ay, az), half), f64x2.neg(half));
    const dx: v128 = sub(x, mul(nearest, ax));
    const dy: v128 = sub(y, mul(nearest, ay));
    const dz: v128 = sub(z, mul(nearest, az));
    bits |= isWithin(dot(dx, dy, dz, dx, dy, dz), limitOf(ball, margin));
    at += 48;
  }
  return bits;
}

export function meetHalfspace(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  const o: usize = <usize>obstacle << 3;
  const cx: v128 = v128.load64_splat(o, MIDDLE);
  const cy: v128 = v128.load64_splat(o, MIDDLE + 8);
  const cz: v128 = v128.load64_splat(o, MIDDLE + 16);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let at: usize = <usize>centers << 3;
  let bits: i32 = 0;
  for (; ball < end && bits < enough; ball += BALL) {
    const height: v128 = along(o, 2, sub(v128.load(at), cx), sub(v128.load(at, 16), cy), sub(v128.load(at, 32), cz));
    bits |= isWithin(height, splat(load<f64>(ball, RADIUS) + margin));
    at += 48;
  }
  return bits;
}

export function meetBalls(center: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  const c: usize = <usize>center << 3;
  const cx: v128 = v128.load(c);
  const cy: v128 = v128.load(c, 16);
  const cz: v128 = v128.load(c, 32);
  let ball: usize = <usize>balls << 3;
  const end: usize = ball + BALL * <usize>count;
  let at: usize = <usize>centers << 3;
  let bits: i32 = 0;
  for (; ball < end && bits < enough; ball += BALL) {
    const x: v128 = sub(v128.load(at), cx);
    const y: v128 = sub(v128.load(at, 16), cy);
    const z: v128 = sub(v128.load(at, 32), cz);
    bits |= isWithin(dot(x, y, z, x, y, z), limitOf(ball, margin));
    at += 48;
  }
  return bits;
}

export function placeTimes(from: i32, velocity: i32, count: i32, first: f64, second: f64, out: i32): void {
  const start: usize = <usize>from << 3;
  const slope: usize = <usize>velocity << 3;
  const to: usize = <usize>out << 3;
  const times: v128 = f64x2.replace_lane(splat(first), 1, second);
  for (let k: usize = 0; k < <usize>count; k += 1)
    v128.store(to + 16 * k, add(v128.load64_splat(start + 8 * k), mul(times, v128.load64_splat(slope + 8 * k))));
}
