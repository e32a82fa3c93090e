// The priority queue of EPA's faces, the nearest to the origin first: a heap of distances and faces. An entry of a face that is gone
// stays until it comes up.

import * as Polytope from './blocks/polytope.ts';
import * as PolytopeFace from './blocks/polytope-face.ts';
import * as QueueEntry from './blocks/queue-entry.ts';
import { FACE_LIVES, FACE_SEEN } from './constants.ts';

/** The living face nearest to the origin, taken out of the queue; 0 if it is empty. */
export function popNearest(p: i32): i32 {
  while (Polytope.queueUsed(p) > 0) {
    const first: i32 = Polytope.queue(p, 0);
    const distance: f64 = QueueEntry.distance(first);
    const face: i32 = QueueEntry.face(first);
    popFirst(p);
    // A place that another face has taken meanwhile has another distance; where it has the same, it is as good.
    if (isCurrent(face, distance)) return face;
  }
  return 0;
}

function isCurrent(face: i32, distance: f64): bool {
  return PolytopeFace.state(face) === FACE_LIVES && PolytopeFace.distance(face) === distance;
}

export function push(p: i32, face: i32): void {
  if (Polytope.queueUsed(p) === Polytope.QUEUE_COUNT) dropGone(p);
  const count: i32 = Polytope.queueUsed(p);
  Polytope.setQueueUsed(p, count + 1);
  rise(p, count, PolytopeFace.distance(face), face);
}

function setEntry(entry: i32, distance: f64, face: i32): void {
  QueueEntry.setDistance(entry, distance);
  QueueEntry.setFace(entry, face);
}

/** Finds the place for an entry on the way up from `at`. */
function rise(p: i32, start: i32, distance: f64, face: i32): void {
  let at: i32 = start;
  while (at > 0) {
    const parent: i32 = (at - 1) >> 1;
    const above: i32 = Polytope.queue(p, parent);
    if (QueueEntry.distance(above) <= distance) break;
    setEntry(Polytope.queue(p, at), QueueEntry.distance(above), QueueEntry.face(above));
    at = parent;
  }
  setEntry(Polytope.queue(p, at), distance, face);
}

/** Takes the first entry out: the last one sinks from its place. */
function popFirst(p: i32): void {
  const count: i32 = Polytope.queueUsed(p) - 1;
  Polytope.setQueueUsed(p, count);
  const last: i32 = Polytope.queue(p, count);
  const distance: f64 = QueueEntry.distance(last);
  const face: i32 = QueueEntry.face(last);
  let at: i32 = 0;
  while (2 * at + 1 < count) {
    let child: i32 = 2 * at + 1;
    let below: i32 = Polytope.queue(p, child);
    const sibling: i32 = Polytope.queue(p, child + 1);
    if (child + 1 < count && QueueEntry.distance(sibling) < QueueEntry.distance(below)) {
      child += 1;
      below = sibling;
    }
    if (QueueEntry.distance(below) >= distance) break;
    setEntry(Polytope.queue(p, at), QueueEntry.distance(below), QueueEntry.face(below));
    at = child;
  }
  setEntry(Polytope.queue(p, at), distance, face);
}

/** Keeps one entry for each living face: at most half as many as the queue has room for. */
function dropGone(p: i32): void {
  const count: i32 = Polytope.queueUsed(p);
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const entry: i32 = Polytope.queue(p, k);
    const distance: f64 = QueueEntry.distance(entry);
    const face: i32 = QueueEntry.face(entry);
    if (isCurrent(face, distance)) {
      rise(p, kept, distance, face);
      kept += 1;
      // Marked, so that a second entry of the same face goes.
      PolytopeFace.setState(face, FACE_SEEN);
    }
  }
  for (let k: i32 = 0; k < kept; k += 1) PolytopeFace.setState(QueueEntry.face(Polytope.queue(p, k)), FACE_LIVES);
  Polytope.setQueueUsed(p, kept);
}
