// The data of "Barycode-based GJK Algorithm" (Zhang et al. 2020): random polygons of 4 to 24 vertices
// that are distant, overlap or touch, in random poses.

import { type Convex, convex } from 'proximal';
import { certify, distance, type Polygon, polygon, signedDistance } from 'proximal/2d';
import { cos, Rng, sin } from 'proximal/math';
import { toWorld, verticesOf } from '../peers/peer.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

export const vertexCounts = [4, 8, 12, 16, 20, 24] as const;
export const situations = ['distant', 'overlapping', 'touching'] as const;
export type Situation = (typeof situations)[number];

/** Two polygons of a set, by number, with their poses: x y cos sin. */
export interface PlaneProblem {
  readonly a: number;
  readonly b: number;
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
  /** The distance that this library computes. */
  readonly distance: number;
  /** Whether the certificate of `distance` is valid. */
  readonly isProven: boolean;
}

export interface PlaneSet {
  readonly vertices: number;
  readonly situation: Situation | 'moving';
  /** Counter-clockwise, around the origin. */
  readonly polygons: readonly Polygon[];
  readonly problems: readonly PlaneProblem[];
}

/** Polygons that the pairs of a set are drawn from. */
const polygonCount = 100;

export function planeSet(vertices: number, situation: Situation, count: number, seed: number): PlaneSet {
  const rng = new Rng((seed * 1000 + vertices * 10 + situations.indexOf(situation)) >>> 0);
  const polygons = Array.from({ length: polygonCount }, () => randomPolygon(rng, vertices));
  const problems = Array.from({ length: count }, () => {
    const [a, b] = [rng.index(polygonCount), rng.index(polygonCount)];
    return proven(polygons, a, b, ...place(rng, polygons[a], polygons[b], situation));
  });
  return { vertices, situation, polygons, problems };
}

/** Points on an ellipse, far enough apart that every library keeps all of them as vertices. */
function randomPolygon(rng: Rng, vertices: number): Polygon {
  const [rx, ry] = [rng.uniform(0.4, 1), rng.uniform(0.4, 1)];
  const points = Array.from({ length: vertices }, (_, k) => {
    const angle = ((k + rng.uniform(0, 0.9)) * 2 * Math.PI) / vertices;
    return [rx * cos(angle), ry * sin(angle)] as const;
  });
  const made = polygon(points);
  if (made.vertexCount !== vertices)
    throw new Error(`a polygon of ${vertices} vertices came out with ${made.vertexCount}`);
  return made;
}

type Poses = [poseA: Float64Array, poseB: Float64Array];

function place(rng: Rng, a: Polygon, b: Polygon, situation: Situation): Poses {
  if (situation === 'overlapping') return placeOverlapping(rng, a, b);
  return placeAtDistance(rng, a, b, situation === 'touching' ? 0 : rng.uniform(0.05, 2));
}

/** Both in random orientations, B's center at a given distance from A's. */
function placeAround(rng: Rng, a: Polygon, b: Polygon, centerDistance: number): Poses {
  const [angleA, angleB, bearing] = [angle(rng), angle(rng), angle(rng)];
  const poseA = Float64Array.of(rng.uniform(-2, 2), rng.uniform(-2, 2), cos(angleA), sin(angleA));
  const poseB = Float64Array.of(0, 0, cos(angleB), sin(angleB));
  const [fromX, fromY] = toWorld(poseA, a.center);
  const [x, y] = toWorld(poseB, b.center);
  poseB[0] = fromX + centerDistance * cos(bearing) - x;
  poseB[1] = fromY + centerDistance * sin(bearing) - y;
  return [poseA, poseB];
}

/** Random poses until the polygons overlap by more than 1 cm, which is far above the rounding of 32-bit numbers. */
function placeOverlapping(rng: Rng, a: Polygon, b: Polygon): Poses {
  for (;;) {
    const [poseA, poseB] = placeAround(rng, a, b, rng.uniform(0, 1) * (a.boundingRadius + b.boundingRadius));
    if (signedDistance(a, poseA, b, poseB).distance < -0.01) return [poseA, poseB];
  }
}

