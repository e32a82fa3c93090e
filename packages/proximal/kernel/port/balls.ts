// Balls on the links of a robot, for two configurations at once. Numbers that depend on the configuration are stored in pairs. The
// WebAssembly version, balls.wasm.ts, computes both numbers of a pair at once, with the same result as this file.
//
// Tests return a bit for each configuration: 1 for the first, 2 for the second. A bit is set unless the computed distance is larger than the limit,
// so NaN sets it.
import * as Ball from '../planning/blocks/ball.ts';
import * as CellJoint from '../planning/blocks/cell-joint.ts';
import * as Obstacle from '../planning/blocks/obstacle.ts';
import { ld, st } from './memory.ts';

/** Up to this angle the number of quarter turns has at most 20 bits, so its product with HALF_PI_HIGH is exact. */
const LARGEST_ANGLE: f64 = 1.0e6;
const TWO_OVER_PI: f64 = 0.6366197723675814;
/** π/2 in two parts: the first has 33 bits, and the remainder is below 2⁻⁸⁶. */
const HALF_PI_HIGH: f64 = 1.5707963267341256;
const HALF_PI_LOW: f64 = 6.077100506506192e-11;

/**
 * Places the frames of `count` joints, after frame 0 of the world. Returns 0 if an angle is too large for its sine to be computed
 * here, otherwise 1.
 */
export function placeFrames(joints: i32, count: i32, q: i32, frames: i32): i32 {
  for (let lane: i32 = 0; lane < 2; lane += 1) {
    for (let k: i32 = 0; k < 12; k += 1) st(frames + 2 * k + lane, k === 0 || k === 4 || k === 8 ? 1.0 : 0.0);
    for (let k: i32 = 0; k < count; k += 1) {
      const joint: i32 = joints + CellJoint.SIZE * k;
      if (!placeFrame(joint, q + lane, frames + 24 * CellJoint.parent(joint) + lane, frames + 24 * (k + 1) + lane))
        return 0;
    }
  }
  return 1;
}

/** Places one frame for one configuration. The numbers of a configuration are two apart in memory. */
function placeFrame(joint: i32, q: i32, parent: i32, to: i32): bool {
  const at: f64 = CellJoint.ratio(joint) * ld(q + 2 * CellJoint.coordinate(joint)) + CellJoint.offset(joint);
  const isTurning: bool = CellJoint.isTurning(joint) === 1;
  if (isTurning && !(Math.abs(at) < LARGEST_ANGLE)) return false;
  const turns: f64 = isTurning ? Math.floor(at * TWO_OVER_PI + 0.5) : 0.0;
  const r: f64 = isTurning ? at - turns * HALF_PI_HIGH - turns * HALF_PI_LOW : 0.0;
  const quarter: f64 = turns * 0.25 - Math.floor(turns * 0.25);
  const isSwapped: bool = quarter === 0.25 || quarter === 0.75;
  const sine: f64 = sineOf(r);
  const cosine: f64 = cosineOf(r);
  const s: f64 = (isSwapped ? cosine : sine) * (quarter >= 0.5 ? -1.0 : 1.0);
  const c: f64 = (isSwapped ? sine : cosine) * (quarter >= 0.25 && quarter <= 0.5 ? -1.0 : 1.0);
  const displacement: f64 = isTurning ? CellJoint.pitch(joint) * at : at;
  for (let row: i32 = 0; row < 3; row += 1) {
    const a: f64 = ld(parent + 6 * row);
    const b: f64 = ld(parent + 6 * row + 2);
    const d: f64 = ld(parent + 6 * row + 4);
    const x: f64 =
      a * CellJoint.rotation(joint, 0) + b * CellJoint.rotation(joint, 3) + d * CellJoint.rotation(joint, 6);
    const y: f64 =
      a * CellJoint.rotation(joint, 1) + b * CellJoint.rotation(joint, 4) + d * CellJoint.rotation(joint, 7);
    const z: f64 =
      a * CellJoint.rotation(joint, 2) + b * CellJoint.rotation(joint, 5) + d * CellJoint.rotation(joint, 8);
    const origin: f64 =
      a * CellJoint.origin(joint, 0) + b * CellJoint.origin(joint, 1) + d * CellJoint.origin(joint, 2);
    st(to + 6 * row, c * x + s * y);
    st(to + 6 * row + 2, c * y - s * x);
    st(to + 6 * row + 4, z);
    st(to + 18 + 2 * row, ld(parent + 18 + 2 * row) + origin + displacement * z);
  }
  return true;
}

