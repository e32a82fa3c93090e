// What the baselines work on: plain numbers, B seen from A. None of this code is shared with the library.
import type { Subject } from '../entrant.ts';
import { type PlaneSet, verticesOf } from '../sets.ts';

/** Two polygons: x y of each vertex, counter-clockwise, each in its own frame; and B's pose in A's. */
export interface Bodies {
  readonly a: Float64Array;
  readonly b: Float64Array;
  cosine: number;
  sine: number;
  x: number;
  y: number;
}

type Answer = (bodies: Bodies) => number;

/** Each query finds the relative pose itself, as ours does. */
export function loopOver({ polygons, problems }: PlaneSet, answers: { distance?: Answer; collide?: Answer }): Subject {
  const vertices = polygons.map((shape) => Float64Array.from(verticesOf(shape).flat()));
  const all = problems.map(({ a, b }) => ({ a: vertices[a], b: vertices[b], cosine: 1, sine: 0, x: 0, y: 0 }));
  const loop = (answer: Answer) => (out: Float64Array) => {
    for (let k = 0; k < all.length; k++) {
      relate(all[k], problems[k].poseA, problems[k].poseB);
      out[k] = answer(all[k]);
    }
  };
  const { distance, collide } = answers;
  return { ...(distance && { distances: loop(distance) }), ...(collide && { collisions: loop(collide) }) };
}

function relate(bodies: Bodies, poseA: Float64Array, poseB: Float64Array): void {
  const [cosA, sinA, cosB, sinB] = [poseA[2], poseA[3], poseB[2], poseB[3]];
  const [x, y] = [poseB[0] - poseA[0], poseB[1] - poseA[1]];
  bodies.cosine = cosA * cosB + sinA * sinB;
  bodies.sine = cosA * sinB - sinA * cosB;
  bodies.x = cosA * x + sinA * y;
  bodies.y = cosA * y - sinA * x;
}
