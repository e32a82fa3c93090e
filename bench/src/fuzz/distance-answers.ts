// The same query with different algorithms, warm starts and orders, on every target.
import {
  collide,
  copyResult,
  type DistanceAlgorithmName,
  type DistanceOptions,
  type DistanceResult,
  distance,
  distanceAlgorithms,
  type ExpertDistanceOptions,
  Pair,
  setTarget,
  type Target,
} from 'proximal';
import type { Scene } from './scene.ts';

/** The variants of a distance query: without a warm start, with A and B exchanged, with warm starts, and accelerated. */
export const variants = ['cold', 'reversed', 'warm', 'predicted', 'polyak', 'nesterov'] as const;
export type Variant = (typeof variants)[number];
export type Answers = Record<Variant, DistanceResult>;

/** One answer of `collide`: by an algorithm from scratch, or by a warm-started pair. */
export interface Collision {
  readonly by: DistanceAlgorithmName | 'warm' | 'predicted';
  /** The margin: none, or below or above the proven bounds of the distance by the slack of `marginsAround`. */
  readonly marginSide: 'none' | 'below' | 'above';
  readonly margin: number;
  readonly collides: boolean;
}

export type Schedule = NonNullable<ExpertDistanceOptions['schedule']>;

/** The options of a query, for repeating it. */
export function optionsOf(variant: string, schedule: Schedule): DistanceOptions | undefined {
  if (variant === 'predicted') return { guess: 'predicted' };
  return variant === 'polyak' || variant === 'nesterov' ? { algorithm: variant, expert: { schedule } } : undefined;
}

export interface QueryRun {
  readonly schedule: Schedule;
  readonly warm: Pair;
  readonly predicted: Pair;
  readonly answers: Answers;
}

/** @param step B's previous position relative to its present one, for warm starts */
export function runQuery(target: Target, scene: Scene, step: readonly number[], schedule: Schedule): QueryRun {
  setTarget(target);
  const [a, b] = [scene.a.shape, scene.b.shape];
  const [poseA, poseB] = [scene.a.pose, scene.b.pose];
  const before = poseB.slice();
  for (let k = 0; k < 3; k++) before[k] += step[k];
  const moved = (variant: Variant): Pair => {
    const pair = new Pair(a, b, optionsOf(variant, schedule));
    // Either query leaves a warm start for the next.
    if (startsWithCollide(step)) pair.collide(poseA, before);
    else pair.distance(poseA, before);
    return pair;
  };
  const [warm, predicted] = [moved('warm'), moved('predicted')];
  const answers = {
    cold: distance(a, poseA, b, poseB),
    reversed: distance(b, poseB, a, poseA),
    warm: copyResult(warm.distance(poseA, poseB)),
    predicted: copyResult(predicted.distance(poseA, poseB)),
    polyak: distance(a, poseA, b, poseB, optionsOf('polyak', schedule)),
    nesterov: distance(a, poseA, b, poseB, optionsOf('nesterov', schedule)),
  };
  return { schedule, warm, predicted, answers };
}

/** Whether the first query of a pair is `collide` instead of `distance`: half of the random steps select it. */
export function startsWithCollide(step: readonly number[]): boolean {
  return step[0] > 0;
}

/** Margins at the distance `slack` from the proven bounds. */
export function marginsAround({ lower, upper }: DistanceResult, slack: number): { below: number; above: number } {
  return { below: lower - slack, above: upper + slack };
}

/** `'auto'` has closed forms that no other algorithm uses. */
const algorithms: readonly DistanceAlgorithmName[] = [
  'auto',
  ...distanceAlgorithms().map(({ name }) => name as DistanceAlgorithmName),
];

/** Every algorithm without a margin, with the lower margin unless it is negative, and with the upper one; then both warm-started pairs. */
export function runCollisions(
  { schedule, warm, predicted }: QueryRun,
  scene: Scene,
  { below, above }: { below: number; above: number },
): Collision[] {
  const [a, b] = [scene.a.shape, scene.b.shape];
  const [poseA, poseB] = [scene.a.pose, scene.b.pose];
  const collisions: Collision[] = [];
  for (const by of algorithms) {
    const within = (marginSide: Collision['marginSide'], margin: number): void => {
      const options = { algorithm: by, margin, expert: { schedule } };
      collisions.push({ by, marginSide, margin, collides: collide(a, poseA, b, poseB, options) });
    };
    within('none', 0);
    if (below >= 0) within('below', below);
    within('above', above);
  }
  collisions.push({ by: 'warm', marginSide: 'none', margin: 0, collides: warm.collide(poseA, poseB) });
  collisions.push({ by: 'predicted', marginSide: 'none', margin: 0, collides: predicted.collide(poseA, poseB) });
  return collisions;
}
