// The Boolean narrow phase of a scene: the pairs whose boxes are near, each with the direction that kept it apart last time.
import { takeBodies } from '../batch.ts';
import { APART } from '../closed/answer.ts';
import { boxesMeet } from '../closed/boxes.ts';
import { collide } from '../collide.ts';
import {
  BODY_POSE,
  BODY_SIZE,
  GUESS,
  GUESS_DIRECTION,
  GUESS_INT,
  NEAR_ANSWER_INT,
  NEAR_DIRECTION,
  NEAR_SIZE,
  NEAREST,
} from '../layout.ts';
import { measurePair } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose } from '../rotation.ts';

/**
 * Answers `count` pairs with 1, 0 or −1 as `collide` does. `boxes` is a table like `bodies`, of the oriented boxes around them; a body
 * that has none has record 0 there. A pair with a direction starts from it, and mostly ends there; one without is first
 * tried by its boxes, which is cheaper than a search (Gottschalk, Lin and Manocha 1996).
 */
export function collideNear(w: i32, bodies: i32, boxes: i32, pairs: i32, count: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    const pair: i32 = pairs + NEAR_SIZE * n;
    const a: i32 = ldi(2 * pair);
    const b: i32 = ldi(2 * pair + 1);
    const x: f64 = ld(pair + NEAR_DIRECTION);
    const y: f64 = ld(pair + NEAR_DIRECTION + 1);
    const z: f64 = ld(pair + NEAR_DIRECTION + 2);
    const isNew: bool = x === 0.0 && y === 0.0 && z === 0.0;
    // Two boxes are their own oriented boxes, and tried as such by the query itself.
    const isOwn: bool =
      ldi(2 * (boxes + BODY_SIZE * a)) === ldi(2 * (bodies + BODY_SIZE * a)) &&
      ldi(2 * (boxes + BODY_SIZE * b)) === ldi(2 * (bodies + BODY_SIZE * b));
    if (isNew && !isOwn && boxesAreApart(w, boxes + BODY_SIZE * a, boxes + BODY_SIZE * b, margin)) {
      sti(2 * pair + NEAR_ANSWER_INT, 0);
      continue;
    }
    takeEntries(w, bodies + BODY_SIZE * a, bodies + BODY_SIZE * b);
    sti(2 * w + GUESS_INT, GUESS_DIRECTION);
    st(w + GUESS, x);
    st(w + GUESS + 1, y);
    st(w + GUESS + 2, z);
    const answer: i32 = collide(w, margin);
    const sign: f64 = answer === 0 ? -1.0 : 0.0;
    st(pair + NEAR_DIRECTION, sign * ld(w + NEAREST));
    st(pair + NEAR_DIRECTION + 1, sign * ld(w + NEAREST + 1));
    st(pair + NEAR_DIRECTION + 2, sign * ld(w + NEAREST + 2));
    sti(2 * pair + NEAR_ANSWER_INT, answer);
  }
}

/** Takes two entries of a table of bodies into the workspace. */
function takeEntries(w: i32, a: i32, b: i32): void {
  takeBodies(w, ldi(2 * a), a + BODY_POSE, ldi(2 * b), b + BODY_POSE);
}

function boxesAreApart(w: i32, a: i32, b: i32, margin: f64): bool {
  if (ldi(2 * a) === 0 || ldi(2 * b) === 0) return false;
  takeEntries(w, a, b);
  if (relativePose(w) === 0) return false;
  measurePair(w);
  return boxesMeet(w, ldi(2 * a), ldi(2 * b), margin) === APART;
}