/** sin r for |r| ≤ π/4, by Taylor's series: the first omitted term, r¹⁷/17!, is below 5 · 10⁻¹⁷. */
function sineOf(r: f64): f64 {
  const z: f64 = r * r;
  const low: f64 = 1.0 / 362880.0 - z * (1.0 / 39916800.0 - z * (1.0 / 6227020800.0 - z * (1.0 / 1307674368000.0)));
  return r - r * z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * low)));
}

function cosineOf(r: f64): f64 {
  const z: f64 = r * r;
  const low: f64 = 1.0 / 3628800.0 - z * (1.0 / 479001600.0 - z * (1.0 / 87178291200.0 - z * (1.0 / 20922789888000.0)));
  return 1.0 - z * (0.5 - z * (1.0 / 24.0 - z * (1.0 / 720.0 - z * (1.0 / 40320.0 - z * low))));
}

/** Writes the centers of `count` balls on a frame, in the world, to `out`: three pairs each. */
export function placeBalls(balls: i32, count: i32, frame: i32, out: i32): void {
  for (let k: i32 = 0; k < count; k += 1) {
    const ball: i32 = balls + Ball.SIZE * k;
    for (let row: i32 = 0; row < 3; row += 1) {
      for (let lane: i32 = 0; lane < 2; lane += 1) {
        const at: i32 = frame + 6 * row + lane;
        const turned: f64 =
          ld(at) * Ball.center(ball, 0) + ld(at + 2) * Ball.center(ball, 1) + ld(at + 4) * Ball.center(ball, 2);
        st(out + 6 * k + 2 * row + lane, ld(frame + 18 + 2 * row + lane) + turned);
      }
    }
  }
}

/** The index of the first box, from index `from` on, that comes within `margin` of a center in either configuration; `count` if there is none. */
export function nextNear(center: i32, margin: f64, boxes: i32, from: i32, count: i32): i32 {
  for (let k: i32 = from; k < count; k += 1) {
    for (let lane: i32 = 0; lane < 2; lane += 1) {
      let squared: f64 = 0.0;
      for (let axis: i32 = 0; axis < 3; axis += 1) {
        const beyond: f64 =
          Math.abs(ld(center + 2 * axis + lane) - ld(boxes + 6 * k + axis)) - ld(boxes + 6 * k + 3 + axis);
        const outside: f64 = 0.0 < beyond ? beyond : 0.0;
        squared += outside * outside;
      }
      if (!(squared > margin * margin)) return k;
    }
  }
  return count;
}

/**
 * The bits of the configurations in which the center of one of `count` balls is within its radius + `margin` of the core of a box. Ends as soon as
 * the bits are at least `enough`.
 */
export function meetBox(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const limit: f64 = Ball.radius(balls + Ball.SIZE * k) + margin;
    for (let lane: i32 = 0; lane < 2; lane += 1) {
      const at: i32 = centers + 6 * k + lane;
      let squared: f64 = 0.0;
      for (let axis: i32 = 0; axis < 3; axis += 1) {
        const beyond: f64 = Math.abs(along(obstacle, axis, at)) - Obstacle.half(obstacle, axis);
        const outside: f64 = 0.0 < beyond ? beyond : 0.0;
        squared += outside * outside;
      }
      if (!(squared > limit * limit)) bits = bits | (lane + 1);
    }
  }
  return bits;
}

