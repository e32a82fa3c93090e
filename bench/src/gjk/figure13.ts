// Fig. 13: what the first guess is worth along the way of two bodies that move, for Boolean queries.
import { type DistanceOptions, Pair, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { quantile } from '../measure.ts';
import { palette } from '../plot.ts';
import { CountingPair } from './count.ts';
import { boxOf, drawBoxes } from './figures.ts';
import type { HullSet } from './hulls.ts';
import { type Method, meshMethods, methods } from './methods.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { timeCalls } from './time.ts';
import { fly, type Moment } from './trajectories.ts';

/** The paper's names: No WS, OBB WS, WS prev, WS T(prev). */
export const guesses = ['none', 'bounds', 'previous', 'predicted'] as const;
export type Guess = (typeof guesses)[number];

export interface GuessCell {
  readonly guess: Guess;
  readonly method: string;
  /** Of the mean microseconds per query of each flight. */
  readonly median: number;
  readonly time: Spread;
  readonly iterations: Spread;
}

export interface Figure13 {
  readonly flights: number;
  readonly queries: number;
  /** Share of the queries that find a collision. */
  readonly colliding: number;
  readonly cells: readonly GuessCell[];
}

export interface Flight {
  readonly a: Shape;
  readonly b: Shape;
  readonly moments: readonly Moment[];
}

interface Contender {
  readonly guess: Guess;
  readonly method: Method;
  readonly options: DistanceOptions;
}

const contenders: readonly Contender[] = meshMethods.flatMap((method) =>
  guesses.map((guess) => ({ guess, method, options: { ...method.options, guess } })),
);

export function runFigure13({ hulls }: HullSet, count: number, seed: number): { found: Figure13; times: number[][] } {
  const shapes = hulls.map(({ hull }) => hull);
  return measureFlights(makeFlights(shapes, count, new Rng(seed)));
}

/** What every guess is worth on some flights, to every method. */
export function measureFlights(flights: readonly Flight[]): { found: Figure13; times: number[][] } {
  const rows = flights.map(timeFlight);
  const times = contenders.map((_, c) => rows.map((row) => row[c]));
  const cells = contenders.map(({ guess, method, options }, c) => ({
    guess,
    method: method.key,
    median: quantile(times[c], 0.5),
    time: spreadOf(times[c]),
    iterations: spreadOf(flights.flatMap((flight) => countFlight(flight, options))),
  }));
  const queries = flights.reduce((sum, { moments }) => sum + moments.length, 0);
  return { found: { flights: flights.length, queries, colliding: countColliding(flights) / queries, cells }, times };
}

/** A flight on which the boxes never overlap asks nothing: another one is drawn. */
function makeFlights(shapes: readonly Shape[], count: number, rng: Rng): Flight[] {
  const flights: Flight[] = [];
  while (flights.length < count) {
    const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
    const moments = fly(rng, a, b);
    if (moments.length > 1) flights.push({ a, b, moments });
  }
  return flights;
}

/** Mean microseconds per query of each contender: the whole flight is one sample, for every query needs the one before. */
function timeFlight({ a, b, moments }: Flight): number[] {
  const calls = contenders.map(({ options }) => {
    const pair = new Pair(a, b, options);
    return () => {
      for (const { poseA, poseB, isFirst } of moments) {
        if (isFirst) pair.reset();
        pair.collide(poseA, poseB);
      }
    };
  });
  return timeCalls(calls, 1).map((time) => time / moments.length);
}

function countFlight({ a, b, moments }: Flight, options: DistanceOptions): number[] {
  const counting = new CountingPair(a, b, options);
  return moments.map(({ poseA, poseB, isFirst }) => {
    if (isFirst) counting.pair.reset();
    return counting.count('collide', poseA, poseB);
  });
}

function countColliding(flights: readonly Flight[]): number {
  return flights.reduce((sum, { a, b, moments }) => {
    const pair = new Pair(a, b);
    return sum + moments.filter(({ poseA, poseB }) => pair.collide(poseA, poseB)).length;
  }, 0);
}

export async function drawFigure13(times: readonly (readonly number[])[], file = 'fig13'): Promise<void> {
  const boxes = methods.flatMap(({ key, title }) =>
    contenders.flatMap(({ guess, method }, c) => (method.key === key ? [boxOf(title, guess, times[c])] : [])),
  );
  await drawBoxes(file, boxes, {
    title: 'First guesses along trajectories of meshes, Boolean (Fig. 13)',
    xLabel: 'method',
    yLabel: 'mean time per query in µs, 80 % of the flights',
    colors: [palette.amber, palette.green, palette.purple, palette.sky],
  });
}
