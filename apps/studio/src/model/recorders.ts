// The steps of an algorithm on the current pair, kept for looking at them one by one. All in A's frame.
import { type DistanceAlgorithmName, distance, distanceAlgorithms, type Shape, type TraceStep } from 'proximal';

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
}

export interface Recorder {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  readonly record: (pair: Pair) => Step[];
}

function keep({ simplex, size, point, direction, support, lower, upper }: TraceStep): Step {
  const corners = simplex.slice(0, size).map((corner) => [...corner]);
  return { simplex: corners, point: [...point], direction: [...direction], support: [...support], lower, upper };
}

export const recorders: readonly Recorder[] = distanceAlgorithms().map(({ name, title, reference }) => ({
  name,
  title,
  reference,
  record: ({ a, poseA, b, poseB }) => {
    const steps: Step[] = [];
    const algorithm = name as DistanceAlgorithmName;
    distance(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(keep(step)) });
    return steps;
  },
}));
