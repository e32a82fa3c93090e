// Fig. 13: the effect of the first guess on Boolean queries along the trajectories of two moving bodies.

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
  /** The median over trajectories of the mean microseconds per query. */
  readonly median: number;
  readonly time: Spread;
  readonly iterations: Spread;
}

export interface Figure13 {
  readonly trajectories: number;
  readonly queries: number;
  /** Share of the queries that find a collision. */
  readonly colliding: number;
  readonly cells: readonly GuessCell[];
}

export interface Trajectory {
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
  return measureTrajectories(makeTrajectories(shapes, count, new Rng(seed)));
}

/** Times and iterations of every method with every guess. */
export function measureTrajectories(trajectories: readonly Trajectory[]): { found: Figure13; times: number[][] } {
  const rows = trajectories.map(timeTrajectory);
  const times = contenders.map((_, c) => rows.map((row) => row[c]));
  const cells = contenders.map(({ guess, method, options }, c) => ({
    guess,
    method: method.key,
    median: quantile(times[c], 0.5),
    time: spreadOf(times[c]),
    iterations: spreadOf(trajectories.flatMap((trajectory) => countTrajectory(trajectory, options))),
  }));
  const queries = trajectories.reduce((sum, { moments }) => sum + moments.length, 0);
  return {
    found: { trajectories: trajectories.length, queries, colliding: countColliding(trajectories) / queries, cells },
    times,
  };
}

/** Trajectories with at least two sampled times at which the bounding boxes overlap: usually the second has a previous result to start from. */
function makeTrajectories(shapes: readonly Shape[], count: number, rng: Rng): Trajectory[] {
  const trajectories: Trajectory[] = [];
  while (trajectories.length < count) {
    const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
    const moments = randomTrajectory(rng, a, b);
    if (moments.length > 1) trajectories.push({ a, b, moments });
  }
  return trajectories;
}

/** Mean microseconds per query of each contender. A sample is a whole trajectory, because queries start from previous results. */
function timeTrajectory({ a, b, moments }: Trajectory): number[] {
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

function countTrajectory({ a, b, moments }: Trajectory, options: DistanceOptions): number[] {
  const counting = new CountingPair(a, b, options);
  return moments.map(({ poseA, poseB, isFirst }) => {
    if (isFirst) counting.pair.reset();
    return counting.count('collide', poseA, poseB);
  });
}

function countColliding(trajectories: readonly Trajectory[]): number {
  return trajectories.reduce((sum, { a, b, moments }) => {
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
    yLabel: 'mean time per query in µs (whiskers: 10th to 90th percentile of the trajectories)',
    colors: [palette.amber, palette.green, palette.purple, palette.sky],
  });
}

/** A time at which the boxes overlap. */
interface Moment {
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** True if the boxes did not overlap at the sampled time before: there is no previous result. */
  readonly isFirst: boolean;
}

/** Poses per second. A trajectory lasts one second, as in the paper's simulation. */
const rate = 120;
/** The range of the signed distance at the impact, in meters. */
const impactDistance = [-0.005, 0.02] as const;
/** The range of relative speeds, in m/s. */
const speed = [0.2, 1] as const;
/** The largest angular velocity, in rad/s. */
const maxAngularSpeed = 5;
/** The coefficient of restitution. */
const restitution = 0.5;
const gravity = 9.81;

/**
 * Two bodies in free flight that tumble, meet or nearly meet after half a second and separate, as in the paper's funnel (Sec. IV-E).
 * Gravity accelerates both alike, so that only their relative velocity, their rotations and the impact matter. Returns the times at which
 * the boxes overlap.
 */
function randomTrajectory(rng: Rng, a: Shape, b: Shape): Moment[] {
  const { poseA, poseB } = placeAtDistance(rng, a, b, rng.uniform(...impactDistance));
  const before = motionOf(rng);
  const toward = unit([poseB[0] - poseA[0], poseB[1] - poseA[1], poseB[2] - poseA[2]]);
  const along = before.velocity.reduce((sum, value, k) => sum + value * toward[k], 0);
  // B approaches before the impact and separates after it.
  before.velocity = before.velocity.map((value, k) => value - (along + Math.abs(along)) * toward[k]) as Vec3;
  const after = motionOf(rng);
  after.velocity = before.velocity.map((value, k) => value + (1 + restitution) * Math.abs(along) * toward[k]) as Vec3;
  const path = Array.from({ length: rate }, (_, k) => {
    const time = k / rate - 0.5;
    const motion = time < 0 ? before : after;
    return {
      poseA: moved(poseA, [0, 0, 0], motion.spinA, time),
      poseB: moved(poseB, motion.velocity, motion.spinB, time),
    };
  });
  return momentsOf(a, b, path);
}

/** The times at which the oriented boxes around the bodies overlap. */
export function momentsOf(a: Shape, b: Shape, path: readonly Omit<Moment, 'isFirst'>[]): Moment[] {
  const [boxA, boxB] = [boxAround(a), boxAround(b)];
  const moments: Moment[] = [];
  let isFirst = true;
  for (const { poseA, poseB } of path) {
    const overlap = collide(boxA.shape, compose(poseA, boxA.pose), boxB.shape, compose(poseB, boxB.pose));
    if (overlap) moments.push({ poseA, poseB, isFirst });
    isFirst = !overlap;
  }
  return moments;
}

interface Motion {
  /** The velocity of B relative to A. */
  velocity: Vec3;
  readonly spinA: Spin;
  readonly spinB: Spin;
}

interface Spin {
  readonly axis: Vec3;
  readonly rate: number;
}

function motionOf(rng: Rng): Motion {
  const randomSpin = (): Spin => ({ axis: rng.direction(), rate: rng.uniform(0, maxAngularSpeed) });
  const size = rng.uniform(...speed);
  return { velocity: rng.direction().map((value) => size * value) as Vec3, spinA: randomSpin(), spinB: randomSpin() };
}

/** The pose of a body at a time before or after the impact. */
function moved(pose: Pose, velocity: Vec3, { axis, rate: spinRate }: Spin, time: number): Pose {
  const turned = compose(pose, fromAxisAngle(axis, spinRate * time));
  for (let k = 0; k < 3; k++) turned[k] += velocity[k] * time;
  turned[2] -= 0.5 * gravity * time * time;
  return turned;
}

/** The bounding box in the body's axes. */
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
