// Pairs whose B takes small steps back and forth, as bodies move between the queries of a simulator, and their answers.
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  distance,
  ellipsoid,
  growthDistance,
  type Shape,
  signedDistance,
} from 'proximal';
import { compose, fromAxisAngle, type Pose, Rng, type Vec3 } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

/** The order of B's poses in a cycle: from the first to the last and back, so that the first follows the last. */
const cycle = [0, 1, 2, 1];
/** Queries of a pair in a pass. */
export const steps: number = cycle.length;
/** The motion of B between two queries, in meters and in radians. */
const [shift, turn] = [3e-3, 1e-2];

export const bands = ['close', 'distant', 'shallow'] as const;
export type Band = (typeof bands)[number];

/** All pairs at their first pose, then all pairs at the next pose, and so on. */
export interface StepSet extends ProblemSet {
  readonly kind: string;
  readonly band: Band;
  readonly pairs: number;
  /** The growth distances of all problems, and their sizes: the smaller bounding radius. */
  readonly growths: readonly number[];
  readonly sizes: readonly number[];
}

type Maker = (rng: Rng) => Shape;

const length = (rng: Rng): number => rng.uniform(0.05, 0.5);
/** The kinds of `mixed`, in turn. */
const round: readonly Maker[] = [
  (rng) => capsule(length(rng), length(rng)),
  (rng) => cylinder(length(rng), length(rng)),
  (rng) => cone(length(rng), length(rng)),
];

/** Random points on an ellipsoid, all of which are vertices. */
const hullOf =
  (vertices: number): Maker =>
  (rng) => {
    const radii = [length(rng), length(rng), length(rng)];
    return convex(Array.from({ length: vertices }, () => rng.direction().map((x, k) => radii[k] * x)));
  };

/** The maker of shape number k. */
const makers: Readonly<Record<string, (k: number) => Maker>> = {
  box: () => (rng) => box(length(rng), length(rng), length(rng)),
  ellipsoid: () => (rng) => ellipsoid(length(rng), length(rng), length(rng)),
  mixed: (k) => round[k % round.length],
  'hull 12': () => hullOf(12),
  'hull 64': () => hullOf(64),
  'hull 250': () => hullOf(250),
};
export const kinds: readonly string[] = Object.keys(makers);

const shapesOfKind = 40;

export function makeSet(kind: string, band: Band, pairs: number, seed: number): StepSet {
  const rng = new Rng(seed);
  const shapes = Array.from({ length: shapesOfKind }, (_, k) => makers[kind](k)(rng));
  const paths = Array.from({ length: pairs }, () => makePath(rng, shapes, band));
  const problems = cycle.flatMap((at) => paths.map((poses) => poses[at]));
  const sizes = problems.map(({ a, b }) => Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius));
  const growths = problems.map(({ a, b, poseA, poseB }) => {
    return growthDistance(shapes[a], poseA, shapes[b], poseB, { tolerance: 1e-13 }).growth;
  });
  return { name: `${kind}, ${band}`, kind, band, shapes, problems, pairs, growths, sizes };
}

/** The problems of a pair, one for each pose. Pairs that do not stay separated, or do not stay in overlap, are drawn again. */
function makePath(rng: Rng, shapes: readonly Shape[], band: Band): Problem[] {
  for (;;) {
    const [a, b] = [rng.index(shapes.length), rng.index(shapes.length)];
    const size = Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
    const wanted =
      band === 'distant'
        ? rng.uniform(1, 2)
        : band === 'close'
          ? rng.uniform(1e-3, 0.1)
          : -rng.uniform(0.01, 0.1) * size;
    const { poseA, poseB } = placeAtDistance(rng, shapes[a], shapes[b], wanted);
    const [axis, direction] = [rng.direction(), rng.direction()];
    const poses = [0, 1, 2].map((step) => moved(poseB, axis, direction, step));
    const problems = poses.map((pose) => ({
      a,
      b,
      poseA,
      poseB: pose,
      signedDistance: exactly(shapes, a, b, poseA, pose),
    }));
    if (problems.every((problem) => problem.signedDistance < 0 === (band === 'shallow'))) return problems;
  }
}

function moved(pose: Pose, axis: Vec3, direction: Vec3, step: number): Pose {
  const turned = compose(pose, fromAxisAngle(axis, turn * step));
  for (let k = 0; k < 3; k++) turned[k] += shift * step * direction[k];
  return turned;
}

/** The distance, or minus the certified depth, to nearly all digits. */
function exactly(shapes: readonly Shape[], a: number, b: number, poseA: Pose, poseB: Pose): number {
  const apart = distance(shapes[a], poseA, shapes[b], poseB, { relativeTolerance: 1e-12 });
  if (apart.status === 'separated') return apart.distance;
  return signedDistance(shapes[a], poseA, shapes[b], poseB, { algorithm: 'epa', relativeTolerance: 1e-10 }).distance;
}
