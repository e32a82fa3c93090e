// The ways in which the same question is asked, on every target.
import {
  collide,
  copyResult,
  type DistanceOptions,
  type DistanceResult,
  distance,
  Pair,
  setTarget,
  type Target,
} from 'proximal';
import type { Scene } from './scene.ts';

export const questions = ['cold', 'reversed', 'warm', 'polyak', 'nesterov'] as const;
export type Answers = Record<(typeof questions)[number], DistanceResult>;

/** What `collide` says, from scratch and after other queries, and with a margin just below and above the distance. */
export interface Collisions {
  readonly cold: boolean;
  readonly warm: boolean;
  /** Null where there is no room below. */
  readonly below: { readonly margin: number; readonly collides: boolean } | null;
  readonly above: { readonly margin: number; readonly collides: boolean };
}

const polyak: DistanceOptions = { algorithm: 'polyak' };
const nesterov: DistanceOptions = { algorithm: 'nesterov' };

export function ask(target: Target, scene: Scene, step: readonly number[]): { pair: Pair; answers: Answers } {
  setTarget(target);
  const [a, b] = [scene.a.shape, scene.b.shape];
  const [poseA, poseB] = [scene.a.pose, scene.b.pose];
  const pair = new Pair(a, b);
  const before = poseB.slice();
  for (let k = 0; k < 3; k++) before[k] += step[k];
  // Either query leaves something for the next to start from.
  if (step[0] > 0) pair.collide(poseA, before);
  else pair.distance(poseA, before);
  const answers = {
    cold: distance(a, poseA, b, poseB),
    reversed: distance(b, poseB, a, poseA),
    warm: copyResult(pair.distance(poseA, poseB)),
    polyak: distance(a, poseA, b, poseB, polyak),
    nesterov: distance(a, poseA, b, poseB, nesterov),
  };
  return { pair, answers };
}

/** Margins that `slack` keeps off the proven bounds. */
export function marginsAround({ lower, upper }: DistanceResult, slack: number): { below: number; above: number } {
  return { below: lower - slack, above: upper + slack };
}

export function askCollisions(
  pair: Pair,
  scene: Scene,
  { below, above }: { below: number; above: number },
): Collisions {
  const { a, b } = pair;
  const [poseA, poseB] = [scene.a.pose, scene.b.pose];
  const within = (margin: number): { margin: number; collides: boolean } => ({
    margin,
    collides: collide(a, poseA, b, poseB, { margin }),
  });
  return {
    cold: collide(a, poseA, b, poseB),
    warm: pair.collide(poseA, poseB),
    below: below >= 0 ? within(below) : null,
    above: within(above),
  };
}

/** Which answer differs between two targets, or null. */
export function differentCollision(one: Collisions, other: Collisions): string | null {
  for (const name of ['cold', 'warm'] as const) if (one[name] !== other[name]) return `${name}, ${one[name]}`;
  if (one.below?.collides !== other.below?.collides) return `margin ${one.below?.margin}, ${one.below?.collides}`;
  return one.above.collides === other.above.collides ? null : `margin ${one.above.margin}, ${one.above.collides}`;
}
