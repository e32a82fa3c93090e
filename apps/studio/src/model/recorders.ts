// The steps of an algorithm on the current pair, kept for looking at them one by one. All in A's frame.
import {
  type DistanceAlgorithmName,
  distance,
  distanceAlgorithms,
  type PenetrationAlgorithmName,
  penetration,
  penetrationAlgorithms,
  type Shape,
  type TraceStep,
} from 'proximal';

export interface Pair {
  readonly a: Shape;
  readonly poseA: Float64Array;
  readonly b: Shape;
  readonly poseB: Float64Array;
}

/** One step, ready to be drawn. */
export interface Step {
  readonly simplex: readonly (readonly number[])[];
  /** The point nearest to the origin so far. */
  readonly point: readonly number[];
  readonly direction: readonly number[];
  readonly support: readonly number[];
  readonly lower: number;
  readonly upper: number;
  /** EPA's polytope before it takes the support point in. */
  readonly surface: { readonly points: Float64Array; readonly triangles: Uint32Array } | null;
}

export interface Recorder {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  readonly record: (pair: Pair) => Step[];
}

function keep(step: TraceStep): Step {
  const { simplex, size, point, direction, support, lower, upper } = step;
  const corners = simplex.slice(0, size).map((corner) => [...corner]);
  const vectors = { point: [...point], direction: [...direction], support: [...support] };
  return { simplex: corners, ...vectors, lower, upper, surface: step.surface() };
}

/** The algorithms that find a distance. */
export const recorders: readonly Recorder[] = distanceAlgorithms().map(({ name, title, reference }) => ({
  name,
  title,
  reference: `${reference} of Montaut et al., GJK++, 2024`,
  record: ({ a, poseA, b, poseB }) => {
    const steps: Step[] = [];
    const algorithm = name as DistanceAlgorithmName;
    distance(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(keep(step)) });
    return steps;
  },
}));

/** Those that find a depth, after the steps of GJK that find the overlap. */
export const depthRecorders: readonly Recorder[] = penetrationAlgorithms().map(({ name, title, reference }) => ({
  name,
  title,
  reference,
  record: ({ a, poseA, b, poseB }) => {
    const steps: Step[] = [];
    const algorithm = name as PenetrationAlgorithmName;
    penetration(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(keep(step)) });
    return steps;
  },
}));
