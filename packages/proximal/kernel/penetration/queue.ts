// The priority queue of EPA's faces, the nearest to the origin first: a heap of distances and faces. An entry of a face that is gone
// stays until it comes up.
import { ld, ldi, st, sti } from '../port/memory.ts';
import { FACE_DISTANCE, FACE_LIVES, FACE_SEEN, FACE_STATE_INT, QUEUE, QUEUE_COUNT_INT, QUEUE_ROOM } from './layout.ts';

/** The living face nearest to the origin, taken out of the queue; 0 if it is empty. */
export function popNearest(p: i32): i32 {
  while (ldi(2 * p + QUEUE_COUNT_INT) > 0) {
    const distance: f64 = ld(p + QUEUE);
    const face: i32 = ldi(2 * (p + QUEUE + 1));
    popFirst(p);
    // A place that another face has taken meanwhile has another distance; where it has the same, it is as good.
    if (ldi(2 * face + FACE_STATE_INT) === FACE_LIVES && ld(face + FACE_DISTANCE) === distance) return face;
  }
  return 0;
}

export function push(p: i32, face: i32): void {
  if (ldi(2 * p + QUEUE_COUNT_INT) === QUEUE_ROOM) dropGone(p);
  const count: i32 = ldi(2 * p + QUEUE_COUNT_INT);
  sti(2 * p + QUEUE_COUNT_INT, count + 1);
  rise(p, count, ld(face + FACE_DISTANCE), face);
}

/** Finds the place for an entry on the way up from `at`. */
function rise(p: i32, start: i32, distance: f64, face: i32): void {
  let at: i32 = start;
  while (at > 0) {
    const parent: i32 = (at - 1) >> 1;
    const above: i32 = p + QUEUE + 2 * parent;
    if (ld(above) <= distance) break;
    st(p + QUEUE + 2 * at, ld(above));
    sti(2 * (p + QUEUE + 2 * at + 1), ldi(2 * (above + 1)));
    at = parent;
  }
  st(p + QUEUE + 2 * at, distance);
  sti(2 * (p + QUEUE + 2 * at + 1), face);
}

/** Takes the first entry out: the last one sinks from its place. */
function popFirst(p: i32): void {
  const count: i32 = ldi(2 * p + QUEUE_COUNT_INT) - 1;
  sti(2 * p + QUEUE_COUNT_INT, count);
  const last: i32 = p + QUEUE + 2 * count;
  const distance: f64 = ld(last);
  const face: i32 = ldi(2 * (last + 1));
  let at: i32 = 0;
  while (2 * at + 1 < count) {
    let child: i32 = 2 * at + 1;
    if (child + 1 < count && ld(p + QUEUE + 2 * child + 2) < ld(p + QUEUE + 2 * child)) child += 1;
    const below: i32 = p + QUEUE + 2 * child;
    if (ld(below) >= distance) break;
    st(p + QUEUE + 2 * at, ld(below));
    sti(2 * (p + QUEUE + 2 * at + 1), ldi(2 * (below + 1)));
    at = child;
  }
  st(p + QUEUE + 2 * at, distance);
  sti(2 * (p + QUEUE + 2 * at + 1), face);
}

/** Keeps one entry for each living face: at most half as many as the queue has room for. */
function dropGone(p: i32): void {
  const count: i32 = ldi(2 * p + QUEUE_COUNT_INT);
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const distance: f64 = ld(p + QUEUE + 2 * k);
    const face: i32 = ldi(2 * (p + QUEUE + 2 * k + 1));
    if (ldi(2 * face + FACE_STATE_INT) === FACE_LIVES && ld(face + FACE_DISTANCE) === distance) {
      rise(p, kept, distance, face);
      kept += 1;
      // Marked, so that a second entry of the same face goes.
      sti(2 * face + FACE_STATE_INT, FACE_SEEN);
    }
  }
  for (let k: i32 = 0; k < kept; k += 1) sti(2 * ldi(2 * (p + QUEUE + 2 * k + 1)) + FACE_STATE_INT, FACE_LIVES);
  sti(2 * p + QUEUE_COUNT_INT, kept);
}
