// Records the steps of an algorithm on a pair, in A's frame.
import {
  type DistanceAlgorithmName,
  distance,
  distanceAlgorithms,
  type GrowthAlgorithmName,
  type GrowthStep,
  growthAlgorithms,
  growthDistance,
  type PenetrationAlgorithmName,
  penetrationAlgorithms,
  signedDistance,
  type TraceStep,
} from 'proximal';
import * as flat from 'proximal/2d';
import type { Pair } from './document.ts';

type Point = readonly number[];

/** One step, ready to be drawn. Points in 2D have z = 0. */
export interface Step {
  readonly simplex: readonly Point[];
  /**
   * The point nearest to the origin so far; after GJK, the projection of the origin onto the plane of EPA's face or of the portal, or onto the line
   * of EPA's edge in 2D; for growth, where the ray leaves the inner approximation.
   */
  readonly point: Point;
  /** The direction of the support query. In GJK's last step for an overlap it is zero, and `support` is NaN. */
  readonly direction: Point;
  readonly support: Point;
  readonly lower: number;
  readonly upper: number;
  /** EPA's polytope before the support point is added. */
  readonly surface: { readonly points: Float64Array; readonly triangles: Uint32Array } | null;
  /** In 2D: EPA's polygon before the support point is added, counter-clockwise; empty in GJK's steps. */
  readonly outline?: readonly Point[];
  /** For GJK in 2D: the barycode by which the simplex was chosen, or 0 if it was not chosen from a triangle. */
  readonly barycode?: number;
  /** For growth distances: the ray from A's center to B's. */
  readonly ray?: Point;
  /** For growth distances: the best support plane so far, with its point on the ray. */
  readonly plane?: { readonly point: Point; readonly normal: Point };
  /** Which part of the algorithm the step belongs to. */
  readonly phase: string;
}

export interface Recording {
  readonly steps: readonly Step[];
  /**
   * The radius that the search leaves out, in meters: the sum of the swept radii. For depths of ellipsoids it includes the balls that
   * roll freely inside them. For growth distances it is 0.
   */
  readonly radii: number;
}

export interface Recorder<AnyPair = Pair> {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** The quantity that the bounds enclose. */
  readonly bounds: { readonly name: string; readonly unit: string };
  /** The Minkowski difference that the algorithm searches: of the cores, or of the whole shapes with both centers at the origin. */
  readonly set: 'cores' | 'centered';
  /** Throws with the reason if the algorithm does not accept the shapes. */
  readonly record: (pair: AnyPair) => Recording;
}

const ofCores = { bounds: { name: 'distance of the cores', unit: 'm' }, set: 'cores' } as const;
const ofDepth = { bounds: { name: 'signed distance of the cores', unit: 'm' }, set: 'cores' } as const;
const ofGrowth = { bounds: { name: 'growth', unit: '' }, set: 'centered' } as const;

export function isFrankWolfe(algorithm: string): boolean {
  return algorithm.startsWith('frank-wolfe');
}

/** Why the answer of a query has a smaller gap than the steps. */
export const frankWolfeNote =
  'The query continues with plain GJK after the steps of Frank-Wolfe, so its gap is smaller.';

/** The best bounds up to each step. */
export function bestBounds(
  steps: readonly Step[],
  [initialLower, initialUpper]: readonly [number, number] = [-Infinity, Infinity],
): { readonly lower: number; readonly upper: number }[] {
  let [lower, upper] = [initialLower, initialUpper];
  return steps.map((step) => {
    lower = Math.max(lower, step.lower);
    upper = Math.min(upper, step.upper);
    return { lower, upper };
  });
}

/** A recorder of 3D algorithms, which can also be timed. */
export interface TimedRecorder extends Recorder {
  /** Runs the algorithm without recording its steps. */
  readonly run: (pair: Pair) => unknown;
}

function copyStep(step: TraceStep): Step {
  const { simplex, size, point, direction, support, lower, upper, phase } = step;
  const corners = simplex.slice(0, size).map((corner) => [...corner]);
  const vectors = { point: [...point], direction: [...direction], support: [...support] };
  return { simplex: corners, ...vectors, lower, upper, phase, surface: step.surface() };
}

/**
 * The distance algorithms.
 * @param schedule the momentum of the accelerated algorithms: as in the GJK++ paper, or as in its authors' code
 */
export function distanceRecorders(schedule: 'paper' | 'code' = 'code'): readonly TimedRecorder[] {
  return distanceAlgorithms().map(({ name, title, reference }) => ({
    name,
    title,
    reference: `${reference} of Montaut et al., GJK++, 2024`,
    ...ofCores,
    record: ({ a, poseA, b, poseB }) => {
      const steps: Step[] = [];
      const algorithm = name as DistanceAlgorithmName;
      distance(a, poseA, b, poseB, { algorithm, expert: { schedule }, trace: (step) => steps.push(copyStep(step)) });
      return { steps, radii: a.radius + b.radius };
    },
    run: ({ a, poseA, b, poseB }) =>
      distance(a, poseA, b, poseB, { algorithm: name as DistanceAlgorithmName, expert: { schedule } }),
  }));
}

