// Checks of robots whose links are balls, for two configurations at once: see docs/internals/planning.md.
// Answers are bits. 1: the first configuration touches; 2: the second touches; 4: the first is undecided; 8: the second is undecided. Both
// are undecided if, in either configuration, a link comes near an obstacle that only the caller can test. Without bits, both are free.
import {
  meetBalls,
  meetBox,
  meetCylinder,
  meetHalfspace,
  meetSegment,
  nextNear,
  placeBalls,
  placeFrames,
  placeTimes,
} from '../port/balls.ts';
import { ld, ldi, quotient, st, sti, toFloat } from '../port/memory.ts';
import * as Ball from './blocks/ball.ts';
import * as BallCell from './blocks/ball-cell.ts';
import * as BallLink from './blocks/ball-link.ts';
import * as Obstacle from './blocks/obstacle.ts';
import {
  ALL_UNDECIDED,
  CHECK_CONTACT,
  CHECK_FREE,
  CHECK_NOT_PLACED,
  CHECK_UNDECIDED,
  NOT_PLACED,
  OBSTACLE_BOX,
  OBSTACLE_CYLINDER,
  OBSTACLE_HALFSPACE,
  OBSTACLE_SEGMENT,
  TOUCHES,
} from './constants.ts';

/**
 * Checks the two configurations at `q`, which are stored as pairs of coordinates. Returns bits, or NOT_PLACED.
 * @param w a workspace: see `BallCell`
 * @param enough the check ends when the bits 1 and 2, as a number, are at least this: 1 ends it at any contact, 3 when both configurations touch
 */
function checkBalls(cell: i32, w: i32, q: i32, enough: i32): i32 {
  const frames: i32 = w + BallCell.frames(cell);
  if (placeFrames(cell + BallCell.joints(cell), BallCell.jointCount(cell), q, frames) === 0) return NOT_PLACED;
  return checkPlacedBalls(cell, w, enough);
}

/** Like `checkBalls`, for frames that are in the workspace. */
export function checkPlacedBalls(cell: i32, w: i32, enough: i32): i32 {
  const linkCount: i32 = BallCell.linkCount(cell);
  for (let link: i32 = 0; link < linkCount; link += 1) {
    const at: i32 = linkAt(cell, link);
    placeBalls(at + BallLink.AROUND, 1, frameOf(cell, w, at), centerOf(cell, w, link));
    sti(isPlacedAt(cell, w, link), 0);
  }
  let bits: i32 = checkLast(cell, w, enough);
  for (let link: i32 = 0; link < linkCount && (bits & TOUCHES) < enough; link += 1)
    bits = bits | checkObstacles(cell, w, link, enough);
  if ((bits & TOUCHES) >= enough) return bits;
  return bits | checkPairs(cell, w, enough);
}

/**
 * Checks `count` configurations at `configurations`, one after the other.
 * @param q memory for two configurations
 * @param out receives an answer for each
 */
export function checkManyBalls(cell: i32, w: i32, q: i32, configurations: i32, count: i32, out: i32): void {
  const size: i32 = BallCell.coordinateCount(cell);
  for (let k: i32 = 0; k < count; k += 2) {
    const first: i32 = configurations + size * k;
    const second: i32 = k + 1 < count ? first + size : first;
    for (let i: i32 = 0; i < size; i += 1) {
      st(q + 2 * i, ld(first + i));
      st(q + 2 * i + 1, ld(second + i));
    }
    const bits: i32 = checkBalls(cell, w, q, TOUCHES);
    sti(2 * out + k, answerOf(bits, 0));
    if (k + 1 < count) sti(2 * out + k + 1, answerOf(bits, 1));
  }
}

/** The answer of one configuration. */
function answerOf(bits: i32, lane: i32): i32 {
  if (bits === NOT_PLACED) return CHECK_NOT_PLACED;
  if (((bits >> lane) & 1) === 1) return CHECK_CONTACT;
  return ((bits >> (lane + 2)) & 1) === 1 ? CHECK_UNDECIDED : CHECK_FREE;
}