/** The coordinate of a center along an axis of an obstacle. */
function along(obstacle: i32, axis: i32, at: i32): f64 {
  const x: f64 = ld(at) - Obstacle.center(obstacle, 0);
  const y: f64 = ld(at + 2) - Obstacle.center(obstacle, 1);
  const z: f64 = ld(at + 4) - Obstacle.center(obstacle, 2);
  const k: i32 = 3 * axis;
  return x * Obstacle.axes(obstacle, k) + y * Obstacle.axes(obstacle, k + 1) + z * Obstacle.axes(obstacle, k + 2);
}

/** Like `meetBox`, for a cylinder along its last axis. */
export function meetCylinder(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const limit: f64 = Ball.radius(balls + Ball.SIZE * k) + margin;
    for (let lane: i32 = 0; lane < 2; lane += 1) {
      const at: i32 = centers + 6 * k + lane;
      const x: f64 = along(obstacle, 0, at);
      const y: f64 = along(obstacle, 1, at);
      const beside: f64 = Math.sqrt(x * x + y * y) - Obstacle.half(obstacle, 0);
      const above: f64 = Math.abs(along(obstacle, 2, at)) - Obstacle.half(obstacle, 1);
      const outside: f64 = 0.0 < beside ? beside : 0.0;
      const over: f64 = 0.0 < above ? above : 0.0;
      if (!(outside * outside + over * over > limit * limit)) bits = bits | (lane + 1);
    }
  }
  return bits;
}

/** Like `meetBox`, for a segment along its last axis, or a point. */
export function meetSegment(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const limit: f64 = Ball.radius(balls + Ball.SIZE * k) + margin;
    for (let lane: i32 = 0; lane < 2; lane += 1) {
      const at: i32 = centers + 6 * k + lane;
      const half: f64 = Obstacle.half(obstacle, 0);
      const middle: f64 = along(obstacle, 2, at);
      const below: f64 = half < middle ? half : middle;
      const nearest: f64 = below < -half ? -half : below;
      const x: f64 = ld(at) - Obstacle.center(obstacle, 0) - nearest * Obstacle.axes(obstacle, 6);
      const y: f64 = ld(at + 2) - Obstacle.center(obstacle, 1) - nearest * Obstacle.axes(obstacle, 7);
      const z: f64 = ld(at + 4) - Obstacle.center(obstacle, 2) - nearest * Obstacle.axes(obstacle, 8);
      if (!(x * x + y * y + z * z > limit * limit)) bits = bits | (lane + 1);
    }
  }
  return bits;
}

/** Like `meetBox`, for a half-space below the plane whose normal is the last axis. */
export function meetHalfspace(obstacle: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const limit: f64 = Ball.radius(balls + Ball.SIZE * k) + margin;
    for (let lane: i32 = 0; lane < 2; lane += 1)
      if (!(along(obstacle, 2, centers + 6 * k + lane) > limit)) bits = bits | (lane + 1);
  }
  return bits;
}

/** Like `meetBox`, for the point at a center, which depends on the configuration. */
export function meetBalls(center: i32, centers: i32, balls: i32, count: i32, margin: f64, enough: i32): i32 {
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const limit: f64 = Ball.radius(balls + Ball.SIZE * k) + margin;
    for (let lane: i32 = 0; lane < 2; lane += 1) {
      const at: i32 = centers + 6 * k + lane;
      const x: f64 = ld(at) - ld(center + lane);
      const y: f64 = ld(at + 2) - ld(center + 2 + lane);
      const z: f64 = ld(at + 4) - ld(center + 4 + lane);
      if (!(x * x + y * y + z * z > limit * limit)) bits = bits | (lane + 1);
    }
  }
  return bits;
}

/** Writes the configurations at two times of a motion, from + time · velocity, as pairs. */
export function placeTimes(from: i32, velocity: i32, count: i32, first: f64, second: f64, out: i32): void {
  for (let k: i32 = 0; k < count; k += 1) {
    st(out + 2 * k, ld(from + k) + first * ld(velocity + k));
    st(out + 2 * k + 1, ld(from + k) + second * ld(velocity + k));
  }
}
