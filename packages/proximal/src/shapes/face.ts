// The face of a polytope that is farthest along a direction.
import type { Polytope } from '../mass/rounded.ts';
import { atan2 } from '../math/elementary.ts';
import { add, cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../math/vec3.ts';

/**
 * The corners of the farthest face, edge or corner, counter-clockwise around the unit vector `direction`, moved outwards
 * by `radius`. A corner counts if the way to it from the farthest one is perpendicular to the direction within `tolerance`
 * radians; since all corners are extreme, those of one face are in convex position and their angles order them.
 */
export function faceOfPolytope({ vertices }: Polytope, direction: Vec3, radius: number, tolerance: number): Vec3[] {
  const corners: Vec3[] = [];
  for (let k = 0; k < vertices.length; k += 3) corners.push([vertices[k], vertices[k + 1], vertices[k + 2]]);
  const farthest = corners.reduce((best, corner) => (dot(direction, corner) > dot(direction, best) ? corner : best));
  const face = corners.filter((corner) => {
    const way = subtract(farthest, corner);
    return dot(direction, way) <= tolerance * length(way);
  });
  const outwards = scale(direction, radius);
  if (face.length < 3) return face.map((corner) => add(corner, outwards));
  const middle = scale(face.reduce(add), 1 / face.length);
  const x = perpendicular(direction);
  const y = cross(direction, x);
  const angles = face.map((corner) => {
    const arm = subtract(corner, middle);
    return { corner, angle: atan2(dot(arm, y), dot(arm, x)) };
  });
  return angles.sort((a, b) => a.angle - b.angle).map(({ corner }) => add(corner, outwards));
}
