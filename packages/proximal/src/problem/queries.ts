// The queries of two shapes of space, one line each.
import { readPose } from '../math/pose.ts';
import { distanceAlgorithms } from '../proximity/algorithms.ts';
import { certify } from '../proximity/certify.ts';
import { collide, distance } from '../proximity/distance.ts';
import { growthDistance } from '../proximity/growth.ts';
import { growthAlgorithms } from '../proximity/growth-algorithms.ts';
import { penetration, signedDistance } from '../proximity/penetration.ts';
import { penetrationAlgorithms } from '../proximity/penetration-options.ts';
import { fromJSON } from '../shapes/json.ts';
import type { Shape } from '../shapes/shape.ts';
import { judgeCollision, pick } from './judge.ts';
import { type AskedQuery, asGiven, type Space } from './space.ts';

const searches = ['auto', ...distanceAlgorithms().map(({ name }) => name)];
const depths = ['auto', ...penetrationAlgorithms().map(({ name }) => name)];

const queries: readonly AskedQuery<Shape>[] = [
  {
    name: 'distance',
    title: 'Distance',
    unit: 'm',
    algorithms: searches,
    ask: ({ a, poseA, b, poseB }, options) => {
      const result = distance(a, poseA, b, poseB, options);
      return { ...pick(result, result.distance), certificate: certify(a, poseA, b, poseB, result, slack(options)) };
    },
  },
  {
    name: 'collide',
    title: 'Collision',
    unit: '',
    algorithms: [...searches, 'mpr', 'growth'],
    ask: ({ a, poseA, b, poseB }, options) => {
      const meets = collide(a, poseA, b, poseB, options);
      return judgeCollision(meets, certify(a, poseA, b, poseB, distance(a, poseA, b, poseB)), options);
    },
  },
  {
    name: 'signedDistance',
    title: 'Signed distance',
    unit: 'm',
    algorithms: depths,
    ask: ({ a, poseA, b, poseB }, options) => {
      const result = signedDistance(a, poseA, b, poseB, { keepProof: true, ...options });
      return { ...pick(result, result.distance), certificate: certify(a, poseA, b, poseB, result, slack(options)) };
    },
  },
  {
    name: 'penetration',
    title: 'Penetration depth',
    unit: 'm',
    algorithms: depths,
    ask: ({ a, poseA, b, poseB }, options) => {
      const result = penetration(a, poseA, b, poseB, { keepProof: true, ...options });
      return { ...pick(result, result.depth), certificate: certify(a, poseA, b, poseB, result, slack(options)) };
    },
  },
  {
    name: 'growthDistance',
    title: 'Growth distance',
    unit: '',
    algorithms: growthAlgorithms().map(({ name }) => name),
    ask: ({ a, poseA, b, poseB }, options) => {
      const result = growthDistance(a, poseA, b, poseB, options);
      return { ...pick(result, result.growth), certificate: certify(a, poseA, b, poseB, result) };
    },
  },
];

/** The certificate's tolerance for contact is that of the query. */
function slack({ tolerance }: Readonly<Record<string, unknown>>): { tolerance: number } | undefined {
  return typeof tolerance === 'number' && tolerance > 0 ? { tolerance } : undefined;
}

export const space: Space<Shape> = {
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