/** The penetration algorithms. Each recording begins with the GJK steps that detect the overlap. */
export const depthRecorders: readonly TimedRecorder[] = penetrationAlgorithms().map(({ name, title, reference }) => ({
  name,
  title: name === 'incremental' ? title : `${title} (${name.toUpperCase()})`,
  reference,
  ...ofDepth,
  record: ({ a, poseA, b, poseB }) => {
    const steps: Step[] = [];
    const algorithm = name as PenetrationAlgorithmName;
    // With a proof, EPA would run instead of the other algorithms.
    const options = { algorithm, certified: name === 'epa' };
    const result = signedDistance(a, poseA, b, poseB, { ...options, trace: (step) => steps.push(copyStep(step)) });
    // The search may also leave out the largest ball that rolls freely inside an ellipsoid. The radius left out is then the difference between the
    // smallest upper bound of the steps and the upper bound of the result.
    const inner = Math.min(...steps.map(({ upper }) => upper)) - result.upper;
    const isLarger = inner > a.radius + b.radius + 1e-6 * Math.min(a.boundingRadius, b.boundingRadius);
    return { steps, radii: isLarger && Number.isFinite(inner) ? inner : a.radius + b.radius };
  },
  run: ({ a, poseA, b, poseB }) =>
    signedDistance(a, poseA, b, poseB, {
      algorithm: name as PenetrationAlgorithmName,
      certified: name === 'epa',
      keepProof: name === 'epa',
    }),
}));

function copyGrowthStep({ ray, direction, support, basis, normal, lower, upper }: GrowthStep): Step {
  const at = (growth: number): number[] => ray.map((x) => x / growth);
  return {
    simplex: basis.map((corner) => [...corner]),
    point: at(upper),
    direction: [...direction],
    support: [...support],
    lower,
    upper,
    surface: null,
    ray: [...ray],
    plane: { point: at(lower), normal: [...normal] },
    phase: 'growth',
  };
}

export const growthRecorders: readonly TimedRecorder[] = growthAlgorithms().map(({ name, title, reference }) => ({
  name: `growth-${name}`,
  title,
  reference,
  ...ofGrowth,
  record: ({ a, poseA, b, poseB }) => {
    const steps: Step[] = [];
    const algorithm = name as GrowthAlgorithmName;
    growthDistance(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(copyGrowthStep(step)) });
    return { steps, radii: 0 };
  },
  run: ({ a, poseA, b, poseB }) => growthDistance(a, poseA, b, poseB, { algorithm: name as GrowthAlgorithmName }),
}));

const lift = ([x, y]: Point): Point => [x, y, 0];

function copyPlaneStep({
  simplex,
  size,
  point,
  direction,
  support,
  lower,
  upper,
  phase,
  barycode,
  polygon,
}: flat.TraceStep): Step {
  const vectors = { point: lift(point), direction: lift(direction), support: lift(support) };
  const outline = polygon.map(lift);
  const corners = simplex.slice(0, size).map(lift);
  return { simplex: corners, ...vectors, lower, upper, phase, barycode, surface: null, outline };
}

function copyPlaneGrowthStep({ ray, direction, support, chord, normal, lower, upper }: flat.GrowthStep): Step {
  const at = (growth: number): Point => lift(ray.map((x) => x / growth));
  return {
    simplex: chord.map(lift),
    point: at(upper),
    direction: lift(direction),
    support: lift(support),
    lower,
    upper,
    surface: null,
    ray: lift(ray),
    plane: { point: at(lower), normal: lift(normal) },
    phase: 'growth',
  };
}

/** A 2D algorithm, with the query that it answers. */
export interface PlaneRecorder extends Recorder<Pair<flat.Shape>> {
  readonly query: string;
}

/** One algorithm for each 2D query; other 2D algorithms are not shown. */
export const planeRecorders: readonly PlaneRecorder[] = [
  {
    name: 'plane-gjk',
    query: 'distance',
    title: 'GJK with barycodes',
    reference: 'Zhang et al., Barycode-based GJK Algorithm, 2020',
    ...ofCores,
    record: ({ a, poseA, b, poseB }) => {
      const steps: Step[] = [];
      flat.distance(a, poseA, b, poseB, { trace: (step) => steps.push(copyPlaneStep(step)) });
      return { steps, radii: a.radius + b.radius };
    },
  },
  {
    name: 'plane-epa',
    query: 'signedDistance',
    title: 'Expanding polygon (EPA)',
    reference: 'GJK, then van den Bergen’s expanding polytope in the plane',
    ...ofDepth,
    record: ({ a, poseA, b, poseB }) => {
      const steps: Step[] = [];
      flat.signedDistance(a, poseA, b, poseB, { trace: (step) => steps.push(copyPlaneStep(step)) });
      return { steps, radii: a.radius + b.radius };
    },
  },
  {
    name: 'plane-growth',
    query: 'growthDistance',
    title: 'Growth distance by ray intersection (2D)',
    reference: 'Thirugnanam and Sreenath’s ray method in the plane',
    ...ofGrowth,
    record: ({ a, poseA, b, poseB }) => {
      const steps: Step[] = [];
      flat.growthDistance(a, poseA, b, poseB, { trace: (step) => steps.push(copyPlaneGrowthStep(step)) });
      return { steps, radii: 0 };
    },
  },
];
