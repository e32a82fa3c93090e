// Warm-started queries of a `Pair`, as in a simulation or a planner.
import { certify, type DistanceAlgorithmName, Pair as LivePair } from 'proximal';
import type { Answer } from 'proximal/problem';
import type { Pair } from './document.ts';

/** Guesses that need an earlier query. */
export const warmGuesses: readonly string[] = ['previous', 'predicted'];

let cached: { readonly key: readonly unknown[]; readonly pair: LivePair } | null = null;

/** The `Pair` of these shapes with its warm start; kept until the shapes or the options change. */
export function livePair({ a, b }: Pair, algorithm: string, guess: string): LivePair {
  const key = [a, b, algorithm, guess];
  if (!cached || key.some((each, k) => each !== cached?.key[k])) {
    const options = { algorithm: algorithm as DistanceAlgorithmName, guess: guess as 'previous' | 'predicted' };
    cached = { key, pair: new LivePair(a, b, options) };
  }
  return cached.pair;
}

/** The answer to a distance or collision query, warm-started from the previous one. */
export function warmAnswer(given: Pair, query: string, algorithm: string, guess: string): Answer {
  const { a, poseA, b, poseB } = given;
  const pair = livePair(given, algorithm, guess);
  if (query === 'collide') return { algorithm, value: pair.collide(poseA, poseB), certificate: null };
  const result = pair.distance(poseA, poseB);
  const { distance, lower, upper, status, termination, pointA, pointB, normal, iterations, supportCalls } = result;
  const certificate = certify(a, poseA, b, poseB, result);
  const points = { pointA: [...pointA], pointB: [...pointB], normal: [...normal] };
  return {
    algorithm,
    value: distance,
    lower,
    upper,
    status,
    termination,
    ...points,
    iterations,
    supportCalls,
    certificate,
  };
}
