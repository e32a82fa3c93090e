// The priority queue of EPA's faces, the nearest to the origin first: a heap of distances and faces. The entry of a removed face
// stays until it is popped or the queue is full.

import * as Polytope from './blocks/polytope.ts';
import * as PolytopeFace from './blocks/polytope-face.ts';
import * as QueueEntry from './blocks/queue-entry.ts';
import { FACE_CURRENT, FACE_VISIBLE } from './constants.ts';

/** Pops the current face nearest to the origin; 0 if the queue has none. */
export function popNearest(p: i32): i32 {
  while (Polytope.queueUsed(p) > 0) {
    const first: i32 = Polytope.queue(p, 0);
    const distance: f64 = QueueEntry.distance(first);
    const face: i32 = QueueEntry.face(first);
    popFirst(p);
    // If another face now has the memory of the entry's face, its distance usually differs; if the distance is equal, the entry is valid for it.
    if (isCurrent(face, distance)) return face;
  }
  return 0;
}

function isCurrent(face: i32, distance: f64): bool {
  return PolytopeFace.state(face) === FACE_CURRENT && PolytopeFace.distance(face) === distance;
}

export function push(p: i32, face: i32): void {
  if (Polytope.queueUsed(p) === Polytope.QUEUE_COUNT) dropRemoved(p);
  const count: i32 = Polytope.queueUsed(p);
  Polytope.setQueueUsed(p, count + 1);
  siftUp(p, count, PolytopeFace.distance(face), face);
}

function setEntry(entry: i32, distance: f64, face: i32): void {
  QueueEntry.setDistance(entry, distance);
  QueueEntry.setFace(entry, face);
}

/** Sifts an entry up from index `start`. */
function siftUp(p: i32, start: i32, distance: f64, face: i32): void {
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

/** Removes the first entry: the last entry takes its place and is sifted down. */
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

/** Drops the entries of removed faces. At most one entry remains for each current face: half the capacity. */
function dropRemoved(p: i32): void {
  const count: i32 = Polytope.queueUsed(p);
  let keptCount: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const entry: i32 = Polytope.queue(p, k);
    const distance: f64 = QueueEntry.distance(entry);
    const face: i32 = QueueEntry.face(entry);
    if (isCurrent(face, distance)) {
      siftUp(p, keptCount, distance, face);
      keptCount += 1;
      // Marked, so that a second entry of the same face is dropped.
      PolytopeFace.setState(face, FACE_VISIBLE);
    }
  }
  for (let k: i32 = 0; k < keptCount; k += 1)
    PolytopeFace.setState(QueueEntry.face(Polytope.queue(p, k)), FACE_CURRENT);
  Polytope.setQueueUsed(p, keptCount);
}