/** Tests the link and the obstacle that touched last, if any. */
function checkLast(cell: i32, w: i32, enough: i32): i32 {
  const obstacle: i32 = BallCell.lastObstacle(cell);
  return obstacle < 0 ? 0 : meetObstacle(cell, w, BallCell.lastLink(cell), obstacle, enough);
}

/** Tests a link and all obstacles near it, except excluded ones. */
function checkObstacles(cell: i32, w: i32, link: i32, enough: i32): i32 {
  const count: i32 = BallCell.obstacleCount(cell);
  const boxes: i32 = cell + BallCell.boxes(cell);
  const excluded: i32 = 2 * (cell + BallCell.excluded(cell)) + count * link;
  const margin: f64 = Ball.radius(linkAt(cell, link) + BallLink.AROUND) + BallCell.padding(cell);
  const center: i32 = centerOf(cell, w, link);
  let bits: i32 = 0;
  for (
    let k: i32 = nextNear(center, margin, boxes, 0, count);
    k < count;
    k = nextNear(center, margin, boxes, k + 1, count)
  ) {
    if (ldi(excluded + k) === 1) continue;
    const found: i32 = meetObstacle(cell, w, link, k, enough);
    if ((found & TOUCHES) !== 0) {
      BallCell.setLastLink(cell, link);
      BallCell.setLastObstacle(cell, k);
    }
    bits = bits | found;
    if ((bits & TOUCHES) >= enough) return bits;
  }
  return bits;
}

/** Tests the balls of a link and an obstacle. */
function meetObstacle(cell: i32, w: i32, link: i32, k: i32, enough: i32): i32 {
  const obstacle: i32 = cell + BallCell.obstacles(cell) + Obstacle.SIZE * k;
  const at: i32 = linkAt(cell, link);
  const centers: i32 = ensurePlaced(cell, w, link);
  const balls: i32 = cell + BallCell.balls(cell) + Ball.SIZE * BallLink.first(at);
  const count: i32 = BallLink.count(at);
  const margin: f64 = BallCell.padding(cell) + Obstacle.radius(obstacle);
  switch (Obstacle.kind(obstacle)) {
    case OBSTACLE_BOX:
      return meetBox(obstacle, centers, balls, count, margin, enough);
    case OBSTACLE_CYLINDER:
      return meetCylinder(obstacle, centers, balls, count, margin, enough);
    case OBSTACLE_SEGMENT:
      return meetSegment(obstacle, centers, balls, count, margin, enough);
    case OBSTACLE_HALFSPACE:
      return meetHalfspace(obstacle, centers, balls, count, margin, enough);
    default:
      return ALL_UNDECIDED;
  }
}

/** Tests pairs of links. */
function checkPairs(cell: i32, w: i32, enough: i32): i32 {
  const padding: f64 = BallCell.padding(cell);
  const count: i32 = BallCell.pairCount(cell);
  const pairs: i32 = 2 * (cell + BallCell.pairs(cell));
  let bits: i32 = 0;
  for (let k: i32 = 0; k < count && bits < enough; k += 1) {
    const a: i32 = ldi(pairs + 2 * k);
    const b: i32 = ldi(pairs + 2 * k + 1);
    const around: i32 = linkAt(cell, b) + BallLink.AROUND;
    const margin: f64 = Ball.radius(linkAt(cell, a) + BallLink.AROUND) + padding;
    if (meetBalls(centerOf(cell, w, a), centerOf(cell, w, b), around, 1, margin, 1) !== 0)
      bits = bits | meetLinks(cell, w, a, b, enough);
  }
  return bits;
}