/** Places the polygons apart, then moves B along the separating vector to the wanted distance, which keeps the nearest points, as in the paper. */
function placeAtDistance(rng: Rng, a: Polygon, b: Polygon, wanted: number): Poses {
  const centerDistance = a.boundingRadius + b.boundingRadius + 0.5 * Math.min(a.boundingRadius, b.boundingRadius);
  const [poseA, poseB] = placeAround(rng, a, b, centerDistance);
  const found = distance(a, poseA, b, poseB, { relativeTolerance: 1e-13 });
  for (const k of [0, 1] as const) poseB[k] += (wanted - found.distance) * found.normal[k];
  return [poseA, poseB];
}

/** The problem with our answer, and whether its certificate is valid. */
function proven(
  polygons: readonly Polygon[],
  a: number,
  b: number,
  poseA: Float64Array,
  poseB: Float64Array,
): PlaneProblem {
  const result = distance(polygons[a], poseA, polygons[b], poseB);
  const { valid } = certify(polygons[a], poseA, polygons[b], poseB, result);
  return { a, b, poseA, poseB, distance: result.distance, isProven: valid };
}

function angle(rng: Rng): number {
  return rng.uniform(0, 2 * Math.PI);
}

const frames = 20;
/** B moves on a circle of this radius and turns back and forth by as many radians, so that the motion is periodic. */
const motion = 0.05;

/**
 * Pairs that move a little between queries, for warm starts: all pairs in each frame. Polygons 2k and 2k + 1 are a pair, so the index of A
 * identifies it.
 */
export function movingSet(vertices: number, count: number, seed: number): PlaneSet {
  const rng = new Rng((seed * 1000 + vertices * 10 + 9) >>> 0);
  const pairs = Math.ceil(count / frames);
  const polygons = Array.from({ length: 2 * pairs }, () => randomPolygon(rng, vertices));
  const starts = Array.from({ length: pairs }, (_, k) =>
    placeAtDistance(rng, polygons[2 * k], polygons[2 * k + 1], rng.uniform(0.15, 0.5)),
  );
  const problems: PlaneProblem[] = [];
  for (let frame = 0; frame < frames; frame++) {
    for (let k = 0; k < pairs; k++) {
      const [poseA, poseB] = starts[k];
      problems.push(proven(polygons, 2 * k, 2 * k + 1, poseA, moved(poseB, (frame / frames) * 2 * Math.PI)));
    }
  }
  return { vertices, situation: 'moving', polygons, problems };
}

function moved([x, y, cosine, sine]: Float64Array, phase: number): Float64Array {
  const [turnCosine, turnSine] = [cos(motion * sin(phase)), sin(motion * sin(phase))];
  return Float64Array.of(
    x + motion * cos(phase),
    y + motion * sin(phase),
    turnCosine * cosine - turnSine * sine,
    turnCosine * sine + turnSine * cosine,
  );
}

/** Half the height of all prisms: with equal heights their distance is the distance of the polygons. */
const halfHeight = 1;

/** The polygons as prisms, turned about z, for libraries without polygons. */
export function extruded({ vertices, situation, polygons, problems }: PlaneSet): ProblemSet {
  return {
    name: `${vertices} ${situation}`,
    shapes: polygons.map(
      (shape): Convex => convex(verticesOf(shape).flatMap(([x, y]) => [-halfHeight, halfHeight].map((z) => [x, y, z]))),
    ),
    problems: problems.map(
      ({ a, b, poseA, poseB, distance }): Problem => ({
        a,
        b,
        poseA: turnedAboutZ(poseA),
        poseB: turnedAboutZ(poseB),
        signedDistance: distance,
      }),
    ),
  };
}

/** The pose in 3D, at z = 0. The quaternion of the rotation about z is computed without cancellation. */
function turnedAboutZ([x, y, cosine, sine]: Float64Array): Float64Array {
  const larger = Math.sqrt((1 + Math.abs(cosine)) / 2);
  const smaller = sine / (2 * larger);
  return cosine >= 0
    ? Float64Array.of(x, y, 0, 0, 0, smaller, larger)
    : Float64Array.of(x, y, 0, 0, 0, larger, smaller);
}
