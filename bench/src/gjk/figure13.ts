// Fig. 13: what the first guess is worth along the way of two bodies that move, for Boolean queries.

import { box, collide, type DistanceOptions, Pair, type Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose, Rng, type Vec3 } from 'proximal/math';
import { palette } from '../harness/plot.ts';
import { quantile, timeCalls } from '../harness/timer.ts';
import type { HullSet } from '../problems/hulls.ts';
import { placeAtDistance } from '../problems/place.ts';
import { boxOf, drawBoxes } from './figures.ts';
import { CountingPair, type Method, meshMethods, methods, type Spread, spreadOf } from './methods.ts';

/** The paper's names: No WS, OBB WS, WS prev, WS T(prev). */
export const guesses = ['none', 'bounds', 'previous', 'predicted'] as const;
export type Guess = (typeof guesses)[number];

interface GuessCell {
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

// Two bodies that fall together and tumble, meet in the middle of the second and fly apart again, as in the paper's funnel (Sec. IV-E).
// Both fall alike, so between them there is only the flight and the tumbling, and the blow at the meeting.

/** A moment that the broad phase could not rule out. */
interface Moment {
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** The moment before was ruled out: there is nothing to start from. */
  readonly isFirst: boolean;
}

/** As the paper's simulation: 120 Hz for one second. */
const rate = 120;
/** Meters: how near they come if nothing turned. */
const nearest = [-0.005, 0.02] as const;
/** Meters per second, and radians per second. */
const speed = [0.2, 1] as const;
const mostTurn = 5;
/** Share of the approach that the blow gives back. */
const restitution = 0.5;
const gravity = 9.81;

/** The moments of one flight at which the boxes around the bodies overlap. */
function fly(rng: Rng, a: Shape, b: Shape): Moment[] {
  const { poseA, poseB } = placeAtDistance(rng, a, b, rng.uniform(...nearest));
  const before = motionOf(rng);
  const toward = unit([poseB[0] - poseA[0], poseB[1] - poseA[1], poseB[2] - poseA[2]]);
  const along = before.velocity.reduce((sum, value, k) => sum + value * toward[k], 0);
  // Whatever was drawn, B comes before the meeting and goes after it.
  before.velocity = before.velocity.map((value, k) => value - (along + Math.abs(along)) * toward[k]) as Vec3;
  const after = motionOf(rng);
  after.velocity = before.velocity.map((value, k) => value + (1 + restitution) * Math.abs(along) * toward[k]) as Vec3;
  const way = Array.from({ length: rate }, (_, k) => {
    const time = k / rate - 0.5;
    const motion = time < 0 ? before : after;
    return {
      poseA: moved(poseA, [0, 0, 0], motion.turnA, time),
      poseB: moved(poseB, motion.velocity, motion.turnB, time),
    };
  });
  return momentsOf(a, b, way);
}

/** Those of a way at which the boxes around the bodies, which turn with them, overlap. */
export function momentsOf(a: Shape, b: Shape, way: readonly Omit<Moment, 'isFirst'>[]): Moment[] {
  const [boxA, boxB] = [boxAround(a), boxAround(b)];
  const moments: Moment[] = [];
  let isFirst = true;
  for (const { poseA, poseB } of way) {
    const overlap = collide(boxA.shape, compose(poseA, boxA.pose), boxB.shape, compose(poseB, boxB.pose));
    if (overlap) moments.push({ poseA, poseB, isFirst });
    isFirst = !overlap;
  }
  return moments;
}

interface Motion {
  /** Of B against A. */
  velocity: Vec3;
  readonly turnA: Turn;
  readonly turnB: Turn;
}

interface Turn {
  readonly axis: Vec3;
  readonly rate: number;
}

function motionOf(rng: Rng): Motion {
  const turn = (): Turn => ({ axis: rng.direction(), rate: rng.uniform(0, mostTurn) });
  const size = rng.uniform(...speed);
  return { velocity: rng.direction().map((value) => size * value) as Vec3, turnA: turn(), turnB: turn() };
}

/** Where a body of the meeting is some time after or before it. */
function moved(pose: Pose, velocity: Vec3, { axis, rate: turnRate }: Turn, time: number): Pose {
  const turned = compose(pose, fromAxisAngle(axis, turnRate * time));
  for (let k = 0; k < 3; k++) turned[k] += velocity[k] * time;
  turned[2] -= 0.5 * gravity * time * time;
  return turned;
}

/** The box along the axes of the body, which turns with it. */
function boxAround(shape: Shape): { shape: Shape; pose: Pose } {
  const { min, max } = shape.boundingBox();
  const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (max[k] - min[k]));
  const center = [0, 1, 2].map((k) => 0.5 * (min[k] + max[k]));
  return { shape: box(x, y, z), pose: compose({ position: center }, {}) };
}

function unit(vector: Vec3): Vec3 {
  const size = Math.hypot(...vector);
  return vector.map((value) => value / size) as Vec3;
}
