// The Boolean narrow phase of a scene: the pairs whose boxes are near, each with its last separating direction.
import { writeBodies } from '../batch-rows.ts';
import * as Query from '../blocks/query.ts';
import * as SceneBody from '../blocks/scene-body.ts';
import * as ScenePair from '../blocks/scene-pair.ts';
import { APART } from '../closed/answer.ts';
import { boxesMeet } from '../closed/boxes.ts';
import { collide } from '../collide.ts';
import { GUESS_DIRECTION } from '../constants.ts';
import { measurePair } from '../minkowski.ts';
import { relativePose } from '../rotation.ts';

/**
 * Writes 1, 0 or −1, as in `collide`, for each of `count` pairs, and its separating direction if a search finds one, otherwise zero.
 * `boxes` is a table like `bodies` with the oriented boxes of the bodies; a body without an oriented box has record 0 in it. A pair with a
 * separating direction starts from it, which usually decides the pair at once. A pair without one is first tested by its oriented boxes
 * (Gottschalk, Lin and Manocha 1996), which is cheaper than a search. If the oriented boxes are the shapes themselves, the query is this
 * test.
 */
export function collideNear(w: i32, bodies: i32, boxes: i32, pairs: i32, count: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    const pair: i32 = pairs + ScenePair.SIZE * n;
    const a: i32 = ScenePair.a(pair);
    const b: i32 = ScenePair.b(pair);
    const x: f64 = ScenePair.direction(pair, 0);
    const y: f64 = ScenePair.direction(pair, 1);
    const z: f64 = ScenePair.direction(pair, 2);
    const isNew: bool = x === 0.0 && y === 0.0 && z === 0.0;
    // If both shapes are boxes, the query itself is this test.
    const areBoxes: bool =
      SceneBody.record(boxes + SceneBody.SIZE * a) === SceneBody.record(bodies + SceneBody.SIZE * a) &&
      SceneBody.record(boxes + SceneBody.SIZE * b) === SceneBody.record(bodies + SceneBody.SIZE * b);
    if (isNew && !areBoxes && boxesAreApart(w, boxes + SceneBody.SIZE * a, boxes + SceneBody.SIZE * b, margin)) {
      ScenePair.setAnswer(pair, 0);
      continue;
    }
    writeEntries(w, bodies + SceneBody.SIZE * a, bodies + SceneBody.SIZE * b);
    Query.setGuessKind(w, GUESS_DIRECTION);
    Query.setGuess(w, 0, x);
    Query.setGuess(w, 1, y);
    Query.setGuess(w, 2, z);
    const answer: i32 = collide(w, margin);
    const sign: f64 = answer === 0 ? -1.0 : 0.0;
    ScenePair.setDirection(pair, 0, sign * Query.nearest(w, 0));
    ScenePair.setDirection(pair, 1, sign * Query.nearest(w, 1));
    ScenePair.setDirection(pair, 2, sign * Query.nearest(w, 2));
    ScenePair.setAnswer(pair, answer);
  }
}

/** Writes two entries of a table of bodies to the workspace. */
function writeEntries(w: i32, a: i32, b: i32): void {
  writeBodies(w, SceneBody.record(a), a + SceneBody.POSE, SceneBody.record(b), b + SceneBody.POSE);
}

function boxesAreApart(w: i32, a: i32, b: i32, margin: f64): bool {
  if (SceneBody.record(a) === 0 || SceneBody.record(b) === 0) return false;
  writeEntries(w, a, b);
  if (relativePose(w) === 0) return false;
  measurePair(w);
  return boxesMeet(w, SceneBody.record(a), SceneBody.record(b), margin) === APART;
}
