// The queries of two 2D shapes.
import { certify } from '../2d/certify.ts';
import { collide, distance, signedDistance } from '../2d/distance.ts';
import { growthDistance } from '../2d/growth.ts';
import { readPose2 } from '../2d/pose.ts';
import { fromJSON } from '../2d/shapes/registry.ts';
import type { Shape } from '../2d/shapes/shape.ts';
import { evaluateCollision, evaluateWithProof } from './evaluate.ts';
import { asGiven, type ProblemSpace, type RunnableQuery } from './space.ts';

/** In 2D there is one algorithm for each query. */
const only = ['auto'];

const queries: readonly RunnableQuery<Shape>[] = [
  {
    name: 'distance',
    title: 'Distance',
    unit: 'm',
    algorithms: only,
    run: evaluateWithProof(distance, 'distance', certify),
  },
  {
    name: 'collide',
    title: 'Collision',
    unit: '',
    algorithms: only,
    run: evaluateCollision(collide, distance, certify),
  },
  {
    name: 'signedDistance',
    title: 'Signed distance',
    unit: 'm',
    algorithms: only,
    run: evaluateWithProof(signedDistance, 'distance', certify),
  },
  {
    name: 'growthDistance',
    title: 'Growth distance',
    unit: '',
    algorithms: only,
    run: evaluateWithProof(growthDistance, 'growth', certify),
  },
];

export const plane: ProblemSpace<Shape> = {
  dimension: 2,
  readShape: fromJSON,
  readPose: (argument, pose) => {
    const numbers = new Float64Array(4);
    readPose2('readProblem', argument, pose, numbers, 0);
    return asGiven(pose, numbers);
  },
  queries,
};
