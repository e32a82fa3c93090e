// The problems of the plane for libraries of space: polygons become prisms of one height, turned about z alone.
import { type Convex, convex } from 'proximal';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { type PlaneSet, verticesOf } from './sets.ts';

/** About as high as the polygons are wide; all the same, so that the nearest points are those of the plane. */
const halfHeight = 1;

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

/** The quaternion of half the angle, by the larger of the two ways that keep their digits. */
function turnedAboutZ([x, y, cosine, sine]: Float64Array): Float64Array {
  const larger = Math.sqrt((1 + Math.abs(cosine)) / 2);
  const smaller = sine / (2 * larger);
  return cosine >= 0
    ? Float64Array.of(x, y, 0, 0, 0, smaller, larger)
    : Float64Array.of(x, y, 0, 0, 0, larger, smaller);
}
