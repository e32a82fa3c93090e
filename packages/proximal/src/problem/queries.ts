// The queries of two 3D shapes.
import { type PoseLike, readPose } from '../math/pose.ts';
import { distanceAlgorithms } from '../proximity/algorithms.ts';
import { certify } from '../proximity/certify.ts';
import { collide, distance } from '../proximity/distance.ts';
import { growthDistance } from '../proximity/growth.ts';
import { growthAlgorithms } from '../proximity/growth-algorithms.ts';
import { penetration, signedDistance } from '../proximity/penetration.ts';
import { type PenetrationOptions, penetrationAlgorithms } from '../proximity/penetration-options.ts';
import { fromJSON } from '../shapes/json.ts';
import type { Shape } from '../shapes/shape.ts';
import { evaluateCollision, evaluateWithProof } from './evaluate.ts';
import { asGiven, type ProblemSpace, type RunnableQuery } from './space.ts';

const distanceNames = ['auto', ...distanceAlgorithms().map(({ name }) => name)];
const depthNames = ['auto', ...penetrationAlgorithms().map(({ name }) => name)];

const signedWithProof = withProof(signedDistance);
const depthWithProof = withProof(penetration);

const queries: readonly RunnableQuery<Shape>[] = [
  {
    name: 'distance',
    title: 'Distance',
    unit: 'm',
    algorithms: distanceNames,
    run: evaluateWithProof(distance, 'distance', certify, certifyOptions),
  },
  {
    name: 'collide',
    title: 'Collision',
    unit: '',
    algorithms: [...distanceNames, 'mpr', 'growth'],
    run: evaluateCollision(collide, distance, certify),
  },
  {
    name: 'signedDistance',
    title: 'Signed distance',
    unit: 'm',
    algorithms: depthNames,
    run: evaluateWithProof(signedWithProof, 'distance', certify, certifyOptions),
  },
  {
    name: 'penetration',
    title: 'Penetration depth',
    unit: 'm',
    algorithms: depthNames,
    run: evaluateWithProof(depthWithProof, 'depth', certify, certifyOptions),
  },
  {
    name: 'growthDistance',
    title: 'Growth distance',
    unit: '',
    algorithms: growthAlgorithms().map(({ name }) => name),
    run: evaluateWithProof(growthDistance, 'growth', certify),
  },
];

/** A query that by default keeps the polytope that proves a depth. */
function withProof<Result>(
  query: (a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: PenetrationOptions) => Result,
): typeof query {
  return (a, poseA, b, poseB, options) => query(a, poseA, b, poseB, { keepProof: true, ...options });
}

/** The certificate's tolerance for contact is the absolute tolerance of the query if it is positive, otherwise the default. */
function certifyOptions({ tolerance }: Readonly<Record<string, unknown>>): { tolerance: number } | undefined {
  return typeof tolerance === 'number' && tolerance > 0 ? { tolerance } : undefined;
}

export const space: ProblemSpace<Shape> = {
  dimension: 3,
  readShape: fromJSON,
  readPose: (argument, pose) => {
    const numbers = new Float64Array(7);
    readPose('readProblem', argument, pose, numbers, 0);
    // Seven numbers are kept as given: the query normalizes the quaternion itself, and equal bits give equal answers.
    return asGiven(pose, numbers);
  },
  queries,
};
