// The priority queue of EPA's faces against a sorted list.
import { describe, expect, it } from 'vitest';
import * as Polytope from '../../kernel/penetration/blocks/polytope.ts';
import * as PolytopeFace from '../../kernel/penetration/blocks/polytope-face.ts';
import * as QueueEntry from '../../kernel/penetration/blocks/queue-entry.ts';
import { FACE_CURRENT, FACE_REMOVED } from '../../kernel/penetration/constants.ts';
import { popNearest, push } from '../../kernel/penetration/queue.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { claim } from './memory.ts';

const seed = 72;

/** Adds face k of a polytope to the queue, at a distance. */
function add(p: number, k: number, distance: number): number {
  const face = Polytope.faces(p, k);
  PolytopeFace.setState(face, FACE_CURRENT);
  PolytopeFace.setDistance(face, distance);
  push(p, face);
  return face;
}

function remove(face: number): void {
  PolytopeFace.setState(face, FACE_REMOVED);
}

/** All faces in the order of the queue. */
function popAll(p: number): number[] {
  const faces: number[] = [];
  for (let face = popNearest(p); face !== 0; face = popNearest(p)) faces.push(face);
  return faces;
}

/** Entries that are nearer than their parent. */
function misplaced(p: number): number[] {
  const places = Array.from({ length: Polytope.queueUsed(p) }, (_, k) => k).slice(1);
  return places.filter((k) => distanceAt(p, (k - 1) >> 1) > distanceAt(p, k));
}

const distanceAt = (p: number, k: number): number => QueueEntry.distance(Polytope.queue(p, k));

describe('the queue of faces', () => {
  it('is empty at first', () => {
    expect(popNearest(claim(Polytope.SIZE))).toBe(0);
  });

  it(`is a heap after every push, and gives the nearest first (seed ${seed})`, () => {
    const p = claim(Polytope.SIZE);
    const rng = new Rng(seed);
    // Few distinct distances, so that many are equal; some negative, as before the polytope contains the origin.
    const distances = Array.from({ length: 300 }, () => (rng.index(100) - 20) / 7);
    for (const [k, distance] of distances.entries()) {
      add(p, k, distance);
      expect(misplaced(p)).toEqual([]);
    }
    const faces = popAll(p);
    expect(new Set(faces).size).toBe(300);
    expect(faces.map((face) => PolytopeFace.distance(face))).toEqual(distances.sort((a, b) => a - b));
  });

  it(`agrees with a sorted list while faces are added, removed and popped (seed ${seed})`, () => {
    const p = claim(Polytope.SIZE);
    const queued = new Map<number, number>();
    forAll({ seed, cases: 3000 }, (rng) => {
      const choice = rng.uniform();
      const number = rng.index(200);
      const face = Polytope.faces(p, number);
      if (choice < 0.6) {
        // A free slot, or the slot of a removed face, whose stale entry has another distance.
        if (!queued.has(face)) queued.set(add(p, number, rng.uniform()), PolytopeFace.distance(face));
      } else if (choice < 0.8) {
        if (queued.delete(face)) remove(face);
      } else {
        const nearest = [...queued].sort((a, b) => a[1] - b[1])[0]?.[0] ?? 0;
        expect(popNearest(p)).toBe(nearest);
        queued.delete(nearest);
      }
    });
    expect(popAll(p)).toEqual([...queued].sort((a, b) => a[1] - b[1]).map(([face]) => face));
  });

  it('compacts when full: drops removed faces, and keeps each live one once', () => {
    const p = claim(Polytope.SIZE);
    const count = Polytope.FACES_COUNT;
    for (let k = 0; k < count; k++) remove(add(p, k, 1000 + k));
    for (let k = 0; k < count; k++) add(p, k, (k * 7) % count);
    expect(Polytope.queueUsed(p)).toBe(Polytope.QUEUE_COUNT);
    // One face is removed and added again as the nearest: the queue is full, so that the push compacts it.
    remove(Polytope.faces(p, 3));
    const again = add(p, 3, -1);
    expect(Polytope.queueUsed(p)).toBeLessThanOrEqual(count + 1);
    const faces = popAll(p);
    expect(faces[0]).toBe(again);
    expect(faces.length).toBe(count);
    expect(new Set(faces).size).toBe(count);
  });
});