/** Tests the balls of two links. A ball of the first that is far from the ball around the second is left out. */
function meetLinks(cell: i32, w: i32, a: i32, b: i32, enough: i32): i32 {
  const padding: f64 = BallCell.padding(cell);
  const linkA: i32 = linkAt(cell, a);
  const linkB: i32 = linkAt(cell, b);
  const centersA: i32 = ensurePlaced(cell, w, a);
  const centersB: i32 = ensurePlaced(cell, w, b);
  const ballsA: i32 = cell + BallCell.balls(cell) + Ball.SIZE * BallLink.first(linkA);
  const ballsB: i32 = cell + BallCell.balls(cell) + Ball.SIZE * BallLink.first(linkB);
  const count: i32 = BallLink.count(linkB);
  let bits: i32 = 0;
  for (let k: i32 = 0; k < BallLink.count(linkA) && bits < enough; k += 1) {
    const margin: f64 = Ball.radius(ballsA + Ball.SIZE * k) + padding;
    const center: i32 = centersA + 6 * k;
    if (meetBalls(center, centerOf(cell, w, b), linkB + BallLink.AROUND, 1, margin, 1) !== 0)
      bits = bits | meetBalls(center, centersB, ballsB, count, margin, enough);
  }
  return bits;
}

/** The address of the centers of a link's balls. Computes the centers if they are not yet in the workspace. */
function ensurePlaced(cell: i32, w: i32, link: i32): i32 {
  const at: i32 = linkAt(cell, link);
  const first: i32 = BallLink.first(at);
  const centers: i32 = w + BallCell.centers(cell) + 6 * first;
  if (ldi(isPlacedAt(cell, w, link)) === 0) {
    placeBalls(cell + BallCell.balls(cell) + Ball.SIZE * first, BallLink.count(at), frameOf(cell, w, at), centers);
    sti(isPlacedAt(cell, w, link), 1);
  }
  return centers;
}

// @inline
function linkAt(cell: i32, link: i32): i32 {
  return cell + BallCell.links(cell) + BallLink.SIZE * link;
}

/** The address of a link's frame. */
// @inline
function frameOf(cell: i32, w: i32, link: i32): i32 {
  return w + BallCell.frames(cell) + 24 * BallLink.frame(link);
}

/** The address of the center of the ball around a link. */
// @inline
function centerOf(cell: i32, w: i32, link: i32): i32 {
  return w + BallCell.linkCenters(cell) + 6 * link;
}

/** The index of a link's flag among the memory's 32-bit integers. */
// @inline
function isPlacedAt(cell: i32, w: i32, link: i32): i32 {
  return 2 * (w + BallCell.isPlaced(cell)) + link;
}

/**
 * Checks samples of the motion `from` + t · `velocity` at the times t = 1/n, 2/n, … 1, two at once, one in each half of the motion. The
 * longest gaps between samples are halved first, because a contact usually spans several samples.
 * @param n even and positive
 * @returns the bits of the first samples that touch or are undecided; 0 if all are free, NOT_PLACED if joints cannot be placed
 */
export function sampleBalls(cell: i32, w: i32, from: i32, velocity: i32, q: i32, n: i32): i32 {
  const half: i32 = quotient(n, 2);
  const count: i32 = BallCell.coordinateCount(cell);
  const samples: f64 = toFloat(n);
  let stride: i32 = 1;
  while (stride < half) stride = 2 * stride;
  // The last sample of each half first, then odd multiples of half the stride.
  placeTimes(from, velocity, count, toFloat(half) / samples, 1.0, q);
  const atEnds: i32 = checkBalls(cell, w, q, 1);
  if (atEnds !== 0) return atEnds;
  for (; stride > 1; stride = quotient(stride, 2)) {
    for (let k: i32 = quotient(stride, 2); k < half; k += stride) {
      placeTimes(from, velocity, count, toFloat(k) / samples, toFloat(k + half) / samples, q);
      const bits: i32 = checkBalls(cell, w, q, 1);
      if (bits !== 0) return bits;
    }
  }
  return 0;
}
